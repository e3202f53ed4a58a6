"""What needs the package index: CI asks it, other runs of the tests do not (CI=1 makes them).

The libraries of a real box for 64-bit Arm, and the whole installer with nothing stood in for, as a user who may do
nothing but write into the card's folder.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from systemd.install import versions
from systemd.install.building import release
from systemd.install.places import SOURCE, Places
from tests.install.staged import CONFIG, files_of, laid

pytestmark = pytest.mark.skipif(not os.environ.get("CI"), reason="asks the package index; CI=1 lets it")

NOBODY = 65534


def pip_finds(python: str, glibc: int, *wanted: str) -> list[dict[str, Any]]:
    """What pip would put on a 64-bit Arm computer with this Python and C library 2.x: its report, one entry each."""
    with tempfile.TemporaryDirectory() as there:
        report = Path(there) / "report.json"
        command = [
            *(sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--no-deps"),
            *("--target", there, "--report", str(report), "--implementation", "cp", "--python-version", python),
            *(f"--platform=manylinux_2_{minor}_aarch64" for minor in range(17, glibc + 1)),
            *("--platform=manylinux2014_aarch64", "--platform=linux_aarch64", *wanted),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
        assert done.returncode == 0, done.stderr
        found: list[dict[str, Any]] = json.loads(report.read_text())["install"]
        return found


@pytest.mark.parametrize(
    ("python", "glibc", "compiled"),
    [("3.11", 36, {"rpi_ws281x"}), ("3.13", 41, {"rpi_ws281x", "lgpio"})],
    ids=["bookworm", "trixie"],
)
def test_every_locked_library_is_there_for_64_bit_arm_and_few_are_compiled(
    python: str, glibc: int, compiled: set[str]
) -> None:
    lock = SOURCE / "locks/pi.txt"
    found = pip_finds(python, glibc, "--require-hashes", "-r", str(lock))
    locked = dict(re.findall(r"^([A-Za-z0-9._-]+)==([^ ;]+)", lock.read_text(), flags=re.MULTILINE))
    assert {_name(entry["metadata"]["name"]): entry["metadata"]["version"] for entry in found} == {
        _name(name): version for name, version in locked.items()
    }
    sources = {entry["metadata"]["name"] for entry in found if entry["download_info"]["url"].endswith(".tar.gz")}
    assert {_name(name) for name in sources} == {_name(name) for name in compiled}


@pytest.mark.parametrize(("python", "glibc"), [("3.11", 36), ("3.13", 41)], ids=["bookworm", "trixie"])
def test_the_library_for_old_kernels_is_there_for_64_bit_arm(python: str, glibc: int) -> None:
    extras = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras) == {"pi", "pi-legacy"}, "each extra has a test here"
    (found,) = pip_finds(python, glibc, *extras["pi-legacy"])
    assert found["metadata"]["name"] == "RPi.GPIO"


def _name(written: str) -> str:
    return re.sub(r"[-_.]+", "-", written).lower()


@pytest.fixture
def card() -> Iterator[Places]:
    """A card that belongs to nobody, beside a checkout that nobody can read and only root can write to."""
    with tempfile.TemporaryDirectory(prefix="boxref-card-") as there:
        Path(there).chmod(0o755)
        copied = [*versions.sources(SOURCE), SOURCE / "README.md", SOURCE / "LICENSE"]
        for file in copied:
            to = Path(there) / "checkout" / file.relative_to(SOURCE)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to)
        places = laid(Path(there) / "card")
        for path in (places.root, *places.root.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        yield places


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
def test_nobody_can_install_again_and_uninstall_into_a_folder_from_a_directory_that_may_not_be_written_to(
    card: Places,
) -> None:
    before = files_of(card)
    python = shutil.which("python3", path="/usr/bin")
    if python is None or _as_nobody(python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))").returncode != 0:
        pytest.skip("nobody has no Python from 3.11 on here")
    checkout = card.root.parent / "checkout"
    install = ("env", f"PYTHONPATH={checkout}", python, "-B", "-m", "systemd.install")
    first = _as_nobody(*install, "install", "--root", str(card.root))
    assert first.returncode == 0, first.stderr
    assert "a game goes" in first.stdout
    told = subprocess.run(  # noqa: S603 - our own
        [card.current / "bin/boxref", "--version"], capture_output=True, text=True, check=True, cwd="/"
    )
    assert told.stdout == f"boxref {release()}\n"
    installed = files_of(card)
    again = _as_nobody(*install, "install", "--root", str(card.root))
    assert (again.returncode, "built" in again.stdout) == (0, False)
    assert files_of(card) == installed
    gone = _as_nobody(*install, "uninstall", "--root", str(card.root))
    assert gone.returncode == 0, gone.stderr
    assert files_of(card) == before
    assert (card.boot / "config.txt").read_text() == CONFIG


def _as_nobody(*command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - our own
        command,
        capture_output=True,
        text=True,
        check=False,
        user=NOBODY,
        group=NOBODY,
        extra_groups=(),
        cwd="/",
        env=os.environ | {"HOME": "/nonexistent"},
    )
