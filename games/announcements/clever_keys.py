"""What the referee of Clever Keys has to say."""

from dataclasses import dataclass, field

from games.announcements.shared import REMEMBERED
from games.table import Slot


@dataclass(frozen=True, slots=True)
class Fits:
    """The key went in all the way. `gained` for this placement, `total` for the turn."""

    player: int
    slot: Slot = field(metadata=REMEMBERED)
    gained: int
    total: int


@dataclass(frozen=True, slots=True)
class Red:
    """The red mark shows; the section is locked and the turn's reward lost."""

    player: int
    slot: Slot = field(metadata=REMEMBERED)


@dataclass(frozen=True, slots=True)
class Take:
    """The player takes so many gems out of the chamber."""

    player: int
    gems: int


@dataclass(frozen=True, slots=True)
class Took:
    """The reward was taken; so many gems are left in the chamber."""

    player: int
    gems: int
    left: int


@dataclass(frozen=True, slots=True)
class Discard:
    """One gem out of the chamber, into the open corner."""

    player: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """The lost gem lies in the corner; so many are left in the chamber."""

    player: int
    left: int


Announcement = Fits | Red | Take | Took | Discard | Discarded
