"""Four ways to play Clever Keys. How they weigh a risk is a model of people, not a measurement."""

from typing import Protocol

from games.bots.chance import Chance, pick
from games.bots.clever_keys.memory import Memory
from games.bots.clever_keys.view import Push, View, gain, odds, pushes, unknown
from games.clever_keys.rules import Phase, Place


class Player(Protocol):
    """Somebody at the table."""

    def choose(self, seen: View, chance: Chance, /) -> Push | None:
        """What to try; None is stop, once a key has fitted."""

    def saw(self, placed: Place, chance: Chance, /) -> None:
        """Somebody placed a key, and all have seen how it stands."""


class _Forgetful:
    """Somebody who keeps nothing in mind."""

    __slots__ = ()

    def saw(self, placed: Place, chance: Chance, /) -> None:
        """It is forgotten at once."""


class Random(_Forgetful):
    """Any allowed thing, each as likely; stop is one of them."""

    __slots__ = ()

    def choose(self, seen: View, chance: Chance, /) -> Push | None:
        """See Player."""
        ways = pushes(seen)
        if seen.phase is Phase.DECIDE:
            way = chance.randrange(len(ways) + 1)
            return ways[way] if way < len(ways) else None
        return pick(chance, ways)


class Cautious(_Forgetful):
    """The safest slot there is, and stop as soon as a key has fitted."""

    __slots__ = ()

    def choose(self, seen: View, chance: Chance, /) -> Push | None:
        """See Player."""
        if seen.phase is Phase.DECIDE:
            return None
        ways = pushes(seen)
        safest = max(odds(seen, push, unknown) for push in ways)
        return pick(chance, [push for push in ways if odds(seen, push, unknown) == safest])


class Bold(_Forgetful):
    """Where most gems are to be had, and always on: by what lies open no slot is ever likelier red than not."""

    __slots__ = ()

    def choose(self, seen: View, chance: Chance, /) -> Push | None:
        """See Player."""
        ways = pushes(seen)
        most = max(gain(seen, push) for push in ways)
        return pick(chance, [push for push in ways if gain(seen, push) == most])


class Remembering:
    """Where most gems are to be expected by what is remembered, and on while more are to be won than lost."""

    __slots__ = ("_memory",)

    def __init__(self) -> None:
        self._memory = Memory()

    def choose(self, seen: View, chance: Chance, /) -> Push | None:
        """See Player."""
        worth = {push: odds(seen, push, self._memory.suspects) * gain(seen, push) for push in pushes(seen)}
        best = max(worth.values())
        push = pick(chance, [push for push, expected in worth.items() if expected == best])
        risk = 1 - odds(seen, push, self._memory.suspects)
        if seen.phase is Phase.DECIDE and best <= risk * seen.total:
            return None
        return push

    def saw(self, placed: Place, chance: Chance, /) -> None:
        """See Player."""
        self._memory.keep(placed, chance)
