"""The journal: every fact a game was refereed by, one row each, in SQLite; what a pulled plug cannot take away.

Laws: a game is the fold of its facts, so nothing else is kept of it but its set-up and how it ended; `add` returns only
when the rows are on the disk (write-ahead log, synchronous=FULL); one thread at a time uses it; a file that cannot be
used is set aside with a word and never keeps the box from starting, one that a full or read-only disk keeps from being
used stays where it is. It knows what players must remember: only its owner
may read it.
"""

import fcntl
import json
import logging
import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from firmware.kept import make_folder
from firmware.schema import Newer, Unreachable, Unusable, go_back, open_file, set_aside, why
from games.contract import Json

log = logging.getLogger(__name__)

NAME: Final = "journal.db"
"""The file, in the box's state directory."""

GAMES_KEPT: Final = 100
"""Games kept; a hundred long evenings are about 30 MB."""

RUNS_KEPT: Final = 100
"""Runs of the box of which is kept how they ended."""

FACTS_KEPT: Final = 100_000
"""Facts that one game may have: two hundred times a long game's, so this is a sensor that has gone mad."""


class Full(Exception):
    """The game has more facts than any game can have; no more are kept."""


class Kept(NamedTuple):
    """A game as the journal has it."""

    id: int
    name: str
    setup: Json
    begun: float | None
    outcome: Json | None
    left: bool
    cut: bool = False
    """It was left because the journal failed: it may still be played."""


class Row(NamedTuple):
    """A fact as the journal has it."""

    seq: int
    boot: str
    at: float
    wall: float | None
    fact: Json
    bug: str | None
    """Why the referee could not rule on it; then the game went on without it."""


def refused(rows: Iterable[Row]) -> frozenset[int]:
    """The places, from 0, of the facts that a game went on without."""
    return frozenset(place for place, row in enumerate(rows) if row.bug is not None)


