"""Three ways to play Hammer Time. How hard each knocks is a model, not a measurement."""

from typing import Protocol

from games.bots.chance import Chance, pick
from games.bots.hammer_time.view import View, filling
from games.hammer_time.choices import legal
from games.hammer_time.rules import Move, Phase, Return, Shift

SOFT = 2.0
"""Gems that a cautious blow brings down on average."""

HARD = 5.0
"""The same of a bold one."""

RANDOM = (2.0, 7.0)
"""Between these a random blow lies."""


class Player(Protocol):
    """Somebody at the table."""

    def knocks(self, seen: View, chance: Chance, /) -> float:
        """How hard: the gems that such a blow brings down on average."""

    def chooses(self, seen: View, chance: Chance, /) -> Move:
        """What to do with gems that fell, and with task cards."""


class Random:
    """Any allowed thing, each as likely; but it leaves gems in a wagon where they lie, since moving them has no end."""

    __slots__ = ()

    def knocks(self, _seen: View, chance: Chance, /) -> float:
        """See Player."""
        softest, hardest = RANDOM
        return softest + (hardest - softest) * chance.random()

    def chooses(self, seen: View, chance: Chance, /) -> Move:
        """See Player."""
        moves = legal(seen)
        while isinstance(move := pick(chance, moves), Shift):  # another try leaves all others as likely
            pass
        return move


class _Filling:
    """What the cautious and the bold agree on: all that fits goes in, and cards are used where they fill the wagon."""

    __slots__ = ()

    def chooses(self, seen: View, _chance: Chance, /) -> Move:
        """See Player."""
        if seen.phase is Phase.FILL:
            return filling(seen) or Return(seen.cur, len(seen.fallen))
        return legal(seen)[-1]


class Cautious(_Filling):
    """Knocks softly: few gems, and the dragon sleeps."""

    __slots__ = ()

    def knocks(self, _seen: View, _chance: Chance, /) -> float:
        """See Player."""
        return SOFT


class Bold(_Filling):
    """Knocks hard: more gems to choose from, and sometimes nine."""

    __slots__ = ()

    def knocks(self, _seen: View, _chance: Chance, /) -> float:
        """See Player."""
        return HARD
