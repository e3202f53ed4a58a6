"""Room on the disk, the journal, and how runs ended."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware.doctor import storage
from firmware.doctor.system import Disk
from firmware.journal import NAME, open_journal
from firmware.schema import VERSION
from tests.doctor.computer import UNIT, Computer

ROOM = "sudo journalctl --vacuum-size=50M && sudo apt clean"


def run(path: Path, boot: str, *, clean: bool = True) -> None:
    """The box runs once, and begins a game."""
    made = open_journal(path, boot=boot)
    assert made is not None
    made.begin("clever_keys", {}, wall=None)
    made.clean = clean
    made.close()
    path.chmod(0o660)


@pytest.fixture
def path(pi: Computer) -> Path:
    return pi.state / NAME


@pytest.mark.parametrize(
    ("free", "verdict", "sentence", "mend"),
    [
        (9_876_543_210, "ok", "9876 MB are free where games are kept.", None),
        (150_000_000, "warn", "Only 150 MB are free where games are kept: it will be full soon.", ROOM),
        (3_000_000, "wrong", "Only 3 MB are free where games are kept.", ROOM),
    ],
)
def test_the_room_that_is_left_is_told(free: int, verdict: str, sentence: str, mend: str | None, pi: Computer) -> None:
    pi.with_(disk=lambda _path: Disk(free=free, read_only=False))
    found = pi.one(storage.space)
    assert (found.verdict, found.sentence, found.mend) == (verdict, sentence, mend)


def test_a_read_only_disk_keeps_no_game(pi: Computer) -> None:
    pi.with_(disk=lambda _path: Disk(free=10**10, read_only=True))
    found = pi.one(storage.space)
    assert (found.verdict, found.mend) == ("wrong", "sudo mount -o remount,rw /")
    assert found.sentence == f"The disk of {pi.state} is read-only: a game that is cut off now is lost."


def test_a_state_directory_of_somebody_else_keeps_no_game(pi: Computer) -> None:
    pi.state.chmod(0o750)
    found = pi.one(storage.space)
    assert (found.verdict, found.mend) == ("wrong", f"sudo chown pi {pi.state}")
    assert found.sentence == f"pi may not write into {pi.state}: a game that is cut off now is lost."
    # The service's user may.
    pi.write(UNIT, "[Service]\nUser=boxref\n")
    assert pi.one(storage.space).verdict == "ok"


def test_a_state_directory_that_is_not_there_yet_will_be_made(pi: Computer) -> None:
    pi.state.rmdir()
    assert pi.one(storage.space).verdict == "ok"


def test_a_box_that_has_not_played_has_no_journal(pi: Computer, path: Path) -> None:
    found = pi.one(storage.journal)
    assert (found.verdict, found.sentence) == ("ok", f"There is no journal {path} yet: no game was played.")
    assert pi.look(storage.stops) == []


def test_a_sound_journal_is_counted_and_left_as_it_is(pi: Computer, path: Path) -> None:
    run(path, "first")
    before = path.read_bytes()
    found = pi.one(storage.journal)
    assert (found.verdict, found.sentence) == ("ok", f"The journal {path} is sound; games in it: 1.")
    assert path.read_bytes() == before
    assert sorted(each.name for each in pi.state.iterdir()) == [NAME, f"{NAME}.lock"]


def test_the_journal_of_a_box_that_runs_can_be_read(pi: Computer, path: Path) -> None:
    made = open_journal(path, boot="first")
    assert made is not None
    path.chmod(0o660)
    made.begin("clever_keys", {}, wall=None)
    assert pi.one(storage.journal).sentence.endswith("games in it: 1.")
    made.begin("clever_keys", {}, wall=None)
    made.close()


def test_a_journal_that_is_empty_was_only_begun(pi: Computer, path: Path) -> None:
    pi.write(f"home/pi/state/{NAME}", "")
    found = pi.one(storage.journal)
    assert (found.verdict, found.sentence) == ("ok", f"The journal {path} is empty: no game was played.")
    assert pi.look(storage.stops) == []


def spoilt(path: Path) -> None:
    """Zeros where a table was."""
    run(path, "first")
    data = bytearray(path.read_bytes())
    data[4096:8192] = bytes(4096)
    path.write_bytes(data)


def no_database(path: Path) -> None:
    path.write_bytes(b"This is a letter to grandmother. " * 400)


def recipes(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.executescript("CREATE TABLE recipe (name TEXT);")


def incomplete(path: Path) -> None:
    """A row that lacks what its table says it must have."""
    run(path, "first")
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA writable_schema = ON")
        file.execute("UPDATE sqlite_schema SET sql = replace(sql, 'outcome TEXT,', 'outcome TEXT NOT NULL,')")


@pytest.mark.parametrize("spoil", [spoilt, incomplete, no_database, recipes])
def test_a_damaged_journal_is_named_and_not_touched(spoil: Callable[[Path], None], pi: Computer, path: Path) -> None:
    spoil(path)
    path.chmod(0o660)
    before = path.read_bytes()
    found = pi.one(storage.journal)
    assert (found.verdict, found.mend) == ("wrong", "sudo systemctl restart boxref")
    assert found.sentence.startswith(f"The journal {path} is damaged (")
    assert found.sentence.endswith("): the box sets it aside when it starts, and the game that was cut off is lost.")
    assert path.read_bytes() == before
    assert not path.with_name(f"{NAME}.aside").exists()


def test_a_journal_that_cannot_be_opened_is_not_called_damaged(pi: Computer, path: Path) -> None:
    path.mkdir(mode=0o770)
    path.chmod(0o770)
    found = pi.one(storage.journal)
    assert found.verdict == "unknown"
    assert found.sentence.startswith(f"The journal {path} cannot be read now: ")


def test_a_journal_of_a_newer_program_is_named(pi: Computer, path: Path) -> None:
    run(path, "first")
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {VERSION + 1}")
    found = pi.one(storage.journal)
    assert found.verdict == "wrong"
    assert found.sentence == (
        f"The journal {path} is of version {VERSION + 1}, newer than this program's {VERSION}: the box sets it aside "
        "when it starts."
    )


def test_an_older_journal_is_read_and_stays_older(pi: Computer, path: Path) -> None:
    run(path, "first")
    with closing(sqlite3.connect(path)) as file:
        file.executescript("DROP TABLE run; PRAGMA user_version = 2;")
    assert pi.one(storage.journal).verdict == "ok"
    assert pi.look(storage.stops) == []
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (2,)


@pytest.mark.parametrize("closed", ["file", "folder"])
def test_a_journal_of_the_service_is_for_its_user_alone(closed: str, pi: Computer, path: Path) -> None:
    run(path, "first")
    if closed == "file":
        path.chmod(0o600)
    else:
        path.unlink()
        pi.state.chmod(0o700)
    found = pi.one(storage.journal)
    assert found.verdict == "unknown"
    assert found.sentence == f"{path} may be read by the box's own user only."
    assert found.mend == f"sudo boxref doctor --state {pi.state}"
    assert pi.look(storage.stops) == []
    pi.write(UNIT, "[Service]\nUser=boxref\n")
    assert pi.one(storage.journal).mend == "sudo boxref doctor"


def test_a_journal_that_was_set_aside_is_mentioned(pi: Computer, path: Path) -> None:
    run(path, "first")
    aside = pi.write(f"home/pi/state/{NAME}.aside", "")
    _, found = pi.look(storage.journal)
    assert (found.verdict, found.mend) == ("warn", f"rm {aside}  # once nobody wants it back")
    assert found.sentence == (
        f"An earlier journal could not be used and was set aside as {aside}; its games are not listed."
    )


@pytest.mark.parametrize(
    ("runs", "verdict", "sentence"),
    [
        ([("a", True), ("b", True)], "ok", "The box was stopped as it should be, 2 of 2 times."),
        (
            [("a", False), ("b", True), ("c", False)],
            "ok",
            "The plug was pulled 2 of 3 times; the box can bear that.",
        ),
        (
            [("a", False), ("a", False), ("b", True)],
            "warn",
            "Runs of the box: 3; ended by itself: 1; plug pulled: 1.",
        ),
        ([("today", False)], "warn", "Runs of the box: 1; ended by itself: 1; plug pulled: 0."),
    ],
)
def test_unclean_stops_are_counted_and_told_apart(
    runs: list[tuple[str, bool]], verdict: str, sentence: str, pi: Computer, path: Path
) -> None:
    for boot, clean in runs:
        run(path, boot, clean=clean)
    found = pi.one(storage.stops)
    assert (found.verdict, found.sentence) == (verdict, sentence)
    assert found.mend == (None if verdict == "ok" else "journalctl -u boxref -p warning")


def test_a_run_that_goes_on_is_no_stop(pi: Computer, path: Path) -> None:
    made = open_journal(path, boot="today")
    assert made is not None
    path.chmod(0o660)
    pi.write("proc/locks", Path("/proc/locks").read_bytes())
    assert pi.one(storage.stops).sentence == "The box has not been stopped yet."
    made.close()
