"""A twin of `_rpi_ws281x`, the C module that drives WS2812 by PWM, and of the pins that its callers ask Blinka for.

The real `neopixel` and Blinka's own use of that module run on it. What the chip would send is checked as on SPI
(`lamps.LampChain`): three PWM bits for one bit on the wire, 110 for a 1 and 100 for a 0 (rpi_ws281x, ws2811.c).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from types import ModuleType, SimpleNamespace
from typing import Any

from hardware.sim.lamps import HIGH_LOW_US, TOLERANCE_US, LampChain, MalformedError

SUCCESS, NO_HARDWARE, NO_MEMORY_MAP, ILLEGAL_PIN = 0, -3, -5, -11
STRIP_RGB, STRIP_RGBW = 0x00100800, 0x18100800
SD_CARD_DMA = 5
"""The DMA channel that the SD card of a Pi 3 uses: taking it costs the file system."""

_SAYS = {
    NO_HARDWARE: "Hardware revision is not supported",
    NO_MEMORY_MAP: "mmap() failed",
    ILLEGAL_PIN: "Selected GPIO not possible",
    -14: "Failed to create memory DMA",
}
_PINS = {0: (12, 18), 1: (13, 19)}
_WRITER = "adafruit_blinka.microcontroller.bcm283x.neopixel"


@dataclass(slots=True)
class Channel:
    """One of the two PWM channels, as the module's structure holds it; `leds` are 0xWWRRGGBB."""

    number: int
    count: int = 0
    gpionum: int = 0
    invert: int = 0
    brightness: int = 0
    strip_type: int = STRIP_RGB
    leds: dict[int, int] = field(default_factory=dict)


class Ws281x(ModuleType):
    """The module; what it renders arrives at `chain`. `refuses` is what the start fails with, `fails` a picture."""

    WS2811_SUCCESS, WS2811_STRIP_RGB, SK6812_STRIP_RGBW = SUCCESS, STRIP_RGB, STRIP_RGBW

    def __init__(self, chain: LampChain) -> None:
        super().__init__("_rpi_ws281x")
        self.chain = chain
        self.refuses = self.fails = SUCCESS
        self.started = 0
        """Strips that hold the hardware now."""

    def __getattr__(self, name: str) -> Any:
        """The getters and setters that SWIG makes of every field of a channel and of the strip."""
        for prefix in ("ws2811_channel_t_", "ws2811_t_"):
            if name.startswith(prefix):
                what, verb = name.removeprefix(prefix).rsplit("_", 1)
                return _setter(what) if verb == "set" else attrgetter(what)
        raise AttributeError(name)

    def new_ws2811_t(self) -> SimpleNamespace:
        """A strip."""
        return SimpleNamespace(freq=0, dmanum=0, channels=(Channel(0), Channel(1)))

    def delete_ws2811_t(self, strip: SimpleNamespace) -> None:
        """Its memory is given back."""

    def ws2811_channel_get(self, strip: SimpleNamespace, number: int) -> Channel:
        """One of its channels."""
        channel: Channel = strip.channels[number]
        return channel

    def ws2811_init(self, strip: SimpleNamespace) -> int:
        """Take the hardware. Raises MalformedError for what would be dark, or worse."""
        if strip.dmanum == SD_CARD_DMA:
            raise MalformedError(f"DMA channel {SD_CARD_DMA} is the SD card's")
        us = 1e6 / strip.freq
        for high, sheet in zip((us / 3, us * 2 / 3), HIGH_LOW_US, strict=True):
            if any(abs(is_ - at) > TOLERANCE_US for is_, at in zip((high, us - high), sheet, strict=True)):
                raise MalformedError(f"{strip.freq} Hz: {high:.2f} us high, {us - high:.2f} low is no WS2812 signal")
        if any(channel.count and channel.gpionum not in _PINS[channel.number] for channel in strip.channels):
            return ILLEGAL_PIN
        self.started += self.refuses == SUCCESS
        return self.refuses

    def ws2811_fini(self, _strip: SimpleNamespace) -> None:
        """Let go of the hardware."""
        self.started -= 1

    def ws2811_get_return_t_str(self, code: int) -> str:
        """A code in words."""
        return _SAYS[code]

    def ws2811_led_set(self, channel: Channel, number: int, colour: int) -> None:
        """The colour of a lamp, to be rendered next."""
        channel.leds[number] = colour

    def ws2811_render(self, strip: SimpleNamespace) -> int:
        """The signal leaves: the colours of each lamp in the strip type's order, each scaled by the brightness."""
        if self.fails != SUCCESS:
            return self.fails
        for channel in strip.channels:
            if channel.count:
                shifts = [channel.strip_type >> at & 0xFF for at in (16, 8, 0)]
                colours = [channel.leds.get(number, 0) for number in range(channel.count)]
                scale = channel.brightness + 1
                self.chain.signal(bytes((led >> shift & 0xFF) * scale >> 8 for led in colours for shift in shifts))
        return SUCCESS


def _setter(what: str) -> Any:
    return lambda struct, value: setattr(struct, what, value)


class _Line:
    """A pin of Blinka's, taken as an output."""

    def __init__(self, pin: SimpleNamespace) -> None:
        self._pin = pin
        self.direction: object = None

    def deinit(self) -> None:
        self.direction = None


@contextmanager
def installed(chain: LampChain) -> Iterator[Ws281x]:
    """The C module and the pins of a Raspberry Pi are these, as long as the block lasts.

    Raises ImportError where `neopixel` is not installed.
    """
    twin, board, digitalio, dispatch = Ws281x(chain), *map(ModuleType, ("board", "digitalio", "neopixel_write"))
    vars(board).update({f"D{pin}": SimpleNamespace(id=pin) for pin in range(28)})
    vars(digitalio).update(DigitalInOut=_Line, Direction=SimpleNamespace(OUTPUT="output"))
    modules = {"_rpi_ws281x": twin, "board": board, "digitalio": digitalio, "neopixel_write": dispatch}
    names = (*modules, "neopixel", _WRITER)
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.modules.update(modules)
    writer: Any = None
    try:
        # Blinka prints what it thinks of a computer that is no Pi; standard output is for the report of who runs this.
        with redirect_stdout(sys.stderr):
            writer = import_module(_WRITER)
            vars(dispatch).update(neopixel_write=writer.neopixel_write)
            import_module("neopixel")
        writer.time = SimpleNamespace(sleep=lambda _seconds: None)  # the signal is through at once
        yield twin
    finally:
        if writer is not None:
            writer.neopixel_cleanup()
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)
