"""Whole games by clumsy hands on the simulated box: every ruling is compared with what is true."""

from collections.abc import Callable

import pytest

from tests.whole.evening import WrongRuling
from tests.whole.joined import CI, GAMES, KNOWN, ci, soak

Record = Callable[[str, object], None]


@pytest.mark.games
@pytest.mark.parametrize(
    ("game", "seed"),
    [
        pytest.param(*each, marks=pytest.mark.xfail(raises=WrongRuling, strict=True, reason=KNOWN[each]))
        if each in KNOWN
        else each
        for each in ci()
    ],
)
def test_every_ruling_is_true(game: str, seed: int, record_property: Record) -> None:
    record_property("whole game", (game, *GAMES[game].play(seed)))


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seed"), soak())
def test_every_ruling_of_a_thousand_games_is_true(game: str, seed: int, record_property: Record) -> None:
    record_property("whole game", (game, *GAMES[game].play(seed)))


def test_ci_plays_a_hundred_games_and_some_of_each() -> None:
    played = ci()
    assert len(played) == len(set(played)) == CI
    assert {name for name, _ in played} == set(GAMES)
