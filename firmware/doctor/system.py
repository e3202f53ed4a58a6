"""The computer as the doctor sees it: the one seam between the checks and everything they look at.

Laws: files are read below `root`, so that a folder can stand for a broken computer; what cannot be read is None, never
an error; nothing is run and nothing is written.
"""

import os
import pwd
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Final, NamedTuple

UNITS: Final = tuple(
    f"{folder}/boxref.service"
    for folder in (
        "etc/systemd/system",
        "run/systemd/system",
        "usr/local/lib/systemd/system",
        "usr/lib/systemd/system",
        "lib/systemd/system",
    )
)
"""Where the service may be installed, what comes first counts (systemd.unit(5)); `.d` beside it holds additions."""

_ADDED: Final = ("Environment", "SupplementaryGroups")
"""Settings that are added to, and begun anew by an empty one."""


class Disk(NamedTuple):
    """Where something is to be written: the bytes that are free there, and whether it can be written at all."""

    free: int
    read_only: bool


class Process(NamedTuple):
    """A process and its command line."""

    pid: int
    argv: tuple[str, ...]


class Distribution(NamedTuple):
    """A Python distribution: its name in lower case with hyphens, its version, and whether it brings `RPi/GPIO`."""

    name: str
    version: str
    brings_gpio: bool


def is_there(path: Path) -> bool:
    """Whether there is such a file; one in a folder that may not be entered is not, as far as anybody can tell."""
    try:
        path.stat()
    except OSError:
        return False
    return True


def nearest(path: Path) -> Path:
    """The path itself, or the folder above it that is there."""
    return next(there for there in (path, *path.parents) if is_there(there))


def disk(path: Path) -> Disk:
    """Of the file system that `path` lies on (or would). Raises OSError."""
    told = os.statvfs(nearest(path))
    return Disk(told.f_bavail * told.f_frsize, bool(told.f_flag & os.ST_RDONLY))


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A computer. What is not told is that of this process.

    `user`, `uid` and `groups` (numbers) are who asks; `folder` is the working directory, `prefix` the environment of
    Python and `library` where its distributions are looked for; `clock` is monotonic, `pause` waits, `today` is the
    wall clock.
    """

    root: Path
    environ: Mapping[str, str]
    user: str
    uid: int
    groups: frozenset[int]
    folder: Path
    prefix: Path
    library: tuple[str, ...]
    today: datetime
    clock: Callable[[], float]
    pause: Callable[[float], None]
    disk: Callable[[Path], Disk]

    def path(self, name: str) -> Path:
        """A file of this computer by its name without the first slash."""
        return self.root / name

    def bytes(self, name: str) -> bytes | None:
        """What a file holds; None where it cannot be read."""
        with suppress(OSError):
            return self.path(name).read_bytes()
        return None

    def text(self, name: str) -> str | None:
        """The same as text, without white space and zeros around it."""
        held = self.bytes(name)
        return None if held is None else held.decode(errors="replace").strip("\0 \t\n")

    def names(self, folder: str, pattern: str = "*") -> tuple[str, ...]:
        """The names in a folder, in their order; none where it cannot be read."""
        return tuple(sorted(path.name for path in self.path(folder).glob(pattern)))

    def there(self, name: str) -> bool:
        """Whether there is a file of this name."""
        return is_there(self.path(name))

    @property
    def model(self) -> str | None:
        """The Raspberry Pi's own name; None on any other computer."""
        model = self.text("proc/device-tree/model")
        return model if model is not None and "Raspberry Pi" in model else None

    @property
    def processes(self) -> Iterator[Process]:
        """Every process whose command line can be read, this one left out."""
        for pid in self.names("proc", "[0-9]*"):
            line = self.bytes(f"proc/{pid}/cmdline")
            if line and pid != str(os.getpid()):
                yield Process(int(pid), tuple(line.rstrip(b"\0").decode(errors="replace").split("\0")))

    @property
    def service(self) -> Mapping[str, str] | None:
        """The settings of the installed service by name, additions included; None where none is installed."""
        main = next((text for unit in UNITS if (text := self.text(unit)) is not None), None)
        if main is None:
            return None
        folders = {name: f"{unit}.d" for unit in reversed(UNITS) for name in self.names(f"{unit}.d")}
        added = [self.text(f"{folders[name]}/{name}") or "" for name in sorted(folders) if name.endswith(".conf")]
        told: dict[str, str] = {}
        for name, value in re.findall(r"^(\w+)=(.*)$", "\n".join([main, *added]), re.MULTILINE):
            told[name] = f"{told.get(name, '')} {value}".strip() if name in _ADDED and value else value
        return told

    @property
    def distributions(self) -> tuple[Distribution, ...]:
        """What is installed beside the program."""
        found = metadata.distributions(path=list(self.library))
        return tuple(
            Distribution(
                re.sub(r"[-_.]+", "-", _said(each, "Name")).lower(),
                _said(each, "Version"),
                any(file.parts[:2] == ("RPi", "GPIO") for file in each.files or ()),
            )
            for each in found
        )

    @property
    def pip(self) -> str:
        """The command that installs beside the program."""
        return f"{self.prefix}/bin/pip"

    @property
    def sudo(self) -> str:
        """What must stand before `pip`: nothing where who asks may write there."""
        return "" if self.may(self.prefix) else "sudo "

    @property
    def program(self) -> str:
        """The command that asks this program something, as the box's own user where there is one."""
        if self.service is not None:
            return "sudo boxref"
        on_path = f"{self.prefix}/bin" in self.environ.get("PATH", "").split(":")
        return "boxref" if on_path else f"{self.prefix}/bin/boxref"

    def members(self, group: str) -> tuple[int, frozenset[str]] | None:
        """The number of a group and the users that belong to it by name; None where there is no such group."""
        for line in (self.text("etc/group") or "").splitlines():
            name, _, rest = line.partition(":")
            match rest.split(":"):
                case [_, number, users] if name == group and number.isdecimal():
                    return int(number), frozenset(filter(None, users.split(",")))
        return None

    def may(self, path: Path, *, write: bool = True) -> bool:
        """Whether who asks may read `path` (and write it): by owner, group and mode, and by the disk it lies on."""
        try:
            told = path.stat()
        except OSError:
            return False
        if write and not stat.S_ISCHR(told.st_mode) and self.disk(path).read_only:
            return False
        if self.uid == 0:
            return True
        shift = 6 if told.st_uid == self.uid else 3 if told.st_gid in self.groups else 0
        # A folder is written to only by whoever may enter it too.
        wanted = 0o4 | (0o2 if write else 0) | (0o1 if stat.S_ISDIR(told.st_mode) else 0)
        return told.st_mode >> shift & wanted == wanted


def here() -> System:
    """This computer, and who asks."""
    uid = os.getuid()
    try:
        user = pwd.getpwuid(uid).pw_name
    except KeyError:
        user = str(uid)
    try:
        folder = Path.cwd()
    except FileNotFoundError:
        folder = Path("a folder that is gone")
    return System(
        root=Path("/"),
        environ=os.environ,
        user=user,
        uid=uid,
        groups=frozenset((os.getgid(), *os.getgroups())),
        folder=folder,
        prefix=Path(sys.prefix),
        library=tuple(sys.path),
        today=datetime.now().astimezone(),
        clock=time.monotonic,
        pause=time.sleep,
        disk=disk,
    )


def _said(found: metadata.Distribution, field: str) -> str:
    """What a distribution says of itself; a broken one need not say even its name."""
    return found.metadata[field] if field in found.metadata else ""  # noqa: SIM401 - its type has no get
