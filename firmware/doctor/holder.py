"""Who has the box to itself: a box that runs, known by its command or by the journal that it has locked."""

from itertools import pairwise
from pathlib import PurePath

from firmware.doctor.finding import Case
from firmware.journal import NAME


def holder(case: Case) -> int | None:
    """The number of the process that runs the box; None where none does."""
    for process in case.system.processes:
        words = [PurePath(word).name for word in process.argv]
        starts = {word for word, after in pairwise(words) if after == "run"}
        if starts & {"boxref", "firmware.cli", "cli.py"} and "--sim" not in words:
            return process.pid
    return locker(case)


def locker(case: Case) -> int | None:
    """Who has locked the journal (proc_locks(5)): a simulated box, or one that was started by some other name."""
    try:
        inode = str((case.state / f"{NAME}.lock").stat().st_ino)
    except OSError:
        return None
    for line in (case.system.text("proc/locks") or "").splitlines():
        match line.split():
            case [_, "FLOCK", _, "WRITE", pid, where, *_] if where.rpartition(":")[2] == inode:
                return int(pid)
    return None
