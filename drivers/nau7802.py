"""NAU7802, a 24-bit converter for two load cells on I2C (Nuvoton data sheet revision 2.1).

Laws, besides those of every converter: a result is handed out only when the status read with it shows our settings and
our channel; the first six conversions after a change are discarded.
"""

from collections.abc import Generator

from drivers.bus import ChipFault, I2cBus
from drivers.converter import Conversion
from drivers.waking import Script, Waking

_PU_CTRL, _CTRL2, _OCAL1, _GCAL2_END, _ADCO, _ADC, _PGA, _REVISION = 0x00, 0x02, 0x03, 0x11, 0x12, 0x15, 0x1B, 0x1F
_RR, _PUD, _PUA, _PUR, _CS, _CR, _AVDDS = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x80
_CHS, _CAL_ERR, _CALS = 0x80, 0x08, 0x04
_VLDO_3V0 = 0x28
"""The bridge gets 3.0 V: the regulator needs headroom under a supply of 3.3 V."""
_CHOPPER_OFF = 0x30
"""Data sheet 9.1; with it on, results scatter by hundreds of milligrams."""
_PGA_AND_POWER = b"\0\0"
"""The capacitor (PGA_CAP_EN) sits on the pins of channel 2, where the second cell is: it stays off."""
_CONVERTING = _AVDDS | _CS | _PUA | _PUD

_RATES = {10: 0x00, 20: 0x10, 40: 0x20, 80: 0x30, 320: 0x70}
_GAINS = {1 << n: n for n in range(8)}
_RAILS = (0x7FFFFF, -0x800000)

_DISCARDED = 6
_SLOWEST = 1.15
"""How much longer than nominal the chip's own oscillator may take for a conversion."""
_WAKE_S, _WAKE_DEADLINE_S = 0.001, 0.1
_LDO_S = 0.25
_CALIBRATION_S, _CALIBRATION_DEADLINE_S = 0.02, 1.0
_CALIBRATION_TRIES = 3
_SILENCE_CYCLES, _SILENCE_S = 10, 0.5


