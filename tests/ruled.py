"""Every game whose rules stand, in the catalogue or not yet: laws, golden files and the bench run over all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from games.catalog import GAMES
from games.contract import Rules
from games.hammer_time import rules as hammer_time


class Ruled(NamedTuple):
    """What is known of a game by its rules alone; a way to play it with other settings has a name of two parts."""

    name: str
    title: str
    players: range
    rules: Rules[Any, Any]

    @property
    def folder(self) -> str:
        """Where its rules lie in games/."""
        return self.name.partition(".")[0]


def _begun_with(settings: hammer_time.Settings) -> Callable[..., hammer_time.State]:
    def setup(players: int, start: int = 0) -> hammer_time.State:
        return hammer_time.setup(players, start, settings)

    return setup


TRACKED = hammer_time.Settings(
    wagons=hammer_time.Wagons.TRACKED, tasks=hammer_time.Tasks.BOX, variant=hammer_time.Variant.MASTER, deal=305_844
)
"""Hammer Time where the box knows most: a game of another course than the usual one."""

RULED = (
    *(Ruled(game.name, game.title, game.players, game.rules) for game in GAMES),
    Ruled(
        "hammer_time.tracked",
        "Hammer Time, master variant, wagons tracked",
        hammer_time.PLAYERS,
        replace(hammer_time.RULES, setup=_begun_with(TRACKED)),
    ),
)
