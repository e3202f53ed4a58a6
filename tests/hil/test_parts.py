"""What every part must do whoever it is: its twin, or the chip on the bench."""

from collections.abc import Iterator

import pytest

from drivers.ads1115 import Ads1115
from drivers.buzzer import Buzzer
from drivers.converter import Conversion, Converter
from drivers.lamps import RGB
from drivers.lines import InputLine
from drivers.mcp23017 import Mcp23017
from drivers.tcs34725 import Tcs34725
from firmware import lit
from firmware.converters import converter
from hardware.box import EXPANDERS
from tests.hil.bench import Bench, metal, twins

TICK = 0.002
"""Seconds between two looks."""


@pytest.fixture(params=["twins", "metal"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Both kinds of parts."""
    if request.param == "metal" and not request.config.getoption("--bench"):
        pytest.skip("real parts: run `pytest --bench` on a Raspberry Pi (tests/hil/README.md)")
    with (twins if request.param == "twins" else metal)() as bench:
        yield bench


@pytest.mark.parametrize("part", EXPANDERS)
def test_an_expander_keeps_its_settings_until_its_reset(bench: Bench, part: str) -> None:
    reset = bench.line("expander_reset", high=True)
    chip = Mcp23017(bench.bus, bench.plan.expanders.addresses[part], part=part)
    chip.start()
    assert chip.audit()
    assert chip.read() == chip.read(), "touch nothing meanwhile"
    reset.set(high=False)
    reset.set(high=True)
    assert not chip.audit(), "is RESET wired to this expander?"
    chip.start()
    assert chip.audit()


def test_no_expander_pulls_the_interrupt_line_once_all_are_read(bench: Bench) -> None:
    bench.line("expander_reset", high=True)
    line = InputLine(
        "interrupt", bench.plan.lines.interrupt, lambda _at, _level: None, pins=bench.pins, now=bench.now, pull_up=False
    )
    bench.undo.callback(line.close)
    for part, address in bench.plan.expanders.addresses.items():
        chip = Mcp23017(bench.bus, address, part=part)
        chip.start()
        chip.read()
    bench.rest(0.01)
    assert line.level(), "low all the same: is its pull-up there, is a chip missing?"


def _run_up(bench: Bench) -> Converter:
    chip = converter(bench.plan, bench.bus, bench.pins, bench.pulses, bench.undo)
    end = bench.now() + 5
    while (wait := chip.step(bench.now())) is not None:
        bench.rest(wait)
        assert bench.now() < end, "it does not run within 5 s"
    return chip


def _told(bench: Bench, chip: Converter, seconds: float) -> list[Conversion]:
    found: list[Conversion] = []
    end = bench.now() + seconds
    while bench.now() < end:
        bench.rest(TICK)
        if (conversion := chip.read(bench.now())) is not None:
            found.append(conversion)
    return found


@pytest.mark.parametrize("place", ["centre", "corner"])
def test_a_load_cell_at_rest_is_converted_at_its_rate_off_its_rails_and_quietly(bench: Bench, place: str) -> None:
    chip = _run_up(bench)
    channel = getattr(bench.plan.scale, place)
    chip.select(channel, bench.now())
    _told(bench, chip, 1.0)  # it settles
    found = _told(bench, chip, 2.0)
    assert {conversion.channel for conversion in found} == {channel}
    assert len(found) == pytest.approx(2 * bench.plan.scale.rate_hz, rel=0.25)
    counts = [conversion.counts for conversion in found if conversion.counts is not None]
    assert len(counts) == len(found), "at a rail: is a wire of the cell off?"
    gem = bench.plan.gems.grams * abs(getattr(bench.plan.scale.cell, f"{place}_counts_per_gram"))
    middle = sorted(counts)[len(counts) // 2]
    noise = (sum((count - middle) ** 2 for count in counts) / len(counts)) ** 0.5
    assert noise < gem / 8, "too noisy to count gems: is the mount loose?"
    assert chip.audit()


def test_the_lamps_take_a_picture(bench: Bench) -> None:
    lamps = lit.lamps(bench.plan, bench.spi, bench.pwm)
    assert lamps is not None, "the log says why"
    bench.undo.callback(lamps.close)
    for colour in (RGB(255, 0, 0), RGB(0, 255, 0), RGB(0, 0, 255), RGB(0, 0, 0)):
        assert lamps.show([colour] * lamps.count), lamps.lost
        bench.rest(0.2)


def test_the_buzzer_sounds_over_its_whole_range(bench: Bench) -> None:
    wired = bench.plan.buzzer
    buzzer = Buzzer(bench.plan.lines.buzzer, lowest_hz=wired.lowest_hz, highest_hz=wired.highest_hz, pins=bench.pins)
    bench.undo.callback(buzzer.close)
    for hz in (wired.lowest_hz, (wired.lowest_hz * wired.highest_hz) ** 0.5, wired.highest_hz, None):
        buzzer.tone(hz)
        bench.rest(0.1)


def test_the_knock_line_rests_while_nobody_touches_the_box(bench: Bench) -> None:
    low = bench.plan.knock.active == "low"
    heard: list[bool] = []
    line = InputLine(
        "knock",
        bench.plan.lines.knock,
        lambda _at, level: heard.append(level),
        pins=bench.pins,
        now=bench.now,
        pull_up=low,
        pull_down=not low,
    )
    bench.undo.callback(line.close)
    bench.rest(2.0)
    assert heard == [], "is the trimmer too low?"
    assert line.level() is low


def test_the_peak_of_a_knock_is_near_nothing_at_rest(bench: Bench) -> None:
    if bench.plan.knock.peak == "none":
        pytest.skip("no ADS1115 is fitted (knock.peak in box.toml)")
    chip = Ads1115(bench.bus, bench.plan.knock.address, part="knock", channel=bench.plan.knock.channel)
    chip.start(bench.now())
    bench.rest(0.2)
    chip.audit()
    peak = chip.read(bench.now())
    assert peak is not None
    assert peak < 0.1


def test_the_gate_integrates_and_is_not_blinded_by_its_own_lamp(bench: Bench) -> None:
    wired = bench.plan.gate
    if not wired.fitted:
        pytest.skip("no gem gate is fitted (gate.fitted in box.toml)")
    bench.line("gate_lamp", high=True)
    chip = Tcs34725(bench.bus, wired.address, part="gate", cycles=wired.cycles, gain=wired.gain)
    while (wait := chip.step(bench.now())) is not None:
        bench.rest(wait)
    bench.rest(2 * chip.integration_s)
    colour = chip.read(bench.now())
    assert colour is not None
    assert colour.clear is not None, "saturated: a lower gate.gain, or more shade"
    assert chip.audit()
