"""The plug, parts that fall silent, and the set-up check."""

from dataclasses import replace

import pytest

from games.facts import ColumnMoved, GemsCounted, PowerBack, Pressed, Weighing
from games.hammer_time.referee import REFEREE
from games.hammer_time.rules import Phase, Settings, Tasks, Variant
from games.table import Place
from tests.games.hammer_time.box import HONOUR, TRACKED, Box, tracked

# --- the set-up -------------------------------------------------------------------------------------------------------


def test_the_box_checks_that_all_gems_lie_on_it() -> None:
    box = Box(gems=None)
    assert box.count().wait(3).said == ["TurnStarts player=0"]
    assert REFEREE.agreed(box.watch) == (90, 0)


def test_missing_gems_are_asked_for_and_go_begins_with_what_is_there() -> None:
    box = Box(gems=None, lie=80, settings=TRACKED)
    assert box.count().wait(3).said == ["Guide do=put place=centre gems=10"]
    assert REFEREE.agreed(box.watch) is None
    assert box.lit == {"go": "go", "meter.1": "meter"} | {f"meter.{n}": "meter" for n in range(2, 9)}
    assert box.knock().said == []
    assert box.put(4).said == ["Guide do=put place=centre gems=6"]
    assert box.press("go", held=2.5).said == ["Guide do=put place=centre gems=6"]
    assert box.go().said == ["Ask about=set"]
    assert REFEREE.agreed(box.watch) == (84, 0)


def test_ninety_gems_may_weigh_a_little_less_and_too_many_are_taken_off() -> None:
    assert Box(gems=None, lie=88).count(odds=0.6).wait(3).said == ["TurnStarts player=0"]
    assert Box(gems=None, lie=87).count(odds=0.6).wait(3).said == ["Guide do=put place=centre gems=3"]
    assert Box(gems=None, lie=90).put(3).said == ["Guide do=take place=centre gems=3"]


def test_an_empty_box_begins_no_game() -> None:
    box = Box(gems=None, lie=0).count().wait(3).hush()
    assert box.go().said == ["Guide do=put place=centre gems=90"]


def test_without_a_scale_the_players_say_that_all_gems_lie_there() -> None:
    box = Box(gems=None).lose()
    assert box.said == ["SensorLost part=scale", "Ask about=gems"]
    assert box.go().said == ["TurnStarts player=0", "Ask about=fall"]


def test_the_task_card_that_the_box_deals_is_said_at_the_beginning() -> None:
    box = Box(gems=None, settings=replace(HONOUR, tasks=Tasks.BOX))
    assert box.count().wait(3).said == ["TurnStarts player=0", "TaskOpen kind=even"]


# --- the scale --------------------------------------------------------------------------------------------------------


def test_without_a_scale_falls_are_told_by_hand() -> None:
    box = tracked(settings=replace(TRACKED, tasks=Tasks.CARDS)).press("k2").hush()
    assert box.lose().said == ["SensorLost part=scale", "Ask about=fall", "Ask about=wagon"]
    assert box.lose().said == []
    assert box.press("p1").said[:1] == ["WagonOpen player=0 colours=yellow,green,blue,red"]
    assert box.go().said == ["Ask about=fall"]
    assert box.blow().colour("red", "black").lit["go"] == "go"
    assert box.press("go").said == [
        "Knocked",
        "Fell gems=2",
        "TaskMissed kind=odd",
        "Sorted colours=red,black",
        "Ask about=fill",
    ]
    assert box.tell("red").said == ["Placed colour=red filled=1 spaces=4", "Ask about=gems"]
    assert box.go().said[-3:] == ["TurnStarts player=1", "Ask about=fall", "Ask about=wagon"]


def test_without_a_scale_a_fall_that_is_told_without_a_knock_ends_the_turn() -> None:
    box = Box().lose().hush()
    assert box.tell("red", "red").said == ["TurnedFall gems=2", "Ask about=gems"]
    assert box.lit["go"] == "go"
    assert box.go().said == ["GemsBack", "TurnStarts player=1", "Ask about=fall"]


