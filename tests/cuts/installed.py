"""Files as the installer writes them, again and again, and what the disk was asked for it.

python -m tests.cuts.installed FOLDER
"""

import sys
from pathlib import Path
from typing import Final

from systemd.install import files
from tests.cuts.calls import Call, Said, write
from tests.cuts.noted import Noted

TIMES: Final = 3
"""How often the file is written."""

FILE: Final = "boot/firmware/config.txt"
"""Where, below the disk: two folders that are not there before."""


def content(times: int) -> bytes:
    """What is in it after so many times: longer than one write of the kernel's need be whole."""
    return f"{times}\n".encode() * 5000


def main(folder: Path) -> None:
    """Write, say that it is written, and keep the record."""
    disk = folder / "disk"
    disk.mkdir()
    calls: list[Call] = []
    Noted(disk, calls.append)
    for times in range(1, TIMES + 1):
        files.put(disk / FILE, content(times))
        calls.append(Said(words=f"put {times}"))
    write(folder / "record", tuple(calls))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
