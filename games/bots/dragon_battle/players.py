"""Three ways to play Dragon Battle. How much risk each likes is a model of people, not a measurement."""

from typing import Protocol

from games.bots.chance import Chance, pick
from games.bots.dragon_battle.view import THROW, Choice, View, choices, risk, stars
from games.dragon_battle.rules import Place, Stop

CAUTION = 0.05
"""The risk of a failed battle up to which a cautious player throws again."""

NERVE = 0.5
"""The same of a bold one."""


class Player(Protocol):
    """Somebody at the table."""

    def choose(self, seen: View, chance: Chance, /) -> Choice:
        """What to do, where there is a choice."""


class Random:
    """Any allowed thing, each as likely."""

    __slots__ = ()

    def choose(self, seen: View, chance: Chance, /) -> Choice:
        """See Player."""
        return pick(chance, choices(seen))


class Cautious:
    """The best resident first, and stop as soon as the next throw is a risk at all."""

    __slots__ = ()

    def choose(self, seen: View, _chance: Chance, /) -> Choice:
        """See Player."""
        places = [choice for choice in choices(seen) if isinstance(choice, Place)]
        if places:
            return max(places, key=lambda place: (stars(seen, place), -place.dice))
        return _go_on(seen, CAUTION)


class Bold:
    """As few dice as possible on a dragon, so that more can be scared, and on while that succeeds half the time."""

    __slots__ = ()

    def choose(self, seen: View, _chance: Chance, /) -> Choice:
        """See Player."""
        places = [choice for choice in choices(seen) if isinstance(choice, Place)]
        if places:
            return max(places, key=lambda place: (-place.dice, stars(seen, place)))
        return _go_on(seen, NERVE)


def _go_on(seen: View, nerve: float) -> Choice:
    """Throw again, or be content; after a failed battle the juggler is welcome to everybody."""
    ways = choices(seen)
    if THROW in ways:
        return THROW if risk(seen) <= nerve else Stop(seen.cur)
    return ways[0]
