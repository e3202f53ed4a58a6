"""The tower of rare objects: what each piece is worth, and who may snatch what (rulebook, pages 6, 7 and 8).

A tower is a tuple of its pieces' names in the order of the owner's copy. The column comes first in every bout: reaching
for it is the sign for the others.
"""

from functools import cache

COLUMN = "column"

BAGS = {"lantern": 2, "chest": 2, "carpet": 1, "cushion": 1, "ruby": 1, "ruby2": 1}
"""Bags of gold for each piece save the column, whose worth the dice decide ("How are the bags distributed?")."""

PIECES = (COLUMN, *BAGS)
"""Every piece in the box."""

MOST = 2
"""Pieces a player may have in one bout ("insgesamt max. 2 Teile")."""

Tower = tuple[str, ...]
"""Pieces, by name."""


@cache
def twos(tower: Tower) -> int:
    """How many of the pieces are worth a 2-bag card."""
    return sum(BAGS.get(piece) == 2 for piece in tower)


def may_grab(got: tuple[Tower, ...], taker: int) -> tuple[int, ...]:
    """Who may snatch another piece, once the taker has the column.

    Nobody may have more than two; between two players the taker may have a second one too, else the column is all.
    """
    alone = len(got) == 2
    return tuple(player for player, pieces in enumerate(got) if len(pieces) < MOST and (alone or player != taker))


def most_in_a_bout(players: int) -> int:
    """Pieces so many players can take in a bout: a larger tower could never be emptied."""
    return MOST * players if players == 2 else 1 + MOST * (players - 1)