def test_colours_told_by_hand_wait_for_the_task_card() -> None:
    box = Box(settings=replace(HONOUR, tasks=Tasks.CARDS)).lose().blow().hush()
    assert box.tell("black", "black").said == ["Knocked", "Fell gems=2", "Ask about=task"]
    assert box.press("k5").said == [
        "TaskOpen kind=2black",
        "Sorted colours=black,black",
        "TaskDone player=0 kind=2black",
        "Ask about=full",
    ]
    assert box.go().said == ["TurnStarts player=1", "Ask about=fall"]


def test_gems_that_nobody_can_count_any_more_are_asked_about_once() -> None:
    box = Box().knock(9).hush()
    assert box.count(known=False).lose().wait(2).said == ["Ask about=gems", "SensorLost part=scale"]
    assert box.go().said[0] == "GemsBack"


def test_nine_gems_told_by_hand_wake_the_dragon() -> None:
    box = Box().lose().blow().hush()
    assert box.tell(*["red"] * 9).said == ["Knocked", "Fell gems=9", "Dragon gems=9", "Ask about=gems"]
    assert box.blow().wait(3).said == []


def test_a_scale_that_is_back_looks_at_the_box_before_play_goes_on() -> None:
    box = tracked().lose().hush()
    box.lie = 88
    assert box.regain().said == ["SensorBack part=scale"]
    assert box.regain().said == []
    assert box.count().wait(2).said == ["Guide do=put place=centre gems=2"]
    assert box.put(2).said == ["TableRight", "TurnStarts player=0", "Ask about=wagon", "Ask about=gems"]
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_a_scale_that_tells_nothing_while_it_is_lost_is_not_believed() -> None:
    box = Box().lose().hush()
    box.feed(GemsCounted(at=box.at, place="centre", gems=40))
    assert box.wait().said == []
    assert box.watch.blind


def test_a_scale_lost_and_back_during_the_set_up_is_waited_for() -> None:
    box = Box(gems=None).lose().hush()
    assert box.regain().wait(1).said == ["SensorBack part=scale"]
    assert box.count().wait(2).said == ["TurnStarts player=0"]


def test_an_arm_that_stays_lets_falls_be_told_by_hand() -> None:
    box = Box().lean().hush()
    assert box.blow().tell("red").said == ["Knocked", "Fell gems=1", "Ask about=full"]
    box = Box().stir().wait(11).hush()
    assert box.press("go", held=2.5).said == ["TurnStarts player=0", "Ask about=fall"]


def test_ninety_gems_poured_on_the_box_are_there_when_go_says_so_and_falls_are_counted_by_weight() -> None:
    box = Box(settings=Settings(), gems=None).stir().wait(36).count(known=False).wait(3)
    assert box.said == ["Ask about=gems"]
    assert box.go().said == ["TurnStarts player=0", "Ask about=task"]
    box.colour("yellow").knock(3)
    assert box.said[:3] == ["TaskOpen kind=even", "Knocked", "Fell gems=3"]


def test_an_arm_that_stays_while_gems_go_back_lets_go_say_so() -> None:
    box = tracked().knock(2).tell("red", "black").press("p1").go().hush()
    assert box.lean().said == ["Ask about=gems"]
    assert box.go().said[0] == "GemsBack"


def test_what_was_told_under_an_arm_is_right_when_the_arm_is_gone() -> None:
    box = Box().lean().blow()
    box.lie -= 2
    box.tell("red", "blue").hush()
    assert box.count().wait(3).said == []
    assert box.go().said == ["TurnStarts player=1"]


# --- the panel and others ---------------------------------------------------------------------------------------------


def test_without_the_panel_nothing_is_lit_that_could_be_pressed_and_an_entry_is_asked_anew() -> None:
    box = tracked().knock(2).hush()
    box.colour("red")
    assert box.lose("panel").said == ["SensorLost part=panel"]
    assert box.lit == {"pad.1": "turn"}
    assert box.regain("panel").said == ["SensorBack part=panel", "Ask about=colours"]
    assert box.tell("blue", "green").said[0] == "Sorted colours=blue,green"
    box.lose("panel").hush()
    assert box.press("go", held=2.5).said == ["SensorLost part=panel"]


