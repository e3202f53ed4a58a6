"""The four colour dice: what a throw can show, and which colours of it may be laid out (rules.md 2.1, 2.4).

A throw is told by how many dice show each face, so that two entries of the same dice are the same throw.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from typing import get_args

from games.announcements.dragon_battle import Colour, Dragon

DICE = 4
"""Dice in the game; a turn has as many throws at most ("Your turn consists of a maximum of 4 throws")."""

ROW: tuple[Dragon, ...] = get_args(Dragon)
"""The dragons, in the order in which the box speaks of them; on the table they lie as they like."""

FACES: tuple[Colour, ...] = get_args(Colour)
"""What a die can show. The first four are the dragons of the row."""

Dice = tuple[int, ...]
"""How many dice show each of the six faces, in the order of FACES."""

BLACK, SILVER = FACES.index("black"), FACES.index("silver")

NONE: Dice = (0,) * len(FACES)
"""No dice."""

NUMBER: dict[Colour, int] = {face: number for number, face in enumerate(FACES)}
"""Where each face stands in Dice."""

_BY_ALPHABET = tuple(sorted(FACES))


def dice_of(colours: Iterable[Colour]) -> Dice:
    """The dice that show these colours, told in any order."""
    shown = tuple(colours)
    return tuple(shown.count(face) for face in FACES)


@cache
def throws(dice: int) -> tuple[Dice, ...]:
    """Every throw of so many dice; how likely each is depends on the faces of the owner's dice."""
    return tuple(dice_of(colours) for colours in combinations_with_replacement(FACES, dice))


@cache
def without(dice: Dice, face: int) -> Dice:
    """The dice that are left when all that show this face are taken away."""
    return (*dice[:face], 0, *dice[face + 1 :])


@cache
def choices(roll: Dice, scared: tuple[Dragon, ...]) -> tuple[Colour, ...]:
    """The colours of a throw that may be laid out, by the alphabet.

    Args:
        roll: The dice thrown.
        scared: The dragons that have dice already. One is always free for silver, as there are as many dragons as dice.
    """
    return tuple(face for face in _BY_ALPHABET if roll[NUMBER[face]] and face != "black" and face not in scared)
