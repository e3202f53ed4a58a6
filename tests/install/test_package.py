"""The Debian package: what it brings along is enough for the installer, on any architecture."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from systemd.install import versions
from systemd.install.building import release
from systemd.install.package import package

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not here")


def run(*command: str, cwd: Path | None = None) -> str:
    """What the command says; it must go well."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)  # noqa: S603 - our own
    assert (done.returncode, done.stderr) == (0, ""), command
    return done.stdout


@pytest.fixture(scope="module")
def deb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return package(tmp_path_factory.mktemp("dist"))


def test_it_is_for_every_architecture_and_belongs_to_root(deb: Path) -> None:
    assert deb.name == f"boxref_{release()}_all.deb"
    assert run("dpkg-deb", "--field", str(deb), "Architecture").strip() == "all"
    owners = {line.split()[1] for line in run("dpkg-deb", "--contents", str(deb)).splitlines()}
    assert owners == {"root/root"}


def test_the_installer_in_it_makes_the_very_version_that_a_checkout_makes(deb: Path, tmp_path: Path) -> None:
    run("dpkg-deb", "--extract", str(deb), str(tmp_path))
    brought = tmp_path / "usr/share/boxref"
    assert versions.digest(brought) == versions.digest()
    told = run(
        *(sys.executable, "-S", "-B", "-m", "systemd.install", "install", "--prefix", "usr"),
        *("--root", str(tmp_path / "card"), "--dry-run"),
        cwd=brought,
    )
    assert "usr/lib/systemd/system/boxref.service" in told
    assert not (tmp_path / "card").exists()


def test_its_scripts_are_ones_that_a_shell_can_read(deb: Path, tmp_path: Path) -> None:
    run("dpkg-deb", "--control", str(deb), str(tmp_path))
    scripts = {script for script in tmp_path.iterdir() if script.name != "control"}
    assert {script.name for script in scripts} == {"postinst", "prerm", "postrm"}
    for script in scripts:
        assert script.stat().st_mode & 0o777 == 0o755
        assert run("sh", "-n", str(script)) == ""
