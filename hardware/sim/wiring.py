"""The twins of a box, wired: one bus, one interrupt and one reset line for all expanders, and what can befall a part.

INT is open drain on every expander and pulled up once: the line is low while any of them pulls. RESET is pulled up too,
and low it clears every expander, whatever holds the bus (hardware-facts A.1).
"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Literal

from hardware.box import Plan
from hardware.sim.ads1115 import Ads1115Twin
from hardware.sim.bus import TwinBus
from hardware.sim.clocked import ClockedScale
from hardware.sim.failures import FAILURES, Failure
from hardware.sim.gate import Gate
from hardware.sim.hands import Impossible
from hardware.sim.lamps import LampChain
from hardware.sim.lines import SimPins
from hardware.sim.mcp23017 import Mcp23017Twin
from hardware.sim.nau7802 import Nau7802Twin
from hardware.sim.tcs34725 import Tcs34725Twin
from hardware.sim.weights import Plate

_FAILING = 0.2  # of all transfers, while there is noise
_RAIL_COUNTS = float(2**25)  # far beyond what 24 bits can say: a wire of the bridge is off
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
        self._forced: dict[str, bool] = {}
        self._railed = False
        self._stretching = False
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
            if self._railed:
                return _RAIL_COUNTS
            return empty + plate.convert(at) * per_gram

        self._addresses = dict(plan.expanders.addresses)
        self._scale: Nau7802Twin | ClockedScale
        if plan.scale.part == "hx711":
            self._scale = ClockedScale(plan, self.pins, counts, lambda name: Random(f"{seed}/{name}"))
        else:
            self._scale = Nau7802Twin(now, counts, Random(f"{seed}/scale"))
            self._addresses["scale"] = plan.scale.address
            self.bus.attach(plan.scale.address, self._scale)
        self.peak: Callable[[float], float] = lambda _at: 0.0
        """What the knock sensor's peak-hold shows at a moment, in volts."""
        self._peak = Ads1115Twin(now, lambda channel, at: self.peak(at) if channel == plan.knock.channel else 0.0)
        self._peak_address = None if plan.knock.peak == "none" else plan.knock.address
        if self._peak_address is not None:
            self.bus.attach(self._peak_address, self._peak)
        for part, chip in self._expanders.items():
            chip.on_int = partial(self._pull, part)
            self.bus.attach(self._addresses[part], chip)
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
        self._stretching = active
        self._drive("knock")

    def pulses(self) -> float:
        """The clock of whoever clocks a chip by hand, in seconds; where none is clocked it stands still."""
        return self._scale.pulses() if isinstance(self._scale, ClockedScale) else 0.0

    def unplug(self, part: str) -> None:
        """No supply, no answer, and no pull on any line."""
        if part == "scale" and isinstance(self._scale, ClockedScale):
            self._scale.unplug()
            self._dead.add(part)
            return
        if part == "lamps":
            self.spi.unplug()
            return
        if part == "knock":
            self._dead.add(part)
            if self._peak_address is not None:
                self.bus.unplug(self._peak_address)
            self.knock(active=False)
            return
        with self.bus.lock:
            self.bus.unplug(self._address(part))
            self._dead.add(part)
            self._drive_interrupt()

    def plug(self, part: str) -> None:
        """The supply is back, and the part as after power-on."""
        if part == "scale" and isinstance(self._scale, ClockedScale):
            self._scale.plug()
            self._dead.discard(part)
            return
        if part == "lamps":
            self.spi.plug()
            return
        if part == "knock":
            self._dead.discard(part)
            if self._peak_address is not None:
                self.bus.plug(self._peak_address)
                self._peak.reset()
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
        if part == "scale" and isinstance(self._scale, ClockedScale):
            self._scale.reset()
            return
        with self.bus.lock:
            self._address(part)
            self._restart(part)

    def power(self, *, on: bool) -> None:
        """The supply of all parts goes, or comes back for those that were plugged in."""
        if not on:
            clocked = ("scale",) if isinstance(self._scale, ClockedScale) else ()
            fitted = (*self._addresses, *clocked, "knock", *(("lamps",) if self.spi.plugged else ()))
            self._live = tuple(part for part in fitted if part not in self._dead)
        for part in self._live:
            (self.plug if on else self.unplug)(part)

    def noise(self, part: str, *, on: bool) -> None:
        """A fifth of the part's transfers (of an HX711, of its readings) fails from now on, or none does."""
        if part == "scale" and isinstance(self._scale, ClockedScale):
            self._scale.noise(on=on)
            return
        if part == "lamps":
            self.spi.disturbed = (lambda: self._noise.random() < _FAILING) if on else (lambda: False)
            return
        if on:
            self.bus.noise(self._address(part), _FAILING, self._noise)
        else:
            self.bus.quiet(self._address(part))

    def fault(self, what: str, kind: Failure) -> None:
        """A chip or a line fails so from now on, until it is mended. Raises Impossible where it cannot fail so."""
        if kind not in FAILURES.get(what, ()):
            raise Impossible(f"{what} cannot be {kind}")
        match what, kind:
            case (("interrupt" | "knock"), ("low" | "high")):
                self._forced[what] = kind == "low"
                self._drive(what)
            case "scale", "stopped":
                self._scale.stop()
            case "scale", "railed":
                self._railed = True
            case part, ("held" | "caught" | "zeros") as how:
                self.bus.hold(self._address(part), how)

    def mend(self, what: str) -> None:
        """Whatever befell it is over."""
        if what in ("interrupt", "knock"):
            self._forced.pop(what, None)
            self._drive(what)
            return
        if what == "scale":
            self._railed = False
            self._scale.resume()
        if what in self._addresses:
            self.bus.free(self._addresses[what])

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
        self._drive("interrupt")

    def _drive(self, line: str) -> None:
        if line == "interrupt":
            number, low = self._interrupt, bool(self._pulling - self._dead)
        else:
            active = self._stretching and "knock" not in self._dead
            number, low = self._knock, active is self._knocks_low
        self.pins.drive(number, low=self._forced.get(line, low))
