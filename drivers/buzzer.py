"""A passive buzzer: one tone at a time, by gpiozero's PWM. Melodies are stepped by the announcer's timers, not here."""

from contextlib import suppress

from drivers.lines import PinFactory, taken


class BuzzerError(Exception):
    """The buzzer cannot be driven any more; the text says why."""


class Buzzer:
    """Sounds what it is told until it is told otherwise. Raises LineError if the pin cannot be had.

    gpiozero's TonalBuzzer is not used: it ends at 880 Hz, where a small piezo is still quiet.
    """

    def __init__(self, pin: int, *, lowest_hz: float, highest_hz: float, pins: PinFactory) -> None:
        """`pin` is the BCM number of line `buzzer` in box.toml, where the range stands too."""
        from gpiozero import GPIOZeroError, PWMOutputDevice

        self.lowest_hz = lowest_hz
        self.highest_hz = highest_hz
        try:
            self._device = PWMOutputDevice(pin, frequency=lowest_hz, pin_factory=pins)
        except GPIOZeroError as wrong:
            raise taken("buzzer", pin, wrong) from wrong
        self.tone(None)

    def tone(self, hz: float | None) -> None:
        """Sound at `hz` from now on, or be silent. Returns at once.

        Raises:
            ValueError: outside the buzzer's range.
            BuzzerError: the line fails.
        """
        if hz is not None and not self.lowest_hz <= hz <= self.highest_hz:
            raise ValueError(f"buzzer: {hz:g} Hz; it sounds from {self.lowest_hz:g} to {self.highest_hz:g} Hz")
        try:
            if hz is None:
                # First the level, then the frequency: a line left high without pulses would heat the buzzer's coil.
                self._device.value = 0
                self._device.frequency = None
            else:
                self._device.frequency = hz
                self._device.value = 0.5
        except Exception as wrong:
            # The backends raise classes of their own, which can only be named where they are installed.
            raise BuzzerError(f"buzzer: {type(wrong).__name__}: {wrong}") from wrong

    def close(self) -> None:
        """Fall silent, if it still can, and give the pin back."""
        with suppress(BuzzerError):
            self.tone(None)
        self._device.close()
