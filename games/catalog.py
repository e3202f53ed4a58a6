"""The games of the box: one line each, light enough for the lobby; all else of a game is loaded when it is needed."""

from functools import partial
from importlib import import_module
from typing import Any

from games.contract import Game, Parts, Referee, Variant


def _parts(name: str) -> Parts:
    parts: Parts = import_module(f"games.{name}.parts").PARTS
    return parts


def _referee(name: str) -> Referee[Any]:
    referee: Referee[Any] = import_module(f"games.{name}.referee").REFEREE
    return referee


def _game(name: str, title: str, players: range, **more: Any) -> Game:
    return Game(
        name=name, title=title, players=players, parts=partial(_parts, name), referee=partial(_referee, name), **more
    )


GAMES = (
    _game("clever_keys", "Clever Keys", range(2, 6), gems=52),
    _game(
        "hammer_time",
        "Hammer Time",
        range(2, 5),
        gems=90,
        hammered=True,
        variants=(
            Variant("base"),
            Variant("master", {"variant": "master"}),
            Variant("first", {"tasks": "off"}),
            Variant("dealt", {"tasks": "box"}),
            Variant("master_dealt", {"variant": "master", "tasks": "box"}),
            Variant("honour", {"wagons": "honour"}),
        ),
        colours=("yellow", "red", "blue", "green", "black", "white"),
    ),
    _game(
        "dragon_battle",
        "Dragon Battle",
        range(2, 5),
        gems=0,
        variants=(Variant("base"), Variant("young", {"variant": "young"}), Variant("older", {"variant": "older"})),
        colours=("yellow", "red", "blue", "purple", "black", "silver"),
    ),
    _game(
        "sultans_swoop",
        "Sultan's Swoop",
        range(2, 7),
        gems=0,
        colours=("yellow", "red", "blue", "green", "purple", "orange"),
    ),
)
"""Every game, in the order in which the lobby offers them."""


def named(name: str) -> Game:
    """The game of this name.

    Raises:
        ValueError: No game is called so; the sentence lists those there are.
    """
    for game in GAMES:
        if game.name == name:
            return game
    raise ValueError(f"no game is called {name!r}; there are {', '.join(game.name for game in GAMES)}")
