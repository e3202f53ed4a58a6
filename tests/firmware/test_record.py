"""The loop's side of the journal: in order, never waited for, and no failure of the disk ends a game."""

from collections.abc import Callable
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


def test_the_game_after_one_that_the_disk_had_no_room_for_is_kept_again(
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
