"""What every kind of replay gives back, and how it says that a file is not what it should be."""

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
