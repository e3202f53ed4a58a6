"""The loop's side of the journal: in order, never waited for, and no failure of the disk ends a game."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from drivers.worker import nothing
from firmware.journal import Journal, open_journal
from firmware.record import Record
from games.facts import Pressed, TimePassed


class SlowDisk:
    """A worker whose jobs are done when the test says so."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []

    def do(self, job: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self.jobs.append((job, then))

    def one(self) -> None:
        job, then = self.jobs.pop(0)
        then(job())

    def close(self, last: Callable[[], object] = nothing) -> bool:
        self.jobs.clear()
        last()
        return True


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    made = open_journal(tmp_path / "journal.db", boot="first")
    assert made is not None
    return made


@pytest.fixture
def disk() -> SlowDisk:
    return SlowDisk()


@pytest.fixture
def record(journal: Journal, disk: SlowDisk) -> Record:
    made = Record(journal, disk, wall=lambda: None)
    made.begin("clever_keys", {})
    disk.one()
    return made


def stamps(journal: Journal) -> list[float]:
    return [row.at for row in journal.facts(1)]


def test_what_comes_while_the_disk_is_busy_is_written_together(
    record: Record, journal: Journal, disk: SlowDisk
) -> None:
    for at in (1.0, 2.0, 3.0):
        record.add(TimePassed(at=at))
        record.flush()
    assert len(disk.jobs) == 1
    disk.one()
    assert stamps(journal) == [1.0]
    assert len(disk.jobs) == 1
    disk.one()
    assert stamps(journal) == [1.0, 2.0, 3.0]
    assert not disk.jobs
    record.close()


def test_a_press_is_on_the_disk_with_all_before_it_when_it_is_told(
    record: Record, journal: Journal, disk: SlowDisk
) -> None:
    told: list[list[float]] = []
    record.add(TimePassed(at=1.0))
    record.flush()
    record.add(Pressed(at=2.0, key="go"))
    record.durable(lambda: told.append(stamps(journal)))
    disk.one()
    assert told == []
    disk.one()
    assert told == [[1.0, 2.0]]
    record.close()


def test_an_orderly_end_writes_what_is_left(record: Record, tmp_path: Path) -> None:
    record.add(TimePassed(at=1.0))
    record.flush()
    record.add(TimePassed(at=2.0))
    record.end({"winners": [0]})
    record.add(TimePassed(at=3.0))
    record.close()
    again = open_journal(tmp_path / "journal.db", boot="second")
    assert again is not None
    assert stamps(again) == [1.0, 2.0, 3.0]
    assert again.games()[0].outcome == {"winners": [0]}
    again.close()


def test_a_disk_that_fails_is_told_of_once_and_the_game_goes_on(
    record: Record, journal: Journal, disk: SlowDisk, caplog: pytest.LogCaptureFixture
) -> None:
    journal._file.execute("DROP TABLE fact")
    told = []
    for at in (1.0, 2.0):
        record.add(Pressed(at=at, key="go"))
        record.durable(lambda: told.append(1))
        disk.one()
    assert len(told) == 2
    assert len(caplog.records) == 1
    assert journal.last() is None, "facts are missing: this game cannot be resumed"
    record.close()


def test_the_game_after_one_with_facts_without_end_is_kept_again(
    record: Record, journal: Journal, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as small:
        small.setattr("firmware.journal.FACTS_KEPT", 1)
        for at in (1.0, 2.0):
            record.add(TimePassed(at=at))
            record.flush()
            disk.one()
    assert journal.last() is None
    record.begin("clever_keys", {})
    record.add(TimePassed(at=3.0))
    record.flush()
    while disk.jobs:
        disk.one()
    game = journal.last()
    assert game is not None
    assert [row.at for row in journal.facts(game.id)] == [3.0]
    record.close()


class Room:
    """The disk under a journal, as SQLite itself meets it: full, or with room again."""

    def __init__(self, journal: Journal) -> None:
        self._file = journal._file

    def none(self) -> None:
        (pages,) = self._file.execute("PRAGMA page_count").fetchone()
        self._file.execute(f"PRAGMA max_page_count = {pages}")

    def enough(self) -> None:
        self._file.execute(f"PRAGMA max_page_count = {2**30}")


def full(record: Record) -> bool:
    return record.no_room == "database or disk is full"


def fill(record: Record, disk: SlowDisk) -> None:
    """Write until there is no room for it."""
    while record.no_room is None:
        record.add(TimePassed(at=1.0))
        record.flush()
        disk.one()


def test_facts_that_find_no_room_are_written_in_their_order_when_there_is_some(
    record: Record, journal: Journal, disk: SlowDisk, caplog: pytest.LogCaptureFixture
) -> None:
    room = Room(journal)
    room.none()
    told: list[float] = []
    for at in map(float, range(300)):
        record.add(Pressed(at=at, key="go"))
        record.durable(partial(told.append, at))
        disk.one()
    assert told == [*map(float, range(300))], "nobody waits for a full disk"
    assert full(record)
    kept = stamps(journal)
    assert 0 < len(kept) < 300
    assert kept == told[: len(kept)], "up to some move, with no gap"
    assert journal.last() is not None, "a cut takes the game back, and does not end it"
    room.enough()
    record.end({"winners": [0]})
    disk.one()
    assert stamps(journal) == told
    assert journal.games()[0].outcome == {"winners": [0]}
    assert not full(record)
    assert [line.partition(" (")[0].rpartition("journal.db ")[2] for line in caplog.messages] == [
        "cannot be written",
        "is written again, and nothing is missing in it",
    ]
    record.close()


def test_facts_that_found_room_are_not_written_again_with_what_found_none(
    record: Record, journal: Journal, disk: SlowDisk
) -> None:
    room = Room(journal)
    room.none()
    record.add(Pressed(at=1.0, key="go"))
    record.end({"said": "x" * 100_000})
    disk.one()
    assert (stamps(journal), full(record)) == ([1.0], True)
    room.enough()
    record.add(Pressed(at=2.0, key="go"))
    record.flush()
    disk.one()
    assert stamps(journal) == [1.0, 2.0]
    assert journal.games()[0].outcome is not None
    record.close()


def test_a_game_that_begins_while_there_is_no_room_comes_behind_the_one_before(
    record: Record, journal: Journal, disk: SlowDisk
) -> None:
    room = Room(journal)
    room.none()
    fill(record, disk)
    record.begin("dragon_battle", {})
    record.add(TimePassed(at=2.0))
    record.flush()
    while disk.jobs:
        disk.one()
    assert [game.name for game in journal.games()] == ["clever_keys"]
    room.enough()
    record.close()
    again = open_journal(journal.path, boot="second")
    assert again is not None
    assert [(game.name, game.left) for game in again.games()] == [("clever_keys", True), ("dragon_battle", False)]
    assert [row.at for row in again.facts(2)] == [2.0]
    again.close()


def test_a_stop_says_what_is_lost_for_want_of_room(
    record: Record, journal: Journal, disk: SlowDisk, caplog: pytest.LogCaptureFixture
) -> None:
    Room(journal).none()
    fill(record, disk)
    record.close()
    assert "still has no room: what waited for it is lost" in caplog.messages[-1]


def test_facts_without_end_do_not_fill_the_memory_while_they_wait_for_room(
    record: Record, journal: Journal, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("firmware.record.WAITING", 3)
    Room(journal).none()
    fill(record, disk)
    for at in (1.0, 2.0):
        record.add(TimePassed(at=at))
        record.flush()
        disk.one()
    assert "what is played now is not kept" in caplog.messages[-1]
    assert (record.no_room, len(record._waiting)) == (None, 0)
    record.close()
