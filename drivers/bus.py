"""The I2C bus: one owner, byte and I2C-block transfers only, bounded retries, errors that name the part.

Laws: one thread does all transfers (the library remembers the last address it spoke to, so two threads would get each
other's bytes); block transfers of at most 32 bytes and byte transfers are all there is, so that the kernel's i2c-stub
serves every driver; an OSError never leaves this module; what reads as nothing but zeros may be no answer at all, so
drivers see to it that their chips rarely do.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from errno import EACCES, EBUSY, EIO, ENODEV, ENOENT, ENXIO, EPERM, EREMOTEIO, ETIMEDOUT, errorcode
from threading import get_ident
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from smbus2 import SMBus  # loaded by the first bus that is made

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

BLOCK = 32
"""Bytes of the longest block transfer (the kernel's I2C_SMBUS_BLOCK_MAX)."""

BACK_OFF = 0.001
"""Seconds before the first retry; doubled for each further one. A contact bouncing on a plug lasts about so long."""

_NOBODY = 0x7F
"""An address that is reserved (UM10204, 3.1.12). Whoever reads from it lets the data line go for all nine clocks."""

_ADVICE = {
    EREMOTEIO: "no acknowledge: is it plugged in and powered, is its address right?",
    ENXIO: "no acknowledge: is it plugged in and powered, is its address right?",
    ENODEV: "nothing is at this address: is it plugged in and powered?",
    ETIMEDOUT: "the bus is held: a part may hold SDA low; reset the expanders or switch the box off and on",
    EBUSY: "a kernel driver owns this address: remove its overlay from config.txt",
    EIO: "the transfer was disturbed: check wire lengths, pull-ups and supply",
}


class BusError(Exception):
    """A transfer that failed for good; its text is a sentence for a person."""


class NoBus(BusError):
    """The bus itself cannot be opened: at boot its device may come later than the box."""


class NoAnswer(BusError):
    """The part does not acknowledge."""


class BusTimeout(BusError):
    """The bus is held: no part can be reached."""


class BusFault(BusError):
    """Any other failed transfer. Controllers differ in the code they give for one fault, so each is worth a retry."""


class ChipFault(BusError):
    """The part answers, but not as this chip must: settings lost, a wait without end, or another chip altogether."""


class I2cBus:
    """One I2C bus.

    Args:
        number: of the device, as in /dev/i2c-1.
        tries: of one transfer before it counts as failed, at least 1.
        pause: waits so many seconds between tries: `time.sleep`, or nothing in virtual time.

    The device is opened for the first transfer; as long as that fails, each transfer tries anew and raises NoBus.
    """

    transfers: int
    """Transfers tried on the wire since the start, retries included."""

    failures: int
    """How many of those failed."""

    def __init__(self, number: int, *, tries: int, pause: Callable[[float], None]) -> None:
        if tries < 1:
            raise ValueError(f"a transfer needs at least one try, not {tries}")
        self.transfers = 0
        self.failures = 0
        self._tries = tries
        self._pause = pause
        self._owner: int | None = None
        self._parts: dict[int, str] = {}
        self._number = number
        self._wire = _wire()

    def claim(self, address: int, part: str) -> None:
        """Say whose address this is: errors then name the part, and no two parts share an address."""
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"{part}: {address:#04x} is no I2C address (0x08 to 0x77)")
        holder = self._parts.setdefault(address, part)
        if holder != part:
            raise ValueError(f"{part}: address {address:#04x} is already that of {holder}")

    def read(self, address: int, register: int, length: int) -> bytes:
        """So many bytes (1 to 32) from consecutive registers. Raises BusError."""
        if not 1 <= length <= BLOCK:
            raise ValueError(f"a block is 1 to {BLOCK} bytes, not {length}")
        found = bytes(self._transfer("read", self._wire.read_i2c_block_data, address, register, length))
        self._doubt(found)
        return found

    def read_byte(self, address: int, register: int) -> int:
        """One register. Raises BusError."""
        found = self._transfer("read", self._wire.read_byte_data, address, register)
        self._doubt((found,))
        return found

    def write(self, address: int, register: int, data: bytes) -> None:
        """1 to 32 bytes into consecutive registers. Raises BusError."""
        if not 1 <= len(data) <= BLOCK:
            raise ValueError(f"a block is 1 to {BLOCK} bytes, not {len(data)}")
        self._transfer("write", self._wire.write_i2c_block_data, address, register, list(data))

    def write_byte(self, address: int, register: int, value: int) -> None:
        """One register. Raises BusError."""
        self._transfer("write", self._wire.write_byte_data, address, register, value)

    def held(self) -> BusTimeout | None:
        """Whether a part holds the data line, asked at an address where nobody lives.

        The question is nine clocks with the line let go, after which a chip that was cut off in the middle of a byte
        lets go too (UM10204, 3.1.16), as far as the controller clocks while the line is held. Not tried on a Pi.

        Returns:
            Why no part can be reached; None: nobody has answered, as it must be, or the bus is not there at all.
        """
        with suppress(NoBus):
            self._own()
            self.transfers += 1
            try:
                self._wire.read_byte(_NOBODY)
            except OSError as cause:
                return BusTimeout(f"the bus: {_ADVICE[ETIMEDOUT]}") if cause.errno == ETIMEDOUT else None
            return BusTimeout("the bus answers zeros at every address: a part holds SDA low; reset the expanders")
        return None

    def close(self) -> None:
        """Let go of the bus; the object is of no use afterwards."""
        self._wire.close()

    def _transfer(
        self,
        op: str,
        call: Callable[[int, int, *Ts], T],
        address: int,
        register: int,
        *args: *Ts,
    ) -> T:
        if self._owner != get_ident() or self._wire.fd is None:
            self._own()
        tries = 0
        while True:
            tries += 1
            self.transfers += 1
            try:
                return call(address, register, *args)
            except OSError as cause:
                self.failures += 1
                # A held bus takes the controller up to a second for each try, and every other part waits for it.
                if tries == self._tries or cause.errno == ETIMEDOUT:
                    raise self._failed(op, address, register, tries, cause) from cause
            self._pause(BACK_OFF * 2 ** (tries - 1))

    def _doubt(self, found: Iterable[int]) -> None:
        """The controller of a Pi 0 to 4 takes a data line that is held for an acknowledge, and reads zeros from it.

        See raspberrypi.stackexchange 113402 and 32719: i2cdetect then shows every address.
        """
        if not any(found) and (held := self.held()) is not None:
            self.failures += 1
            raise held

    def _own(self) -> None:
        if self._owner != get_ident():
            if self._owner is not None:
                raise RuntimeError("the I2C bus belongs to the thread of its first transfer; send it a job instead")
            self._owner = get_ident()
        if self._wire.fd is not None:
            return
        try:
            self._wire.open(self._number)
        except OSError as cause:
            raise _closed(self._number, cause) from cause

    def _failed(self, op: str, address: int, register: int, tries: int, cause: OSError) -> BusError:
        match cause.errno:
            case code if code in (EREMOTEIO, ENXIO, ENODEV):
                kind: type[BusError] = NoAnswer
            case code if code == ETIMEDOUT:
                kind = BusTimeout
            case code:
                kind = BusFault
        part = self._parts.get(address, "part")
        name = errorcode.get(code or 0, "no code")
        advice = _ADVICE.get(code or 0, os.strerror(code or EIO))
        return kind(
            f"{part} at {address:#04x}: {op} of register {register:#04x} failed"
            f" ({tries} {'try' if tries == 1 else 'tries'}, errno {code} {name}): {advice}"
        )


