"""Feed a recording of a real part through the code it concerns: `python -m tests.recordings KIND FILE [LABELS]`.

Prints what came of it, one line an event, then each mismatch. Exit status: 0 all agrees, 1 a mismatch, 2 the command or
the file is wrong (said in one sentence). Each kind is a module in `tests.recorded` with one function
`replay(file, labels) -> Replayed`.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from tests.recorded.replayed import Replayed, WrongFile

KINDS = ("lamps", "mcp23017", "scale")


def main(arguments: Sequence[str]) -> int:
    """Run one recording; the exit status."""
    if not 2 <= len(arguments) <= 3 or arguments[0] not in KINDS:
        print(f"usage: python -m tests.recordings {'|'.join(KINDS)} FILE [LABELS]", file=sys.stderr)
        return 2
    kind, file, *labels = arguments
    replay: Callable[[Path, Path | None], Replayed] = import_module(f"tests.recorded.{kind}").replay
    try:
        replayed = replay(Path(file), Path(labels[0]) if labels else None)
    except WrongFile as wrong:
        print(wrong, file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError) as unreadable:
        print(f"{file} cannot be read: {unreadable}", file=sys.stderr)
        return 2
    for line in replayed.events:
        print(line)
    for line in replayed.mismatches:
        print(f"MISMATCH {line}")
    return 1 if replayed.mismatches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
