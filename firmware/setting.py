"""The world a game begins in. Apart from plays, so that a box of metal loads none of these."""

from dataclasses import dataclass
from typing import Any, Literal

from games.contract import Game
from games.table import Slot

Hands = Literal["tidy", "clumsy"]
"""How the simulated hands move: `clumsy` ones shake, hesitate and bump."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The world before the first step: what the lines `box`, `board`, `gems` and `game` of a play say.

    `board` holds the blocked slot of each section, in the order of the sections (None: the seed decides); `gems` lie in
    the chamber; `settings` is the game's own settings record, with the options of the `game` line.
    """

    game: Game
    players: int
    start: int
    settings: Any
    seed: int = 0
    hands: Hands = "tidy"
    board: tuple[Slot, ...] | None = None
    gems: int = 52