def test_other_parts_are_said_and_change_nothing() -> None:
    box = Box().hush()
    assert box.lose("voice").regain("voice").said == ["SensorLost part=voice", "SensorBack part=voice"]
    corner: Place = "corner"
    for fact in (
        Weighing(at=box.at, place=corner),
        GemsCounted(at=box.at, place=corner, gems=3),
        ColumnMoved(at=box.at, up=True),
    ):
        box.feed(fact)
    assert box.wait().said == []
    assert REFEREE.heed(box.watch) == "centre"


# --- the plug ---------------------------------------------------------------------------------------------------------


def test_a_cut_before_a_knock_changes_nothing() -> None:
    box = tracked().press("p1").hush()
    assert box.cut().said == ["Resumed", "TurnStarts player=0", "Ask about=gems"]
    assert box.lit["go"] == "go"
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_gems_that_fell_while_nobody_looked_go_back() -> None:
    box = Box().hush()
    assert box.cut(gems=87).said == ["Resumed", "Guide do=put place=centre gems=3"]
    assert REFEREE.agreed(box.watch) is None
    assert box.put(3).said == ["TableRight", "TurnStarts player=0"]
    assert REFEREE.agreed(box.watch) == (90, 0)


def test_a_cut_while_colours_are_entered_asks_for_them_anew() -> None:
    box = tracked().knock(3)
    box.colour("red").hush()
    assert box.cut().said == ["Resumed", "Ask about=colours"]
    assert box.tell("red", "red", "blue").said[0] == "Sorted colours=red,red,blue"


def test_a_cut_while_the_dragon_waits_still_wants_all_gems() -> None:
    box = Box().knock(9).hush()
    assert box.cut().said == ["Resumed", "Guide do=put place=centre gems=9"]
    assert box.put(9).said == ["Ask about=gems"]
    assert box.go().said == ["GemsBack", "TurnStarts player=1"]
    assert box.go().said == ["Foul code=HT-F12 player=1"], "all gems are known to be there"


def test_a_cut_while_the_rest_goes_back() -> None:
    box = tracked().knock(4).tell("red", "black", "black", "black").press("p1").tell("red").hush()
    assert box.cut().said == ["Resumed", "Guide do=put place=centre gems=3"]
    assert box.put(3).said == ["Ask about=gems"]
    assert box.go().said[0] == "GemsBack"


def test_a_cut_on_the_players_honour_keeps_what_lies_in_wagons() -> None:
    box = Box().knock(5).put(2).go().hush()
    assert box.cut().said == ["Resumed", "TurnStarts player=1"]
    assert box.knock(1).said[:2] == ["Knocked", "Fell gems=1"]
    assert box.go().said == ["TurnStarts player=0"]


# --- behind a new zero ------------------------------------------------------------------------------------------------


def test_one_gem_more_or_less_is_nothing_that_a_first_look_after_a_cut_can_tell_and_is_asked_beside_the_turn() -> None:
    for odds in (0.7, 1.0):
        box = tracked().press("p1").hush().cut(gems=89, odds=odds)
        assert box.said == ["Resumed", "TurnStarts player=0", "Ask about=gems"]
        assert box.lit["go"] == "go"
        assert box.go().said == ["Counted place=centre gems=90"]
        assert "go" not in box.lit
        assert box.go().said == ["Foul code=HT-F12 player=0"]


def test_before_the_die_it_is_asked_as_well() -> None:
    box = tracked(settings=replace(TRACKED, variant=Variant.MASTER)).cut(gems=89)
    assert box.said == ["Resumed", "TurnStarts player=0", "Ask about=die", "Ask about=gems"]
    assert box.go().said == ["Counted place=centre gems=90"]


def test_on_the_players_honour_a_gem_that_nobody_has_seen_fall_is_not_asked_about_and_may_come_back() -> None:
    box = Box().knock(8).go().hush()
    assert box.cut(gems=81).said == ["Resumed", "TurnStarts player=1"]
    assert "go" not in box.lit
    box.lie = 82  # the scale counts on from there
    assert box.put(1).knock(3).said == ["Knocked", "Fell gems=3", "Ask about=full"]
    assert box.go().put(11).said == ["TurnStarts player=0", "Counted place=centre gems=90"], (
        "all are there, not one more"
    )
    box.lie = 90
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_a_go_that_comes_before_the_question_does_not_answer_it() -> None:
    box = tracked().press("p1").hush()
    box.at = 2.0
    box.feed(PowerBack(at=2.0))
    box.count()
    box.feed(Pressed(at=2.0, key="go", held=0.1))
    assert box.said == ["Resumed", "TurnStarts player=0", "Ask about=gems"]
    assert box.go().said == ["Counted place=centre gems=90"]


