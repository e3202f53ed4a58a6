"""Where a box keeps what outlives a game: its state, and what its owner has told of the games."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

COPY: Final = "copy.toml"
"""What is printed on the owner's games."""

PLAN: Final = "box.toml"
"""What the owner's box is made of, where it is not as shipped."""

_NOWHERE: Final = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def is_absent(path: Path) -> bool:
    """Whether there is surely no such file: one in a folder that may not be entered may be there, and is to be read."""
    try:
        path.stat()
    except OSError as wrong:
        return wrong.errno in _NOWHERE
    return False


def state_directory(asked: str | None, environ: Mapping[str, str] = os.environ) -> Path:
    """Where the box keeps what it must not forget: as asked, else as systemd says, else the user's own place."""
    if asked is not None:
        return Path(asked)
    if service := environ.get("STATE_DIRECTORY"):
        return Path(service.partition(":")[0])
    home = environ.get("XDG_STATE_HOME", "")
    return (Path(home) if Path(home).is_absolute() else _home() / ".local/state") / "boxref"


def _home() -> Path:
    """The user's own folder; / for a user that nobody knows, where nothing can be kept, and that is said then."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


def copy_file(asked: str | None, state: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """The copy file: as asked, else in the folder of systemd's ConfigurationDirectory=, else in the state directory."""
    if asked is not None:
        return Path(asked)
    if service := environ.get("CONFIGURATION_DIRECTORY"):
        return Path(service.partition(":")[0]) / COPY
    return state / COPY


def plan_file(asked: str | None, environ: Mapping[str, str] = os.environ) -> Path | None:
    """The plan: as asked, else the owner's in systemd's ConfigurationDirectory=; None: the one that was shipped."""
    if asked is not None:
        return Path(asked)
    service = environ.get("CONFIGURATION_DIRECTORY", "").partition(":")[0]
    owned = Path(service) / PLAN
    return None if not service or is_absent(owned) else owned
