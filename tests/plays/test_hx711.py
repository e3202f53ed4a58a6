"""A box whose scale is two HX711: plays hold, and whole games are refereed as on the other one."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from firmware.plays.runner import Verdict
from hardware import box
from hardware.box import Plan
from tests.plays.acted import perform
from tests.whole.joined import GAMES

PLAYS = Path(__file__).parent


def fitted(rate_hz: Literal[10, 80]) -> Plan:
    """The shipped box with the other converter, strapped to this rate."""
    plan = box.load()
    read_hz = min(plan.scale.read_hz, rate_hz)
    return replace(plan, scale=replace(plan.scale, part="hx711", rate_hz=rate_hz, read_hz=read_hz))


@pytest.mark.parametrize("rate_hz", [10, 80])
@pytest.mark.parametrize(
    "name", ["turn_valerie", "end_tie", "swoop_bouts", "power_twice", "lost_scale_unplugged", "lost_scale_noisy"]
)
def test_the_play_holds(name: str, rate_hz: Literal[10, 80]) -> None:
    path = PLAYS / f"{name}.play"
    verdict, told = perform(str(path), path.read_text(encoding="utf-8"), fitted(rate_hz))
    assert verdict is Verdict.HELD, "\n".join(told)


def test_a_brown_out_has_no_setting_to_lose_and_goes_unsaid() -> None:
    path = PLAYS / "lost_scale_brownout.play"
    text = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if "Sensor" not in line)
    verdict, told = perform(str(path), text, fitted(80))
    assert verdict is Verdict.HELD, "\n".join(told)
    assert not any("SensorLost" in line for line in told)


@pytest.mark.games
@pytest.mark.parametrize(("name", "seed"), [("clever_keys", 4)])
def test_a_whole_game_by_clumsy_hands_is_refereed_right(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = fitted(80)
    monkeypatch.setattr(box, "load", lambda: plan)
    assert GAMES[name].play(seed).turns > 0
