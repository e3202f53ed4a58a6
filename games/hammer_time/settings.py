"""The readings and variants a family may choose between (rules.md 4.6, 4.7, 4.9), and what chance has dealt."""

from dataclasses import dataclass, field, replace
from enum import Enum
from math import factorial
from typing import Final

from games.hammer_time.copy import CARDS, LENGTHS, SETS
from games.hammer_time.gems import STOCK

FEWEST: Final = SETS * (LENGTHS[-1] - 1) + 1
"""With fewer gems all of them could lie in wagons that nobody can fill."""

BUSTS: Final = range(2, 13)
"""How many gems may be made to wake the dragon: a hand can tell the colours of one less."""


DEALS: Final = factorial(CARDS)
"""The orders in which the task cards can lie."""


class Variant(Enum):
    """Which rules are played."""

    BASE = "base"
    MASTER = "master"
    """A die tells before the first knock of a turn how to knock (4.6)."""


class Wagons(Enum):
    """Who knows what is in the wagons."""

    ENTERED = "asEntered"
    """The box, once the owner has entered the cards of this copy; until then the players."""
    TRACKED = "tracked"
    """The box: colours are told, and it rules on every gem."""
    HONOUR = "honour"
    """The players: the box rules on knocks, falls, tasks and rounds, and is told of a full wagon."""


class Tasks(Enum):
    """Where task cards come from."""

    CARDS = "cards"
    """The real stack: what a newly opened card asks for is told."""
    BOX = "box"
    """The box deals them, in the order of `deal`."""
    OFF = "off"
    """Phase 3 is skipped, as the rulebook advises for the first games."""


class TouchFall(Enum):
    """What gems knocked off by hand or from above mean (HT-A8)."""

    END_TURN = "endTurn"
    """The same as gems that fell while turning."""
    UNDO = "undo"
    """They are put back, and the player knocks again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`settle_seconds` and `touch_fall` matter to the referee, all others to the rules."""

    variant: Variant = Variant.BASE
    wagons: Wagons = field(
        default=Wagons.ENTERED,
        metadata={"entered": lambda settings, entered: settings.as_entered(entered="wagons" in entered).wagons},
    )
    tasks: Tasks = Tasks.CARDS

    use_tasks: bool = True
    """Off is the same as tasks=off."""

    turn_between_knocks: bool = True
    """HT-A3: the box may be turned before any knock; otherwise only before the first of a turn."""

    bust: int = 9
    """So many gems wake the dragon."""

    gems: int = sum(STOCK.values())
    """Gems on the box at the start."""

    settle_seconds: int = 2
    """HT-A5, judged by the referee: what has fallen when the scale has rested for so long counts."""

    touch_fall: TouchFall = TouchFall.END_TURN
    """HT-A8, judged by the referee."""

    deal: int = field(default=0, metadata={"drawn": lambda settings: DEALS if settings.tasks is Tasks.BOX else 0})
    """The order of the task cards where the box deals them, 1 to 362880: drawn where the game begins.

    0 is as the copy lists them.
    """

    def __post_init__(self) -> None:
        if self.bust not in BUSTS:
            raise ValueError(f"bust is {self.bust}; it can be {BUSTS[0]} to {BUSTS[-1]} (the rulebook says 9)")
        if self.gems < FEWEST:
            raise ValueError(f"gems is {self.gems}; the game needs at least {FEWEST} (the box comes with 90)")
        if self.settle_seconds < 0:
            raise ValueError(f"settleSeconds is {self.settle_seconds}; it must be at least 0")
        if self.deal not in range(DEALS + 1):
            raise ValueError(f"deal is {self.deal}; it can be 0 to {DEALS}")

    @property
    def with_tasks(self) -> bool:
        """Whether phase 3 is played."""
        return self.use_tasks and self.tasks is not Tasks.OFF

    def as_entered(self, *, entered: bool) -> "Settings":
        """These settings where it is known whether the wagon cards are: tracked or on the players' honour."""
        if self.wagons is not Wagons.ENTERED:
            return self
        return replace(self, wagons=Wagons.TRACKED if entered else Wagons.HONOUR)
