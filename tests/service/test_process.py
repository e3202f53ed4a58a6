"""The real process under a real socket, as systemd starts it: without a terminal, on /dev/null."""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from firmware.journal import NAME, Journal
from tests.service.manager import BOX, Manager, started

CHECKOUT = Path(__file__).parents[2]


def test_a_service_is_ready_feeds_the_watchdog_and_stops_when_asked(manager: Manager, tmp_path: Path) -> None:
    with started(manager, tmp_path / "state", watchdog_s=0.2) as box:
        said = box.until("READY=1")
        assert "WATCHDOG=1" not in said
        for _ in range(5):
            assert set(box.until("WATCHDOG=1")) <= {"WATCHDOG=1", "STATUS=Clever Keys; every part answers."}
        assert box.line("started") == "started: a simulated box\n"
        assert box.line("begun") == "begun: Clever Keys, players=2 start=0\n"
        status, errors = box.stop()
    assert status == 0
    assert errors[-2:] == ["stop asked: SIGTERM", "stopped: lamps off, lines released"]
    assert [word for word in manager.heard() if word != "WATCHDOG=1"] == ["STOPPING=1"]


def test_a_second_signal_does_not_disturb_an_orderly_stop(manager: Manager, tmp_path: Path) -> None:
    with started(manager, tmp_path) as box:
        box.until("READY=1")
        box.process.send_signal(signal.SIGINT)
        box.process.send_signal(signal.SIGINT)
        status, errors = box.stop()
    assert status == 0
    assert errors[-1] == "stopped: lamps off, lines released"


def test_what_was_on_goes_on_after_a_stop(manager: Manager, tmp_path: Path) -> None:
    for first in (True, False):
        with started(manager, tmp_path) as box:
            box.until("READY=1")
            assert box.line("begun" if first else "resumed")
            if first:
                assert box.line("TurnStarts") == "TurnStarts player=0\n"
            else:
                assert box.line("Resumed") == "Resumed\n"
            assert box.stop()[0] == 0
    journal = Journal(tmp_path / NAME, boot="")
    assert [(game.left, game.outcome) for game in journal.games()] == [(False, None)]
    journal.close()


def test_a_closed_standard_input_is_nobody_s_table_either(manager: Manager, tmp_path: Path) -> None:
    closed = ("sh", "-c", f'exec {shlex.join(BOX)} "$@" <&-', "sh")
    with started(manager, tmp_path, command=closed) as box:
        box.until("READY=1")
        assert box.line("TurnStarts")
        assert box.stop(signal.SIGINT)[0] == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
def test_nobody_in_a_directory_that_may_not_be_written_to_can_keep_a_box() -> None:
    as_nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "--chdir=/", *BOX)
    environ = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    if subprocess.run([*as_nobody, "--version"], capture_output=True, check=False, env=environ).returncode != 0:  # noqa: S603 - our own
        pytest.skip("nobody can read this checkout or its Python")
    manager = Manager(f"@boxref-nobody-{os.getpid()}")
    with tempfile.TemporaryDirectory() as state:
        os.chown(state, 65534, 65534)
        with started(manager, Path(state), watchdog_s=0.2, command=as_nobody, environ=environ) as box:
            box.until("READY=1")
            box.until("WATCHDOG=1")
            assert Path(f"/proc/{box.pid}").stat().st_uid == 65534
            assert Path(f"/proc/{box.pid}/cwd").readlink() == Path("/")
            status, errors = box.stop()
        assert (status, errors[-1]) == (0, "stopped: lamps off, lines released")
        assert (Path(state) / NAME).stat().st_uid == 65534
    manager.close()


def test_steps_from_a_pipe_are_played_to_their_end_and_logged_line_by_line(manager: Manager, tmp_path: Path) -> None:
    with started(manager, tmp_path, stdin=subprocess.PIPE) as box:
        out, errors = box.process.communicate("push 0.0\n")
        assert box.process.returncode == 0
    told = [line.split(" < ")[1].partition("  ")[0] for line in out.splitlines() if " < " in line]
    assert told[0] == "TurnStarts player=0"
    assert len(told) > 1
    events = ("started", "begun", "stopped")
    logged = [line for line in errors.splitlines() if not line.startswith(events)]
    assert logged == [line.replace(" slot=0.0", "") for line in told], (
        "the log keeps to itself what is to be remembered"
    )
    assert manager.heard()[-1] == "STOPPING=1"


def test_steps_from_a_pipe_that_stays_open_are_no_reason_not_to_stop(manager: Manager, tmp_path: Path) -> None:
    with started(manager, tmp_path, stdin=subprocess.PIPE) as box:
        box.until("READY=1")
        status, errors = box.stop()
    assert status == 0
    assert errors[-2:] == ["stop asked: SIGTERM", "stopped: lamps off, lines released"]
    journal = Journal(tmp_path / NAME, boot="")
    assert [game.left for game in journal.games()] == [False], "who is stopped wants to go on"
    journal.close()


@pytest.mark.parametrize("what", ["transfers", "lamps", "transfers and lamps"])
def test_a_driver_that_hangs_in_the_kernel_does_not_keep_the_box_from_stopping(
    what: str, manager: Manager, tmp_path: Path
) -> None:
    hanging = (sys.executable, "-m", "tests.service.hanging", str(tmp_path / "hang"), what)
    with started(manager, tmp_path, command=hanging) as box:
        box.until("READY=1")
        box.line("TurnStarts")
        (tmp_path / "hang").touch()
        if "transfers" in what:  # lamps are not written to before they are to go dark
            box.line("transfers hang")
        status, errors = box.stop()
    assert status == 0
    hung = [line for line in errors if "hangs in a job" in line]
    assert len(hung) == what.count(" and ") + 1
    assert errors[-1].startswith("stopped")
    assert manager.heard()[-1] == "STOPPING=1"
    journal = Journal(tmp_path / NAME, boot="")
    (game,) = journal.games()
    assert len(journal.facts(game.id)) > 0, "the journal was written to its end all the same"
    journal.close()


def test_a_reader_that_has_seen_enough_ends_the_table_without_a_complaint(manager: Manager, tmp_path: Path) -> None:
    with started(manager, tmp_path, stdin=subprocess.PIPE) as box:
        assert box.process.stdout is not None
        box.until("READY=1")
        box.process.stdout.close()
        box.process.stdout = None
        _, errors = box.process.communicate("push 0.0\n")
    assert box.process.returncode == 0
    assert "Traceback" not in errors
