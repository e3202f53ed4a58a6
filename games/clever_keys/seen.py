"""What the referee sees of the table, and how it differs from what was last agreed.

Keys look alike: the sensors tell where keys stand, never which key it is. So a table is compared by slots alone, and a
key is known by the slot it left.
"""

from operator import itemgetter
from typing import NamedTuple

from games.clever_keys.rules import State
from games.facts import GemsCounted, KeyStands, Weighing
from games.table import Depth, Place, Slot


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
    before: int | None = None
    """What lay there before that."""


class Seen(NamedTuple):
    """The table as the sensors last told it."""

    slots: tuple[tuple[Slot, Depth], ...] = ()
    """The slots that are not empty, in the order of the lamps: three keys, so these are few."""
    moved_at: float = 0.0
    """When a slot last changed."""
    centre: Heap = Heap()
    corner: Heap = Heap()
    ignored: frozenset[Slot] = frozenset()
    """Slots whose contacts the players have overruled, until they show empty: a key cannot be what closes them."""

    def heap(self, place: Place) -> Heap:
        """The gems at a place."""
        return self.centre if place == "centre" else self.corner

    def with_heap(self, place: Place, heap: Heap) -> "Seen":
        """The same table with other gems at a place."""
        return self._replace(centre=heap) if place == "centre" else self._replace(corner=heap)

    @property
    def blind(self) -> bool:
        """A slot cannot be told: no configuration of keys is judged meanwhile."""
        return bool(self.untold)

    @property
    def untold(self) -> tuple[Slot, ...]:
        """The slots that cannot be told."""
        return tuple(slot for slot, depth in self.slots if depth is Depth.UNKNOWN and slot not in self.ignored)

    def depth(self, slot: Slot) -> Depth:
        """How a slot stands."""
        for other, depth in self.slots:
            if other == slot:
                return depth
        return Depth.EMPTY


def with_slot(seen: Seen, fact: KeyStands) -> Seen:
    """The table after a slot changed."""
    others = (stands for stands in seen.slots if stands[0] != fact.slot)
    now = () if fact.depth is Depth.EMPTY else ((fact.slot, fact.depth),)
    return seen._replace(
        slots=tuple(sorted((*others, *now), key=itemgetter(0))),
        moved_at=max(seen.moved_at, fact.at),  # slots that settle together may be told in any order
        ignored=seen.ignored if now else seen.ignored - {fact.slot},
    )


def stirred(seen: Seen, fact: Weighing) -> Seen:
    """The table after the weight at a place left its rest."""
    heap = seen.heap(fact.place)
    if heap.gems is not None:  # else an arm leaves: the hand was there before
        heap = heap._replace(stirred=fact.at, before=heap.gems)
    return seen.with_heap(fact.place, heap._replace(since=fact.at, moving=True))


def counted(seen: Seen, fact: GemsCounted) -> Seen:
    """The table after the weight at a place came to rest."""
    heap = seen.heap(fact.place)
    if not heap.moving and heap.gems == fact.gems is not None:
        return seen.with_heap(fact.place, heap._replace(odds=fact.odds))  # nothing has moved
    if not heap.moving:
        heap = heap._replace(stirred=fact.at, before=heap.gems)  # nobody saw the hand: it has been there by now
    return seen.with_heap(fact.place, heap._replace(gems=fact.gems, odds=fact.odds, since=fact.at, moving=False))


def unweighed(seen: Seen, at: float) -> Seen:
    """The table after the scale fell silent: nothing is known of the gems, least of all that they move."""
    centre, corner = (heap._replace(gems=None, odds=1.0, since=at, moving=False) for heap in (seen.centre, seen.corner))
    return seen._replace(centre=centre, corner=corner)


def awaited(seen: Seen, at: float) -> Seen:
    """The table when the scale answers again: what it has not told yet is waited for from now on."""
    centre, corner = (heap._replace(since=at) if heap.gems is None else heap for heap in (seen.centre, seen.corner))
    return seen._replace(centre=centre, corner=corner)


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
    """Compare the keys seen with the keys agreed. Slots that cannot be told or were overruled count as agreed."""
    seen_at = dict(seen.slots)
    lifted, deeper, raised = [], [], []
    for key in sorted(key for key in game.keys if key is not None):
        slot = Slot(key.section, key.slot)
        match seen_at.pop(slot, Depth.EMPTY):
            case _ if slot in seen.ignored:
                pass
            case Depth.EMPTY:
                lifted.append(slot)
            case Depth.FULL if key.seated == "red":
                deeper.append(slot)
            case Depth.ENTERED if key.seated == "in":
                raised.append(slot)
            case _:
                pass
    placed = tuple(slot for slot, depth in seen_at.items() if depth is not Depth.UNKNOWN and slot not in seen.ignored)
    return Difference(tuple(lifted), placed, tuple(deeper), tuple(raised))
