"""Wagons on the players' honour: the box rules on knocks, falls, tasks and rounds (panel.md)."""

from dataclasses import replace
from typing import Any

from games.announcements.shared import TurnStarts
from games.hammer_time.rules import Tasks
from tests.games.hammer_time.box import HONOUR, Box

CARDS = replace(HONOUR, tasks=Tasks.CARDS)


def at(box: Box, **given: Any) -> Box:
    """The same box with the game at another spot."""
    game = box.game._replace(**given)
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=game))
    return box.hush()


def test_after_the_count_go_ends_the_turn_and_what_lies_on_the_box_then_belongs_there() -> None:
    box = Box().knock(5).put(2).hush()
    assert box.lit["go"] == "go"
    assert box.go().said == ["TurnStarts player=1"]
    assert box.lie == 87
    assert box.knock(3).said[:2] == ["Knocked", "Fell gems=3"]


def test_gems_may_come_back_from_a_wagon_at_any_time() -> None:
    box = Box().knock(5).go().hush()
    assert box.put(2).put(1).said == []
    assert box.knock(4).said[:2] == ["Knocked", "Fell gems=4"]


def test_where_the_hand_still_moves_when_the_turn_ends_the_next_rest_tells() -> None:
    box = Box().knock(5).hush()
    box.stir().wait(0.5).go()
    box.lie += 3
    assert box.said == ["TurnStarts player=1"]
    assert box.wait(1).count().wait().said == []
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_a_player_presses_the_own_pad_for_a_full_wagon() -> None:
    box = Box(seats=(3, 5)).knock(2).hush()
    assert box.press("p6").said == ["Foul code=HT-F01 player=0"]
    assert box.press("p1").said == ["NotNow"]
    assert box.press("p4").said == ["WagonFull player=0 wagons=1", "TurnStarts player=1"]
    assert box.game.done == (1, 0)
    assert box.put(2).said == []


def test_a_pad_before_the_fall_means_nothing() -> None:
    assert Box().hush().press("p1").said == ["NotNow"]


def test_go_before_the_fall_ends_no_turn() -> None:
    box = Box().hush()
    assert box.go().said == ["Foul code=HT-F12 player=0"]
    assert "go" not in box.lit


def test_who_holds_task_cards_is_asked_whether_they_are_in_the_wagon() -> None:
    box = at(Box(settings=CARDS), deck=("odd",), held=(("odd",), ())).knock(2).hush()
    assert box.press("p1").said == ["Ask about=cards"]
    assert box.go().said == ["CardsUsed player=0 cards=1", "WagonFull player=0 wagons=1", "TurnStarts player=1"]
    assert box.game.held == ((), ())
    box = at(Box(settings=CARDS), deck=("odd",), held=(("odd",), ())).knock(2).press("p1").hush()
    assert box.back().said == ["WagonFull player=0 wagons=1", "TurnStarts player=1"]
    assert box.game.held == (("odd",), ())


def test_several_task_cards_are_counted_by_pad() -> None:
    box = at(Box(settings=CARDS), deck=("odd",), held=(("odd",) * 3, ())).knock(2).press("p1").hush()
    assert box.go().said == ["Ask about=how_many"]
    assert {box.lit[f"pad.{n}"] for n in (1, 2, 3)} == {"choice"}
    assert "pad.4" not in box.lit
    assert box.press("p4").said == ["Foul code=HT-F10 player=0 expected=3"]
    assert box.game.done == (0, 0)
    assert box.back().said == ["Ask about=cards"]
    assert box.go().press("p2").said == [
        "Ask about=how_many",
        "CardsUsed player=0 cards=2",
        "WagonFull player=0 wagons=1",
        "TurnStarts player=1",
    ]


def test_each_kind_of_task_is_told_once_by_a_colour_key_and_checked_by_the_count() -> None:
    box = Box(settings=CARDS)
    assert box.said == ["TurnStarts player=0", "Ask about=task"]
    assert box.press("k3").said == ["TaskOpen kind=1-3"]
    assert box.knock(4).said == ["Knocked", "Fell gems=4", "TaskMissed kind=1-3", "Ask about=full"]
    assert box.go().said == ["TurnStarts player=1"], "the card that lies open is known"
    assert box.put(4).knock(3).said == ["Knocked", "Fell gems=3", "TaskDone player=1 kind=1-3", "Ask about=full"]
    assert box.go().said == ["TurnStarts player=0", "Ask about=task"]


def test_colours_are_asked_for_only_when_the_task_needs_them() -> None:
    box = Box(settings=CARDS).press("k5").hush()
    assert box.knock(3).said == ["Knocked", "Fell gems=3", "Ask about=colours"]
    assert box.tell("black", "red", "black").said == [
        "Sorted colours=red,black,black",
        "TaskDone player=0 kind=2black",
        "Ask about=full",
    ]


def test_all_fallen_gems_go_back_after_the_dragon_also_where_more_come_from_a_wagon() -> None:
    box = Box().knock(2).go().knock(9).hush()
    assert box.put(8).said == ["Guide do=put place=centre gems=1"]
    assert box.put(2).said == ["GemsBack", "TurnStarts player=0"]
    assert box.knock(1).said[:2] == ["Knocked", "Fell gems=1"]


def test_the_end_comes_with_the_last_turn_of_the_round() -> None:
    box = at(Box(), done=(3, 3)).knock(1).hush()
    assert box.press("p1").said == ["WagonFull player=0 wagons=4", "LastRound", "TurnStarts player=1"]
    box.knock(1).hush()
    assert box.press("p2").said == ["WagonFull player=1 wagons=4", "GameOver winners=0,1 scores=4,4"]


def test_a_turn_that_ended_can_be_taken_back_with_what_lay_on_the_box_then() -> None:
    box = Box().knock(5).put(2).go().hush()
    assert box.back().said == ["Undone", "Ask about=full"]
    assert box.go().said == ["Resumed", "TurnStarts player=1"]
    assert box.announced[-1] == TurnStarts(1)
    assert box.knock(1).said[:2] == ["Knocked", "Fell gems=1"]


def test_a_box_swept_empty_just_before_the_turn_ends_does_not_pass_for_one_whose_gems_all_lie_in_wagons() -> None:
    box = Box().knock(3).hush()
    box.lie = 0
    assert box.count().press("go").said == []
    assert box.wait().said == ["Guide do=put place=centre gems=87"]
    assert box.put(87).said == ["TableRight", "TurnStarts player=1"]
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_a_sleeve_that_takes_gems_along_as_the_turn_ends_ends_no_turn_of_the_next_player() -> None:
    box = Box().knock(3).hush()
    box.stir().wait(0.5).go()
    box.lie -= 2
    assert box.wait(1).count().wait().said == ["TurnStarts player=1", "Guide do=put place=centre gems=2"]
    assert box.put(2).said == ["TableRight", "TurnStarts player=1"]
