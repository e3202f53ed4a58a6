"""Faults that whole games have found, each as the shortest game that shows it; the oracle judges these too."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.whole.sultans_swoop.match import Crowd, Match


@contextmanager
def tidy(players: int = 3) -> Iterator[Match]:
    match = Match(0, Crowd(players, hands="tidy"))
    try:
        yield match
    finally:
        match.close()


def test_a_back_pressed_twice_closes_the_list_and_takes_nothing_back() -> None:
    with tidy() as match:
        match.column(up=True)
        match.rest()
        match.press("p1")
        match.rest()
        match.hold("back", 1.5)
        match.rest()
        match.press_twice("back", 0.3)
        match.rest()
        assert match.oracle.now.taker == 0


def test_a_back_pressed_twice_stays_in_the_game_and_takes_nothing_back() -> None:
    with tidy() as match:
        match.press("go")
        match.rest()
        match.column(up=True)
        match.rest()
        match.hold("back", 3.2)
        match.rest()
        match.press_twice("back", 0.3)
        match.rest()
        assert match.oracle.now.phase == "grab"


def test_turning_the_pages_of_the_list_is_no_asking_for_the_column() -> None:
    with tidy() as match:
        match.column(up=True)
        match.rest()
        match.press("go")
        match.rest()
        match.hold("back", 1.5)
        match.press("go")
        match.press("go")
        match.press("back")
        match.rest()
        match.press("go")
        match.rest()
        assert not match.oracle.overruled
