"""A memory of slots that fades.

A model: each thing seen is forgotten at some moment, as likely at any; on average after SPAN more placements. Seen
again it is kept anew. What is remembered is always right: slots do not change.
"""

from games.bots.chance import Chance
from games.clever_keys.moves import EVERY_SLOT, Place
from games.table import SECTIONS, SLOTS_PER_SECTION

SPAN = 30.0
"""Placements for which a slot is remembered on average."""

_LONG_AGO = -1.0


class Memory:
    """What one player remembers of how keys stood, counted in placements seen since the game began."""

    __slots__ = ("_now", "_until", "_verdict")

    def __init__(self) -> None:
        self._now = 0
        self._until = [_LONG_AGO] * (SECTIONS * SLOTS_PER_SECTION)
        self._verdict = ["in"] * (SECTIONS * SLOTS_PER_SECTION)

    def keep(self, placed: Place, chance: Chance) -> None:
        """Take in how a key stands."""
        self._now += 1
        at = placed.section * SLOTS_PER_SECTION + placed.slot
        self._verdict[at] = placed.seated
        self._until[at] = max(self._until[at], self._now + chance.expovariate(1 / SPAN))

    def suspects(self, section: int) -> int:
        """The slots of a section that may be blocked, for all that is remembered, as a mask; never 0."""
        mask = EVERY_SLOT
        for slot in range(SLOTS_PER_SECTION):
            at = section * SLOTS_PER_SECTION + slot
            if self._until[at] >= self._now:
                if self._verdict[at] == "red":
                    return 1 << slot
                mask &= ~(1 << slot)
        return mask
