"""What the box keeps: room on the disk, a sound journal, and how often it was stopped without being told to.

Law: the journal is only read. An older one is not led to today's schema, a damaged one stays where it is.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from firmware.doctor.finding import Case, Finding
from firmware.doctor.holder import locker
from firmware.doctor.system import System, is_there, nearest
from firmware.journal import NAME
from firmware.schema import APPLICATION, VERSION

FULL: Final = 20_000_000
"""Bytes: with less, an evening's journal and its copies may not find room."""

TIGHT: Final = 200_000_000
"""Bytes: with less, the system's own log may soon take the rest."""


def space(case: Case) -> Iterator[Finding]:
    """Room for the journal, and that the box may write there."""
    system = case.system
    there = nearest(case.state)
    disk = system.disk(there)
    free = f"{disk.free // 1_000_000} MB are free where games are kept"
    if disk.read_only:
        yield Finding(
            part="free space",
            verdict="wrong",
            sentence=f"The disk of {case.state} is read-only: a game that is cut off now is lost.",
            mend="sudo mount -o remount,rw /",
        )
    elif system.service is None and not system.may(there):
        yield Finding(
            part="free space",
            verdict="wrong",
            sentence=f"{system.user} may not write into {there}: a game that is cut off now is lost.",
            mend=f"sudo chown {system.user} {there}",
        )
    elif disk.free < FULL:
        yield Finding(
            part="free space",
            verdict="wrong",
            sentence=f"Only {free}.",
            mend="sudo journalctl --vacuum-size=50M && sudo apt clean",
        )
    elif disk.free < TIGHT:
        yield Finding(
            part="free space",
            verdict="warn",
            sentence=f"Only {free}: it will be full soon.",
            mend="sudo journalctl --vacuum-size=50M && sudo apt clean",
        )
    else:
        yield Finding(part="free space", verdict="ok", sentence=f"{free}.")


def opened(path: Path) -> sqlite3.Connection:
    """The journal, to be read only. Raises sqlite3.Error."""
    # Where no write-ahead log is, nobody writes; opened as one that may be written, it would be given files of its own.
    how = "mode=ro" if is_there(path.with_name(f"{path.name}-wal")) else "immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)


def readable(case: Case) -> bool:
    """Whether there is a journal that whoever asks may read."""
    return case.system.may(case.state / NAME, write=False)


def journal(case: Case) -> Iterator[Finding]:
    """Whose file it is, and whether it is whole."""
    path = case.state / NAME
    if hidden(case, path):
        yield closed("journal", path, case.system)
        return
    if not is_there(path):
        yield Finding(part="journal", verdict="ok", sentence=f"There is no journal {path} yet: no game was played.")
        return
    try:
        with closing(opened(path)) as file:
            yield _sound(file, path)
    except sqlite3.OperationalError as wrong:
        yield Finding(part="journal", verdict="unknown", sentence=f"The journal {path} cannot be read now: {wrong}.")
    except sqlite3.DatabaseError as wrong:
        yield _damaged(path, str(wrong))
    aside = path.with_name(f"{NAME}.aside")
    if is_there(aside):
        yield Finding(
            part="journal",
            verdict="warn",
            sentence=f"An earlier journal could not be used and was set aside as {aside}; its games are not listed.",
            mend=f"rm {aside}  # once nobody wants it back",
        )


def _sound(file: sqlite3.Connection, path: Path) -> Finding:
    (whose,) = file.execute("PRAGMA application_id").fetchone()
    (version,) = file.execute("PRAGMA user_version").fetchone()
    (tables,) = file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if not tables:
        return Finding(part="journal", verdict="ok", sentence=f"The journal {path} is empty: no game was played.")
    if whose != APPLICATION:
        return _damaged(path, "it is a database of something else")
    if version > VERSION:
        return Finding(
            part="journal",
            verdict="wrong",
            sentence=f"The journal {path} is of version {version}, newer than this program's {VERSION}: the box sets "
            "it aside when it starts.",
            mend="boxref --version  # and install a newer one",
        )
    (found,) = file.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        return _damaged(path, found)
    (games,) = file.execute("SELECT count(*) FROM game").fetchone()
    return Finding(part="journal", verdict="ok", sentence=f"The journal {path} is sound; games in it: {games}.")


def hidden(case: Case, path: Path) -> bool:
    """Whether a file may be there, and whoever asks may not see what is in it."""
    folder = nearest(path.parent)
    if not case.system.may(folder, write=False):
        return True
    return is_there(path) and not case.system.may(path, write=False)


def closed(part: str, path: Path, system: System) -> Finding:
    """What is said of a file that is hidden."""
    return Finding(
        part=part,
        verdict="unknown",
        sentence=f"{path} may be read by the box's own user only.",
        mend="sudo boxref doctor" if system.service else f"sudo {system.program} doctor --state {path.parent}",
    )


def _damaged(path: Path, why: str) -> Finding:
    return Finding(
        part="journal",
        verdict="wrong",
        sentence=f"The journal {path} is damaged ({' '.join(why.split())}): the box sets it aside when it starts, and "
        "the game that was cut off is lost.",
        mend="sudo systemctl restart boxref",
    )


def stops(case: Case) -> Iterator[Finding]:
    """How often the box was not stopped but cut off or ended by itself, as its journal has marked it."""
    if not readable(case):
        return
    try:
        with closing(opened(case.state / NAME)) as file:
            runs = file.execute("SELECT boot, clean FROM run ORDER BY id").fetchall()
    except sqlite3.Error:
        return  # an older or a damaged one marks nothing, and is told of by `journal`
    if locker(case) is not None:
        runs = runs[:-1]  # it goes on
    boots = [boot for boot, _ in runs]
    now = case.system.text("proc/sys/kernel/random/boot_id") or ""
    # Where the computer ran on until the next run, or until now, nobody has pulled a plug.
    unclean = [after == boot for (boot, clean), after in zip(runs, [*boots[1:], now], strict=False) if not clean]
    ended = sum(unclean)
    if not runs:
        yield Finding(part="stops", verdict="ok", sentence="The box has not been stopped yet.")
    elif not unclean:
        yield Finding(
            part="stops",
            verdict="ok",
            sentence=f"The box was stopped as it should be, {len(runs)} of {len(runs)} times.",
        )
    elif not ended:
        yield Finding(
            part="stops",
            verdict="ok",
            sentence=f"The plug was pulled {len(unclean)} of {len(runs)} times; the box can bear that.",
        )
    else:
        yield Finding(
            part="stops",
            verdict="warn",
            sentence=f"Runs of the box: {len(runs)}; ended by itself: {ended}; plug pulled: {len(unclean) - ended}.",
            mend="journalctl -u boxref -p warning",
        )
