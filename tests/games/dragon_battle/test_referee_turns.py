"""Dragon Battle by hand: throws, colours and stars are entered, and the box plays what leaves no choice (panel.md)."""

import pytest

from games.dragon_battle.referee import REFEREE
from games.dragon_battle.rules import Copy, Settings, Variant
from tests.games.dragon_battle.keys import Keys


def test_lukas_and_ella_play_the_rulebooks_example() -> None:
    box = Keys()
    assert box.said == ["TurnStarts player=0"]
    assert box.throw("black", "blue", "red", "red").said == ["Rolled well=1 choose=blue,red", "Ask about=colour"]
    assert box.colour("red").said == ["Scared dragon=red dice=1", "Ask about=stop"]
    assert box.throw("yellow").said == [
        "Rolled well=0 choose=yellow",
        "Scared dragon=yellow dice=0",
        "Battle ends=dice take=yellow,red",
        "Ask about=stars_red",
    ]
    assert box.stars(4).said == ["Ask about=stars_yellow"]
    assert box.stars(2).said == [
        "Freed player=0 residents=2 stars=6",
        "Refill dragons=yellow,red pile=14",
        "TurnStarts player=1",
    ]
    box.throw("yellow", "red", "silver", "silver")
    assert box.said == ["Rolled well=0 choose=red,silver,yellow", "Ask about=colour"]
    assert box.colour("silver").said == ["Ask about=dragon"]
    assert box.colour("blue").said == ["Scared dragon=blue dice=2", "Ask about=stop"]
    assert box.throw("black", "blue").said == [
        "Rolled well=1 choose=",
        "Failed player=1",
        "Juggler player=1 left=7",
        "TurnStarts player=0",
    ]
    assert REFEREE.scores(box.watch) == (6, 1)


def test_go_stops_and_entering_the_next_throw_goes_on() -> None:
    box = Keys().throw("red", "blue", "black", "black").colour("red").hush()
    assert box.stop().said == ["Battle ends=stop take=red", "Ask about=stars_red"]
    assert box.stars(3).said[0] == "Freed player=0 residents=1 stars=3"
    assert REFEREE.turn(box.watch) == 1
    box.throw("red", "blue", "black", "black").colour("red").hush()
    assert box.throw("blue").said[1:3] == ["Scared dragon=blue dice=0", "Battle ends=dice take=red,blue"]


def test_stars_are_asked_in_the_order_in_which_the_dragons_were_scared() -> None:
    box = Keys().throw("purple", "blue", "yellow", "black").colour("purple").throw("blue", "yellow").colour("blue")
    box.throw("yellow")
    assert box.said[-2:] == ["Battle ends=dice take=yellow,blue,purple", "Ask about=stars_purple"]
    assert box.stars(1, 2).said == ["Ask about=stars_blue", "Ask about=stars_yellow"]
    assert box.stars(6).said[0] == "Freed player=0 residents=3 stars=9"


def test_for_younger_children_residents_are_freed_without_a_question() -> None:
    box = Keys(settings=Settings(variant=Variant.YOUNG)).throw("red", "red", "black", "black")
    assert box.said[-4:] == [
        "Battle ends=dice take=red",
        "Freed player=0 residents=1",
        "Refill dragons=red pile=15",
        "TurnStarts player=1",
    ]
    assert REFEREE.scores(box.watch) == (1, 0)


def test_silver_alone_needs_no_key_for_itself_and_may_be_pressed_all_the_same() -> None:
    box = Keys().throw("silver", "silver", "black", "black")
    assert box.said[-2:] == ["Rolled well=2 choose=silver", "Ask about=dragon"]
    assert box.colour("silver").said == ["Ask about=dragon"]
    assert box.colour("purple").said[0] == "Scared dragon=purple dice=0"


def test_silver_for_the_last_dragon_is_placed_by_the_box() -> None:
    box = Keys()
    for colour in ("yellow", "red", "blue"):
        box.throw(colour, *["silver"] * (box.watch.game.dice - 1)).colour(colour)  # type: ignore[arg-type] # as listed
    box.throw("silver")
    assert box.said[-3:] == [
        "Scared dragon=purple dice=0",
        "Battle ends=dice take=yellow,red,blue,purple",
        "Ask about=stars_yellow",
    ]


def test_without_jugglers_a_failed_battle_ends_the_turn_and_nothing_is_promised() -> None:
    box = Keys()
    for _ in range(9):
        box.throw("black", "black", "black", "black")
    assert box.said[-4:] == ["TurnStarts player=0", "Rolled well=4 choose=", "Failed player=0", "TurnStarts player=1"]


