"""The hands of a play, tried without the box: where every key is, and how many gems can be taken or put.

How deep a key goes is the board's business, so nothing here depends on it; clumsy hands leave the table
as tidy ones do.
"""

from dataclasses import dataclass, field
from typing import Final

from firmware.plays.script import Deed, Lift, Power, Push, Put, Shove, Swap, Take, Wrong
from games.table import Place, Slot

KEYS: Final = 3
"""Keys of Clever Keys, beside the box at first."""


@dataclass(slots=True)
class DryHands:
    """What the hands have done so far: slots with a key in them, gems at each place, gems taken and not put back."""

    gems: dict[Place, int]
    held: int = 0
    standing: set[Slot] = field(default_factory=set)
    powered: bool = True

    def do(self, deed: Deed) -> None:
        """Do the step; raises Wrong where it is impossible, and has done nothing then."""
        match deed:
            case Push(slot):
                if slot in self.standing:
                    raise Wrong(f"a key stands in {slot} already", "push into a free slot, or lift that key first")
                if len(self.standing) == KEYS:
                    raise Wrong(f"all {KEYS} keys stand in slots", "lift one first")
                self.standing.add(slot)
            case Shove(slot):
                self._stands(slot)
            case Lift(slot):
                self._stands(slot)
                self.standing.remove(slot)
            case Take(place, gems):
                self._lie(place, gems)
                self.gems[place] -= gems
                self.held += gems
            case Put(place, gems):
                if gems > self.held:
                    raise Wrong(f"{self.held} gems have been taken, not {gems}", "put back no more than were taken")
                self.gems[place] += gems
                self.held -= gems
            case Swap(place, gems):
                self._lie(place, gems)
            case Power(on):
                if on is self.powered:
                    raise Wrong(f"the power is {'on' if on else 'off'} already", "power off and power on take turns")
                self.powered = on
            case _:
                pass

    def _stands(self, slot: Slot) -> None:
        if slot not in self.standing:
            stand = ", ".join(map(str, sorted(self.standing)))
            raise Wrong(f"no key stands in {slot}", f"keys stand in {stand}" if stand else "push one in first")

    def _lie(self, place: Place, gems: int) -> None:
        if gems > self.gems[place]:
            raise Wrong(f"{self.gems[place]} gems lie in the {place}, not {gems}", "take no more than are there")
