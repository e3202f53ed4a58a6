"""From the record of what was asked of a disk, every disk that a pulled plug could leave.

Laws, those of POSIX and no kinder: what was written into a file is there for certain only after that file's flush, and
a name (made, removed, renamed) only after its folder's. Of what is not flushed none may be there, or the first half
(its last write torn in the middle), or only the second half, or all; for each file and each folder by itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from pathlib import Path, PurePosixPath
from random import Random
from typing import NamedTuple

from tests.cuts.calls import Call, Cut, Flushed, Made, Removed, Renamed, Said, Stood, Wrote

SHARED_MEMORY = "-shm"
"""SQLite's index of the write-ahead log is mapped, never written or flushed: after a cut it holds anything."""


class Left(Enum):
    """What is left of that which was not flushed."""

    NONE = "none"
    FIRST = "the first half, torn"
    LAST = "the second half"
    ALL = "all"


@dataclass(slots=True)
class _File:
    """A file's bytes: `flushed`, and what was asked since."""

    flushed: bytearray = field(default_factory=bytearray)
    pending: list[Wrote | Cut] = field(default_factory=list)

    def flush(self) -> None:
        self.flushed, self.pending = _done(self.flushed, self.pending), []

    def bytes(self, left: Left) -> bytes:
        calls = self.pending
        half = len(calls) // 2
        match left:
            case Left.NONE:
                calls = []
            case Left.FIRST:
                calls = [*calls[:half], *map(_torn, calls[half : half + 1])]
            case Left.LAST:
                calls = calls[half:]
        return bytes(_done(bytearray(self.flushed), calls))


@dataclass(slots=True)
class _Folder:
    """The names in a folder, as flushed and as asked since; files and folders go by number."""

    flushed: dict[str, int] = field(default_factory=dict)
    pending: list[dict[str, int | None]] = field(default_factory=list)  # what names mean from then on, None: nothing

    @property
    def now(self) -> dict[str, int]:
        return self.names(Left.ALL)

    def flush(self) -> None:
        self.flushed, self.pending = self.now, []

    def names(self, left: Left) -> dict[str, int]:
        half = (len(self.pending) + 1) // 2
        some = {
            Left.NONE: [],
            Left.FIRST: self.pending[:half],
            Left.LAST: self.pending[half:],
            Left.ALL: self.pending,
        }[left]
        names = dict(self.flushed)
        for changed in some:
            for name, number in changed.items():
                if number is None:
                    names.pop(name, None)
                else:
                    names[name] = number
        return names


class Files(NamedTuple):
    """What is on a disk: every folder, and every file with its bytes; by their path."""

    folders: tuple[str, ...]
    files: dict[str, bytes]

    def lay(self, root: Path, noise: Random) -> None:
        """Make them, in an empty folder; beside a write-ahead log lies an index of it that is nothing but noise."""
        for folder in self.folders:
            (root / folder).mkdir()
        for path, data in self.files.items():
            (root / path).write_bytes(data)
            if path.endswith("-wal"):
                (root / path).with_name(PurePosixPath(path).name.removesuffix("-wal") + SHARED_MEMORY).write_bytes(
                    noise.randbytes(32768)
                )


class Disk:
    """A disk, and what it was asked so far."""

    def __init__(self) -> None:
        self._things: list[_File | _Folder] = [_Folder()]  # the first is the place in which everything is

    def ask(self, call: Call) -> None:
        """The next call."""
        match call:
            case Made(path=path, folder=folder):
                self._make(path, _Folder() if folder else _File())
            case Removed(path=path):
                place, name = self._place(path)
                if place is not None and name in place.now:
                    place.pending.append({name: None})
            case Renamed(path=path, to=to):
                (place, name), (where, new) = self._place(path), self._place(to)
                if place is not None and name in place.now:
                    assert where is place, "renamed within its folder: then it is one change"
                    place.pending.append({name: None, new: place.now[name]})
            case Wrote(path=path) | Cut(path=path):
                thing = self._thing(path)
                assert isinstance(thing, _File), path
                thing.pending.append(call)
            case Flushed(path=path):
                thing = self._thing(path)
                assert thing is not None, path
                thing.flush()
            case Said() | Stood():
                pass

    def could_be(self) -> Iterator[tuple[dict[str, Left], Files]]:
        """Every disk that could be left now, and what was left of each file or folder with something unflushed."""
        unflushed = [number for number, thing in enumerate(self._things) if thing.pending]
        seen: list[Files] = []
        for chosen in product(Left, repeat=len(unflushed)):
            left = dict(zip(unflushed, chosen, strict=True))
            files, met = self._files(left)
            # What a lost name would have led to makes no other disk.
            if files not in seen:
                seen.append(files)
                yield {met[number]: part for number, part in left.items() if number in met}, files

    def now(self) -> Files:
        """As whoever reads it sees it while the power is on."""
        return self._files(dict.fromkeys(range(len(self._things)), Left.ALL))[0]

    def _make(self, path: str, thing: _File | _Folder) -> None:
        place, name = self._place(path)
        if place is not None and name not in place.now:
            self._things.append(thing)
            place.pending.append({name: len(self._things) - 1})

    def _thing(self, path: str) -> _File | _Folder | None:
        thing: _File | _Folder | None = self._things[0]
        for part in PurePosixPath(path).parts:
            number = thing.now.get(part) if isinstance(thing, _Folder) else None
            thing = None if number is None else self._things[number]
        return thing

    def _place(self, path: str) -> tuple[_Folder | None, str]:
        """The folder in which a name is, None where there is no such folder."""
        whole = PurePosixPath(path)
        folder = self._thing(str(whole.parent))
        return folder if isinstance(folder, _Folder) else None, whole.name

    def _files(self, left: dict[int, Left]) -> tuple[Files, dict[int, str]]:
        folders: list[str] = []
        files: dict[str, bytes] = {}
        met: dict[int, str] = {0: "."}
        todo = [(0, PurePosixPath())]
        while todo:
            number, path = todo.pop()
            thing, part = self._things[number], left.get(number, Left.ALL)
            if isinstance(thing, _File):
                files[str(path)] = thing.bytes(part)
                continue
            if number:
                folders.append(str(path))
            for name, inner in thing.names(part).items():
                met[inner] = str(path / name)
                todo.append((inner, path / name))
        return Files(tuple(folders), files), met


def _torn(call: Wrote | Cut) -> Wrote | Cut:
    if isinstance(call, Cut):
        return call
    return Wrote(path=call.path, offset=call.offset, data=call.data[: len(call.data) // 2])


def _done(data: bytearray, calls: Sequence[Wrote | Cut]) -> bytearray:
    for call in calls:
        if isinstance(call, Wrote):
            end = call.offset + len(call.data)
            data.extend(bytes(max(0, end - len(data))))
            data[call.offset : end] = call.data
        else:
            del data[call.size :]
            data.extend(bytes(call.size - len(data)))
    return data
