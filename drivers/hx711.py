"""HX711, a 24-bit converter for one load cell, clocked by hand over two lines (AVIA data sheet).

A Pi under Linux cannot promise the 50 us for which the clock may be high at most: over 60 us the chip powers down in
the middle of a result, whose other bits read 1. Hence the laws, besides those of every converter:

* Each pulse is timed. One that was too long, or extra bits that are not all 1, cost the result and the next three: the
  chip is powered down for a moment on purpose, so that it starts from a known state, and has to settle again.
* Only a young result is fetched: one that ended so shortly ago that the next cannot come into the middle of it. How old
  it is at most is known when the data line was seen high before; else the old result is clocked out and thrown away,
  and the next one waited for.
* 2^n - 1 and -1 are what torn results look like and are dropped, at the price of a true one now and then.

The chip has no registers: a brown-out shows as a few odd results at most, and an audit finds nothing.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from drivers.bus import ChipFault
from drivers.converter import Conversion
from drivers.lines import PinFactory, taken
from drivers.waking import Script, Waking

_BITS = 24
_PULSES = {128: 25, 64: 27}
"""The extra pulses choose the gain of the next conversion; 26 would be the chip's other input, where no cell is."""
_RATES = (10, 80)
_SLOWEST, _FASTEST = 0.8, 1.25
"""Of the nominal rate: real boards strapped to 10 a second were recorded at 11.6 to 11.7."""

_LATE_S = 50e-6
_POWER_DOWN_S = 0.001
_SETTLING = 5
"""Conversions after a reset or a change of gain: four are wrong, and a change waits for the one at hand to end."""
_PATIENCE_CYCLES, _PATIENCE_S = 20, 1.0

_RAILS = (0x7FFFFF, 0x800000)
_TORN = frozenset((1 << n) - 1 for n in (*range(1, 23), _BITS))


class NotReady(ChipFault):
    """The data line does not fall, or no result was had for a long time: each wait has a deadline."""


class LatePulse(ChipFault):
    """The clock was high for so long that the chip may have powered down."""


class Desync(ChipFault):
    """The extra bits are not all 1: the chip and the driver do not agree about which bit is at hand."""


