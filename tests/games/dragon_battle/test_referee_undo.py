"""`back` takes back the last entry, else the last move; `go` brings that back until a hand enters something."""

from games.dragon_battle.referee import REFEREE
from tests.games.dragon_battle.keys import Keys


def silver() -> Keys:
    box = Keys().throw("red", "silver", "silver", "blue").colour("silver")
    assert box.said[-1] == "Ask about=dragon"
    return box


def test_back_takes_the_chosen_colour_back_before_any_move() -> None:
    box = silver()
    assert box.back().said == ["Ask about=colour"]
    assert box.colour("red").said[0] == "Scared dragon=red dice=3"


def test_back_takes_the_last_stars_back() -> None:
    box = Keys().throw("red", "red", "blue", "blue").colour("red").throw("blue", "blue")
    assert box.stars(2).said[-2:] == ["Ask about=stars_red", "Ask about=stars_blue"]
    assert box.back().said == ["Ask about=stars_red"]
    assert box.stars(3, 1).said[1] == "Freed player=0 residents=2 stars=4"


def test_what_the_box_did_by_itself_is_taken_back_with_the_throw_that_led_there() -> None:
    box = Keys().throw("black", "black", "black", "black")
    assert REFEREE.scores(box.watch) == (1, 0)
    box.hush()
    assert box.back().said == ["Undone", "TurnStarts player=0"]
    assert REFEREE.scores(box.watch) == (0, 0)
    assert box.watch.game.jugglers == 8
    assert box.press("go").said == ["Resumed", "TurnStarts player=1"]
    assert REFEREE.scores(box.watch) == (1, 0)


def test_moves_go_back_one_by_one_to_the_start_and_come_again() -> None:
    box = silver().colour("yellow").throw("red", "red").stars(4, 3)
    after = box.watch.game
    box.hush()
    box.back().back().back().back()
    assert [line for line in box.said if line != "Undone"] == [
        "Ask about=stars_yellow",
        "Ask about=stop",
        "Ask about=colour",
        "TurnStarts player=0",
    ]
    assert box.back().said == ["NotNow"]
    assert REFEREE.history(box.watch) == (box.watch.game,)
    box.press("go", "go", "go", "go")
    assert box.watch.game == after
    assert box.said[-2:] == ["Resumed", "TurnStarts player=1"]
    assert len(REFEREE.history(box.watch)) == 5


def test_a_hand_that_enters_something_gives_the_move_up() -> None:
    box = silver().colour("yellow").back().colour("red")
    box.hush()
    assert box.wait().press("go").said == ["Battle ends=stop take=red", "Ask about=stars_red"]


def test_a_wrong_press_gives_nothing_up() -> None:
    box = silver().colour("yellow").back().press("p3")
    box.hush()
    assert box.press("go").said == ["Resumed", "Ask about=stop"]


def test_a_second_back_within_a_second_is_ignored() -> None:
    box = silver().colour("yellow").throw("red", "red")
    box.hush()
    assert box.press("back").press("back").said == ["Undone", "Ask about=stop"]


def test_the_end_can_be_taken_back() -> None:
    box = Keys()
    for _ in range(17):
        box.throw("red", "black", "black", "black").stars(1).wait()
    assert box.said[-1] == "GameOver winners=0 scores=9,8"
    assert box.back().said == ["Undone", "Ask about=stars_red"]
    assert REFEREE.outcome(box.watch) is None
    assert box.stars(5).said[-1] == "GameOver winners=0 scores=13,8"
    assert box.back().press("go").said[-2:] == ["Resumed", "GameOver winners=0 scores=13,8"]
