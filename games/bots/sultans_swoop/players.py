"""Three ways to play Sultan's Swoop. How long each looks and what it dares is a model, not a measurement."""

from typing import Protocol

from games.bots.chance import Chance, pick
from games.bots.sultans_swoop.view import Seen, View, surely
from games.sultans_swoop.dice import DICE
from games.sultans_swoop.gold import held
from games.sultans_swoop.rules import turn
from games.sultans_swoop.tower import BAGS

GLANCE = 4
"""Dice that a bold player looks at before it decides."""

NERVE = 0.5
"""How likely a swoop must be rightful for a bold player."""


class Player(Protocol):
    """Somebody at the table."""

    def looks(self, chance: Chance, /) -> int:
        """How many of the eight dice to look at, 0 to 8: each takes its time."""

    def swoops(self, known: View, seen: Seen, looked: int, chance: Chance, /) -> bool:
        """Whether to go for the column."""

    def snatches(self, known: View, chance: Chance, /) -> str:
        """The piece to go for once somebody has the column; one of `known.left`."""

    def surrenders(self, known: View, chance: Chance, /) -> int:
        """The card to give up after a swoop without right, by its bags."""


class Random:
    """Any allowed thing, each as likely."""

    __slots__ = ()

    def looks(self, chance: Chance, /) -> int:
        """See Player."""
        return chance.randrange(DICE + 1)

    def swoops(self, _known: View, _seen: Seen, _looked: int, chance: Chance, /) -> bool:
        """See Player."""
        return chance.random() < 1 / 2

    def snatches(self, known: View, chance: Chance, /) -> str:
        """See Player."""
        return pick(chance, known.left)

    def surrenders(self, known: View, chance: Chance, /) -> int:
        """See Player."""
        return pick(chance, held(known.cards[turn(known)]))


class _Sensible:
    """What the cautious and the bold agree on: most bags first, and the smallest card goes."""

    __slots__ = ()

    def snatches(self, known: View, _chance: Chance, /) -> str:
        """See Player."""
        return max(known.left, key=BAGS.__getitem__)

    def surrenders(self, known: View, _chance: Chance, /) -> int:
        """See Player."""
        return min(held(known.cards[turn(known)]))


class Cautious(_Sensible):
    """Counts all dice, and swoops only by right."""

    __slots__ = ()

    def looks(self, _chance: Chance, /) -> int:
        """See Player."""
        return DICE

    def swoops(self, known: View, seen: Seen, looked: int, _chance: Chance, /) -> bool:
        """See Player."""
        return surely(known, seen, looked) == 1


class Bold(_Sensible):
    """Looks at half the dice, and swoops where it will rather be right than wrong: early, and sometimes wrongly."""

    __slots__ = ()

    def looks(self, _chance: Chance, /) -> int:
        """See Player."""
        return GLANCE

    def swoops(self, known: View, seen: Seen, looked: int, _chance: Chance, /) -> bool:
        """See Player."""
        return surely(known, seen, looked) >= NERVE
