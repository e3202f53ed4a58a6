"""How each run of the box ended, as its journal marks it: told to stop, or not."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.compose import Box, twins
from firmware.journal import NAME, RUNS_KEPT, Journal, open_journal
from firmware.virtual import VirtualLoop
from hardware import box as plans
from hardware.sim.world import World


def opened(path: Path, boot: str = "first") -> Journal:
    made = open_journal(path, boot=boot)
    assert made is not None
    return made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / NAME


def runs(path: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT boot, clean FROM run ORDER BY id").fetchall()


def test_a_run_is_clean_once_it_was_closed_and_not_before(path: Path) -> None:
    first = opened(path)
    assert runs(path) == [("first", 0)]
    first.close()
    assert runs(path) == [("first", 1)]


def test_whoever_only_looks_into_a_journal_makes_no_run(path: Path) -> None:
    opened(path).close()
    Journal(path, boot="second").close()
    assert len(runs(path)) == 1


def test_of_many_runs_the_latest_are_kept(path: Path) -> None:
    opened(path).close()
    with closing(sqlite3.connect(path)) as file, file:
        file.executemany("INSERT INTO run (boot) VALUES (?)", [(str(run),) for run in range(RUNS_KEPT)])
    opened(path, "last").close()
    assert len(runs(path)) == RUNS_KEPT
    assert runs(path)[-1] == ("last", 1)


def test_a_journal_of_the_second_version_counts_its_runs_from_now_on(path: Path) -> None:
    opened(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.executescript("DROP TABLE run; PRAGMA user_version = 2;")
    opened(path, "second").close()
    assert runs(path) == [("second", 1)]


@pytest.mark.parametrize("bug", [None, RuntimeError("a bug")])
def test_a_box_that_a_bug_has_ended_was_not_told_to_stop(bug: Exception | None, path: Path) -> None:
    loop, plan = VirtualLoop(), plans.load()
    world = World(plan, loop)
    box = Box(plan, loop, twins(world, loop, virtual=True), opened(path))
    box.start()
    if bug is not None:
        loop.call_exception_handler({"message": "a callback", "exception": bug})
    box.close()
    world.close()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    assert runs(path) == [("first", int(bug is None))]
