"""A bus of twins with the real smbus2 and the real drivers on it, in time that only the test moves."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import RLock
from typing import Any

from drivers.bus import I2cBus
from hardware.sim.bus import TwinBus


@dataclass(slots=True)
class Rig:
    """The twin bus, the driver's bus on it, the moment, and every pause the driver's bus made."""

    twin: TwinBus
    bus: I2cBus
    pauses: list[float]
    now: float = 0.0

    def clock(self) -> float:
        return self.now


@contextmanager
def rigged(*, tries: int = 3, number: int = 1) -> Iterator[Rig]:
    pauses: list[float] = []
    with TwinBus(number) as twin:
        bus = I2cBus(number, tries=tries, pause=pauses.append)
        try:
            yield Rig(twin=twin, bus=bus, pauses=pauses)
        finally:
            bus.close()


class Refusals(Random):
    """Dice that fail the first transfers and let all later ones pass."""

    def __init__(self, times: int, *, heard: bool = False) -> None:
        super().__init__()
        self._rolls = [0.0, 0.9 if heard else 0.0] * times

    def random(self) -> float:
        return self._rolls.pop(0) if self._rolls else 1.0

    def choice(self, seq: Any) -> Any:
        return seq[0]


class Memory:
    """Registers and nothing else, as the kernel's i2c-stub has them."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.registers = bytearray(256)
        self.pointer = 0

    def write(self, data: bytes) -> None:
        if data:
            self.pointer = data[0]
            self.registers[self.pointer : self.pointer + len(data) - 1] = data[1:]

    def read(self, length: int) -> bytes:
        return bytes(self.registers[self.pointer : self.pointer + length])
