"""A process that performs a play from its input on a box with a journal, and is killed where the play ends."""

import os
import signal
import sys

from firmware.simbox import Simulated
from tests.firmware.ends import performed

if __name__ == "__main__":
    stage: Simulated = performed(sys.stdin.read())
    sys.stdout.write(f"{stage.disk}\n")
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
