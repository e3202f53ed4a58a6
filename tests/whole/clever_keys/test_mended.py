"""Faults that whole games have found, each as the shortest game that shows it; the oracle judges these too."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.table import Slot
from tests.whole.clever_keys.match import Crowd, Match

BOARD = (3, 3, 3, 3, 3, 3, 3, 3)
"""The last slot of every section is blocked."""


@contextmanager
def tidy(gems: int = 12) -> Iterator[Match]:
    match = Match(2, Crowd(2, gems, "tidy", board=BOARD))
    try:
        yield match
    finally:
        match.close()


def test_a_key_confirmed_while_the_lost_gem_is_in_the_hand_leaves_the_gem_counted() -> None:
    with tidy() as match:
        match.push(Slot(1, 0), half=True)
        match.rest()
        match.take(1)
        match.rest()
        match.shove(Slot(1, 0))
        match.rest()
        match.press("go")
        match.rest()
        match.put(1, "corner")
        match.rest()
        assert match.turns == 1
