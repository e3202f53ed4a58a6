"""The catalogue: games by name, and rules that load no referee."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.catalog import GAMES, named
from games.contract import Game, Referee


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_game_is_found_by_its_name_and_brings_its_referee(game: Game) -> None:
    assert named(game.name) is game
    assert isinstance(game.referee(), Referee)


def test_every_game_with_a_copy_knows_what_no_copy_can_be() -> None:
    for game in GAMES:
        if game.copy is not None:
            assert game.check.__module__ == game.copy.__module__
            assert game.check(game.copy()) == ()


def test_no_game_is_missing_on_the_front_page() -> None:
    front = " ".join(Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8").split())
    assert [game.name for game in GAMES if game.title not in front or f"games/{game.name}/README.md" not in front] == []


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no game is called 'chess'; there are clever_keys"):
        named("chess")


def test_rules_alone_load_no_referee() -> None:
    ask = "import sys, games.catalog; print([name for name in sys.modules if name.endswith('.referee')])"
    told = subprocess.run(  # noqa: S603 - a fresh interpreter, and our own line
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[]"


def test_the_colour_keys_mean_what_the_owners_copy_says() -> None:
    swoop, dragon = named("sultans_swoop"), named("dragon_battle")
    assert swoop.copy is not None
    assert swoop.colours_of(swoop.copy(colours=tuple("abcdef"))) == tuple("abcdef")
    assert swoop.colours_of(None) == swoop.colours
    assert dragon.copy is not None
    assert dragon.colours_of(dragon.copy()) == dragon.colours
