"""What a player of Sultan's Swoop knows: the table, its own task, and those dice it has looked at so far.

Laws: a view is a position without dice, without the draw pile, and without anybody else's task (between two players the
tasks lie open). Of the dice a player knows what it looked at.
"""

from functools import cache
from math import comb
from typing import Final, NewType

from games.sultans_swoop.dice import COLOURS, DICE, ENOUGH
from games.sultans_swoop.rules import State

View = NewType("View", State)
"""A position with the tasks that this player knows, and no dice."""

Seen = tuple[int, ...]
"""How many of the dice looked at show each colour."""

_SIX: Final = 1 / COLOURS


def view(state: State, player: int) -> View:
    """What this player knows."""
    tasks = state.tasks
    if state.players > 2:
        tasks = tuple([task if holder == player else None for holder, task in enumerate(tasks)])
    return View(state._replace(dice=None, deck=(), tasks=tasks))


def surely(known: View, seen: Seen, looked: int) -> float:
    """How likely a swoop is rightful, given the dice looked at: 1 if it is certain.

    Six colours count once all are seen; of those tasks that are known the most likely one counts.

    Args:
        known: What the player knows.
        seen: The colours of valid dice among those looked at.
        looked: How many dice the player has looked at; each other one is taken to show any colour as likely.
    """
    if all(seen):
        return 1.0
    return max(_enough(ENOUGH - seen[task], DICE - looked) for task in known.tasks if task is not None)


@cache
def _enough(needed: int, dice: int) -> float:
    """How likely at least so many of these dice show one colour."""
    return sum(comb(dice, hits) * _SIX**hits * (1 - _SIX) ** (dice - hits) for hits in range(max(needed, 0), dice + 1))
