"""Sultan's Swoop played by bots."""

from types import MappingProxyType

from games.bots.playing import Bots
from games.bots.sultans_swoop.players import Bold, Cautious, Player, Random
from games.bots.sultans_swoop.world import play
from games.sultans_swoop.rules import PLAYERS

BOTS: Bots[Player] = Bots(
    game="sultans_swoop",
    title="Sultan's Swoop",
    players=PLAYERS,
    scored="bags",
    turn="bout",
    strategies=MappingProxyType({"random": Random, "cautious": Cautious, "bold": Bold}),
    play=play,
)
"""Sultan's Swoop, as games/bots/catalog.py lists it."""
