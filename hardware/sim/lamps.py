"""The chain of WS2812, usually at the end of an SPI port: decodes the bytes on the wire back into the lamps' colours.

What no WS2812 would understand is refused (WS2812B datasheet: 0 is 0.40 us high and 0.85 low, 1 is 0.80 high and 0.45
low, each +-0.15 us), since a picture that only this chain can read would be dark on a real one.
"""

import errno
import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each, as the lamp shines."""

TOLERANCE_US = 0.15
HIGH_LOW_US = ((0.40, 0.85), (0.80, 0.45))
"""Of a 0 and of a 1."""


KEPT = 10_000
"""Frames remembered at least."""


class MalformedError(ValueError):
    """Bytes that are no WS2812 signal."""


class Frame(NamedTuple):
    """All lamps from `at` on (seconds of the world's clock)."""

    at: float
    colours: tuple[Colour, ...]


class LampChain:
    """`count` lamps on an SPI port; `colours` is what they show now, `frames` the last they showed."""

    def __init__(
        self,
        count: int,
        *,
        order: str,
        reset_us: float,
        buffer: int,
        now: Callable[[], float],
        idles_high: bool = False,
    ) -> None:
        """`order` of the colours on the wire; `buffer` bytes fit into one write; the line rests low or `idles_high`."""
        self.count = count
        self.colours: tuple[Colour, ...] = ((0, 0, 0),) * count
        self.frames: list[Frame] = []
        self.wire = b""
        """The bytes of the last signal as the first lamp got them."""
        self.broken = False
        """The port fails: every write raises OSError."""
        self.disturbed: Callable[[], bool] = lambda: False
        """Asked at every transfer whether this one fails."""
        self.plugged = True
        self._places = tuple(order.index(colour) for colour in "RGB")
        self._reset_us = reset_us
        self._buffer = buffer
        self._now = now
        self._idles_high = idles_high
        self._hertz = 0

    def unplug(self) -> None:
        """Take the chain's supply away: it is dark, and nobody can tell from the port."""
        self.plugged = False
        self._show(((0, 0, 0),) * self.count)

    def plug(self) -> None:
        """Give it back: the chain stays dark until the next signal."""
        self.plugged = True

    def try_lock(self) -> bool:
        """The SPI port's verb."""
        return True

    def unlock(self) -> None:
        """The SPI port's verb."""

    def configure(self, *, baudrate: int, polarity: int = 0, phase: int = 0) -> None:
        """The SPI port's verb: clock in hertz, and mode."""
        self._fail()
        if (polarity, phase) != (0, 0):
            raise MalformedError("the data line must idle low: mode 0")
        self._hertz = baudrate

    def write(self, sent: bytes) -> None:
        """The SPI port's verb: the signal arrives. Raises MalformedError, or OSError as the kernel would."""
        self._fail()
        if len(sent) > self._buffer:
            raise OSError(errno.EMSGSIZE, os.strerror(errno.EMSGSIZE))
        led = bytes(sent).lstrip(b"\0")
        body = led.rstrip(b"\0")
        before, after = len(sent) - len(led), len(led) - len(body)
        if self._idles_high and not before:
            raise MalformedError(
                "the line idles high and falls only with the first bit: the first lamp takes that for a 1"
            )
        if after * 8e6 / self._hertz < self._reset_us:
            raise MalformedError(f"{after} low bytes at the end: no latch, which takes {self._reset_us} us")
        bits = _bits(body, self._hertz)
        if len(bits) % 24:
            raise MalformedError(f"{len(bits)} bits: not 24 for each lamp")
        self.signal(int(bits or b"0", 2).to_bytes(len(bits) // 8, "big"))

    def close(self) -> None:
        """The SPI port's verb."""

    def signal(self, wire: bytes) -> None:
        """So many bytes as the first lamp gets them, three for each, then a latch; whatever the line hangs on."""
        self.wire = wire
        if self.plugged:
            self._latch(wire)

    def _fail(self) -> None:
        if self.broken or self.disturbed():
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _latch(self, wire: bytes) -> None:
        # Each lamp keeps the first three bytes it gets and passes on the rest; lamps that get none keep their colour.
        heard = wire[: 3 * self.count]
        red, green, blue = (heard[place::3] for place in self._places)
        colours = tuple(zip(red, green, blue, strict=True))
        self._show((*colours, *self.colours[len(colours) :]))

    def _show(self, colours: Sequence[Colour]) -> None:
        self.colours = tuple(colours)
        self.frames.append(Frame(self._now(), self.colours))
        if len(self.frames) >= 2 * KEPT:
            del self.frames[:-KEPT]


_NO_BIT = ord("?")


def _bits(sent: bytes, hertz: int) -> bytes:
    """What the bytes of the port are to a lamp, a digit for each. Raises MalformedError."""
    bits = sent.translate(_digits(hertz))
    wrong = bits.find(_NO_BIT)
    if wrong >= 0:
        _bit(sent[wrong], hertz)
    return bits


@cache
def _digits(hertz: int) -> bytes:
    """For every byte of the port the digit it is to a lamp, or a question mark."""

    def digit(byte: int) -> int:
        try:
            return ord(str(_bit(byte, hertz)))
        except MalformedError:
            return _NO_BIT

    return bytes(map(digit, range(256)))


def _bit(byte: int, hertz: int) -> int:
    """What a byte of the port is to a lamp. Raises MalformedError."""
    written = f"{byte:08b}"
    high = len(written) - len(written.lstrip("1"))
    if "1" in written[high:]:
        raise MalformedError(f"{written}: high twice within one bit")
    us = high * 1e6 / hertz, (8 - high) * 1e6 / hertz
    for bit, sheet in enumerate(HIGH_LOW_US):
        if all(abs(is_ - should) <= TOLERANCE_US for is_, should in zip(us, sheet, strict=True)):
            return bit
    raise MalformedError(f"{written}: {us[0]:.2f} us high, {us[1]:.2f} low is neither a 0 nor a 1")
