"""Calibration by the keys: a colour key for each part, and `back` to leave."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from firmware import calibration
from firmware.calibrating.courses import courses
from firmware.calibrating.session import Session
from firmware.calibrating.words import Left, WhichPart
from firmware.compose import Box
from firmware.sensing.gate import UNTAUGHT
from firmware.tuning import calibrated
from games.announcements import words
from games.contract import Lit
from hardware.box import Plan

log = logging.getLogger(__name__)

PATIENCE_S: Final = 300.0
"""Nobody chooses for so long: then nobody is there, and the box goes on to its lobby."""


async def by_keys(box: Box, plan: Plan, known: Path, *, wall: Callable[[], float | None]) -> None:
    """Calibrate what is chosen, until `back` or until nobody is there; the box goes on with what was learned."""

    def hear(_at: float, word: Any) -> None:
        log.info("%s", words(word))

    session = Session(box, known, wall=wall, hear=hear, tell=log.info)
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
    learned = calibration.load(known).calibration
    box.tabletop.learn(calibrated(plan, learned), learned.of("gate") or UNTAUGHT)
