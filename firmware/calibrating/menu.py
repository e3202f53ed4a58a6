"""Calibration by the keys: `go` held while the box boots, then a colour key for each part, and `back` to leave."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from firmware import calibration
from firmware.calibrating.courses import courses
from firmware.calibrating.session import Session
from firmware.calibrating.words import Left, WhichPart
from firmware.compose import Box
from firmware.sensing.readings import Ports, Reading
from firmware.tuning import calibrated
from games.contract import Lit
from games.facts import Fact
from hardware.box import Plan

AWAKE_S: Final = 2.0
"""A panel that has not answered within so many seconds is not held."""

HELD_S: Final = 1.0
"""`go` is held for so long after the panel was first seen: a finger that only rests there is gone by then."""

PATIENCE_S: Final = 300.0
"""Nobody chooses for so long: then nobody is there, and the box goes on to its lobby."""


async def held_at_boot(box: Box, plan: Plan, key: str = "go") -> bool:
    """Whether the key is down when the panel is first read, and still is a second later; only right after `start`."""
    seen, (port, bit) = asyncio.Event(), plan.panel_keys[key]
    down = False

    def watch(reading: Reading, _facts: tuple[Fact, ...]) -> None:
        nonlocal down
        if isinstance(reading, Ports) and reading.part == "panel":
            down = bool((reading.a if port == "A" else reading.b) >> bit & 1)
            seen.set()

    box.tabletop.watching = watch
    try:
        async with asyncio.timeout(AWAKE_S):
            await seen.wait()
        if down:
            await asyncio.sleep(HELD_S)
    except TimeoutError:
        return False  # it is lost, and somebody will say so
    finally:
        box.tabletop.watching = None
    return down


async def by_keys(
    box: Box, plan: Plan, known: Path, *, wall: Callable[[], float | None], hear: Callable[[float, Any], None]
) -> None:
    """Calibrate what is chosen, until `back` or until nobody is there; the box goes on with what was learned."""
    session = Session(box, known, wall=wall, hear=hear)
    try:
        while True:
            offered = {
                f"k{number}": course
                for number, course in enumerate(courses(plan, calibration.load(known).calibration).values(), start=1)
            }
            session.say(WhichPart(), lit=(*(Lit(f"key.{key[1:]}", "offer") for key in offered), Lit("back", "back")))
            key = await session.asked((*offered, "back"), PATIENCE_S)
            if key is None or key == "back":
                break
            await session.run(offered[key])
        session.say(Left())
    finally:
        session.close()
    box.tabletop.learn(calibrated(plan, calibration.load(known).calibration))
