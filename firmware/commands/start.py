"""What each command that wakes a box begins with: its plan, what it has learned, and whether it is real."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from firmware import calibration
from firmware.calibration import Calibration
from firmware.commands import Refused
from firmware.places import copy_file, is_absent, plan_file, state_directory
from hardware.box import Plan, load
from hardware.typed import PlanError

NO_BOX: Final = 1
"""Exit status of a Raspberry Pi on which the box cannot even begin."""


def planned(file: Path | None) -> Plan:
    """What the box is made of; None: as shipped. Raises Refused where the plan cannot be so."""
    try:
        return load(file)
    except PlanError as wrong:
        raise Refused(str(wrong)) from None


def learned(state: str | None) -> Calibration:
    """What the box has learned of its parts; a file that cannot be read is complained of, and changes nothing."""
    known, complaint = calibration.load(state_directory(state) / calibration.NAME)
    complain(complaint)
    return known


def copied(copy: str | None, state: str | None) -> Path:
    """Where the owner tells what is printed on the games. Raises Refused where a file was named that is not there."""
    entered = copy_file(copy, state_directory(state))
    if copy is not None and is_absent(entered):
        raise Refused(f"there is no copy file {entered}; `boxref copy --copy {entered}` makes one")
    return entered


def complain(of: str | None) -> None:
    """Say on standard error what is wrong with a file, if anything is; who cannot be told plays all the same."""
    if of is not None and sys.stderr is not None:
        with suppress(OSError):
            print(of, file=sys.stderr, flush=True)


def begin(*, sim: bool, plan: str | None, state: str | None) -> tuple[Plan, Calibration, bool]:
    """For makers: the plan, what was learned, and whether the box is simulated, which is said. Raises Refused."""
    made_of, known, simulated = planned(plan_file(plan)), learned(state), sim or not is_pi()
    if simulated:
        tell_simulated(asked=sim)
    return made_of, known, simulated


@contextmanager
def on_metal() -> Iterator[None]:
    """The real box is woken here. Raises Refused where its lines are not there or another program has them."""
    from drivers.lines import LineError

    try:
        yield
    except LineError as missing:
        raise Refused(str(missing), NO_BOX) from None


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


def is_screen() -> bool:
    """Whether standard output is a terminal that can do more than print lines."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def tell(text: str) -> None:
    """A line for whoever sits at the table, at once."""
    print(text, flush=True)
