"""A box in a folder: its boot files, versions of it to be put in, and a service that outlives the installer.

No systemd runs here. `Told` stands for it where only what was asked for counts: like systemd it is another process's
state, kept in a file, so that it is still there when the installer was killed. `tests/install/kept.py` has one that
really starts the box.
"""

import json
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from systemd.install.places import LOCAL, PACKAGED, SOURCE, Places
from systemd.install.refusing import Refused
from systemd.install.steps import Job

CONFIG = "dtparam=audio=on\n[pi4]\narm_boost=1"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=5e-02 rootwait\n"


def laid(root: Path) -> Places:
    """A card with its boot files."""
    boot = root / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text(CONFIG)
    (boot / "cmdline.txt").write_text(CMDLINE)
    return Places(root=root)


def source(folder: Path, mark: str) -> Path:
    """A checkout that differs from ours by one file: what is made of it says so."""
    folder.mkdir()
    shutil.copytree(SOURCE / "systemd", folder / "systemd", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").write_text(mark)
    return folder


def what_starts(places: Places) -> Path | None:
    """The program that systemd would start now: from the unit on trial, else from the one that is installed."""
    return _program(places, places.trial if places.trial.exists() else _unit(places))


def _unit(places: Places) -> Path:
    """Where systemd looks for it: what a person put in comes before what a package did."""
    local, packaged = (replace(places, prefix=prefix).units / "boxref.service" for prefix in (LOCAL, PACKAGED))
    return local if local.exists() else packaged


def what_runs(places: Places) -> str | None:
    """The version that systemd would start now."""
    return _told(what_starts(places))


def boots(places: Places) -> str | None:
    """The version that runs after the next boot, which forgets what is in run/."""
    wanted = places.root / "etc/systemd/system/multi-user.target.wants/boxref.service"
    return _told(_program(places, _unit(places))) if wanted.is_symlink() else None


def _program(places: Places, unit: Path) -> Path | None:
    if not unit.exists():
        return None
    (line,) = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
    return places.root / line.removeprefix("ExecStart=/").partition(" ")[0]


def _told(program: Path | None) -> str | None:
    if program is None:
        return None
    return program.read_text() if program.exists() else "a unit without a program, started again and again"


@dataclass(frozen=True, slots=True)
class Told:
    """A service manager that is only told; a version called `mute` never becomes ready, one called `falls` falls."""

    places: Places
    there: bool = True

    @property
    def _file(self) -> Path:
        return self.places.root / "run/told.json"

    def state(self) -> dict[str, str | None]:
        """What runs, which game is on."""
        nothing: dict[str, str | None] = {"runs": None, "game": None}
        return nothing | json.loads(self._file.read_text()) if self._file.exists() else nothing

    def tell(self, **changed: str | None) -> None:
        """Change the state, as the world does."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        beside = self._file.with_suffix(".new")
        beside.write_text(json.dumps(self.state() | changed))
        beside.replace(self._file)

    def playing(self) -> str | None:
        return self.state()["game"]

    def running(self) -> bool:
        return self.state()["runs"] is not None

    def settle(self) -> None:
        """Users are of no matter here."""

    def reload(self) -> None:
        """Units are read when something is started."""

    def start(self) -> bool:
        runs = what_runs(self.places)
        self.tell(runs=runs)
        return runs not in (None, "mute")

    def stands(self) -> bool:
        return self.state()["runs"] != "falls"

    def stop(self) -> None:
        self.tell(runs=None)

    def forget_user(self) -> None:
        """Users are of no matter here."""

    def reboot(self) -> None:
        """The power goes and comes: run/ is empty, and what starts at boot is started."""
        shutil.rmtree(self.places.root / "run", ignore_errors=True)
        self.tell(runs=boots(self.places))


def job(places: Places, made_from: Path) -> Job:
    """An installation of what one checkout says it is: a version's program is a file that holds this word."""

    def build(version: Path) -> None:
        (version / "bin").mkdir(parents=True)
        (version / "bin/boxref").write_text((made_from / "pyproject.toml").read_text())

    def prove(version: Path) -> None:
        if (version / "bin/boxref").read_text() == "unfit":
            raise Refused("unfit")

    return Job(places=places, service=Told(places), release="1.0", build=build, prove=prove, source=made_from)


def files_of(places: Places) -> dict[str, bytes | str]:
    """Every file below the root but those of run/, and where each link leads."""
    return {
        str(path.relative_to(places.root)): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in sorted(places.root.rglob("*"))
        if (path.is_symlink() or path.is_file()) and places.root / "run" not in path.parents
    }
