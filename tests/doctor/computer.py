"""A folder that stands for a healthy Raspberry Pi, to be broken one piece at a time."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from firmware.doctor.finding import Case, Finding
from firmware.doctor.system import Disk, System
from hardware import box
from hardware.sim.world import World
from tests.hardware.worlds import Clock

TODAY = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
GID = os.getgid()
"""The group that every file of the folder belongs to: that of all device nodes."""

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
SPEED = "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
CONFIG = "boot/firmware/config.txt"
UNIT = "etc/systemd/system/boxref.service"
SYNCHRONISED = "run/systemd/timesync/synchronized"
GROUPS = "".join(f"{name}:x:{GID}:pi\n" for name in ("gpio", "i2c", "spi", "dialout"))

HEALTHY = {
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "proc/sys/kernel/osrelease": "6.6.31+rpt-rpi-v8\n",
    "proc/sys/kernel/random/boot_id": "today\n",
    "proc/cmdline": "console=tty1 root=PARTUUID=4c4e106f-02 rootfstype=ext4 rootwait\n",
    "proc/1/cmdline": "/sbin/init\0",
    "proc/2/cmdline": "",
    "sys/module/spidev/parameters/bufsiz": "4096\n",
    THROTTLED: "0\n",
    CONFIG: "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtparam=spi=on\n[all]\ncore_freq=250\n",
    SYNCHRONISED: "",
    "etc/group": f"root:x:0:\n{GROUPS}",
    "dev/gpiochip0": "",
    "dev/i2c-1": "",
    "dev/spidev0.0": "",
    "dev/ttyS0": "",
}


@dataclass
class Computer:
    """A computer below `root`; `with_` changes who asks, what time it is and so on."""

    root: Path
    changed: dict[str, Any] = field(default_factory=dict)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        path.chmod(0o660)
        return path

    def remove(self, name: str) -> None:
        (self.root / name).unlink()

    def install(self, name: str, version: str, *brings: str) -> None:
        """A distribution, with the files it brings."""
        info = f"site/{name.replace('-', '_')}-{version}.dist-info"
        self.write(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        self.write(f"{info}/RECORD", "".join(f"{each},,\n" for each in brings))
        for each in brings:
            self.write(f"site/{each}", "")

    def with_(self, **changed: Any) -> None:
        self.changed |= changed

    @property
    def state(self) -> Path:
        return self.root / "home/pi/state"

    @property
    def system(self) -> System:
        usual: dict[str, Any] = {
            "root": self.root,
            "environ": {"PATH": "/usr/bin:/opt/boxref/bin"},
            "user": "pi",
            "uid": os.getuid() + 1,
            "groups": frozenset({GID}),
            "folder": self.root / "home/pi",
            "prefix": Path("/opt/boxref"),
            "library": (str(self.root / "site"),),
            "today": TODAY,
            "clock": Clock().time,
            "pause": lambda _seconds: None,
            "disk": lambda _path: Disk(free=10_000_000_000, read_only=False),
        }
        return System(**usual | self.changed)

    @property
    def case(self) -> Case:
        return Case(system=self.system, plan=box.load(), state=self.state, copy=self.state / "copy.toml")

    def look(self, check: Callable[[Case], Iterator[Finding]]) -> list[Finding]:
        return list(check(self.case))

    def one(self, check: Callable[[Case], Iterator[Finding]]) -> Finding:
        """The only finding of a check."""
        (finding,) = check(self.case)
        return finding


def healthy(root: Path) -> Computer:
    """A Pi on which all is well."""
    computer = Computer(root)
    for name, text in HEALTHY.items():
        computer.write(name, text)
    computer.write(SPEED, (400_000).to_bytes(4, "big"))
    (root / "dev/serial0").symlink_to("ttyS0")
    computer.install("lgpio", "0.2.2.0", "lgpio.py")
    computer.install("rpi-lgpio", "0.6", "RPi/GPIO/__init__.py")
    computer.state.mkdir(parents=True)
    for folder in (root / "home/pi", computer.state):
        folder.chmod(0o770)
    return computer


@contextmanager
def boxed(computer: Computer) -> Iterator[World]:
    """The chips of a box on the computer's bus, whose time passes only while the doctor waits."""
    clock = Clock()
    world = World(box.load(), clock)
    computer.with_(clock=clock.time, pause=clock.run)
    try:
        yield world
    finally:
        world.close()