def test_one_gem_due_back_after_a_cut_blames_nobody_whether_it_is_there_or_not() -> None:
    for lies, counted in ((88, ["Counted place=centre gems=89"]), (89, [])):
        box = tracked().knock(2).tell("red", "black").press("p1").tell("red").hush()
        assert box.cut(gems=lies).said == ["Resumed", "Ask about=gems"]
        assert box.lit["go"] == "go"
        assert box.go().said[: len(counted) + 1] == [*counted, "GemsBack"]


def test_a_go_mashed_as_the_wagon_is_filled_says_nothing_of_what_goes_back() -> None:
    box = tracked().knock(3).cut().tell("red", "black", "black").press("p1").hush()
    assert box.colour("red").press("go", "go").said == [
        "Placed colour=red filled=1 spaces=4",
        "Guide do=put place=centre gems=2",
        "Guide do=put place=centre gems=2",
    ]
    assert box.put(2).said == ["Ask about=gems"]
    assert box.go().said[0] == "GemsBack"


def test_a_go_mashed_as_the_turn_ends_says_nothing_of_the_gems_on_the_box() -> None:
    box = tracked().knock(1).cut().tell("red").press("p1").hush()
    assert box.colour("red").press("go", "go").said == [
        "Placed colour=red filled=1 spaces=4",
        "GemsBack",
        "Missing spaces=3 colours=yellow,blue,green",
        "TurnStarts player=1",
        "Ask about=wagon",
        "Ask about=gems",
        "Ask about=wagon",
        "Ask about=gems",
    ]
    assert box.wait(2).go().said == ["Counted place=centre gems=89"]


def test_a_gem_that_fell_back_while_the_scale_was_off_is_believed_to_be_there() -> None:
    box = Box().turn(2).hush()
    assert box.cut(gems=89).said == ["Resumed", "Ask about=gems"]
    assert box.blow().wait(3).said == ["Ask about=gems"], "a knock is no answer, and no foul where nobody can tell"
    assert box.go().said == ["GemsBack", "TurnStarts player=1"]
    assert REFEREE.agreed(box.watch) == (90, 0)


def test_a_gem_found_after_nobody_missed_it_is_seen_to_have_been_missing_all_the_time() -> None:
    box = tracked().hush().cut(gems=89).hush()
    box.lie = 90  # nobody has answered: the scale counts on from there
    assert box.put(1).said == ["Counted place=centre gems=90"]
    assert "go" not in box.lit
    box = tracked().cut(gems=89).hush()
    box.lie = 90
    box.put(1, rest=0)
    box.feed(Pressed(at=box.at, key="go", held=0.1))
    assert box.said == ["Counted place=centre gems=90"], "who puts it there and says so has ended no turn"
    box = tracked().press("p1").cut(gems=89).stir().hush()
    box.feed(Pressed(at=box.at, key="go", held=0.1))
    assert box.said == ["Ask about=gems"], "nor who says so while the scale still swings"
    box = tracked().cut(gems=90).knock(9).hush()
    assert box.put(10).said == ["Counted place=centre gems=90", "GemsBack", "TurnStarts player=1", "Ask about=wagon"]


def test_gems_too_many_at_the_first_look_after_a_cut_are_no_find_either() -> None:
    box = tracked().knock(4).tell("red", "black", "black", "black").press("p1").tell("red").hush()
    assert box.cut(gems=92).said == ["Resumed", "Guide do=take place=centre gems=3"]


