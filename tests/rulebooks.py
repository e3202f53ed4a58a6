"""The rules as they can be played, each with settings of its own: laws, golden files and benches run over these.

A game of the catalogue stands here with its settings as recommended; variants that take another course follow it.
"""

from typing import Any, NamedTuple

from games.catalog import GAMES
from games.contract import Rules
from games.hammer_time import rules as hammer_time
from games.hammer_time.rules import ASSUMED, Tasks, Variant, Wagons


class Rulebook(NamedTuple):
    """Rules with settings, by the name under which golden files are kept."""

    name: str
    title: str
    players: range
    rules: Rules[Any, Any]
    settings: Any

    def setup(self, players: int, start: int = 0) -> Any:
        return self.rules.setup(players, start, self.settings)


DEALT = tuple(kind for kind, cards in ASSUMED.tasks for _ in range(cards))


def _hammer_time(name: str, title: str, **settings: Any) -> Rulebook:
    chosen = hammer_time.Settings(**settings)
    return Rulebook(f"hammer_time{name}", f"Hammer Time{title}", hammer_time.PLAYERS, hammer_time.RULES, chosen)


BOX = {"wagons": Wagons.TRACKED, "stacks": ASSUMED.wagons, "tasks": Tasks.BOX, "deck": DEALT}
"""The box knows all cards and their order."""

RULEBOOKS = (
    *(Rulebook(game.name, game.title, game.players, game.rules, game.rules.settings()) for game in GAMES),
    _hammer_time("", " on the players' honour"),
    _hammer_time(".told", ", cards told as they come", wagons=Wagons.TRACKED),
    _hammer_time(".box", ", cards known to the box", **BOX),
    _hammer_time(".master", ", master variant", variant=Variant.MASTER, turn_between_knocks=False, **BOX),
)
