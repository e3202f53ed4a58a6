"""Word to the service manager: over a real socket, and never a word too loud."""

import os
from pathlib import Path

import pytest

from firmware.notify import Notify
from tests.service.manager import Manager


def test_a_word_reaches_a_socket_that_is_a_file(manager: Manager) -> None:
    notify = Notify(manager.environ())
    assert notify.listened_to
    assert notify.tell("READY=1")
    assert notify.tell("STATUS=Schlüssel")
    notify.close()
    assert manager.heard() == ["READY=1", "STATUS=Schlüssel"]


def test_a_word_reaches_a_socket_that_has_a_name_only() -> None:
    manager = Manager(f"@boxref-{os.getpid()}")
    notify = Notify(manager.environ())
    assert notify.tell("READY=1")
    notify.close()
    assert manager.heard() == ["READY=1"]
    manager.close()


@pytest.mark.parametrize("name", [None, "", "relative/path", "vsock:2:1234"])
def test_where_nobody_listens_nothing_is_opened_and_nothing_is_wrong(name: str | None) -> None:
    files = set(Path("/proc/self/fd").iterdir())
    notify = Notify({"WATCHDOG_USEC": "1000000"} | ({} if name is None else {"NOTIFY_SOCKET": name}))
    assert set(Path("/proc/self/fd").iterdir()) == files
    assert not notify.listened_to
    assert notify.watchdog_s is None
    assert notify.tell("READY=1"), "there is nothing to be told again"
    notify.close()


@pytest.mark.parametrize("name", ["/nowhere/at/all", "/" + 200 * "x", "@nobody-" + 200 * "x"])
def test_a_manager_that_has_gone_is_to_be_told_again_and_nothing_is_raised(name: str) -> None:
    notify = Notify({"NOTIFY_SOCKET": name})
    assert not notify.tell("READY=1")
    notify.close()


def test_a_manager_that_does_not_listen_holds_nobody_up(manager: Manager) -> None:
    notify = Notify(manager.environ())
    sent = 0
    while notify.tell("WATCHDOG=1"):  # until its queue is full
        sent += 1
    assert len(manager.heard()) == sent
    assert notify.tell("WATCHDOG=1")
    notify.close()


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "10000000"}, 5.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "17"}, 5.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "18"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "-5"}, None),
        ({"WATCHDOG_USEC": "often"}, None),
        ({"WATCHDOG_USEC": "1" + 30 * "0"}, None),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "me"}, None),
    ],
)
def test_the_watchdog_is_fed_at_half_of_what_is_borne_and_only_by_whom_it_is_meant_for(
    asked: dict[str, str], seconds: float | None, manager: Manager
) -> None:
    notify = Notify(manager.environ() | asked, pid=17)
    assert notify.watchdog_s == seconds
    notify.close()


def test_a_socket_that_can_no_longer_be_opened_is_no_reason_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("firmware.notify.socket.socket", full)
    notify = Notify({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    assert not notify.listened_to
