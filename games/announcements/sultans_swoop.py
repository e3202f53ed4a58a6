"""What the referee of Sultan's Swoop has to say."""

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from games.announcements.special import Special

Result = Literal["task", "six", "wrong"]
"""What the column was worth: 4 bags for the task, 5 for six colours, or nothing: it was taken without right."""


@dataclass(frozen=True, slots=True)
class BuildTower:
    """What the table needs before the first roll: a tower of these pieces, and so many cards with 2 bags."""

    pieces: tuple[str, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class OnBazaar(Special):
    """The dice were rolled; so many count. `valid` is absent while nobody has told the dice."""

    SPECIAL: ClassVar = ("valid",)

    valid: int | None = None

    @property
    def special(self) -> tuple[str, ...]:
        """Whether the dice were told."""
        return () if self.valid is None else ("valid",)


@dataclass(frozen=True, slots=True)
class SixColours:
    """All six colours show: anybody may go for the column. Said only where the family wants it."""


@dataclass(frozen=True, slots=True)
class RollVoid:
    """Dice lie on one another: the roll does not count, and all eight are rolled again."""


@dataclass(frozen=True, slots=True)
class RollAgain:
    """Nobody swooped: the same player rolls again, and no bout is counted."""

    player: int


@dataclass(frozen=True, slots=True)
class BothRoll:
    """Both of two players roll, four dice each."""


@dataclass(frozen=True, slots=True)
class Swoop:
    """The column has left its place: the sign for all others."""


@dataclass(frozen=True, slots=True)
class Has:
    """The player has this piece of the tower."""

    player: int
    piece: str


@dataclass(frozen=True, slots=True)
class CountDice:
    """Every piece is taken: now the dice on the bazaar are counted."""


@dataclass(frozen=True, slots=True)
class ShowTask:
    """The player with the column shows the task card."""

    player: int


@dataclass(frozen=True, slots=True)
class Bout(Special):
    """A bout is scored: its number, what the column was worth, and the bags each player takes from the supply."""

    SPECIAL: ClassVar = ("|".join(get_args(Result)),)

    number: int
    result: Result
    pay: tuple[int, ...]

    @property
    def special(self) -> tuple[str, ...]:
        """What the column was worth."""
        return (self.result,)


@dataclass(frozen=True, slots=True)
class Surrender:
    """The player took the column without right and gives up a card, whichever they choose."""

    player: int


@dataclass(frozen=True, slots=True)
class Surrendered:
    """The player has given up a card of so many bags."""

    player: int
    value: int


@dataclass(frozen=True, slots=True)
class NewTask:
    """The player lays a fulfilled task aside and draws a new one."""

    player: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Between two players: the open task of this colour is laid aside, and a new one opened."""

    colour: str


@dataclass(frozen=True, slots=True)
class OpenTask:
    """Between two players: a task of this colour lies open."""

    colour: str


Announcement = (
    BuildTower
    | OnBazaar
    | SixColours
    | RollVoid
    | RollAgain
    | BothRoll
    | Swoop
    | Has
    | CountDice
    | ShowTask
    | Bout
    | Surrender
    | Surrendered
    | NewTask
    | Replace
    | OpenTask
)
