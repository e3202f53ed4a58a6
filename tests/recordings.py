"""Feed a recording of a real part through the code it concerns: `python -m tests.recordings KIND FILE [LABELS]`.

Prints what came of it, one line an event, then each mismatch. Exit status: 0 all agrees, 1 a mismatch, 2 the command or
the file is wrong (said in one sentence). Each kind is a module in `tests.recorded` with one function
`replay(file, labels) -> Replayed` and one `files(folder)`: FILE may be a folder, and without FILE the recordings beside
this checkout are run.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.recorded.replayed import Replayed, WrongFile

KINDS = ("knock", "lamps", "mcp23017", "scale")

USAGE = f"usage: python -m tests.recordings {'|'.join(KINDS)} [FILE [LABELS]]"

SHARED = Path(__file__).parents[2] / "shared/data"
"""Recordings beside this checkout."""


def main(arguments: Sequence[str]) -> int:
    """Run one recording, or a folder of them; the exit status."""
    kind, *given = arguments or ("",)
    if {"-h", "--help"} & {*arguments}:
        print(USAGE)
        return 0
    if kind not in KINDS or len(given) > 2:
        return _usage()
    module: Any = import_module(f"tests.recorded.{kind}")
    folder = Path(given[0]) if given else SHARED
    if len(given) < 2 and (folder.is_dir() or not given):
        return _run_all(module, folder)
    return _run(module, folder, *map(Path, given[1:]))


def _usage() -> int:
    print(USAGE, file=sys.stderr)
    return 2


def _run_all(module: Any, folder: Path) -> int:
    if not folder.is_dir():
        print(f"no recordings beside this checkout: there is no folder {folder}", file=sys.stderr)
        return 2
    try:
        files: Sequence[Path] = module.files(folder)
    except WrongFile as wrong:
        print(wrong, file=sys.stderr)
        return 2
    status = 0
    for file in files:
        print(f"== {file.relative_to(folder)}")
        status = max(status, _run(module, file))
    return status


def _run(module: Any, file: Path, labels: Path | None = None) -> int:
    try:
        replayed: Replayed = module.replay(file, labels)
    except WrongFile as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except OSError as unreadable:
        print(f"{unreadable.filename or file} cannot be read: {unreadable.strerror}", file=sys.stderr)
        return 2
    for line in replayed.events:
        print(line)
    for line in replayed.mismatches:
        print(f"MISMATCH {line}")
    return 1 if replayed.mismatches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
