"""A load cell is calibrated by a family with gems; a bad one is named with its likely cause, and never believed."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from firmware.calibrating.cell import MINUTES
from firmware.tuning import calibrated, scale_of
from hardware import box as plans
from hardware.box import Plan
from tests.calibrating.bench import Bench, dice, spoil, weigh

Benches = Callable[..., Bench]


def fitted(**cell: float) -> Plan:
    """A box whose cell is not what box.toml says."""
    plan = plans.load()
    return replace(plan, scale=replace(plan.scale, cell=replace(plan.scale.cell, **cell)))  # type: ignore[arg-type]


async def go_and_wait(bench: Bench) -> None:
    await bench.told("Empty")
    await bench.do(bench.world.press("go"))


def test_a_family_with_nothing_but_gems_calibrates_the_chamber(bench: Bench) -> None:
    end = bench.calibrate("centre", weigh)
    assert end.cause is None
    cell, gems = bench.known.of("scale.centre"), bench.known.of("gems")
    # 52 gems of 1.6 g with 4 % spread: their mean is known to half a per cent, the zero to what drift leaves.
    assert cell.counts_per_gram == pytest.approx(1540, rel=0.012)
    assert cell.empty_counts == pytest.approx(0, abs=300)
    assert 0.015 < cell.noise_grams < 0.035
    assert gems.grams == 1.6
    assert 0.02 < gems.spread < 0.06
    assert bench.loop.time() < 60 * MINUTES
    assert [line.split(":")[0].strip() for line in bench.figures] == ["noise", "rate", "drift", "range", "gems"]


def test_every_step_is_told_and_lit(bench: Bench) -> None:
    shown: list[str] = []

    async def hands(bench: Bench) -> None:
        await bench.do(0.5)
        shown.append(bench.lamp("go"))
        await weigh(bench, whole=False)

    bench.calibrate("centre", hands)
    assert shown == ["white"]
    kinds = [line.split()[0] for line in bench.all_said]
    assert list(dict.fromkeys(kinds)) == [
        *("Calibrates", "Empty", "HandsOff", "OneGem", "AllGems", "TakeOut", "Calibrated"),
    ]
    assert kinds.count("OneGem") == 10
    assert bench.all_said[0] == f"Calibrates part=centre minutes={MINUTES}"


def test_the_corner_takes_ten_gems_and_keeps_what_is_known_of_the_chamber(bench: Bench) -> None:
    bench.calibrate("centre", weigh)
    before = bench.known
    assert bench.calibrate("corner", lambda bench: weigh(bench, "corner")).cause is None
    assert bench.known.of("scale.centre") == before.of("scale.centre")
    assert bench.known.of("scale.corner").counts_per_gram == pytest.approx(1540, rel=0.05)


def test_a_family_that_has_lost_gems_says_so_by_back(benches: Benches) -> None:
    bench = benches(spare=47)
    assert bench.calibrate("centre", lambda bench: weigh(bench, whole=False)).cause is None
    assert bench.known.of("scale.centre").counts_per_gram == pytest.approx(1540, rel=0.05)


def test_gems_of_no_game_are_not_taken_for_all(benches: Benches) -> None:
    bench = benches(spare=40)

    async def hands(bench: Bench) -> None:
        await weigh(bench, sure=False)

    assert bench.calibrate("centre", hands).cause is None
    assert "NotAll place=centre" in bench.all_said
    assert bench.known.of("scale.centre").counts_per_gram == pytest.approx(1540, rel=0.05)


def test_the_values_before_are_kept_when_it_is_done_again(bench: Bench) -> None:
    bench.calibrate("centre", weigh)
    first = bench.known.parts["scale.centre"]
    bench.calibrate("centre", weigh)
    learned = bench.known.parts["scale.centre"]
    assert learned.value != first.value
    assert learned.previous == first


def test_a_box_counts_by_what_it_has_learned(benches: Benches) -> None:
    cell = fitted(centre_counts_per_gram=1200.0, centre_empty_counts=20_000)
    bench = benches(fitted=cell)
    assert bench.calibrate("centre", weigh).cause is None
    scale = scale_of(calibrated(bench.plan, bench.known))
    assert scale.centre.counts_per_gram == pytest.approx(1200, rel=0.012)
    assert scale.centre.empty_counts == pytest.approx(20_000, abs=300)


CHANCE = dice()


@pytest.mark.parametrize(
    ("felt", "cause"),
    [
        (lambda grams, at: grams + 0.4 * math.sin(2 * math.pi * 1.3 * at), "loose"),
        (lambda grams, _at: grams + CHANCE.uniform(-30, 30), "chopper"),
        (lambda grams, at: grams + 0.1 * at, "drift"),
        (lambda _grams, _at: 1e6, "rail"),
        (lambda grams, _at: grams + 400, "occupied"),
    ],
)
def test_an_empty_cell_that_is_not_right_is_named_and_not_believed(
    bench: Bench, felt: Callable[[float, float], float], cause: str
) -> None:
    spoil(bench, "centre", felt)

    async def hands(bench: Bench) -> None:
        await bench.told("Empty")
        while True:
            await bench.do(bench.world.press("go"), 8.0)

    assert bench.calibrate("centre", hands).cause == cause
    assert bench.ended() == cause
    assert bench.known.parts == {}


def test_a_chopper_that_does_not_go_off_is_named(bench: Bench) -> None:
    twin: Any = bench.world._wiring._scale
    raw, chance = twin._raw, dice()
    twin._raw = lambda second, at: raw(second, at) + chance.uniform(-48_720, 48_720)
    assert bench.calibrate("centre", go_and_wait).cause == "chopper"
    assert any(line.startswith(("  noise: 1", "  noise: 2")) for line in bench.figures)


def test_a_converter_that_is_too_slow_is_named(bench: Bench) -> None:
    twin: Any = bench.world._wiring._scale
    twin._pace = 0.7
    assert bench.calibrate("centre", go_and_wait).cause == "rate"


def test_a_converter_that_is_gone_is_named_at_once(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await go_and_wait(bench)
        bench.world.unplug("scale")

    assert bench.calibrate("centre", hands).cause == "silent"
    assert bench.loop.time() < 20


@pytest.mark.parametrize(
    ("per_gram", "cause"),
    [(-1540.0, "backwards"), (1540.0 / 16, "small")],
)
def test_a_cell_that_feels_a_gem_otherwise_is_named(benches: Benches, per_gram: float, cause: str) -> None:
    bench = benches(fitted=fitted(centre_counts_per_gram=per_gram))
    assert bench.calibrate("centre", weigh).cause == cause
    assert bench.known.parts == {}


def test_a_cell_wired_backwards_on_purpose_is_calibrated(benches: Benches) -> None:
    bench = benches(fitted=fitted(centre_counts_per_gram=-1540.0))
    bench.plan = fitted(centre_counts_per_gram=-1540.0)
    assert bench.calibrate("centre", weigh).cause is None
    assert bench.known.of("scale.centre").counts_per_gram == pytest.approx(-1540, rel=0.012)


def test_a_converter_that_ends_before_all_gems_lie_there_is_named(benches: Benches) -> None:
    low = 0x7FFFFF - 60 * 2464
    bench = benches(fitted=fitted(centre_empty_counts=low))
    bench.plan = fitted(centre_empty_counts=low)
    assert bench.calibrate("centre", weigh).cause == "range"


def test_a_gem_left_in_the_chamber_is_no_tare_once_the_box_knows_how_empty_it_is(benches: Benches) -> None:
    bench = benches()
    assert bench.calibrate("centre", weigh).cause is None
    learned = bench.known
    bench = benches(gems=1)

    async def hands(bench: Bench) -> None:
        await go_and_wait(bench)
        await bench.told("Occupied")
        await bench.do(bench.world.press("go"), 8.0)
        await bench.told("Occupied")
        await bench.do(bench.world.take_gems("centre", 1), 1.0)
        await bench.do(bench.world.press("go"))
        await bench.told("OneGem")
        await bench.do(bench.world.press("back"))

    assert bench.calibrate("centre", hands).cause == "stopped"
    assert bench.known == learned


def test_gems_that_lay_there_from_the_beginning_are_no_tare_the_first_time_either(benches: Benches) -> None:
    bench = benches(gems=52, spare=12)

    assert bench.calibrate("centre", lambda bench: weigh(bench, whole=False)).cause == "lay"
    assert bench.known.parts == {}


def test_after_work_on_the_mount_a_new_empty_place_is_believed_when_asked_for(benches: Benches) -> None:
    bench = benches()
    bench.calibrate("centre", weigh)
    bench = benches(fitted=fitted(centre_empty_counts=30_000))
    assert bench.calibrate("centre", weigh, afresh=True).cause is None
    assert bench.known.of("scale.centre").empty_counts == pytest.approx(30_000, abs=300)


def test_two_gems_at_once_are_sent_back_and_a_gem_taken_out_again_is_asked_for_again(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await go_and_wait(bench)
        await bench.told("OneGem place=centre number=1")
        await bench.do(bench.world.put_gems("centre", 1))
        await bench.told("OneGem place=centre number=2")
        await bench.do(bench.world.put_gems("centre", 2))
        await bench.told("NotOne")
        await bench.do(bench.world.take_gems("centre", 2))
        await bench.told("OneGem place=centre number=2")
        await bench.do(bench.world.take_gems("centre", 1))
        for number in range(1, 11):
            await bench.told(f"OneGem place=centre number={number}")
            await bench.do(bench.world.put_gems("centre", 1))
        await bench.told("AllGems")
        await bench.do(bench.world.press("back"))
        await bench.told("TakeOut")
        await bench.do(bench.world.take_gems("centre", 10))

    assert bench.calibrate("centre", hands).cause is None


def test_gems_that_differ_too_much_are_named(bench: Bench) -> None:
    from hardware.sim.weights import Gem

    light = [Gem(1.6 * share, "red") for share in (1.3, 0.9) * 5]
    bench.world._table.gems_in_hands[-10:] = light
    assert bench.calibrate("centre", weigh).cause == "spread"


def test_a_scale_that_does_not_come_back_to_where_it_was_is_named(bench: Bench) -> None:
    spoil(bench, "centre", lambda grams, at: grams + min(max(0.0, 0.05 * (at - 12.0)), 0.75))
    assert bench.calibrate("centre", lambda bench: weigh(bench, whole=False)).cause == "creep"


def test_it_ends_within_the_stated_time_though_nobody_is_there(bench: Bench) -> None:
    async def nobody(bench: Bench) -> None:
        await bench.do(0.0)

    began = bench.loop.time()
    assert bench.calibrate("centre", nobody).cause == "late"
    assert bench.loop.time() - began < 60 * MINUTES + 3
    assert bench.ended() == "late"


def test_what_cannot_be_written_is_not_calibrated(bench: Bench) -> None:
    bench.file.with_name(f".{bench.file.name}.new").mkdir(parents=True)
    assert bench.calibrate("centre", weigh).cause == "unwritten"
    assert bench.ended() == "unwritten"
    assert bench.known.parts == {}
