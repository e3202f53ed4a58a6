"""Clever Keys played by bots."""

from types import MappingProxyType

from games.bots.clever_keys.players import Bold, Cautious, Player, Random, Remembering
from games.bots.clever_keys.world import play
from games.bots.playing import Bots
from games.clever_keys.rules import PLAYERS

BOTS: Bots[Player] = Bots(
    game="clever_keys",
    title="Clever Keys",
    players=PLAYERS,
    scored="gems",
    turn="turn",
    strategies=MappingProxyType({"random": Random, "cautious": Cautious, "bold": Bold, "memory": Remembering}),
    play=play,
)
"""Clever Keys, as games/bots/catalog.py lists it."""
