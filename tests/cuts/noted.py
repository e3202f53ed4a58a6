"""What Python itself asks of the disk, call by call: names by an audit hook, bytes and flushes where os does them.

All this stays until the process ends, so it belongs into a process of its own.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cuts.calls import Call, Cut, Flushed, Made, Removed, Renamed, Wrote


class Noted:
    """Notes what is asked of the disk under `root`, from now on. Files are written by os.write, or they go unseen."""

    def __init__(self, root: Path, note: Callable[[Call], None]) -> None:
        """Only one in a process."""
        self._root = root.resolve()
        self._note = note
        sys.addaudithook(self._heard)
        self._fsync, self._write = os.fsync, os.write
        # No audit event tells of these.
        os.fsync, os.write = self._flushed, self._wrote

    def within(self, path: str | bytes | Path) -> str | None:
        """The path below the root; None for one outside."""
        full = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - a name that is going to be removed is not resolved
        return os.path.relpath(full, self._root) if Path(full).is_relative_to(self._root) else None

    def _heard(self, event: str, args: tuple[Any, ...]) -> None:
        """Told before it is done, and even where it fails: a name made twice is one name, and one gone is gone."""
        if event == "open" and not isinstance(args[0], int) and args[2] & os.O_CREAT:
            self._named(lambda path: Made(path=path), args[0])
            if args[2] & os.O_TRUNC:
                self._named(lambda path: Cut(path=path, size=0), args[0])
        elif event == "os.mkdir":
            self._named(lambda path: Made(path=path, folder=True), args[0])
        elif event == "os.remove":
            self._named(lambda path: Removed(path=path), args[0])
        elif event == "os.rename" and (to := self.within(args[1])) is not None:
            self._named(lambda path: Renamed(path=path, to=to), args[0])

    def _flushed(self, fd: Any) -> None:
        self._fsync(fd)
        self._named(lambda path: Flushed(path=path), _path(fd))

    def _wrote(self, fd: int, data: Any) -> int:
        wrote = self._write(fd, data)
        if Path(f"/proc/self/fd/{fd}").is_file():
            offset = os.lseek(fd, 0, os.SEEK_CUR) - wrote
            self._named(lambda path: Wrote(path=path, offset=offset, data=bytes(data[:wrote])), _path(fd))
        return wrote

    def _named(self, call: Callable[[str], Call], path: str | bytes | Path) -> None:
        within = self.within(path)
        if within is not None:
            self._note(call(within))


def _path(fd: int) -> Path:
    return Path(f"/proc/self/fd/{fd}").readlink()
