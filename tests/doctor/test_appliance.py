"""A box that is installed and yet not there: masked, not enabled, waiting for a boot, stopped."""

from pathlib import Path

import pytest

from firmware.doctor.appliance import RESTART_NEEDED, service
from systemd.install import steps, system
from systemd.install.places import LOCAL, Places
from tests.doctor.computer import UNIT, Computer
from tests.install.staged import job, laid, source

INSTALLED = f"usr/local/lib/systemd/system/{Path(UNIT).name}"


@pytest.fixture
def installed(pi: Computer) -> Computer:
    """A Pi with the service, which starts at boot and runs."""
    pi.write(INSTALLED, "[Service]\nUser=boxref\n")
    for link, target in system.wants(Places(root=pi.root, prefix=LOCAL)):
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)
    pi.write("proc/77/cmdline", "/opt/boxref/current/bin/python\0/opt/boxref/current/bin/boxref\0run\0")
    return pi


def found(pi: Computer) -> tuple[str, str | None]:
    """The verdict and the command that mends it."""
    told = pi.one(service)
    return told.verdict, told.mend


def test_a_box_that_runs_and_starts_at_boot_is_well_and_so_is_one_that_is_started_by_hand(
    pi: Computer, installed: Computer
) -> None:
    assert found(installed) == ("ok", None)
    installed.remove(INSTALLED)
    assert found(pi) == ("ok", None)


def test_a_service_that_was_stopped_or_falls_again_and_again_is_told_of(installed: Computer) -> None:
    installed.remove("proc/77/cmdline")
    assert found(installed) == ("warn", "sudo systemctl start boxref; systemctl status boxref")


def test_a_service_that_nobody_starts_at_boot_is_told_of(installed: Computer) -> None:
    installed.remove("etc/systemd/system/multi-user.target.wants/boxref.service")
    assert found(installed) == ("warn", "sudo systemctl enable --now boxref")


def test_a_masked_service_is_wrong(installed: Computer) -> None:
    (installed.root / UNIT).symlink_to("/dev/null")
    assert found(installed) == ("wrong", "sudo systemctl unmask boxref")


def test_what_waits_for_the_next_boot_is_told_before_all_that_is_wrong_for_want_of_it(installed: Computer) -> None:
    installed.write(RESTART_NEEDED, "")
    assert found(installed) == ("warn", "sudo reboot")


def test_the_installer_leaves_the_very_marks_that_are_looked_for(tmp_path: Path) -> None:
    places = laid(tmp_path / "card")
    list(steps.put_in(job(places, source(tmp_path / "first", "first"))))
    assert found(Computer(places.root)) == ("warn", "sudo reboot")
    places.restart_needed.unlink()
    assert found(Computer(places.root)) == ("warn", "sudo systemctl start boxref; systemctl status boxref")
