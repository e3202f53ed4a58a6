"""The whole box in virtual time, when what happens is no foul: bugs, held buses, slow buses, idle evenings."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from drivers.lines import LineError
from drivers.worker import InlineWorker, ThreadWorker, Worker, nothing
from firmware.compose import Box, Seams
from firmware.idle import Idle
from firmware.plays.reading import read_play
from firmware.plays.runner import Performance, Verdict
from firmware.plays.script import Play
from firmware.setting import Setting
from firmware.simbox import Simulated
from firmware.virtual import VirtualLoop
from games.announcements import Announcement, words
from games.announcements.clever_keys import Fits
from games.announcements.shared import SensorLost
from games.catalog import named
from games.table import Slot
from hardware.box import load
from hardware.sim.world import World

T = TypeVar("T")

PLAN = load()
BOARD = tuple(Slot(section, 3) for section in range(8))


def setting(**how: Any) -> Setting:
    game = named("clever_keys")
    return Setting(game=game, players=2, start=0, settings=game.rules.settings(), board=BOARD, **how)


@pytest.fixture
def stage() -> Iterator[Simulated]:
    staged = Simulated(setting())
    yield staged
    staged.close()


def idle(stage: Simulated) -> Idle:
    return stage.box.tabletop.idle


def said(stage: Simulated) -> list[str]:
    return [words(announcement) for _, announcement in stage.said]


def test_an_expectation_that_fails_between_two_roundings_of_the_clock_ends_the_play() -> None:
    # 1.4 + 5 is reached a rounding short of 6.4: a loop that asked the clock would ask for ever.
    for pause in ("1", "0.7", "1.37", "2.9"):
        text = f"game clever_keys players=2 start=0\n+{pause} push 0.0\nexpect Red player=1\n"
        play = read_play("missed.play", text)
        assert isinstance(play, Play)
        stage = Simulated(play.setting)
        told: list[str] = []
        assert Performance(play, stage, told.append).run() is Verdict.MISSED
        stage.close()


def test_a_bug_in_the_referee_ends_the_box_instead_of_freezing_its_lamps(stage: Simulated) -> None:
    def trip(_at: float, _said: Announcement) -> None:
        raise LookupError("a bug")

    stage.box.tabletop.listeners.append(trip)
    stage.world.push_key((0, 0))
    with pytest.raises(LookupError, match="a bug"):
        stage.run_until(stage.now() + 3)


def test_a_bug_in_a_transfer_ends_the_box_instead_of_blinding_it(
    stage: Simulated, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def trip(*_: object) -> tuple[int, int]:
        raise LookupError("a bug")

    monkeypatch.setattr("drivers.mcp23017.Mcp23017.read", trip)
    with pytest.raises(LookupError, match="a bug"):
        stage.run_until(stage.now() + 3)
    assert "a bug" in caplog.text


def test_a_chip_that_holds_the_bus_is_cleared_by_reset_and_the_turn_goes_on(
    stage: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    stage.world.push_key((0, 0))
    stage.run_until(stage.now() + 2)
    stage.world.bus.hold(PLAN.expanders.slots1)
    stage.run_until(stage.now() + 2)
    stage.world.lift_key((0, 0))
    stage.run_until(stage.now() + 1)
    stage.world.push_key((1, 0))
    stage.run_until(stage.now() + 2)
    assert said(stage)[-1] == "Fits player=0 slot=1.0 gained=1 total=2"
    assert not any(isinstance(announcement, SensorLost) for _, announcement in stage.said)
    assert caplog.text.count("RESET clears the expanders") == 1


def test_a_bus_that_is_held_again_and_again_costs_one_reset_for_each_wait(stage: Simulated) -> None:
    pulses: list[float] = []
    release = stage.box.expanders.release
    stage.box.expanders.release = lambda: pulses.append(stage.now())
    stage.world.bus.hold(PLAN.expanders.slots1)
    stage.run_until(stage.now() + 10)
    assert 1 <= len(pulses) <= 11
    assert sorted({announcement.part for _, announcement in stage.said if isinstance(announcement, SensorLost)}) == [
        "panel",
        "scale",
        "slots0",
        "slots1",
        "slots2",
        "slots3",
        "slots4",
    ]
    stage.box.expanders.release = release
    release()
    stage.run_until(stage.now() + 10)
    assert sum("SensorBack" in word for word in said(stage)) == 7
    stage.world.push_key((0, 0))
    stage.run_until(stage.now() + 3)
    assert said(stage)[-1].startswith("Fits")


def test_an_interrupt_line_that_stays_low_is_logged_once_and_keys_are_seen_by_the_poll(
    stage: Simulated, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        stage.world.fault("interrupt", "low")
        stage.run_until(stage.now() + 10)
        stage.world.fault("interrupt", None)
        stage.run_until(stage.now() + 1)
    assert caplog.text.count("line interrupt has been low for 5 s") == 1
    stage.world.fault("interrupt", "low")
    stage.world.push_key((0, 0))
    stage.run_until(stage.now() + 2)
    assert said(stage)[-1].startswith("Fits")


class Late:
    """A worker whose bus is busy with something else: everything it does comes a while later."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop = loop
        self._seconds = seconds
        self._closed = False

    def do(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        self._loop.call_later(self._seconds, self._run, job, then)

    def close(self, last: Callable[[], object] = nothing) -> bool:
        self._closed = True
        last()
        return True

    def _run(self, job: Callable[[], T], then: Callable[[T], None]) -> None:
        if not self._closed:
            then(job())


def box_with(world: World, loop: VirtualLoop, worker: Callable[[str], Worker]) -> Box:
    return Box(
        PLAN, loop, Seams(pins=lambda: world.pins, spi=lambda: world.spi, pause=lambda _seconds: None, worker=worker)
    )


def test_a_key_that_is_read_late_stands_since_its_edge() -> None:
    loop = VirtualLoop()
    world = World(PLAN, loop, board=[3] * 8)
    box = box_with(world, loop, lambda name: Late(loop, 0.3) if name == "transfers" else InlineWorker())
    box.start()
    loop.run_until(5)
    world.push_key((0, 0), 0.01)
    pushed = loop.time()
    loop.run_until(8)
    stands = box.tabletop._known.slots[Slot(0, 0)]
    assert stands.at - pushed < 0.05, "the contact moved then, however late the port was read"
    box.close()
    world.close()
    loop.close()


def test_lamps_are_dark_before_anybody_waits_for_a_bus_that_hangs() -> None:
    loop = VirtualLoop()
    world = World(PLAN, loop, board=[3] * 8)
    dark: list[bool] = []

    class Hanging(InlineWorker):
        def close(self, last: Callable[[], object] = nothing) -> bool:
            dark.append(set(world.spi.colours) == {(0, 0, 0)})
            return super().close(last)

    box = box_with(world, loop, lambda name: Hanging() if name == "transfers" else InlineWorker())
    box.start()
    box.tabletop.begin(named("clever_keys"), players=2, start=0, settings=setting().settings, gems=(52, 0))
    loop.run_until(5)
    assert set(world.spi.colours) != {(0, 0, 0)}
    box.close()
    assert dark == [True]
    world.close()
    loop.close()


def test_a_box_that_cannot_be_put_together_leaves_no_thread_and_no_line_behind() -> None:
    from gpiozero import PWMOutputDevice

    loop = VirtualLoop()
    world = World(PLAN, loop)
    other = PWMOutputDevice(PLAN.lines.buzzer, pin_factory=world.pins)
    before = threading.active_count()
    with pytest.raises(LineError, match="buzzer"):
        box_with(world, loop, lambda name: ThreadWorker(loop, name=name))
    assert threading.active_count() == before
    other.close()
    box = box_with(world, loop, lambda _name: InlineWorker())
    box.close()
    world.close()
    loop.close()


def test_an_idle_box_looks_seldom_then_dims_and_the_first_touch_is_a_move(stage: Simulated) -> None:
    def looks(seconds: float) -> float:
        before = stage.box.transfers
        stage.run_until(stage.now() + seconds)
        return (stage.box.transfers - before) / seconds

    assert looks(20) > 50
    stage.run_until(35)
    assert idle(stage) is Idle.STILL
    assert looks(60) < 20
    bright = max(max(colour) for colour in stage.world.spi.colours)
    stage.run_until(320)
    assert idle(stage) is Idle.DIM
    dimmed = stage.world.spi.colours
    assert 0 < max(max(colour) for colour in dimmed) < bright / 2
    frames = len(stage.world.spi.frames)
    stage.run_until(900)
    assert len(stage.world.spi.frames) == frames, "dimmed lamps stand still"
    stage.world.push_key((0, 0))
    stage.run_until(903)
    assert stage.said[-1][1] == Fits(0, Slot(0, 0), 1, 1)
    assert stage.lamp("slot.0.0") == "green"
    assert max(stage.world.spi.colours[0]) > max(max(colour) for colour in dimmed)
    stage.world.take_gems("centre", 1)
    stage.run_until(907)
    assert said(stage)[-1] == "TurnStarts player=1"


def test_gems_taken_from_an_idle_box_are_counted(stage: Simulated) -> None:
    stage.world.push_key((0, 0))
    stage.run_until(400)
    stage.world.take_gems("centre", 1)
    stage.run_until(405)
    assert said(stage)[-3:] == ["Take player=0 gems=1", "Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_a_bus_whose_device_comes_later_than_the_box_is_lost_until_then_and_the_game_goes_on() -> None:
    stage = Simulated(setting(), journal=True)
    try:
        parts = (*stage.plan.expanders.addresses, "scale")
        stage.world.power(on=False)
        stage.world.bus.uninstall()
        stage.world.power(on=True)
        stage.run_until(stage.now() + 5)
        assert Counter(said(stage)) >= Counter(f"SensorLost part={part}" for part in parts)
        stage.world.bus.install()
        stage.run_until(stage.now() + 5)
        stage.world.push_key(Slot(3, 0))
        stage.run_until(stage.now() + 4)
        told = Counter(said(stage))
        assert {told[f"{word} part={part}"] for word in ("SensorLost", "SensorBack") for part in parts} == {1}
        assert stage.scores() == (0, 0)
        assert any(line.startswith("Fits ") for line in told)
    finally:
        stage.close()
