"""The simulated box on its table: movements in, edges and weights out; how its parts fail, and the truth for tests.

Laws: what happens here happens at once and takes no time; whether hands can do it is asked before (`world`).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Literal, assert_never

from hardware.box import PARTS, Plan
from hardware.sim.contacts import Contact, Scheduler, Wear
from hardware.sim.failures import Ailment, Failure
from hardware.sim.hands import (
    ColumnMoves,
    Finger,
    GemMoves,
    Impossible,
    Jolt,
    KeyMoves,
    Leans,
    Movement,
    Place,
    Shows,
    Slip,
    SlotId,
    Stand,
    Touches,
)
from hardware.sim.piezo import Piezo
from hardware.sim.table import Table
from hardware.sim.wiring import Wiring

_CLOSED: Mapping[Stand | None, tuple[bool, bool]] = MappingProxyType(
    {None: (False, False), "half": (True, False), "blocked": (True, False), "full": (True, True)}
)
"""What the *entry* and the *full* contact of a slot feel of a key that stands so."""


def dice(seed: int, what: str) -> Random:
    """Each thing's own: what one draws never changes what another does."""
    return Random(f"{seed}/{what}")


class Scene:
    """A box on a table that is laid, its contacts as worn as that.

    The seams for the real drivers: `bus` answers whoever opens the I2C bus, `pins` is the pin factory, `spi` takes what
    goes to the lamps, `pulses` is the clock of whoever clocks a chip by hand.
    """

    def __init__(self, plan: Plan, scheduler: Scheduler, seed: int, laid: Table, wear: Wear) -> None:
        self._scheduler = scheduler
        self._seed = seed
        self._table, self._plates = laid, laid.plates
        self._wiring = Wiring(plan, scheduler.time, seed, self._plates)
        self.bus, self.pins, self.spi = self._wiring.bus, self._wiring.pins, self._wiring.spi
        self.pulses: Callable[[], float] = self._wiring.pulses
        self._slot_contacts = {
            (slot, port): self._contact(f"{part}.{port}{bit}", part, port, bit, wear)
            for slot, (part, bit) in plan.slot_contacts.items()
            for port in (0, 1)
        }
        self._panel = {
            key: self._contact(f"panel.{key}", "panel", "AB".index(port), bit, wear)
            for key, (port, bit) in plan.panel_keys.items()
        }
        part, (port, bit) = plan.column.part, plan.column.contact
        self._column = self._contact("column", part, "AB".index(port), bit, wear, closed=True)
        self._piezo = Piezo(scheduler, self._wiring.knock, dice(seed, "piezo"))
        self._wiring.peak = self._piezo.volts
        self.draw: Callable[[int], int] = dice(seed, "deals").randrange
        """The chance of the box itself: a number from 0 that is lower than the one it is given."""
        self._powered = True
        self._clock_off = 0.0
        self.computer: Callable[[Literal["off", "on"]], float] = lambda _: 0.0
        """The computer on the same plug: told when the power goes (first) or comes (last), answers its seconds."""

    # What is true.

    @property
    def board(self) -> tuple[int, ...]:
        """The blocked slot of each section."""
        return self._table.board

    @property
    def standing(self) -> Mapping[SlotId, Stand]:
        """The slots in which a key stands now, and how deep."""
        return MappingProxyType(self._table.standing)

    @property
    def keys_in_hand(self) -> int:
        """Keys that a hand holds now."""
        return self._table.keys_in_hand

    @property
    def keys_beside(self) -> int:
        """Keys that lie beside the box now."""
        return self._table.keys_beside

    def gems_in(self, place: Place) -> int:
        """Gems that lie in a place now."""
        return len(self._plates[place].gems)

    @property
    def gems_in_hands(self) -> int:
        """Gems on no scale now: those in hands, the players' own, and what has fallen beside the box."""
        return len(self._table.gems_in_hands)

    def colours_in(self, place: Place) -> Mapping[str, int]:
        """Gems that lie in a place now, by colour."""
        return Counter(gem.colour for gem in self._plates[place].gems)

    @property
    def colours_in_hands(self) -> Mapping[str, int]:
        """Gems on no scale now, by colour."""
        return Counter(gem.colour for gem in self._table.gems_in_hands)

    @property
    def column_up(self) -> bool:
        """Whether somebody has the silver column now."""
        return not self._column.closed

    def grams_on(self, place: Place) -> float:
        """What the place's load cell truly feels now, without the converter's noise."""
        return self._plates[place].grams(self._scheduler.time())

    # Mishaps of the parts, named as in box.toml.

    def unplug(self, part: str) -> float:
        """A part goes dead."""
        return self._part(part, self._wiring.unplug)

    def plug(self, part: str) -> float:
        """A part comes back, as fresh from the factory."""
        return self._part(part, self._wiring.plug)

    def reset(self, part: str) -> float:
        """A part browns out: for an instant it had no supply, and has forgotten what it was told."""
        return self._part(part, self._wiring.reset)

    def noise(self, part: str, on: bool) -> float:
        """From now on a fifth of the part's bus transfers fail, or none does."""
        return self._part(part, partial(self._wiring.noise, on=on))

    def ail(self, contact: str | SlotId, ailment: Ailment | None) -> float:
        """A key of the panel, or the *entry* contact of a slot, fails from now on; with None it is sound again."""
        ailing = self._panel[contact] if isinstance(contact, str) else self._slot_contacts[contact, 0]
        if ailment is None:
            ailing.mend()
        else:
            ailing.ail(ailment)
        return 0.0

    def fault(self, what: str, kind: Failure | None) -> float:
        """A chip or a line fails from now on; with None it is as it was."""
        if kind is None:
            self._wiring.mend(what)
        else:
            self._wiring.fault(what, kind)
        return 0.0

    def power(self, on: bool) -> float:
        """The plug of the whole box: out (False) or in."""
        if on is self._powered:
            raise Impossible(f"the plug is {'in' if on else 'out'} already")
        if not on:
            self.computer("off")
        self._powered = on
        self._wiring.power(on=on)
        return self.computer("on") if on else 0.0

    def clock(self, seconds: float) -> float:
        """The computer's wall clock jumps."""
        self._clock_off += seconds
        return 0.0

    def wall_time(self, right: float | None) -> float | None:
        """What the computer's wall clock shows when it is `right`; None where that cannot be known."""
        return None if right is None else right + self._clock_off

    def close(self) -> None:
        """Give the seams back: the I2C bus opens the kernel's again, the pins are free."""
        self._wiring.close()

    # How movements are felt.

    def _move(self, at: float, movement: Movement) -> None:
        match movement:
            case KeyMoves():
                self._table.move_key(movement)
                self._feel_truth(at, movement.slot)
            case Slip(seconds=seconds, slot=slot, feels=feels):
                self._feel(at, slot, feels)
                self._scheduler.call_at(at + seconds, self._feel_truth, at + seconds, slot)
            case GemMoves():
                self._table.move_gem(at, movement)
            case Leans(seconds=seconds, place=place, grams=grams, jerky=jerky):
                self._plates[place].press(at, seconds, grams, jerky=jerky)
            case Jolt(grams=grams):
                for plate in self._plates.values():
                    plate.jolt(at, grams)
                self._piezo.shake(at, grams)
            case Shows(colour=colour, covered=covered):
                if self._wiring.gate is not None:
                    self._wiring.gate.show(colour, covered)
            case ColumnMoves(up=up):
                self._column.move(at, closed=not up)
            case Finger(key=key, down=down):
                self._panel[key].move(at, closed=down)
            case Touches(slot=slot, port=port, down=down):
                self._slot_contacts[slot, port].move(at, closed=down)
            case _:
                assert_never(movement)

    def _feel_truth(self, at: float, slot: SlotId) -> None:
        self._feel(at, slot, self.standing.get(slot))

    def _feel(self, at: float, slot: SlotId, stand: Stand | None) -> None:
        for port, closed in enumerate(_CLOSED[stand]):
            self._slot_contacts[slot, port].move(at, closed=closed)

    def _part(self, part: str, happens: Callable[[str], None]) -> float:
        if part not in PARTS:
            raise Impossible(f"there is no part {part!r}; the box has {', '.join(PARTS)}")
        happens(part)
        return 0.0

    def _contact(self, name: str, part: str, port: int, bit: int, wear: Wear, *, closed: bool = False) -> Contact:
        return Contact(
            self._scheduler, self._wiring.contact(part, port, bit), dice(self._seed, name), wear, closed=closed
        )
