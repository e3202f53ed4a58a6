"""What the box costs to run, beside the barest service of its kind in the same minutes.

A box on twins runs in a process of its own, untouched; what its twins add is measured in others and subtracted: memory,
modules and start by loading them behind all the rest (`twins`), their share of the processor at their bus (`counted`).
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
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from firmware import compose
from firmware.virtual import VirtualLoop
from hardware.box import load
from hardware.sim.world import World
from tests.bench.process import ROOT, Service, environ
from tests.bench.written import games

BARE = ("-m", "tests.bench.bare", "{state}")
BOX = ("-m", "firmware.cli", "run", "--sim", "--state", "{state}")
COUNTED = ("-m", "tests.bench.counted", "{state}")

EVERYTHING = (
    ("[gate]                      # optional gem gate: TCS34725\nfitted = false", "[gate]\nfitted = true"),
    ('peak = "none"', 'peak = "ads1115"'),
)
"""What is to be changed in box.toml for a box that has every part there is."""

STARTS = 7
AWAKE = (8.0, 28.0)
IDLE = (42.0, 72.0)
"""Seconds after READY: nothing has been touched for `settle.idle_s` since the scale came to rest."""

MIB = 36.0
TIMES = 3.0
WAKES = 25.0
PERCENT = 0.3


class Start(NamedTuple):
    """From exec to READY: seconds that passed, and seconds of a core."""

    seconds: float
    cpu: float


class Twins(NamedTuple):
    """What twins add to a process that has all the rest."""

    kilobytes: int
    modules: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Where a service stood at a moment."""

    at: float
    switches: int
    cpu: float
    written: int


def run() -> None:
    """Print the table; takes three minutes."""
    with TemporaryDirectory(prefix="bench-") as home:
        cache = Path(home)
        _start(BARE, cache), _start(BOX, cache), _twins(cache)  # compiles their modules
        # In turn, so that a busy spell of the machine hits all alike; the best of each, since others only ever add.
        rounds = [(_start(BARE, cache), _start(BOX, cache), _twins(cache)) for _ in range(STARTS)]
        twins = min((told for *_, told in rounds), key=lambda told: told.seconds)
        bare, box = min(each[0] for each in rounds), min(each[1] for each in rounds)
        _head()
        _row("exec to READY, ms", 1e3 * box.seconds, 1e3 * bare.seconds, digits=0)
        most = TIMES * 1e3 * bare.seconds
        own = box.seconds - _waits() - twins.seconds
        _row("  without the parts' waits, ms", 1e3 * own, 1e3 * bare.seconds, at_most=most, digits=0)
        _row("  processor until then, ms", 1e3 * (box.cpu - twins.seconds), 1e3 * bare.cpu, digits=0)
        bare_modules, modules = _modules(BARE, cache), _modules(BOX, cache)
        _row("modules", modules - twins.modules, bare_modules, digits=0)
        _long(cache, twins.kilobytes / 1024)
        print("with every part there is: gem gate, and the peak of a knock")
        full = Path(home, "box.toml")
        full.write_text(_everything(), encoding="utf-8")
        _long(cache, twins.kilobytes / 1024, "--plan", str(full))
    _disk()
    print(
        f"(of the twins' own, not counted: {1e3 * twins.seconds:.0f} ms, {twins.modules} modules, "
        f"{twins.kilobytes / 1024:.1f} MiB, and their share of the processor)"
    )
    print(f"(the parts' waits are power-up and calibration by the data sheet: {1e3 * _waits():.0f} ms in virtual time)")


def _head() -> None:
    print(f"{'':40}{'boxref':>10}{'bare':>10}{'ratio':>8}   aim")


