"""The gem gate is taught its colours by showing them, and what it was taught is what it tells them by."""

from collections.abc import Callable
from typing import Any

import pytest

from firmware.calibrating.courses import COLOURS
from firmware.calibrating.showing import MINUTES, SHOWINGS, WAIT_S
from firmware.calibration import Loaded, load
from firmware.compose import Box, twins
from firmware.sensing.gate import Learned
from games.catalog import named
from tests.calibrating.bench import Bench

Benches = Callable[..., Bench]


async def teach(bench: Bench, missing: tuple[str, ...] = ()) -> None:
    await bench.told("GateEmpty")
    await bench.do(bench.world.press("go"))
    for colour in COLOURS:
        if colour in missing:
            await bench.told(f"Show colour={colour} number=1 ")
            await bench.do(bench.world.press("back"))
            continue
        for number in range(1, SHOWINGS + 1):
            await bench.told(f"Show colour={colour} number={number} ")
            await bench.do(bench.world.show_gem(colour), 0.6)


def test_every_colour_is_learned_and_read_back_as_it_was_learned(benches: Benches) -> None:
    bench = benches(gate=True)
    assert bench.calibrate("gate", teach).cause is None
    learned: Learned = bench.known.of("gate")
    assert set(learned.colours) == set(COLOURS)
    assert load(bench.file) == Loaded(bench.known)
    assert bench.loop.time() < 60 * MINUTES


def test_a_family_passes_over_the_colours_it_does_not_have(benches: Benches) -> None:
    bench = benches(gate=True)
    assert bench.calibrate("gate", lambda bench: teach(bench, ("purple", "silver"))).cause is None
    assert set(bench.known.of("gate").colours) == set(COLOURS) - {"purple", "silver"}


def test_the_meter_shines_in_the_colour_that_is_wanted(benches: Benches) -> None:
    bench, shown = benches(gate=True), list[str]()

    async def hands(bench: Bench) -> None:
        await bench.told("GateEmpty")
        await bench.do(bench.world.press("go"))
        for _ in COLOURS[:3]:
            await bench.told("Show")
            await bench.do(0.3)
            shown.append(bench.lamp("meter.1"))
            await bench.do(bench.world.press("back"))
        await bench.told("Show")
        await bench.do(bench.world.hold(["back"], 1.5))

    assert bench.calibrate("gate", hands).cause == "stopped"
    assert shown == list(COLOURS[:3])
    assert bench.known.parts == {}


def test_what_it_was_taught_is_what_a_box_tells_colours_by(benches: Benches) -> None:
    bench = benches(gate=True)
    bench.calibrate("gate", teach)
    learned = bench.known.of("gate")
    bench.box.close()
    seams = twins(bench.world, bench.loop, virtual=True)
    bench.box = Box(bench.plan, bench.loop, seams, learned=learned)
    pressed: list[Any] = []
    bench.box.tabletop.listeners.append(lambda _at, said: pressed.append(said))
    bench.box.start()
    game = named("dragon_battle")
    bench.box.begin(game, players=2, start=0, settings=game.rules.settings())
    bench.loop.run_until(bench.loop.time() + 5.0)
    for colour in ("red", "red", "red", "red"):
        bench.loop.run_until(bench.loop.time() + bench.world.show_gem(colour) + 1.0)
    bench.loop.run_until(bench.loop.time() + 5.0)
    assert any(type(said).__name__ == "Rolled" for said in pressed)


def test_a_sensor_that_is_gone_is_named(benches: Benches) -> None:
    bench = benches(gate=True)

    async def hands(bench: Bench) -> None:
        await bench.told("GateEmpty")
        bench.world.unplug("gate")

    assert bench.calibrate("gate", hands).cause == "sensor"


def test_a_gate_into_which_the_room_shines_is_named(benches: Benches, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = benches(gate=True)

    def glaring(*_args: object) -> Learned:
        raise ValueError("yellow is hardly brighter than the empty gate: darken the gate, or come nearer")

    monkeypatch.setattr("firmware.calibrating.showing.taught", glaring)
    assert bench.calibrate("gate", lambda bench: teach(bench, COLOURS[1:])).cause == "light"
    assert any("hardly brighter" in figure for figure in bench.figures)


def test_it_ends_though_nobody_shows_anything(benches: Benches) -> None:
    bench = benches(gate=True)

    async def hands(bench: Bench) -> None:
        await bench.told("GateEmpty")
        await bench.do(bench.world.press("go"))

    assert bench.calibrate("gate", hands).cause == "late"
    assert bench.loop.time() < WAIT_S + 10
