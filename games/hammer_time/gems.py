"""Gems by colour, as strings of one letter for each gem: `yrrbk` is a yellow, two red, a blue and a black one.

Law: a heap of gems has one writing, its letters in the order of COLOURS; `heap` brings any string into it.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

COLOURS: Final = {"y": "yellow", "r": "red", "b": "blue", "g": "green", "k": "black", "w": "white"}
"""Letter and name of each colour, in the order of the colour keys; white is the rulebook's "clear"."""

STOCK: Final = {"y": 16, "r": 16, "b": 16, "g": 16, "k": 16, "w": 10}
"""The gems in the game's box (4.1), 90 together."""

BLACK: Final = "k"
"""Rubble: it counts for tasks and belongs in no wagon."""

WHITE: Final = "w"
"""A joker: it may lie on a space of any colour, and be moved to another."""

SPACES: Final = "yrbg"
"""The colours a wagon's spaces have: never black, never white."""

_ORDER: Final = {letter: place for place, letter in enumerate(COLOURS)}


def heap(gems: str) -> str:
    """These gems in the one writing of a heap.

    Raises:
        ValueError: A letter is no colour.
    """
    try:
        return "".join(sorted(gems, key=_ORDER.__getitem__))
    except KeyError as unknown:
        raise ValueError(f"no gem has the colour {unknown}; there are {', '.join(COLOURS)}") from None


def names(gems: str) -> tuple[str, ...]:
    """The colours' names, a name for each letter."""
    return tuple(COLOURS[letter] for letter in gems)


@lru_cache(maxsize=128)
def heaps(gems: int) -> dict[str, None]:
    """Every heap of so many gems, in order, for listing and for looking up; 1287 where there are eight."""
    return dict.fromkeys("".join(heap) for heap in combinations_with_replacement(COLOURS, gems))
