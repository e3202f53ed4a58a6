"""`python3 -m systemd.install install | upgrade | uninstall`, from the checkout or from where the package put it."""

import fcntl
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from systemd.install import building, files, refusing, services, steps, versions
from systemd.install.boot import TornBlock
from systemd.install.files import Edit
from systemd.install.places import LOCAL, Places
from systemd.install.refusing import Refused
from systemd.install.services import Failed

_INTERRUPT: Final = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)


def main(argv: Sequence[str] | None = None) -> int:
    """Answers the exit status: 0 done, 1 not done (the box runs as it did), 2 a wrong command line, 130 interrupted."""
    asked = _parser().parse_args(argv)
    places = Places(root=asked.root.resolve(), prefix=asked.prefix)
    # Root's own mask may hide what it makes from the user of the service.
    os.umask(0o022)
    job = steps.Job(
        places=places,
        service=services.found(places),
        release=building.release(),
        build=partial(building.build, places, wheels=asked.wheels),
        prove=partial(building.prove, places),
    )
    try:
        with interruptible():
            if asked.command == "uninstall":
                _uninstall(job, asked)
            else:
                _install(job, asked)
    except (Refused, Failed, TornBlock, OSError) as wrong:
        print(f"boxref: {wrong}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("boxref: interrupted; what is missing is done when you say it again", file=sys.stderr)
        return 130
    return 0


def _install(job: steps.Job, asked: Namespace) -> None:
    places = job.places
    if asked.command == "upgrade" and versions.current(places) is None:
        raise Refused(f"there is nothing in {places.home} to be upgraded: try install")
    if asked.dry_run:
        _show(steps.edits(job))
        same = versions.current(places) is not None and versions.current(places) == versions.proved(
            places, versions.digest()
        )
        print(f"{places.current} would {'stay as it is' if same else 'lead to a new version'}; nothing was changed")
        return
    if wrong := list(refusing.needs(places)):
        raise Refused("; ".join(wrong))
    with alone(places):
        _go(steps.put_in(job))
    if places.restart_needed.exists():
        print("now restart the computer (sudo reboot); then `sudo boxref doctor` looks at the parts")
    elif places.live:
        doctor(places)


def _uninstall(job: steps.Job, asked: Namespace) -> None:
    places = job.places
    if asked.dry_run:
        _show(steps.removals(places))
        forgotten = f", and for ever {places.config}, {places.state} and the user boxref" if asked.purge else ""
        print(f"{places.home} would be removed{forgotten}; nothing was changed")
        return
    if places.live and os.geteuid() != 0:
        raise Refused("only root may uninstall: try it with sudo")
    with alone(places):
        _go(steps.take_out(job, purge=asked.purge))
    if not asked.purge:
        print(f"kept: {places.config}, {places.state} and the user boxref (--purge forgets them)")
    if places.live:
        print("the bus, the serial console and the watchdog are as they were from the next boot on")


def _go(done: Generator[str, None, None]) -> None:
    # A step that cannot be printed ends it too, and the way back is to be gone before the lock is let go.
    with closing(done):
        for step in done:
            print(f"boxref: {step}", flush=True)


def _show(edits: Iterable[Edit]) -> None:
    for edit in edits:
        if edit.needed:
            print(files.shown(edit), end="")


def doctor(places: Places) -> None:
    """Let the box look at its parts. What it finds is told, and is no reason to call the installation failed."""
    command = [str(places.launcher), "doctor"]
    if subprocess.run([*command, "--help"], capture_output=True, check=False).returncode == 0:  # noqa: S603 - our own
        subprocess.run(command, check=False)  # noqa: S603 - our own


@contextmanager
def interruptible() -> Iterator[None]:
    """Whose terminal goes away has interrupted it, as by Ctrl-C, and no version stays on trial; not under nohup.

    Once is enough: a terminal that closes sends several signals, and a later one would cut the way back short.
    """
    before = {number: signal.getsignal(number) for number in _INTERRUPT}
    for number, does in before.items():
        if does in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupted)
    try:
        yield
    finally:
        for number, does in before.items():
            signal.signal(number, does)


def _interrupted(_number: int, _frame: FrameType | None) -> NoReturn:
    for number in _INTERRUPT:
        signal.signal(number, signal.SIG_IGN)  # and so in the programs that the way back calls
    raise KeyboardInterrupt


@contextmanager
def alone(places: Places) -> Iterator[None]:
    """Two installations at once would take each other for leftovers. Raises Refused."""
    folder = places.root / "run/lock"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "boxref-install").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as wrong:
            raise Refused("another installation of boxref is under way, or what a killed one began") from wrong
        # A killed installer leaves the pip that it began behind, which goes on to write: that one holds the lock then.
        os.set_inheritable(lock.fileno(), True)  # noqa: FBT003 - as the standard library has it
        yield


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python3 -m systemd.install", description="Put boxref on this computer, or take it off."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, tells in (
        ("install", "put it in, or bring it up to date"),
        ("upgrade", "bring it up to date; the old version stays until the new one is ready"),
        ("uninstall", "take it out; games and the owner's files stay"),
    ):
        command = commands.add_parser(name, help=tells, description=tells)
        command.add_argument(
            "--root",
            type=Path,
            default=Path("/"),
            metavar="DIR",
            help="a folder to try it in instead: what is built there runs only there (default: /)",
        )
        command.add_argument("--prefix", default=LOCAL, metavar="DIR", help=f"below the root (default: {LOCAL})")
        command.add_argument("--dry-run", action="store_true", help="show what would change as a diff, change nothing")
        if name == "uninstall":
            command.add_argument("--purge", action="store_true", help="forget games and the owner's files too")
        command.set_defaults(wheels=None)
        if name != "uninstall":
            command.add_argument(
                "--wheels", type=Path, metavar="DIR", help="libraries to take instead of the network's"
            )
    return parser


if __name__ == "__main__":
    sys.exit(main())
