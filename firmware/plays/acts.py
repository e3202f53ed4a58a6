"""What the hands of a play do, and what befalls the box in it: one record a verb, the fields what stands behind it."""

from typing import Literal, NamedTuple

from games.table import Place, Slot
from hardware.sim.failures import Ailment, Failure
from hardware.sim.hands import Strength


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
