"""`boxref test`: each part is touched in turn, lamps and buzzer are tried, and a pass list is printed."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from drivers.lamps import RGB
from firmware import terminal, touching
from firmware.bare import UNKNOWN, bare_box, bare_stage
from firmware.calibration import Calibration
from firmware.commands.start import begin, on_metal, tell
from firmware.commands.table import STDIN, TICK, Lines, Typed
from firmware.compose import Box
from firmware.plays.script import Step, Wrong
from firmware.sensing.readings import Reading
from games.facts import Fact
from hardware.box import Plan

if TYPE_CHECKING:
    from firmware.simbox import Live

FAILED: Final = 1
"""Exit status where not everything passed."""

PAUSE: Final = 6.0
"""Seconds that lines of a pipe wait for the box, one after the other: a weight takes so long to come to rest."""

LIT: Final = 0.05
"""Seconds that each lamp shows each colour."""

ANSWERS: Final = touching.ENDS | {"", "yes", "y", "no", "n"}
"""What is no step of the hands on a simulated box."""

HANDS: Final = "The hands are yours too: type what they do, for example `press k1` or `push 0.0`."

COLOURS: Final = (RGB(255, 0, 0), RGB(0, 255, 0), RGB(0, 0, 255), RGB(255, 255, 255))
DARK: Final = RGB(0, 0, 0)

NOTES: Final = (523.25, 659.26, 783.99)
"""C5, E5 and G5, in hertz."""

NOTE: Final = 0.2
"""Seconds that each sounds."""


def touch(*, sim: bool, plan: str | None, state: str | None) -> int:
    """Ask for every part to be touched; answers the exit status: 0 all passed, 1 not all, or there is no box."""
    made_of, known, simulated = begin(sim=sim, plan=plan, state=state)

    async def try_it() -> bool:
        typed = Typed(STDIN)
        typed.listen(asyncio.get_running_loop())
        stage = bare_stage(made_of, known) if simulated else None
        return await Round(made_of, typed, paced=not os.isatty(STDIN), tell=tell, stage=stage, known=known).run()

    with on_metal():
        return 0 if asyncio.run(try_it()) else FAILED


class Round:
    """One round over all parts. `paced`: lines come from a pipe, so each waits until the box has seen the last deed."""

    def __init__(
        self,
        plan: Plan,
        typed: Lines,
        *,
        paced: bool,
        tell: Callable[[str], None],
        stage: "Live | None" = None,
        known: Calibration = UNKNOWN,
        rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._plan = plan
        self._typed = typed
        self._paced = paced
        self._tell = tell
        self._stage = stage
        self._known = known
        self._rest = rest
        self._touch = touching.begin(plan)
        self._quiet_from = 0.0

    async def run(self) -> bool:
        """Until the last part is ticked off; whether everything passed. Raises LineError as `bare_box`."""
        async with bare_box(self._plan, self._look, self._stage, self._known) as box:
            while not box.settled:
                await self._rest(TICK)
            self._tell(touching.HELP if self._stage is None else f"{touching.HELP}\n{HANDS}")
            while self._next() is not None:
                await self._check(box)
        for line in touching.listed(self._touch):
            self._tell(line)
        return touching.passed(self._touch)

    def _next(self) -> touching.Check | None:
        self._touch = touching.due(self._touch)
        return self._touch.check

    async def _check(self, box: Box) -> None:
        check = self._touch.check
        self._tell(f"\n{check.asks}" if check is not None else "")
        match check:
            case touching.Lamps():
                await self._light(box)
            case touching.Buzzer():
                await self._sound(box)
        while self._next() is check:
            now = asyncio.get_running_loop().time()
            if self._typed.lines and (not self._paced or now >= self._quiet_from + PAUSE):
                self._quiet_from = now
                self._answer(self._typed.lines.popleft())
            elif not self._typed.lines and self._typed.ended and now >= self._quiet_from + PAUSE:
                self._answer("stop")
            else:
                await self._rest(TICK)

    def _look(self, _reading: Reading, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            self._touch, said = touching.see(self._touch, fact)
            if said is not None:
                self._tell(said)

    def _answer(self, line: str) -> None:
        word = line.strip().lower()
        if self._stage is None or word in ANSWERS:
            self._touch, said = touching.answer(self._touch, line)
            if said is not None:
                self._tell(said)
            return
        self._by_hand(line, self._stage)

    def _by_hand(self, line: str, stage: "Live") -> None:
        from firmware.plays.stage import perform
        from hardware.sim.hands import Impossible

        try:
            step = terminal.understand(line)
            if isinstance(step, Step):
                perform(step.deed, stage)
                self._tell(f"> {step.text}")
            else:
                self._tell(f"{touching.HELP}\n{HANDS}")
        except Wrong as wrong:
            asked = isinstance(self._touch.check, touching.Lamps | touching.Buzzer)
            self._tell(touching.YES_OR_NO if asked else terminal.kindly(wrong))
        except Impossible as impossible:
            self._tell(f"Nothing happened: {impossible}.")

    async def _light(self, box: Box) -> None:
        lamps = box.lamps
        if lamps is None:
            return
        for lamp in range(lamps.count):
            for colour in COLOURS:
                lamps.show([colour if each == lamp else DARK for each in range(lamps.count)])
                await self._rest(LIT)
        lamps.show([DARK] * lamps.count)

    async def _sound(self, box: Box) -> None:
        for hz in NOTES:
            box.buzzer.tone(hz)
            await self._rest(NOTE)
        box.buzzer.tone(None)
