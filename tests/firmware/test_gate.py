"""The gem gate, from light on its sensor through the whole box to the match and its journal."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest

from firmware import simbox
from firmware.compose import Box, twins
from firmware.idle import Idle
from firmware.lesson import lesson
from firmware.replay import read
from firmware.sensing.gate import UNTAUGHT, Learned
from firmware.setting import Setting
from firmware.simbox import Simulated
from firmware.virtual import VirtualLoop
from games.announcements import Announcement
from games.announcements.shared import Ask, SensorBack, SensorLost
from games.catalog import named
from games.facts import Fact, Pressed
from hardware.box import Plan, load
from hardware.sim.world import World

PLAN = load()
FITTED = replace(PLAN, gate=replace(PLAN.gate, fitted=True))
K6 = "k6"  # silver, in Dragon Battle


def setting(name: str = "dragon_battle", **how: Any) -> Setting:
    game = named(name)
    return Setting(game=game, players=2, start=0, settings=game.rules.settings(), gate=True, **how)


@contextmanager
def staged(**how: Any) -> Iterator[Simulated]:
    with closing(Simulated(setting(**how), journal=True)) as stage:
        yield stage


def after(stage: Simulated, seconds: float) -> None:
    stage.run_until(stage.now() + seconds)


def show(stage: Simulated, colour: str) -> None:
    after(stage, stage.world.show_gem(colour) + 0.3)


def said(stage: Simulated) -> list[Announcement]:
    return [announcement for _, announcement in stage.said]


def presses(stage: Simulated) -> list[str]:
    """The keys that the game's journal says were pressed."""
    record = stage.box.record
    assert record is not None
    kept: list[Fact] = list(read(row.fact for row in record.journal.facts(1)))
    return [fact.key for fact in kept if isinstance(fact, Pressed)]


def test_a_shown_die_is_kept_as_the_press_it_stands_for() -> None:
    with staged() as stage:
        for colour in ("red", "silver"):
            show(stage, colour)
        assert presses(stage) == ["k2", K6]


def test_what_was_shown_survives_the_plug() -> None:
    with staged() as stage:
        show(stage, "red")
        stage.world.power(on=False)
        stage.world.power(on=True)
        after(stage, 3)
        assert presses(stage) == ["k2"]
        for colour in ("yellow", "purple", "silver", "red"):
            show(stage, colour)
        after(stage, 3)
        assert presses(stage) == ["k2", "k1", "k4", K6, "k2"]


def alike(plan: Plan) -> Learned:
    """What a gate learned whose owner's grey looks almost like silver."""
    learned = lesson(plan)
    silver = learned.colours["silver"]
    grey = silver._replace(look=(*silver.look[:3], silver.look[3] - 0.1))
    return learned._replace(colours={**learned.colours, "grey": grey})


def test_grey_and_silver_are_asked_when_close_and_the_key_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simbox, "lesson", alike)
    with staged() as stage:
        show(stage, "silver")
        assert said(stage)[-1] == Ask("shown")
        assert presses(stage) == []
        after(stage, stage.world.press(K6))
        assert presses(stage) == [K6]
        show(stage, "red")
        assert presses(stage) == [K6, "k2"], "colours that are like no other are told as ever"