def _wire() -> "SMBus":
    from smbus2 import smbus2

    library: Any = smbus2  # which types only what it means to be called from outside

    class Wire(library.SMBus):  # type: ignore[misc]
        """The library's bus, but with one message for all block reads: a new one takes as long as all else it does."""

        def __init__(self) -> None:
            super().__init__()
            self._message = library.i2c_smbus_ioctl_data.create(
                read_write=library.I2C_SMBUS_READ, size=library.I2C_SMBUS_I2C_BLOCK_DATA
            )
            self._block = self._message.data.contents.block

        def read_i2c_block_data(self, i2c_addr: int, register: int, length: int, force: bool | None = None) -> Any:
            self._set_address(i2c_addr, force=force)
            self._message.command = register
            self._block[0] = length
            library.ioctl(self.fd, library.I2C_SMBUS, self._message)
            return self._block[1 : length + 1]

    return Wire()


def _closed(number: int, cause: OSError) -> NoBus:
    device = f"/dev/i2c-{number}"
    match cause.errno:
        case code if code == ENOENT:
            advice = "it does not exist: add dtparam=i2c_arm=on to config.txt and start again"
        case code if code in (EACCES, EPERM):
            advice = "this user may not open it: add the user to the group i2c"
        case _:
            advice = str(cause)
    return NoBus(f"{device}: {advice}")
