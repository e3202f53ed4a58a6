"""What a game costs its disk: whole games by clumsy hands in virtual time, each fact flushed to a real file."""

from typing import NamedTuple

from tests.bench.flushes import Asked, counted
from tests.whole.clever_keys.child import Child
from tests.whole.clever_keys.match import Crowd, Match

SEEDS = range(300, 304)
CROWD = Crowd(players=3, gems=20, journal=True)


class Written(NamedTuple):
    """What was asked of the disk, for so many turns and hours at the table."""

    turns: int
    hours: float
    asked: Asked


def games() -> Written:
    """Play. Raises OSError where flushes cannot be counted."""
    turns, seconds = 0, 0.0
    with counted() as asked:
        for seed in SEEDS:
            match = Match(seed, CROWD)
            try:
                Child(match).play()
                turns += match.turns
                seconds += match.box.now()
            finally:
                match.close()
    return Written(turns, seconds / 3600, asked)