def _row(name: str, ours: float, bare: float | None = None, *, at_most: float | None = None, digits: int = 1) -> None:
    beside = "-" if bare is None else f"{bare:,.{digits}f}"
    ratio = f"{ours / bare:.2f}" if bare else "-"
    aim = "" if at_most is None else f"at most {at_most:,.{digits}f}: {'met' if ours <= at_most else 'NOT MET'}"
    print(f"{name:40}{ours:10,.{digits}f}{beside:>10}{ratio:>8}   {aim}".rstrip())


def _start(options: tuple[str, ...], cache: Path) -> Start:
    with Service(*options, cache=cache) as service:
        seconds = service.ready()
        return Start(seconds, service.used().cpu)


def _modules(options: tuple[str, ...], cache: Path) -> int:
    """Modules that a service imports until it is ready, as the interpreter itself tells."""
    with Service("-X", "importtime", *options, cache=cache) as service:
        service.ready()
    return sum(line.startswith("import time:") for line in service.lines) - 1  # a heading


def _twins(cache: Path) -> Twins:
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.twins"],
        cwd=ROOT,
        env=environ(cache),
        capture_output=True,
        text=True,
        check=True,
    )
    return Twins(**json.loads(told.stdout))


def _waits() -> float:
    """Seconds until every part has answered on a computer that takes no time."""
    plan, loop = load(), VirtualLoop()
    world = World(plan, loop)
    box = compose.Box(plan, loop, compose.twins(world, loop, virtual=True))
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


def _everything() -> str:
    text = Path(ROOT, "hardware", "box.toml").read_text(encoding="utf-8")
    for shipped, fitted in EVERYTHING:
        if shipped not in text:
            raise RuntimeError(f"box.toml does not say {shipped!r} any more")
        text = text.replace(shipped, fitted)
    return text


def _long(cache: Path, twins_mib: float, *plan: str) -> None:
    """All three at once, untouched: first awake, then idle."""
    with ExitStack() as ends:
        services = [
            ends.enter_context(Service(*options, cache=cache)) for options in (BARE, (*BOX, *plan), (*COUNTED, *plan))
        ]
        for service in services:
            service.ready()
        began = time.perf_counter()
        samples = []
        for moment in (*AWAKE, *IDLE):
            time.sleep(max(0.0, began + moment - time.perf_counter()))
            services[2].mark()
            samples.append([_sample(service) for service in services[:2]])
        resident = [service.resident() / 1024 for service in services[:2]]
        threads = [service.threads() for service in services[:2]]
    marks = [json.loads(line) for line in services[2].lines if line.startswith("{")]
    _row("resident MiB", resident[1] - twins_mib, resident[0], at_most=min(MIB, TIMES * resident[0]))
    _row("threads", threads[1], threads[0], digits=0)
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
        """A second; the bare service's, and the box's."""
        return [(what(then) - what(first)) / (then.at - first.at) for first, then in zip(*samples, strict=True)]

    seconds = samples[1][1].at - samples[0][1].at
    of_twins, transfers = ((marks[1][what] - marks[0][what]) / seconds for what in ("cpu", "transfers"))
    bare, box = rates(lambda sample: sample.switches)
    _row(f"{when}: wake-ups a second", box, bare, at_most=wakes)
    _row(f"{when}: I2C transfers a second", transfers)
    bare, box = rates(lambda sample: 100 * sample.cpu)
    _row(f"{when}: percent of a core", box - 100 * of_twins, bare, at_most=percent, digits=2)
    bare, box = rates(lambda sample: 3600 * sample.written)
    _row(f"{when}: bytes written an hour", box, bare, digits=0)


def _disk() -> None:
    try:
        written = games()
    except OSError as wrong:
        print(wrong)
        return
    asked = written.asked
    for name, each in (("turn", written.turns), ("game hour", written.hours)):
        _row(f"flushes a {name}", asked.flushes / each, digits=0)
        _row(f"KiB written a {name}", asked.written / 1024 / each, digits=0)
    print(
        f"({written.turns} turns by clumsy hands, {60 * written.hours:.0f} minutes at the table, every write flushed)"
    )
