"""The eight dice as they lie: which count, and what they show (rulebook, pages 5 and 6).

Colours are numbered in the order of the owner's copy, 0 to 5. How dice fall is handed in, never drawn here.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

DICE = 8
COLOURS = 6
ENOUGH = 3
"""Dice of the task's colour that fulfil it."""


class Dice(NamedTuple):
    """A throw. Made sure to be one of `every` before it is believed."""

    valid: tuple[int, ...]
    """How many dice of each colour count: on the bazaar, not on its edge (SS-A2)."""
    edge: int = 0
    """Dice on the edge of the bazaar, whatever they show."""
    off: int = 0
    """Dice beside it, whatever they show."""

    @property
    def counted(self) -> int:
        """How many dice count."""
        return sum(self.valid)

    @property
    def six(self) -> bool:
        """All six colours among the dice that count (SS-A4)."""
        return all(self.valid)

    def fulfil(self, colour: int) -> bool:
        """At least three of the colour among the dice that count."""
        return self.valid[colour] >= ENOUGH


@cache
def every(edge_counts: bool) -> tuple[Dice, ...]:
    """Every way in which eight dice can lie; where edge dice count none is told apart as lying there."""
    return tuple(
        Dice(valid, edge, DICE - sum(valid) - edge)
        for valid in _shares(DICE, COLOURS)
        for edge in range(1 if edge_counts else DICE - sum(valid) + 1)
    )


def _shares(dice: int, colours: int) -> Iterator[tuple[int, ...]]:
    """Every way to have at most so many dice in so many colours."""
    if colours == 0:
        yield ()
        return
    for count in range(dice, -1, -1):
        for others in _shares(dice - count, colours - 1):
            yield (count, *others)


@cache
def _known(edge_counts: bool) -> dict[Dice, Dice]:
    return {dice: dice for dice in every(edge_counts)}


def eight(dice: Dice, edge_counts: bool) -> Dice | None:
    """The throw itself if it accounts for eight dice; else None."""
    return _known(edge_counts).get(dice)
