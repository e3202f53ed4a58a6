"""`go` held while a box boots: it is calibrated before anything is played."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.compose import Box
from firmware.record import wall_time
from firmware.sensing.readings import Lost, Ports, Reading
from games.facts import Fact
from hardware.box import Plan

AWAKE_S: Final = 2.0
"""A panel that is neither read nor lost within so many seconds is held by nobody."""

HELD_S: Final = 1.0
"""`go` is held for so long after the panel was first seen: a finger that only rests there is gone by then."""


async def held_at_boot(box: Box, plan: Plan, key: str = "go") -> bool:
    """Whether the key is down when the panel is first read, and still is a second later; only after `start`."""
    seen, (port, bit) = asyncio.Event(), plan.panel_keys[key]
    down = False

    def watch(reading: Reading, _facts: tuple[Fact, ...]) -> None:
        nonlocal down
        if isinstance(reading, Ports | Lost) and reading.part == "panel":
            down = isinstance(reading, Ports) and bool((reading.a if port == "A" else reading.b) >> bit & 1)
            seen.set()

    box.tabletop.watching = watch
    box.expanders.tell_anew()
    if "panel" in box.lost:
        seen.set()
    try:
        async with asyncio.timeout(AWAKE_S):
            await seen.wait()
        if down:
            await asyncio.sleep(HELD_S)
    except TimeoutError:
        return False
    finally:
        box.tabletop.watching = None
    return down


def learn_first(
    box: Box, plan: Plan, known: Path, then: Callable[[], None], wall: Callable[[], float | None] = wall_time
) -> "asyncio.Task[None]":
    """Calibrate by the keys beside whatever else the loop does, `then` go on. A bug in it ends the box.

    `plan` is as box.toml says, `known` the file of what was learned.
    """
    from firmware.calibrating.menu import by_keys  # noqa: PLC0415 - few boots need it

    def over(task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            task.result()
            then()

    task = asyncio.get_running_loop().create_task(by_keys(box, plan, known, wall=wall))
    task.add_done_callback(over)
    return task
