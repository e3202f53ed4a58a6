"""The journal's file: whose it is, what is in it, and how an older one becomes one of today.

Law: before a file is led on to a newer schema, what it was is kept beside it for the program that knows no more: an
update that is taken back takes no game with it.
"""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from typing import Final

from firmware.kept import put

VERSION: Final = 3
"""Of the schema; `_MIGRATIONS` lead to it from every older one."""

APPLICATION: Final = 0x0B0C5EF1
"""SQLite's application_id: whose file this is."""

_BUGS = """
CREATE TABLE bug (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seq INTEGER NOT NULL,               -- the fact that the referee could not rule on: the game went on without it
    text TEXT NOT NULL,                 -- the traceback
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
"""

_RUNS = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    boot TEXT NOT NULL,                 -- the kernel's boot id: two runs of one boot, and no plug was pulled in between
    clean INTEGER NOT NULL DEFAULT 0    -- 1: the box was told to stop, and did
) STRICT;
"""

_SCHEMA = f"""
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    setup TEXT NOT NULL,                -- JSON: what the referee began with
    begun REAL,                         -- wall clock, where it is known
    outcome TEXT,                       -- JSON: winners, scores, reason; NULL while there is none (or it was undone)
    left INTEGER NOT NULL DEFAULT 0     -- not resumed: 1 another game was wanted, 2 facts are missing
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
{_BUGS}{_RUNS}"""

_MIGRATIONS: dict[int, str] = {1: _BUGS, 2: _RUNS}
"""Version to the script that leads to the next one."""


class Unusable(Exception):
    """A file that is no journal of ours, or a damaged one; the text says why."""


class Newer(Unusable):
    """A later version of this program has led the file on."""


class Unreachable(Unusable):
    """Nothing is known to be wrong with the file: the disk around it is full, read-only or busy."""


_AROUND: Final = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    )
)
"""Primary result codes that tell of the disk, not of the file (https://sqlite.org/rescode.html)."""

_WITHIN: Final = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
"""Of the input and output errors, those of a file that cannot be read any more."""


def why(wrong: sqlite3.Error) -> Unusable:
    """What an error of SQLite says of the file that was to be opened."""
    code = getattr(wrong, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    # An extended code carries its primary one in its low byte.
    return Unreachable(str(wrong)) if code & 0xFF in _AROUND and code not in _WITHIN else Unusable(str(wrong))


def open_file(path: Path) -> sqlite3.Connection:
    """Open or make the file, flushed at every write. Raises Unusable, sqlite3.Error and OSError."""
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
        _prepare(file, path)
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
        raise Newer(f"it is of version {version}, newer than this program's {VERSION}")


def _check(file: sqlite3.Connection) -> None:
    (found,) = file.execute("PRAGMA quick_check").fetchone()
    if found != "ok":
        raise Unusable(f"it is damaged: {found}")


def _prepare(file: sqlite3.Connection, path: Path) -> None:
    (version,) = file.execute("PRAGMA user_version").fetchone()
    if version == 0:
        _run(file, _SCHEMA, VERSION)
        return
    if version < VERSION:
        _keep(path, version, file.serialize())
    for older in range(version, VERSION):
        _run(file, _MIGRATIONS[older], older + 1)
    there = {name for (name,) in file.execute("SELECT name FROM sqlite_schema")}
    if lacking := {"game", "fact", "bug", "run"} - there:
        raise Unusable(f"it lacks {', '.join(sorted(lacking))}")


def _keep(path: Path, version: int, data: bytes) -> None:
    """What the file was, for whom it belongs to: root, who may be first to open it, is not whom it goes back to."""
    before, whose = _before(path, version), path.stat()
    put(before, data, mode=0o600)
    with suppress(PermissionError):  # only root may give a file away, and its mode is meant for its owner and group
        os.chown(before, whose.st_uid, whose.st_gid)
        before.chmod(S_IMODE(whose.st_mode))


def _run(file: sqlite3.Connection, script: str, version: int) -> None:
    """A script and its version in one transaction: a plug pulled in between leaves the old schema."""
    file.executescript(
        f"BEGIN IMMEDIATE; {script} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {version}; COMMIT;"
    )


def go_back(path: Path) -> bool:
    """Take the journal that was kept when a later version led it on; False: none was. Only where there is no file."""
    with suppress(FileNotFoundError):
        _before(path, VERSION).rename(path)
        return True
    return False


def _before(path: Path, version: int) -> Path:
    return path.with_name(f"{path.name}.{version}")


def set_aside(path: Path) -> Path:
    """Move a journal and its write-ahead log out of the way; the last one set aside is kept, older ones are not."""
    aside = path.with_name(f"{path.name}.aside")
    for suffix in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            Path(f"{aside}{suffix}").unlink()
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    return aside
