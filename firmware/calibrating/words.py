"""What the box says while it is calibrated; phrases, melodies and looks stand in cues.toml beside this."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from games.announcements.shared import NotNow, SwitchingOff
from games.announcements.special import Special
from games.table import Place, Slot

CAUSES: Final = (
    *("stopped", "late", "unwritten"),
    *("silent", "rail", "loose", "chopper", "rate", "drift", "occupied"),
    *("backwards", "small", "spread", "range", "lay", "creep"),
    *("noisy", "missed", "doubled", "stuck"),
    *("expander", "contacts", "playing"),
    *("sensor", "light"),
)
"""Why it may fail: any calibration, an empty cell's, one with gems, the knock sensor's, the slots', the gate's."""


class Numbered(Special):
    """One of several that are asked for one after another: the first one with more words."""

    __slots__ = ()

    SPECIAL: ClassVar[tuple[str, ...]] = ("first|next",)

    number: int

    @property
    def special(self) -> tuple[str, ...]:
        """Whether it is the first."""
        return ("first" if self.number == 1 else "next",)


@dataclass(frozen=True, slots=True)
class WhichPart:
    """A colour key chooses what is calibrated, `back` leaves."""


@dataclass(frozen=True, slots=True)
class Calibrates(Special):
    """The calibration of a part begins, and ends within so many minutes."""

    SPECIAL: ClassVar[tuple[str, ...]] = ("centre|corner|knock|slots|gate",)

    part: str
    minutes: int

    @property
    def special(self) -> tuple[str, ...]:
        """The part."""
        return (self.part,)


@dataclass(frozen=True, slots=True)
class Empty:
    """Everything is to leave a place; `go` then."""

    place: Place


@dataclass(frozen=True, slots=True)
class Occupied:
    """Something lies there that would be taken for nothing: it is to leave, `go` then."""

    place: Place


@dataclass(frozen=True, slots=True)
class HandsOff:
    """The box weighs or listens, and wants nobody to touch it."""


@dataclass(frozen=True, slots=True)
class OneGem(Numbered):
    """One gem is to be laid into a place: the `number`-th of `of`."""

    place: Place
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class NotOne:
    """That was not one gem: it is to be taken out again."""

    place: Place


@dataclass(frozen=True, slots=True)
class AllGems:
    """All other gems are to join them, `go` then; `back` where some are missing."""

    place: Place


@dataclass(frozen=True, slots=True)
class NotAll:
    """That is the number of gems of no game: look again and `go`, or `back`."""

    place: Place


@dataclass(frozen=True, slots=True)
class TakeOut:
    """All gems are to leave a place again."""

    place: Place


@dataclass(frozen=True, slots=True)
class Strike(Special):
    """A blow of this strength is wanted: the `number`-th of `of`."""

    SPECIAL: ClassVar[tuple[str, ...]] = ("soft|firm|hard",)

    strength: str
    number: int
    of: int

    @property
    def special(self) -> tuple[str, ...]:
        """The strength."""
        return (self.strength,)


@dataclass(frozen=True, slots=True)
class BoardOff:
    """The key-slot board is to be taken off, and nothing to be touched; `go` then."""


@dataclass(frozen=True, slots=True)
class KeyIn:
    """A contact is closed before anything was pressed: a key stands there, or else it is stuck; `go` then."""

    slot: Slot
    contact: str


@dataclass(frozen=True, slots=True)
class Touch(Special):
    """A contact is to be pressed and let go."""

    SPECIAL: ClassVar[tuple[str, ...]] = ("entry|full",)

    slot: Slot
    contact: str

    @property
    def special(self) -> tuple[str, ...]:
        """Which of the slot's contacts."""
        return (self.contact,)


@dataclass(frozen=True, slots=True)
class Faulty(Special):
    """A contact of a slot is not as it should be; `seen` is the contact that moved in its place."""

    SPECIAL: ClassVar[tuple[str, ...]] = ("dead|stuck|bouncing|crossed",)

    slot: Slot
    contact: str
    fault: str
    seen: str = ""

    @property
    def special(self) -> tuple[str, ...]:
        """What is wrong with it."""
        return (self.fault,)


@dataclass(frozen=True, slots=True)
class GateEmpty:
    """Nothing is to be before the gem gate; `go` then."""


@dataclass(frozen=True, slots=True)
class Show(Numbered):
    """Something of this colour is to be shown to the gate, the `number`-th time of `of`; `back` if there is none."""

    colour: str
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A part is calibrated, and what was learned is kept."""

    part: str


@dataclass(frozen=True, slots=True)
class NotCalibrated(Special):
    """The calibration of a part failed: the likely cause."""

    SPECIAL: ClassVar[tuple[str, ...]] = ("|".join(CAUSES),)

    part: str
    cause: str

    @property
    def special(self) -> tuple[str, ...]:
        """The cause."""
        return (self.cause,)


@dataclass(frozen=True, slots=True)
class Left:
    """Calibration is over."""


Word = (
    WhichPart
    | Calibrates
    | Empty
    | Occupied
    | HandsOff
    | OneGem
    | NotOne
    | AllGems
    | NotAll
    | TakeOut
    | Strike
    | BoardOff
    | KeyIn
    | Touch
    | Faulty
    | GateEmpty
    | Show
    | Calibrated
    | NotCalibrated
    | Left
    | NotNow
    | SwitchingOff
)

SAYS: Final = Word.__args__
"""Whatever may be said."""

MEANINGS: Final = ("offer", "go", "back", "press", "meter", "wait", "good", "bad")
"""Whatever a lamp may mean."""

CUES: Final = Path(__file__).with_name("cues.toml")
