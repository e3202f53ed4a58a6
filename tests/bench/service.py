"""What the box costs to run, beside the barest service of its kind in the same minutes.

A box on twins runs in a process of its own, untouched; what its twins add is measured in two more and subtracted: their
memory and modules by loading them behind all the rest (`twins`), their share of the processor at their bus (`counted`).
They ask for no timer while nobody touches the table, so every wake-up is the box's own. On metal each transfer of I2C
puts one thread to sleep besides, so transfers are told too.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from firmware.compose import Box, twins
from firmware.virtual import VirtualLoop
from hardware.box import load
from hardware.sim.world import World
from tests.bench.process import ROOT, Service
from tests.bench.written import games

BARE = ("-m", "tests.bench.bare", "{state}")
BOX = ("-m", "tests.bench.headless", "{state}")
COUNTED = ("-m", "tests.bench.counted", "{state}")

STARTS = 7
AWAKE = (8.0, 28.0)
IDLE = (42.0, 72.0)
"""Seconds after READY: nothing has been touched for `settle.idle_s` since the scale came to rest."""

MIB = 36.0
TIMES = 3.0
WAKES = 25.0
PERCENT = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Where a service stood at a moment."""

    at: float
    switches: int
    cpu: float
    written: int


def run() -> None:
    """Print the table; takes a minute and a half."""
    with TemporaryDirectory(prefix="bench-") as home:
        cache = Path(home)
        _start(BARE, cache), _start(BOX, cache)  # compiles their modules
        starts = [(_start(BARE, cache), _start(BOX, cache)) for _ in range(STARTS)]
        modules = [_modules(options, cache) for options in (BARE, BOX)]
        twin = json.loads(_said("tests.bench.twins"))
        _head()
        bare, box = (median(column) for column in zip(*starts, strict=True))
        waits = _waits()
        _row("exec to READY", 1e3 * box, 1e3 * bare, "ms")
        _row("  ... without the parts' waits", 1e3 * (box - waits), 1e3 * bare, "ms", at_most=TIMES * 1e3 * bare)
        _row("modules", modules[1] - twin["modules"], modules[0], "")
        _long(cache, twin["kilobytes"] / 1024)
    _disk()
    print(
        f"(the parts' waits, {1e3 * waits:.0f} ms, are power-up and calibration by the data sheet, exact in virtual "
        f"time; the twins' {twin['modules']} modules, {twin['kilobytes'] / 1024:.1f} MiB and processor time are not "
        "counted)"
    )


def _head() -> None:
    print(f"{'':40}{'boxref':>10}{'bare':>10}{'ratio':>8}   aim")


def _row(name: str, ours: float, bare: float | None, unit: str, *, at_most: float | None = None) -> None:
    beside = f"{'-':>10}{'-':>8}" if bare is None else f"{bare:10,.1f}{ours / bare if bare else float('nan'):8.2f}"
    aim = "" if at_most is None else f"   at most {at_most:,.1f}: {'met' if ours <= at_most else 'NOT MET'}"
    print(f"{f'{name}, {unit}' if unit else name:40}{ours:10,.1f}{beside}{aim}")


def _start(options: tuple[str, ...], cache: Path) -> float:
    with Service(*options, cache=cache) as service:
        return service.ready()


def _modules(options: tuple[str, ...], cache: Path) -> int:
    """Modules that a service imports until it is ready, as the interpreter itself tells."""
    with Service("-X", "importtime", *options, cache=cache) as service:
        service.ready()
    return sum(line.startswith("import time:") for line in service.lines) - 1  # a heading


def _said(module: str) -> str:
    return subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", module], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def _waits() -> float:
    """Seconds until every part has answered on a computer that takes no time."""
    plan, loop = load(), VirtualLoop()
    world = World(plan, loop)
    box = Box(plan, loop, twins(world, loop, virtual=True))
    try:
        box.start()
        while not box.settled:
            loop.run_until(loop.time() + 0.001)
        return loop.time()
    finally:
        box.close()
        world.close()
        loop.run_until(loop.time() + 0.001)
        loop.close()


def _long(cache: Path, twins_mib: float) -> None:
    """All three at once, untouched: first awake, then idle."""
    with ExitStack() as ends:
        services = [ends.enter_context(Service(*options, cache=cache)) for options in (BARE, BOX, COUNTED)]
        for service in services:
            service.ready()
        began = time.perf_counter()
        samples = []
        for moment in (*AWAKE, *IDLE):
            time.sleep(max(0.0, began + moment - time.perf_counter()))
            services[2].mark()
            samples.append([_sample(service) for service in services[:2]])
        resident = [service.kilobytes() for service in services[:2]]
        threads = [service.threads() for service in services[:2]]
    marks = [json.loads(line) for line in services[2].lines if line.startswith("{")]
    mib = [kilobytes["Rss"] / 1024 for kilobytes in resident]
    _row("resident memory (RSS)", mib[1] - twins_mib, mib[0], "MiB", at_most=min(MIB, TIMES * mib[0]))
    own = [kilobytes["Pss"] / 1024 for kilobytes in resident]
    _row("  ... its share (PSS)", own[1] - twins_mib, own[0], "MiB")
    _row("threads", threads[1], threads[0], "")
    _spent("awake", samples[:2], marks[:2])
    _spent("idle", samples[2:], marks[2:], wakes=WAKES, percent=PERCENT)


def _sample(service: Service) -> Sample:
    used = service.used()
    return Sample(at=time.perf_counter(), switches=used.switches, cpu=used.cpu, written=service.written())


def _spent(
    when: str,
    samples: list[list[Sample]],
    marks: list[dict[str, Any]],
    *,
    wakes: float | None = None,
    percent: float | None = None,
) -> None:
    def rates(what: Callable[[Sample], float]) -> list[float]:
        """Bare, and the box."""
        return [(what(then) - what(first)) / (then.at - first.at) for first, then in zip(*samples, strict=True)]

    seconds = samples[1][1].at - samples[0][1].at
    bare, box = rates(lambda sample: sample.switches)
    _row(f"{when}: wake-ups a second", box, bare, "", at_most=wakes)
    _row(f"{when}: I2C transfers a second", (marks[1]["transfers"] - marks[0]["transfers"]) / seconds, None, "")
    bare, box = rates(lambda sample: 100 * sample.cpu)
    of_twins = 100 * (marks[1]["cpu"] - marks[0]["cpu"]) / seconds
    _percent(f"{when}: of a core, %", box - of_twins, bare, percent)
    bare, box = rates(lambda sample: 3600 * sample.written)
    _row(f"{when}: bytes written an hour", box, bare, "")


def _percent(name: str, ours: float, bare: float, at_most: float | None) -> None:
    aim = "" if at_most is None else f"   at most {at_most:g}: {'met' if ours <= at_most else 'NOT MET'}"
    print(f"{name:40}{ours:10.3f}{bare:10.3f}{'':8}{aim}")


def _disk() -> None:
    try:
        written = games()
    except OSError as wrong:
        print(wrong)
        return
    asked = written.asked
    print(f"\n{written.turns} turns by clumsy hands, {60 * written.hours:.0f} minutes at the table")
    for name, each in (("turn", written.turns), ("game hour", written.hours)):
        _row(f"flushes a {name}", asked.flushes / each, None, "")
        _row(f"KiB written a {name}", asked.written / 1024 / each, None, "")
