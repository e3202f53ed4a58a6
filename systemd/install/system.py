"""What belongs to the system and not to one version: units, user, device rules, watchdog, log, and the command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from systemd.install.files import PROGRAM, Edit
from systemd.install.places import SOURCE, Places

UNIT: Final = "systemd/system/boxref.service"

_RULES: Final = (
    ("sysusers.conf", "sysusers.d/boxref.conf"),
    ("tmpfiles.conf", "tmpfiles.d/boxref.conf"),
    ("udev.rules", "udev/rules.d/70-boxref.rules"),
    ("modules.conf", "modules-load.d/boxref.conf"),
    ("watchdog.conf", "systemd/system.conf.d/boxref.conf"),
    ("journald.conf", "systemd/journald.conf.d/boxref.conf"),
)
_UNITS: Final = (
    ("boxref.service", UNIT),
    ("boxref-poweroff.path", "systemd/system/boxref-poweroff.path"),
    ("boxref-poweroff.service", "systemd/system/boxref-poweroff.service"),
)

WANTED: Final = ("boxref.service", "boxref-poweroff.path")
"""Units that the computer starts when it boots."""

_LAUNCHER: Final = """\
#!/bin/sh
# The box's command: its games, its owner's files. As root it becomes the user boxref, whose files they are.
export STATE_DIRECTORY=/var/lib/boxref CONFIGURATION_DIRECTORY=/etc/boxref
case "$1" in
run | doctor | calibrate | watch | test) # lgpio makes a pipe in the working directory
    cd /var/lib/boxref 2>/dev/null || { echo "boxref: only root may touch the parts: try it with sudo" >&2; exit 1; } ;;
esac
if [ "$(id -u)" = 0 ]; then
    exec setpriv --reuid=boxref --regid=boxref --init-groups -- /opt/boxref/current/bin/boxref "$@"
fi
exec /opt/boxref/current/bin/boxref "$@"
"""


def rules(places: Places, source: Path = SOURCE) -> Iterator[Edit]:
    """What any version needs."""
    for name, to in _RULES:
        yield Edit(path=places.lib / to, content=(source / "systemd" / name).read_bytes())


def kept_rules(version: Path, source: Path = SOURCE) -> Iterator[Edit]:
    """The same beside the version that came with them."""
    for name, _ in _RULES:
        yield Edit(path=version / "systemd" / name, content=(source / "systemd" / name).read_bytes())


def rules_of(version: Path, places: Places) -> Iterator[Edit]:
    """What a version needs that is there already; nothing of one from before they were kept beside it."""
    return rules(places, version) if (version / "systemd").exists() else iter(())


def units(places: Places, source: Path = SOURCE) -> Iterator[Edit]:
    """The units of the version that is put in, and the command."""
    for name, to in _UNITS:
        yield Edit(path=places.lib / to, content=(source / "systemd" / name).read_bytes())
    yield Edit(path=places.launcher, content=_LAUNCHER.encode(), mode=PROGRAM)


def wants(places: Places) -> Iterator[tuple[Path, str]]:
    """The links that `systemctl enable` would make, and what each says."""
    for unit in WANTED:
        told = f"/{places.prefix}/lib/systemd/system/{unit}"
        yield places.root / "etc/systemd/system/multi-user.target.wants" / unit, told


def trial(version: Path, source: Path = SOURCE) -> bytes:
    """The service's unit for a version that is not the current one."""
    unit = (source / "systemd/boxref.service").read_bytes()
    return unit.replace(b"/opt/boxref/current/", f"/opt/boxref/versions/{version.name}/".encode())


def gone(places: Places) -> Iterator[Edit]:
    """None of it is left."""
    yield Edit(path=places.launcher, content=None)
    for _, to in (*_UNITS, *_RULES):
        yield Edit(path=places.lib / to, content=None)
