"""What a check has found: one sentence for a family, and the command that mends it where there is one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from firmware.doctor.system import System
from hardware.box import Plan

Verdict = Literal["wrong", "warn", "unknown", "ok"]
"""`wrong`: the box will not work so. `warn`: it plays, but less well than it could, or is about to stop. `unknown`:
it could not be told here, and the sentence says why. `ok`: all is well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One sentence about one part. `mend` is a command for a shell; None where hands must mend, or nothing need be."""

    part: str
    verdict: Verdict
    sentence: str
    mend: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is examined: a computer, what the box is made of, where its state is kept and what its owner has told."""

    system: System
    plan: Plan
    state: Path
    """The folder of the journal and of the calibration, as named on this computer."""
    copy: Path
    """The owner's copy file, likewise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that is looked at.

    `needs` is what a Raspberry Pi would need of it, said in its place on any other computer; None: it is the same
    everywhere, and looked at everywhere.
    """

    part: str
    look: Callable[[Case], Iterator[Finding]]
    needs: Callable[[Plan], str] | None = None
