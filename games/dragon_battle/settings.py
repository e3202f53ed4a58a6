"""The readings of the rulebook that families may choose between (rules.md 2.5, 2.6, 2.8); defaults as recommended."""

from dataclasses import dataclass
from enum import Enum


class Variant(Enum):
    """Which of the rulebook's three games is played."""

    BASE = "base"
    """Most stars win."""
    YOUNG = "young"
    """For younger children: most residents win; neither stars nor jugglers count."""
    OLDER = "older"
    """For older children: residents are shown to all and then lie face down until they are freed."""


class Cocked(Enum):
    """What is thrown again where a die leans or leaves the table (DB-A12)."""

    REROLL_ONE = "rerollOne"
    """That die alone."""
    REROLL_ALL = "rerollAll"
    """The whole throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`variant`, `must_place` and `silver_joins` matter to the rules, `cocked` to what a report of it says."""

    variant: Variant = Variant.BASE
    """The rulebook's game, or one of its two variants."""

    must_place: bool = True
    """DB-A1: a colour that can be laid out must be, one in every throw; otherwise a player may throw on or stop."""

    silver_joins: bool = False
    """DB-A2: silver dice may also join those of a colour on that colour's dragon, as one colour laid out."""

    cocked: Cocked = Cocked.REROLL_ONE
    """DB-A12, judged by people: what is thrown again."""
