"""What a player of Clever Keys sees: the open table, and how likely a slot is to take a key.

Law: a view is a position without what was seen to fit. Remembering that is up to the player.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, NewType

from games.clever_keys.board import taken
from games.clever_keys.moves import EVERY_SLOT
from games.clever_keys.rules import KEYS, Phase, State, allowed_sections
from games.table import SLOTS_PER_SECTION

View = NewType("View", State)
"""A position with no suspects."""


class Push(NamedTuple):
    """A key goes into a slot; how it will stand only the board knows."""

    key: int
    section: int
    slot: int


def view(state: State) -> View:
    """What everybody at the table sees."""
    return View(state._replace(suspects=()))


def pushes(seen: View) -> tuple[Push, ...]:
    """Everything that may be tried: with any key before the first placement of a turn, then with the moved one."""
    if seen.phase is Phase.DECIDE and seen.moved is not None:
        return _pushes(seen, seen.moved)
    return tuple(push for key in range(len(KEYS)) for push in _pushes(seen, key))


def _pushes(seen: View, key: int) -> tuple[Push, ...]:
    ways: tuple[Push, ...] = ()
    for section in allowed_sections(seen, key):
        ways += _into(key, section, taken(seen.keys, section))
    return ways


@cache
def _into(key: int, section: int, occupied: int) -> tuple[Push, ...]:
    """Every free slot of a section."""
    return tuple(Push(key, section, slot) for slot in range(SLOTS_PER_SECTION) if not occupied >> slot & 1)


def gain(seen: View, push: Push) -> int:
    """The gems it earns if the key fits: as many as keys stand in the section then. A key always leaves its own."""
    return 1 + sum(standing is not None and standing.section == push.section for standing in seen.keys)


Suspects = Callable[[int], int]
"""Which slots of a section a player holds for possibly blocked, as a mask: bit n is slot n."""


def odds(seen: View, push: Push, suspects: Suspects) -> float:
    """How likely the key fits, given one blocked slot in each section and what the player knows of it."""
    mask = suspects(push.section) & ~_fit_now(seen, push)
    return 1.0 if not mask >> push.slot & 1 else 1 - 1 / mask.bit_count()


def _fit_now(seen: View, push: Push) -> int:
    """The slots of the section in which keys stand all the way in: everybody sees that they take a key."""
    mask = 0
    for standing in seen.keys:
        if standing and standing.section == push.section and standing.seated == "in":
            mask |= 1 << standing.slot
    return mask


def unknown(_section: int) -> int:
    """The suspects of somebody who remembers nothing."""
    return EVERY_SLOT
