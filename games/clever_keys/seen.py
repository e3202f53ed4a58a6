"""What the referee sees of the table, and how it differs from what was last agreed.

Keys look alike: the sensors tell where keys stand, never which key it is. So a table is compared by slots alone, and a
key is known by the slot it left.
"""

from typing import NamedTuple

from games.clever_keys.rules import State
from games.facts import GemsCounted, KeyStands, Weighing
from games.table import SLOTS, SLOTS_PER_SECTION, Depth, Place, Slot


class Heap(NamedTuple):
    """The gems at one place, as the scale tells."""

    gems: int | None = None
    """None: not known (not counted yet, scale lost, something that is no gem lies there)."""
    odds: float = 1.0
    since: float = 0.0
    """When the weight came to rest, or left it."""
    stirred: float = 0.0
    """When the weight last left its rest: the moment a hand began."""
    moving: bool = False


class Seen(NamedTuple):
    """The table as the sensors last told it."""

    depths: tuple[Depth, ...] = (Depth.EMPTY,) * len(SLOTS)
    moved_at: float = 0.0
    """When a slot last changed."""
    centre: Heap = Heap()
    corner: Heap = Heap()

    def heap(self, place: Place) -> Heap:
        """The gems at a place."""
        return self.centre if place == "centre" else self.corner

    def with_heap(self, place: Place, heap: Heap) -> "Seen":
        """The same table with other gems at a place."""
        return self._replace(centre=heap) if place == "centre" else self._replace(corner=heap)

    @property
    def blind(self) -> bool:
        """A slot cannot be told: no configuration of keys is judged meanwhile."""
        return Depth.UNKNOWN in self.depths

    def depth(self, slot: Slot) -> Depth:
        """How a slot stands."""
        return self.depths[position(slot)]


def position(slot: Slot) -> int:
    """A slot's place in `games.table.SLOTS`."""
    return slot.section * SLOTS_PER_SECTION + slot.slot


def with_slot(seen: Seen, fact: KeyStands) -> Seen:
    """The table after a slot changed."""
    at = position(fact.slot)
    return seen._replace(depths=(*seen.depths[:at], fact.depth, *seen.depths[at + 1 :]), moved_at=fact.at)


def stirred(seen: Seen, fact: Weighing) -> Seen:
    """The table after the weight at a place left its rest."""
    heap = seen.heap(fact.place)
    return seen.with_heap(fact.place, heap._replace(since=fact.at, stirred=fact.at, moving=True))


def counted(seen: Seen, fact: GemsCounted) -> Seen:
    """The table after the weight at a place came to rest."""
    heap = seen.heap(fact.place)
    return seen.with_heap(fact.place, heap._replace(gems=fact.gems, odds=fact.odds, since=fact.at, moving=False))


class Difference(NamedTuple):
    """How the keys seen differ from the keys agreed; each list in the order of the slots."""

    lifted: tuple[Slot, ...] = ()
    """A key was agreed to stand here; the slot is empty."""
    placed: tuple[Slot, ...] = ()
    """A key stands here that was not agreed."""
    deeper: tuple[Slot, ...] = ()
    """Agreed red, and now in all the way."""
    raised: tuple[Slot, ...] = ()
    """Agreed to fit, and now its red mark shows."""

    @property
    def none(self) -> bool:
        """The keys stand as agreed."""
        return self == _SAME


_SAME = Difference()


def difference(game: State, seen: Seen) -> Difference:
    """Compare the keys seen with the keys agreed. Slots that cannot be told count as agreed."""
    agreed = {Slot(key.section, key.slot): key.seated for key in game.keys if key is not None}
    if not agreed and all(depth is Depth.EMPTY for depth in seen.depths):
        return _SAME
    lifted, placed, deeper, raised = [], [], [], []
    for slot, depth in zip(SLOTS, seen.depths, strict=True):
        stands = agreed.get(slot)
        if stands is None:
            if depth in (Depth.ENTERED, Depth.FULL):
                placed.append(slot)
        elif depth is Depth.EMPTY:
            lifted.append(slot)
        elif stands == "red" and depth is Depth.FULL:
            deeper.append(slot)
        elif stands == "in" and depth is Depth.ENTERED:
            raised.append(slot)
    return Difference(tuple(lifted), tuple(placed), tuple(deeper), tuple(raised))
