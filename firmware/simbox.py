"""A simulated box on a stage: the whole firmware on the twins of its chips, for plays and for the table in a terminal."""

import asyncio

from firmware.compose import Box, twins
from firmware.palette import nearest
from firmware.plays.script import Setting
from firmware.virtual import VirtualLoop
from games.announcements import Announcement
from games.contract import Outcome
from hardware import box as plans
from hardware.box import Plan
from hardware.sim.world import World

BOOT = 10.0
"""Seconds within which a box has all its parts answering, and its scale at rest."""


class Simulated:
    """One simulated box in virtual time, from power-up to the end of a play."""

    def __init__(self, setting: Setting, plan: Plan | None = None) -> None:
        self.plan = plan or plans.load()
        self.loop = VirtualLoop()
        board = None if setting.board is None else [slot.slot for slot in setting.board]
        self.world = World(self.plan, self.loop, seed=setting.seed, hands=setting.hands, board=board, gems=setting.gems)
        self.box = Box(self.plan, self.loop, twins(self.world, self.loop, virtual=True))
        self.said: list[tuple[float, Announcement]] = []
        self.box.tabletop.listeners.append(self._hear)
        self._opened = 0.0
        self.box.start()
        while not (self.box.settled and self.box.tabletop.weighed) and self.loop.time() < BOOT:
            self.loop.run_until(self.loop.time() + 0.1)
        self._opened = self.loop.time()
        self.box.tabletop.begin(
            setting.game,
            players=setting.players,
            start=setting.start,
            settings=setting.settings,
            gems=(setting.gems, 0),
        )

    def now(self) -> float:
        """Seconds since the stage was opened."""
        return self.loop.time() - self._opened

    def run_until(self, when: float) -> None:
        """Let time pass: everything due until then happens."""
        self.loop.run_until(when + self._opened)

    def scores(self) -> tuple[int, ...]:
        """The score of every player."""
        return self.box.tabletop.scores()

    def turn(self) -> int | None:
        """Whose turn the referee believes it is; None when the game is over."""
        return self.box.tabletop.turn()

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.box.tabletop.outcome()

    def lamp(self, name: str) -> str:
        """The colour a lamp shows, read off the wire of the chain, its dimming undone."""
        return nearest(self.world.spi.colours[self.plan.lamps.index[name]])

    def close(self) -> None:
        """Put the box away."""
        self.box.close()
        self.world.close()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()

    def _hear(self, at: float, said: Announcement) -> None:
        self.said.append((at - self._opened, said))
