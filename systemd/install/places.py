"""Where everything of an installed box lies, below a root that need not be this computer's own."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).resolve().parents[2]
"""The checkout, or the package's copy of it, that this installer came with."""

LOCAL: Final = "usr/local"
PACKAGED: Final = "usr"
"""Where what a person installs lies, and what a package does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Paths of a box below `root`."""

    root: Path = Path("/")
    prefix: str = LOCAL
    """Where what belongs to the system lies, in systemd's own folders below it. Never etc: what is tried is put into
    run/systemd, which comes before this and behind etc."""

    @property
    def live(self) -> bool:
        """Whether it is this very computer, with its service manager."""
        return self.root == Path("/")

    @property
    def home(self) -> Path:
        """The program."""
        return self.root / "opt/boxref"

    @property
    def versions(self) -> Path:
        """A virtual environment for each version."""
        return self.home / "versions"

    @property
    def current(self) -> Path:
        """The link to the version that runs; swapped by a rename."""
        return self.home / "current"

    @property
    def config(self) -> Path:
        """What the owner tells."""
        return self.root / "etc/boxref"

    @property
    def state(self) -> Path:
        """Games and calibration."""
        return self.root / "var/lib/boxref"

    @property
    def lib(self) -> Path:
        """Units and the rest of what systemd reads."""
        return self.root / self.prefix / "lib"

    @property
    def units(self) -> Path:
        """Units."""
        return self.lib / "systemd/system"

    @property
    def trial(self) -> Path:
        """The unit of a version that is tried: it comes before the one in `units`, and a reboot forgets it."""
        return self.root / "run/systemd/system/boxref.service"

    @property
    def restart_needed(self) -> Path:
        """Stands until the next boot where the boot files were changed."""
        return self.root / "run/boxref-restart-needed"

    @property
    def launcher(self) -> Path:
        """The command, for whoever sits at the box."""
        return self.root / self.prefix / "bin/boxref"

    @property
    def boot(self) -> Path:
        """Where config.txt and cmdline.txt lie: boot/firmware since Bookworm, boot before."""
        newer = self.root / "boot/firmware"
        return newer if (newer / "config.txt").exists() else self.root / "boot"

    @property
    def is_pi(self) -> bool:
        """Whether the device tree below the root tells of a Raspberry Pi."""
        model = self.root / "proc/device-tree/model"
        return model.exists() and b"Raspberry Pi" in model.read_bytes()
