"""`back` and `go`: moves are taken back and brought back, as far as the start."""

import pytest

from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Phase
from tests.games.sultans_swoop.keys import DULL, REDS, Keys


def test_a_swoop_is_taken_back_and_the_column_asked_for_and_go_brings_it_back() -> None:
    box = Keys(3).up()
    box.heard()
    assert box.back().said == ["Undone", "TurnStarts player=0", "Guide do=put part=column"]
    assert box.lit["go"] == "go"
    assert box.go().said == ["Resumed", "Ask about=column"]
    assert box.back().down().said[-1] == "TableRight"
    assert box.go().said == ["RollAgain player=0"], "a hand has moved: nothing is brought back"


def test_back_at_a_piece_says_that_nobody_has_it_yet_and_once_all_were_asked_takes_the_last_one_back() -> None:
    box = Keys(3).swoop(0, 1)
    box.heard()
    assert box.back().back().said == ["Ask about=ruby", "Ask about=carpet"]
    assert box.back().said == ["Undone", "Ask about=lantern"]
    assert box.press("p3").said == ["Has player=2 piece=lantern", "Ask about=carpet"]


def test_the_last_piece_can_be_taken_back_at_once() -> None:
    box = Keys(3).swoop(0, 1, 1, 2)
    box.heard()
    assert box.back().said == ["Undone", "Ask about=ruby"]
    assert box.press("p1").said == ["Foul code=SS-F04 player=0", "Ask about=ruby"]


def test_a_bout_is_taken_back_to_its_card_and_brought_back() -> None:
    box = Keys(3).bout(0, 1, 1, 2, dice=REDS, task="blue")
    box.heard()
    assert REFEREE.scores(box.watch) == (0, 3, 1)
    assert box.back().said == ["Undone", "ShowTask player=0"]
    assert REFEREE.scores(box.watch) == (0, 0, 0)
    assert box.go().said == ["Resumed", "TurnStarts player=0", "Guide do=put part=column"]
    assert box.back().colour("red").said[2:4] == ["Bout number=1 result=task pay=4,3,1", "NewTask player=0"]
    assert box.go().said == ["TurnStarts player=0", "Guide do=put part=column"], "nothing is left to bring back"


def test_tasks_laid_open_are_taken_back_together() -> None:
    box = Keys(2).dice("red blue green")
    assert box.back().said[-2:] == ["Undone", "Ask about=tasks"]
    assert box.game.tasks == (None,) * 3


def test_rolls_made_again_are_one_thing_to_take_back() -> None:
    box = Keys(3).bout(0, 1, 1, 2, task="red").down().go().go().go()
    assert box.game.bouts == 1
    assert box.back().game.bouts == 1
    assert box.back().phase is Phase.SHOW


def test_mashed_backs_undo_one_thing_and_the_start_is_the_start() -> None:
    box = Keys(3).swoop(0, 1, 1, 2).dice(DULL).wait(2)
    box.heard()
    assert box.press("back", "back", "back", pause=0.2).said == ["Undone", "CountDice"]
    box = Keys(3)
    assert box.back().said[1:] == ["NotNow"]


def test_the_end_is_taken_back() -> None:
    box = Keys(3)
    for _ in range(10):
        box.bout(0, 1, 1, 2, dice=REDS, task="red").down()
    assert REFEREE.outcome(box.watch) is not None
    box.heard()
    assert box.back().said == ["Undone", "ShowTask player=0"]
    assert REFEREE.outcome(box.watch) is None
    assert box.go().said == ["Resumed", "GameOver winners=0 scores=40,30,10"]


@pytest.mark.parametrize("backs", [1, 3, 9, 40])
def test_back_leads_to_the_start_and_the_same_bout_can_be_played_again(backs: int) -> None:
    box = Keys(3).bout(0, 1, 1, 2, dice=REDS, task="red").down().swoop(1, 0, 2)
    for _ in range(backs):
        box.back()
    assert len(REFEREE.history(box.watch)) >= 1
    if backs == 40:
        assert (REFEREE.history(box.watch), box.phase) == ((box.game,), Phase.ROLL)
        box.down().bout(0, 1, 1, 2, dice=REDS, task="red")
        assert REFEREE.scores(box.watch) == (4, 3, 1)
