"""A register-level twin of the MCP23017 (Microchip DS20001952), with the mishaps people met.

Where the data sheet leaves two readings, both can be had (`intf_all`); where a driver might rely on luck, the twin
gives it none: an input without any pull-up that nothing drives reads low, and what the chip held before a warm restart
can be anything (`load`).
"""

from collections.abc import Callable, Sequence
from random import Random
from threading import RLock

# Registers in the order of IOCON.BANK = 0: port A even, port B one further.
IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(0, 22, 2)
_REGISTERS = 22
_POWER_ON = bytes((0xFF, 0xFF)) + bytes(20)

BANK, MIRROR, SEQOP, ODR, INTPOL = 0x80, 0x40, 0x20, 0x04, 0x02


class Mcp23017Twin:
    """One chip.

    Args:
        intf_all: INTF shows every pin that changed until cleared; else only the first.
        corrupting: chance for the fault of pin 7 used as an input: a read of its port right after it changed comes
            out wrong half the time. None: a chip that does not show it.
        pulled: bit n set: pin n of either port has a resistor to the supply besides the chip's own, as on long wires.
    """

    lock: RLock

    def __init__(self, *, intf_all: bool = False, corrupting: Random | None = None, pulled: int = 0) -> None:
        self.lock = RLock()
        self.on_int: Callable[[bool], None] | None = None
        """Called when INTA starts (True) or stops (False) pulling its line low, with the lock held."""
        self.between_bytes: Callable[[], None] | None = None
        """Called after each byte read, for what happens in the middle of a transfer."""
        self._intf_all = intf_all
        self._corrupting = corrupting
        self._pulled = pulled
        self._low = [0, 0]
        self._int_low = False
        self._power_on()

    # The world's side.

    def drive(self, port: int, bit: int, low: bool) -> None:
        """A contact on this pin (port 0 is A, 1 is B) closes to ground, or opens."""
        with self.lock:
            mask = 1 << bit
            before = self._level[port]
            self._low[port] = self._low[port] | mask if low else self._low[port] & ~mask
            self._settle(port)
            if (before ^ self._level[port]) & 0x80:
                self._pin7_moved[port] = True

    def reset(self) -> None:
        """RESET was pulled, or the supply dipped: all registers as after power-on."""
        with self.lock:
            self._power_on()

    def load(self, registers: Sequence[int]) -> None:
        """What an earlier program left: all 22 registers in BANK 0 order, events pending where INTF is not 0."""
        with self.lock:
            self._r = [value & 0xFF for value in registers]
            self._r[IOCON] &= 0xFE
            self._r[IOCON + 1] = self._r[IOCON]
            self._ref = [0, 0]
            self._settle(0)
            self._settle(1)

    def pins(self) -> tuple[int, int]:
        """Levels on the pins of both ports, bit n set: pin n is high."""
        return self._level[0], self._level[1]

    def pulls_int(self) -> bool:
        """Does INTA pull its line low?"""
        return self._int_low

    def pushes_int(self) -> bool:
        """Is INTA a push-pull output? Two such on one line short each other."""
        return not self._r[IOCON] & ODR

    # The bus's side.

    def write(self, data: bytes) -> None:
        """The pointer, then register bytes."""
        if not data:
            return
        self._pointer = data[0]
        for value in data[1:]:
            register = self._register()
            if register is not None:
                self._store(register, value)
            self._advance()

    def read(self, length: int) -> bytes:
        """Register bytes from the pointer on."""
        r = self._r
        first, end = self._pointer, self._pointer + length
        # What drivers read all the time, without a step for each byte; with the same answer.
        if self.between_bytes is None and self._corrupting is None and not r[IOCON] & (BANK | SEQOP):
            if first == GPIO and end == OLAT:
                self._pointer = OLAT
                answer = bytes((self._level[0] ^ r[IPOL], self._level[1] ^ r[IPOL + 1]))
                if r[INTF]:
                    self._clear(0)
                if r[INTF + 1]:
                    self._clear(1)
                return answer
            if end <= INTF:
                self._pointer = end
                return bytes(r[first:end])
        found = bytearray()
        for _ in range(length):
            register = self._register()
            found.append(0 if register is None else self._fetch(register))
            self._advance()
            if self.between_bytes is not None:
                self.between_bytes()
        return bytes(found)

    # Inside.

    def _power_on(self) -> None:
        self._r = list(_POWER_ON)
        self._pointer = 0
        self._level = [0, 0]
        self._ref = [0, 0]
        self._pin7_moved = [False, False]
        self._settle(0)
        self._settle(1)

    def _register(self) -> int | None:
        """The register the pointer names; None: there is none."""
        pointer = self._pointer
        if not self._r[IOCON] & BANK:
            return pointer if pointer < _REGISTERS else None
        if pointer & 0xE0 or pointer & 0x0F > 0x0A:
            return None
        return (pointer & 0x0F) * 2 + (pointer >> 4)

    def _advance(self) -> None:
        banked = self._r[IOCON] & BANK
        if not self._r[IOCON] & SEQOP:
            last = 0x1A if banked else 0x15
            self._pointer = 0 if self._pointer >= last else self._pointer + 1
        elif not banked:
            self._pointer ^= 1

    def _store(self, register: int, value: int) -> None:
        port = register & 1
        kind = register - port
        if kind == IOCON:
            self._r[IOCON] = self._r[IOCON + 1] = value & 0xFE
            self._drive_int()
            return
        if kind in (INTF, INTCAP):
            return
        self._r[OLAT + port if kind == GPIO else register] = value
        self._settle(port)

    def _fetch(self, register: int) -> int:
        port = register & 1
        kind = register - port
        if kind not in (GPIO, INTCAP):
            return self._r[register]
        value = self._r[register] if kind == INTCAP else self._level[port] ^ self._r[IPOL + port]
        self._clear(port)
        return self._disturbed(port, value) if kind == GPIO else value

    def _disturbed(self, port: int, value: int) -> int:
        moved, self._pin7_moved[port] = self._pin7_moved[port], False
        if self._corrupting is None or not moved or self._corrupting.random() < 0.5:
            return value
        return value ^ (1 << self._corrupting.randrange(8))

    def _settle(self, port: int) -> None:
        """What the pins are now, and whether that is an event."""
        r = self._r
        inputs = r[IODIR + port]
        level = (r[OLAT + port] & ~inputs) | ((r[GPPU + port] | self._pulled) & inputs & ~self._low[port])
        self._level[port] = level
        armed = inputs & r[GPINTEN + port]
        fixed = r[INTCON + port]
        event = armed & ((fixed & (level ^ r[DEFVAL + port])) | (~fixed & (level ^ self._ref[port])))
        # A pin that is not armed is compared with nothing, and is known as it stands when it becomes armed.
        self._ref[port] = (self._ref[port] & armed) | (level & ~armed)
        if event:
            if not r[INTF + port]:
                r[INTF + port] = event if self._intf_all else event & -event
                r[INTCAP + port] = level ^ r[IPOL + port]
            elif self._intf_all:
                r[INTF + port] |= event
        self._drive_int()

    def _clear(self, port: int) -> None:
        self._r[INTF + port] = 0
        self._ref[port] = self._level[port]
        # A pin compared with DEFVAL is an event again at once.
        self._settle(port)

    def _drive_int(self) -> None:
        r = self._r
        active = bool(r[INTF] or (r[IOCON] & MIRROR and r[INTF + 1]))
        low = active if r[IOCON] & ODR or not r[IOCON] & INTPOL else not active
        if low != self._int_low:
            self._int_low = low
            if self.on_int is not None:
                self.on_int(low)
