"""Files that a pulled plug cannot spoil: written beside, flushed, renamed, sealed with a checksum, and kept twice.

Laws: at every moment the text written last, or the one before it, is whole on the disk; the second copy (`NAME.last`)
is touched only once the first is safe. A seal is a comment in the last line, so that a file of settings stays TOML. A
hand may change any such file: a seal that no longer fits says that somebody did, or that a card lost bytes, and whoever
reads the text has to check it; only a text of which the end is missing is known to be none of anybody's.
"""

import os
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from hardware.typed import TypedFile, open_file

SEAL: Final = "# As boxref wrote it; it may be changed by hand. sha256 "
"""How the last line of a sealed file begins."""


class Kept(NamedTuple):
    """What a file says. `sealed`: to the last byte as it was written; `cut`: it was not whole, and this is the copy."""

    text: str
    sealed: bool
    cut: bool = False


def write(path: Path, text: str) -> None:
    """Put the text, which ends with its line, into the file, and seal it; on the disk when this returns.

    A link to a file stays a link. Raises OSError.
    """
    path = path.resolve()
    make_folder(path.parent)
    data = _sealed(text)
    put(path, data)
    put(_copy(path), data)


def read(path: Path) -> Kept | None:
    """What the file says, or its copy where the file was cut; None if it is not there.

    Raises OSError or UnicodeDecodeError for what is no readable text.
    """
    path = path.resolve()
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    text = _whole(data)
    if text is not None:
        return Kept(text, sealed=True)
    last = last_good(path)
    # What a file system that lost bytes leaves: nothing, a beginning, or zeros.
    if last is not None and (b"\0" in data or _sealed(last).startswith(data)):
        return Kept(last, sealed=True, cut=True)
    return Kept(data.decode(), sealed=False)


def parse(path: Path) -> tuple[TypedFile, bool]:
    """The settings in a file that is there, and whether it was cut and they are its copy's. Raises PlanError."""
    cut = False

    def text(source: Path) -> str:
        nonlocal cut
        found = read(source)
        if found is None:
            raise FileNotFoundError(f"{source} is not there")
        cut = found.cut
        return found.text

    return open_file(path, text), cut


def last_good(path: Path) -> str | None:
    """The text that `write` put there last, whatever has become of the file; None if there is none."""
    try:
        return _whole(_copy(path.resolve()).read_bytes())
    except OSError:
        return None


def is_sealed(path: Path) -> bool:
    """Whether the file is as it was written. Raises OSError."""
    return _whole(path.read_bytes()) is not None


def put(path: Path, data: bytes, *, mode: int = 0o644) -> None:
    """These bytes in this file, all of them or none, and on the disk. Raises OSError."""
    new = path.with_name(f".{path.name}.new")
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    except OSError:
        new.unlink()
        raise
    finally:
        os.close(file)
    new.replace(path)
    _flush_names(path.parent)


def make_folder(folder: Path) -> None:
    """The folder with every folder above it that is missing, their names on the disk. Raises OSError."""
    missing = [made for made in (folder, *folder.parents) if not made.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for made in missing:
        _flush_names(made.parent)


def _flush_names(folder: Path) -> None:
    names = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(names)
    finally:
        os.close(names)


def _copy(path: Path) -> Path:
    return path.with_name(f"{path.name}.last")


def _sealed(text: str) -> bytes:
    data = text.encode()
    return data + f"{SEAL}{sha256(data).hexdigest()}\n".encode()


def _whole(data: bytes) -> str | None:
    """The text under a seal that fits; None without one."""
    text, mark, seal = data.rpartition(SEAL.encode())
    if not mark or seal != f"{sha256(text).hexdigest()}\n".encode():
        return None
    return text.decode()
