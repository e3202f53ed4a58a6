"""Every game whose rules stand, in the catalogue or not yet: laws, golden files and the bench run over all."""

from typing import Any, NamedTuple

from games.catalog import GAMES
from games.contract import Rules


class Ruled(NamedTuple):
    """What is known of a game by its rules alone."""

    name: str
    title: str
    players: range
    rules: Rules[Any, Any]


RULED = tuple(Ruled(game.name, game.title, game.players, game.rules) for game in GAMES)
