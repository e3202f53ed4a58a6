"""Tracked wagons: sets, colours, what goes into the wagon, what goes back, task cards (rules.md 4.4, phases 3 to 5)."""

from dataclasses import replace
from typing import Any

import pytest

from games.hammer_time.copy import ASSUMED
from games.hammer_time.rules import Phase, Tasks, Variant
from games.hammer_time.wagons import loaded
from tests.games.hammer_time.box import TRACKED, Box, tracked

WAGON = "ygbr"


def at(box: Box, **given: Any) -> Box:
    """The same box with the game at another spot; gems in wagons come off it."""
    game = box.game._replace(**given)
    off = sum(map(loaded, game.placed)) - sum(map(loaded, box.game.placed))
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=game._replace(box=game.box - off)))
    box.lie -= off
    return box.count().wait(3).hush()


def filling(placed: str = "....", held: tuple[str, ...] = (), **given: Any) -> Box:
    """Clara's wagon on top, with what lies in it."""
    below = (ASSUMED.wagons[0][1:],) * 2
    return at(tracked(), tops=(WAGON, ""), placed=(placed, ""), below=below, held=(held, ()), **given)


def test_each_player_tells_of_a_set_and_at_each_new_top_wagon_which_card_it_is() -> None:
    box = Box(3, 1, settings=TRACKED, seats=(0, 2, 5))
    assert box.said == ["Ask about=set"]
    assert box.lit == {"pad.3": "turn", "key.1": "yellow", "key.2": "red", "key.3": "blue", "key.4": "green"}
    assert box.colour("red").said == ["SetTaken player=1 colour=red", "Ask about=set"]
    assert box.colour("red").said == ["NotNow"]
    box.colour("yellow").hush()
    assert box.colour("green").said == ["SetTaken player=0 colour=green", "TurnStarts player=1", "Ask about=wagon"]
    assert {lamp for lamp, means in box.lit.items() if means == "choice"} == {"pad.1", "pad.2", "pad.3", "pad.4"}
    assert box.press("p2").said == ["WagonOpen player=1 colours=yellow,yellow,green,blue,red"]
    assert box.press("p1").said == ["NotNow"]


def test_clara_s_turn_as_the_rulebook_tells_it() -> None:
    box = tracked(settings=replace(TRACKED, tasks=Tasks.CARDS))
    box.press("k2", "p1")
    assert box.said == ["TaskOpen kind=odd", "Ask about=wagon", "WagonOpen player=0 colours=yellow,green,blue,red"]
    assert box.knock(5).said == [
        "Knocked",
        "Fell gems=5",
        "TaskDone player=0 kind=odd",
        "Ask about=colours",
    ]
    assert box.tell("yellow", "blue", "black", "white", "yellow").said == [
        "Sorted colours=yellow,yellow,blue,black,white",
        "Ask about=fill",
    ]
    box.tell("yellow", "blue", "white")
    assert box.said == [
        "Placed colour=yellow filled=1 spaces=4",
        "Placed colour=blue filled=2 spaces=4",
        "Placed colour=white filled=3 spaces=4",
        "Guide do=put place=centre gems=2",
    ]
    assert box.put(2).said == [
        "GemsBack",
        "Missing spaces=1 colours=red,green",
        "CardsFill player=0 cards=1",
        "Ask about=cards",
    ]
    assert {box.lit["go"], box.lit["back"]} == {"go"}
    assert box.go().wait(2).said == [
        "CardsUsed player=0 cards=1",
        "WagonFull player=0 wagons=1",
        "Guide do=put place=centre gems=3",
    ]
    assert box.put(3).said == ["GemsBack", "TurnStarts player=1", "Ask about=task", "Ask about=wagon"]
    assert box.game.done == (1, 0)


