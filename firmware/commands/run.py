"""`boxref run`: the real box on a Raspberry Pi; elsewhere the simulated one, with the terminal as its table."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware.calibration import NAME as CALIBRATION
from firmware.commands import Refused
from firmware.commands.start import complain, copied, is_pi, learned, on_metal, planned, tell, tell_simulated
from firmware.journal import NAME, Journal, boot_id, open_journal
from firmware.logged import Lines
from firmware.places import is_absent, plan_file, state_directory
from firmware.setting import Setting
from games.catalog import GAMES, named
from games.contract import Game
from hardware.box import Plan

if TYPE_CHECKING:
    from firmware.commands.table import Table
    from firmware.owned import Owned  # most boxes have no copy file
    from firmware.simbox import Live

_STDIN: Final = 0
_STDERR: Final = 2


def run(
    *,
    sim: bool,
    game: str | None,
    players: int | None,
    start: int | None,
    gems: int | None,
    seed: int | None,
    plan: str | None,
    state: str | None = None,
    copy: str | None = None,
) -> int:
    """Start the box; answers the exit status."""
    metal = is_pi() and not sim
    made_of = planned(plan_file(plan))
    try:
        setting = first_game(game=game, players=players, start=start, gems=gems, seed=seed, metal=metal)
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    entered = copied(copy, state)
    by_hand = not metal and os.isatty(_STDIN)
    if metal or not (by_hand or os.isatty(_STDERR)) or no_table():
        # One line an event and one an announcement, without stamps: journald has its own.
        logging.basicConfig(handlers=[_lines()], level=logging.INFO, format="%(message)s")
    else:
        # What drivers log is not for the table: there the referee says what is lost. Of the journal he knows nothing.
        logging.getLogger().addHandler(logging.NullHandler())
        for kept in ("journal", "record", "resuming"):
            logging.getLogger(f"firmware.{kept}").addHandler(logging.StreamHandler())
    if not is_absent(entered):
        from firmware import copyfile  # most boxes have none

        owned = copyfile.read(entered)
        setting = at_home(setting, owned.copies)
        complain(owned.warning())
    setting = replace(setting, calibration=learned(state))
    journal = open_journal(state_directory(state) / NAME, boot=boot_id())
    if metal:
        return _real(made_of, setting, journal, state_directory(state) / CALIBRATION)
    tell_simulated(asked=sim)
    reopen = partial(open_journal, state_directory(state) / NAME, boot=boot_id())
    asyncio.run(_by_hand(made_of, setting, journal, reopen) if by_hand else _unattended(made_of, setting, journal))
    return 0


def _lines() -> logging.Handler:
    try:
        return Lines(sys.stderr)
    except (AttributeError, OSError):
        return logging.NullHandler()  # standard error is closed


def no_table(fd: int = _STDIN) -> bool:
    """Whether nobody can ever type a step: standard input is closed, or /dev/null as systemd gives it."""
    if sys.__stdin__ is None:
        return True  # closed from the start; something else may have the number by now
    try:
        return os.fstat(fd).st_rdev == Path(os.devnull).stat().st_rdev
    except OSError:
        return True


def first_game(
    *, game: str | None, players: int | None, start: int | None, gems: int | None, seed: int | None, metal: bool
) -> Setting:
    """What the box begins with: its lobby, or the game asked for. Raises ValueError with what would be right.

    `gems` and `seed` are the world of a simulated box; one of `metal` stands in the world as it is.
    """
    for option, asked in (("--gems", gems), ("--seed", seed)):
        if metal and asked is not None:
            raise ValueError(f"{option} {asked}: this box is real, so its scale and keys tell; try it with --sim")
    if game is None and (players, start, gems) == (None, None, None):
        return Setting(seed=0 if seed is None else seed)
    asked_for = named(game or GAMES[0].name)
    players = asked_for.players[0] if players is None else players
    if players not in asked_for.players:
        least, most = asked_for.players[0], asked_for.players[-1]
        raise ValueError(f"--players {players}: {asked_for.title} is for {least} to {most} players")
    start = 0 if start is None else start
    if start not in range(players):
        raise ValueError(f"--start {start}: with {players} players it can be 0 (the first pad) to {players - 1}")
    if gems is not None and gems not in range(1, asked_for.gems + 1):
        raise ValueError(f"--gems {gems}: {asked_for.title} has {asked_for.gems}, so it can be 1 to {asked_for.gems}")
    return Setting(
        game=asked_for,
        players=players,
        start=start,
        settings=asked_for.rules.settings(),
        seed=0 if seed is None else seed,
        gems=asked_for.gems if gems is None else gems,
    )


def at_home(setting: Setting, owned: Mapping[str, "Owned"]) -> Setting:
    """The games as their owner has them, and one that is begun at once read as this house reads it."""
    here = None if setting.game is None else owned.get(setting.game.name)
    return replace(setting, copies=owned, settings=setting.settings if here is None else here.read(setting.settings))


def _real(plan: Plan, setting: Setting, journal: Journal | None, known: Path) -> int:
    from firmware.realbox import real_box

    with on_metal():
        asyncio.run(real_box(plan, setting, journal, known))
    return 0


def goes_on(setting: Setting, game: Game | None) -> None:
    """A game that was cut off comes before the one that was asked for."""
    if game is not None and setting.game not in (None, game):
        print(f"{game.title} was cut off and goes on; `hold back 4` and `press go` leave it for the lobby.", flush=True)


async def _by_hand(plan: Plan, setting: Setting, journal: Journal | None, reopen: Callable[[], Journal | None]) -> None:
    from firmware import terminal
    from firmware.simbox import live_stage

    print(terminal.INTRO)
    async with live_stage(setting, plan, journal, reopen) as scene:
        goes_on(setting, scene.box.game)
        if await sat(table(scene, paced=False), scene):
            # The simulated table ends with its terminal; a process that is killed leaves its game to be resumed.
            scene.box.tabletop.leave()
        else:
            print("Switched off by hand: what was on goes on at the next start.", flush=True)


async def sat(table: "Table", scene: "Live") -> bool:
    """Sit at the table until its end; False: until the box was switched off by hand, and that has been told."""
    from firmware.switching import said_and_kept

    keeping, off = asyncio.create_task(table.keep()), asyncio.create_task(scene.switched_off.wait())
    try:
        await asyncio.wait((keeping, off), return_when=asyncio.FIRST_COMPLETED)
        if not off.done():
            keeping.result()
            return True
        await said_and_kept(scene.box)
        return False
    finally:
        for task in (keeping, off):
            task.cancel()
        await asyncio.gather(keeping, off, return_exceptions=True)


async def _unattended(plan: Plan, setting: Setting, journal: Journal | None) -> None:
    """A service: until it is told to stop, or until the steps of a pipe or a file are done."""
    from firmware.service import Service
    from firmware.simbox import live_stage

    with Service("a simulated box") as service:
        async with live_stage(setting, plan, journal) as scene:
            goes_on(setting, scene.box.game)
            await service.keep(scene.box, None if no_table() else table(scene, paced=True).keep())
            if not service.stopping:
                scene.box.tabletop.leave()


def table(scene: "Live", *, paced: bool) -> "Table":
    """The simulated table in front of whoever types, or whatever comes through the pipe."""
    from firmware.commands.table import Table, Typed, paint

    typed = Typed(_STDIN)
    typed.listen(asyncio.get_running_loop())
    return Table(
        scene=scene,
        typed=typed,
        phrase=lambda said: scene.box.cues.phrase(said),  # noqa: PLW0108 - the lobby's cues first, later the game's
        tell=tell,
        paint=paint(),
        paced=paced,
    )
