"""A recording of a chain of lamps, sent anew by our drivers: the same bytes must be on the wire.

FILE is a table (`table`) with the columns `start_us` (when the signal began), `bytes_hex` (what was on the wire, in the
order GRB) and, if there is one, `nbits`, as decoded from the sigrok project's dump of a ring of 24 lamps. A frame that
ends within a lamp was cut off by its recording and is passed over. No LABELS.

The colours of every frame go through `neopixel_spi` to the twin's port, whose pulses must be a WS2812's, and through
`neopixel` to the twin of `rpi_ws281x`, where that library is installed.
"""

import importlib.util
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from drivers.lamps import RGB, Lamps, Power, spi_chain
from drivers.lamps_pwm import pwm_chain
from hardware import box
from hardware.sim.lamps import LampChain
from hardware.sim.ws281x import installed
from tests.recorded import table
from tests.recorded.replayed import Replayed, WrongFile

WHAT = "recording of lamps"
COLUMNS: dict[str, tuple[str, ...]] = {"start_us": (), "bytes_hex": ()}

ORDER = "GRB"
"""Of the colours as our drivers send them."""

_ENDLESS = Power(20, 1, 1e9)
_ROOM = 1 << 20  # a recorded chain may be longer than ours


class Frame(NamedTuple):
    """What was on the wire at a moment, as far as it was recorded."""

    start_us: float
    bits: int
    wire: bytes


def files(folder: Path) -> list[Path]:
    """All recordings of lamps in a folder and the folders in it. Raises WrongFile where there are none."""
    return table.files(folder, WHAT, COLUMNS)


def replay(file: Path, labels: Path | None) -> Replayed:
    """Send the colours of every frame; the events are a line for each, what was on the wire is compared with it.

    Raises:
        WrongFile: a line of the file is not what it should be, or there are labels.
    """
    if labels is not None:
        raise WrongFile(labels, f"a {WHAT} has no labels")
    recorded = list(_frames(file))
    events = [f"{frame.start_us / 1000:9.2f} ms  {_lit(frame)}" for frame in recorded]
    frames = [frame for frame in recorded if _whole(frame)]
    if not frames:
        raise WrongFile(file, "no frame of whole lamps in it, each of 24 bits")
    mismatches = list(_through("spi", frames))
    if importlib.util.find_spec("neopixel") is None:
        events.append("pwm: not checked, adafruit-circuitpython-neopixel is not installed")
    else:
        mismatches += _through("pwm", frames)
        events.append(f"{len(frames)} frames through spi and pwm")
    return Replayed(events=tuple(events), mismatches=tuple(mismatches))


def _through(way: str, frames: list[Frame]) -> Iterator[str]:
    for length in sorted({len(frame.wire) for frame in frames}):
        yield from _along(way, [frame for frame in frames if len(frame.wire) == length])


def _along(way: str, frames: list[Frame]) -> Iterator[str]:
    """Frames of one length, for a chain that is as long."""
    wired = box.load().lamps
    count = len(frames[0].wire) // 3
    wire = LampChain(count, order="GRB", reset_us=wired.reset_us, buffer=_ROOM, now=lambda: 0.0)
    with installed(wire) if way == "pwm" else nullcontext(), TemporaryDirectory() as root:
        if way == "pwm":
            (model := Path(root, "proc/device-tree/model")).parent.mkdir(parents=True)
            model.write_text("Raspberry Pi Zero 2 W Rev 1.0", encoding="utf-8")
            chain = pwm_chain(box.load().lines.lamps_pwm, count=count, order=ORDER, root=Path(root), user=0)
        else:
            chain = spi_chain(wire, count=count, order=ORDER, hertz=wired.hertz, reset_us=wired.reset_us, buffer=_ROOM)
        driver = Lamps(chain, count=count, brightness=1.0, power=_ENDLESS)
        for frame in frames:
            grb = zip(frame.wire[0::3], frame.wire[1::3], frame.wire[2::3], strict=True)
            driver.show([RGB(red, green, blue) for green, red, blue in grb], again=True)
            if wire.wire != frame.wire:
                yield f"{frame.start_us / 1000:.2f} ms, {way}: expected {frame.wire.hex(' ')}, got {wire.wire.hex(' ')}"


def _whole(frame: Frame) -> bool:
    return frame.bits > 0 and frame.bits % 24 == 0


def _lit(frame: Frame) -> str:
    if not _whole(frame):
        return f"cut off after {frame.bits} bits, passed over"
    lamps = [frame.wire[i : i + 3] for i in range(0, len(frame.wire), 3)]
    return f"{len(lamps)} lamps, {sum(any(lamp) for lamp in lamps)} of them lit"


def _frames(file: Path) -> Iterator[Frame]:
    for line, row in table.rows(file, WHAT, COLUMNS, optional=("nbits",)):
        try:
            start, wire = float(row["start_us"]), bytes.fromhex(row["bytes_hex"])
            bits = int(row["nbits"] or 8 * len(wire))
        except ValueError:
            what = "these are not microseconds, a number of bits and bytes in hexadecimal"
            raise WrongFile(file, what, line=line) from None
        if (bits + 7) // 8 != len(wire):
            raise WrongFile(file, f"{bits} bits are not {len(wire)} bytes", line=line)
        yield Frame(start, bits, wire)
