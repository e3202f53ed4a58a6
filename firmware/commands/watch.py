"""`boxref watch`: every contact, weight, knock and key of the box, live."""

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Final

from drivers.lines import LineError
from firmware import calibration, watching
from firmware.bare import bare_box, bare_stage
from firmware.calibration import Calibration
from firmware.commands.run import table
from firmware.commands.table import STDIN
from firmware.commands.where import NO_BOX, WRONG, complain, is_pi, tell_simulated
from firmware.places import plan_file, state_directory
from firmware.sensing.readings import Reading
from games.facts import Fact
from hardware.box import Plan, load
from hardware.typed import PlanError

_TOP: Final = "\033[H\033[J"
"""The cursor to the corner of an empty screen."""

HEAD: Final = f"{'seconds':>9}  {'':7}  {'what':<11}  {'how':<22} {'late by':>11}"
"""Over the lines."""


def watch(*, sim: bool, plan: str | None, state: str | None) -> int:
    """Show what the box senses until Ctrl-C, or until nobody types any more; answers the exit status."""
    try:
        made_of = load(plan_file(plan))
    except PlanError as wrong:
        print(f"boxref: {wrong}", file=sys.stderr)
        return WRONG
    known, complaint = calibration.load(state_directory(state) / calibration.NAME)
    complain(complaint)
    simulated = sim or not is_pi()
    if simulated:
        tell_simulated(asked=sim)
    try:
        asyncio.run(_watch(made_of, known, sim=simulated, screen=sys.stdout.isatty() and not simulated))
    except LineError as missing:
        print(f"boxref: {missing}", file=sys.stderr)
        return NO_BOX
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
