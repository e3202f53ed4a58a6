"""What every kind of replay gives back, and how it says that a file is not what it should be."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


class WrongFile(Exception):
    """The file is not a recording of this kind; the text says what is wrong, and where."""

    def __init__(self, file: Path, what: str, *, line: int | None = None) -> None:
        super().__init__(f"{file}{'' if line is None else f', line {line}'}: {what}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What the replay showed (`events`, one line each) and where it differs from the recording (`mismatches`)."""

    events: tuple[str, ...]
    mismatches: tuple[str, ...]


def lines(file: Path) -> Iterator[tuple[int, str]]:
    """What is written in the lines of a file, with their numbers: neither blank ones nor what follows a `#`.

    Raises WrongFile or OSError.
    """
    try:
        # Some editors begin a file with a byte order mark.
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise WrongFile(file, "is no text in UTF-8") from wrong
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.partition("#")[0].rstrip()
        if written:
            yield number, written
