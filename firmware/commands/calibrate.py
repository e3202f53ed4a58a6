"""`boxref calibrate WHAT`: a part of the real box on a Raspberry Pi, elsewhere of the simulated one, by typed hands."""

import asyncio
import fcntl
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from firmware import calibration, terminal
from firmware.bare import bare_box
from firmware.calibrating.course import Course
from firmware.calibrating.courses import courses
from firmware.calibrating.session import Session, words
from firmware.calibrating.words import Left
from firmware.commands import Refused
from firmware.commands.start import begin, on_metal, tell
from firmware.commands.table import STDIN, TICK, Lines, Table, Typed, paint
from firmware.journal import NAME as JOURNAL
from firmware.places import state_directory
from firmware.record import wall_time
from firmware.sensing.readings import Reading
from firmware.setting import MOST_GEMS, Setting
from games.facts import Fact
from hardware.box import Plan

FAILED: Final = 1
"""Exit status where a part is not calibrated, or the box cannot be had."""

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "scale": ("centre", "corner"),
    "centre": ("centre",),
    "corner": ("corner",),
    "knock": ("knock",),
    "slots": ("slots",),
    "gate": ("gate",),
}
"""What can be asked for, and the courses that it takes."""

TABLE: Final = """\
This is the table: type what the hands do, for example `press go`, `put centre 1` or `knock firm`. `help` tells more."""

KEYS: Final = "Do what is said; Enter here is the box's `go`, `back` its `back`."


def calibrate(what: str, *, sim: bool, afresh: bool, seed: int, gems: int, plan: str | None, state: str | None) -> int:
    """Calibrate; answers the exit status.

    Args:
        what: one of `PARTS`.
        sim: the simulated box, on a Raspberry Pi too.
        afresh: forget which empty place was known.
        seed: of the simulated box.
        gems: that lie in its chamber at the start.
        plan: what the box is made of.
        state: where what is learned is kept.

    Raises Refused.
    """
    if gems not in range(MOST_GEMS + 1):
        raise Refused(f"--gems {gems}: it can be 0 to {MOST_GEMS}")
    made_of, found, simulated = begin(sim=sim, plan=plan, state=state)
    folder = state_directory(state)
    if not simulated and _runs(folder):
        raise Refused("the box is running; stop it first: sudo systemctl stop boxref", FAILED)
    if what == "gate" and simulated:
        made_of = replace(made_of, gate=replace(made_of.gate, fitted=True))
    if what == "gate" and not made_of.gate.fitted:
        raise Refused(f"no gem gate is fitted; set gate.fitted = true in {made_of.source}")
    todo = [courses(made_of, found, afresh=afresh)[part] for part in PARTS[what]]
    logging.getLogger().addHandler(logging.NullHandler())
    known = folder / calibration.NAME
    if simulated:
        return asyncio.run(_simulated(made_of, Setting(seed=seed, gems=gems), todo, known))
    with on_metal():
        return asyncio.run(_real(made_of, todo, known))


def _runs(folder: Path) -> bool:
    """Whether a box keeps its journal there now."""
    try:
        lock = os.open(folder / f"{JOURNAL}.lock", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


async def _courses(session: Session, todo: Sequence[Course]) -> int:
    """One after another; the first that fails is the last."""
    for course in todo:
        end = await session.run(course)
        if end.cause is not None:
            return FAILED
    session.say(Left())
    return 0


async def _real(plan: Plan, todo: Sequence[Course], known: Path) -> int:
    loop = asyncio.get_running_loop()
    began, phrase, colours = loop.time(), words().phrase, paint()

    def hear(at: float, word: Any) -> None:
        tell(terminal.spoken(at - began, word, phrase(word), colours))

    async with bare_box(plan, _nobody) as box, asyncio.TaskGroup() as group:
        session = Session(box, known, wall=wall_time, hear=hear, tell=tell)
        typed = Typed(STDIN)
        typed.listen(loop)
        tell(KEYS)
        pressing = group.create_task(press(typed, session.press))
        status = await _courses(session, todo)
        pressing.cancel()
    return status


async def press(typed: Lines, key: Callable[[str], None]) -> None:
    """Press what is typed for `go` and `back`, until nobody types any more: then the panel's keys are all there is."""
    while typed.lines or not typed.ended:
        if not typed.lines:
            await asyncio.sleep(TICK)
            continue
        word = typed.lines.popleft().strip().lower() or "go"
        if word in {"go", "back"}:
            key(word)
        else:
            tell(KEYS)


async def _simulated(plan: Plan, setting: Setting, todo: Sequence[Course], known: Path) -> int:
    from firmware.simbox import Live

    loop = asyncio.get_running_loop()
    stage = Live(setting, plan, loop, virtual=False, spare=MOST_GEMS - setting.gems)
    async with bare_box(plan, _nobody, stage) as box:
        session = Session(box, known, wall=wall_time, hear=stage.hear, tell=tell)
        typed = Typed(STDIN)
        typed.listen(loop)
        tell(TABLE)
        paced = not os.isatty(STDIN)
        table = Table(scene=stage, typed=typed, phrase=words().phrase, tell=tell, paint=paint(), paced=paced)
        sitting = asyncio.create_task(table.keep())
        learning = asyncio.create_task(_courses(session, todo))
        await asyncio.wait((sitting, learning), return_when=asyncio.FIRST_COMPLETED)
        if learning.done():
            await asyncio.sleep(2 * TICK)  # the table tells the last words
            sitting.cancel()
            return learning.result()
        learning.cancel()
        sitting.result()  # whoever read the table may have gone
    raise Refused("the table was left before the calibration was over: nothing was learned", FAILED)


def _nobody(_reading: Reading, _facts: tuple[Fact, ...]) -> None:
    """Nothing watches before the session does."""
