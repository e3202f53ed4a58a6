"""A register-level twin of the TCS34725 (ams data sheet 1-06), with the mishaps people met.

It keeps no timer: which integrations have ended by now follows from `now()` whenever the chip is looked at. A channel
counts the light of its whole integration, so a gem that comes in the middle of one is mixed with the empty gate, and
what the chip shows is the last integration that ended: AVALID stays 1, whatever has happened since.
"""

from collections.abc import Callable
from math import floor
from random import Random
from threading import RLock
from typing import NamedTuple

ENABLE, ATIME, CONFIG, CONTROL, ID, STATUS, CDATA = 0x00, 0x01, 0x0D, 0x0F, 0x12, 0x13, 0x14
PON, AEN, AVALID = 0x01, 0x02, 0x01
IDENTITY = 0x44
CYCLE_S, INIT_S = 0.0024, 0.0024
GAINS = (1, 4, 16, 60)

_WAKE_S = 0.0024
_NOISE = 0.004  # of a count, standard deviation; assumed
_REMEMBERED_S = 2.0  # longer than any integration lasts
_READ_ONLY = frozenset(range(ID, CDATA + 8))


class Light(NamedTuple):
    """What falls on the sensor: counts in a millisecond at gain 1."""

    clear: float
    red: float
    green: float
    blue: float


DARK = Light(0.0, 0.0, 0.0, 0.0)


def counted(light: Light, *, cycles: int, gain: int, dice: Random) -> tuple[int, ...]:
    """What the four channels show after so many cycles of 2.4 ms of this light: with noise, and up to a limit."""
    means = [value * cycles * CYCLE_S * 1000 * gain for value in light]
    noisy = [max(0.0, dice.gauss(mean, _NOISE * mean + 1)) for mean in means]
    return tuple(min(0xFFFF, 1024 * cycles, round(value)) for value in noisy)


class Tcs34725Twin:
    """One chip, asleep until its driver wakes it.

    Args:
        now: the moment, in seconds.
        dice: the chip's own.
        pace: of its oscillator; 1.05 integrates five per cent too fast.
        identity: what it answers to who asks which chip it is.
    """

    lock: RLock

    def __init__(self, now: Callable[[], float], dice: Random, *, pace: float = 1.0, identity: int = IDENTITY) -> None:
        self.lock = RLock()
        self._now = now
        self._dice = dice
        self._pace = pace
        self._identity = identity
        self._lights = [(-1e9, DARK)]
        self._stopped = False
        self._power_on()

    # The world's side.

    def shine(self, at: float, light: Light) -> None:
        """From this moment on such light falls on it."""
        with self.lock:
            self._catch_up()
            old = [one for one in self._lights if one[0] <= at - _REMEMBERED_S]
            self._lights = [*old[-1:], *self._lights[len(old) :], (at, light)]

    def reset(self) -> None:
        """The supply dipped: all registers as after power-on."""
        with self.lock:
            self._power_on()

    def stop(self) -> None:
        """A fault: no integration ends any more."""
        with self.lock:
            self._catch_up()
            self._stopped = True

    # The bus's side.

    def write(self, data: bytes) -> None:
        """COMMAND, then register bytes."""
        command, *values = data
        self._pointer = command & 0x1F
        self._runs = bool(command & 0x20)
        if command & 0x80 and command & 0x60 != 0x60:
            for value in values:
                self._store(self._pointer, value)
                self._advance()

    def read(self, length: int) -> bytes:
        """Register bytes from the one that COMMAND named."""
        self._catch_up()
        answer = bytearray()
        for _ in range(length):
            answer.append(self._fetch(self._pointer))
            self._advance()
        return bytes(answer)

    # Registers.

    def _power_on(self) -> None:
        self._registers = bytearray(0x20)
        self._registers[ATIME] = 0xFF
        self._registers[ID] = self._identity
        self._pointer = 0
        self._runs = False
        self._shadow = 0
        self._since: float | None = None
        self._awake_at = 0.0
        self._done = 0

    def _advance(self) -> None:
        self._pointer = self._pointer + 1 & 0x1F if self._runs else self._pointer

    def _fetch(self, register: int) -> int:
        if CDATA <= register < CDATA + 8:
            if register % 2:
                return self._shadow
            # The upper byte is kept from the moment the lower one is read.
            self._shadow = self._registers[register + 1]
        return self._registers[register]

    def _store(self, register: int, value: int) -> None:
        if register in _READ_ONLY:
            return
        self._catch_up()
        before, self._registers[register] = self._registers[register], value
        if register == ENABLE:
            if value & PON and not before & PON:
                self._awake_at = self._now() + _WAKE_S
            runs = value & (PON | AEN) == PON | AEN
            if not runs:
                self._since = None
                self._registers[STATUS] = 0
            elif self._since is None:
                self._restart(max(self._now(), self._awake_at))
        elif register in (ATIME, CONTROL) and self._since is not None:
            self._restart(self._now())

    # Time.

    @property
    def _cycles(self) -> int:
        return 256 - self._registers[ATIME]

    @property
    def _period(self) -> float:
        return (INIT_S + self._cycles * CYCLE_S) / self._pace

    def _restart(self, at: float) -> None:
        """What was shown before stays shown, and valid, until the next integration ends."""
        self._since, self._done = at, 0

    def _catch_up(self) -> None:
        if self._since is None or self._stopped:
            return
        # A hair's breadth more, so that a look at exactly the moment at which it ends finds it.
        done = floor((self._now() - self._since) / self._period + 1e-6)
        if done > self._done:
            self._done = done
            end = self._since + done * self._period
            light = self._between(end - self._period + INIT_S / self._pace, end)
            gain = GAINS[self._registers[CONTROL] & 0x03]
            for channel, count in enumerate(counted(light, cycles=self._cycles, gain=gain, dice=self._dice)):
                at = CDATA + 2 * channel
                self._registers[at : at + 2] = count.to_bytes(2, "little")
            self._registers[STATUS] |= AVALID

    def _between(self, begin: float, end: float) -> Light:
        """The light of a time, on average: of a fast chip's shorter one there is less."""
        ends = [at for at, _ in self._lights[1:]] + [end]
        shares = [max(0.0, min(to, end) - max(at, begin)) for (at, _), to in zip(self._lights, ends, strict=True)]
        nominal = (end - begin) * self._pace
        return Light(
            *(
                sum(share * light[channel] for share, (_, light) in zip(shares, self._lights, strict=True)) / nominal
                for channel in range(4)
            )
        )
