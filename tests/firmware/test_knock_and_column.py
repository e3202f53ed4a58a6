"""A knock and the silver column, from their contacts through the whole box to the match, its journal and a replay."""

import logging
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from drivers.lines import InputLine
from firmware import cues
from firmware.idle import Idle
from firmware.melody import steps
from firmware.replay import Begun, begun, read
from firmware.retold import Moment, retell
from firmware.senses.knock import Knocks
from firmware.sensing.knock import NOTE
from firmware.sensing.readings import Edge, Reading
from firmware.setting import Setting
from firmware.simbox import Simulated
from firmware.virtual import VirtualLoop
from games.announcements.shared import Ask
from games.catalog import GAMES, named
from games.contract import Timing
from games.facts import ColumnMoved, Fact, GemsCounted, Knock, PartBack, PartLost, PowerBack, Pressed, Weighing
from games.table import Slot
from hardware.box import load
from hardware.sim.hands import GemMoves
from hardware.sim.lines import SimPins

PLAN = load()
BOARD = tuple(Slot(section, 3) for section in range(8))
PIN = PLAN.lines.knock
Verb = Callable[[], float]


def setting(**how: Any) -> Setting:
    game = named("clever_keys")
    return Setting(game=game, players=2, start=0, settings=game.rules.settings(), board=BOARD, **how)


@pytest.fixture
def stage() -> Iterator[Simulated]:
    staged = Simulated(setting(), journal=True)
    yield staged
    staged.close()


def facts(stage: Simulated, *kinds: type[Fact]) -> list[Fact]:
    """What the game's journal has, of these kinds or of all."""
    record = stage.box.record
    assert record is not None
    kept = read(row.fact for row in record.journal.facts(1))
    return [fact for fact in kept if not kinds or isinstance(fact, kinds)]


def hands(stage: Simulated) -> list[str]:
    """What a replay of the game says the hands did."""
    record = stage.box.record
    assert record is not None
    game = record.journal.last()
    assert game is not None
    told = retell(begun(game.name, game.setup), facts(stage))
    assert list(told.moments) == sorted(told.moments, key=lambda moment: moment.at)
    return [what for _, what in told.moments if isinstance(what, str)]


def after(stage: Simulated, seconds: float) -> float:
    """Let time pass; the monotonic moment then."""
    stage.run_until(stage.now() + seconds)
    return stage.loop.time()


def test_knocks_and_the_column_are_told_in_order_each_at_its_moment(stage: Simulated) -> None:
    world, begins = stage.world, list[float]()
    verbs: tuple[Verb, ...] = (
        lambda: world.knock("soft"),
        lambda: world.column(up=True),
        lambda: world.knock("hard"),
        lambda: world.column(up=False),
        lambda: world.knock("firm", falls=2),
    )
    for verb in verbs:
        begins.append(stage.loop.time())
        after(stage, verb() + 1)
    standing, *moved = facts(stage, Knock, ColumnMoved)
    assert isinstance(standing, ColumnMoved)
    assert not standing.up
    assert standing.at == pytest.approx(0.0, abs=0.1)
    assert [type(fact) for fact in moved] == [Knock, ColumnMoved, Knock, ColumnMoved, Knock]
    assert [fact.up for fact in moved if isinstance(fact, ColumnMoved)] == [True, False]
    assert all(sooner.at < later.at for sooner, later in pairwise(moved))
    for fact, begin in zip(moved, begins, strict=True):
        if isinstance(fact, Knock):
            assert fact.at == pytest.approx(begin + 0.1, abs=1e-3)
        else:
            # A hand takes 0.1 to 0.2 s, the bounce 14 ms at most.
            assert begin + 0.1 < fact.at < begin + 0.22


def test_the_column_is_stamped_by_its_contacts_last_edge_and_not_by_the_next_poll(stage: Simulated) -> None:
    contact, edges = stage.world._column, list[float]()
    touch = contact._touch

    def heard(closed: bool) -> None:
        edges.append(stage.loop.time())
        touch(closed)

    contact._touch = heard
    stage.world.column(up=True)
    after(stage, 1)
    (moved,) = facts(stage, ColumnMoved)[1:]
    assert moved.at == pytest.approx(edges[-1], abs=1e-6)


def test_a_lost_expander_makes_the_column_unknown_and_it_is_told_again_before_its_part_is_back(
    stage: Simulated,
) -> None:
    stage.world.unplug("slots4")
    after(stage, 2)
    stage.world.column(up=True)
    after(stage, 1)
    stage.world.plug("slots4")
    after(stage, 5)
    told = [fact for fact in facts(stage, ColumnMoved, PartLost, PartBack) if fact.at > 2]
    assert [type(fact) for fact in told] == [PartLost, ColumnMoved, PartBack]
    assert isinstance(told[1], ColumnMoved)
    assert told[1].up
    stage.world.reset("slots4")
    after(stage, 5)
    *_, again, back = facts(stage, ColumnMoved, PartLost, PartBack)
    assert (type(again), type(back)) == (ColumnMoved, PartBack)
    assert again.at > told[-1].at


