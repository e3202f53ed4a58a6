"""A version: a virtual environment with the locked libraries and the program in it, and its proof."""

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from systemd.install.places import SOURCE, Places
from systemd.install.refusing import Refused, system_lgpio

_PROOF: Final = ("proof.py", "proof.play")
_USER: Final = "boxref"


def release(source: Path = SOURCE) -> str:
    """The version as the project counts it, such as 0.1.0."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def build(places: Places, version: Path, *, wheels: Path | None = None, source: Path = SOURCE) -> None:
    """Build it at this very place: an environment cannot be moved. Raises Refused.

    Args:
        places: Where the box lies.
        version: The folder to make.
        wheels: Libraries to take instead of the network's, for a computer that has none.
        source: What to build from.
    """
    from_system = places.is_pi and system_lgpio()
    venv = [sys.executable, "-m", "venv", "--clear", *(["--system-site-packages"] if from_system else []), str(version)]
    _run(venv, "no virtual environment can be made")
    lock = (source / "locks" / ("pi.txt" if places.is_pi else "run.txt")).read_text(encoding="utf-8")
    offline = [] if wheels is None else ["--no-index", f"--find-links={wheels}"]
    pip = [str(version / "bin/python"), "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-deps"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as locked:
        locked.write(without(lock, "lgpio") if from_system else lock)
        locked.flush()
        _run([*pip, *offline, "--require-hashes", "-r", locked.name], "its libraries cannot be put in")
    _run([*pip, "--no-build-isolation", "--no-index", str(source)], "the program cannot be put in")


def prove(places: Places, version: Path) -> None:
    """Let the version show that it works, as the user of the service. Raises Refused with what did not."""
    chip = ["--chip"] if places.live and places.is_pi else []
    command = [str(version / "bin/python"), "-I", _PROOF[0], "--config", str(places.config.absolute()), *chip]
    user = _service_user() if places.live else None
    with tempfile.TemporaryDirectory(prefix="boxref-proof-") as own:
        for name in _PROOF:  # the user of the service may not look into the home that the checkout lies in
            shutil.copy(Path(__file__).with_name(name), own)
        if user is not None:
            os.chown(own, user.pw_uid, user.pw_gid)
        done = subprocess.run(  # noqa: S603 - our own
            command,
            cwd=own,
            env=_environ(),
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else os.getgrouplist(_USER, user.pw_gid),
            check=False,
            close_fds=False,  # see `alone` in __main__.py: whatever writes holds the lock
        )
    if done.returncode != 0:
        raise Refused(f"{version.name} did not prove itself (above it says why), so it is not put in")


def without(lock: str, package: str) -> str:
    """A lock without a package, its hashes and all."""
    return re.sub(rf"^{re.escape(package)}==.*(\n .*)*\n", "", lock, flags=re.MULTILINE)


def _run(command: list[str], fails: str) -> None:
    done = subprocess.run(command, env=_environ(), check=False, close_fds=False)  # noqa: S603 - our own
    if done.returncode != 0:
        raise Refused(f"{fails} ({' '.join(command[:4])} ended with {done.returncode}; above it says why)")


def _environ() -> dict[str, str]:
    """Ours without what a checkout or another environment put into it; PYPI=1 lets lgpio build what it needs itself."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return kept | {"PYPI": "1"}


def _service_user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(_USER)
    except KeyError:
        return None
