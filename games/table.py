"""What stands on the table: the nouns that facts, moves and announcements share."""

from enum import Enum
from typing import Literal, NamedTuple

SECTIONS = 8
"""Sections around the treasure chamber, 0 to 7 clockwise (Clever Keys, "Game Setup")."""

SLOTS_PER_SECTION = 4
"""Slots in each section (likewise); exactly one of them does not take a key fully."""

METER = 8
"""Lamps of the gem meter."""

Place = Literal["centre", "corner"]
"""Where gems are weighed: `centre` is the treasure chamber, `corner` the open corner of the board."""


class Slot(NamedTuple):
    """One of the 32 key slots, written `section.slot`, as in `3.2`."""

    section: int
    slot: int

    def __str__(self) -> str:
        return f"{self.section}.{self.slot}"


class Depth(Enum):
    """How a slot stands, as its two contacts tell."""

    EMPTY = "empty"
    ENTERED = "entered"
    """A key stands in the slot and its red mark shows."""
    FULL = "full"
    """A key stands in the slot as far as it goes: no red mark."""
    UNKNOWN = "unknown"
    """The sensor is lost or contradicts itself: never taken for one of the others."""


SLOTS = tuple(Slot(section, slot) for section in range(SECTIONS) for slot in range(SLOTS_PER_SECTION))
"""All slots, in the order of the box's wiring and lamps."""