def test_a_thump_while_a_finger_is_on_the_panel_is_no_knock(stage: Simulated) -> None:
    stage.world.press("k1")
    stage.world.thump()
    after(stage, 2)
    assert [knock.doubtful for knock in facts(stage, Knock) if isinstance(knock, Knock)] == [True]
    assert facts(stage, Pressed) != []
    stage.world.thump()
    after(stage, 2)
    assert [knock.doubtful for knock in facts(stage, Knock) if isinstance(knock, Knock)] == [True, False]


def test_nobody_notices_an_unplugged_knock_sensor(stage: Simulated) -> None:
    stage.world.unplug("knock")
    stage.world.knock(falls=1)
    after(stage, 3)
    assert facts(stage, Knock, PartLost) == []
    assert 51 in [fact.gems for fact in facts(stage, GemsCounted) if isinstance(fact, GemsCounted)]


def test_a_turned_box_moves_weight_and_is_no_knock(stage: Simulated) -> None:
    begin = stage.loop.time()
    stage.world.turn(falls=3)
    after(stage, 4)
    assert facts(stage, Knock) == []
    stirred = [fact.at for fact in facts(stage, Weighing) if fact.at > begin]
    counted = [fact.gems for fact in facts(stage, GemsCounted) if isinstance(fact, GemsCounted) and fact.at > begin]
    assert stirred
    assert 49 in counted


@pytest.mark.parametrize("touch", ["knock", "column"])
def test_a_knock_and_the_column_wake_an_idle_box(stage: Simulated, touch: str) -> None:
    after(stage, PLAN.settle.idle_s + 1)
    idle = [stage.box.tabletop.idle]
    _ = stage.world.knock() if touch == "knock" else stage.world.column(up=True)
    after(stage, 0.5)
    idle.append(stage.box.tabletop.idle)
    assert idle == [Idle.STILL, Idle.AWAKE]


def test_a_replay_tells_knocks_falls_and_the_column(stage: Simulated) -> None:
    world = stage.world
    verbs: tuple[Verb, ...] = (
        lambda: world.knock("soft"),
        lambda: world.knock("hard", falls=3),
        lambda: world.column(up=True),
        lambda: world.take_gems("centre", 1),
        lambda: world.column(up=False),
        world.knock,
        lambda: world.put_gems("centre", 4),
    )
    for verb in verbs:
        after(stage, verb() + 3)
    assert hands(stage) == [
        "knock", "knock falls=3", "column up", "take centre 1", "column down", "knock", "put centre 4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "meanwhile", "later", "told"),
    [
        (False, None, True, ["power off", "power on", "column up"]),
        (False, True, False, ["power off", "column up", "power on", "column down"]),
        (True, None, False, ["column up", "power off", "power on", "column down"]),
        (True, False, True, ["column up", "power off", "column down", "power on", "column up"]),
    ],
)
def test_a_replay_tells_how_the_column_was_moved_without_power(
    stage: Simulated, before: bool, meanwhile: bool | None, later: bool, told: list[str]
) -> None:
    if before:
        after(stage, stage.world.column(up=True) + 2)
    after(stage, stage.world.power(on=False) + 1)
    if meanwhile is not None:
        after(stage, stage.world.column(up=meanwhile) + 2)
    stage.world.power(on=True)
    after(stage, 5)
    after(stage, stage.world.column(up=later) + 2)
    assert PowerBack in map(type, facts(stage))
    assert hands(stage) == told


def test_moments_of_a_replay_carry_a_fall_to_its_knock() -> None:
    how = Begun(
        game=named("clever_keys"),
        players=2,
        start=0,
        settings=named("clever_keys").rules.settings(),
        gems=(52, 0),
        timing=Timing(),
        at=0.0,
    )
    told = retell(
        how,
        (
            GemsCounted(at=0.0, place="centre", gems=52),
            Knock(at=5.0),
            Weighing(at=5.2, place="centre"),
            GemsCounted(at=7.0, place="centre", gems=50),
            Weighing(at=9.0, place="centre"),
            GemsCounted(at=10.0, place="centre", gems=49),
        ),
    )
    steps = [moment for moment in told.moments if isinstance(moment.what, str)]
    assert steps == [Moment(5.0, "knock falls=2"), Moment(8.95, "take centre 1")]


