"""A simulated box on a stage: the whole firmware on the twins of its chips, for plays and for a table in a terminal."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from firmware.compose import Box, twins
from firmware.lesson import lesson
from firmware.palette import nearest
from firmware.sensing.gate import UNTAUGHT
from firmware.setting import MOST_GEMS, Setting
from firmware.tuning import calibrated
from firmware.virtual import VirtualLoop
from games.announcements import Announcement
from games.contract import Outcome
from games.table import Depth
from hardware import box as plans
from hardware.box import Plan
from hardware.sim.contacts import Wear
from hardware.sim.world import Impossible, World

if TYPE_CHECKING:
    from firmware.journal import Journal  # a play without a power cut keeps none, and loads no SQLite

LOOK = 0.1
"""Seconds between two looks at a box that boots."""

MEMORY = Path("/dev/shm")  # noqa: S108 - only a private folder in it is used
"""Where a simulated disk lies, if there is such a place: virtual time waits for no real one."""

BOOT = 10.0
"""Seconds within which a box has all its parts answering, and its scale at rest."""


class _Staged:
    """What both kinds of stage answer from."""

    def __init__(
        self,
        setting: Setting,
        plan: Plan | None,
        loop: asyncio.AbstractEventLoop,
        *,
        virtual: bool,
        contacts: Wear = "new",
        spare: int = 0,
        journal: "Journal | None" = None,
    ) -> None:
        self.plan = plan or plans.load()
        if setting.gate:
            self.plan = replace(self.plan, gate=replace(self.plan.gate, fitted=True))
        taught = setting.calibration.of("gate")
        self._learned = taught or (lesson(self.plan) if self.plan.gate.fitted else UNTAUGHT)
        self.loop = loop
        self.setting = setting
        board = None if setting.board is None else [slot.slot for slot in setting.board]
        self.world = World(
            self.plan,
            loop,
            seed=setting.seed,
            hands=setting.hands,
            board=board,
            gems=setting.gems,
            spare=spare,
            contacts=contacts,
        )
        self._virtual = virtual
        self._known = calibrated(self.plan, setting.calibration)
        self.said: list[tuple[float, Announcement]] = []
        self._put_together(journal)
        self._opened = loop.time()

    def _put_together(self, journal: "Journal | None") -> None:
        """A box on the world's chips, not yet woken."""
        seams = twins(self.world, self.loop, virtual=self._virtual)
        self.box = Box(self._known, self.loop, seams, journal, self.setting.copies, learned=self._learned)
        self.box.tabletop.listeners.append(self.hear)

    def now(self) -> float:
        """Seconds since the stage was opened."""
        return self.loop.time() - self._opened

    @property
    def colours(self) -> tuple[str, ...]:
        """What the colour keys mean now."""
        return self.box.tabletop.colours

    def scores(self) -> tuple[int, ...]:
        """The score of every player."""
        return self.box.tabletop.scores()

    def turn(self) -> int | None:
        """Whose turn it is; None when no game is on."""
        return self.box.tabletop.turn()

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.box.tabletop.outcome()

    def lamp(self, name: str) -> str:
        """The colour a lamp shows, read off the wire of the chain, its dimming undone."""
        return nearest(self.world.spi.colours[self.plan.lamps.index[name]])

    def begin(self, setting: Setting, gems: tuple[int, int] | None) -> None:
        """Start the game, with the gems given or after a look at the table."""
        self.box.begin(setting.game, players=setting.players, start=setting.start, settings=setting.settings, gems=gems)

    def hear(self, at: float, said: Announcement) -> None:
        """Something was announced."""
        self.said.append((at - self._opened, said))


