"""From gems that are laid down to the fact *so many gems*, beside what the converter's own filter takes to settle.

In virtual time, so exact and alike on any computer: the drivers, the scale's looks and its fold run on the twins. A
player waits for the window in which the weight has to keep still (`settle.weight_window_s`), hardly for anything else.
"""

from contextlib import ExitStack, closing
from dataclasses import replace
from statistics import median
from typing import Literal, NamedTuple

from drivers.bus import I2cBus
from drivers.worker import InlineWorker
from firmware.converters import converter
from firmware.senses.scale import Scale
from firmware.sensing import scales
from firmware.sensing.readings import Reading
from firmware.tuning import scale_of
from firmware.virtual import VirtualLoop
from games.facts import GemsCounted
from hardware.box import Plan, load
from hardware.sim.weights import Gem
from hardware.sim.world import World

LIES, SEEDS = 20, range(12)

FILTER = {"nau7802": 6, "hx711": 4}
"""Conversions that the converter's filter takes to settle, by its data sheet."""


class Step(NamedTuple):
    """Seconds from the last gem until the weight keeps within `settle.weight_grams`, and until the count is told."""

    swings: float
    told: float


def plan_of(part: Literal["nau7802", "hx711"], read_hz: float) -> Plan:
    """The shipped box with this converter at 80 conversions a second, looked at so often."""
    plan = load()
    return replace(plan, scale=replace(plan.scale, part=part, rate_hz=80, read_hz=read_hz))


def step(plan: Plan, gems: int, seed: int) -> Step:
    """So many gems are laid down at once. Raises AssertionError where the count that is told is wrong."""
    with ExitStack() as undo:
        loop = undo.enter_context(closing(VirtualLoop()))
        world = undo.enter_context(closing(World(plan, loop, seed=seed, gems=LIES)))
        bus = undo.enter_context(closing(I2cBus(plan.bus.number, tries=1, pause=lambda _seconds: None)))
        fold, told = scales.begin(scale_of(plan)), list[tuple[float, GemsCounted]]()

        def post(reading: Reading) -> None:
            nonlocal fold
            fold, facts = scales.see(fold, reading)
            told.extend(
                (loop.time(), fact) for fact in facts if isinstance(fact, GemsCounted) and fact.place == "centre"
            )

        sense = Scale(plan, converter(plan, bus, world.pins, world.pulses, undo), InlineWorker(), loop, post)
        undo.callback(sense.close)
        sense.start()
        loop.run_until(5)
        fold = scales.agreed(fold, "centre", LIES)
        loop.run_until(6 + seed / 50)
        plate, laid = world._plates["centre"], loop.time()
        told.clear()
        for _ in range(gems):
            plate.lay(laid, Gem(plan.gems.grams, "red"))
        rest = plate.grams(laid + 2)
        moments = [laid + n / 1000 for n in range(2000)]
        swings = max(at for at in moments if abs(plate.grams(at) - rest) > plan.settle.weight_grams)
        loop.run_until(laid + 5)
        (at, counted), *_ = told
        assert counted.gems == LIES + gems
    return Step(swings - laid, at - laid)


def run() -> None:
    """Print a line for each converter, pace and number of gems."""
    window = load().settle.weight_window_s
    print(f"gems laid down to their count told, of which the weight has to keep still for {window:g} s")
    for part in ("nau7802", "hx711"):
        print(f"{part}: its own filter settles in {1000 * FILTER[part] / 80:.0f} ms at 80 conversions a second")
        for read_hz in (80.0, 12.5):
            for gems in (1, 3, 5):
                steps = [step(plan_of(part, read_hz), gems, seed) for seed in SEEDS]
                told, swings = [one.told for one in steps], median(one.swings for one in steps)
                print(
                    f"  looked at {read_hz:g} times a second, {gems} gems: told after {median(told):.2f} s"
                    f" (at most {max(told):.2f}), swings for {swings:.2f} s"
                )