class Sensed:
    """The knock line on the sim's pins, and what goes in as readings."""

    def __init__(self) -> None:
        self.loop = VirtualLoop()
        self.pins = SimPins(self.loop.time)
        self.posted: list[Reading] = []
        self.knocks = Knocks(PLAN, self.loop, self.posted.append)
        self.deaf = False
        self.knocks.line = InputLine(
            "knock", PIN, self.edge, pins=self.pins, now=self.loop.time, pull_up=False, pull_down=True
        )

    def edge(self, at: float, level: bool) -> None:
        if not self.deaf:
            self.knocks.edge(at, level)

    def edges(self) -> list[tuple[float, bool]]:
        assert all(isinstance(reading, Edge) and reading.line == "knock" for reading in self.posted)
        return [(reading.at, reading.active) for reading in self.posted if isinstance(reading, Edge)]

    def active(self, active: bool, seconds: float) -> None:
        self.pins.drive(PIN, low=not active)
        self.loop.run_until(self.loop.time() + seconds)


@pytest.fixture
def sensed() -> Iterator[Sensed]:
    sensed = Sensed()
    yield sensed
    sensed.knocks.close()
    sensed.pins.close()
    sensed.loop.close()


def test_each_edge_of_the_line_is_a_reading(sensed: Sensed) -> None:
    sensed.active(True, 0.003)
    sensed.active(False, 5)
    assert sensed.edges() == [(0.0, True), (pytest.approx(0.003), False)]


def test_a_pulse_whose_end_was_lost_is_ended_by_a_look_while_it_is_still_a_blow(sensed: Sensed) -> None:
    sensed.active(True, 0.003)
    sensed.deaf = True
    sensed.active(False, 5)
    assert sensed.edges() == [(0.0, True), (pytest.approx(PLAN.knock.longest_s / 2), False)]


def test_a_stuck_line_is_logged_once_until_it_is_free_again(sensed: Sensed, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        sensed.active(True, 100)
        assert caplog.text.count("it is stuck, and no knock is heard") == 1
        sensed.active(False, 1)
        sensed.active(True, 100)
    assert caplog.text.count("it is stuck, and no knock is heard") == 2
    assert [active for _, active in sensed.edges()] == [True, False, True]


def test_a_loose_wire_that_is_stuck_again_and_again_makes_no_log_storm(
    sensed: Sensed, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(30):
            sensed.active(True, 1)
            sensed.active(False, 1)
    assert caplog.text.count("it is stuck, and no knock is heard") == 1


def test_a_closed_line_tells_and_looks_no_more(sensed: Sensed) -> None:
    sensed.active(True, 0.1)
    sensed.knocks.close()
    sensed.active(False, 5)
    assert len(sensed.edges()) == 1


def doubts(stage: Simulated) -> list[bool]:
    return [fact.doubtful for fact in facts(stage, Knock) if isinstance(fact, Knock)]


def click(stage: Simulated, grams: float = 12.0) -> None:
    stage.world._piezo.shake(stage.loop.time(), grams)


def test_no_note_of_any_game_is_shorter_than_what_sensing_takes_a_note_for() -> None:
    notes = [
        note.seconds
        for words in (cues.of_lobby(), *(cues.of(named(game.name)) for game in GAMES))
        for cue in words.cues.values()
        for note in steps(cue.melody)
        if note.hz is not None
    ]
    assert min(notes) > NOTE


def test_a_click_at_the_end_of_what_the_box_says_is_doubtful_and_a_blow_in_the_midst_of_it_is_a_knock(
    stage: Simulated,
) -> None:
    after(stage, 5)
    announcer = stage.box.announcer
    for since, doubtful in ((0.0, False), (0.3, False), (0.65, False), (1.5, False)):
        announcer.announce((Ask("die"),), (), lambda _: True)
        after(stage, since)
        click(stage)
        after(stage, 3)
        assert doubts(stage)[-1] is doubtful
    announcer.announce((Ask("die"),), (), lambda _: True)
    after(stage, 0.05)
    announcer.rest(still=True, dim=True)
    click(stage)
    after(stage, 3)
    assert doubts(stage)[-1]


def test_a_heap_of_gems_that_lands_on_the_scale_is_no_knock(stage: Simulated) -> None:
    after(stage, 5)
    stage.world.take_gems("centre", 6)
    after(stage, 8)
    for _ in range(6):
        stage.world._move(stage.loop.time(), GemMoves(0.0, "hands", "centre"))
    click(stage)
    after(stage, 5)
    assert doubts(stage) == [True]
    click(stage)
    after(stage, 5)
    assert doubts(stage) == [True, False]
