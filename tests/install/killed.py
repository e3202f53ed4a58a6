"""Kill the installer before each single thing it does to the card, and see what the next boot and run make of it.

Run in a process of its own, which has one thread: each try is a fork, and the kernel kills it. What counts as a thing
done is what the interpreter's audit hooks tell: files opened for writing, renames, links, modes, folders made and
removed. Nothing is flushed meanwhile: what a kill leaves is in the page cache, and the disk is another matter.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import Final

from systemd.install import steps, versions
from systemd.install.places import Places
from systemd.install.refusing import Refused
from tests.install.staged import CMDLINE, CONFIG, Told, boots, files_of, job, laid, source

_DOES: Final = {"os.rename", "os.remove", "os.symlink", "os.mkdir", "os.rmdir", "os.chmod", "shutil.rmtree"}
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

Work = Callable[[Places], Iterator[str]]


def main(folder: Path) -> int:
    """Answers the exit status; prints for each kind of run how often it was killed."""
    os.fsync = lambda fd: None  # noqa: ARG005 - the standard library's name
    os.sync = lambda: None
    first, second, mute = (source(folder / name, name) for name in ("first", "second", "mute"))

    def install(places: Places) -> Iterator[str]:
        return steps.put_in(job(places, first))

    def upgrade(places: Places) -> Iterator[str]:
        return steps.put_in(job(places, second))

    def fail(places: Places) -> Iterator[str]:
        return steps.put_in(job(places, mute))

    def uninstall(places: Places) -> Iterator[str]:
        return steps.take_out(job(places, first), purge=False)

    bare = laid(folder / "bare")
    box = laid(folder / "box")
    list(install(box))
    Told(box).reboot()
    for what, begin, work, may_run in (
        ("install", bare, install, {None, "first"}),
        ("upgrade", box, upgrade, {"first", "second"}),
        ("upgrade that fails", box, fail, {"first"}),
        ("uninstall", box, uninstall, {None, "first"}),
    ):
        print(f"{what}: {_every(folder / what, begin, work, may_run)} kills")
    return 0


def _every(folder: Path, begin: Places, work: Work, may_run: AbstractSet[str | None]) -> int:
    """Kill before the first thing, before the second, and so on until a run gets to its end. How often that was."""
    whole = _copy(begin, folder / "whole")
    _run(work, whole)
    Told(whole).reboot()
    kills = 0
    while True:
        places = _copy(begin, folder / f"{kills}")
        if not _killed(work, places, kills):
            return kills
        _boots(places, may_run, f"{folder.name}, kill {kills}")
        _run(work, places)
        Told(places).reboot()
        _same(places, whole, f"{folder.name}, kill {kills}")
        shutil.rmtree(places.root)
        kills += 1


def _boots(places: Places, may_run: AbstractSet[str | None], where: str) -> None:
    """Whatever was going on, after a boot a whole version runs, and no boot file is torn."""
    config, cmdline = ((places.boot / name).read_text() for name in ("config.txt", "cmdline.txt"))
    assert config.startswith(CONFIG), where
    assert config.count("# boxref begins") == config.count("# boxref ends"), where
    assert cmdline in (CMDLINE, CMDLINE.removeprefix("console=serial0,115200 ")), where
    if places.current.is_symlink():
        assert versions.current(places) is not None, f"{where}: the link leads to nothing that has proved itself"
    assert boots(places) in may_run, where


def _same(places: Places, whole: Places, where: str) -> None:
    """The next run leaves what a run without a kill leaves."""
    ours, right = files_of(places), files_of(whole)
    assert ours == right, f"{where}: {set(ours.items()) ^ set(right.items())}"
    assert Told(places).state() == Told(whole).state(), where


def _killed(work: Work, places: Places, after: int) -> bool:
    """Do the work in a process that is killed when it has done so many things; False: it did no more than that."""
    if (child := os.fork()) == 0:
        _count_down(after)
        _run(work, places)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def _count_down(left: int) -> None:
    def hear(event: str, told: tuple[object, ...]) -> None:
        nonlocal left
        if event in _DOES or (event == "open" and isinstance(told[2], int) and told[2] & _WRITES):
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1

    sys.addaudithook(hear)


def _run(work: Work, places: Places) -> None:
    with suppress(Refused):
        for _ in work(places):
            pass


def _copy(places: Places, to: Path) -> Places:
    # Two names of one file: whatever is not written beside and renamed spoils the other card too.
    shutil.copytree(places.root, to, symlinks=True, copy_function=os.link)
    return Places(root=to)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
