"""The readings of the rulebook that families may choose between (rules.md 3.6 and 3.8); defaults as recommended."""

from dataclasses import dataclass
from enum import Enum


class Next(Enum):
    """Who opens the next bout."""

    TAKER = "taker"
    """Whoever has the column."""
    SAME = "sameRoller"
    """Whoever opened this one."""


class End(Enum):
    """What ends the game."""

    BOUTS = "bouts"
    """So many scored bouts, or the 2-bag cards if those are gone earlier."""
    STACK = "stack"
    """The 2-bag cards alone."""


class Replaced(Enum):
    """Which open task cards make room for new ones where some are fulfilled (two players)."""

    ONE = "one"
    """The first of them, as they lie."""
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All of these matter to the rules, and to nobody else."""

    both_pays: int = 5
    """SS-A1: the bags for the column where the dice show six colours and fulfil the taker's task too."""

    both_replaces: bool = True
    """SS-A1: such a task is replaced."""

    edge_counts: bool = False
    """SS-A2: dice on the edge of the bazaar count; they are told with the valid ones then."""

    next_after_six: Next = Next.TAKER
    """SS-A9: who opens the next bout after six colours without a fulfilled task."""

    next_after_wrong: Next = Next.SAME
    """SS-A9: who opens it after a swoop without right."""

    end: End = End.BOUTS
    """SS-A12."""

    bouts: int = 10
    """SS-A12: how many bouts a game has ("How to play")."""

    two_player_replace: Replaced = Replaced.ONE
    """SS-A16."""

    announce_six: bool = False
    """Rules.md 3.7: six colours are said as soon as the dice are known. It helps the players to see them."""

    def __post_init__(self) -> None:
        if self.both_pays not in {4, 5}:
            raise ValueError(f"bothPays is {self.both_pays}; the column earns 4 or 5 bags")
        if self.bouts < 1:
            raise ValueError(f"bouts is {self.bouts}; a game needs at least 1 (the rulebook has 10)")
