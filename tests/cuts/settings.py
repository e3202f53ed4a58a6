"""Settings written again and again, and what the disk was asked for it: calibration and copy file.

python -m tests.cuts.settings FOLDER [careless]
"""

import os
import sys
from pathlib import Path
from typing import Any, Final

from firmware import calibration, copyfile
from firmware.calibration import Calibration, Weighed
from firmware.owned import shipped
from firmware.places import COPY
from games.catalog import named
from tests.cuts.calls import Call, Said, write
from tests.cuts.noted import Noted

TIMES: Final = 4
"""How often each file is written."""

DRAGON: Final = named("dragon_battle")

STATE: Final = "state/boxref"
"""Where, below the disk: two folders that are not there before."""


def calibrated(times: int) -> Calibration:
    """What the box knows after so many times."""
    known = Calibration()
    for time in range(times):
        weighed = Weighed(counts_per_gram=1500.0 + time, empty_counts=float(time), noise_grams=0.02)
        known = known.learn("scale.centre", weighed, 1_767_225_600.0 + time)
    return known


def stars(times: int) -> int:
    """What the owner has entered last."""
    return times + 1


def main(folder: Path, *, careless: bool) -> None:
    """Write, say that it is written, and keep the record."""
    disk = folder / "disk"
    disk.mkdir()
    calls: list[Call] = []
    Noted(disk, calls.append)
    if careless:
        flush = os.fsync

        def forgets(fd: Any) -> None:
            if not Path(f"/proc/self/fd/{fd}").is_file():
                flush(fd)

        os.fsync = forgets
    state = disk / STATE
    # Whatever is not flushed doubles the disks there could be.
    for times in range(1, 3 if careless else TIMES + 1):
        calibration.save(state / calibration.NAME, calibrated(times))
        calls.append(Said(words=f"calibrated {times}"))
        if not careless:
            copyfile.keep(state / COPY)
            copyfile.save(state / COPY, [next(iter(shipped((DRAGON,)))).enter("jugglerStars", stars(times))])
            calls.append(Said(words=f"entered {times}"))
    write(folder / "record", tuple(calls))


if __name__ == "__main__":
    main(Path(sys.argv[1]), careless="careless" in sys.argv[2:])
