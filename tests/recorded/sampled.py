"""Sound as a table of samples, as a microcontroller or an oscilloscope writes it."""

from pathlib import Path

from tests.recorded.replayed import WrongFile
from tests.recorded.table import rows
from tests.recorded.wav import Sound

COLUMNS = {"time": ("t", "seconds", "time_s"), "volts": ("voltage", "value", "data", "raw", "v")}

SLOWEST_HZ = 1000
"""Fewer samples a second show nothing of a blow's swings: what gets through the front end goes up to 410 Hz."""


def sampled(file: Path) -> Sound:
    """The samples of a table with the columns `time` (seconds, rising evenly) and `volts` (any unit, any rest).

    Raises WrongFile or OSError.
    """
    times, volts = list[float](), list[float]()
    for line, row in rows(file, "table of samples", COLUMNS):
        try:
            at, value = float(row["time"]), float(row["volts"])
        except ValueError:
            raise WrongFile(file, f"{row['time']!r}, {row['volts']!r} are not seconds and volts", line=line) from None
        if times and not at > times[-1]:
            raise WrongFile(file, f"time stands still or goes back from {times[-1]} to {at}", line=line)
        times.append(at)
        volts.append(value)
    if len(times) < 2:
        raise WrongFile(file, "no samples in it")
    hertz = (len(times) - 1) / (times[-1] - times[0])
    if hertz < SLOWEST_HZ:
        raise WrongFile(file, f"{hertz:.0f} samples a second are too few to show a blow; {SLOWEST_HZ} are the least")
    return Sound(volts, hertz)
