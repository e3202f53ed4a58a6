"""A scale of two HX711 on their lines, and the clock by which whoever clocks them by hand times the pulses."""

from collections.abc import Callable
from functools import partial
from random import Random

from hardware.box import Plan
from hardware.sim.hx711 import Hx711Twin
from hardware.sim.lines import SimPins

_PULSE_S = 5e-6  # between two looks at the clock: about what a Pi takes
_PACE = 1.17  # of the oscillator, as recorded: 11.7 conversions a second on boards strapped to 10
_FAILING = 0.2  # of all readings, while there is noise


class ClockedScale:
    """Both chips; `counts(channel, at)` is what the cells show, `dice(name)` gives each chip its own."""

    def __init__(
        self,
        plan: Plan,
        pins: SimPins,
        counts: Callable[[int, float], float],
        dice: Callable[[str], Random],
    ) -> None:
        self._pulsed = 0.0
        self._noise = dice("scale noise")
        self._chips: list[Hx711Twin] = []
        scale, lines = plan.scale, plan.lines
        for channel, data, clock in (
            (scale.centre, lines.hx711_centre_data, lines.hx711_centre_clock),
            (scale.corner, lines.hx711_corner_data, lines.hx711_corner_clock),
        ):
            chip = Hx711Twin(
                pins.now,
                lambda: self._pulsed,
                self._stall,
                partial(counts, channel),
                dice(f"scale {channel}"),
                rate_hz=scale.rate_hz,
                pace=_PACE,
            )
            pins.feed(data, chip.data)
            pins.watch(clock, chip.clock)
            self._chips.append(chip)

    def pulses(self) -> float:
        """The moment in seconds, for pulses only: each look takes a Pi's time, a stall longer."""
        self._pulsed += _PULSE_S
        return self._pulsed

    def unplug(self) -> None:
        """No supply: the lines are let go."""
        for chip in self._chips:
            chip.unplug()

    def plug(self) -> None:
        """The supply is back."""
        for chip in self._chips:
            chip.plug()

    def reset(self) -> None:
        """The supply was away for an instant: there is no setting to lose, and no calibration that shifts its zero."""
        for chip in self._chips:
            chip.reset()

    def stop(self) -> None:
        """Both convert no more."""
        for chip in self._chips:
            chip.stop()

    def resume(self) -> None:
        """They convert again."""
        for chip in self._chips:
            chip.resume()

    def noise(self, *, on: bool) -> None:
        """In a fifth of the readings the computer stalls from now on, or in none."""
        for chip in self._chips:
            chip.disturbed = (lambda: self._noise.random() < _FAILING) if on else (lambda: False)

    def _stall(self, seconds: float) -> None:
        self._pulsed += seconds