def test_gems_that_lie_there_as_moves_are_taken_back_are_no_find() -> None:
    box = tracked().press("p1")
    held = box.game._replace(held=(("odd",) * 3, ()))
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=held))
    box.knock(1).tell("red").tell("red").hush()
    assert box.go().said[-2:] == ["WagonFull player=0 wagons=1", "Guide do=put place=centre gems=1"]
    box.put(1).lose().regain().count().wait().hush()
    assert box.back().wait().said == ["Undone", "Guide do=take place=centre gems=1"]
    assert box.put(-1).said == ["TableRight", "Ask about=cards"]


def test_a_gem_that_only_the_new_zero_shows_as_moves_are_taken_back_is_believed_away_by_go() -> None:
    box = Box().knock(5)
    box.lose().regain().count(odds=0.7).wait().hush()
    box.back()
    box.lie += 1  # one that had gone unseen behind the new zero
    assert box.put(5).said == ["Undone", "Guide do=put place=centre gems=5", "Guide do=take place=centre gems=1"]
    assert box.lit["go"] == "go"
    assert REFEREE.agreed(box.watch) is None
    assert box.hush().go().said == ["TableRight", "TurnStarts player=0"]
    assert REFEREE.agreed(box.watch) == (90, 0)


def test_two_gems_that_are_too_many_as_moves_are_taken_back_are_no_slip_of_a_zero() -> None:
    box = Box().knock(5)
    box.lose().regain().count(odds=0.7).wait().hush()
    box.back().put(7).hush()
    assert "go" not in box.lit
    assert box.go().said == ["Guide do=take place=centre gems=2"]


def test_more_than_one_are_asked_for_by_number_where_that_is_likely_and_go_says_that_they_are_there() -> None:
    assert Box().hush().cut(gems=87, odds=0.7).said == ["Resumed", "Guide do=put place=centre gems=3"]
    box = Box().hush().cut(gems=87, odds=0.4)
    assert box.said == ["Resumed", "Guide do=put place=centre"]
    assert box.lit["go"] == "go"
    assert box.go().said == ["TableRight", "TurnStarts player=0"]
    box.lie = 90  # the scale counts on from what was agreed
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_a_table_that_weighs_like_nothing_known_after_a_cut_may_have_been_cleared() -> None:
    box = Box().hush()
    box.at = 2.0
    box.feed(PowerBack(at=2.0))
    assert box.wait(1).count(known=False).wait(3).said == ["Resumed", "Ask about=resume"]
    assert box.go().wait(2).said == ["Ask about=gems"]
    assert box.go().said == ["TableRight", "TurnStarts player=0"]  # the scale counts on from there


def test_where_most_is_gone_the_box_asks_whether_the_game_goes_on() -> None:
    box = Box().hush()
    assert box.cut(gems=10).said == ["Resumed", "Ask about=resume"]
    assert box.press("go", held=2.5).said == ["Ask about=resume"]
    assert box.go().wait(2).said == ["Guide do=put place=centre gems=80"]
    assert box.put(80).said == ["TableRight", "TurnStarts player=0"]
    box = Box().cut(gems=0)
    assert box.back().watch.left == "again"


def test_gems_that_come_back_answer_that_question() -> None:
    box = Box().cut(gems=10).hush()
    assert box.put(78).said == ["Guide do=put place=centre gems=2"]
    assert box.put(2).said == ["TableRight", "TurnStarts player=0"]


def test_without_a_scale_the_players_say_that_the_box_is_as_it_was() -> None:
    box = Box().hush()
    box.at = 2.0
    box.cut().lose().hush()
    box.knock(2)
    box = Box().cut().lose().hush()
    assert box.cut().said[:1] == ["Resumed"]


def test_a_cut_during_the_set_up_checks_anew_and_one_after_the_end_says_it_again() -> None:
    box = Box(gems=None, lie=80).count().wait(3).hush()
    assert box.cut(gems=90).said == ["Resumed", "TurnStarts player=0"]
    box = Box()
    over = box.game._replace(phase=Phase.OVER, done=(4, 2))
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=over))
    assert box.hush().cut(gems=20).said == ["Resumed", "GameOver winners=0 scores=4,2"]
    assert box.lose().regain().count().wait().said == ["SensorLost part=scale", "SensorBack part=scale"]


