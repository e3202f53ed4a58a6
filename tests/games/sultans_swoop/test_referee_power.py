"""The plug, and parts that fall silent."""

import pytest

from games.facts import ColumnMoved
from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Phase, Settings
from tests.games.sultans_swoop.keys import DULL, REDS, Keys


@pytest.mark.parametrize(
    ("box", "said"),
    [
        (Keys(3, gems=None), ["BuildTower pieces=column,lantern,carpet,ruby cards=10"]),
        (Keys(2).colour("red"), ["Ask about=tasks"]),
        (Keys(3), ["TurnStarts player=0"]),
        (Keys(3).up(), ["Ask about=column"]),
        (Keys(3).swoop(0, 1), ["Ask about=carpet"]),
        (Keys(3).swoop(0, 1, 1, 2).colour("red red"), ["CountDice"]),
        (Keys(3).swoop(0, 1, 1, 2).go(), ["CountDice"]),
        (Keys(3).swoop(0, 1, 1, 2).dice(DULL), ["ShowTask player=0"]),
        (Keys(3, settings=Settings(bouts=1)).bout(0, 1, 1, 2, task="red"), ["GameOver winners=1 scores=0,3,1"]),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_after_a_cut_the_game_goes_on_from_what_was_agreed_and_asks_again(box: Keys, said: list[str]) -> None:
    before, _ = box.game, box.said
    assert box.cut().wait(5).said == ["Resumed", *said]
    assert box.game == before
    assert box.watch.talk.entered == ()


def test_a_column_that_is_up_before_a_roll_has_to_come_back_after_a_cut() -> None:
    box = Keys(3).wait(1)
    box.heard()
    assert box.cut(up=True).wait(5).said == ["Resumed", "TurnStarts player=0", "Guide do=put part=column"]
    assert box.down().up().said == ["TableRight", "Swoop", "Ask about=column"]


def test_what_the_players_have_overruled_stays_overruled() -> None:
    box = Keys(3, column=False).wait(2).go().go().go()
    box.heard()
    assert box.cut(up=None).wait(5).said == ["Resumed", "TurnStarts player=0", "Ask about=by_hand"]
    assert box.press("p1").phase is Phase.GRAB


def test_back_reaches_beyond_a_cut() -> None:
    box = Keys(3).swoop(0, 1).cut(up=True).back().back().back()
    assert box.said[-2:] == ["Undone", "Ask about=lantern"]


def test_without_the_panel_the_game_waits_and_what_was_half_entered_is_asked_anew() -> None:
    box = Keys(3).swoop(0, 1, 1, 2).colour("red red")
    box.heard()
    assert box.lose().lose().said == ["SensorLost part=panel"]
    assert box.lit == {"pad.1": "turn"}
    assert box.press("go", held=2.5).said == ["SensorLost part=panel"]
    assert box.regain().regain().said == ["SensorBack part=panel", "CountDice"]
    assert box.watch.talk.entered == ()


def test_a_swoop_is_seen_without_the_panel_and_asked_about_when_that_is_back() -> None:
    box = Keys(3).lose()
    box.heard()
    assert box.up().said == ["Swoop"]
    assert box.regain().said == ["SensorBack part=panel", "Ask about=column"]


def test_without_its_contact_pads_tell_who_has_the_column_and_nobody_asks_for_it() -> None:
    box = Keys(3).lose("slots4")
    assert box.said[1:] == ["SensorLost part=slots4", "Ask about=by_hand"]
    assert box.press("go", held=2.5).said == ["TurnStarts player=0", "Ask about=by_hand"]
    assert box.go().said == ["RollAgain player=0"]
    assert box.press("p2").said == ["Swoop", "Has player=1 piece=column", "Ask about=lantern"]
    box.press("p1", "p1", "p3").dice(REDS).colour("red")
    assert box.wait(9).said[-1] == "TurnStarts player=1"
    assert box.back().said == ["Undone", "ShowTask player=1"]


def test_the_contact_is_lost_in_the_middle_of_a_bout_and_back_before_the_next() -> None:
    box = Keys(3).swoop(0, 1).lose("slots4")
    assert box.said[-1] == "SensorLost part=slots4"
    box.press("p2", "p3").dice(REDS).colour("red")
    box.feed(ColumnMoved(at=box.at, up=True))
    box.heard()
    assert box.regain("slots4").wait(5).said == ["SensorBack part=slots4", "Guide do=put part=column"]
    assert box.down().up().said == ["TableRight", "Swoop", "Ask about=column"]


def test_what_the_contact_says_while_its_part_comes_back_is_no_swoop() -> None:
    box = Keys(3).lose("slots4")
    box.feed(ColumnMoved(at=box.at, up=False))
    box.wait(1).feed(ColumnMoved(at=box.at, up=True))
    box.heard()
    assert box.regain("slots4").wait(5).said == ["SensorBack part=slots4", "Guide do=put part=column"]
    assert box.down().said == ["TableRight"]


def test_a_contact_that_is_back_while_the_column_stands_needs_no_word() -> None:
    box = Keys(3).lose("slots4")
    box.feed(ColumnMoved(at=box.at, up=False))
    box.heard()
    assert box.regain("slots4").wait(5).said == ["SensorBack part=slots4"]
    assert box.up().said == ["Swoop", "Ask about=column"]


def test_a_set_up_without_the_contact_begins_at_go() -> None:
    box = Keys(3, gems=None, column=False).lose("slots4").wait(5)
    assert box.said[1:] == ["SensorLost part=slots4"]
    assert box.go().said == ["TurnStarts player=0", "Ask about=by_hand"]


@pytest.mark.parametrize("part", ["scale", "knock", "slots0", "lamps"])
def test_other_parts_are_said_once_and_play_goes_on(part: str) -> None:
    box = Keys(3).lose(part).lose(part)
    assert box.said[1:] == [f"SensorLost part={part}"]
    assert box.up().regain(part).regain(part).said == ["Swoop", "Ask about=column", f"SensorBack part={part}"]


def test_what_is_said_late_is_said_only_while_it_is_true() -> None:
    box = Keys(3).lose("scale").up().go()
    true = {type(said).__name__ for said in box.announced if REFEREE.still_holds(box.watch, said)}
    assert true == {"TurnStarts", "SensorLost", "RollAgain", "Guide"}
    box.regain("scale").down().swoop(0, 1, 1, 2).dice(DULL)
    true = {type(said).__name__ for said in box.announced if REFEREE.still_holds(box.watch, said)}
    assert true == {"SensorBack", "TableRight", "Has", "OnBazaar", "ShowTask"}
