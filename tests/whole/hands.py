"""What any crowd of children is like: one family in five is tidy, and two boxes in five are worn."""

from random import Random

from firmware.setting import Hands
from hardware.sim.contacts import Wear


def hands(dice: Random) -> Hands:
    """How hands move."""
    return "tidy" if dice.random() < 0.2 else "clumsy"


def contacts(dice: Random) -> Wear:
    """How long contacts bounce."""
    return "worn" if dice.random() < 0.4 else "new"
