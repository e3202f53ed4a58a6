"""The box's process with drivers that hang in the kernel for ever, from the moment on at which a file appears.

`python -m tests.service.hanging FILE WHAT run ...`: WHAT is "transfers", "lamps" or "transfers and lamps".
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from firmware.cli import main
from hardware.sim.bus import TwinBus
from hardware.sim.lamps import LampChain

_FILE, _WHAT = Path(sys.argv[1]), sys.argv[2]
_KINDS: dict[str, tuple[type[Any], str]] = {"transfers": (TwinBus, "exchange"), "lamps": (LampChain, "write")}
_NEVER = Event()


def _hang(what: str, kind: type[Any], name: str) -> None:
    works: Callable[..., Any] = getattr(kind, name)

    def hangs(*args: Any, **how: Any) -> Any:
        if _FILE.exists():
            os.write(2, f"{what} hang\n".encode())
            _NEVER.wait()
        return works(*args, **how)

    setattr(kind, name, hangs)


if __name__ == "__main__":
    for each in _WHAT.split(" and "):
        _hang(each, *_KINDS[each])
    sys.exit(main(sys.argv[3:]))
