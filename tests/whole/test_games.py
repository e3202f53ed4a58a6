"""Whole games of Clever Keys by clumsy hands on the simulated box: every ruling is compared with what is true."""

from collections.abc import Callable

import pytest

from tests.whole.child import Child
from tests.whole.crowds import crowd
from tests.whole.match import Match

CI = range(100)
SOAK = range(1000, 2000)


@pytest.mark.games
@pytest.mark.parametrize("seed", CI)
def test_every_ruling_is_true(seed: int, record_property: Callable[[str, object], None]) -> None:
    _play(seed, record_property)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK)
def test_every_ruling_of_a_thousand_games_is_true(seed: int, record_property: Callable[[str, object], None]) -> None:
    _play(seed, record_property)


def _play(seed: int, record_property: Callable[[str, object], None]) -> None:
    match = Match(seed, crowd(seed))
    try:
        Child(match).play()
        match.check_end()
    finally:
        record_property("whole game", (match.turns, match.questions.total(), match.deeds.total()))
        match.close()
