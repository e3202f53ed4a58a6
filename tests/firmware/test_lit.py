"""Which way the lamps of a box hang is the plan's word, and what stands in that way stops no game."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from drivers.lamps import Chain, LampsError, Spi
from drivers.lamps_pwm import pwm_chain
from firmware import lit
from firmware.compose import Box, twins
from firmware.virtual import VirtualLoop
from games.catalog import named
from hardware import box
from hardware.box import Plan
from hardware.sim.lamps import LampChain
from hardware.sim.world import World
from hardware.sim.ws281x import installed

PLAN = box.load()
PWM = replace(PLAN, lamps=replace(PLAN.lamps, backend="pwm"))


def port() -> LampChain:
    lamps = PLAN.lamps
    return LampChain(
        len(lamps.names), order=lamps.order, reset_us=lamps.reset_us, buffer=lamps.spi_buffer, now=lambda: 0.0
    )


def test_the_plan_chooses_the_way() -> None:
    assert lit.pwm(PLAN) is None
    assert lit.pwm(PWM) is not None
    assert lit.lamps(PLAN, port) is not None


def test_pwm_refused_is_one_line_in_the_log_and_a_game_without_lamps(caplog: pytest.LogCaptureFixture) -> None:
    # No Pi runs these tests as root with its analogue sound off.
    with caplog.at_level(logging.WARNING):
        assert lit.lamps(PWM, port, lit.pwm(PWM)) is None
    (line,) = caplog.messages
    assert line.startswith(f"lamps (PWM on GPIO{PLAN.lines.lamps_pwm}): ")
    assert line.endswith("; the game goes on without lamps")


def test_a_port_whose_device_comes_later_than_the_box_stayed_dark_for_good(caplog: pytest.LogCaptureFixture) -> None:
    there: list[Spi] = []

    def late() -> Spi:
        if not there:
            raise LampsError("lamps (/dev/spidev0.0): there is no such device")
        return there[0]

    loop = VirtualLoop()
    world = World(PLAN, loop, gems=52)
    game = named("clever_keys")
    seams = replace(twins(world, loop, virtual=True), spi=late)
    with caplog.at_level(logging.WARNING), closing(loop), closing(world), closing(Box(PLAN, loop, seams)) as on:
        on.start()
        on.begin(game, players=2, start=0, settings=game.rules.settings(), gems=(52, 0))
        loop.run_until(loop.time() + 40)
        assert [line for line in caplog.messages if "lamps" in line] == [
            "lamps: play goes on without: lamps (/dev/spidev0.0): there is no such device"
        ]
        there.append(world.spi)
        loop.run_until(loop.time() + 20)
        assert any(any(colour) for colour in world.spi.colours)
        assert caplog.messages[-1] == "lamps: they are back"
        on.close()
        loop.run_until_complete(asyncio.sleep(0))


@pytest.mark.skipif(find_spec("neopixel") is None, reason="adafruit-circuitpython-neopixel is not installed")
def test_a_box_shows_the_same_picture_by_both_ways(tmp_path: Path) -> None:
    (model := tmp_path / "proc/device-tree/model").parent.mkdir(parents=True)
    model.write_text("Raspberry Pi 4 Model B Rev 1.4", encoding="utf-8")
    lamps = PWM.lamps
    wire = port()
    with installed(wire):
        by_pwm = picture(
            PWM,
            lambda: pwm_chain(PWM.lines.lamps_pwm, count=len(lamps.names), order=lamps.order, root=tmp_path, user=0),
        )
        assert set(by_pwm.spi.frames) == set(), "nothing goes to the port"
        lit_by_pwm = {frame.colours for frame in wire.frames}
        assert wire.colours == ((0, 0, 0),) * len(lamps.names), "dark when the box is closed"
    by_spi = picture(PLAN, None)
    assert lit_by_pwm == {frame.colours for frame in by_spi.spi.frames} | {wire.colours}
    assert len(lit_by_pwm) > 1


def picture(plan: Plan, pwm: Callable[[], Chain] | None) -> World:
    """The world of a box that has begun a game and was closed."""
    loop = VirtualLoop()
    world = World(plan, loop, gems=52)
    game = named("clever_keys")
    with (
        closing(loop),
        closing(world),
        closing(Box(plan, loop, replace(twins(world, loop, virtual=True), pwm=pwm))) as on,
    ):
        on.start()
        on.begin(game, players=2, start=0, settings=game.rules.settings(), gems=(52, 0))
        loop.run_until(loop.time() + 5)
        on.close()
        loop.run_until_complete(asyncio.sleep(0))
    return world
