"""How keys moved, from how their slots stood: a push tells two contacts, a lift too, and a brushed key none."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from games.table import Depth, Slot

SLIP: Final = 0.35
"""A key that stands otherwise for less is not moved: it was brushed, tilted or half drawn. A lift is as fast."""

PUSH: Final = 0.66
"""Seconds from *entered* to *full* that are one push of a play; more are two, of which the first ends half way."""


class Stay(NamedTuple):
    """How a slot stands since a moment."""

    depth: Depth
    since: float


class Move(NamedTuple):
    """A key moved: the verb, when its first contact moved, and seconds from there to the last."""

    at: float
    slot: Slot
    verb: Literal["push", "half", "shove", "lift"]
    lasts: float = 0.0


def without_slips(stays: Iterable[Stay]) -> list[Stay]:
    """How a slot stood for longer than a moment, and how a key stood on its way in; the shortest stays go first."""
    kept: list[Stay] = []
    for stay in stays:
        if not kept or kept[-1].depth is not stay.depth:
            kept.append(stay)
    while slips := [
        (after.since - stay.since, number)
        for number, (before, stay, after) in enumerate(zip(kept, kept[1:], kept[2:], strict=False), start=1)
        if after.since - stay.since < SLIP and _is_slip(before.depth, stay.depth, after.depth)
    ]:
        _, number = min(slips)
        same = kept[number - 1].depth is kept[number + 1].depth
        del kept[number : number + 2 if same else number + 1]
    return kept


def _is_slip(before: Depth, depth: Depth, after: Depth) -> bool:
    """A brushed slot, a tilted key, and a key on its way out; one that came home did so, though it was tilted then."""
    return depth is not Depth.FULL and (before is after or (before, after) == (Depth.FULL, Depth.EMPTY))


def moves_of(slot: Slot, stays: list[Stay]) -> Iterator[Move]:
    """The movements of keys that lead from each stay to the next."""
    pushed = False  # a push that ends at *full* was told already
    for number, (before, after) in enumerate(pairwise(stays)):
        behind = stays[number + 2] if number + 2 < len(stays) else None
        match before.depth, after.depth:
            case Depth.EMPTY, Depth.ENTERED:
                pushed = behind is not None and behind.depth is Depth.FULL and behind.since - after.since <= PUSH
                lasts = behind.since - after.since if behind is not None and pushed else 0.0
                yield Move(after.since, slot, "push" if pushed else "half", lasts)
            case Depth.ENTERED, Depth.FULL:
                if not pushed:
                    yield Move(after.since, slot, "shove")
                pushed = False
            case Depth.EMPTY, Depth.FULL:
                yield Move(after.since, slot, "push")
            case _, Depth.EMPTY:
                yield Move(after.since, slot, "lift")
            case _:  # drawn up a little, for which plays have no word
                yield Move(after.since - SLIP, slot, "lift")
                yield Move(after.since + SLIP, slot, "half")
