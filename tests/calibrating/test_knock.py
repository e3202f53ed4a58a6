"""The knock sensor is calibrated with the hammer: every blow heard once, and nothing while nobody strikes."""

from typing import Any

from firmware.calibrating.blows import EACH, MINUTES, QUIET_S, WAIT_S
from firmware.tuning import calibrated, knock_of
from tests.calibrating.bench import Bench


async def strike(bench: Bench, pause: float = 1.0) -> None:
    for strength in ("firm", "hard", "soft"):
        for number in range(1, EACH + 1):
            await bench.told(f"Strike strength={strength} number={number} of={EACH}")
            await bench.do(bench.world.knock(strength), pause)


def test_blows_of_every_strength_are_heard_and_their_widths_kept(bench: Bench) -> None:
    assert bench.calibrate("knock", strike).cause is None
    heard = bench.known.of("knock")
    assert 1.0 < heard.shortest_ms < 10.0
    assert 0.0 < heard.longest_ring_s < 0.1
    assert bench.loop.time() < 60 * MINUTES
    assert bench.figures[0] == "  blows: 9 heard (right: 9, each once)"
    bounds = knock_of(calibrated(bench.plan, bench.known))
    assert bounds.shortest <= knock_of(bench.plan).shortest
    assert bounds.hold_off >= knock_of(bench.plan).hold_off


def test_a_sensor_that_hears_what_nobody_struck_is_named(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("HandsOff")
        await bench.do(3.0)
        bench.world.thump()

    assert bench.calibrate("knock", hands).cause == "noisy"
    assert bench.known.parts == {}


def test_a_blow_that_is_not_heard_is_named(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        bench.world.unplug("knock")
        await bench.told("Strike")
        await bench.do(bench.world.knock("hard"))

    began = bench.loop.time()
    assert bench.calibrate("knock", hands).cause == "missed"
    assert bench.loop.time() - began < QUIET_S + WAIT_S + 5


def test_two_blows_for_one_are_named(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("Strike")
        await bench.do(bench.world.knock("firm"))
        bench.world.thump()

    assert bench.calibrate("knock", hands).cause == "doubled"
    assert bench.ended() == "doubled"


def test_a_line_that_stays_active_is_named(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("HandsOff")
        wiring: Any = bench.world._wiring
        wiring.knock(active=True)

    assert bench.calibrate("knock", hands).cause == "stuck"


def test_back_stops_it(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("HandsOff")
        await bench.do(bench.world.press("back"))

    assert bench.calibrate("knock", hands).cause == "stopped"


def test_it_ends_within_the_stated_time_though_blows_come_slowly(bench: Bench) -> None:
    assert bench.calibrate("knock", lambda bench: strike(bench, pause=20.0)).cause == "late"
    assert bench.loop.time() < 60 * MINUTES + 3
