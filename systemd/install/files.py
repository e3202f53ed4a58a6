"""Files that are there whole or not at all, and edits that can be shown before they are made.

Law: whenever the power goes, a file has its old content or its new one.
"""

import difflib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PLAIN: Final = 0o644
PROGRAM: Final = 0o755


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A file that is to have a content; None: that is to be gone."""

    path: Path
    content: bytes | None
    mode: int = PLAIN

    @property
    def needed(self) -> bool:
        """Whether it is not so already."""
        if self.content is None or not self.path.exists():
            return (self.content is not None) != self.path.exists()
        return read(self.path) != self.content


def read(path: Path) -> bytes | None:
    """What is in it; None where there is no such file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def make(edits: Iterable[Edit]) -> bool:
    """Make those that are needed, in their order; whether there were any."""
    made = False
    for edit in edits:
        if edit.needed:
            made = True
            if edit.content is None:
                remove(edit.path)
            else:
                put(edit.path, edit.content, edit.mode)
    return made


def put(path: Path, content: bytes, mode: int = PLAIN) -> None:
    """Write the file and have it on the disk when this returns."""
    _make_folder(path.parent)
    beside = path.with_name(f".{path.name}.new")
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    try:
        beside.chmod(mode)  # whatever the umask is
        left = memoryview(content)
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    finally:
        os.close(file)
    beside.replace(path)
    settle(path.parent)


def link(path: Path, target: str) -> None:
    """Make `path` a symbolic link, in place of the one that is there."""
    _make_folder(path.parent)
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(target)
    beside.replace(path)
    settle(path.parent)


def remove(path: Path) -> None:
    """Have no such file or link."""
    if path.is_symlink() or path.exists():
        path.unlink()
        settle(path.parent)
    path.with_name(f".{path.name}.new").unlink(missing_ok=True)


def prune(folder: Path, top: Path) -> None:
    """Have this folder not be there empty, nor those above it, up to and without `top`."""
    while folder != top and folder.exists() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def clear(folder: Path) -> None:
    """Have no such folder."""
    if folder.exists():
        shutil.rmtree(folder)
        settle(folder.parent)


def _make_folder(folder: Path) -> None:
    """The folder with every folder above it that is missing, their names on the disk."""
    missing = [made for made in (folder, *folder.parents) if not made.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        settle(made.parent)


def settle(folder: Path) -> None:
    """The names in a folder are on the disk when this returns."""
    names = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(names)
    finally:
        os.close(names)


def shown(edit: Edit) -> str:
    """The edit as a unified diff."""
    old, new = read(edit.path), edit.content
    lines = difflib.unified_diff(
        _lines(old),
        _lines(new),
        "/dev/null" if old is None else str(edit.path),
        "/dev/null" if new is None else str(edit.path),
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(content: bytes | None) -> list[str]:
    return [] if content is None else content.decode(errors="replace").splitlines(keepends=True)
