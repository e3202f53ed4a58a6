"""What the scale shows of the box: how many gems lie on it, since when, and whether something moves there."""

from typing import NamedTuple

from games.facts import GemsCounted, Weighing

ARM = 10.0
"""A weight that has moved for so long is no hand: nobody can tell what lies there."""

FILLING = 60.0
"""... and so long where many gems may go back on the box."""


class Pan(NamedTuple):
    """The box on its scale."""

    gems: int | None = None
    """None: not known (not counted yet, scale lost, something that is no gem lies there)."""
    odds: float = 1.0
    since: float = 0.0
    """When the weight came to rest, or left it."""
    left: float = 0.0
    """When the weight last left its rest."""
    moving: bool = False

    @property
    def lies(self) -> int | None:
        """How many gems lie there at rest."""
        return None if self.moving else self.gems

    def rested(self, now: float, seconds: float) -> bool:
        """The weight has been still for so long."""
        return not self.moving and now >= self.since + seconds


def stirred(pan: Pan, fact: Weighing) -> Pan:
    """The weight leaves its rest."""
    return pan._replace(since=fact.at, left=fact.at, moving=True)


def counted(pan: Pan, fact: GemsCounted) -> Pan:
    """The weight came to rest. Where nobody saw it move, it has left its rest by now."""
    if not pan.moving and pan.gems == fact.gems is not None:
        return pan._replace(odds=fact.odds)
    left = pan.left if pan.moving else fact.at
    return Pan(fact.gems, fact.odds, fact.at, left)


def unweighed(at: float) -> Pan:
    """Nothing is known: the scale does not answer."""
    return Pan(None, since=at, left=at)


def awaited(at: float) -> Pan:
    """As under a hand: nothing counts before it comes to rest."""
    return Pan(None, since=at, left=at, moving=True)
