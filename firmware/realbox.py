"""A real box: the firmware on metal, from power-up until it is told to stop."""

import asyncio
from pathlib import Path

from firmware.atboot import held_at_boot, learn_first
from firmware.compose import Box, metal
from firmware.journal import Journal
from firmware.sensing.gate import UNTAUGHT
from firmware.service import Service
from firmware.setting import Setting
from firmware.tuning import calibrated
from hardware.box import Plan


async def real_box(plan: Plan, setting: Setting, journal: Journal | None, known: Path) -> None:
    """Referee until SIGTERM or Ctrl-C, then leave the lamps off and the lines released.

    With `go` held while it boots it is calibrated first; `known` is the file of what it has learned of its parts.

    Raises LineError with a sentence where a box cannot even begin.
    """
    loop = asyncio.get_running_loop()
    with Service("the real box") as service:
        learned = setting.calibration.of("gate") or UNTAUGHT
        seams = metal(plan, loop)
        box = Box(calibrated(plan, setting.calibration), loop, seams, journal, setting.copies, learned=learned)
        try:
            resumed = box.resume()
            box.start()

            def begin() -> None:
                if not resumed:
                    box.begin(setting.game, players=setting.players, start=setting.start, settings=setting.settings)

            if await held_at_boot(box, plan):
                learn_first(box, plan, known, begin)
            else:
                begin()
            await service.keep(box)
        finally:
            box.close()
