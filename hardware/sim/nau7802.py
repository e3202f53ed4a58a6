"""A register-level twin of the NAU7802 (Nuvoton, revision 2.1), with the mishaps people met.

It keeps no timer: what has happened by now follows from `now()` whenever the chip is looked at. What it measures is
what `counts(channel, at)` says, in counts at gain 128; noise, drift and creep are the caller's. Of its own it adds an
offset that differs after every power-up (an internal calibration removes it), wrong values while it settles, garbage
while the chopper runs, and rails.
"""

from collections.abc import Callable
from random import Random
from threading import RLock

from hardware.sim.conversions import HIGH_RAIL, LOW_RAIL, Conversions

PU_CTRL, CTRL1, CTRL2, OCAL1, GCAL1, OCAL2, GCAL2 = 0x00, 0x01, 0x02, 0x03, 0x06, 0x0A, 0x0D
ADCO, ADC, PGA, POWER, REVISION = 0x12, 0x15, 0x1B, 0x1C, 0x1F
RR, PUD, PUA, PUR, CS, CR, AVDDS = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x80
CHS, CRS, CAL_ERR, CALS, CALMOD = 0x80, 0x70, 0x08, 0x04, 0x03

SETTLING = 6
"""Conversions that come out wrong after power-up and after a change of channel, gain or rate."""

_RATES = {0: 10.0, 1: 20.0, 2: 40.0, 3: 80.0, 7: 320.0}
_POWER_UP_S = 200e-6
_LDO_S = 0.2
_CALIBRATION_S = 0.344
_UNITY = 0x800000
_CHOPPER_COUNTS = 48_720.0
_CAPACITOR_COUNTS = 20_000.0
_OFFSET_COUNTS = 20_000.0
_POWERED = PUD | PUA
_READ_ONLY = frozenset((0x12, 0x13, 0x14, REVISION))


