"""Dragon Battle played by bots."""

from types import MappingProxyType

from games.bots.dragon_battle.players import Bold, Cautious, Player, Random
from games.bots.dragon_battle.world import play
from games.bots.playing import Bots
from games.dragon_battle.rules import PLAYERS

BOTS: Bots[Player] = Bots(
    game="dragon_battle",
    title="Dragon Battle",
    players=PLAYERS,
    scored="points",
    turn="turn",
    strategies=MappingProxyType({"random": Random, "cautious": Cautious, "bold": Bold}),
    play=play,
)
"""Dragon Battle, as games/bots/catalog.py lists it."""
