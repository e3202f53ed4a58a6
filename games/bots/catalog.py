"""The games that bots can play: one line each."""

from typing import Any

from games.bots import clever_keys, dragon_battle, hammer_time, sultans_swoop
from games.bots.playing import Bots

BOTS: tuple[Bots[Any], ...] = (clever_keys.BOTS, dragon_battle.BOTS, sultans_swoop.BOTS, hammer_time.BOTS)
"""Every game, in the order in which they are listed."""


def named(name: str) -> Bots[Any]:
    """The bots of the game of this name.

    Raises:
        ValueError: No game is called so; the sentence lists those there are.
    """
    for bots in BOTS:
        if bots.game == name:
            return bots
    raise ValueError(f"no game is called {name!r}; there are {', '.join(bots.game for bots in BOTS)}")
