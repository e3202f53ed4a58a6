"""A box on twins with its keeper, in virtual time and under a manager that listens."""

import os
import signal
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from drivers.bus import BusTimeout
from drivers.worker import InlineWorker, Worker, nothing
from firmware.compose import Box, Seams
from firmware.journal import NAME, open_journal
from firmware.notify import Notify
from firmware.service import Service
from firmware.virtual import VirtualLoop
from games.catalog import named
from hardware.box import load
from hardware.sim.bus import TwinBus
from hardware.sim.world import World
from tests.service.manager import Manager

PLAN = load()

HELD_S = 1.0
"""What a transfer on a held bus takes the kernel of a Raspberry Pi before it gives up."""


class Kernel:
    """A worker that hangs after so many jobs until the test frees it; on a held bus each transfer takes its time."""

    def __init__(self, loop: VirtualLoop, bus: TwinBus, *, hangs_after: int | None = None) -> None:
        self._loop = loop
        self._bus = bus
        self._left = hangs_after
        self._jobs: deque[tuple[Callable[[], Any], Callable[[Any], None]]] = deque()
        self._busy = False
        self._closed = False

    def do(self, job: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self._jobs.append((job, then))
        self._next()

    def hang(self) -> None:
        self._left = 0

    def free(self) -> None:
        self._left = None
        self._next()

    def close(self, last: Callable[[], object] = nothing) -> bool:
        self._closed = True
        last()
        return True

    def _next(self) -> None:
        if self._busy or self._closed or not self._jobs or self._left == 0:
            return
        if self._left is not None:
            self._left -= 1
        self._busy = True
        job, then = self._jobs.popleft()
        before = self._bus.transfers
        result = job()
        # A job ends with the first transfer that times out.
        held = isinstance(result, BusTimeout) and self._bus.transfers > before
        self._loop.call_later(HELD_S if held else 0, self._bring, then, result)

    def _bring(self, then: Callable[[Any], None], result: Any) -> None:
        self._busy = False
        if not self._closed:
            then(result)
        self._next()


class Kept:
    """A box in virtual time, from before it is put together until it is stopped."""

    def __init__(
        self,
        manager: Manager,
        *,
        watchdog_s: float | None = None,
        hangs_after: int | None = None,
        hangs: str = "transfers",
        state: Path | None = None,
    ) -> None:
        """`hangs` names the worker that can; with a directory for its `state` the box keeps a journal there."""
        self.hangs = hangs
        self.state = state
        self.loop = VirtualLoop()
        self.world = World(PLAN, self.loop, board=[3] * 8)
        self.kernel = Kernel(self.loop, self.world.bus, hangs_after=hangs_after)
        self.box: Box
        self.heard: list[tuple[float, str]] = []
        self._manager = manager
        self._environ = manager.environ(watchdog_s)
        self._task = self.loop.create_task(self._keep())

    def said(self, word: str) -> list[float]:
        """The moments at which it said this."""
        return [at for at, each in self.heard if each == word]

    def run(self, seconds: float) -> None:
        """Let time pass, and listen all the while: a queue takes only so many words."""
        until = self.loop.time() + seconds
        while self.loop.time() < until:
            self.loop.run_until(min(self.loop.time() + 0.05, until))
            if self._task.done():
                self._task.result()
            self.heard += [(self.loop.time(), word) for word in self._manager.heard()]

    def stop(self) -> None:
        """As systemd does."""
        os.kill(os.getpid(), signal.SIGTERM)
        self.loop.run_until_complete(self._task)
        self.heard += [(self.loop.time(), word) for word in self._manager.heard()]

    def close(self) -> None:
        if not self._task.done():
            self.stop()
        self.world.close()
        self.loop.close()

    async def _keep(self) -> None:
        with Service("a box", Notify(self._environ)) as service:
            seams = Seams(
                pins=lambda: self.world.pins,
                spi=lambda: self.world.spi,
                pause=lambda _seconds: None,
                worker=self._worker,
            )
            journal = None if self.state is None else open_journal(self.state / NAME, boot="")
            self.box = Box(PLAN, self.loop, seams, journal)
            game = named("clever_keys")
            try:
                self.box.start()
                self.box.begin(game, players=2, start=0, settings=game.rules.settings())
                await service.keep(self.box)
            finally:
                self.box.close()

    def _worker(self, name: str) -> Worker:
        return self.kernel if name == self.hangs else InlineWorker()
