"""`back` and `go`: moves taken back and brought back, reports, and leaving (panel.md)."""

from dataclasses import replace

import pytest

from games.hammer_time.rules import Phase, Tasks, TouchFall, Variant
from tests.games.hammer_time.box import HONOUR, TRACKED, Box, tracked


def test_a_fall_is_taken_back_the_gems_follow_and_the_player_knocks_again() -> None:
    box = Box().knock(3).hush()
    assert box.back().wait(2).said == ["Undone", "Guide do=put place=centre gems=3"]
    assert box.put(3).said == ["TableRight", "TurnStarts player=0"]
    assert box.game.phase is Phase.KNOCK


def test_go_brings_a_move_back_until_a_hand_moves() -> None:
    box = Box().knock(3).hush()
    box.back()
    assert box.lit["go"] == "go"
    box.go()
    assert box.said == ["Undone", "Guide do=put place=centre gems=3", "Resumed", "Ask about=full"]
    box.back().stir().wait(1).count().wait(2).hush()
    assert "go" not in box.lit
    assert box.go().said == ["Guide do=put place=centre gems=3"]


def test_several_moves_are_taken_back_and_brought_back_one_by_one() -> None:
    box = Box().knock(3).go().hush()
    assert box.back().back().said == ["Undone", "Ask about=full", "Undone", "Guide do=put place=centre gems=3"]
    assert box.go().go().said == ["Resumed", "Ask about=full", "Resumed", "TurnStarts player=1"]


def test_a_second_back_within_a_second_is_ignored_and_with_nothing_to_take_back_it_means_nothing() -> None:
    box = Box().knock(3).go().hush()
    assert box.press("back", "back").said == ["Undone", "Ask about=full"]
    box.back().hush()
    assert box.back().said == ["NotNow"]
    assert "back" not in box.lit


def test_the_last_entry_is_taken_back_before_the_last_move() -> None:
    box = tracked().knock(2).hush()
    assert box.colour("red", "blue").press("back").colour("red").wait(2).said == [
        "Sorted colours=red,red",
        "Ask about=wagon",
    ]


def test_what_was_placed_can_be_taken_back_and_placed_otherwise() -> None:
    box = tracked().knock(2).press("k1", "k2").wait(4).press("p1").hush()
    assert box.tell("yellow").said[0] == "Placed colour=yellow filled=1 spaces=4"
    assert box.back().said[:1] == ["Undone"]
    box.wait(2).hush()
    assert box.tell("yellow", "red").said[:2] == [
        "Placed colour=yellow filled=1 spaces=4",
        "Placed colour=red filled=2 spaces=4",
    ]


def test_a_turn_that_ended_when_the_rest_lay_on_the_box_is_taken_back_to_what_was_placed() -> None:
    box = tracked().knock(2).tell("yellow", "red").press("p1").tell("red").put(1)
    assert box.game.cur == 1
    box.hush().back()
    assert box.said == ["Undone", "Ask about=fill"]
    assert box.tell("yellow", "red").said[2:4] == ["GemsBack", "Missing spaces=2 colours=blue,green"]
    assert box.put(-1).said == [], "it was taken off the box into the wagon"


def test_a_full_wagon_is_taken_back_by_hands_that_take_its_gems_off_the_box_again() -> None:
    box = tracked()
    game = box.game._replace(tops=("ygbr", ""), placed=("ygb.", ""), below=(("ygbr",), box.game.below[1]), box=87)
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=game))
    box.put(-3).knock(1).tell("red").tell("red").put(4).hush()
    assert box.game.done == (1, 0)
    assert box.back().said == ["Undone", "Guide do=take place=centre gems=3"]
    assert box.put(-3).said == ["TableRight", "Ask about=fill"]


def test_the_end_can_be_taken_back() -> None:
    box = Box()
    game = box.game._replace(done=(4, 3), cur=1)
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=game))
    box.hush().knock(1)
    box.go()
    assert box.said[-1] == "GameOver winners=0 scores=4,3"
    assert box.back().said == ["Undone", "Ask about=full"]
    assert box.go().said == ["Resumed", "GameOver winners=0 scores=4,3"]


def test_a_blow_from_above_ends_the_turn_as_a_fall_without_a_knock() -> None:
    box = Box().knock(3).hush()
    assert box.press("back", held=1.5).said == ["Reports codes=HT-F12,HT-F02,HT-F05,HT-F01"]
    assert box.press("p1").said == [
        "Foul code=HT-F12 player=0",
        "TurnedFall gems=3",
        "Guide do=put place=centre gems=3",
    ]
    assert box.put(3).said == ["GemsBack", "TurnStarts player=1"]
    assert box.back().said == ["Undone", "Ask about=full"]
    assert box.game.fell == 3


