"""A box whose files may not be read, whose log nobody takes, whose output finds no room: it plays, or says why not."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from firmware.calibration import NAME
from tests.service.manager import BOX, Manager, started

FULL = Path("/dev/full")
NO_ROOM = "boxref: what it says cannot be written: No space left on device\n"

full = pytest.mark.skipif(not FULL.is_char_device(), reason="there is no /dev/full here")


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """A folder that nobody may enter but a root with all its powers."""
    made = tmp_path / "closed"
    made.mkdir(mode=0)
    yield made
    made.chmod(0o700)


@pytest.fixture
def powerless() -> Sequence[str]:
    """The command, for whom a mode is no mere suggestion."""
    if os.geteuid() != 0:
        return BOX
    if shutil.which("setpriv") is None:
        pytest.skip("root may read everything, and there is no setpriv to take that away")
    return ("setpriv", "--bounding-set=-all", "--inh-caps=-all", *BOX)


def test_a_state_directory_that_may_not_be_entered_costs_what_is_in_it_and_not_the_box(
    manager: Manager, closed: Path, powerless: Sequence[str]
) -> None:
    with started(manager, closed, command=powerless) as box:
        box.until("READY=1")
        told = [box.line("cannot be read"), box.line("cannot be read"), box.line("no journal can be kept")]
        assert box.line("TurnStarts")
        assert box.stop()[0] == 0
    assert [line.count(str(closed)) for line in told] == [1, 1, 2]
    assert all("Permission denied" in line for line in told)


def test_a_plan_that_may_not_be_read_is_never_taken_for_one_that_is_not_there(
    closed: Path, powerless: Sequence[str]
) -> None:
    environ = os.environ | {"CONFIGURATION_DIRECTORY": str(closed)}
    done = subprocess.run([*powerless, "run", "--sim"], capture_output=True, text=True, check=False, env=environ)  # noqa: S603 - our own
    assert done.returncode == 2
    assert done.stderr.startswith(f"boxref: {closed}/box.toml:1: cannot be read (Permission denied); right is ")


@pytest.mark.parametrize("command", [["games"], ["export"], ["copy", "check"], ["simulate", "dragon_battle"]])
def test_whoever_may_not_read_what_is_kept_is_told_so(
    command: list[str], closed: Path, powerless: Sequence[str]
) -> None:
    asked = [*powerless, *command, "--state", str(closed)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "Permission denied" in line


@full
def test_a_log_on_a_full_disk_is_no_reason_not_to_play(manager: Manager, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\xff")  # there is something to be said of it
    with FULL.open("w") as log, started(manager, tmp_path, stderr=log) as box:
        box.until("READY=1")
        box.process.terminate()
        assert box.process.wait() == 0


@full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", [["--version"], ["doctor"], ["run", "--sim", "--game", "clever_keys"]])
def test_output_that_finds_no_room_ends_in_a_sentence(command: list[str], unbuffered: str, tmp_path: Path) -> None:
    state = [] if command == ["--version"] else ["--state", str(tmp_path)]
    with FULL.open("w") as out:
        done = subprocess.run(  # noqa: S603 - our own
            [sys.executable, "-m", "firmware.cli", *command, *state],
            input="push 0.0\n",
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )
    assert (done.returncode, done.stderr.splitlines(keepends=True)[-1]) == (1, NO_ROOM)
    assert "Traceback" not in done.stderr