def test_the_colours_are_ruled_on_by_themselves_when_all_are_entered() -> None:
    box = filling().knock(2).hush()
    assert box.colour("yellow", "blue").said == []
    assert box.lit["meter.2"] == "meter"
    assert box.wait(1.6).said == ["Sorted colours=yellow,blue", "Ask about=fill"]
    assert "go" not in box.lit
    assert box.press("go").said == [], "it still belongs to the entry before"
    assert box.wait(1.7).lit["go"] == "go", "now it would end the filling"
    assert box.colour("yellow", "blue").wait(2).said == [
        "Placed colour=yellow filled=1 spaces=4",
        "Placed colour=blue filled=2 spaces=4",
        "GemsBack",
        "Missing spaces=2 colours=red,green",
        "TurnStarts player=1",
        "Ask about=wagon",
    ]


def test_as_many_colours_are_entered_as_the_scale_counted_else_they_are_asked_for_again() -> None:
    box = filling().knock(3).hush()
    assert box.tell("yellow", "blue").said == ["Ask about=colours"]
    assert box.tell("yellow", "blue", "red", "red").said == ["Ask about=colours"]
    assert box.tell("yellow", "blue", "red").said == ["Sorted colours=yellow,red,blue", "Ask about=fill"]


def test_with_nothing_entered_go_asks_for_the_colours_again() -> None:
    box = filling().knock(3).hush()
    assert box.go().said == ["Ask about=colours"]
    assert "go" not in box.lit
    assert box.colour("red").lit["go"] == "go"


def test_who_insists_on_another_number_of_colours_is_believed() -> None:
    box = filling().knock(3).hush()
    box.tell("yellow", "blue").tell("yellow", "blue").hush()
    assert box.tell("yellow", "blue").said == [
        "Corrected",
        "Counted place=centre gems=88",
        "Knocked",
        "Fell gems=2",
        "Sorted colours=yellow,blue",
        "Ask about=fill",
    ]
    assert (box.game.phase, box.game.box, box.game.fallen) == (Phase.FILL, 88, "yb")
    box.lie = 88
    assert box.count().back().said[0] == "Undone"
    assert box.game.fell == 3


def few(gems: int) -> Box:
    """So many gems lie on the box, and Clara's wagon is on top."""
    box = filling()
    box.lie = gems
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=box.game._replace(box=gems)))
    return box.count().wait(3).hush()


def test_who_insists_on_fewer_when_all_are_back_early_makes_no_gems_that_there_are_not() -> None:
    box = filling().knock(3).put(3).hush()
    box.tell("yellow").tell("yellow").hush()
    assert box.tell("yellow").said[:4] == ["Corrected", "Counted place=centre gems=90", "Knocked", "Fell gems=1"]
    assert box.watch.pan.gems == 90


def test_who_insists_on_more_as_gems_are_taken_off_leaves_no_fewer_than_none() -> None:
    box = few(14).knock(3).hush()
    twelve = ("yellow",) * 12
    box.tell(*twelve).tell(*twelve).colour(*twelve).stir().hush()
    box.lie -= 8
    assert box.count().press("go").said[:2] == ["Corrected", "Counted place=centre gems=0"]


def test_who_insists_on_more_gems_than_lay_on_the_box_is_asked_again() -> None:
    box = few(9).knock(3).hush()
    ten = ("yellow",) * 10
    assert box.tell(*ten).tell(*ten).tell(*ten).tell(*ten).said[-1] == "Ask about=colours"
    assert box.game.fell == 3


def test_who_insists_while_the_scale_is_lost_is_believed_without_a_count_of_the_box() -> None:
    box = filling().knock(3).lose().hush()
    box.tell("yellow", "blue").tell("yellow", "blue").hush()
    assert box.tell("yellow", "blue").said[:3] == ["Corrected", "Knocked", "Fell gems=2"]
    assert (box.game.fell, box.game.fallen) == (2, "yb")


def test_black_gems_count_for_the_task_and_never_fill_a_wagon() -> None:
    box = at(tracked(settings=replace(TRACKED, tasks=Tasks.CARDS)), deck=("2black", None))
    assert box.knock(2).said == ["Knocked", "Fell gems=2", "Ask about=colours"]
    assert box.tell("black", "black").said == [
        "Sorted colours=black,black",
        "TaskDone player=0 kind=2black",
        "Ask about=wagon",
    ]
    assert box.press("p3").said == ["WagonOpen player=0 colours=green,green,blue,blue,red", "Ask about=fill"]
    assert box.tell("black").said == ["Foul code=HT-F17 player=0"]


