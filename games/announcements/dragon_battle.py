"""What the referee of Dragon Battle has to say. Dragons come in the order of the row: yellow, red, blue, purple."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.announcements.special import Special

Dragon = Literal["yellow", "red", "blue", "purple"]
"""A dragon, by the colour of its tile."""

Colour = Literal["yellow", "red", "blue", "purple", "black", "silver"]
"""What a die shows."""

Ends = Literal["dice", "throws", "stop"]
"""Why a battle that did not fail has ended: no die is left, no throw is left, or the player stopped."""


@dataclass(frozen=True, slots=True)
class Rolled(Special):
    """So many dice of this throw go into the well; `choose` are the colours that may be laid out, by the alphabet."""

    SPECIAL: ClassVar = ("none|one|several", "well")

    well: int
    choose: tuple[Colour, ...]

    @property
    def special(self) -> tuple[str, ...]:
        """How much there is to choose, and whether dice went into the well."""
        choice = ("none", "one", "several")[min(len(self.choose), 2)]
        return (choice, "well") if self.well else (choice,)


@dataclass(frozen=True, slots=True)
class Scared:
    """Dice were laid on this dragon; so many dice are still free."""

    dragon: Dragon
    dice: int


@dataclass(frozen=True, slots=True)
class Battle:
    """The battle is over and won: the residents of these dragons may be taken."""

    ends: Ends
    take: tuple[Dragon, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing of the throw could be laid out: the residents stay."""

    player: int


@dataclass(frozen=True, slots=True)
class Juggler:
    """The player has taken a juggler for comfort; so many are left."""

    player: int
    left: int


@dataclass(frozen=True, slots=True)
class Freed(Special):
    """The player has taken so many residents with so many stars together; None where stars do not count."""

    SPECIAL: ClassVar = ("stars",)

    player: int
    residents: int
    stars: int | None

    @property
    def special(self) -> tuple[str, ...]:
        """Whether stars count."""
        return () if self.stars is None else ("stars",)


@dataclass(frozen=True, slots=True)
class Refill:
    """A new resident lies under each of these dragons; so many are left in the draw pile."""

    dragons: tuple[Dragon, ...]
    pile: int


Announcement = Rolled | Scared | Battle | Failed | Juggler | Freed | Refill