class Nau7802Twin:
    """One chip, without power-up until its driver does it.

    Args:
        now: the moment, in seconds.
        counts: what a cell shows at a moment: channel (1 or 2) and seconds to counts at gain 128.
        rng: the chip's own dice.
        pace: of its oscillator; 1.05 converts five per cent too fast.
        residue: standard deviation of the error an offset calibration leaves, in counts.
    """

    lock: RLock

    def __init__(
        self,
        now: Callable[[], float],
        counts: Callable[[int, float], float],
        rng: Random,
        *,
        pace: float = 1.0,
        residue: float = 0.0,
    ) -> None:
        self.lock = RLock()
        self._now = now
        self._counts = counts
        self._rng = rng
        self._pace = pace
        self._residue = residue
        self._run = Conversions(now, settling=SETTLING, period=1.0 / (_RATES[0] * pace))
        self._bad_calibrations = 0
        self._disturbance = 0.0
        self._power_on()

    # The world's side.

    def reset(self) -> None:
        """The supply dipped: all registers as after power-on, and another offset."""
        with self.lock:
            self._power_on()

    def stop(self) -> None:
        """A fault: from now on it converts nothing more, and otherwise answers as ever."""
        with self.lock:
            self._catch_up()
            self._run.stopped = True

    def resume(self) -> None:
        """It converts again."""
        with self.lock:
            self._run.stopped = False
            self._run.restart(self._run.shown)

    def fail_calibrations(self, times: int) -> None:
        """So many of the next calibrations end with CAL_ERR."""
        with self.lock:
            self._bad_calibrations = times

    def disturb_calibration(self, counts: float) -> None:
        """The next calibration happens while something moves, and ends off by so much without saying so."""
        with self.lock:
            self._disturbance = counts

    def ready(self) -> bool:
        """Is DRDY up: is there a conversion that has not been read?"""
        with self.lock:
            self._catch_up()
            return self._ready

    def ready_at(self) -> float | None:
        """When the next conversion ends; None while it does not convert."""
        with self.lock:
            self._catch_up()
            return self._run.next_at if self._converting() else None

    # The bus's side.

    def write(self, data: bytes) -> None:
        """The pointer, then register bytes."""
        if not data:
            return
        self._pointer = data[0] & 0x7F
        for value in data[1:]:
            self._store(self._pointer, value)
            self._pointer = (self._pointer + 1) & 0x7F

    def read(self, length: int) -> bytes:
        """Register bytes from the pointer on."""
        self._catch_up()
        pointer, end = self._pointer, self._pointer + length
        self._pointer = end & 0x7F
        # What drivers read all the time, without a step for each byte; with the same answer.
        if pointer == ADCO and length == 3:
            self._latch = self._run.shown & 0xFFFFFF
            self._ready = False
            return self._latch.to_bytes(3, "big")
        if PU_CTRL == pointer < end <= ADCO:
            return bytes((self._fetch(PU_CTRL), *self._r[CTRL1:end]))
        return bytes([self._fetch((pointer + n) & 0x7F) for n in range(length)])

    # Registers.

    def _power_on(self) -> None:
        self._cold = True
        self._pointer = 0
        self._run.shown = 0
        self._latch = 0
        self._offset = [self._rng.uniform(-_OFFSET_COUNTS, _OFFSET_COUNTS) for _ in range(2)]
        self._clear_registers()

    def _clear_registers(self) -> None:
        self._r = bytearray(0x80)
        self._r[GCAL1 : GCAL1 + 4] = self._r[GCAL2 : GCAL2 + 4] = _UNITY.to_bytes(4, "big")
        self._r[REVISION] = 0x0F
        self._ready = False
        self._awake_at = self._ldo_at = 0.0
        self._calibrated_at: float | None = None
        self._calibrating = 0
        self._run.period = 1.0 / (_RATES[0] * self._pace)
        self._run.restart(HIGH_RAIL)

    def _fetch(self, register: int) -> int:
        if register == PU_CTRL:
            status = self._r[PU_CTRL]
            if status & PUD and self._now() >= self._awake_at:
                status |= PUR
            return status | CR if self._ready else status
        if register == ADCO:
            self._latch = self._run.shown & 0xFFFFFF
            self._ready = False
        if ADCO <= register < ADCO + 3:
            return self._latch >> 8 * (ADCO + 2 - register) & 0xFF
        if register == REVISION and self._cold:
            return 0x00
        return self._r[register]

    def _store(self, register: int, value: int) -> None:
        self._catch_up()
        if register == PU_CTRL:
            self._power(value)
        elif self._r[PU_CTRL] & RR or register in _READ_ONLY:
            return
        elif register == CTRL1:
            changed = self._r[CTRL1] ^ value
            self._r[CTRL1] = value
            if changed & 0x38:
                self._ldo_at = self._now() + _LDO_S
            if changed & 0x3F:
                self._run.restart(HIGH_RAIL if changed & 0x38 else self._run.shown)
        elif register == CTRL2:
            self._control(value)
        else:
            self._r[register] = value

    def _power(self, value: int) -> None:
        if value & RR:
            self._clear_registers()
            self._cold = False
            self._r[PU_CTRL] = RR
            return
        before = self._r[PU_CTRL]
        after = value & ~(PUR | CR)
        self._r[PU_CTRL] = after
        risen = after & ~before
        if risen & PUD:
            self._awake_at = self._now() + _POWER_UP_S
        if risen & (PUA | AVDDS):
            self._ldo_at = self._now() + _LDO_S
        if risen & (PUD | PUA | CS):
            # Waking up it starts from a rail, and the first conversions show it.
            self._run.restart(HIGH_RAIL)

    def _control(self, value: int) -> None:
        before = self._r[CTRL2]
        if before & CALS:
            return
        changed = before ^ value
        self._r[CTRL2] = value & ~CAL_ERR | before & CAL_ERR
        if changed & (CHS | CRS):
            self._run.period = 1.0 / (_RATES.get((value & CRS) >> 4, 10.0) * self._pace)
            # Another channel shows through the filter as long as it settles; at another rate the filter starts anew.
            self._run.restart(HIGH_RAIL if changed & CRS else self._run.shown)
        if value & CALS:
            self._calibrated_at = self._now() + _CALIBRATION_S

    # Time.

    def _converting(self) -> bool:
        ready_to = _POWERED | CS
        return self._r[PU_CTRL] & ready_to == ready_to and not self._run.stopped and self._calibrated_at is None

    def _catch_up(self) -> None:
        """What ended since the last look: a calibration, conversions."""
        now = self._now()
        if self._calibrated_at is not None and now >= self._calibrated_at:
            self._end_calibration(self._calibrated_at)
        if self._converting() and self._run.due:
            self._run.end(self._convert)
            self._ready = True

    def _convert(self, at: float) -> float:
        """What a conversion that ended at this moment shows, once settled."""
        second = bool(self._r[CTRL2] & CHS)
        ocal, gcal = (OCAL2, GCAL2) if second else (OCAL1, GCAL1)
        offset = int.from_bytes(self._r[ocal : ocal + 3], "big", signed=True)
        gain = int.from_bytes(self._r[gcal : gcal + 4], "big")
        # Until the regulator has risen it is at a rail.
        return HIGH_RAIL if at < self._ldo_at else (self._raw(second, at) + offset) * gain / _UNITY

    def _raw(self, second: bool, at: float) -> float:
        raw = self._counts(2 if second else 1, at) * (1 << (self._r[CTRL1] & 7)) / 128 + self._offset[second]
        if self._r[ADC] & 0x30 != 0x30:
            raw += self._rng.uniform(-_CHOPPER_COUNTS, _CHOPPER_COUNTS)
        if second and self._r[POWER] & 0x80:
            # The capacitor of a one-channel board sits on the pins of channel 2.
            raw = raw * 0.6 + self._rng.uniform(-_CAPACITOR_COUNTS, _CAPACITOR_COUNTS)
        return raw

    def _end_calibration(self, at: float) -> None:
        self._calibrated_at = None
        control = self._r[CTRL2] & ~(CALS | CAL_ERR)
        self._r[CTRL2] = control
        second = bool(control & CHS)
        mode = control & CALMOD
        powered = self._r[PU_CTRL] & _POWERED == _POWERED and at - _CALIBRATION_S >= self._ldo_at
        if self._bad_calibrations or not powered or mode not in (0, 2):
            self._bad_calibrations = max(0, self._bad_calibrations - 1)
            self._r[CTRL2] |= CAL_ERR
        else:
            # Mode 0 shorts the inputs inside the chip, mode 2 takes what hangs there as zero.
            zero = self._offset[second] if mode == 0 else self._raw(second, at)
            error = self._disturbance + self._rng.gauss(0.0, self._residue)
            self._disturbance = 0.0
            offset = max(LOW_RAIL, min(HIGH_RAIL, round(error - zero)))
            where = OCAL2 if second else OCAL1
            self._r[where : where + 3] = offset.to_bytes(3, "big", signed=True)
        self._run.restart(self._run.shown, at)
