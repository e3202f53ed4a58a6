"""A box on its twins in virtual time, with a state directory that outlives it and a table laid as it stood."""

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from drivers.worker import InlineWorker, Worker, nothing
from firmware.compose import Box, Seams, twins
from firmware.journal import NAME, open_journal
from firmware.virtual import VirtualLoop
from games.announcements import Announcement, words
from games.catalog import named
from hardware import box as plans
from hardware.sim.world import World
from tests.cuts.calls import Stood

PLAYERS: Final = 3
GEMS: Final = 52
SEED: Final = 11
"""Of the world: the blocked slots, the gems' masses, the hands."""

PACKED: Final = Stood(keys=(), centre=GEMS, corner=0)
"""A table set up for a game."""


class SlowCard:
    """The journal's worker on a card that takes its time, in virtual time: a job is done only after that time."""

    def __init__(self, loop: VirtualLoop, dice: Random) -> None:
        self._loop = loop
        self._dice = dice
        self._jobs: deque[tuple[Callable[[], Any], Callable[[Any], None]]] = deque()
        self._closed = False

    def do(self, job: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Queue a job."""
        self._jobs.append((job, then))
        if len(self._jobs) == 1:
            self._begin()

    def close(self, last: Callable[[], object] = nothing) -> bool:
        """Forget the jobs that wait, and do the `last` one."""
        self._closed = True
        last()
        return True

    def _begin(self) -> None:
        self._loop.call_later(self._dice.uniform(0.002, 0.2), self._end)

    def _end(self) -> None:
        if self._closed:
            return
        job, then = self._jobs[0]
        then(job())
        self._jobs.popleft()
        if self._jobs:
            self._begin()


class Stage:
    """From power-up on. Where the journal has a game it goes on, else one begins with a look at the table."""

    def __init__(
        self,
        state: Path,
        *,
        boot: str,
        stood: Stood = PACKED,
        hear: Callable[[Announcement], None] = lambda _said: None,
        slow: Random | None = None,
    ) -> None:
        """`slow` are the dice of a slow card. Raises whatever keeps the box from starting."""
        self.loop, plan, game = VirtualLoop(), plans.load(), named("clever_keys")
        self.world = World(plan, self.loop, seed=SEED, gems=GEMS)
        self.said: list[str] = []
        journal = open_journal(state / NAME, boot=boot)
        if journal is None:
            raise OSError(f"no journal can be kept in {state}")
        made = twins(self.world, self.loop, virtual=True)

        def worker(name: str) -> Worker:
            return SlowCard(self.loop, slow) if name == "journal" and slow is not None else InlineWorker()

        self.box = Box(plan, self.loop, Seams(pins=made.pins, spi=made.spi, pause=made.pause, worker=worker), journal)

        def heard(_at: float, said: Announcement) -> None:
            self.said.append(words(said))
            hear(said)

        self.box.tabletop.listeners.append(heard)
        self.resumed = self.box.resume()
        self.world.lay(
            {(section, slot): full for section, slot, full in stood.keys},
            {"centre": stood.centre, "corner": stood.corner},
        )
        self.scores = self.box.tabletop.scores()
        """As the journal had them; nobody has looked at the table yet."""
        self.outcome = self.box.tabletop.outcome()
        """Likewise."""
        self.box.start()
        if not self.resumed:
            self.box.begin(game, players=PLAYERS, start=0, settings=game.rules.settings())

    def stood(self) -> Stood:
        """How the table stands."""
        keys = tuple((*slot, stand == "full") for slot, stand in sorted(self.world.standing.items()))
        return Stood(keys=keys, centre=self.world.gems_in("centre"), corner=self.world.gems_in("corner"))

    def wait(self, seconds: float) -> None:
        """Let time pass. Raises the bug that has ended the box, if one has."""
        self.loop.run_until(self.loop.time() + seconds)
        self.box.check()

    def close(self) -> None:
        """An orderly end."""
        self.box.close()
        self.world.close()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()
