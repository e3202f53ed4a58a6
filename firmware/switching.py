"""Switching the box off by hand: `back` and `go` held together, and how the computer is asked to power off.

Laws: only both keys held for `OFF_S` mean it; whatever is shorter means to a game what it always did. The computer is
asked by a file in the directory that systemd gave the service (systemd/README.md), once all that was played is on the
disk; where there is no such directory nothing but this process ends.
"""

import asyncio
import logging
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware import kept
from firmware.record import Record
from firmware.sensing.panel import CHORD
from games.announcements.shared import CutOff
from games.contract import Lit
from games.facts import Fact, Pressed

if TYPE_CHECKING:
    from firmware.compose import Box
    from firmware.tabletop import Tabletop

log = logging.getLogger(__name__)

OFF_S: Final = 5.0
"""Seconds for which both are held."""

WISH: Final = "power-off"
"""The file that boxref-poweroff.path watches for."""

KEPT_S: Final = 2.0
"""A disk that has not taken what was played within so many seconds is waited for no longer: the stop tries it again."""

LIT: Final = (Lit("go", "go"), Lit("back", "go"))
"""What shines until all lamps go dark: the keys that were held."""


def meant_by(facts: Iterable[Fact]) -> bool:
    """Whether one of these is the gesture that switches the box off."""
    return any(isinstance(fact, Pressed) and fact.key == CHORD and fact.held >= OFF_S for fact in facts)


async def said_and_kept(box: "Box") -> None:
    """Wait until what was played is on the disk, as far as a disk takes it, and the farewell has been sounded."""
    loop = asyncio.get_running_loop()
    if box.record is not None:
        on_disk = asyncio.Event()
        box.record.durable(on_disk.set)
        with suppress(TimeoutError):
            async with asyncio.timeout(KEPT_S):
                await on_disk.wait()
    await asyncio.sleep(max(0.0, box.announcer.sounding_until - loop.time()))


def ask(environ: Mapping[str, str] = os.environ) -> bool:
    """Ask for the computer to be powered off; False where nobody could hear it."""
    # systemd names several directories with colons between them (man 5 systemd.exec); ours is the only one.
    folder = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder:
        return False
    try:
        kept.put(Path(folder) / WISH, b"")
    except OSError as wrong:
        log.warning("the computer cannot be asked to power off: %s", wrong)
        return False
    return True


def tell_cut_off(tabletop: "Tabletop", record: Record | None) -> None:
    """Say, if so and not said yet, that the run before this one was cut off: for the ear, and in the log."""
    if record is not None and record.journal.cut_off:
        record.journal.cut_off = False
        log.info("the run before this one was not stopped but cut off")
        tabletop.say(CutOff())
