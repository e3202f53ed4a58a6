"""A twin of the I2C bus at the lowest seam: smbus2 marshals its real bytes, and this answers in place of the kernel.

Laws: `SMBus.open` and the `ioctl` of smbus2 are replaced while at least one twin is installed, and device files of no
twin go on to the kernel; a transfer reaches a chip as the wire would carry it, one `write` of all bytes after the
address, one `read` of so many; one lock per bus, shared by its chips, for the bus's worker reads while another thread
moves the world.
"""

import os
from collections.abc import Sequence
from ctypes import memmove, string_at
from dataclasses import dataclass
from errno import EINVAL, EOPNOTSUPP, EREMOTEIO, ETIMEDOUT
from random import Random
from threading import Lock, RLock
from types import TracebackType
from typing import Any, Literal, Protocol, Self

import smbus2

_FUNCTIONS = 0x0EFF0009
"""What a Raspberry Pi's controller says it can do: plain I2C and the kernel's emulation of SMBus."""

Hold = Literal["held", "caught", "zeros"]
"""How a chip holds SDA: for good, with a controller that gives up after a second; in the middle of a byte, so that it
lets go once the line was left alone for nine clocks; or for good, with the controller of a Pi 0 to 4, which takes that
for an acknowledge and reads zeros.
"""

_ALL_ONES = 0x7F
"""Read from, this address is nine clocks with the data line let go."""

# Requests and sizes of linux/i2c-dev.h.
_SLAVE, _SLAVE_FORCE, _FUNCS, _RDWR, _SMBUS = 0x0703, 0x0706, 0x0705, 0x0707, 0x0720
_QUICK, _BYTE, _BYTE_DATA, _WORD_DATA, _I2C_BLOCK = 0, 1, 2, 3, 8
_READ_MESSAGE = 0x0001