class Nau7802:
    """One chip with a cell on each channel, both calibrated at power-up: a `Converter`.

    Args:
        bus: it hangs on.
        address: 0x2A, the only one there is.
        part: its name in box.toml, for errors.
        gain: 1, 2, 4 .. 128.
        rate_hz: 10, 20, 40, 80 or 320 conversions a second.
    """

    running: bool
    """Does it convert, with our settings as far as known?"""

    def __init__(self, bus: I2cBus, address: int, *, part: str, gain: int, rate_hz: int) -> None:
        if gain not in _GAINS:
            raise ValueError(f"{part}: gain {gain} is none of {sorted(_GAINS)}")
        if rate_hz not in _RATES:
            raise ValueError(f"{part}: rate {rate_hz} is none of {sorted(_RATES)}")
        bus.claim(address, part)
        self.running = False
        self._bus = bus
        self._address = address
        self._part = part
        self._ctrl1 = _VLDO_3V0 | _GAINS[gain]
        self._rate = _RATES[rate_hz]
        self._cycle_s = _SLOWEST / rate_hz
        self._waking = Waking(self._power_up)
        self._wanted = 1
        self._channel: int | None = None
        self._calibration = b""
        self._unheard = False
        self._settled_at = self._heard_at = 0.0

    def step(self, now: float) -> float | None:
        """Do what is due of reset, power-up and calibration.

        Returns:
            Seconds until the next call is wanted; None when it runs.

        Raises:
            BusError: the chip does not answer.
            ChipFault: it answers, but is another chip, does not wake, or fails its calibration.
        """
        if self.running:
            return None
        wait = self._waking.step(now)
        self.running = wait is None
        return wait

    def select(self, channel: int, now: float) -> None:
        """Look at channel 1 or 2 from now on; results come once it has settled. Raises BusError."""
        if channel not in (1, 2):
            raise ValueError(f"{self._part}: channel {channel} is neither 1 nor 2")
        self._wanted = channel
        if self.running and self._channel != channel:
            self._switch(now)

    @property
    def due(self) -> float:
        """The moment from which results of the selected channel are there."""
        return self._settled_at

    def forget(self) -> None:
        """Start anew with the next `step`."""
        self.running = False

    def read(self, now: float) -> Conversion | None:
        """The newest result, if there is one since the last and the chip has settled.

        Raises:
            BusError: the chip does not answer; it may be asked again at any time.
            ChipFault: it lost its settings or stopped converting, and `running` is False.
        """
        if not self.running:
            return None
        if self._channel != self._wanted:
            # A switch failed half-way: whether the chip heard it is unknown.
            self._switch(now)
        if now < self._settled_at:
            return None
        status = self._bus.read(self._address, _PU_CTRL, 3)
        if (found := self._without_ready(status)) != self._status():
            if found != self._status(_CHS) or self._unheard:
                raise self._fault("has lost its settings: its supply may be unsteady")
            # The switch went unheard: written while the bus was held, which some controllers do not notice.
            self._switch(now)
            self._unheard = True
            return None
        self._unheard = False
        if not status[0] & _CR:
            if now - self._heard_at > max(_SILENCE_S, _SILENCE_CYCLES * self._cycle_s):
                raise self._fault("has stopped converting")
            return None
        counts = int.from_bytes(self._bus.read(self._address, _ADCO, 3), "big", signed=True)
        self._heard_at = now
        return Conversion(channel=self._wanted, counts=None if counts in _RAILS else counts)

    def audit(self) -> bool:
        """Are settings and calibration still ours? If not, `running` is False from now on. Raises BusError."""
        if self.running and self._channel == self._wanted:
            found = self._bus.read(self._address, _PU_CTRL, 3 + len(self._calibration))
            chopper = self._bus.read_byte(self._address, _ADC)
            # Up to the revision, for what reads as nothing but zeros is doubted (`I2cBus.read`).
            analogue = self._bus.read(self._address, _PGA, _REVISION + 1 - _PGA)[: len(_PGA_AND_POWER)]
            self.running = (
                self._without_ready(found) == self._status() + self._calibration
                and chopper == _CHOPPER_OFF
                and analogue == _PGA_AND_POWER
            )
        return self.running

    def _power_up(self, now: float) -> Script:
        """Data sheet 9.1 and 8: yields the seconds to wait, is sent the moment it goes on."""
        # The first word to a cold chip may go unheard; the bus tries again.
        self._bus.write_byte(self._address, _PU_CTRL, _RR)
        self._bus.write_byte(self._address, _PU_CTRL, _PUD)
        deadline = now + _WAKE_DEADLINE_S
        while not self._bus.read_byte(self._address, _PU_CTRL) & _PUR:
            if now > deadline:
                raise self._fault("does not wake up after a reset: is it a NAU7802?")
            now = yield _WAKE_S
        # Before a reset a cold chip may tell another revision.
        revision = self._bus.read_byte(self._address, _REVISION)
        if revision & 0x0F != 0x0F:
            raise self._fault(f"tells revision {revision:#04x} and is no NAU7802")
        self._bus.write(self._address, _PU_CTRL, bytes((_AVDDS | _PUA | _PUD, self._ctrl1, self._rate)))
        self._bus.write_byte(self._address, _ADC, _CHOPPER_OFF)
        self._bus.write(self._address, _PGA, _PGA_AND_POWER)
        now = yield _LDO_S
        for chs in (0, _CHS):
            now = yield from self._calibrate(chs, now)
        self._calibration = self._bus.read(self._address, _OCAL1, _GCAL2_END - _OCAL1)
        self._bus.write_byte(self._address, _PU_CTRL, _CONVERTING)
        self._switch(now)

    def _calibrate(self, chs: int, now: float) -> Generator[float, float, float]:
        """Internal offset calibration of one channel; returns the moment it was found done."""
        for _ in range(_CALIBRATION_TRIES):
            self._bus.write_byte(self._address, _CTRL2, chs | self._rate | _CALS)
            deadline = now + _CALIBRATION_DEADLINE_S
            now = yield _CALIBRATION_S
            while (control := self._bus.read_byte(self._address, _CTRL2)) & _CALS:
                if now > deadline:
                    raise self._fault("does not end its calibration")
                now = yield _CALIBRATION_S
            if not control & _CAL_ERR:
                return now
        raise self._fault(f"failed its calibration {_CALIBRATION_TRIES} times: is its supply steady?")

    def _switch(self, now: float) -> None:
        self._channel = None
        self._bus.write_byte(self._address, _CTRL2, self._control())
        self._channel = self._wanted
        # The result at hand then is one conversion after those discarded.
        self._settled_at = self._heard_at = now + (_DISCARDED + 1) * self._cycle_s

    def _control(self) -> int:
        return self._rate | (_CHS if self._wanted == 2 else 0)

    def _status(self, but: int = 0) -> bytes:
        """PU_CTRL without CR, CTRL1 and CTRL2 as they must read while it converts, `but` bits of CTRL2 turned over."""
        return bytes((_CONVERTING | _PUR, self._ctrl1, self._control() ^ but))

    @staticmethod
    def _without_ready(registers: bytes) -> bytes:
        return bytes((registers[0] & ~_CR,)) + registers[1:]

    def _fault(self, what: str) -> ChipFault:
        self.running = False
        return ChipFault(f"{self._part} at {self._address:#04x} {what}")
