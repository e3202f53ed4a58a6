"""What the referee of Hammer Time has to say. Colours are given by name, tasks and techniques by kind."""

from dataclasses import dataclass
from typing import ClassVar

from games.announcements.special import Special


@dataclass(frozen=True, slots=True)
class Knocked:
    """A knock; said only together with the fall it explains."""


@dataclass(frozen=True, slots=True)
class NothingFell:
    """A knock, and every gem stayed on the box: knock again."""


@dataclass(frozen=True, slots=True)
class Fell:
    """So many gems have fallen off the box."""

    gems: int


@dataclass(frozen=True, slots=True)
class TurnedFall:
    """So many gems fell while the box was turned, before the knock: the turn is over."""

    gems: int


@dataclass(frozen=True, slots=True)
class Dragon:
    """So many gems at once have woken the dragon: all go back, and the turn is over."""

    gems: int


@dataclass(frozen=True, slots=True)
class GemsBack:
    """The gems that belong on the box lie there again."""


@dataclass(frozen=True, slots=True)
class TaskOpen(Special):
    """This kind of task card lies open on its stack now."""

    SPECIAL: ClassVar = ("even|odd|1-3|6-8|2black",)

    kind: str

    @property
    def special(self) -> tuple[str, ...]:
        """The kind of the card."""
        return (self.kind,)


@dataclass(frozen=True, slots=True)
class TaskDone:
    """The gems that fell fulfil the task: the player takes the card."""

    player: int
    kind: str


@dataclass(frozen=True, slots=True)
class TaskMissed:
    """The gems that fell do not fulfil the task."""

    kind: str


@dataclass(frozen=True, slots=True)
class Sorted:
    """The colours of the gems that fell were told."""

    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetTaken:
    """The player has the set of wagon cards of this colour."""

    player: int
    colour: str


@dataclass(frozen=True, slots=True)
class WagonOpen:
    """The player's top wagon has spaces of these colours."""

    player: int
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A gem lies in the wagon; so many of its spaces are filled now."""

    colour: str
    filled: int
    spaces: int


@dataclass(frozen=True, slots=True)
class Shifted:
    """A gem of this colour moved to another space of its wagon."""

    colour: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The wagon is not full: so many spaces are free, and gems of these colours could fill them."""

    spaces: int
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsFill:
    """So many of the player's task cards would fill the wagon: are they used?"""

    player: int
    cards: int


@dataclass(frozen=True, slots=True)
class CardsUsed:
    """So many task cards go under their stack."""

    player: int
    cards: int


@dataclass(frozen=True, slots=True)
class WagonFull:
    """The wagon is full, its gems go back on the box; so many wagons has the player filled."""

    player: int
    wagons: int


@dataclass(frozen=True, slots=True)
class Technique(Special):
    """How the player has to knock in this turn."""

    SPECIAL: ClassVar = ("handle|fist|thumbOff|weakerHand|headOnTable|eyesClosed",)

    kind: str

    @property
    def special(self) -> tuple[str, ...]:
        """The technique."""
        return (self.kind,)


@dataclass(frozen=True, slots=True)
class LastRound:
    """Somebody has filled the last wagon: this round is played to its end."""


Announcement = (
    Knocked
    | NothingFell
    | Fell
    | TurnedFall
    | Dragon
    | GemsBack
    | TaskOpen
    | TaskDone
    | TaskMissed
    | Sorted
    | SetTaken
    | WagonOpen
    | Placed
    | Shifted
    | Missing
    | CardsFill
    | CardsUsed
    | WagonFull
    | Technique
    | LastRound
)
