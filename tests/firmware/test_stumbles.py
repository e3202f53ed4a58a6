"""A bug in a referee costs its game one fact, and never the box: it looks at the table anew, or gives the game up."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from firmware import replay
from firmware.journal import refused
from firmware.setting import Setting
from firmware.simbox import Simulated
from games.announcements import words
from games.catalog import named
from games.clever_keys.referee import REFEREE
from games.clever_keys.rules import Phase
from games.clever_keys.watch import Watch
from games.contract import Referee, Step
from games.facts import Fact, KeyStands, Pressed, TimePassed
from games.table import Depth, Slot

BOARD = tuple(Slot(section, 3) for section in range(8))
SPOT = Slot(2, 0)


class Broken:
    """A referee that stumbles when asked to, at one thing or whenever it is asked."""

    def __init__(self) -> None:
        self.at: Callable[[Watch, Fact], bool] = lambda _watch, _fact: False
        self.dark = False
        self.dark_when: Callable[[Watch], bool] = lambda _watch: False
        self.deaf = False
        self.forgetful = False
        self.times = 0

    def begin(self, *asked: Any, **how: Any) -> Step[Watch]:
        if self.deaf:
            raise LookupError("no beginning")
        return REFEREE.begin(*asked, **how)

    def history(self, watch: Watch) -> tuple[Any, ...]:
        if self.forgetful:
            raise LookupError("no history")
        return REFEREE.history(watch)

    def see(self, watch: Watch, fact: Fact) -> Step[Watch]:
        if self.at(watch, fact):
            self.times += 1
            raise LookupError("a bug")
        return REFEREE.see(watch, fact)

    def lamps(self, watch: Watch) -> Any:
        if self.dark or self.dark_when(watch):
            self.times += 1
            raise LookupError("no lamp")
        return REFEREE.lamps(watch)

    def referee(self) -> Referee[Any]:
        return replace(REFEREE, begin=self.begin, see=self.see, lamps=self.lamps, history=self.history)


@pytest.fixture
def broken() -> Broken:
    return Broken()


@pytest.fixture
def stage(broken: Broken) -> Iterator[Simulated]:
    game = replace(named("clever_keys"), referee=broken.referee)
    setting = Setting(game=game, players=2, start=0, settings=game.rules.settings(), board=BOARD)
    staged = Simulated(setting, journal=True)
    yield staged
    staged.close()


def said(stage: Simulated) -> list[str]:
    return [words(announcement) for _, announcement in stage.said]


def once(broken: Broken, what: Callable[[Fact], bool]) -> Callable[[Watch, Fact], bool]:
    return lambda _watch, fact: broken.times == 0 and what(fact)


@pytest.mark.parametrize(
    "what",
    [
        lambda fact: isinstance(fact, KeyStands) and fact.depth is Depth.FULL,
        lambda fact: isinstance(fact, TimePassed),
        lambda fact: isinstance(fact, Pressed),
    ],
    ids=["a key", "the time", "a press"],
)
def test_a_game_goes_on_from_before_the_fact_that_its_referee_stumbled_over(
    stage: Simulated, broken: Broken, what: Callable[[Fact], bool], caplog: pytest.LogCaptureFixture
) -> None:
    broken.at = once(broken, what)
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 5)
    stage.world.press("go")
    stage.run_until(stage.now() + 5)
    assert broken.times == 1
    assert said(stage).count("Stumbled") == 1
    if "Guide do=lift slot=2.0" in said(stage):
        # What was not agreed yet goes back first, as after a power cut.
        stage.world.lift_key(SPOT)
        stage.run_until(stage.now() + 3)
        stage.world.push_key(SPOT)
        stage.run_until(stage.now() + 3)
    assert "Fits player=0 slot=2.0 gained=1 total=1" in said(stage)
    stage.world.press("go")
    stage.run_until(stage.now() + 3)
    assert "Take player=0 gems=1" in said(stage)
    assert "LookupError: a bug" in caplog.text, "whoever mends it finds the traceback"
    assert "slot=" not in caplog.text, "how a key stood is told by the journal alone"


def test_what_lamps_or_timers_ask_of_a_referee_may_have_a_bug_too(stage: Simulated, broken: Broken) -> None:
    broken.dark = True
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 1)
    broken.dark = False
    stage.run_until(stage.now() + 3)
    assert "GaveUp" in said(stage), "every fact of the new look stumbled again"
    stage.world.press("go")
    stage.run_until(stage.now() + 4)
    assert said(stage)[-1] == "Lobby"


def test_the_same_spot_twice_ends_the_game_and_go_leads_to_the_lobby(stage: Simulated, broken: Broken) -> None:
    broken.at = lambda _watch, fact: isinstance(fact, KeyStands) and fact.slot == SPOT
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 5)
    assert said(stage)[-3:] == ["Stumbled", "Resumed", "GaveUp"]
    assert (stage.scores(), stage.turn(), stage.lamp("go")) == ((), None, "white")
    journal = stage.box.record
    assert journal is not None
    assert [game.left for game in journal.journal.games()] == [True], "a box that starts again does not try it again"
    stage.world.push_key((3, 0))
    stage.run_until(stage.now() + 5)
    assert said(stage)[-1] == "GaveUp", "nothing is refereed any more"
    stage.world.press("go")
    stage.run_until(stage.now() + 3)
    assert said(stage)[-1] == "Lobby"
    assert stage.lamp("go") == "off"
    for key in ("k1", "p1", "p2", "go", "p2"):
        stage.world.press(key)
        stage.run_until(stage.now() + 1)
    stage.world.lift_key(SPOT)
    stage.world.lift_key((3, 0))
    stage.run_until(stage.now() + 5)
    assert said(stage)[-1] == "TurnStarts player=1"


def test_a_referee_that_stumbles_over_everything_is_given_up_at_once_not_tried_for_ever(
    stage: Simulated, broken: Broken
) -> None:
    broken.at = lambda _watch, _fact: True
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 3)
    assert said(stage)[-2:] == ["Stumbled", "GaveUp"]
    assert stage.turn() is None


def test_two_bugs_at_different_spots_of_a_game_are_two_looks_at_the_table(stage: Simulated, broken: Broken) -> None:
    spots = {(2, 0), (3, 0)}

    def at(_watch: Watch, fact: Fact) -> bool:
        if isinstance(fact, KeyStands) and fact.slot in spots and fact.depth is Depth.FULL:
            spots.discard(fact.slot)
            return True
        return False

    broken.at = at
    for slot in ((2, 0), (2, 0), (3, 0)):
        stage.world.push_key(slot)
        stage.run_until(stage.now() + 5)
        stage.world.lift_key(slot)
        stage.run_until(stage.now() + 2)
    assert said(stage).count("Stumbled") == 2
    assert "GaveUp" not in said(stage)
    assert said(stage)[-1] == "Guide do=push slot=2.0", "back to what the move before had agreed"


def test_a_journal_tells_what_the_referee_stumbled_over_and_a_replay_leaves_it_out(
    stage: Simulated, broken: Broken
) -> None:
    broken.at = once(broken, lambda fact: isinstance(fact, KeyStands) and fact.depth is Depth.FULL)
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 5)
    record = stage.box.record
    assert record is not None
    (kept,) = record.journal.games()
    rows = record.journal.facts(kept.id)
    (bug,) = (row for row in rows if row.bug)
    assert (bug.fact["fact"], bug.fact["slot"]) == ("KeyStands", "2.0")
    assert "LookupError: a bug" in str(bug.bug)
    facts = replay.read(row.fact for row in rows)
    *_, last = replay.fold(replay.begun(kept.name, kept.setup), facts, refused(rows))
    assert last.state == stage.box.tabletop.state


def test_a_plug_pulled_after_a_bug_brings_back_the_game_as_it_went_on(stage: Simulated, broken: Broken) -> None:
    broken.at = once(broken, lambda fact: isinstance(fact, Pressed))
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 3)
    stage.world.press("go")
    stage.run_until(stage.now() + 5)
    before = stage.box.tabletop.state.game
    stage.world.power(False)
    stage.world.power(True)
    stage.run_until(stage.now() + 5)
    assert stage.box.tabletop.state.game == before
    assert said(stage)[-1] == "Ask about=stop", "the press that was stumbled over is no stop in the replay either"


def test_a_plug_pulled_between_a_fact_and_the_note_of_its_bug_does_not_lose_the_game(
    stage: Simulated, broken: Broken, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 3)
    record = stage.box.record
    assert record is not None
    record.add(Pressed(at=stage.loop.time(), key="go"))
    record.flush()
    broken.at = lambda _watch, fact: isinstance(fact, Pressed)
    monkeypatch.setattr("games.catalog.GAMES", (stage.setting.game,))
    caplog.set_level(logging.ERROR)
    stage.world.power(False)
    stage.world.power(True)
    stage.run_until(stage.now() + 5)
    assert "Resumed" in said(stage)
    assert stage.box.tabletop.state.game.total == 1
    assert "a bug of the referee" in caplog.text


def test_a_bug_in_what_was_agreed_so_far_is_no_worse_than_any_other(stage: Simulated, broken: Broken) -> None:
    broken.forgetful = True
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 5)
    assert said(stage)[-2:] == ["Stumbled", "GaveUp"]


def test_a_plug_pulled_before_the_note_of_a_bug_in_the_lamps_does_not_lose_the_game(
    stage: Simulated, broken: Broken, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stage.world.push_key(SPOT)
    stage.run_until(stage.now() + 3)
    record = stage.box.record
    assert record is not None
    record.add(Pressed(at=stage.loop.time(), key="go"))
    record.flush()
    broken.dark_when = lambda watch: watch.game.phase is Phase.TAKE
    monkeypatch.setattr("games.catalog.GAMES", (stage.setting.game,))
    for _ in range(2):
        stage.world.power(False)
        stage.world.power(True)
        stage.run_until(stage.now() + 5)
        assert said(stage)[-2:] == ["Resumed", "Ask about=stop"], "from before the press, at every start"
    assert caplog.text.count("LookupError: no lamp") == 1, "the second start finds the note"


@pytest.mark.parametrize("bug", ["deaf", "dark", "forgetful"])
def test_a_game_that_cannot_even_begin_is_given_up_and_the_lobby_offers_it_again(
    broken: Broken, bug: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("firmware.match.GAMES", (replace(named("clever_keys"), referee=broken.referee),))
    stage = Simulated(Setting(board=BOARD), journal=True)
    try:
        setattr(broken, bug, True)
        for key in ("k1", "p1", "p2", "go", "p2"):
            stage.world.press(key)
            stage.run_until(stage.now() + 1)
        assert said(stage)[-1] == "GaveUp"
        assert (stage.turn(), stage.lamp("go")) == (None, "white")
        assert "at the beginning of a game" in caplog.text
        setattr(broken, bug, False)
        for key in ("go", "k1", "p1", "p2", "go", "p2"):
            stage.world.press(key)
            stage.run_until(stage.now() + 1)
        stage.run_until(stage.now() + 5)
        assert said(stage)[-1] == "TurnStarts player=1"
    finally:
        stage.close()
