"""What an installation may need and not find: told before anything is touched."""

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from systemd.install.places import Places

_ROOM_MB: Final = 400
"""A version with its libraries has about 120 MB, and compiling on a Pi needs as much again."""

_HOMES: Final = ("/home", "/root", "/run/user")
"""What ProtectHome= in the unit hides."""


class Refused(Exception):
    """It is not done, and why; the box is as it was."""


def needs(places: Places) -> Iterator[str]:
    """What is missing, each a sentence with what to do."""
    if places.live and os.geteuid() != 0:
        yield "only root may install: try it with sudo"
    if _overlaid(places.root / "proc/mounts"):
        yield "the root is an overlay: it would be gone after the next boot; first take overlayroot= out of cmdline.txt"
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        yield f"this is Python {sys.version.split()[0]}, but boxref needs 3.11 to 3.13"
    if places.live and any(Path(sys.base_prefix).is_relative_to(home) for home in _HOMES):
        yield f"this Python lies in {sys.base_prefix}, which is hidden from the service: add PYTHON=/usr/bin/python3"
    if find_spec("ensurepip") is None:
        yield "there are no virtual environments here: sudo apt install python3-venv"
    if places.is_pi and not places.boot.joinpath("config.txt").exists():
        yield f"there is no config.txt in {places.boot}: is the boot partition mounted?"
    if places.is_pi:
        yield from _compilers()
    free = shutil.disk_usage(_standing(places.home)).free // 1_000_000
    if free < _ROOM_MB:
        yield f"{places.home} has {free} MB left, but a version is built beside the old one and needs {_ROOM_MB} MB"


def system_lgpio() -> bool:
    """Whether the distribution's own lgpio is to be used: for Python from 3.13 on there is no wheel of it."""
    return sys.version_info >= (3, 13) and find_spec("lgpio") is not None


def _compilers() -> Iterator[str]:
    if shutil.which("cc") is None:
        yield "a Pi's libraries are compiled: sudo apt install gcc python3-dev"
    if sys.version_info >= (3, 13) and not system_lgpio() and shutil.which("swig") is None:
        yield "for Python 3.13 there is no lgpio to fetch: sudo apt install python3-lgpio (or swig, to build it)"


def _overlaid(mounts: Path) -> bool:
    return mounts.exists() and any(line.startswith("overlayroot / ") for line in mounts.read_text().splitlines())


def _standing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.exists())
