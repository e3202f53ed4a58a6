"""What a player of Clever Keys can do, and every placement there is, built once.

Players are counted from 0; keys 0, 1 and 2 are the rulebook's A, B and C.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from games.table import SLOTS_PER_SECTION

KEYS = "ABC"
"""The rulebook's letters for the keys, by number."""

Seated = Literal["in", "red"]
"""How a key came to stand: as far as it goes, or with its red mark showing."""

EVERY_SLOT = (1 << SLOTS_PER_SECTION) - 1
"""All slots of a section as a mask: bit n is slot n."""


@dataclass(frozen=True, slots=True)
class Place:
    """The player puts a key into a slot, and this is how it stands when it is let go."""

    player: int
    key: int
    section: int
    slot: int
    seated: Seated


@dataclass(frozen=True, slots=True)
class Stop:
    """The player is content with what this turn has earned so far."""

    player: int


@dataclass(frozen=True, slots=True)
class Take:
    """The player takes gems out of the chamber as the reward."""

    player: int
    gems: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The player puts gems out of the chamber into the open corner."""

    player: int
    gems: int


Move = Place | Stop | Take | Discard


@cache
def place(player: int, key: int, section: int, slot: int, seated: Seated) -> Place:
    """This placement, the same object every time: a game makes the same few hundred over and over."""
    return Place(player, key, section, slot, seated)


@cache
def placements(player: int, key: int, section: int, taken: int, suspects: int) -> tuple[Place, ...]:
    """Every way the key can come to stand in the section.

    Args:
        player: Who moves.
        key: The key moved.
        section: Where it goes.
        taken: Mask of the slots in which keys stand.
        suspects: Mask of the slots that may be the blocked one; never 0.
    """
    options = []
    for slot in range(SLOTS_PER_SECTION):
        bit = 1 << slot
        if taken & bit:
            continue
        if suspects & ~bit:
            options.append(place(player, key, section, slot, "in"))
        if suspects & bit:
            options.append(place(player, key, section, slot, "red"))
    return tuple(options)