def test_a_go_mashed_at_the_end_asks_whether_to_leave_and_does_not_leave() -> None:
    box = Box()
    over = box.game._replace(phase=Phase.OVER, done=(4, 2))
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=over))
    assert box.hush().press("go", "go").said == ["Ask about=leave"]
    assert box.watch.left is None
    box.go()
    assert box.watch.left == "lobby"


def test_a_key_pressed_at_once_answers_no_question_that_nobody_has_heard() -> None:
    box = Box().hush()
    box.at = 2.0
    box.feed(PowerBack(at=2.0))
    box.lie = 0
    box.count()
    box.feed(Pressed(at=2.0, key="go", held=0.1))
    assert box.wait(2).said == ["Resumed", "Ask about=resume"]


def test_a_count_that_is_not_sure_is_agreed_once_it_is_taken_for_what_belongs_there() -> None:
    box = Box().knock(9)
    assert REFEREE.agreed(box.watch) == (81, 0)
    assert REFEREE.agreed(box.stir().watch) == (81, 0)
    assert REFEREE.agreed(box.put(9, odds=0.7).watch) == (90, 0)
    box.put(-3, odds=0.7)
    assert REFEREE.agreed(box.watch) is None
    assert REFEREE.agreed(box.stir().watch) is None


def test_gems_that_are_back_early_are_not_agreed_away_under_a_moving_hand() -> None:
    box = Box().knock(7)
    box.put(2, odds=0.97)
    assert REFEREE.agreed(box.watch) is None
    assert REFEREE.agreed(box.stir().watch) is None
    box.put(0)
    assert REFEREE.agreed(box.watch) == (85, 0)
    assert REFEREE.agreed(box.stir().watch) == (85, 0)


def test_an_arm_on_the_box_while_it_is_asked_about_a_count_is_not_agreed_to_be_all_gems() -> None:
    box = Box().knock(5, odds=0.7)
    assert box.said[-1] == "Unsure place=centre gems=85"
    assert REFEREE.agreed(box.watch) is None
    assert REFEREE.agreed(box.lean().watch) is None
    assert REFEREE.agreed(box.stir().watch) is None
    assert REFEREE.agreed(box.count().watch) == (85, 0)


def test_a_scale_that_is_lost_while_it_is_asked_about_a_count_has_not_agreed_to_all_gems() -> None:
    box = Box().knock(5, odds=0.7).count(known=False)
    assert REFEREE.agreed(box.watch) is None
    assert REFEREE.agreed(box.lose().watch) is None


def test_what_players_say_is_all_gems_is_agreed_though_it_weighs_nothing_like_them() -> None:
    box = Box()
    box.lose().regain().lean().go()
    assert box.said[-1] == "Ask about=gems"
    assert REFEREE.agreed(box.watch) is None
    assert box.go().said == ["TableRight", "TurnStarts player=0"]
    assert REFEREE.agreed(box.watch) == (90, 0)


@pytest.mark.parametrize("fell", [0, 9])
def test_a_go_before_the_first_look_after_a_cut_says_nothing_of_gems_that_nobody_has_weighed(fell: int) -> None:
    box = Box().knock(fell).hush()
    box.at = 2.0
    box.feed(PowerBack(at=2.0))
    assert "go" not in box.lit
    assert box.go().said == ["Resumed"]
    assert REFEREE.agreed(box.watch) is None
    box.wait(1).count().wait(3)
    assert box.said[-1] == ("Guide do=put place=centre gems=9" if fell else "TurnStarts player=0")


def test_a_go_under_the_hand_that_puts_gems_back_says_nothing_of_a_count_that_was_not_sure() -> None:
    box = Box().knock(9).put(5, odds=0.7).hush()
    assert box.lit["go"] == "go"
    assert "go" not in box.stir().lit
    assert box.go().said == []
    assert REFEREE.agreed(box.watch) is None
    assert box.put(4).said == ["GemsBack", "TurnStarts player=1"]


def test_players_who_have_said_that_all_gems_are_there_are_not_asked_at_once_whether_they_are() -> None:
    box = Box(settings=TRACKED).press("k1", "k2")
    box.lose().regain().lean().go()
    assert box.hush().go().said == ["TableRight", "TurnStarts player=0", "Ask about=wagon"]