def test_a_family_may_have_such_gems_put_back_and_knock_again() -> None:
    box = Box(settings=replace(HONOUR, touch_fall=TouchFall.UNDO)).knock(3).hush()
    assert box.report(1).wait(1).said[1:] == ["Foul code=HT-F12 player=0", "Guide do=put place=centre gems=3"]
    assert box.put(3).said == ["TableRight", "TurnStarts player=0"]


def test_gems_of_two_falls_that_nobody_can_tell_apart_all_go_back() -> None:
    box = tracked().knock(3).tell("red", "red", "blue").hush()
    assert box.report(2).wait(1).said[1:] == ["Foul code=HT-F02 player=0", "Guide do=put place=centre gems=3"]
    assert (box.game.phase, box.game.box) == (Phase.KNOCK, 90)
    box.put(3).hush()
    assert box.back().said[0] == "Undone"
    assert box.game.fallen == "rrb"


@pytest.mark.parametrize("line", [1, 2], ids=["the turn ends", "knock again"])
def test_colours_half_entered_when_a_foul_was_reported_are_none_of_the_next_fall(line: int) -> None:
    box = tracked().press("p2").knock(3).tell("red", "red", "blue").colour("red", "red")
    box.report(line).wait(1).put(3).hush()
    assert box.knock(1).said[-1] == "Ask about=colours"
    assert box.tell("green").said[0] == "Sorted colours=green"


def test_a_wrong_technique_is_knocked_again_under_the_same_die() -> None:
    box = Box(settings=replace(HONOUR, variant=Variant.MASTER)).colour("red").knock(2).hush()
    assert box.press("back", held=1.5).said == ["Reports codes=HT-F12,HT-F02,HT-F11,HT-F05,HT-F01"]
    assert box.press("p3").said[0] == "Foul code=HT-F11 player=0"
    assert box.put(2).said[-2:] == ["TableRight", "TurnStarts player=0"]
    assert box.game.technique == "fist"


def test_a_report_about_cards_is_named_and_changes_nothing() -> None:
    box = tracked(settings=replace(TRACKED, tasks=Tasks.BOX))
    assert box.press("back", held=1.5).said == ["Reports codes=HT-F19,HT-F05"]
    before = box.watch.agreed
    assert box.press("p1").said == ["Foul code=HT-F19 player=0"]
    assert box.watch.agreed == before
    box.press("back", held=1.5).hush()
    assert box.press("p3").said == ["NotNow"]
    assert box.press("back").said == ["TurnStarts player=0", "Ask about=wagon"]


def test_the_game_is_left_only_when_that_is_confirmed() -> None:
    box = Box().hush()
    assert box.press("back", held=3.5).said == ["Ask about=leave"]
    assert box.lit == {"go": "go", "back": "go"}
    assert box.press("back").said == ["TurnStarts player=0"]
    box.press("back", held=3.5).press("go")
    assert box.watch.left == "lobby"


def test_a_fall_while_the_players_were_asked_whether_to_leave_is_played_and_go_leaves_no_game() -> None:
    box = Box().press("back", held=3.5)
    assert box.knock(2).said[-1] == "Ask about=full"
    assert box.lit["go"] == "go"
    assert box.go().said[-1] == "TurnStarts player=1"
    assert box.watch.left is None


def test_a_list_that_a_fall_has_made_another_one_is_closed_so_that_no_pad_ends_the_turn() -> None:
    box = tracked(settings=replace(TRACKED, tasks=Tasks.BOX)).press("p1").press("back", held=1.5).hush()
    box.knock(2).hush()
    assert box.press("p1").said == ["NotNow"], "it was meant for the first line of the list before"


def test_go_held_repeats_what_the_box_waits_for() -> None:
    box = Box().hush()
    assert box.press("go", held=2.5).said == ["TurnStarts player=0"]
    box.knock(9).hush()
    assert box.press("go", held=2.5).said == ["Guide do=put place=centre gems=9"]
    assert box.press("k1", "p1").said == ["NotNow", "NotNow"]


def test_who_mashes_go_has_not_insisted_that_gems_are_there() -> None:
    box = Box().knock(9).put(7).hush()
    assert (
        box.press(*["go"] * 5).said == ["Foul code=HT-F13 player=0 expected=2", "Guide do=put place=centre gems=2"] * 5
    )
    assert box.put(2).said == ["GemsBack", "TurnStarts player=1"]


def test_who_insists_that_the_dragon_has_all_its_gems_is_believed() -> None:
    box = Box().knock(9).put(7).hush()
    assert box.go().go().said == ["Foul code=HT-F13 player=0 expected=2", "Guide do=put place=centre gems=2"] * 2
    assert box.lit["go"] == "go"
    assert box.wait(1).go().said == ["Corrected", "GemsBack", "TurnStarts player=1"]
    assert box.game.box == 88
    assert box.knock(1).said[:2] == ["Knocked", "Fell gems=1"]
