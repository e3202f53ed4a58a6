"""The units as systemd itself judges them, and what they promise each other and the box."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.service import LOOK_S
from firmware.switching import WISH
from hardware.box import load
from systemd.install import boot, system
from systemd.install.files import PROGRAM, make, put
from systemd.install.places import SOURCE, Places

UNITS = SOURCE / "systemd"
SERVICE = (UNITS / "boxref.service").read_text()

analyzed = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")


def said(unit: str, key: str) -> list[str]:
    """Every value of a key, in order."""
    return re.findall(rf"^{key}=(.*)$", unit, flags=re.MULTILINE)


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    """The command, with what it says."""
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own


@analyzed
def test_systemd_finds_nothing_wrong_with_any_unit(tmp_path: Path) -> None:
    places = Places(root=tmp_path)
    make(system.units(places))
    program = tmp_path / "boxref"
    shutil.copy("/bin/true", program)
    service = places.units / "boxref.service"
    service.write_text(SERVICE.replace("/opt/boxref/current/bin/boxref", str(program)))
    done = run("systemd-analyze", "verify", "--recursive-errors=no", *map(str, sorted(places.units.iterdir())))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@analyzed
def test_what_is_open_to_the_service_is_little_with_its_devices_left_to_it() -> None:
    unit = str(UNITS / "boxref.service")
    done = run("systemd-analyze", "security", "--offline=true", "--threshold=10", "--no-pager", unit)
    assert done.returncode == 0, "exposure is above 1.0"
    exposure = re.search(r"exposure level for boxref.service: ([\d.]+)", done.stdout)
    assert exposure is not None
    assert float(exposure[1]) <= 1.0
    assert {"char-gpiochip rw", "char-i2c rw", "char-spi rw", "char-ttyAMA rw"} <= set(said(SERVICE, "DeviceAllow"))


def test_a_bus_or_port_whose_driver_is_loaded_after_the_service_began_is_not_shut_to_it() -> None:
    assert {"char-89 rw", "char-153 rw"} <= set(said(SERVICE, "DeviceAllow")), "i2c and spi, as the kernel numbers them"


def test_the_pi_s_revision_stays_in_sight_of_gpiozero_and_the_devices_in_sight_of_the_box() -> None:
    for hides in ("ProcSubset", "PrivateUsers", "PrivateDevices"):
        assert said(SERVICE, hides) == []


def test_a_fault_of_any_length_does_not_end_the_restarts() -> None:
    assert said(SERVICE, "Restart") == ["always"]
    assert said(SERVICE, "StartLimitIntervalSec") == ["0"]
    assert SERVICE.index("StartLimitIntervalSec") < SERVICE.index("[Service]"), "elsewhere systemd ignores it"


def test_the_watchdog_waits_much_longer_than_the_loop_takes_and_a_stop_takes_5_s_at_most() -> None:
    assert said(SERVICE, "Type") == ["notify"]
    (watchdog,) = said(SERVICE, "WatchdogSec")
    assert 100 * LOOK_S < float(watchdog) <= 10, "what hangs is started anew within 10 s"
    assert said(SERVICE, "TimeoutStopSec") == ["5"]


def test_a_loop_that_hangs_is_started_anew_within_10_s() -> None:
    (borne,), (abort,), (pause,) = (said(SERVICE, key) for key in ("WatchdogSec", "TimeoutAbortSec", "RestartSec"))
    assert float(borne) + float(abort) + float(pause) < 10


def test_the_box_starts_without_a_network_and_after_nothing_that_waits_for_one() -> None:
    assert said(SERVICE, "PrivateNetwork") == ["yes"]
    for order in ("After", "Wants", "Requires"):
        assert said(SERVICE, order) == []


def test_lgpio_s_pipe_has_a_directory_that_may_be_written_to() -> None:
    assert said(SERVICE, "RuntimeDirectory") == ["boxref"]
    assert said(SERVICE, "WorkingDirectory") == ["%t/boxref"]


def test_the_wish_to_power_off_is_a_file_that_only_the_box_can_make_and_that_is_used_up() -> None:
    path = (UNITS / "boxref-poweroff.path").read_text()
    service = (UNITS / "boxref-poweroff.service").read_text()
    (wish,) = said(path, "PathExists")
    (folder,) = said(SERVICE, "RuntimeDirectory")
    assert Path(wish) == Path("/run") / folder / WISH
    used_up, powers_off = said(service, "ExecStart")
    assert used_up.split()[-1] == wish
    assert powers_off.endswith(" poweroff")


def test_a_trial_runs_the_new_version_and_is_the_same_unit_otherwise() -> None:
    unit = system.trial(Path("/opt/boxref/versions/1.0-7")).decode()
    assert said(unit, "ExecStart") == ["/opt/boxref/versions/1.0-7/bin/boxref run"]
    assert unit.replace("/versions/1.0-7/", "/current/") == SERVICE


def test_the_hardware_watchdog_can_count_that_far() -> None:
    (seconds,) = said((UNITS / "watchdog.conf").read_text(), "RuntimeWatchdogSec")
    assert 0 < int(seconds) <= 14


def test_the_log_is_bounded_on_the_card_and_in_memory() -> None:
    log = (UNITS / "journald.conf").read_text()
    assert {key: said(log, key) for key in ("SystemMaxUse", "RuntimeMaxUse")} == {
        "SystemMaxUse": ["64M"],
        "RuntimeMaxUse": ["16M"],
    }


def test_the_user_has_every_group_that_the_service_asks_for() -> None:
    users = (UNITS / "sysusers.conf").read_text()
    (groups,) = said(SERVICE, "SupplementaryGroups")
    assert set(re.findall(r"^m boxref (\S+)$", users, flags=re.MULTILINE)) == set(groups.split())


def test_the_bus_runs_at_the_pace_of_the_plan() -> None:
    assert f"dtparam=i2c_arm=on,i2c_arm_baudrate={load().bus.hertz}\n" in boot.with_block("")


def test_the_launcher_is_a_script_that_a_shell_can_read(tmp_path: Path) -> None:
    places = Places(root=tmp_path)
    make(system.units(places))
    assert places.launcher.stat().st_mode & 0o777 == 0o755
    done = run("sh", "-n", str(places.launcher))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["run", "doctor", "calibrate", "watch", "test"])
def test_a_command_that_opens_the_parts_finds_a_directory_for_lgpio_s_pipe_wherever_it_is_typed(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = Places(root=tmp_path)
    make(system.units(places))
    for path, does in (("opt/boxref/current/bin/boxref", "pwd"), ("bin/id", "echo 1000")):
        put(tmp_path / path, f"#!/bin/sh\n{does}\n".encode(), PROGRAM)
    places.state.mkdir(parents=True)
    typed = places.launcher.read_text().replace("/opt/", f"{tmp_path}/opt/").replace("cd /var/", f"cd {tmp_path}/var/")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin:/bin")
    done = run("sh", "-c", typed, "boxref", command)
    assert (done.stdout.strip(), done.stderr) == (str(places.state), "")
    assert "error" not in run(sys.executable, "-m", "firmware.cli", command, "--help").stderr, "there is such a command"
