"""Whole games by clumsy hands on the simulated box: every ruling is compared with what is true."""

from collections.abc import Callable

import pytest

from tests.whole.joined import CI, GAMES, ci, soak

Record = Callable[[str, object], None]


@pytest.mark.games
@pytest.mark.parametrize(("game", "seed"), ci())
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
