"""The world a game begins in. Apart from plays, so that a box of metal loads none of these."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from firmware.calibration import Calibration
from games.catalog import GAMES
from games.contract import Game
from games.table import Slot

if TYPE_CHECKING:
    from firmware.owned import Owned  # most boxes have no copy file

MOST_GEMS: Final = max(game.gems for game in GAMES)
"""The gems of the game that has most: in the lobby nobody knows yet which is played."""

Hands = Literal["tidy", "clumsy"]
"""How the simulated hands move: `clumsy` ones shake, hesitate and bump."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The world before the first step: what the lines `box`, `board`, `gems`, `copy` and `game` of a play say.

    `board` holds the blocked slot of each section, in the order of the sections (None: the seed decides); `gems` lie in
    the chamber; `settings` is the game's own settings record, with the options of the `game` line. `copies` is what
    the owner has entered of what is printed on the games, by the game's name, `calibration` what the box has learned of
    its parts. `gate`: a gem gate is fitted, whatever box.toml says. Without a `game` the box boots into its lobby.
    """

    game: Game | None = None
    players: int = 0
    start: int = 0
    settings: Any = None
    seed: int = 0
    hands: Hands = "tidy"
    board: tuple[Slot, ...] | None = None
    gems: int = 52
    gate: bool = False
    copies: Mapping[str, "Owned"] = field(default_factory=dict)
    calibration: Calibration = field(default_factory=Calibration)
