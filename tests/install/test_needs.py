"""What is missing is told before anything is touched, with what to do about it; and what goes into a lock."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from systemd.install import refusing
from systemd.install.__main__ import doctor, interruptible, main
from systemd.install.building import without
from systemd.install.files import PROGRAM, put
from systemd.install.places import SOURCE, Places
from tests.install.staged import CONFIG, files_of, laid

LOCK = (SOURCE / "locks/pi.txt").read_text()


class Room(NamedTuple):
    """What the disk says."""

    free: int


@pytest.fixture
def pi(tmp_path: Path) -> Places:
    """A card whose computer says it is a Raspberry Pi."""
    places = laid(tmp_path / "card")
    model = places.root / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return places


def test_a_computer_with_everything_lacks_nothing(tmp_path: Path) -> None:
    assert list(refusing.needs(laid(tmp_path / "card"))) == []


def test_a_pi_without_a_compiler_is_told_which_packages_it_wants(pi: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "a Pi's libraries are compiled: sudo apt install gcc python3-dev" in list(refusing.needs(pi))


@pytest.mark.parametrize("lgpio", [True, False])
def test_on_python_3_13_lgpio_is_the_distribution_s_or_is_built(
    lgpio: bool, pi: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "version_info", (3, 13, 0, "final", 0))
    monkeypatch.setattr(refusing, "find_spec", lambda name: None if name == "lgpio" and not lgpio else True)
    missing = [need for need in refusing.needs(pi) if "lgpio" in need]
    assert missing == (
        []
        if lgpio
        else ["for Python 3.13 there is no lgpio to fetch: sudo apt install python3-lgpio (or swig, to build it)"]
    )
    assert refusing.system_lgpio() is lgpio


def test_a_python_that_is_too_old_or_too_new_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 14, 0, "final", 0))
    (need,) = refusing.needs(laid(tmp_path / "card"))
    assert "boxref needs 3.11 to 3.13" in need


@pytest.mark.parametrize(("prefix", "hidden"), [("/home/pi/.pyenv/versions/3.13.1", True), ("/usr", False)])
def test_a_python_in_somebody_s_home_is_told_since_the_service_may_not_look_there(
    prefix: str, hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "base_prefix", prefix)
    assert any("add PYTHON=/usr/bin/python3" in need for need in refusing.needs(Places())) is hidden


def test_a_card_that_is_nearly_full_is_told_before_a_version_is_half_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: Room(free=17_000_000))
    (need,) = refusing.needs(laid(tmp_path / "card"))
    assert "has 17 MB left" in need


def test_a_boot_partition_that_is_not_mounted_is_told(pi: Places) -> None:
    (pi.boot / "config.txt").unlink()
    assert any("is the boot partition mounted?" in need for need in refusing.needs(pi))


def test_an_overlay_that_forgets_is_nothing_to_install_into(pi: Places) -> None:
    (pi.root / "proc/mounts").write_text(
        "overlayroot / overlay rw,lowerdir=/media/root-ro 0 0\nproc /proc proc rw 0 0\n"
    )
    assert any("gone after the next boot" in need for need in refusing.needs(pi))


def test_without_the_environments_of_python_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    places = laid(tmp_path / "card")
    before = files_of(places)
    monkeypatch.setattr(refusing, "find_spec", lambda _name: None)
    assert main(["install", "--root", str(places.root)]) == 1
    assert "sudo apt install python3-venv" in capsys.readouterr().err
    assert files_of(places) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="for whoever is not root")
def test_whoever_is_not_root_is_told_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install"]) == 1
    assert "try it with sudo" in capsys.readouterr().err


def test_there_is_nothing_to_upgrade_on_a_bare_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["upgrade", "--root", str(laid(tmp_path / "card").root)]) == 1
    assert "there is nothing in" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_a_dry_run_shows_the_diff_and_changes_nothing(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = laid(tmp_path / "card")
    before = files_of(places)
    assert main([command, "--root", str(places.root), "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "nothing was changed" in told
    assert ("+dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n" in told) is (command == "install")
    assert ("-console=serial0,115200 console=tty1" in told) is (command == "install")
    assert files_of(places) == before
    assert sorted(path.name for path in places.root.iterdir()) == ["boot"]


@pytest.mark.parametrize("purge", [True, False])
def test_whoever_would_lose_all_games_is_told_so_by_the_dry_run(
    purge: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = laid(tmp_path / "card")
    assert main(["uninstall", "--root", str(places.root), "--dry-run", *(["--purge"] if purge else [])]) == 0
    assert (f"and for ever {places.config}, {places.state}" in capsys.readouterr().out) is purge


@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_a_torn_block_is_told_as_a_sentence_before_anything_is_done(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = laid(tmp_path / "card")
    (places.boot / "config.txt").write_text(f"{CONFIG}\n# boxref ends\n")
    before = files_of(places)
    assert main([command, "--root", str(places.root)]) == 1
    assert files_of(places) == before
    assert "boxref: config.txt: marks of boxref's block stand in line 4" in capsys.readouterr().err


def test_a_lock_loses_one_library_and_its_hashes_and_nothing_else() -> None:
    left = without(LOCK, "lgpio")
    taken = [line for line in LOCK.splitlines() if line not in left.splitlines()]
    assert taken[0].startswith("lgpio==")
    assert all(line.startswith("    --hash=") for line in taken[1:])
    assert "\nrpi-lgpio==" in left
    assert without(left, "lgpio") == left


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_whoever_interrupts_or_whose_terminal_goes_away_is_told_how_to_go_on(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(number)

    def interrupted(*_: object, **__: object) -> None:
        os.kill(os.getpid(), number)

    monkeypatch.setattr("systemd.install.building.build", interrupted)
    places = laid(tmp_path / "card")
    assert main(["install", "--root", str(places.root)]) == 130
    assert "interrupted; what is missing is done when you say it again" in capsys.readouterr().err
    assert not places.current.is_symlink()
    assert signal.getsignal(number) is before


def test_what_is_to_outlive_its_terminal_does() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    with interruptible():
        os.kill(os.getpid(), signal.SIGHUP)
    assert signal.signal(signal.SIGHUP, before) is signal.SIG_IGN


def test_what_a_killed_installer_began_keeps_the_next_one_away_until_it_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = laid(tmp_path / "card")
    put(places.versions / "1.0-1/bin/python", b"#!/bin/sh\necho begun\nread _\n", PROGRAM)
    begin = (
        "import sys; from pathlib import Path; from systemd.install.__main__ import alone, building, Places\n"
        "places = Places(root=Path(sys.argv[1]))\n"
        "with alone(places): building.prove(places, places.versions / '1.0-1')"
    )
    command = [sys.executable, "-c", begin, str(places.root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=SOURCE) as killed:  # noqa: S603 - our own
        assert killed.stdout is not None
        assert killed.stdin is not None
        assert killed.stdout.readline() == b"begun\n"
        killed.kill()
        assert main(["install", "--root", str(places.root)]) == 1
        assert "under way, or what a killed one began" in capsys.readouterr().err
        killed.stdin.close()
        assert killed.stdout.read() == b"", "what it began has ended"


@pytest.mark.parametrize("known", [True, False])
def test_the_box_s_own_doctor_has_the_last_word_where_there_is_one(known: bool, tmp_path: Path) -> None:
    places = Places(root=tmp_path)
    places.launcher.parent.mkdir(parents=True)
    places.launcher.write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\n{"exit 1" if not known else ""}\n')
    places.launcher.chmod(0o755)
    doctor(places)
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked == (["doctor --help", "doctor"] if known else ["doctor --help"])
