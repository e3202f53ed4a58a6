"""The chain of WS2812 lamps, and the way to it through `neopixel_spi` on an SPI port: no root, on every Pi.

Laws: beyond the current budget all lamps dim together, so that they cannot brown out the box; only a new picture is
sent; lamps cannot be read, so what fails is only ever the port, and it never stops play: `show` says so and goes on.
All this is the same whatever the chain hangs on (`lamps_pwm` is the other way).

Timing (WS2812B datasheet, each +-0.15 us): 0 is 0.40 us high and 0.85 low, 1 is 0.80 high and 0.45 low. At 6.4 MHz one
SPI bit is 0.156 us, hence the patterns below. The library's own 1 (four bits, 0.62 us) is under the 0.65 of the sheet.
Low before the first lamp keeps it from taking the port's idle level for a bit (Pi5Neo, issue 11); low after the last
one latches. Not tried on a Pi: there the port's clock is a fraction of the core's, and 5.6 to 7.2 MHz would still do.
"""

import errno
from collections.abc import Sequence
from typing import NamedTuple, Protocol

ZERO = 0b11000000
ONE = 0b11111000

_BITS = [bytes(ONE if byte >> bit & 1 else ZERO for bit in range(7, -1, -1)) for byte in range(256)]


class RGB(NamedTuple):
    """A colour, 0 to 255 each."""

    red: int
    green: int
    blue: int


class LampsError(Exception):
    """The port of the lamps cannot be had; the text tells the owner why and what to do. Play goes on without."""


class Spi(Protocol):
    """What the chain is written to."""

    def try_lock(self) -> bool:
        """Take the port."""

    def unlock(self) -> None:
        """Give it back."""

    def configure(self, *, baudrate: int, polarity: int = 0, phase: int = 0) -> None:
        """Clock in hertz, and mode."""

    def write(self, sent: bytes) -> None:
        """Send all bytes in one go."""

    def close(self) -> None:
        """Close the port."""


class Chain(Protocol):
    """The lamps as a library drives them: a colour for each is set, then all are shown."""

    def __setitem__(self, lamps: slice, colours: Sequence[RGB], /) -> None:
        """Colours to be shown next."""

    def show(self) -> None:
        """Send them. Raises OSError."""

    def close(self) -> None:
        """Give back what the chain hangs on."""


class Power(NamedTuple):
    """What lamps draw, in milliamps: one colour of one lamp full on, one dark lamp, and all together at most."""

    per_channel: float
    idle: float
    budget: float


def open_port(device: str) -> Spi:
    """The SPI port of a Pi, such as /dev/spidev0.0. Raises LampsError."""
    from drivers.spidev import Spidev

    try:
        return Spidev(device)
    except OSError as wrong:
        match wrong.errno:
            case errno.ENOENT:
                what = "there is no such device; add dtparam=spi=on to config.txt and restart"
            case errno.EACCES | errno.EPERM:
                what = "it may not be opened; add the user to the group spi"
            case _:
                what = f"{wrong}; is another program using it?"
        raise LampsError(f"lamps ({device}): {what}") from wrong


class Lamps:
    """A chain of lamps. One thread at a time may call it; writing takes about 2 ms."""

    def __init__(self, chain: Chain, *, count: int, brightness: float, power: Power) -> None:
        """`count` lamps, at a `brightness` of 0 to 1."""
        self.count = count
        self.lost: str | None = None
        """Why the last picture could not be sent; None: it was."""
        self._chain = chain
        self._brightness = brightness
        self._power = power
        self._shown: tuple[RGB, ...] | None = None

    def show(self, colours: Sequence[RGB], *, again: bool = False) -> bool:
        """Show a colour on each lamp; True if they were sent (or show it already).

        `again` sends an unchanged picture too: lamps that lost their supply for a moment are dark until then.
        """
        if len(colours) != self.count:
            raise ValueError(f"lamps: {len(colours)} colours for {self.count} lamps")
        wanted = tuple(colours)
        if wanted == self._shown and not again:
            return True
        try:
            self._chain[:] = dimmed(wanted, self._brightness, self._power)
            self._chain.show()
        except OSError as wrong:
            self._shown, self.lost = None, str(wrong)
            return False
        self._shown, self.lost = wanted, None
        return True

    def close(self) -> None:
        """All dark, and what the chain hangs on given back."""
        self.show([RGB(0, 0, 0)] * self.count)
        self._chain.close()


def dimmed(colours: Sequence[RGB], brightness: float, power: Power) -> list[RGB]:
    """The colours as sent: at this brightness, or less where that would take more than the budget."""
    full = power.per_channel / 255 * sum(map(sum, colours))
    spare = power.budget - power.idle * len(colours)
    scale = brightness if full * brightness <= spare else spare / full
    # Rounded down, so that a sum of roundings cannot pass the budget.
    sent = {colour: RGB(*(int(value * scale) for value in colour)) for colour in set(colours)}
    return [sent[colour] for colour in colours]


def spi_chain(spi: Spi, *, count: int, order: str, hertz: int, reset_us: float, buffer: int) -> Chain:
    """The chain at the end of an SPI port.

    `order` of the colours on the wire, `GRB`; `buffer`: what one write may hold, in bytes. Raises LampsError if the
    port refuses its clock, or ValueError if the chain does not fit into one write.
    """
    length = count * 24 + 2 * round(hertz * reset_us * 1e-6 / 8)
    if length > buffer:
        raise ValueError(f"lamps: {count} lamps are {length} bytes; one write holds {buffer} (lamps.spi_buffer)")
    # Late: it costs 25 ms and 3.7 MiB, for finding out which computer this is, and a box without lamps needs none.
    from neopixel_spi import NeoPixel_SPI

    class SpiChain(NeoPixel_SPI):  # type: ignore[misc]  # neopixel_spi has no types
        """The library's chain, its bits looked up by the byte: the encoding takes a twentieth of the time.

        Should the library ever rename what is overridden here, its own slow way takes over, with the same bytes. Of a
        picture only the lamps that change are set, for each of them takes the library its time.
        """

        _given: Sequence[RGB | None] = (None,) * count

        def __setitem__(self, lamps: slice, colours: Sequence[RGB]) -> None:
            for lamp, (before, colour) in enumerate(zip(self._given, colours, strict=True)):
                if colour != before:
                    super().__setitem__(lamp, colour)
            self._given = colours

        def _transmogrify(self, buffer: bytes) -> None:
            self._spibuf[:] = b"".join([_BITS[byte] for byte in buffer])

        def close(self) -> None:
            spi.close()

    timing = {"frequency": hertz, "reset_time": reset_us * 1e-6, "bit0": ZERO, "bit1": ONE}
    try:
        chain: Chain = SpiChain(spi, count, pixel_order=order, auto_write=False, **timing)
    except OSError as wrong:
        raise LampsError(f"lamps: the port refuses {hertz} Hz ({wrong}); is it an SPI port?") from wrong
    return chain
