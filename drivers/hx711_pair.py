"""Two HX711, a cell on each, as the one converter of a scale."""

from drivers.bus import ChipFault
from drivers.converter import Conversion
from drivers.hx711 import Hx711


class Hx711Pair:
    """Two chips, a cell on each: a `Converter`. Both convert all the time, so that selecting costs nothing.

    It looks at the first one until another channel is selected.
    """

    def __init__(self, one: Hx711, other: Hx711) -> None:
        self._chips = {chip.channel: chip for chip in (one, other)}
        self._wanted = one

    @property
    def running(self) -> bool:
        """Do both convert?"""
        return all(chip.running for chip in self._chips.values())

    @property
    def due(self) -> float:
        """The moment before which a look at the selected chip is in vain."""
        return self._wanted.due

    def step(self, now: float) -> float | None:
        """As `Converter.step`. Raises NotReady, LatePulse or Desync."""
        try:
            waits = [wait for chip in self._chips.values() if (wait := chip.step(now)) is not None]
        except ChipFault:
            # Whatever the other one was waiting for is not waited for any longer: both begin anew.
            self.forget()
            raise
        return min(waits, default=None)

    def select(self, channel: int, now: float) -> None:  # noqa: ARG002 - a chip with one converter needs the moment
        """Look at channel 1 or 2 from now on."""
        if channel not in self._chips:
            raise ValueError(f"scale: channel {channel} is neither 1 nor 2")
        self._wanted = self._chips[channel]

    def read(self, now: float) -> Conversion | None:
        """As `Converter.read`. Raises NotReady, LatePulse or Desync."""
        return self._wanted.read(now) if self.running else None

    def audit(self) -> bool:
        """There are no settings to lose: the pulses of each reading tell the chip what the next is to be."""
        return self.running

    def forget(self) -> None:
        """Start both anew with the next `step`."""
        for chip in self._chips.values():
            chip.forget()

    def close(self) -> None:
        """Give the pins back."""
        for chip in self._chips.values():
            chip.close()