def test_the_game_ends_once_and_go_asks_whether_to_leave() -> None:
    box = Keys()
    for _ in range(16):
        box.throw("red", "red", "red", "red").stars(1).wait()
    assert box.said[-2:] == ["Refill dragons=red pile=0", "TurnStarts player=0"]
    assert box.throw("red", "black", "black", "black").stars(6).said[-2:] == [
        "Freed player=0 residents=1 stars=6",
        "GameOver winners=0 scores=14,8",
    ]
    over = REFEREE.outcome(box.watch)
    assert over is not None
    assert over.winners == (0,)
    assert box.press("go").said == ["Ask about=leave"]
    assert box.press("go", pause=1.1).said == []
    assert REFEREE.left(box.watch) == "lobby"
    assert box.press("go", "k1", "back").said == []


def test_go_mashed_at_the_end_asks_whether_to_leave_and_does_not_leave() -> None:
    box = Keys()
    for _ in range(17):
        box.throw("red", "black", "black", "black").stars(1).wait()
    assert box.press("go", "go", "go").said[-2:] == ["GameOver winners=0 scores=9,8", "Ask about=leave"]
    assert REFEREE.left(box.watch) is None
    assert box.press("go", pause=1.1).said == []
    assert REFEREE.left(box.watch) == "lobby"


@pytest.mark.parametrize("gems", [(0, 0), None])
def test_there_is_nothing_to_check_before_the_first_turn(gems: tuple[int, int] | None) -> None:
    assert Keys(3, 2, gems=gems).said == ["TurnStarts player=2"]


def test_jugglers_have_the_stars_of_the_owners_copy() -> None:
    step = REFEREE.begin(2, 0, Settings(), at=0.0, copy=Copy(juggler_stars=3))
    assert step.state.game.juggler_stars == 3


def test_no_weight_matters() -> None:
    box = Keys()
    assert REFEREE.heed(box.watch) == "centre"
    assert REFEREE.agreed(box.watch) is None


OPTIONAL = Settings(must_place=False)


def test_where_nothing_must_be_laid_out_go_says_throw_on_and_a_second_go_stops() -> None:
    box = Keys(settings=OPTIONAL).throw("red", "blue", "blue", "blue")
    assert box.said[-1] == "Ask about=colour"
    assert box.stop().said == ["Ask about=throw"]
    assert box.stop().said == ["Foul code=DB-F09 player=0"]
    assert box.throw("red", "red", "blue", "blue").said == ["Rolled well=0 choose=blue,red", "Ask about=colour"]
    assert box.colour("red").said[0] == "Scared dragon=red dice=2"
    assert box.throw("blue", "blue").said == ["Rolled well=0 choose=blue", "Ask about=colour"]
    assert box.stop().said == ["Ask about=stop"]
    assert box.back().said == ["Ask about=colour"]
    assert box.stop().stop().said[1:] == ["Battle ends=stop take=red", "Ask about=stars_red"]


def test_where_nothing_must_be_laid_out_the_fourth_throw_is_the_last() -> None:
    box = Keys(settings=OPTIONAL).throw("red", "blue", "blue", "blue")
    for _ in range(3):
        box.stop().throw("red", "blue", "blue", "blue")
    assert box.said[-1] == "Ask about=colour"
    assert box.stop().said == ["Foul code=DB-F09 player=0"]
    assert box.colour("red").said == ["Scared dragon=red dice=3", "Battle ends=throws take=red", "Ask about=stars_red"]


def test_where_nothing_must_be_laid_out_an_earlier_dragon_is_enough_at_the_fourth_throw() -> None:
    box = Keys(settings=OPTIONAL).throw("red", "blue", "blue", "blue").colour("red")
    for _ in range(2):
        box.throw("blue", "blue", "blue").stop()
    assert box.throw("blue", "blue", "blue").said[-1] == "Ask about=colour"
    assert box.stop().said == ["Battle ends=stop take=red", "Ask about=stars_red"]


def test_where_silver_joins_it_is_asked_whether_it_comes_along() -> None:
    def thrown() -> Keys:
        return Keys(settings=Settings(silver_joins=True)).throw("red", "silver", "silver", "black").colour("red")

    box = thrown()
    assert box.said[-1] == "Ask about=silver"
    assert box.colour("silver").said[0] == "Scared dragon=red dice=0"
    box = thrown().colour("red")
    assert "Scared dragon=red dice=2" in box.said
    box = thrown().colour("blue")
    assert box.said[-1] == "Foul code=DB-F04 player=0"
    assert box.back().said == ["Ask about=colour"]
    assert box.colour("silver").said == ["Ask about=dragon"]
    assert box.colour("red").said[0] == "Scared dragon=red dice=1"