class Simulated(_Staged):
    """One simulated box in virtual time, from power-up to the end of a play."""

    loop: VirtualLoop

    def __init__(
        self, setting: Setting, plan: Plan | None = None, *, contacts: Wear = "new", journal: bool = False
    ) -> None:
        """With a `journal` the plug can be pulled, and what was on the disk then is what the next boot finds."""
        self._state = TemporaryDirectory(prefix="boxref-", dir=MEMORY if MEMORY.is_dir() else None) if journal else None
        self._boots = 0
        spare = 0 if setting.game else MOST_GEMS - setting.gems
        super().__init__(
            setting, plan, VirtualLoop(), virtual=True, contacts=contacts, spare=spare, journal=self._journal()
        )
        self.world.computer = self._power
        self._boot()
        self._opened = self.loop.time()
        self.begin(setting, (setting.gems, 0))

    @property
    def disk(self) -> Path:
        """The directory of the journal that is written now."""
        return self._disk(self._boots)

    def _journal(self) -> "Journal | None":
        self._boots += 1
        if self._state is None:
            return None
        from firmware.journal import NAME, open_journal  # noqa: PLC0415 - it brings SQLite

        return open_journal(self.disk / NAME, boot=f"boot {self._boots}")

    def _disk(self, boot: int) -> Path:
        if self._state is None:
            raise Impossible("this box keeps no journal, so its plug stays in")
        return Path(self._state.name) / str(boot)

    def _boot(self) -> None:
        """From power-up until all parts have answered and the scale is at rest."""
        began, tabletop = self.loop.time(), self.box.tabletop
        self.box.start()
        while not (self.box.settled and tabletop.weighed) and self.loop.time() < began + BOOT:
            self.loop.run_until(self.loop.time() + LOOK)

    def _put_together(self, journal: "Journal | None") -> None:
        super()._put_together(journal)
        self._switched_off = False
        self.box.tabletop.switched_off = self._switch_off

    def _switch_off(self) -> None:
        self._switched_off = True

    def _power(self, state: Literal["off", "on"]) -> float:
        if state == "off":
            if self._switched_off:
                self.box.close()
            # What is on the disk at this moment is all that is left: what an orderly end still does changes it no more.
            shutil.copytree(self.disk, self._disk(self._boots + 1))
            self.box.close()
            self.loop.run_until_complete(asyncio.sleep(0))
            return 0.0
        began = self.loop.time()
        self._put_together(self._journal())
        if not self.box.resume():
            self.begin(self.setting, None)
        self._boot()
        return self.loop.time() - began

    def run_until(self, when: float) -> None:
        """Let time pass: everything due until then happens."""
        self.loop.run_until(when + self._opened)
        self.box.check()

    def close(self) -> None:
        """Put the box away."""
        self.box.close()
        self.world.close()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()
        if self._state is not None:
            self._state.cleanup()


class Live(_Staged):
    """A simulated box in real time, in the loop that runs."""

    reopen: Callable[[], "Journal | None"] | None = None
    """Opens the journal anew when the plug is back in; without it the plug stays in."""

    def __init__(self, *args: Any, **how: Any) -> None:
        """As for any stage."""
        self.switched_off = asyncio.Event()
        super().__init__(*args, **how)
        self._booted = asyncio.Event()
        self.world.computer = self._power

    def _put_together(self, journal: "Journal | None") -> None:
        super()._put_together(journal)
        self.box.tabletop.switched_off = self.switched_off.set

    async def finished(self) -> None:
        """Wait until a bug ends the box, whichever boot it is in, and raise it."""
        while True:
            self._booted.clear()
            bug, boot = (self.loop.create_task(wait()) for wait in (self.box.finished, self._booted.wait))
            try:
                await asyncio.wait((bug, boot), return_when=asyncio.FIRST_COMPLETED)
                if bug.done():
                    bug.result()
            finally:
                bug.cancel()
                boot.cancel()

    def _power(self, state: Literal["off", "on"]) -> float:
        if self.reopen is None:
            raise Impossible("the plug of this box stays in")
        if state == "off":
            # Everything durable is on the disk already; what an orderly end adds to it is not even the mark of one.
            if self.box.record is not None:
                self.box.record.journal.clean = False
            self.box.close()
            return 0.0
        self._put_together(self.reopen())
        resumed = self.box.resume()
        self.box.start()
        if not resumed:
            self.begin(self.setting, None)
        self._booted.set()
        return 0.0

    def lay(self) -> None:
        """Keys, gems and the column as the game that was cut off saw them last."""
        slots, gems, column_up = self.box.tabletop.remembered()
        keys = {(slot.section, slot.slot): depth is Depth.FULL for slot, depth in slots.items()}
        self.world.lay(keys, gems, column_up=column_up)


@asynccontextmanager
async def live_stage(
    setting: Setting,
    plan: Plan | None = None,
    journal: "Journal | None" = None,
    reopen: Callable[[], "Journal | None"] | None = None,
) -> AsyncIterator[Live]:
    """A simulated box in real time: its table is checked first, as that of a real one.

    Where the journal has a game that was cut off, it goes on; its table is as it was seen last. With `reopen` its plug
    can be pulled: it opens the journal anew.
    """
    # The gems that are not in the chamber yet are at hand: the set-up check will ask for them.
    spare = MOST_GEMS - setting.gems
    stage = Live(setting, plan, asyncio.get_running_loop(), virtual=False, spare=spare, journal=journal)
    stage.reopen = reopen
    try:
        resumed = stage.box.resume()
        if resumed:
            stage.lay()
        stage.box.start()
        if not resumed:
            stage.begin(setting, None)
        async with asyncio.TaskGroup() as group:
            # A bug in the box ends whatever is done with it.
            watch = group.create_task(stage.finished())
            yield stage
            watch.cancel()
    finally:
        stage.box.close()
        stage.world.close()
