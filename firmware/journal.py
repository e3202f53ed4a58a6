"""The journal: every fact a game was refereed by, one row each, in SQLite; what a pulled plug cannot take away.

Laws: a game is the fold of its facts, so nothing else is kept of it but its set-up and how it ended; `add` returns only
when the rows are on the disk (write-ahead log, synchronous=FULL); one thread at a time uses it; a file that cannot be
used is set aside with a word and never keeps the box from starting. It knows what players must remember: only its owner
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

from games.contract import Json

log = logging.getLogger(__name__)

NAME: Final = "journal.db"
"""The file, in the box's state directory."""

VERSION: Final = 1
"""Of the schema; `_MIGRATIONS` lead to it from every older one."""

GAMES_KEPT: Final = 100
"""Games kept; a hundred long evenings are about 30 MB."""

FACTS_KEPT: Final = 100_000
"""Facts that one game may have: two hundred times a long game's, so this is a sensor that has gone mad."""

APPLICATION: Final = 0x0B0C5EF1
"""SQLite's application_id: whose file this is."""

_SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    setup TEXT NOT NULL,                -- JSON: what the referee began with
    begun REAL,                         -- wall clock, where it is known
    outcome TEXT,                       -- JSON: winners, scores, reason; NULL while there is none (or it was undone)
    left INTEGER NOT NULL DEFAULT 0     -- 1: another game was wanted; it is not resumed
) STRICT;
CREATE TABLE fact (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    boot TEXT NOT NULL,                 -- the kernel's boot id: stamps of one boot only are comparable
    at REAL NOT NULL,                   -- monotonic seconds
    wall REAL,                          -- wall clock when it was written, where it is known
    fact TEXT NOT NULL,                 -- JSON
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
"""

_MIGRATIONS: dict[int, str] = {}
"""Version to the script that leads to the next one."""


class Unusable(Exception):
    """A file that is no journal of ours, or a damaged one; the text says why."""


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


class Row(NamedTuple):
    """A fact as the journal has it."""

    seq: int
    boot: str
    at: float
    wall: float | None
    fact: Json


class Journal:
    """An open journal. One thread at a time."""

    def __init__(self, path: Path, *, boot: str) -> None:
        """Open or make the journal; `boot` identifies this boot. Raises Unusable, and OSError where no file can be."""
        self.path = path
        self._boot = boot
        self._game: int | None = None
        self._seq = 0
        self._lock: int | None = None
        try:
            self._file = _open(path)
        except sqlite3.Error as wrong:
            raise Unusable(str(wrong)) from wrong

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

    def end(self, outcome: Json | None) -> None:
        """The game that is on has ended so; None: its end was taken back."""
        written = None if outcome is None else _written(outcome)
        with self._file:
            self._file.execute("UPDATE game SET outcome = ? WHERE id = ?", (written, self._game))

    def leave(self) -> None:
        """The game that is on is not wanted any more: it will not be resumed."""
        with self._file:
            self._file.execute("UPDATE game SET left = 1 WHERE id = ?", (self._game,))

    def games(self) -> list[Kept]:
        """All games, the oldest first."""
        rows = self._file.execute("SELECT id, name, setup, begun, outcome, left FROM game ORDER BY id")
        return [
            Kept(number, name, json.loads(setup), begun, outcome and json.loads(outcome), bool(left))
            for number, name, setup, begun, outcome, left in rows
        ]

    def last(self) -> Kept | None:
        """The game to be resumed, if there is one."""
        return next((game for game in reversed(self.games()) if not game.left), None)

    def facts(self, game: int) -> list[Row]:
        """The facts of a game, in their order."""
        rows = self._file.execute("SELECT seq, boot, at, wall, fact FROM fact WHERE game = ? ORDER BY seq", (game,))
        return [Row(seq, boot, at, wall, json.loads(fact)) for seq, boot, at, wall, fact in rows]

    def own(self, lock: int) -> None:
        """Keep this lock's file descriptor for as long as the journal is open."""
        self._lock = lock

    def close(self) -> None:
        """Let go of the file. Nothing is lost without it."""
        self._file.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def open_journal(path: Path, *, boot: str) -> Journal | None:
    """The journal at `path`; one that cannot be used is set aside beside it, and a new one begun.

    None where no journal can be at all (a full or read-only disk): one line says so, and the box goes on without.
    """
    try:
        _make_folder(path.parent)
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
    except Unusable as wrong:
        aside = _set_aside(path)
        log.warning("the journal %s cannot be used (%s): it was set aside as %s", path, wrong, aside.name)
        return Journal(path, boot=boot)


def _without(path: Path, why: object) -> None:
    log.warning("no journal can be kept at %s (%s): a game cut off now is lost", path, why)


def _open(path: Path) -> sqlite3.Connection:
    # Readable by its owner only from the first byte on: it holds what players must remember.
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    try:
        _look(file)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("PRAGMA wal_autocheckpoint = 256")
        file.execute("PRAGMA journal_size_limit = 1048576")
        file.isolation_level = "IMMEDIATE"
        _check(file)
        _prepare(file)
    except BaseException:
        file.close()
        raise
    return file


def _look(file: sqlite3.Connection) -> None:
    """Whose file it is, before anything is written into it."""
    (whose,) = file.execute("PRAGMA application_id").fetchone()
    (version,) = file.execute("PRAGMA user_version").fetchone()
    (tables,) = file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if whose != APPLICATION and (tables, whose, version) != (0, 0, 0):
        raise Unusable("it is a database of something else")
    if version > VERSION:
        raise Unusable(f"it is of version {version}, newer than this program's {VERSION}")


def _check(file: sqlite3.Connection) -> None:
    (found,) = file.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise Unusable(f"it is damaged: {found}")


def _prepare(file: sqlite3.Connection) -> None:
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if version == 0:
        _run(file, _SCHEMA, VERSION)
        return
    for older in range(version, VERSION):
        _run(file, _MIGRATIONS[older], older + 1)


def _run(file: sqlite3.Connection, script: str, version: int) -> None:
    """A script and its version in one transaction: a plug pulled in between leaves the old schema."""
    file.executescript(
        f"BEGIN IMMEDIATE; {script} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {version}; COMMIT;"
    )


def _make_folder(folder: Path) -> None:
    """With every folder above it that is missing, and on the disk: SQLite flushes only the names in the last one."""
    missing = [made for made in (folder, *folder.parents) if not made.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for made in missing:
        names = os.open(made.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(names)
        finally:
            os.close(names)


def _set_aside(path: Path) -> Path:
    """Move a journal and its write-ahead log out of the way; the last one set aside is kept, older ones are not."""
    aside = path.with_name(f"{path.name}.aside")
    for suffix in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            Path(f"{aside}{suffix}").unlink()
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    return aside


def _written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def boot_id() -> str:
    """The kernel's name for this boot; empty where it has none."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""
