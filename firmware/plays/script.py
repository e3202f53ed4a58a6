"""What a play says, once read: the world it is set in, and its steps and expectations in order.

Laws: a play is frozen; every line knows its number and its own words, so that whatever goes wrong later can name it;
a deed that the hands cannot do, or a word nobody knows, never gets this far (see `reading`).
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from firmware.plays.acts import Deed, Power
from firmware.setting import Setting

LONGEST: Final = 160
"""Characters of what is told of a wrong line: whoever wrote it has it before their eyes."""


class Wrong(Exception):
    """A line cannot be understood: what is wrong, and what would be right."""

    def __init__(self, what: str, right: str) -> None:
        if len(what) > LONGEST:
            # Both ends: behind what was written stands what is wrong with it.
            what = f"{what[: LONGEST // 2]} ... {what[-LONGEST // 2 :]}"
        super().__init__(f"{what}; {right}")
        self.what = what
        self.right = right

    def faults(self, file: str, line: int) -> "tuple[Fault, ...]":
        """What to tell of it, where it stands in that line of the file."""
        return (Fault(file, line, self.what, self.right),)


class Fault(NamedTuple):
    """A wrong line of a file (line 0: the file as a whole)."""

    file: str
    line: int
    what: str
    right: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.what}; {self.right}"


class After(NamedTuple):
    """A step begins so many seconds after the end of the step before it."""

    seconds: float


class At(NamedTuple):
    """A step begins so many seconds after the start, whatever is still going on."""

    seconds: float


class Said(NamedTuple):
    """An announcement of this name, with these fields as they are printed."""

    name: str
    fields: tuple[tuple[str, str], ...]


class Silence(NamedTuple):
    """Two seconds pass, and nothing was announced since the mark."""


class Scores(NamedTuple):
    """The score of every player."""

    scores: tuple[int, ...]


class Turn(NamedTuple):
    """Whose turn the referee believes it is."""

    player: int


class Lamp(NamedTuple):
    """The colour a lamp shows."""

    name: str
    colour: str


class Over(NamedTuple):
    """The game is over, and these have won."""

    winners: tuple[int, ...]


Want = Said | Silence | Scores | Turn | Lamp | Over
"""What an expectation asks for."""


class Step(NamedTuple):
    """A line that does something: its number, its words without the prefix, and when it begins."""

    line: int
    text: str
    begins: After | At
    deed: Deed


class Expectation(NamedTuple):
    """A line that checks something: its number and its words behind `expect`."""

    line: int
    text: str
    want: Want


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One file, read and found right."""

    file: str
    setting: Setting
    lines: tuple[Step | Expectation, ...]

    @property
    def cuts(self) -> bool:
        """Whether the plug is pulled in it: then the box keeps a journal."""
        return any(isinstance(line, Step) and isinstance(line.deed, Power) for line in self.lines)
