"""The kernel's SPI device, as little of it as a chain of lamps needs: open, set the clock, write.

It has the four verbs that Adafruit's drivers ask of an SPI bus, so that nothing of theirs has to find out by itself
which computer this is. Numbers of the ioctls: Linux, include/uapi/linux/spi/spidev.h.
"""

import os
import struct
from fcntl import ioctl

_WR_MODE = 0x40016B01
_WR_BITS_PER_WORD = 0x40016B03
_WR_MAX_SPEED_HZ = 0x40046B04


class Spidev:
    """One SPI device, written to only. Raises OSError on opening and on every use."""

    def __init__(self, path: str) -> None:
        """`path` such as /dev/spidev0.0."""
        self._file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        self._set: tuple[int, int] | None = None

    def try_lock(self) -> bool:
        """The chain is alone on its bus, and one thread writes to it."""
        return True

    def unlock(self) -> None:
        """Nothing was locked."""

    def configure(self, *, baudrate: int, polarity: int = 0, phase: int = 0) -> None:
        """Set clock (hertz) and mode; asked for before each write, done when it is new."""
        wanted = baudrate, polarity << 1 | phase
        if wanted != self._set:
            ioctl(self._file, _WR_MODE, struct.pack("B", wanted[1]))
            ioctl(self._file, _WR_BITS_PER_WORD, struct.pack("B", 8))
            ioctl(self._file, _WR_MAX_SPEED_HZ, struct.pack("I", baudrate))
            self._set = wanted

    def write(self, sent: bytes) -> None:
        """Send bytes in one go; returns when they are on the wire."""
        os.write(self._file, sent)

    def close(self) -> None:
        """Give the device back."""
        os.close(self._file)