class Chip(Protocol):
    """What hangs on the bus."""

    lock: RLock
    """Held during every transfer; the bus puts its own here."""

    def write(self, data: bytes) -> None:
        """All bytes of one write, the register pointer first."""

    def read(self, length: int) -> bytes:
        """So many bytes from where the pointer stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Noise:
    fraction: float
    rng: Random
    errnos: Sequence[int]


class TwinBus:
    """A bus with chips on it, installed under its number while in a `with` block (or between install and uninstall)."""

    lock: RLock

    def __init__(self, number: int = 1) -> None:
        self.number = number
        self.lock = RLock()
        self.transfers = 0
        self._chips: dict[int, Chip] = {}
        self._unplugged: set[int] = set()
        self._holding: dict[int, Hold] = {}
        self._noise: dict[int, _Noise] = {}
        self._troubled = False

    def attach(self, address: int, chip: Chip) -> None:
        """Solder a chip to the bus."""
        if address in self._chips:
            raise ValueError(f"two chips at {address:#04x}")
        chip.lock = self.lock
        self._chips[address] = chip

    def detach(self, address: int) -> None:
        """Take the chip off the bus."""
        del self._chips[address]

    def unplug(self, address: int) -> None:
        """From now on nothing acknowledges this address."""
        self._set(self._unplugged | {address}, self._holding, self._noise)

    def plug(self, address: int) -> None:
        """The chip is back on its wires (a chip that was without power is to be reset by whoever took it away)."""
        self._set(self._unplugged - {address}, self._holding, self._noise)

    def hold(self, address: int, how: Hold = "held") -> None:
        """The chip at this address holds SDA low: no transfer reaches any chip."""
        self._set(self._unplugged, self._holding | {address: how}, self._noise)

    def free(self, address: int) -> None:
        """It lets go, as after a pulse on its RESET."""
        self._set(self._unplugged, {a: how for a, how in self._holding.items() if a != address}, self._noise)

    def noise(self, address: int, fraction: float, rng: Random, *, errnos: Sequence[int] = (EREMOTEIO,)) -> None:
        """So large a part of the transfers to this address fails: half of them unheard by the chip, half heard."""
        noise = _Noise(fraction=fraction, rng=rng, errnos=tuple(errnos))
        self._set(self._unplugged, self._holding, self._noise | {address: noise})

    def quiet(self, address: int) -> None:
        """No more noise there."""
        self._set(self._unplugged, self._holding, {a: n for a, n in self._noise.items() if a != address})

    def _set(self, unplugged: set[int], holding: dict[int, Hold], noise: dict[int, _Noise]) -> None:
        with self.lock:
            self._unplugged, self._holding, self._noise = unplugged, holding, noise
            self._troubled = bool(unplugged or holding or noise)

    def install(self) -> None:
        """Answer for /dev/i2c-NUMBER from now on."""
        with _seam_lock:
            if self.number in _buses:
                raise RuntimeError(f"another twin already answers for /dev/i2c-{self.number}")
            if not _buses:
                _seam.SMBus.open, _seam.ioctl = _open, _ioctl
            _buses[self.number] = self

    def uninstall(self) -> None:
        """Leave it to the kernel again; on files still open every transfer fails from now on."""
        with _seam_lock:
            del _buses[self.number]
            for fd in [fd for fd, line in _lines.items() if line.bus is self]:
                del _lines[fd]
            if not _buses:
                _seam.SMBus.open, _seam.ioctl = _kernel_open, _kernel_ioctl

    def __enter__(self) -> Self:
        self.install()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.uninstall()

    def exchange(self, address: int, out: bytes | None, length: int) -> bytes:
        """One transfer: write `out` (None: do not write), then, after a repeated start, read `length` bytes (0: none).

        Raises OSError with the kernel's code where the wire would fail.
        """
        with self.lock:
            self.transfers += 1
            if self._holding:
                return self._held(address, out, length)
            lost = self._trouble(address) if self._troubled else None
            chip = self._chips.get(address)
            if chip is None:
                raise OSError(EREMOTEIO, os.strerror(EREMOTEIO))
            if out is not None:
                chip.write(out)
            answer = chip.read(length) if length else b""
            if lost is not None:
                raise lost
            return answer

    def _held(self, address: int, out: bytes | None, length: int) -> bytes:
        holds = set(self._holding.values())
        if address == _ALL_ONES and out is None:
            for caught in [at for at, how in self._holding.items() if how == "caught"]:
                self.free(caught)
        if holds == {"zeros"}:
            return bytes(length)
        raise OSError(ETIMEDOUT, os.strerror(ETIMEDOUT))

    def _trouble(self, address: int) -> OSError | None:
        """Raise what keeps the transfer from its chip; return what loses its answer."""
        if address in self._unplugged:
            raise OSError(EREMOTEIO, os.strerror(EREMOTEIO))
        noise = self._noise.get(address)
        if noise is None or noise.rng.random() >= noise.fraction:
            return None
        code = noise.rng.choice(noise.errnos)
        error = OSError(code, os.strerror(code))
        if noise.rng.random() < 0.5:
            raise error
        return error


class _Line:
    """One open device file: the bus behind it and the address it was last told."""

    __slots__ = ("address", "bus")

    def __init__(self, bus: TwinBus) -> None:
        self.bus = bus
        self.address = 0

    def serve(self, request: int, arg: Any) -> None:
        """Whatever is no transfer of SMBus."""
        if request in (_SLAVE, _SLAVE_FORCE):
            self.address = arg
        elif request == _FUNCS:
            arg.value = _FUNCTIONS
        elif request == _RDWR:
            self._messages([arg.msgs[n] for n in range(arg.nmsgs)])
        else:
            raise OSError(EINVAL, os.strerror(EINVAL))

    def smbus(self, arg: Any) -> None:
        """One transfer, as SMBus has them."""
        size, command, reading = arg.size, arg.command.to_bytes(), arg.read_write
        data = arg.data.contents.block
        if size in (_BYTE_DATA, _WORD_DATA, _I2C_BLOCK):
            # Of a block the first byte tells how many follow.
            first, length = (1, data[0]) if size == _I2C_BLOCK else (0, size - 1)
            if not 1 <= length <= 32:
                raise OSError(EINVAL, os.strerror(EINVAL))
            if reading:
                data[first : first + length] = self.bus.exchange(self.address, command, length)
            else:
                self.bus.exchange(self.address, command + bytes(data[first : first + length]), 0)
        elif size == _BYTE and reading:
            data[0] = self.bus.exchange(self.address, None, 1)[0]
        elif size == _BYTE:
            self.bus.exchange(self.address, command, 0)
        elif size == _QUICK:
            self.bus.exchange(self.address, None, 0)
        else:
            raise OSError(EOPNOTSUPP, os.strerror(EOPNOTSUPP))

    def _messages(self, messages: Sequence[Any]) -> None:
        with self.bus.lock:
            for message in messages:
                if message.flags & _READ_MESSAGE:
                    answer = self.bus.exchange(message.addr, None, message.len)
                    memmove(message.buf, answer, message.len)
                else:
                    self.bus.exchange(message.addr, string_at(message.buf, message.len), 0)


_seam: Any = smbus2.smbus2
_kernel_open = _seam.SMBus.open
_kernel_ioctl = _seam.ioctl
_seam_lock = Lock()
_buses: dict[int, TwinBus] = {}
_lines: dict[int, _Line] = {}


def _open(wire: Any, number: int | str) -> None:
    bus = _buses.get(number) if isinstance(number, int) else None
    if bus is None:
        _kernel_open(wire, number)
        _lines.pop(wire.fd, None)  # the number of a twin's file, closed since
        return
    # A real file, so that closing works as ever and no other open file bears its number.
    wire.fd = os.open(os.devnull, os.O_RDWR)
    _lines[wire.fd] = _Line(bus)
    wire.funcs = wire._get_funcs()  # noqa: SLF001 - the rest of SMBus.open, as it stands there


def _ioctl(fd: int, request: int, arg: Any = 0) -> Any:
    line = _lines.get(fd)
    if line is None:
        return _kernel_ioctl(fd, request, arg)
    return line.smbus(arg) if request == _SMBUS else line.serve(request, arg)
