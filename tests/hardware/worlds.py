"""A clock that a test turns by hand, the simulated box on it, and an ear at its contacts."""

import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from smbus2 import SMBus

from hardware import box
from hardware.sim.contacts import Contact
from hardware.sim.world import World


@dataclass(order=True, slots=True)
class Timer:
    """One arranged call; timers of one moment run in the order they were made."""

    when: float
    number: int
    callback: Callable[..., object] = field(compare=False)
    args: tuple[object, ...] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    """Time stands still until `run` moves it."""

    def __init__(self, now: float = 100.0) -> None:
        self._now = now
        self._numbers = count()
        self._timers: list[Timer] = []

    def time(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Callable[..., object], /, *args: object) -> Timer:
        timer = Timer(max(when, self._now), next(self._numbers), callback, args)
        heapq.heappush(self._timers, timer)
        return timer

    def run(self, seconds: float) -> None:
        """Let so many seconds pass, with everything that is due in them."""
        end = self._now + seconds
        while self._timers and self._timers[0].when <= end:
            timer = heapq.heappop(self._timers)
            self._now = timer.when
            if not timer.cancelled:
                timer.callback(*timer.args)
        self._now = end

    @property
    def idle(self) -> bool:
        """Whether nothing is due any more."""
        return all(timer.cancelled for timer in self._timers)


@contextmanager
def world(clock: Clock, **how: Any) -> Iterator[World]:
    """A box with the shipped plan; its expanders are set up as a driver does, by real transfers."""
    plan = box.load()
    box_on_table = World(plan, clock, **how)
    try:
        with SMBus(plan.bus.number) as wire:
            for address in plan.expanders.addresses.values():
                arm(wire, address)
        yield box_on_table
    finally:
        box_on_table.close()


def arm(wire: SMBus, address: int) -> None:
    """An MCP23017 with pull-ups and interrupts on bits 0 to 6 of both ports, INT mirrored and open drain."""
    for register, value in ((0x0C, 0x7F), (0x04, 0x7F)):
        wire.write_i2c_block_data(address, register, [value, value])
    wire.write_byte_data(address, 0x0A, 0x44)
    wire.read_i2c_block_data(address, 0x12, 2)


class Edge(NamedTuple):
    """A contact has closed or opened, a bounce included."""

    at: float
    contact: Any
    closed: bool


def recorded(world: World, clock: Clock) -> list[Edge]:
    """A list that grows by every edge from now on; contacts are (slot, port) or the name of a panel key."""
    edges: list[Edge] = []

    def listen(name: Any, contact: Contact) -> None:
        touch = contact._touch

        def heard(closed: bool) -> None:
            edges.append(Edge(clock.time(), name, closed))
            touch(closed)

        contact._touch = heard

    for name, contact in (*world._slot_contacts.items(), *world._panel.items()):
        listen(name, contact)
    return edges
