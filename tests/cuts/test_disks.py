"""A pulled plug loses nothing announced: from one recorded game every disk it could leave, counted, and booted from."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from firmware.journal import NAME, Journal
from tests.cuts import proof
from tests.cuts.calls import Call, Cut, Flushed, Removed, Said, read
from tests.cuts.disks import Disk
from tests.cuts.proof import Lost, Truth, boot, count, cuts
from tests.cuts.shim import Unreachable, library
from tests.cuts.story import STATE

MEMORY = "/dev/shm"  # noqa: S108 - each test makes a folder of its own there

BOOTED = 60
"""Disks from which the whole box is started where not all are."""

SHARES = 8
"""Of all disks, so that several processes can start boxes from them."""


class Recorded(NamedTuple):
    """A game as its disk saw it."""

    calls: tuple[Call, ...]
    left: Path
    """The files as they were in the end."""
    true: Truth


def _record(folder: Path, *how: str) -> Recorded:
    try:
        library()
    except Unreachable as hidden:
        pytest.skip(str(hidden))
    # In a process of its own: SQLite keeps the recorder until its process ends.
    subprocess.run([sys.executable, "-m", "tests.cuts.story", str(folder), *how], check=True)  # noqa: S603 - ours
    calls = tuple(read(folder / "record"))
    journal = Journal(folder / "disk" / STATE / NAME, boot="")
    try:
        return Recorded(calls, folder / "left", proof.truth(journal, calls))
    finally:
        journal.close()


@pytest.fixture
def laid() -> Iterator[Path]:
    """Where disks are laid: in memory where that can be, since what is laid is not to be flushed to any real disk."""
    with TemporaryDirectory(prefix="boxref-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder) / "disk"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return _record(tmp_path_factory.mktemp("recorded"))


def test_the_recorder_keeps_back_no_call(recorded: Recorded) -> None:
    disk = Disk()
    for call in recorded.calls:
        disk.ask(call)
    asked = disk.now()
    left = [path for path in recorded.left.rglob("*") if not path.name.endswith("-shm")]
    assert sorted(asked.folders) == [str(path.relative_to(recorded.left)) for path in sorted(left) if path.is_dir()]
    assert asked.files == {str(path.relative_to(recorded.left)): path.read_bytes() for path in left if path.is_file()}


def test_the_recorded_game_is_a_whole_one(recorded: Recorded) -> None:
    words = [call.words.split()[0] for call in recorded.calls if isinstance(call, Said)]
    assert {"Fits", "Red", "Take", "Took", "Discarded", "Undone", "Resumed"} <= set(words)
    end = words.index("GameOver")
    assert "TurnStarts" in words[end:], "and the next one begins"
    assert "Take" in words[end:], "and goes on"
    emptied = [place for place, call in enumerate(recorded.calls) if isinstance(call, Removed | Cut)]
    written = [place for place, call in enumerate(recorded.calls) if call == Flushed(path=f"{STATE}/{NAME}")]
    assert emptied
    assert len(written) > 4, "the log was carried over into the journal while the game went on, and at each end"


def test_every_disk_that_a_pulled_plug_could_leave_holds_what_was_announced(recorded: Recorded, laid: Path) -> None:
    disks = 0
    for cut in cuts(recorded.calls, recorded.true):
        count(cut, recorded.true, laid)
        disks += 1
    assert disks > 2000


def test_a_box_starts_from_what_a_pulled_plug_could_leave(recorded: Recorded, laid: Path) -> None:
    # One after the other: all of them together would not fit into a small computer.
    disks = sum(1 for _ in cuts(recorded.calls, recorded.true))
    chosen = {*range(50), *Random(1).sample(range(50, disks), BOOTED)}
    among = enumerate(cuts(recorded.calls, recorded.true))
    assert {boot(cut, recorded.true, laid) for number, cut in among if number in chosen} == {False, True}


@pytest.mark.soak
@pytest.mark.parametrize("share", range(SHARES))
def test_a_box_starts_from_every_disk(recorded: Recorded, laid: Path, share: int) -> None:
    disks = islice(cuts(recorded.calls, recorded.true), share, None, SHARES)
    resumed = [boot(cut, recorded.true, laid) for cut in disks]
    assert sum(resumed) > len(resumed) // 2


def test_a_journal_that_never_flushes_is_found_out(tmp_path: Path, laid: Path) -> None:
    careless = _record(tmp_path, "careless")
    lost: list[str] = []
    for cut in cuts(careless.calls, careless.true):
        try:
            count(cut, careless.true, laid)
        except Lost as told:
            lost.append(str(told))
    assert any("rows were due" in told for told in lost)
