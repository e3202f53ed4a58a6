"""The twins of a box, wired: one bus, one interrupt and one reset line for all expanders, and what can befall a part.

INT is open drain on every expander and pulled up once: the line is low while any of them pulls. RESET is pulled up too,
and low it clears every expander, whatever holds the bus (hardware-facts A.1).
"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Literal

from hardware.box import Plan
from hardware.sim.bus import TwinBus
from hardware.sim.gate import Gate
from hardware.sim.hands import Impossible
from hardware.sim.lamps import LampChain
from hardware.sim.lines import SimPins
from hardware.sim.mcp23017 import Mcp23017Twin
from hardware.sim.nau7802 import Nau7802Twin
from hardware.sim.tcs34725 import Tcs34725Twin
from hardware.sim.weights import Plate

_FAILING = 0.2  # of all transfers, while there is noise
_NEW_ZERO = 0.3  # grams, standard deviation of the zero from one start of the converter to the next


class Wiring:
    """All twins of a box on their wires; `plates` are what the load cells feel.

    The bus is installed under its number from the start: close it.
    """

    def __init__(
        self, plan: Plan, now: Callable[[], float], seed: int, plates: Mapping[Literal["centre", "corner"], Plate]
    ) -> None:
        self._interrupt = plan.lines.interrupt
        self._knock = plan.lines.knock
        self._knocks_low = plan.knock.active == "low"
        self._plates = plates
        self._zeros = Random(f"{seed}/zeros")
        self._noise = Random(f"{seed}/noise")
        self._pulling: set[str] = set()
        self._dead: set[str] = set()
        self._live: tuple[str, ...] = ()
        self.bus = TwinBus(plan.bus.number)
        reset = plan.lines.expander_reset
        self.pins = SimPins(now, rest_high={self._interrupt: True, reset: True, self._knock: self._knocks_low})
        self.pins.watch(reset, self._reset_line)
        lamps = plan.lamps
        self.spi = LampChain(
            len(lamps.names), order=lamps.order, reset_us=lamps.reset_us, buffer=lamps.spi_buffer, now=now
        )
        self._expanders = {part: Mcp23017Twin() for part in plan.expanders.addresses}
        cell = plan.scale.cell
        cells = {
            plan.scale.centre: (plates["centre"], cell.centre_empty_counts, cell.centre_counts_per_gram),
            plan.scale.corner: (plates["corner"], cell.corner_empty_counts, cell.corner_counts_per_gram),
        }

        def counts(channel: int, at: float) -> float:
            plate, empty, per_gram = cells[channel]
            return empty + plate.convert(at) * per_gram

        self._scale = Nau7802Twin(now, counts, Random(f"{seed}/scale"))
        self._addresses = {**plan.expanders.addresses, "scale": plan.scale.address}
        for part, chip in self._expanders.items():
            chip.on_int = partial(self._pull, part)
            self.bus.attach(self._addresses[part], chip)
        self.bus.attach(plan.scale.address, self._scale)
        self.gate: Gate | None = None
        if plan.gate.fitted:
            self._colour = Tcs34725Twin(now, Random(f"{seed}/colour"))
            self._addresses["gate"] = plan.gate.address
            self.bus.attach(plan.gate.address, self._colour)
            self.gate = Gate(now, self._colour.shine, Random(f"{seed}/gate"))
            self.pins.watch(plan.lines.gate_lamp, self.gate.lamp)
        self.bus.install()

    def contact(self, part: str, port: int, bit: int) -> Callable[[bool], None]:
        """What a contact at this input (port 0 is A, 1 is B) is to call when it closes (True) or opens."""
        return partial(self._expanders[part].drive, port, bit)

    def knock(self, active: bool) -> None:
        """The pulse stretcher of the knock sensor runs, or has run off."""
        if "knock" not in self._dead:
            self.pins.drive(self._knock, low=active is self._knocks_low)

    def unplug(self, part: str) -> None:
        """No supply, no answer, and no pull on any line."""
        if part == "lamps":
            self.spi.unplug()
            return
        if part == "knock":
            self.knock(active=False)
            self._dead.add(part)
            return
        with self.bus.lock:
            self.bus.unplug(self._address(part))
            self._dead.add(part)
            self._drive_interrupt()

    def plug(self, part: str) -> None:
        """The supply is back, and the part as after power-on."""
        if part == "lamps":
            self.spi.plug()
            return
        if part == "knock":
            self._dead.discard(part)
            return
        with self.bus.lock:
            self.bus.plug(self._address(part))
            self._dead.discard(part)
            self._restart(part)

    def reset(self, part: str) -> None:
        """The supply was away for an instant: registers as after power-on, another zero for the scale, lamps dark."""
        if part == "lamps":
            self.spi.unplug()
            self.spi.plug()
            return
        with self.bus.lock:
            self._address(part)
            self._restart(part)

    def power(self, *, on: bool) -> None:
        """The supply of all parts goes, or comes back for those that were plugged in."""
        if not on:
            fitted = (*self._addresses, "knock", *(("lamps",) if self.spi.plugged else ()))
            self._live = tuple(part for part in fitted if part not in self._dead)
        for part in self._live:
            (self.plug if on else self.unplug)(part)

    def noise(self, part: str, *, on: bool) -> None:
        """A fifth of the part's transfers fails from now on, or none does."""
        if part == "lamps":
            self.spi.disturbed = (lambda: self._noise.random() < _FAILING) if on else (lambda: False)
            return
        if on:
            self.bus.noise(self._address(part), _FAILING, self._noise)
        else:
            self.bus.quiet(self._address(part))

    def close(self) -> None:
        """Give the bus back to the kernel and let go of all pins."""
        self.bus.uninstall()
        self.pins.reset()

    def _restart(self, part: str) -> None:
        if part == "scale":
            self._scale.reset()
            for plate in self._plates.values():
                plate.shift_zero(self._zeros.gauss(0.0, _NEW_ZERO))
        elif part == "gate":
            self._colour.reset()
        else:
            self._expanders[part].reset()

    def _address(self, part: str) -> int:
        if part == "knock":
            raise Impossible("the knock sensor has no settings to forget and no transfers to fail; unplug it")
        if part not in self._addresses:
            raise Impossible(
                f"no {part} is fitted in the simulated box; it has {', '.join(self._addresses)}, knock and lamps"
            )
        return self._addresses[part]

    def _pull(self, part: str, low: bool) -> None:
        # The chips call with the bus's lock held.
        (self._pulling.add if low else self._pulling.discard)(part)
        self._drive_interrupt()

    def _reset_line(self, high: bool) -> None:
        if not high:
            for part, chip in self._expanders.items():
                chip.reset()
                self.bus.free(self._addresses[part])

    def _drive_interrupt(self) -> None:
        self.pins.drive(self._interrupt, low=bool(self._pulling - self._dead))
