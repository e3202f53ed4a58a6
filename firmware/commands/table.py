"""The rim between a terminal and the simulated box: lines come in without blocking, news goes out as it happens."""

import asyncio
import os
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from firmware import terminal
from firmware.commands.start import is_screen
from firmware.plays import transcript
from firmware.plays.script import At, Step, Wrong
from firmware.plays.stage import Scene, perform
from games.announcements import Announcement
from hardware.box import LAMPS
from hardware.sim.hands import Impossible

TICK: Final = 0.05
"""Seconds between two looks at the box and at what was typed."""

SETTLE: Final = 2.0
"""Seconds without news after which steps from a pipe go on."""

BOOT: Final = 10.0
"""Seconds that a box may take until it says its first word."""


STDIN: Final = 0
"""The number of standard input."""


def paint() -> terminal.Paint:
    """The colours of the terminal, where it has any and nobody minds them."""
    return terminal.Paint(is_screen() and not os.environ.get("NO_COLOR"))


class Lines(Protocol):
    """What was typed, the oldest first; `ended` once nothing more will be."""

    lines: deque[str]
    ended: bool


class Typed:
    """Lines from a file descriptor, taken as they come; `ended` once nothing more will.

    Standard input may be closed from the start: then something else may have its number by now, and nobody types.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._rest = b""
        self.lines: deque[str] = deque()
        self.ended = fd == STDIN and sys.__stdin__ is None

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read whenever there is something to read."""
        if self.ended:
            return
        try:
            loop.add_reader(self._fd, self._read, loop)
        except PermissionError:
            # epoll refuses regular files and /dev/null; those never make anybody wait.
            while not self.ended:
                self._read(None)

    def _read(self, loop: asyncio.AbstractEventLoop | None) -> None:
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            data = b""  # the terminal has gone
        *whole, self._rest = (self._rest + data).split(b"\n")
        if not data:
            self.ended = True
            whole = [self._rest] if self._rest else []
            if loop is not None:
                loop.remove_reader(self._fd)
        self.lines.extend(line.decode(errors="replace") for line in whole)


@dataclass(slots=True)
class Table:
    """A simulated box in front of somebody who types.

    `paced`: the lines come from a pipe or a file, so each step waits until the box has nothing more to say to the one
    before. `tell` prints; `rest` lets time pass.
    """

    scene: Scene
    typed: Typed
    phrase: Callable[[Announcement], str]
    tell: Callable[[str], None]
    paint: terminal.Paint
    paced: bool
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep
    waiting: Step | None = None
    begins: float = 0.0
    quiet_from: float = 0.0
    told: int = 0
    score: str = ""
    glow: terminal.Glow = field(default=terminal.DARK)

    async def keep(self) -> None:
        """Sit at the table until `quit`, or until the input ends and the box has settled."""
        while self._hands():
            await self.rest(TICK)
            self._news()
        self._news()

    def _hands(self) -> bool:
        """Do what was typed, as far as its time has come; whether to stay at the table."""
        now = self.scene.now()
        if self.waiting is not None:
            if now >= self.begins:
                self._do(self.waiting)
                self.waiting = None
            return True
        if self.paced and now < (self.quiet_from + SETTLE if self.told or self.quiet_from else BOOT):
            return True
        if not self.typed.lines:
            return not self.typed.ended
        try:
            asked = terminal.understand(self.typed.lines.popleft())
        except Wrong as wrong:
            self.tell(terminal.kindly(wrong))
            return True
        match asked:
            case "quit":
                return False
            case "help":
                self.tell(terminal.HELP)
            case "show":
                world = self.scene.world
                gems = (world.gems_in("centre"), world.gems_in("corner"))
                self.tell(terminal.draw_board(world.standing, gems, self.scene.lamp, self.paint))
            case Step(begins=begins):
                self.waiting = asked
                self.begins = begins.seconds if isinstance(begins, At) else now + begins.seconds
            case None:
                pass
        return True

    def _do(self, step: Step) -> None:
        now = self.scene.now()
        try:
            takes = perform(step.deed, self.scene)
        except Impossible as impossible:
            self.tell(f"Nothing happened: {impossible}.")
            return
        self.tell(transcript.did(now, step.text))
        self.quiet_from = now + takes

    def _news(self) -> None:
        """Print what has changed: announcements first, then the score, then the lamps."""
        now = self.scene.now()
        for at, announcement in self.scene.said[self.told :]:
            self.tell(terminal.spoken(at, announcement, self.phrase(announcement), self.paint))
            self.quiet_from = max(self.quiet_from, at)
        self.told = len(self.scene.said)
        score = terminal.score_line(self.scene.scores(), self.scene.turn())
        if self.told and self.scene.scores() and score != self.score:
            self.score = score
            self.tell(score)
        self.glow, changed = self.glow.see(now, {name: self.scene.lamp(name) for name in LAMPS})
        if changed:
            self.tell(terminal.lamp_line(changed, self.paint))
