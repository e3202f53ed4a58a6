"""Who interrupts an upgrade, once or again and again, has the old version run when the installer has ended."""

import errno
import fcntl
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from systemd.install import steps, versions
from systemd.install.__main__ import _go, alone, interruptible
from tests.install.staged import Told, boots, files_of, job, laid, source

SIGNALS = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)


@pytest.fixture
def installed(tmp_path: Path) -> Told:
    """Version `first` runs."""
    places = laid(tmp_path / "card")
    list(steps.put_in(job(places, source(tmp_path / "first", "first"))))
    service = Told(places)
    service.reboot()
    return service


def second_with_rules(folder: Path) -> Path:
    """A checkout whose rules differ too."""
    made = source(folder / "second", "second")
    (made / "systemd/udev.rules").write_text("# of the new version\n")
    return made


@dataclass(frozen=True, slots=True)
class Signalled(Told):
    """A service manager that is signalled once the new version is ready, and at each step of the way back."""

    number: signal.Signals = signal.SIGHUP

    def reload(self) -> None:
        if self.state()["runs"] == "second":
            os.kill(os.getpid(), self.number)

    def start(self) -> bool:
        back = self.state()["runs"] == "second"
        ready = Told.start(self)
        if back:
            os.kill(os.getpid(), self.number)
        return ready

    def stands(self) -> bool:
        os.kill(os.getpid(), signal.SIGHUP)
        return True


@dataclass(frozen=True, slots=True)
class Locked(Told):
    """A service manager that looks, on the way back, whether another installation could begin meanwhile."""

    def reload(self) -> None:
        if self.state()["runs"] == "second":
            with (self.places.root / "run/lock/boxref-install").open("w") as lock, pytest.raises(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            (self.places.root / "run/looked").touch()


class Gone(io.StringIO):
    """A terminal that goes away once the new version is ready."""

    def write(self, text: str, /) -> int:
        if "is ready" in text:
            raise OSError(errno.EIO, "Input/output error")
        return super().write(text)


@contextmanager
def as_they_were() -> Iterator[None]:
    """Whatever an installation does with signals is undone when it ends, and nobody's default kills the tests."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in SIGNALS}
    try:
        yield
        assert {signal.getsignal(number) for number in SIGNALS} == {signal.default_int_handler}
    finally:
        for number, does in before.items():
            signal.signal(number, does)


def test_whoever_interrupts_a_trial_has_the_old_version_run_again(installed: Told, tmp_path: Path) -> None:
    trying = steps.put_in(job(installed.places, source(tmp_path / "second", "second")))
    while next(trying) != "1.0-2 is on trial":
        pass
    with pytest.raises(KeyboardInterrupt):
        trying.throw(KeyboardInterrupt())
    assert installed.state()["runs"] == "first"
    assert not installed.places.trial.exists()


@pytest.mark.parametrize("last", ["1.0-2 is ready", "it is watched for a minute", "1.0-2 stands"])
def test_whoever_interrupts_before_the_link_has_changed_has_the_old_version_run_and_its_rules(
    last: str, installed: Told, tmp_path: Path
) -> None:
    before = files_of(installed.places)
    trying = steps.put_in(job(installed.places, second_with_rules(tmp_path)))
    assert last in trying
    trying.close()
    assert installed.state()["runs"] == "first"
    assert files_of(installed.places) == before
    assert not installed.places.trial.exists()


def test_an_interruption_right_after_the_link_has_changed_leaves_the_new_version_its_own_rules(
    installed: Told, tmp_path: Path
) -> None:
    made = second_with_rules(tmp_path)
    trying = steps.put_in(job(installed.places, made))
    assert "1.0-2 is the version that runs" in trying
    with pytest.raises(KeyboardInterrupt):
        trying.throw(KeyboardInterrupt())
    assert boots(installed.places) == installed.state()["runs"] == "second"
    assert (installed.places.lib / "udev/rules.d/70-boxref.rules").read_text() == "# of the new version\n"
    list(steps.put_in(job(installed.places, made)))
    assert installed.state()["runs"] == "second"
    assert not installed.places.trial.exists()


def test_a_link_that_cannot_be_changed_leaves_the_old_version_running_under_its_own_rules(
    installed: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files_of(installed.places)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(versions, "switch", full)
    with pytest.raises(OSError, match="No space left"):
        list(steps.put_in(job(installed.places, second_with_rules(tmp_path))))
    assert installed.state()["runs"] == "first"
    assert files_of(installed.places) == before
    assert not installed.places.trial.exists()


@pytest.mark.parametrize("number", SIGNALS)
def test_a_terminal_that_sends_several_signals_as_it_closes_does_not_break_the_way_back(
    number: signal.Signals, installed: Told, tmp_path: Path
) -> None:
    places = installed.places
    upgrade = replace(job(places, source(tmp_path / "second", "second")), service=Signalled(places, number=number))
    with as_they_were(), pytest.raises(KeyboardInterrupt), interruptible():
        _go(steps.put_in(upgrade))
    assert not places.trial.exists()
    assert installed.state()["runs"] == boots(places) == "first"
    assert {folder.name for folder in places.versions.iterdir()} == {"1.0-1"}


def test_where_nothing_can_be_printed_any_more_the_way_back_is_gone_before_another_installation_may_begin(
    installed: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = installed.places
    upgrade = replace(job(places, source(tmp_path / "second", "second")), service=Locked(places))
    monkeypatch.setattr(sys, "stdout", Gone())
    with pytest.raises(OSError, match="Input/output error"), alone(places):
        _go(steps.put_in(upgrade))
    assert (places.root / "run/looked").exists()
    assert not places.trial.exists()
    assert installed.state()["runs"] == boots(places) == "first"
