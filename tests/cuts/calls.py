"""What is asked of a disk, call by call, and what is announced in between: the record of a game as the disk saw it.

Laws: a record is a sequence of frozen calls in the order in which they were made; paths are relative to the place that
holds the state directory; calls of one kind of file system only (POSIX): what is not flushed may or may not be there.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A name came into being; nothing, if it was there already."""

    path: str
    folder: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrote:
    """Bytes were written into a file from an offset on."""

    path: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A file was cut (or stretched with zeros) to so many bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A name was removed."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """A name became another one."""

    path: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Flushed:
    """What was written into a file is on the disk now; of a folder: the names in it."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Something was announced; `words` as in a transcript."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    """How the table stands from now on: (section, slot, all the way in) of every key, and the gems in both places."""

    keys: tuple[tuple[int, int, bool], ...]
    centre: int
    corner: int


Call = Made | Wrote | Cut | Removed | Renamed | Flushed | Said | Stood

_KINDS: dict[str, Any] = {kind.__name__: kind for kind in (Made, Wrote, Cut, Removed, Renamed, Flushed, Said, Stood)}


def write(path: Path, calls: Iterable[Call]) -> None:
    """Keep a record, one call a line."""
    with path.open("w", encoding="ascii") as file:
        for call in calls:
            given = asdict(call)
            if isinstance(call, Wrote):
                given["data"] = b64encode(call.data).decode()
            file.write(json.dumps([type(call).__name__, given]) + "\n")


def read(path: Path) -> Iterator[Call]:
    """A record that `write` kept."""
    with path.open(encoding="ascii") as file:
        for line in file:
            kind, given = json.loads(line)
            if kind == "Wrote":
                given["data"] = b64decode(given["data"])
            elif kind == "Stood":
                given["keys"] = tuple((section, slot, full) for section, slot, full in given["keys"])
            yield _KINDS[kind](**given)
