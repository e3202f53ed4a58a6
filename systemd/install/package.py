"""`python3 -m systemd.install.package`: a Debian package that brings a checkout along and lets the installer work.

It is for every architecture: what has to be compiled is compiled on the box, where a version is built.
"""

import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from systemd.install import versions
from systemd.install.building import release
from systemd.install.files import PLAIN, PROGRAM
from systemd.install.places import SOURCE

_CONTROL: Final = """\
Package: boxref
Version: {release}
Architecture: all
Maintainer: The boxref founders <boxref@localhost>
Section: games
Priority: optional
Depends: python3 (>= 3.11), python3 (<< 3.14), python3-venv, python3-dev, gcc, systemd, udev, \
python3 (<< 3.13) | python3-lgpio | swig
Description: referee in a box for physical children's games
 Senses keys, gems and knocks on a Raspberry Pi, knows the rules, announces and
 keeps score. Configuring it fetches the locked libraries and switches on I2C,
 SPI and the UART; removing it undoes that. Games and the owner's files stay
 until it is purged.
"""

_SCRIPTS: Final = ("postinst", "prerm", "postrm")


def package(to: Path, source: Path = SOURCE) -> Path:
    """Make the package in a folder: its path. Raises CalledProcessError where dpkg-deb cannot."""
    made = to / f"boxref_{release(source)}_all.deb"
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="boxref-deb-") as staged:
        tree = Path(staged) / "tree"
        for file in _contents(source):
            _copy(file, tree / "usr/share/boxref" / file.relative_to(source), PLAIN)
        _copy(source / "LICENSE", tree / "usr/share/doc/boxref/copyright", PLAIN)
        _copy(source / "CHANGELOG.md", tree / "usr/share/doc/boxref/CHANGELOG.md", PLAIN)
        for name in _SCRIPTS:
            _copy(source / "systemd/debian" / name, tree / "DEBIAN" / name, PROGRAM)
        (tree / "DEBIAN/control").write_text(_CONTROL.format(release=release(source)), encoding="utf-8")
        for folder in (tree, *(entry for entry in tree.rglob("*") if entry.is_dir())):
            folder.chmod(0o755)
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(made)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
    return made


def _contents(source: Path) -> Iterator[Path]:
    yield from versions.sources(source)
    yield from (source / name for name in ("README.md", "LICENSE"))


def _copy(file: Path, to: Path, mode: int) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)
    to.chmod(mode)


def main(argv: Sequence[str] | None = None) -> int:
    """Answers the exit status."""
    parser = ArgumentParser(prog="python3 -m systemd.install.package", description="Make a Debian package of boxref.")
    parser.add_argument("--to", type=Path, default=SOURCE / "dist", metavar="DIR", help="where to (default: dist)")
    asked = parser.parse_args(argv)
    if shutil.which("dpkg-deb") is None:
        print("boxref: dpkg-deb is not here; try: sudo apt install dpkg", file=sys.stderr)
        return 1
    print(package(asked.to))
    return 0


if __name__ == "__main__":
    sys.exit(main())
