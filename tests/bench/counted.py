"""The simulated box, with the share of its twins counted at their seam: in a process of its own, run by `service`.

At SIGUSR1 it writes a line of JSON: seconds of a core that the twins' bus has taken so far, and transfers on it.
"""

import json
import signal
import sys
import time
from typing import Any

from firmware.cli import main as boxref
from hardware.sim.bus import TwinBus


def main() -> None:
    """Count until the service ends."""
    answer = TwinBus.exchange
    spent, transfers = 0, 0

    def exchange(*asked: Any) -> bytes:
        nonlocal spent, transfers
        began = time.thread_time_ns()
        try:
            return answer(*asked)
        finally:
            spent += time.thread_time_ns() - began
            transfers += 1

    def tell(*_: object) -> None:
        print(json.dumps({"cpu": spent / 1e9, "transfers": transfers}), flush=True)

    TwinBus.exchange = exchange  # type: ignore[assignment, method-assign]
    signal.signal(signal.SIGUSR1, tell)
    boxref(["run", "--sim", "--state", *sys.argv[1:]])


if __name__ == "__main__":
    main()
