"""TCS34725, a sensor of clear, red, green and blue light on I2C (ams data sheet 1-06; hardware-facts A.5).

Laws: nothing here waits: `step` does what is due and says when it wants to be called again; a result is handed out only
when a full integration lies between it and the one before, since the chip says "valid" (AVALID) for ever once it has
integrated, and would show a gem that is gone (adafruit/Adafruit_TCS34725, issue 15); a channel at its limit tells no
colour.

`now` is always the moment of the call itself, not that of a request that lay in a queue.
"""

from dataclasses import dataclass
from typing import NoReturn

from drivers.bus import ChipFault, I2cBus
from drivers.waking import Script, Waking

_ONE, _RUN = 0x80, 0xA0
"""COMMAND: the register that follows is used again and again, or is the first of several."""
_ENABLE, _ATIME, _CONFIG, _CONTROL, _ID, _STATUS = 0x00, 0x01, 0x0D, 0x0F, 0x12, 0x13
_AEN, _PON, _AVALID = 0x02, 0x01, 0x01
_ON = _AEN | _PON
_IDENTITIES = (0x44, 0x4D, 0x10)
"""TCS34721 and TCS34725; TCS34723 and TCS34727; and one that Adafruit's library takes as well."""

_GAINS = {1: 0, 4: 1, 16: 2, 60: 3}
_WAKE_S = 0.003
_CYCLE_S, _INIT_S = 0.0024, 0.0024
_SLOWEST = 1.1
"""How much longer than nominal the chip's own oscillator may take."""
_COUNTS = 1024
"""A cycle ends no higher than this."""
_SHORT = 64
"""With fewer cycles than this the ripple of mains light reaches the analogue limit a quarter below the digital one."""
_DEADLINE_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Colour:
    """One result in counts; `clear` is None when a channel is at its limit, and the others tell nothing then."""

    clear: int | None
    red: int
    green: int
    blue: int


class Tcs34725:
    """One chip, which integrates without a break once it runs.

    After any error of `step`, and whenever `running` has become False, `step` starts the chip anew.

    Args:
        bus: it hangs on.
        address: 0x29, the only one there is.
        part: its name in box.toml, for errors.
        cycles: of 2.4 ms in one integration, 1 to 256.
        gain: 1, 4, 16 or 60.
    """

    running: bool
    """Does it integrate, with our settings as far as known?"""

    integration_s: float
    """Seconds of one integration, as slow as the chip may be."""

    def __init__(self, bus: I2cBus, address: int, *, part: str, cycles: int, gain: int) -> None:
        if not 1 <= cycles <= 256:
            raise ValueError(f"{part}: {cycles} cycles are not 1 to 256")
        if gain not in _GAINS:
            raise ValueError(f"{part}: gain {gain} is none of {sorted(_GAINS)}")
        bus.claim(address, part)
        self.running = False
        self.integration_s = (_INIT_S + cycles * _CYCLE_S) * _SLOWEST
        limit = min(0xFFFF, _COUNTS * cycles)
        self._limit = limit - limit // 4 if cycles < _SHORT else limit
        self._bus = bus
        self._address = address
        self._part = part
        self._atime = 256 - cycles
        self._gain = _GAINS[gain]
        self._waking = Waking(self._power_up)
        self._read_at = 0.0

    def step(self, now: float) -> float | None:
        """Do what is due of power-up.

        Returns:
            Seconds until the next call is wanted; None when it runs.

        Raises:
            BusError: the chip does not answer.
            ChipFault: it answers, but is another chip, or never ends its first integration.
        """
        if self.running:
            return None
        wait = self._waking.step(now)
        self.running = wait is None
        return wait

    def read(self, now: float) -> Colour | None:
        """The newest result, if a full integration has passed since the last one that was handed out.

        Raises:
            BusError: the chip does not answer; it may be asked again at any time.
            ChipFault: it lost its settings, and `running` is False.
        """
        if not self.running or now < self._read_at + self.integration_s:
            return None
        status, *counts = self._bus.read(self._address, _RUN | _STATUS, 9)
        if not status & _AVALID:
            self._fail("has lost its settings: its supply may be unsteady")
        self._read_at = now
        clear, red, green, blue = (low | high << 8 for low, high in zip(counts[::2], counts[1::2], strict=True))
        return Colour(
            clear=None if max(clear, red, green, blue) >= self._limit else clear, red=red, green=green, blue=blue
        )

    def audit(self) -> bool:
        """Are the settings still ours? If not, `running` is False from now on. Raises BusError."""
        if self.running:
            enable, atime = self._bus.read(self._address, _RUN | _ENABLE, 2)
            control = self._bus.read_byte(self._address, _ONE | _CONTROL)
            self.running = (enable, atime, control & 0x03) == (_ON, self._atime, self._gain)
        return self.running

    def _power_up(self, now: float) -> Script:
        """Yields the seconds to wait, is sent the moment it goes on."""
        identity = self._bus.read_byte(self._address, _ONE | _ID)
        if identity not in _IDENTITIES:
            self._fail(f"tells identity {identity:#04x} and is no TCS34725")
        # After a warm restart it may integrate still, with settings of somebody else's.
        self._bus.write_byte(self._address, _ONE | _ENABLE, 0)
        self._bus.write_byte(self._address, _ONE | _ATIME, self._atime)
        self._bus.write_byte(self._address, _ONE | _CONFIG, 0)
        self._bus.write_byte(self._address, _ONE | _CONTROL, self._gain)
        self._bus.write_byte(self._address, _ONE | _ENABLE, _PON)
        now = yield _WAKE_S
        self._bus.write_byte(self._address, _ONE | _ENABLE, _ON)
        # The first integration after a change of settings is discarded.
        deadline = now + _DEADLINE_S + 2 * self.integration_s
        now = yield 2 * self.integration_s
        while not self._bus.read_byte(self._address, _ONE | _STATUS) & _AVALID:
            if now > deadline:
                self._fail("does not end an integration")
            now = yield self.integration_s
        self._read_at = now - self.integration_s

    def _fail(self, what: str) -> NoReturn:
        self.running = False
        raise ChipFault(f"{self._part} at {self._address:#04x} {what}")
