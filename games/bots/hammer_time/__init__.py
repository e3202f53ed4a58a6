"""Hammer Time played by bots."""

from types import MappingProxyType

from games.bots.hammer_time.players import Bold, Cautious, Player, Random
from games.bots.hammer_time.world import play
from games.bots.playing import Bots
from games.hammer_time.rules import PLAYERS

BOTS: Bots[Player] = Bots(
    game="hammer_time",
    title="Hammer Time",
    players=PLAYERS,
    scored="wagons",
    turn="turn",
    strategies=MappingProxyType({"random": Random, "cautious": Cautious, "bold": Bold}),
    play=play,
)
"""Hammer Time, as games/bots/catalog.py lists it."""
