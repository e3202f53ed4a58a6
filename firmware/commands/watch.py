"""`boxref watch`: every contact, weight, knock and key of the box, live."""

import asyncio
import os
from collections.abc import Sequence
from typing import Final

from firmware import watching
from firmware.bare import bare_box, bare_stage
from firmware.calibration import Calibration
from firmware.commands.run import table
from firmware.commands.start import begin, is_screen, on_metal
from firmware.commands.table import STDIN
from firmware.sensing.readings import Reading
from games.facts import Fact
from hardware.box import Plan

_TOP: Final = "\033[H\033[J"
"""The cursor to the corner of an empty screen."""

HEAD: Final = f"{'seconds':>9}  {'':7}  {'what':<11}  {'how':<22} {'late by':>11}"
"""Over the lines."""


def watch(*, sim: bool, plan: str | None, state: str | None) -> int:
    """Show what the box senses until Ctrl-C, or until nobody types any more; answers the exit status."""
    made_of, known, simulated = begin(sim=sim, plan=plan, state=state)
    with on_metal():
        asyncio.run(_watch(made_of, known, sim=simulated, screen=is_screen() and not simulated))
    return 0


async def _watch(plan: Plan, known: Calibration, *, sim: bool, screen: bool) -> None:
    now = asyncio.get_running_loop().time
    began = now()
    seen = watching.begin(plan)

    def look(reading: Reading, facts: Sequence[Fact]) -> None:
        nonlocal seen
        seen, lines = watching.see(seen, now(), reading, facts)
        if screen and lines:
            print(_TOP + watching.picture(seen), flush=True)
        elif not screen:
            for line in lines:
                print(line._replace(at=line.at - began), flush=True)

    if not screen:
        print(HEAD)
    stage = bare_stage(plan, known) if sim else None
    async with bare_box(plan, look, stage, known) as box:
        if stage is None:
            await box.finished()
        else:
            await table(stage, paced=not os.isatty(STDIN)).keep()
