"""What every command that opens a box says first: whether there is a real one here, and what is wrong with a file."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

WRONG: Final = 2
"""Exit status of a wrong option or plan."""

NO_BOX: Final = 1
"""Exit status of a Raspberry Pi on which the box cannot even begin."""


def is_pi(root: Path = Path("/")) -> bool:
    """Whether this computer is a Raspberry Pi, as its device tree tells."""
    model = root / "proc/device-tree/model"
    return model.exists() and b"Raspberry Pi" in model.read_bytes()


def why_simulated(root: Path = Path("/")) -> str:
    """Why there is no real box here, for a computer that is no Raspberry Pi."""
    nodes = {"GPIO (/dev/gpiochip*)": "gpiochip*", "I2C (/dev/i2c-*)": "i2c-*"}
    missing = [kind for kind, pattern in nodes.items() if not any((root / "dev").glob(pattern))]
    if missing:
        return f"There is no {' and no '.join(missing)} here"
    # Other chips hang on those lines: a laptop's fan or memory is nothing to try a game on.
    return "This is no Raspberry Pi, so its GPIO and I2C are left alone"


def tell_simulated(*, asked: bool) -> None:
    """Say that the box is simulated, and why: it was asked for, or there is no real one."""
    print("This box is simulated, as asked." if asked else f"{why_simulated()}: this box is simulated.", flush=True)


def complain(of: str | None) -> None:
    """Say on standard error what is wrong with a file, if anything is; who cannot be told plays all the same."""
    if of is not None and sys.stderr is not None:
        with suppress(OSError):
            print(of, file=sys.stderr, flush=True)
