"""`python -m tests.bench [NAME...]`: every bench, or those named."""

import platform
import sys
from collections.abc import Callable

from tests.bench import bots, edge, journal, rules, scale, service

BENCHES: dict[str, Callable[[], None]] = {
    "rules": rules.run,
    "bots": bots.run,
    "edge": edge.run,
    "journal": journal.run,
    "scale": scale.run,
    "service": service.run,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"no bench is called {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    build = " ".join(platform.python_build())
    print(f"{platform.python_implementation()} {platform.python_version()} ({build}), {platform.machine()}")
    for name in names or BENCHES:
        print(f"\n{name}")
        BENCHES[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
