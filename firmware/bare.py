"""A box without a referee, for makers: its parts, what they report and what sensing makes of it, in real time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from firmware.calibration import Calibration
from firmware.compose import Box, metal
from firmware.sensing.gate import UNTAUGHT
from firmware.sensing.readings import Reading
from firmware.tuning import calibrated
from games.facts import Fact
from hardware.box import Plan

if TYPE_CHECKING:
    from firmware.simbox import Live  # a box of metal loads no twins

UNKNOWN: Final = Calibration()
"""Nothing was learned: box.toml is what holds."""

Watcher = Callable[[Reading, tuple[Fact, ...]], None]
"""Told every reading with the facts it completes; neither raises nor blocks."""


@asynccontextmanager
async def bare_box(
    plan: Plan, watcher: Watcher, stage: "Live | None" = None, known: Calibration = UNKNOWN
) -> AsyncIterator[Box]:
    """The box of the stage, or one of metal: all it senses is told to `watcher`, and nothing is ruled on.

    `known` is what a box of metal has learned of its parts; a stage has its own.

    What is raised in the block comes out in an ExceptionGroup. Raises LineError with a sentence where the lines are not
    there or another program has them.
    """
    loop = asyncio.get_running_loop()
    box = _of_metal(plan, known, loop) if stage is None else stage.box
    box.tabletop.watching = watcher
    try:
        box.start()
        async with asyncio.TaskGroup() as group:
            # A bug in the box ends whatever is done with it.
            bug = group.create_task(box.finished())
            yield box
            bug.cancel()
    finally:
        box.close()
        if stage is not None:
            stage.world.close()


def _of_metal(plan: Plan, known: Calibration, loop: asyncio.AbstractEventLoop) -> Box:
    return Box(calibrated(plan, known), loop, metal(plan, loop), learned=known.of("gate") or UNTAUGHT)


def bare_stage(plan: Plan, known: Calibration = UNKNOWN) -> "Live":
    """A simulated table with a full chamber and no game on, in the loop that runs; its box has learned `known`."""
    from firmware.setting import Setting  # noqa: PLC0415 - a box of metal loads no twins
    from firmware.simbox import Live  # noqa: PLC0415 - likewise

    return Live(Setting(calibration=known), plan, asyncio.get_running_loop(), virtual=False)
