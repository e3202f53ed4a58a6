"""What a play says, once read: the world it is set in, and its steps and expectations in order.

Laws: a play is frozen; every line knows its number and its own words, so that whatever goes wrong later can name it;
a deed that the hands cannot do, or a word nobody knows, never gets this far (see `reading`).
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from firmware.setting import Setting
from games.table import Place, Slot
from hardware.sim.failures import Ailment, Failure
from hardware.sim.hands import Strength

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


class Push(NamedTuple):
    """Push a key into the slot within so many seconds; `half` stops where the red mark still shows."""

    slot: Slot
    seconds: float = 0.4
    half: bool = False


class Shove(NamedTuple):
    """Push the key that stands at *entered* as far as it goes."""

    slot: Slot


class Lift(NamedTuple):
    """Pull the key out; it stays in the hand."""

    slot: Slot


class Touch(NamedTuple):
    """With the key-slot board off: press one contact of the slot, and let it go."""

    slot: Slot
    contact: Literal["entry", "full"]


class Take(NamedTuple):
    """So many gems out, one after another; of these colours, where the play names them."""

    place: Place
    gems: int
    colours: tuple[str, ...] = ()


class Put(NamedTuple):
    """So many gems in, one after another; of these colours, where the play names them."""

    place: Place
    gems: int
    colours: tuple[str, ...] = ()


class Swap(NamedTuple):
    """So many gems out and back in at once: a bump."""

    place: Place
    gems: int


class Lean(NamedTuple):
    """An arm rests on a scale, beside whatever comes next."""

    place: Place
    grams: float
    seconds: float


class Blow(NamedTuple):
    """A hammer blow; so many gems fall off the box, of these colours, where the play names them."""

    strength: Strength = "firm"
    gems: int = 0
    colours: tuple[str, ...] = ()


class TurnBox(NamedTuple):
    """The box is turned on its scale without a blow; so many gems fall off it, of these colours, where named."""

    gems: int = 0
    colours: tuple[str, ...] = ()


class Enter(NamedTuple):
    """The colour keys that mean these colours now, pressed one after the other."""

    colours: tuple[str, ...]


class Column(NamedTuple):
    """The silver column leaves its place, or comes back."""

    up: bool


class Show(NamedTuple):
    """A gem or a die of this colour is held into the gem gate."""

    colour: str


class Press(NamedTuple):
    """Keys of the panel pressed together."""

    keys: tuple[str, ...]


class Hold(NamedTuple):
    """Keys of the panel held together."""

    keys: tuple[str, ...]
    seconds: float


class Unplug(NamedTuple):
    """A part goes dead."""

    part: str


class Plug(NamedTuple):
    """A dead part comes back."""

    part: str


class Reset(NamedTuple):
    """A part browns out: back at once, with nothing in its registers."""

    part: str


class Noise(NamedTuple):
    """Bus errors on a fifth of a part's transfers, on or off."""

    part: str
    on: bool


class Fail(NamedTuple):
    """A chip or a line fails while it is powered, or (None) is as it was."""

    what: str
    kind: Failure | None


class Ail(NamedTuple):
    """A key of the panel, or the *entry* contact of a slot, fails, or (None) is sound again."""

    contact: str | Slot
    ailment: Ailment | None


class Power(NamedTuple):
    """The plug of the whole box: out or in."""

    on: bool


class Clock(NamedTuple):
    """The wall clock jumps so many seconds: forward, or back where they are negative."""

    seconds: float


class Wait(NamedTuple):
    """Nothing happens for so many seconds."""

    seconds: float


Deed = (
    Push
    | Shove
    | Lift
    | Touch
    | Take
    | Put
    | Swap
    | Lean
    | Blow
    | TurnBox
    | Enter
    | Column
    | Show
    | Press
    | Hold
    | Unplug
    | Plug
    | Reset
    | Noise
    | Fail
    | Ail
    | Power
    | Clock
    | Wait
)
"""What the hands do in one step."""


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