@pytest.mark.parametrize(
    ("placed", "fell", "put", "foul"),
    [
        ("....", "yellow black", "black", "HT-F17"),
        ("....", "yellow red", "blue", "HT-F05"),
        ("....", "yellow red", "red red", "HT-F05"),
        ("y...", "yellow red", "yellow", "HT-F04"),
        ("....", "yellow yellow", "yellow yellow", "HT-F04"),
        ("wgb.", "white white", "white white", "HT-F04"),
        ("wg.r", "yellow green", "green", "HT-F04"),
    ],
)
def test_gems_that_do_not_go_into_the_wagon_are_named_and_nothing_is_placed(
    placed: str, fell: str, put: str, foul: str
) -> None:
    box = filling(placed)
    box.knock(2).tell(*fell.split()).hush()
    before = box.game
    assert box.tell(*put.split()).said == [f"Foul code={foul} player=0"]
    assert box.game == before
    assert box.press("go", held=2.5).said == ["Ask about=fill"]


def test_a_colour_that_the_wagon_does_not_have_is_named() -> None:
    box = at(tracked(), tops=("ybyb", ""), placed=("....", ""), below=(ASSUMED.wagons[0][1:], ASSUMED.wagons[1]))
    box.knock(2).tell("red", "yellow").hush()
    assert box.tell("red").said == ["Foul code=HT-F03 player=0"]


def test_a_white_gem_makes_room_where_it_stands_in_the_way() -> None:
    box = filling("w...").knock(2).tell("yellow", "black").hush()
    assert box.tell("yellow").said == [
        "Shifted colour=white",
        "Placed colour=yellow filled=2 spaces=4",
        "Guide do=put place=centre gems=1",
    ]


def test_nothing_has_to_be_placed() -> None:
    box = filling().knock(2).tell("yellow", "black").hush()
    assert box.go().wait(2).said == ["Guide do=put place=centre gems=2"]
    assert box.lit["meter.2"] == "meter"
    assert box.put(2).said[:2] == ["GemsBack", "Missing spaces=4 colours=yellow,red,blue,green"]


def test_the_rest_may_be_back_before_the_gems_in_the_wagon_are_told() -> None:
    box = filling().knock(3).tell("yellow", "red", "black").put(1).hush()
    assert box.tell("yellow", "red").said[:3] == [
        "Placed colour=yellow filled=1 spaces=4",
        "Placed colour=red filled=2 spaces=4",
        "GemsBack",
    ]


def test_go_or_a_knock_before_the_rest_is_back_is_named_and_so_are_too_many() -> None:
    box = filling("y...").knock(3).tell("red", "black", "black").tell("red").hush()
    assert box.go().said == ["Foul code=HT-F07 player=0 expected=2", "Guide do=put place=centre gems=2"]
    assert box.knock().said == ["Foul code=HT-F07 player=0 expected=2", "Guide do=put place=centre gems=2"]
    assert box.put(3).said == ["Foul code=HT-F07 player=0 expected=2", "Guide do=take place=centre gems=1"]
    assert box.put(-1).said[0] == "GemsBack"


def test_who_insists_that_the_rest_is_back_is_believed() -> None:
    box = filling().knock(3).tell("red", "black", "black").tell("red").put(1).hush()
    box.go().go()
    assert box.lit["go"] == "go"
    assert box.wait(1).go().said[-5:] == [
        "Corrected",
        "GemsBack",
        "Missing spaces=3 colours=yellow,blue,green",
        "TurnStarts player=1",
        "Ask about=wagon",
    ]
    assert box.game.box == box.lie == 88


