"""Faults that whole games have found, each as the shortest game that shows it; the oracle judges these too."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.whole.dragon_battle.match import Crowd, Match
from tests.whole.dragon_battle.truth import RESIDENTS, Family


@contextmanager
def tidy() -> Iterator[Match]:
    match = Match(0, Crowd(Family(2), cards=(3,) * RESIDENTS, hands="tidy", contacts="new", journal=True, gems=0))
    try:
        yield match
    finally:
        match.close()


def test_a_throw_whose_time_had_not_come_when_the_plug_was_pulled_is_entered_anew() -> None:
    with tidy() as match:
        match.press_each("k1", "k1", "k2", "k2")
        match.passes(1.0)
        match.cut(5.0)
        match.rest(2.0)
        assert (match.now.game.throws, match.now.entered) == (0, ())


def test_stars_told_before_the_throws_time_has_come_are_no_stars_lost() -> None:
    with tidy() as match:
        match.press_each("k5", "k5", "k2", "k2")
        match.passes(0.5)
        match.press("p3")
        match.rest(2.0)
        assert match.now.game.won == ((3,), ())


def test_a_go_behind_a_colour_stops_however_soon_the_throw_was_ruled_on() -> None:
    with tidy() as match:
        match.press_each("k1", "k1", "k2", "k2")
        match.passes(1.7)
        match.press("k1")
        match.passes(0.4)
        match.press("go")
        match.rest(2.0)
        assert match.now.game.need == "stars"
