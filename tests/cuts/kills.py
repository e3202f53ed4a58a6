"""The real process, killed at random moments of a running game: what it said before, and what its journal has after.

A kill proves less than a pulled plug, since what the kernel was given survives it; but here threads and time are real.
"""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from firmware.journal import NAME, Journal
from tests.cuts.proof import Item, Lost, Told, items, told

BOOT: Final = 30.0
"""Seconds within which a box says its first word, however busy the computer is."""

PRESSED: Final = frozenset({"Undone", "Corrected", "Counted"})
"""Words to which nothing but a press leads."""

_SAID: Final = re.compile(r" < ((?:\w+)(?: \w+=\S+)*)")


class Tally(NamedTuple):
    """How many kills, how many games went on after one, how many lost something; the rows and words there were."""

    kills: int = 0
    resumed: int = 0
    lost: int = 0
    rows: int = 0
    said: int = 0


def evening(state: Path, dice: Random, kills: int, *, longest: float) -> Tally:
    """One game, killed so often within `longest` seconds after its first word, half of the times in its first sixth.

    Raises Lost at the end.
    """
    tally, wrong = Tally(), []
    before, _ = _kept(state)
    for _ in range(kills):
        heard = _killed(state, dice, longest)
        after, tells = _kept(state)
        new = [one.words for one in tells if one.rows > len(before)]
        losses = list(_losses(before, after, new, heard))
        wrong += losses
        tally = Tally(
            kills=tally.kills + 1,
            resumed=tally.resumed + (heard[:1] == ["Resumed"]),
            lost=tally.lost + bool(losses),
            rows=len(after),
            said=tally.said + len(heard),
        )
        before = after
    if wrong:
        raise Lost("\n".join((str(tally), *wrong)))
    return tally


def _killed(state: Path, dice: Random, longest: float) -> list[str]:
    """Start the box on a terminal, let hands do what they like, and kill it: everything it said."""
    hands, terminal = pty.openpty()
    command = [sys.executable, "-m", "firmware.cli", "run", "--sim", "--game", "clever_keys", "--state", str(state)]
    process = subprocess.Popen(command, stdin=terminal, stdout=subprocess.PIPE)  # noqa: S603 - ours
    assert process.stdout is not None
    try:
        text, until, said = b"", time.monotonic() + BOOT, False
        while (left := until - time.monotonic()) > 0 and select.select([process.stdout], [], [], left)[0]:
            text += os.read(process.stdout.fileno(), 65536)
            if not said and _SAID.search(text.decode(errors="replace")):
                said, until = True, time.monotonic() + dice.uniform(0.0, dice.choice((longest / 6, longest)))
                os.write(hands, "".join(_deeds(dice)).encode())
        process.kill()
        # What was said and is still in the pipe counts: somebody may have heard it.
        text += process.stdout.read()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        os.close(hands)
        os.close(terminal)
    return _SAID.findall(text.decode(errors="replace"))


def _deeds(dice: Random) -> Iterator[str]:
    """Lines for the terminal: what hands do, possible or not; most of it a turn, or some of one."""
    slots = [f"{section}.{slot}" for section in range(8) for slot in range(4)]
    yield "press go\n"
    for _ in range(6):
        slot, other = dice.sample(slots, 2)
        for deed in dice.choice(
            (
                (f"push {slot}", "press go", "take centre 1"),
                (f"push {slot}", "press back", f"lift {slot}", f"push {other}"),
                (f"push {slot}", "press back", "press go", "press go"),
                ("take centre 1", "put corner 1"),
                (f"lift {slot}", f"push {other}", "press go"),
            )
        ):
            # Often long enough for a key to be judged.
            yield f"+{dice.choice((0.1, 0.5, 1.4)):.1f} {deed}\n"


def _kept(state: Path) -> tuple[tuple[Item, ...], list[Told]]:
    """The rows of the journal, and what they tell."""
    if not (state / NAME).exists():
        return (), []
    journal = Journal(state / NAME, boot="")
    try:
        return items(journal), list(told(journal))
    finally:
        journal.close()


def _losses(before: Sequence[Item], after: Sequence[Item], tells: Sequence[str], heard: Sequence[str]) -> Iterator[str]:
    """What is wrong with rows and words around one kill; `tells` is what the new rows lead to."""
    if not heard:
        yield "the box said nothing"
        return
    if before and heard[0] != "Resumed":
        yield f"the game did not go on: {heard}"
    if after[: len(before)] != before:
        yield f"{len(before)} rows were there, and they are not the first of the {len(after)} that are"
    both = min(len(tells), len(heard))
    if list(tells[:both]) != list(heard[:both]):
        yield f"announced was {heard}, and the journal tells {tells}"
    for said in heard[both:]:
        if said.split()[0] in PRESSED:
            yield f"{said} was announced, and nothing in the journal leads to it"