class Hx711:
    """One chip with its cell.

    Args:
        part: what it is called in errors.
        channel: 1 or 2, what its results are called.
        data, clock: BCM numbers of its two lines.
        pins: gpiozero's pin factory.
        pulses: a monotonic clock in seconds, fine enough to time a pulse with.
        gain: 128 or 64.
        rate_hz: 10 or 80, as its pin RATE is strapped.

    Raises:
        LineError: a pin cannot be had.
    """

    channel: int

    running: bool
    """Has it answered as an HX711 does, and not failed since?"""

    due: float
    """The moment before which a call is in vain."""

    faults: Counter[type[ChipFault]]
    """Results lost so far, by what befell them."""

    def __init__(
        self,
        *,
        part: str,
        channel: int,
        data: int,
        clock: int,
        pins: PinFactory,
        pulses: Callable[[], float],
        gain: int,
        rate_hz: int,
    ) -> None:
        from gpiozero import GPIOZeroError, InputDevice, OutputDevice  # these watch no edges: each bit would be one

        if gain not in _PULSES:
            raise ValueError(f"{part}: gain {gain} is none of {sorted(_PULSES)}")
        if rate_hz not in _RATES:
            raise ValueError(f"{part}: rate {rate_hz} is none of {sorted(_RATES)}")
        self.running = False
        self.due = 0.0
        self.faults = Counter()
        self._part = part
        self.channel = channel
        self._pulses = pulses
        self._extra = _PULSES[gain] - _BITS
        self._settling_s, self._shortest_s = _SETTLING / (rate_hz * _SLOWEST), 1 / (rate_hz * _FASTEST)
        self._young_s = self._shortest_s / 2
        self._patience_s = max(_PATIENCE_S, _PATIENCE_CYCLES / (rate_hz * _SLOWEST))
        self._waking = Waking(self._power_up)
        self._asleep = self._tuned = False
        self._high_at = self._looked_at = self._vain_s = 0.0
        self._last: ChipFault | None = None
        try:
            # Pulled up, a chip without supply looks like one that is never ready.
            self._input = InputDevice(data, pull_up=True, pin_factory=pins)
        except GPIOZeroError as wrong:
            raise taken(f"of the data of {part}", data, wrong) from wrong
        try:
            self._output = OutputDevice(clock, initial_value=False, pin_factory=pins)
        except GPIOZeroError as wrong:
            self._input.close()
            raise taken(f"of the clock of {part}", clock, wrong) from wrong
        # The pins themselves are several times faster than the devices: a pulse has 50 us.
        self._dout: Any = self._input.pin
        self._sck: Any = self._output.pin

    def step(self, now: float) -> float | None:
        """As `Converter.step`. Raises NotReady, LatePulse or Desync."""
        if self.running:
            return None
        wait = self._waking.step(now)
        self.running = wait is None
        if wait is not None:
            self.due = now + wait
        return wait

    def read(self, now: float) -> Conversion | None:
        """The newest result, if there is one and it is young.

        Raises:
            NotReady, LatePulse, Desync: there has been none for long, and `running` is False.
        """
        if not self.running or now < self.due:
            return None
        if self._asleep:
            self._wake(now)
            return None
        began = self._pulses()
        if self._dout.state:
            self._wait_for_a_young_one(now, now)
            return None
        try:
            raw = self._clock_out()
        except (LatePulse, Desync) as wrong:
            self._last = wrong
            self._wait_for_a_young_one(now, now)
            self._power_down(now)
            return None
        if not self._tuned:
            self._tune(now)
            return None
        end = now + self._pulses() - began
        if end - self._high_at > self._shortest_s or raw in _TORN:
            self._wait_for_a_young_one(now, end)
            return None
        self._high_at = end
        self._vain_s, self._last = 0.0, None
        signed = raw - (1 << _BITS) if raw >> (_BITS - 1) else raw
        return Conversion(channel=self.channel, counts=None if raw in _RAILS else signed)

    def forget(self) -> None:
        """Start anew with the next `step`."""
        self.running = False
        self._waking.forget()

    def close(self) -> None:
        """Give the pins back."""
        self._output.close()
        self._input.close()

    def _power_up(self, now: float) -> Script:
        """Reset it and see it answer as an HX711 does: yields the seconds to wait, is sent the moment it goes on."""
        deadline = now + self._patience_s
        wrong: ChipFault | None = None
        while wrong is None or now <= deadline:
            self._power_down(now)
            now = yield _POWER_DOWN_S
            self._wake(now)
            while self._dout.state:
                if now > deadline:
                    raise wrong or self._fault(
                        NotReady, "does not get ready: is it plugged in, powered and wired right?"
                    )
                now = yield self._young_s
            try:
                self._clock_out()
            except (LatePulse, Desync) as again:
                wrong = again
            else:
                self._tune(now)
                self._vain_s, self._last = 0.0, None
                return
        raise wrong

    def _clock_out(self) -> int:
        """24 bits, most significant first. Raises LatePulse, and Desync as Klipper's sensor_hx71x does."""
        bits, sck, dout, clock = 0, self._sck, self._dout, self._pulses
        for _ in range(_BITS + self._extra):
            before = clock()
            sck.state = True
            sck.state = False
            high = clock() - before
            if high >= _LATE_S:
                raise self._fault(LatePulse, f"had its clock high for {high * 1e6:.0f} us: is the computer too busy?")
            bits = bits << 1 | bool(dout.state)
        ones = (1 << self._extra) - 1
        if bits & ones != ones:
            raise self._fault(Desync, "is out of step: is it an HX711, on short wires?")
        return bits >> self._extra

    def _wait_for_a_young_one(self, now: float, high_at: float) -> None:
        """No result this time; the data line was high at `high_at`. Raises what was wrong after too long."""
        self._high_at = high_at
        self.due = high_at + self._young_s
        # While nobody looks it is not the chip that is late.
        self._vain_s += min(now - self._looked_at, self._settling_s)
        self._looked_at = now
        if self._vain_s > self._patience_s:
            self.running = False
            raise self._last or self._fault(NotReady, "has had no result for long: is it still plugged in?")

    def _power_down(self, now: float) -> None:
        self._sck.state = True
        self._asleep = True
        self.due = now + _POWER_DOWN_S

    def _wake(self, now: float) -> None:
        self._sck.state = False
        self._asleep = False
        self._tuned = self._extra == 1
        self._high_at = now
        self.due = now + self._settling_s

    def _tune(self, now: float) -> None:
        """A reset has set gain 128, and the extra pulses of the first reading after it another: it settles anew."""
        self._tuned = True
        self._high_at = now
        self.due = now + self._settling_s

    def _fault(self, kind: type[ChipFault], what: str) -> ChipFault:
        self.faults[kind] += 1
        return kind(f"{self._part} {what}")
