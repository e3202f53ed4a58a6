"""One whole random game of each game, every move and every word."""

from random import Random

from games.announcements import words
from games.announcements.shared import Foul
from tests.ruled import Ruled

PLAYERS = 3
SEED = 305873
"""The number on the Clever Keys box; any other would do."""


def transcript(game: Ruled) -> str:
    rules, dice = game.rules, Random(SEED)
    state = rules.setup(PLAYERS)
    lines = [f"{game.title}, {PLAYERS} players, moves drawn from `legal` with seed {SEED}", f"  = {state}"]
    while rules.outcome(state) is None:
        move = dice.choice(rules.legal(state))
        state, said = rules.apply(state, move)
        assert not isinstance(said, Foul)
        lines += [f"> {move}", *(f"  < {words(announcement)}" for announcement in said), f"  = {state}"]
    return "\n".join([*lines, f"{rules.outcome(state)}", ""])
