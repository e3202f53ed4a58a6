"""Which way the lamps of a box hang is the plan's word, and what stands in that way stops no game."""

import logging
from dataclasses import replace

import pytest

from drivers.lamps import LampsError, Spi
from firmware import lit
from hardware import box
from hardware.sim.lamps import LampChain

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


def test_a_port_that_is_not_there_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def missing() -> Spi:
        raise LampsError("lamps (/dev/spidev0.0): there is no such device")

    with caplog.at_level(logging.WARNING):
        assert lit.lamps(PLAN, missing) is None
    assert caplog.messages == ["lamps (/dev/spidev0.0): there is no such device; the game goes on without lamps"]
