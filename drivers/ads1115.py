"""ADS1115, a 16-bit converter on I2C that measures the peak of a knock (Texas Instruments, SBAS444).

Laws: it converts all the time, so that nothing is waited for when a blow comes; OS is never polled, for it reads 0 as
long as it converts; the pointer is set before each read, and a result is handed out only after the settings have been
read back in the same breath: a pointer that was left on them makes a plausible voltage of the settings themselves
(0x42E3 read as 2.14 V). New settings take effect after the conversion that runs, which after a warm restart may be one
of another channel and another rate: the longest there is, and one more, are waited out.

The comparator stays off and ALERT is left alone: telling of each conversion it would wake the box 860 times a second.
"""

from drivers.bus import ChipFault, I2cBus

_CONVERSION, _CONFIG = 0x00, 0x01
_AGAINST_GROUND, _FULL_SCALE, _RATE, _NO_COMPARATOR = 0x4000, 0x0200, 0x00E0, 0x0003
"""MUX 1xx, PGA 001, MODE 0 (continuous), DR 111, COMP_QUE 11; OS is without meaning here and reads 0."""

_VOLTS = 4.096 / 0x8000
_SETTLED_S = 1.1 / 8 + 1.1 / 860
"""One conversion at the slowest rate and one of ours, by an oscillator that is slow by a tenth."""


class Ads1115:
    """One chip of which one channel is of interest, 0 to 3, against ground, from 0 to 4.096 V.

    Args:
        bus: it hangs on.
        address: 0x48 to 0x4B.
        part: its name, for errors.
        channel: 0 to 3.
    """

    running: bool
    """Does it convert, with our settings as far as known?"""

    def __init__(self, bus: I2cBus, address: int, *, part: str, channel: int) -> None:
        if not 0 <= channel <= 3:
            raise ValueError(f"{part}: channel {channel} is none of 0 to 3")
        bus.claim(address, part)
        self.running = False
        self._bus = bus
        self._address = address
        self._part = part
        settings = _AGAINST_GROUND | channel << 12 | _FULL_SCALE | _RATE | _NO_COMPARATOR
        self._settings = settings.to_bytes(2, "big")
        self._settled_at = 0.0

    def start(self, now: float) -> None:
        """Set it up, whatever state it is in. Raises BusError, and ChipFault if it does not keep its settings."""
        self.running = False
        self._bus.write(self._address, _CONFIG, self._settings)
        self.running = True
        self.audit()
        self._settled_at = now + _SETTLED_S

    def audit(self) -> None:
        """Look at the settings.

        Raises:
            BusError: the chip does not answer; it may be asked again at any time.
            ChipFault: it has lost its settings or is another chip, and `running` is False.
        """
        found = self._bus.read(self._address, _CONFIG, 2)
        if found != self._settings:
            self.running = False
            raise ChipFault(
                f"{self._part} at {self._address:#04x} reads {found.hex()} where it was set to {self._settings.hex()}:"
                " its supply may be unsteady, or it is no ADS1115"
            )

    def read(self, now: float) -> float | None:
        """The newest result in volts, 0.0 or more; None as long as there is none. Raises as `audit`."""
        if not self.running or now < self._settled_at:
            return None
        self.audit()
        counts = int.from_bytes(self._bus.read(self._address, _CONVERSION, 2), "big", signed=True)
        # At rest it reads a count or two under ground.
        return max(counts, 0) * _VOLTS
