"""A pulled plug never takes settings that were good: every disk it could leave is read as a box reads it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import rmtree

from firmware import calibration, copyfile
from firmware.calibration import Loaded
from firmware.places import COPY
from tests.cuts.calls import Call, Flushed, Said, read
from tests.cuts.disks import Disk, Files
from tests.cuts.settings import STATE, TIMES, calibrated, stars


def record(folder: Path, *how: str) -> tuple[Call, ...]:
    # In a process of its own: the recorder stays until its process ends.
    subprocess.run([sys.executable, "-m", "tests.cuts.settings", str(folder), *how], check=True)  # noqa: S603 - ours
    return tuple(read(folder / "record"))


def disks(calls: tuple[Call, ...]) -> Iterator[tuple[Files, int, int]]:
    """Every disk, and how often the calibration and the copy file were said to be written."""
    disk, said = Disk(), {"calibrated": 0, "entered": 0}
    for call in (*calls, None):
        if call is None or isinstance(call, Flushed):
            for _, files in disk.could_be():
                yield files, said["calibrated"], said["entered"]
        if isinstance(call, Said):
            what, times = call.words.split()
            said[what] = int(times)
        if call is not None:
            disk.ask(call)


def test_whatever_a_pulled_plug_leaves_the_last_good_settings_are_read(tmp_path: Path) -> None:
    root, told = tmp_path / "laid", 0
    for files, calibrations, entries in disks(record(tmp_path)):
        lay(files, root)
        found = calibration.load(root / STATE / calibration.NAME)
        assert found in (Loaded(calibrated(calibrations)), Loaded(calibrated(calibrations + 1)))
        copy = copyfile.read(root / STATE / COPY)
        assert copy.warning() is None
        entered = [each.copy.juggler_stars for each in copy.owned if each.game.name == "dragon_battle"]
        assert entered[0] in ({stars(entries), stars(entries + 1)} if entries else {1, stars(1)})
        told += 1
    assert told > 10 * TIMES


def lay(files: Files, root: Path) -> None:
    if root.exists():
        rmtree(root)
    root.mkdir()
    files.lay(root, Random(0))


def test_files_that_are_renamed_before_they_are_flushed_are_found_out(tmp_path: Path) -> None:
    root, lost = tmp_path / "laid", 0
    for files, calibrations, _ in disks(record(tmp_path, "careless")):
        lay(files, root)
        lost += calibration.load(root / STATE / calibration.NAME).calibration not in (
            calibrated(calibrations),
            calibrated(calibrations + 1),
        )
    assert lost