def test_the_gems_of_a_full_wagon_go_back_before_play_goes_on() -> None:
    box = filling("yg.r").knock(1).tell("blue").tell("blue")
    assert box.said[-4:] == [
        "Placed colour=blue filled=4 spaces=4",
        "GemsBack",
        "WagonFull player=0 wagons=1",
        "Guide do=put place=centre gems=4",
    ]
    assert box.knock().said == ["Foul code=HT-F18 player=0 expected=4", "Guide do=put place=centre gems=4"]
    assert box.go().said == ["Foul code=HT-F18 player=0 expected=4", "Guide do=put place=centre gems=4"]
    assert box.put(4).said == ["GemsBack", "TurnStarts player=1", "Ask about=wagon"]


def test_task_cards_may_be_kept_and_are_not_offered_where_they_do_not_fill_the_wagon() -> None:
    box = filling("yg.r", held=("odd",)).knock(1).tell("black").go().put(1).hush()
    assert box.back().said == ["TurnStarts player=1", "Ask about=wagon"]
    assert box.game.held == (("odd",), ())
    box = filling("y...", held=("odd",)).knock(1).tell("black").go().put(1)
    assert box.game.cur == 1


def test_a_wagon_filled_by_cards_alone_owes_no_gems() -> None:
    box = filling("....", held=("odd",) * 4, deck=("even",)).knock(1).tell("black").go().put(1).hush()
    assert box.go().wait(3).said == [
        "CardsUsed player=0 cards=4",
        "WagonFull player=0 wagons=1",
        "GemsBack",
        "TurnStarts player=1",
        "Ask about=wagon",
    ]


def test_the_card_on_top_may_be_told_as_late_as_it_is_needed() -> None:
    box = tracked(settings=replace(TRACKED, tasks=Tasks.CARDS))
    assert box.knock(2).said == ["Knocked", "Fell gems=2", "Ask about=task"]
    assert {lamp for lamp, means in box.lit.items() if means == "choice"} == {f"key.{n}" for n in range(1, 6)}
    assert box.press("k6").said == ["NotNow"]
    assert box.press("k1").said == ["TaskOpen kind=even", "TaskDone player=0 kind=even", "Ask about=colours"]
    assert box.tell("red", "red").said == ["Sorted colours=red,red", "Ask about=wagon"]
    assert box.press("p4").said[1:] == ["Ask about=fill"]


def test_the_box_may_deal_the_task_cards_and_says_what_lies_open() -> None:
    box = tracked(settings=replace(TRACKED, tasks=Tasks.BOX))
    assert box.knock(2).said == [
        "Knocked",
        "Fell gems=2",
        "TaskDone player=0 kind=even",
        "TaskOpen kind=even",
        "Ask about=colours",
    ]


def test_the_last_round_and_the_end() -> None:
    box = filling("yg.r", done=(3, 2)).knock(1).tell("blue").hush()
    assert box.tell("blue").said[-3:] == [
        "WagonFull player=0 wagons=4",
        "LastRound",
        "Guide do=put place=centre gems=4",
    ]
    box.put(4).hush()
    box.turn(1)
    assert box.said == ["TurnedFall gems=1", "GameOver winners=0 scores=4,2"]
    assert box.lit == {"pad.1": "winner", "go": "go", "back": "go"}
    assert box.go().said == ["Ask about=leave"]
    assert box.go().watch.left == "lobby"
    assert box.knock(2).said == []


def test_in_the_master_variant_the_die_is_asked_before_the_task_card() -> None:
    box = tracked(settings=replace(TRACKED, tasks=Tasks.CARDS, variant=Variant.MASTER))
    assert box.colour("green").said == ["Technique kind=weakerHand", "Ask about=task", "Ask about=wagon"]
    assert box.press("k4", "p1").said[0] == "TaskOpen kind=6-8"


def test_who_insists_on_another_number_is_believed_without_a_scale_too() -> None:
    box = filling().knock(3).lose().hush()
    box.tell("yellow", "blue").tell("yellow", "blue").hush()
    assert box.tell("yellow", "blue").said[:3] == ["Corrected", "Knocked", "Fell gems=2"]
