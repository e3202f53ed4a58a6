"""`boxref calibrate WHAT`: a part of the real box on a Raspberry Pi, elsewhere of the simulated one, by typed hands."""

import asyncio
import fcntl
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from drivers.lines import LineError
from firmware import calibration, terminal
from firmware.bare import bare_box
from firmware.calibrating.course import Course
from firmware.calibrating.courses import courses
from firmware.calibrating.session import Session, words
from firmware.calibrating.words import Left
from firmware.commands.table import TICK, Table, Typed
from firmware.commands.where import complain, is_pi, tell_simulated
from firmware.journal import NAME as JOURNAL
from firmware.places import plan_file, state_directory
from firmware.record import wall_time
from firmware.sensing.readings import Reading
from firmware.setting import MOST_GEMS, Setting
from games.facts import Fact
from hardware.box import Plan, load
from hardware.typed import PlanError

FAILED: Final = 1
"""Exit status where a part is not calibrated, or the box cannot be had."""

WRONG: Final = 2
"""Exit status of a wrong option or plan."""

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "scale": ("centre", "corner"),
    "centre": ("centre",),
    "corner": ("corner",),
    "knock": ("knock",),
    "slots": ("slots",),
    "gate": ("gate",),
}
"""What can be asked for, and the courses that it takes."""

_STDIN: Final = 0

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
    """
    try:
        made_of = load(plan_file(plan))
    except PlanError as wrong:
        print(f"boxref: {wrong}", file=sys.stderr)
        return WRONG
    folder = state_directory(state)
    real = is_pi() and not sim
    if real and _runs(folder):
        print("boxref: the box is running; stop it first: sudo systemctl stop boxref", file=sys.stderr)
        return FAILED
    known = folder / calibration.NAME
    found, complaint = calibration.load(known)
    complain(complaint)
    if what == "gate" and not real:
        made_of = replace(made_of, gate=replace(made_of.gate, fitted=True))
    if what == "gate" and not made_of.gate.fitted:
        print(f"boxref: no gem gate is fitted; set gate.fitted = true in {made_of.source}", file=sys.stderr)
        return WRONG
    todo = [courses(made_of, found, afresh=afresh)[part] for part in PARTS[what]]
    logging.getLogger().addHandler(logging.NullHandler())
    if real:
        try:
            return asyncio.run(_real(made_of, todo, known))
        except LineError as missing:
            print(f"boxref: {missing}", file=sys.stderr)
            return FAILED
    tell_simulated(asked=sim)
    return asyncio.run(_simulated(made_of, Setting(seed=seed, gems=gems), todo, known))


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
    began, phrase, paint = loop.time(), words().phrase, _paint()

    def hear(at: float, word: Any) -> None:
        _tell(terminal.spoken(at - began, word, phrase(word), paint))

    async with bare_box(plan, _nobody) as box:
        session = Session(box, known, wall=wall_time, hear=hear, tell=_tell)
        _tell(KEYS)
        # Without a terminal the panel's keys are all there is.
        with suppress(PermissionError):
            loop.add_reader(_STDIN, _typed, loop, session.press)
        return await _courses(session, todo)


def _typed(loop: asyncio.AbstractEventLoop, press: Callable[[str], None]) -> None:
    data = os.read(_STDIN, 4096)
    if not data:
        loop.remove_reader(_STDIN)
    for line in data.decode(errors="replace").splitlines():
        key = line.strip() or "go"
        if key in {"go", "back"}:
            press(key)


async def _simulated(plan: Plan, setting: Setting, todo: Sequence[Course], known: Path) -> int:
    from firmware.simbox import Live

    loop = asyncio.get_running_loop()
    stage = Live(setting, plan, loop, virtual=False, spare=MOST_GEMS - setting.gems)
    async with bare_box(plan, _nobody, stage) as box:
        session = Session(box, known, wall=wall_time, hear=stage.hear, tell=_tell)
        typed = Typed(_STDIN)
        typed.listen(loop)
        _tell(TABLE)
        paced = not os.isatty(_STDIN)
        table = Table(scene=stage, typed=typed, phrase=words().phrase, tell=_tell, paint=_paint(), paced=paced)
        sitting = asyncio.create_task(table.keep())
        learning = asyncio.create_task(_courses(session, todo))
        await asyncio.wait((sitting, learning), return_when=asyncio.FIRST_COMPLETED)
        if not learning.done():
            learning.cancel()
            print("boxref: the table was left before the calibration was over: nothing was learned", file=sys.stderr)
            return FAILED
        await asyncio.sleep(2 * TICK)  # the table tells the last words
        sitting.cancel()
        return learning.result()


def _nobody(_reading: Reading, _facts: tuple[Fact, ...]) -> None:
    """Nothing watches before the session does."""


def _paint() -> terminal.Paint:
    return terminal.Paint(sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


def _tell(text: str) -> None:
    print(text, flush=True)
