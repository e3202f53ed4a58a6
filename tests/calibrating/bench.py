"""A box that is calibrated in virtual time, by hands that follow what it says; its parts may be spoiled before."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from firmware import calibration
from firmware.calibrating.course import End
from firmware.calibrating.courses import courses
from firmware.calibrating.session import Session
from firmware.calibrating.words import NotCalibrated
from firmware.calibration import Calibration
from firmware.compose import Box, twins
from firmware.journal import NAME, open_journal
from firmware.palette import nearest
from firmware.virtual import VirtualLoop
from games.announcements import words
from hardware import box as plans
from hardware.box import Plan
from hardware.sim.weights import Plate
from hardware.sim.world import World

EVENING = 1_767_225_600.0


class Bench:
    """One box, its world and a session on it. `world` is built from `fitted`, which may not be what box.toml says."""

    def __init__(
        self,
        state: Path,
        *,
        fitted: Plan | None = None,
        gems: int = 0,
        spare: int = 52,
        gate: bool = False,
    ) -> None:
        plan = plans.load()
        self.plan = replace(plan, gate=replace(plan.gate, fitted=gate))
        self.loop = VirtualLoop()
        self.world = World(fitted or self.plan, self.loop, seed=3, gems=gems, spare=spare)
        self.box = Box(self.plan, self.loop, twins(self.world, self.loop, virtual=True))
        self.file = state / calibration.NAME
        self.said: list[str] = []
        """What nobody has waited for yet."""
        self.all_said: list[str] = []
        self.last: Any = None
        self.figures: list[str] = []
        self.session: Session | None = None
        self.wall: Callable[[], float] = lambda: EVENING

    def keep_games(self, state: Path) -> None:
        """Boot once more, with a journal."""
        self.box.close()
        self.loop.run_until(self.loop.time() + 0.1)
        journal = open_journal(state / NAME, boot=str(self.loop.time()))
        self.box = Box(self.plan, self.loop, twins(self.world, self.loop, virtual=True), journal)

    @property
    def known(self) -> Calibration:
        """What was learned so far."""
        return calibration.load(self.file).calibration

    def lamp(self, name: str) -> str:
        """The colour a lamp shows."""
        return nearest(self.world.spi.colours[self.plan.lamps.index[name]])

    def calibrate(self, part: str, hands: Callable[["Bench"], Any], *, afresh: bool = False) -> End:
        """One course from its begin to its end, while hands do what they do; the moment it ended is `loop.time()`."""

        async def all_of_it() -> End:
            if self.session is None:
                self.session = Session(self.box, self.file, wall=self.wall, hear=self.hear, tell=self.figures.append)
            acting = self.loop.create_task(hands(self))
            try:
                return await self.session.run(courses(self.plan, self.known, afresh=afresh)[part])
            finally:
                acting.cancel()
                hands_bug = acting.exception() if acting.done() and not acting.cancelled() else None
                if hands_bug is not None:
                    raise hands_bug

        if self.session is None:
            self.box.start()
            while not self.box.settled:
                self.loop.run_until(self.loop.time() + 0.1)
        end = self.loop.run_until_complete(all_of_it())
        self.box.check()
        return end

    def hear(self, _at: float, said: Any) -> None:
        """A word of the box."""
        self.said.append(words(said))
        self.all_said.append(words(said))
        self.last = said

    async def told(self, word: str, within: float = 60.0) -> None:
        """Wait until the box says it (a beginning of a line of the transcript), counted from the last such wait."""
        began = self.loop.time()
        while not any(line.startswith(word) for line in self.said):
            assert self.loop.time() < began + within, (word, self.said)
            await asyncio.sleep(0.1)
        del self.said[: next(place for place, line in enumerate(self.said) if line.startswith(word)) + 1]

    async def do(self, seconds: float, rest: float = 0.0) -> None:
        """Hands are busy for so long."""
        await asyncio.sleep(seconds + rest)

    def ended(self) -> str:
        """The cause that was told last."""
        assert isinstance(self.last, NotCalibrated), self.last
        return self.last.cause

    def close(self) -> None:
        """Put it away."""
        if self.session is not None:
            self.session.close()
        self.box.close()
        self.world.close()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()


def spoil(bench: Bench, place: Any, felt: Callable[[float, float], float]) -> None:
    """From now on the cell of a place feels something else: `felt` makes it of the grams and the moment."""
    plate: Any = bench.world._plates[place]
    true = Plate.convert
    plate.convert = lambda at: felt(true(plate, at), at)


def dice() -> Random:
    """Chance of a test's own."""
    return Random(5)


async def weigh(bench: Bench, place: Any = "centre", *, whole: bool = True, sure: bool = True) -> None:
    """A family that does what it is told, with the gems it has."""
    await bench.told("Empty")
    await bench.do(bench.world.press("go"))
    for _ in range(10):
        await bench.told("OneGem")
        await bench.do(bench.world.put_gems(place, 1))
    if place == "centre":
        await bench.told("AllGems")
        if whole:
            await bench.do(bench.world.put_gems(place, bench.world.gems_in_hands), 1.0)
        await bench.do(bench.world.press("go" if whole else "back"))
        if not sure:
            await bench.told("NotAll")
            await bench.do(bench.world.press("back"))
    await bench.told("TakeOut")
    await bench.do(bench.world.take_gems(place, bench.world.gems_in(place)))