def test_the_question_is_spoken_of_in_every_game_that_asks_for_colours(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(simbox, "lesson", lambda plan: replaced(alike(plan)))
    for name in ("hammer_time", "dragon_battle", "sultans_swoop"):
        with closing(Simulated(setting(name))) as stage, caplog.at_level(logging.ERROR):
            if name == "hammer_time":
                after(stage, stage.world.press("k1") + 0.5)  # which kind the open task card is
            show(stage, "yellow")
            assert Ask("shown") in said(stage), name
            assert stage.box.cues.cue(Ask("shown")).phrase.endswith("Press its colour key, please.")
    assert caplog.messages == []


def replaced(learned: Learned) -> Learned:
    """The same, with yellow twice."""
    return learned._replace(colours={**learned.colours, "gold": learned.colours["yellow"]})


@pytest.mark.parametrize("name", ["clever_keys", "dragon_battle"])
def test_a_colour_without_a_key_is_heard_and_told_nobody(name: str) -> None:
    with staged(name=name) as stage:
        after(stage, 5)
        before, sounded = said(stage), len(tones(stage))
        show(stage, "green")
        assert said(stage) == before
        assert len(tones(stage)) > sounded
        assert presses(stage) == []


def tones(stage: Simulated) -> tuple[Any, ...]:
    return stage.world.pins.tones(PLAN.lines.buzzer)


def test_in_the_lobby_a_gem_is_heard_kindly_and_chooses_nothing() -> None:
    with closing(Simulated(Setting(gate=True))) as stage:
        after(stage, 5)
        before, sounded = said(stage), len(tones(stage))
        show(stage, "red")
        assert said(stage) == before
        assert len(tones(stage)) > sounded


def test_an_idle_gate_looks_seldom_and_a_gem_wakes_the_box() -> None:
    with staged() as stage:
        awake = looks(stage, 10)
        after(stage, PLAN.settle.idle_s)
        assert idle(stage) is Idle.STILL
        assert looks(stage, 10) == pytest.approx(10 * PLAN.gate.idle_read_hz, abs=2)
        assert awake == pytest.approx(10 * PLAN.gate.read_hz, abs=2)
        show(stage, "red")
        assert presses(stage) == ["k2"]
        assert idle(stage) is Idle.AWAKE
        assert looks(stage, 10) == pytest.approx(10 * PLAN.gate.read_hz, abs=2)


def idle(stage: Simulated) -> Idle:
    return stage.box.tabletop.idle


def looks(stage: Simulated, seconds: float) -> int:
    """Results that were handed in meanwhile."""
    posted: list[object] = []
    gate: Any = stage.box.gate
    post: Callable[[object], None] = gate._post

    def both(reading: object) -> None:
        posted.append(reading)
        post(reading)

    gate._post = both
    after(stage, seconds)
    gate._post = post
    return len(posted)


def test_the_gates_lamp_shines_while_the_box_runs() -> None:
    with staged() as stage:
        assert stage.world.pins.level(PLAN.lines.gate_lamp)
        stage.box.close()
        assert not stage.world.pins.level(PLAN.lines.gate_lamp)
        after_close = stage.box.transfers
        stage.loop.run_until(stage.loop.time() + 5)
        assert stage.box.transfers == after_close, "nothing looks any more"


def lost(box: Box) -> list[str]:
    return list(box.lost)


def test_a_gate_that_is_missing_from_the_start_stops_nobody_and_is_found_later() -> None:
    loop = VirtualLoop()
    world = World(FITTED, loop)
    world.unplug("gate")
    box = Box(FITTED, loop, twins(world, loop, virtual=True), learned=lesson(FITTED))
    heard: list[Announcement] = []
    box.tabletop.listeners.append(lambda _, announcement: heard.append(announcement))
    box.start()
    box.begin(None, players=0, start=0, settings=None)
    loop.run_until(loop.time() + 30)
    assert box.settled
    assert box.alive
    assert lost(box) == ["gate"]
    assert heard.count(SensorLost("gate")) == 1
    world.plug("gate")
    loop.run_until(loop.time() + 5)
    assert lost(box) == []
    assert heard.count(SensorBack("gate")) == 1
    box.close()
    world.close()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


def test_a_gate_that_is_not_fitted_costs_nothing() -> None:
    game = named("dragon_battle")
    plain = Setting(game=game, players=2, start=0, settings=game.rules.settings())
    with closing(Simulated(plain)) as stage:
        assert stage.box.gate.parts == ()
        assert not stage.world.pins.level(PLAN.lines.gate_lamp)
        assert looks(stage, 10) == 0


def test_a_gate_that_was_taught_nothing_says_so_in_the_log_and_enters_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(simbox, "lesson", lambda _plan: UNTAUGHT)
    with caplog.at_level(logging.WARNING), staged() as stage:
        assert caplog.messages == ["gate has been taught no colours yet: it enters nothing"]
        before = said(stage)
        show(stage, "red")
        assert (said(stage), presses(stage)) == (before, [])
