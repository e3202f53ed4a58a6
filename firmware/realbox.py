"""A real box: the firmware on metal, from power-up until it is told to stop."""

import asyncio
import logging
import signal
import sys

from firmware.compose import Box, metal
from firmware.journal import Journal
from firmware.setting import Setting
from hardware.box import Plan


async def real_box(plan: Plan, setting: Setting, journal: Journal | None = None) -> None:
    """Referee until SIGTERM or Ctrl-C, then leave the lamps off and the lines released.

    One line a ruling goes to standard error. Raises NoBus or LineError with a sentence where a box cannot even begin.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    box = Box(plan, loop, metal(plan, loop), journal)
    try:
        resumed = box.resume()
        box.start()
        if not resumed:
            box.begin(setting.game, players=setting.players, start=setting.start, settings=setting.settings)
        asked = asyncio.ensure_future(stop.wait())
        refereeing = asyncio.ensure_future(box.finished())
        await asyncio.wait((asked, refereeing), return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if refereeing.done():
            refereeing.result()  # raises the bug that ended the box: the service is started anew
        refereeing.cancel()
    finally:
        box.close()