class Journal:
    """An open journal. One thread at a time."""

    def __init__(self, path: Path, *, boot: str) -> None:
        """Open or make the journal; `boot` identifies this boot. Raises Unusable, and OSError where no file can be."""
        self.path = path
        self._boot = boot
        self._game: int | None = None
        self._seq = 0
        self._lock: int | None = None
        self._run: int | None = None
        self.clean = True
        """Whether closing it now is a stop that was asked for; not so once a bug has ended the box."""
        self.cut_off = False
        """Whether the run before this one was cut off, and nobody has been told yet."""
        try:
            self._file = open_file(path)
        except sqlite3.Error as wrong:
            raise why(wrong) from wrong

    def begin(self, name: str, setup: Json, *, wall: float | None) -> int:
        """A game begins; the one before stays as it is, and is not resumed any more. Its number."""
        with self._file:
            self._file.execute("UPDATE game SET left = 1 WHERE left = 0")
            made = self._file.execute(
                "INSERT INTO game (name, setup, begun) VALUES (?, ?, ?)", (name, _written(setup), wall)
            )
            self._game, self._seq = made.lastrowid, 0
            self._file.execute(
                "DELETE FROM game WHERE id <= (SELECT id FROM game ORDER BY id DESC LIMIT 1 OFFSET ?)", (GAMES_KEPT,)
            )
        return self._game or 0

    def resume(self, game: int) -> None:
        """Facts from now on belong to this game."""
        row = self._file.execute("SELECT coalesce(max(seq), 0) FROM fact WHERE game = ?", (game,)).fetchone()
        self._game, self._seq = game, row[0]

    def add(self, facts: Iterable[tuple[float, Json]], *, wall: float | None) -> None:
        """Keep facts (each with its stamp) of the game that is on, in this order: on the disk when this returns.

        Raises Full, and sqlite3.Error where the disk takes no more; nothing of these is kept then.
        """
        rows = [
            (self._game, self._seq + place, self._boot, at, wall, _written(fact))
            for place, (at, fact) in enumerate(facts, start=1)
        ]
        if self._seq + len(rows) > FACTS_KEPT:
            raise Full(f"the game has {self._seq} facts; more are not kept")
        with self._file:
            self._file.executemany("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._seq += len(rows)

    def bug(self, text: str) -> None:
        """The referee could not rule on the last fact: its game goes on without it."""
        with self._file:
            self._file.execute("INSERT OR REPLACE INTO bug VALUES (?, ?, ?)", (self._game, self._seq, text))

    def end(self, outcome: Json | None) -> None:
        """The game that is on has ended so; None: its end was taken back."""
        written = None if outcome is None else _written(outcome)
        with self._file:
            self._file.execute("UPDATE game SET outcome = ? WHERE id = ?", (written, self._game))

    def leave(self, *, cut: bool = False) -> None:
        """The game that is on will not be resumed: it is not wanted any more, or facts of it are missing (`cut`)."""
        with self._file:
            self._file.execute("UPDATE game SET left = ? WHERE id = ?", (2 if cut else 1, self._game))

    def games(self) -> list[Kept]:
        """All games, the oldest first."""
        return self._games(left=2)

    def _games(self, *, left: int) -> list[Kept]:
        """Those that are left are not even read where they are not asked for: one that is spoilt spoils no other."""
        rows = self._file.execute(
            "SELECT id, name, setup, begun, outcome, left FROM game WHERE left <= ? ORDER BY id", (left,)
        )
        return [
            Kept(number, name, json.loads(setup), begun, outcome and json.loads(outcome), bool(left), left == 2)
            for number, name, setup, begun, outcome, left in rows
        ]

    def last(self) -> Kept | None:
        """The game to be resumed, if there is one."""
        return next(reversed(self._games(left=0)), None)

    def facts(self, game: int) -> list[Row]:
        """The facts of a game, in their order."""
        rows = self._file.execute(
            "SELECT seq, boot, at, wall, fact, text FROM fact LEFT JOIN bug USING (game, seq)"
            " WHERE game = ? ORDER BY seq",
            (game,),
        )
        return [Row(seq, boot, at, wall, json.loads(fact), bug) for seq, boot, at, wall, fact, bug in rows]

    def own(self, lock: int) -> None:
        """A box runs with this journal: keep its lock's file descriptor, and mark the run, for as long as it is open.

        A disk that does not take the mark now will tell of itself when a game begins.
        """
        self._lock = lock
        with suppress(sqlite3.Error), self._file:
            before = self._file.execute("SELECT clean FROM run ORDER BY id DESC LIMIT 1").fetchone()
            self.cut_off = before == (0,)
            self._run = self._file.execute("INSERT INTO run (boot) VALUES (?)", (self._boot,)).lastrowid
            self._file.execute("DELETE FROM run WHERE id <= ? - ?", (self._run, RUNS_KEPT))

    def close(self) -> None:
        """Let go of the file. Nothing is lost without it but the mark of a clean stop."""
        if self._run is not None and self.clean:
            with suppress(sqlite3.Error), self._file:
                self._file.execute("UPDATE run SET clean = 1 WHERE id = ?", (self._run,))
        self._file.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def open_journal(path: Path, *, boot: str) -> Journal | None:
    """The journal at `path`; one that cannot be used is set aside beside it, and a new one begun.

    None where no journal can be at all (a full or read-only disk): one line says so, and the box goes on without.
    """
    try:
        make_folder(path.parent)
        lock = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as wrong:
        _without(path, wrong)
        return None
    try:
        # Two boxes on one journal would each go on with the other's game.
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        journal = _opened(path, boot)
    except (OSError, Unusable) as wrong:
        os.close(lock)
        _without(path, "another box keeps it" if isinstance(wrong, BlockingIOError) else wrong)
        return None
    journal.own(lock)
    return journal


def _opened(path: Path, boot: str) -> Journal:
    try:
        return Journal(path, boot=boot)
    except Unreachable:
        # Set aside it would be lost to the game that is on, and the next one set aside would end it for good.
        raise
    except Unusable as wrong:
        aside = set_aside(path)
        before = isinstance(wrong, Newer) and go_back(path)
        told = f"{aside.name}, and the one from before it goes on" if before else aside.name
        log.warning("the journal %s cannot be used (%s): it was set aside as %s", path, wrong, told)
        return Journal(path, boot=boot)


def _without(path: Path, why: object) -> None:
    log.warning("no journal can be kept at %s (%s): a game cut off now is lost", path, why)


def _written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def boot_id() -> str:
    """The kernel's name for this boot; empty where it has none."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""
