"""Switched off by hand under a manager: by the file that powers the computer off, or by an end of the process alone."""

import signal
from pathlib import Path

import pytest

from firmware.journal import NAME, Journal
from firmware.service import UNHEARD_S
from firmware.switching import WISH
from tests.service.kept import Kept
from tests.service.manager import Manager, Process, started

OFF = "hold back+go 5.2\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory that systemd gave."""
    made = tmp_path / "run"
    made.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(made))
    return made


def typed(box: Process, steps: str) -> None:
    """Steps from a pipe that stays open."""
    assert box.process.stdin is not None
    box.process.stdin.write(steps)
    box.process.stdin.flush()


def held(kept: Kept) -> None:
    kept.run(10)
    kept.run(kept.world.hold(("back", "go"), 5.2) + 0.3)


def test_the_computer_is_asked_once_all_is_told_and_the_watchdog_is_fed_until_it_stops_the_service(
    manager: Manager, folder: Path, tmp_path: Path
) -> None:
    kept = Kept(manager, watchdog_s=10.0, state=tmp_path)
    held(kept)
    assert not list(folder.iterdir()), "the farewell is heard first"
    kept.run(2)
    assert [file.name for file in folder.iterdir()] == [WISH]
    kept.run(10)
    assert not kept.said("STOPPING=1")
    assert kept.said("WATCHDOG=1")[-1] > kept.loop.time() - 6
    kept.stop()
    assert kept.said("STOPPING=1")
    kept.close()


def test_a_computer_that_does_not_power_off_has_its_box_started_anew(
    manager: Manager, folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Kept(manager, state=tmp_path)
    held(kept)
    kept.run(UNHEARD_S + 3)
    assert len(kept.said("STOPPING=1")) == 1
    assert "nobody has powered off within 30 s" in caplog.text
    kept.close()


def test_a_disk_that_hangs_does_not_keep_the_box_from_being_switched_off(
    manager: Manager, folder: Path, tmp_path: Path
) -> None:
    kept = Kept(manager, hangs="journal", state=tmp_path)
    kept.run(10)
    kept.kernel.hang()
    held(kept)
    kept.run(4)
    assert [file.name for file in folder.iterdir()] == [WISH]
    kept.close()


def test_a_process_of_its_own_makes_the_file_and_stops_when_it_is_told_to(
    manager: Manager, folder: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    with started(manager, state, stdin=-1) as box:
        typed(box, "push 0.0\n" + OFF)
        assert box.line("Fits")
        assert box.line("SwitchingOff")
        assert box.line("asked for the computer") == "switched off by hand: asked for the computer to be powered off\n"
        assert [file.name for file in folder.iterdir()] == [WISH]
        status, errors = box.stop(signal.SIGTERM)
    assert (status, errors[-1]) == (0, "stopped: lamps off, lines released")
    assert manager.heard()[-1] == "STOPPING=1"
    goes_on(manager, state)


def test_where_nobody_powers_off_the_process_ends_with_a_sentence_and_its_game_goes_on(
    manager: Manager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    state = tmp_path / "state"
    with started(manager, state, stdin=-1) as box:
        typed(box, "push 0.0\n" + OFF)
        assert box.process.wait() == 0
        assert box.process.stderr is not None
        errors = box.process.stderr.read().splitlines()
    assert errors[-2:] == [
        "switched off by hand: nobody here powers off, so only this program ends",
        "stopped: lamps off, lines released",
    ]
    assert manager.heard()[-1] == "STOPPING=1"
    goes_on(manager, state)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT])  # the second is what systemd's watchdog sends
def test_a_box_that_was_killed_goes_on_and_tells_once_that_it_was_cut_off(
    number: signal.Signals, manager: Manager, tmp_path: Path
) -> None:
    with started(manager, tmp_path) as box:
        box.until("READY=1")
        assert box.line("TurnStarts")
        assert box.stop(number)[0] == -number
    for cut_off in (True, False):
        with started(manager, tmp_path) as box:
            told = until_it_goes_on(box)
            assert [line for line in told if "cut off" in line] == CUT_OFF * cut_off
            assert box.stop()[0] == 0


CUT_OFF = ["the run before this one was not stopped but cut off\n"]


def goes_on(manager: Manager, state: Path) -> None:
    """The next start resumes the game, and nothing was cut off."""
    journal = Journal(state / NAME, boot="")
    assert [(game.left, game.outcome) for game in journal.games()] == [(False, None)]
    journal.close()
    with started(manager, state) as box:
        assert not any("cut off" in line for line in until_it_goes_on(box))
        assert box.stop()[0] == 0


def until_it_goes_on(box: Process) -> list[str]:
    """Every line of the log until the game goes on."""
    told: list[str] = []
    while not told or told[-1] != "Resumed\n":
        told.append(box.line(""))
    return told
