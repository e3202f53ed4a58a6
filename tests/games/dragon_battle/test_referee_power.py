"""Power cuts, lost parts, and leaving the game."""

import pytest

from games.announcements.shared import Ask, GameOver, Reports, SensorBack, SensorLost, TurnStarts
from games.dragon_battle.referee import REFEREE
from games.facts import ColumnMoved, GemsCounted, KeyStands, Knock, Pressed, Weighing
from games.table import Depth, Slot
from tests.games.dragon_battle.keys import Keys


def test_after_a_power_cut_a_half_entered_throw_is_entered_anew() -> None:
    box = Keys().throw("red", "blue", "silver", "silver").colour("red").colour("blue", "blue").cut()
    assert box.said[-2:] == ["Resumed", "Ask about=stop"]
    assert box.watch.talk.entered == ()
    assert box.throw("blue", "black", "black").said[1] == "Scared dragon=blue dice=0"


def test_after_a_power_cut_stars_and_silver_are_asked_from_the_beginning() -> None:
    box = Keys().throw("red", "silver", "silver", "blue").colour("silver").cut()
    assert box.said[-2:] == ["Resumed", "Ask about=colour"]
    box.colour("red").throw("blue", "blue", "blue").stars(3).cut()
    assert box.said[-2:] == ["Resumed", "Ask about=stars_red"]
    assert box.stars(4, 2).said[1] == "Freed player=0 residents=2 stars=6"


def test_after_a_power_cut_moves_can_still_be_taken_back_but_not_brought_back() -> None:
    box = Keys(seats=(1, 4)).throw("red", "blue", "black", "black").colour("red").back().cut()
    assert box.lit["pad.2"] == "turn"
    assert box.back().said[-2:] == ["Undone", "TurnStarts player=0"]
    box = Keys().throw("red", "blue", "black", "black").colour("red").back().cut()
    assert box.stop().said[-1] == "Foul code=DB-F09 player=0"


def test_a_game_that_is_over_is_over_after_a_power_cut() -> None:
    box = Keys()
    for _ in range(17):
        box.throw("red", "black", "black", "black").stars(1).wait()
    assert box.cut().said[-2:] == ["Resumed", "GameOver winners=0 scores=9,8"]


def test_the_game_waits_for_a_lost_panel_and_asks_again() -> None:
    box = Keys().throw("red", "blue", "silver", "silver").colour("silver")
    box.hush()
    assert box.lose().lose().said == ["SensorLost part=panel"]
    assert box.lit == {"pad.1": "turn"}
    assert REFEREE.wake(box.watch) is None
    assert box.regain().regain().said == ["SensorBack part=panel", "Ask about=colour"]
    assert box.colour("red").said[0] == "Scared dragon=red dice=3"


def test_a_throw_that_was_complete_when_the_panel_fell_silent_is_entered_anew() -> None:
    box = Keys().colour("red", "red", "red", "red").lose().wait(10).regain().wait(10)
    assert box.said[1:] == ["SensorLost part=panel", "SensorBack part=panel", "TurnStarts player=0"]


def test_other_parts_are_missed_once_and_play_goes_on() -> None:
    box = Keys().lose("scale").lose("scale").lose("slots0").regain("scale").regain("scale")
    assert box.said[1:] == ["SensorLost part=scale", "SensorLost part=slots0", "SensorBack part=scale"]
    assert box.throw("black", "black", "black", "black").said[1] == "Failed player=0"


def test_what_lies_and_stands_in_the_box_changes_nothing() -> None:
    box = Keys()
    before = box.watch.game
    for fact in (
        KeyStands(at=11, slot=Slot(0, 0), depth=Depth.FULL),
        Weighing(at=11, place="centre"),
        GemsCounted(at=12, place="centre", gems=7),
        Knock(at=12),
        ColumnMoved(at=12, up=True),
    ):
        box.feed(fact)
    assert box.said == ["TurnStarts player=0"]
    assert box.watch.game == before


def test_leaving_is_asked_and_may_be_declined() -> None:
    box = Keys().throw("red", "blue", "black", "black").press("back", held=3.0)
    assert box.said[-1] == "Ask about=leave"
    assert box.press("go", held=2.0).said == ["Ask about=leave"]
    assert box.press("k1").said == ["NotNow"]
    assert box.press("back", pause=1.1).said == ["Ask about=colour"]
    assert box.press("back", held=3.0).press("go").said == ["Ask about=leave"]
    assert REFEREE.left(box.watch) == "lobby"
    assert REFEREE.wake(box.watch) is None


def test_a_throw_waits_while_the_players_think_about_leaving() -> None:
    box = Keys().colour("black", "black", "black", "black").press("back", held=3.0)
    assert box.wait(20).said[-1] == "Ask about=leave"
    assert box.press("back").wait(2).said[-1] == "TurnStarts player=1"


def test_what_was_said_is_known_to_hold_or_not() -> None:
    box = Keys()
    holds = REFEREE.still_holds
    assert holds(box.watch, TurnStarts(0))
    assert not holds(box.watch, TurnStarts(1))
    assert not holds(box.watch, GameOver((0,), (0, 0)))
    assert not holds(box.watch, Reports(("DB-F15",)))
    assert not holds(box.watch, Ask("stop"))
    assert not holds(box.watch, SensorLost("panel"))
    assert holds(box.watch, SensorBack("panel"))
    box.press("back", held=1.5)
    assert holds(box.watch, box.announced[-1])


@pytest.mark.parametrize("held", [1.5, 3.5])
def test_the_power_comes_back_to_the_game_and_not_to_the_list(held: float) -> None:
    box = Keys()
    box.feed(Pressed(at=box.at, key="back", held=held))
    assert box.cut().said[-2:] == ["Resumed", "TurnStarts player=0"]
    assert "go" not in box.lit
