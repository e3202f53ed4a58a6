"""Faults that whole games have found, each as the shortest game that shows it; the oracle judges these too."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.whole.sultans_swoop.match import Crowd, Match
from tests.whole.sultans_swoop.rulebook import Readings


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


def test_a_go_mashed_at_the_end_does_not_leave() -> None:
    match = Match(0, Crowd(3, Readings(bouts=1), hands="tidy"))
    try:
        match.column(up=True)
        match.rest()
        for key in ("p1", "p2", "p2", "p3", "k1", "go", "k1"):
            match.press(key)
        match.rest()
        match.press_twice("go", 0.3)
        match.rest()
        assert match.box.outcome() is not None
    finally:
        match.close()
