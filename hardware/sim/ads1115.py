"""A twin of the ADS1115 at its registers (Texas Instruments, SBAS444; hardware-facts A.4).

It keeps the pointer from one transfer to the next, answers 0 until the first conversion, finishes the running
conversion with the settings it began with, shows OS as 1 only while it idles between single shots, and scales and
clips as its amplifier does. ALERT is wired to nothing, so the thresholds are memory.
"""

from collections.abc import Callable
from threading import RLock

CONVERSION, CONFIG, LO_THRESH, HI_THRESH = range(4)

RESET = (0x0000, 0x8583, 0x8000, 0x7FFF)
"""Registers after power-on."""

_OS, _MODE = 0x8000, 0x0100
_RATES = (8, 16, 32, 64, 128, 250, 475, 860)
_RANGES = (6.144, 4.096, 2.048, 1.024, 0.512, 0.256, 0.256, 0.256)
_PAIRS = ((0, 1), (0, 3), (1, 3), (2, 3), (0, None), (1, None), (2, None), (3, None))


class Ads1115Twin:
    """`volts(channel, at)` is what lies at an input at a moment, `now` the moment; `speed` that of its oscillator."""

    def __init__(self, now: Callable[[], float], volts: Callable[[int, float], float], *, speed: float = 1.0) -> None:
        self.lock = RLock()
        self._now = now
        self._volts = volts
        self._speed = speed
        self.reset()

    def reset(self) -> None:
        """As after power-on: powered down, with the factory's settings."""
        with self.lock:
            self._registers = list(RESET)
            self._pointer = CONVERSION
            self._settings: int | None = None  # of the conversion that runs
            self._began = 0.0

    def write(self, data: bytes) -> None:
        """The pointer, and a register if two more bytes follow."""
        if not data:
            return
        self._convert()
        self._pointer = data[0] & 0x03
        if len(data) < 3 or self._pointer == CONVERSION:
            return
        value = int.from_bytes(data[1:3], "big")
        self._registers[self._pointer] = value
        if self._pointer == CONFIG and self._settings is None and (not value & _MODE or value & _OS):
            self._settings, self._began = value, self._now()

    def read(self, length: int) -> bytes:
        """The register at the pointer; the bus floats high after its two bytes."""
        self._convert()
        value = self._registers[self._pointer]
        if self._pointer == CONFIG:
            value = value & ~_OS | (_OS if self._settings is None else 0)
        return value.to_bytes(2, "big").ljust(length, b"\xff")[:length]

    def _convert(self) -> None:
        """Finish what conversions have come to their end."""
        while self._settings is not None:
            cycle = self._cycle(self._settings)
            done = int((self._now() - self._began + 1e-9) / cycle)
            if not done:
                return
            wanted = self._registers[CONFIG]
            # All but the first run with the settings of now; of those only the last one is still to be seen.
            skipped = done - 1 if wanted == self._settings else 0
            self._began += (skipped + 1) * cycle
            self._registers[CONVERSION] = self._counts(self._settings, self._began)
            self._settings = None if wanted & _MODE else wanted

    def _cycle(self, settings: int) -> float:
        return 1 / (_RATES[settings >> 5 & 7] * self._speed)

    def _counts(self, settings: int, at: float) -> int:
        plus, minus = _PAIRS[settings >> 12 & 7]
        volts = self._volts(plus, at) - (0.0 if minus is None else self._volts(minus, at))
        counts = round(volts / _RANGES[settings >> 9 & 7] * 0x8000)
        return max(-0x8000, min(counts, 0x7FFF)) & 0xFFFF
