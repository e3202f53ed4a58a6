"""Versions side by side, each in a virtual environment of its own, and a link to the one that runs.

Laws: a version is marked only when it has proved itself, and never changed after that; the link always leads to one
that is marked; whatever bears no mark is left from an interruption and may go.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from systemd.install import files
from systemd.install.places import SOURCE, Places

_MARK: Final = ".proved"
_SOURCES: Final = ("firmware", "drivers", "games", "hardware", "systemd", "locks", "pyproject.toml")


def digest(source: Path = SOURCE) -> str:
    """What a version is made of, in one word: two that are the same need not be built twice."""
    made_of = hashlib.sha256(f"Python {sys.version_info.major}.{sys.version_info.minor}\n".encode())
    for file in sorted(sources(source)):
        made_of.update(f"{file.relative_to(source)}\0".encode())
        made_of.update(hashlib.sha256(file.read_bytes()).digest())
    return made_of.hexdigest()[:16]


def sources(source: Path) -> Iterator[Path]:
    """Every file that a version is made from."""
    for name in _SOURCES:
        top = source / name
        for file in [top] if top.is_file() else top.rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file


def current(places: Places) -> Path | None:
    """The version that runs when the computer boots."""
    if not places.current.is_symlink():
        return None
    version = places.versions / places.current.readlink().name
    return version if (version / _MARK).exists() else None


def proved(places: Places, made_of: str) -> Path | None:
    """The version made of just this."""
    return next((version for version in _marked(places) if _told(version) == made_of), None)


def unused(places: Places, release: str) -> Path:
    """Where the next version may be built."""
    taken = {folder.name for folder in places.versions.iterdir()} if places.versions.exists() else set()
    number = 1
    while f"{release}-{number}" in taken:
        number += 1
    return places.versions / f"{release}-{number}"


def mark(version: Path, made_of: str) -> None:
    """It has proved itself."""
    os.sync()  # nobody has flushed its thousands of files: the mark and the link alone would survive a pulled plug
    files.put(version / _MARK, json.dumps({"made_of": made_of}).encode())


def switch(places: Places, to: Path) -> None:
    """From now on this one runs."""
    files.link(places.current, f"versions/{to.name}")


def sweep(places: Places, keep: frozenset[Path]) -> Iterator[Path]:
    """Remove every version but the current one and those to keep; tells each."""
    if not places.versions.exists():
        return
    for version in sorted(places.versions.iterdir()):
        if version != current(places) and version not in keep:
            forget(version)
            yield version


def to_go_back_to(places: Places, before: Path | None) -> frozenset[Path]:
    """The version to keep beside the current one: the one that ran before, if that is known, else the newest other."""
    others = [version for version in _marked(places) if version != current(places)]
    if before is not None or not others:
        return frozenset() if before is None else frozenset({before})
    return frozenset({max(others, key=lambda version: (version / _MARK).stat().st_mtime_ns)})


def forget(version: Path) -> None:
    """Remove it: first its mark, so that half of it is nothing to go back to."""
    files.remove(version / _MARK)
    files.clear(version)


def marked(places: Places) -> frozenset[Path]:
    """Those that have proved themselves."""
    return frozenset(_marked(places))


def _marked(places: Places) -> Iterator[Path]:
    if places.versions.exists():
        yield from (version for version in sorted(places.versions.iterdir()) if (version / _MARK).exists())


def _told(version: Path) -> str:
    told = json.loads((version / _MARK).read_bytes())
    return str(told["made_of"])
