"""Knocks and falls: what the scale and the knock sensor tell together (rules.md 4.4, phases 1 and 2)."""

from dataclasses import replace

from games.announcements.shared import GameOver, TurnStarts
from games.hammer_time.referee import REFEREE
from games.hammer_time.rules import Phase, Settings, Tasks, Variant
from tests.games.hammer_time.box import HONOUR, TRACKED, Box, tracked


def test_a_knock_is_said_with_the_fall_it_explains_and_a_knock_alone_says_nothing() -> None:
    box = Box().hush()
    assert box.knock().said == []
    assert box.knock(3).said == ["Knocked", "Fell gems=3", "Ask about=full"]
    assert box.go().said == ["TurnStarts player=1"]


def test_gems_that_still_slide_within_two_seconds_count_with_the_others() -> None:
    box = Box().hush()
    box.knock(3, rest=0.5)
    assert box.said == []
    box.turn(1)
    assert box.said[:2] == ["Knocked", "Fell gems=4"]


def test_a_fall_without_a_knock_ends_the_turn_at_once_and_all_gems_go_back_before_the_next_one() -> None:
    box = Box().hush()
    assert box.turn(2).said == ["TurnedFall gems=2", "Guide do=put place=centre gems=2"]
    assert box.game.cur == 1
    assert box.put(1).said == ["Guide do=put place=centre gems=1"]
    assert box.put(1).said == ["GemsBack", "TurnStarts player=1"]


def test_the_box_may_be_turned_soon_after_a_knock_that_brought_nothing_down() -> None:
    box = Box().hush()
    assert box.knock(rest=1.5).turn(2).said[0] == "TurnedFall gems=2"


def test_a_knock_after_the_gems_have_come_to_rest_explains_nothing() -> None:
    box = Box().hush()
    box.turn(2, rest=0.2)
    assert box.blow().said == ["TurnedFall gems=2", "Guide do=put place=centre gems=2"]
    assert box.wait(2).said == ["Foul code=HT-F15 player=0 expected=2", "Guide do=put place=centre gems=2"]


def test_nine_or_more_wake_the_dragon_and_all_go_back() -> None:
    box = Box().hush()
    assert box.knock(9).said == ["Knocked", "Fell gems=9", "Dragon gems=9", "Guide do=put place=centre gems=9"]
    assert box.put(9).said == ["GemsBack", "TurnStarts player=1"]


def test_gems_that_fall_while_others_are_put_back_are_simply_put_back() -> None:
    box = Box().knock(10).hush()
    assert box.put(4).said == ["Guide do=put place=centre gems=6"]
    assert box.turn(3).said == ["Guide do=put place=centre gems=9"]
    assert box.put(9).said == ["GemsBack", "TurnStarts player=1"]


def test_a_knock_after_the_fall_is_named_and_what_it_brings_down_goes_back() -> None:
    box = tracked()
    box.knock(2, rest=0.1)
    assert box.blow().said == ["Knocked", "Fell gems=2", "Ask about=colours"]
    box.turn(3)
    assert box.said == ["Foul code=HT-F02 player=0", "Guide do=put place=centre gems=3"]
    assert box.put(3).said == ["TableRight", "Ask about=colours"]
    assert box.game.fell == 2


def test_a_hand_that_puts_gems_back_is_no_knock() -> None:
    box = Box().knock(10).hush()
    box.blow().put(4)
    assert box.said == ["Guide do=put place=centre gems=6"]


def test_gems_bumped_off_the_box_while_something_is_told_are_put_back_without_a_word_of_blame() -> None:
    box = tracked().knock(4).hush()
    assert box.turn(2).said == ["Guide do=put place=centre gems=2"]
    assert box.put(2).said == ["TableRight", "Ask about=colours"]


def test_weight_without_a_reason_is_waited_out_and_so_is_an_arm() -> None:
    box = tracked()
    assert box.put(2).put(-2).said == []
    assert box.lean().said == []
    box.count()
    assert box.knock(3).said[:2] == ["Knocked", "Fell gems=3"]


def test_a_fall_under_an_arm_is_counted_when_the_arm_is_gone() -> None:
    box = Box().hush()
    box.stir().wait(0.5).blow().wait(5)
    assert box.said == []
    box.lie -= 2
    assert box.count().wait(3).said[:2] == ["Knocked", "Fell gems=2"]


def test_weight_that_nobody_saw_move_has_moved_by_now() -> None:
    box = Box().hush()
    box.blow()
    box.lie -= 1
    assert box.wait(0.2).count().wait(3).said[:2] == ["Knocked", "Fell gems=1"]


def test_an_unsure_count_is_asked_about_and_go_says_that_it_is_right() -> None:
    box = Box().hush()
    assert box.knock(5, odds=0.8).said == ["Unsure place=centre gems=85"]
    assert box.lit["go"] == "go"
    assert box.press("go", held=2.5).said == ["Unsure place=centre gems=85"]
    assert box.go().wait().said[:3] == ["Counted place=centre gems=85", "Knocked", "Fell gems=5"]


def test_an_unsure_count_that_changes_is_asked_about_anew_and_a_sure_one_answers_it() -> None:
    box = Box().hush()
    box.knock(5, odds=0.8).hush()
    box.turn(1, odds=0.7)
    assert box.said == ["Unsure place=centre gems=84"]
    assert box.count().wait().said[:2] == ["Knocked", "Fell gems=6"]


def test_a_count_asked_about_after_an_undo_is_answered_before_go_brings_the_move_back() -> None:
    box = Box().knock(5)
    box.put(2, odds=0.7)
    assert box.back().said[-2:] == ["Undone", "Unsure place=centre gems=87"]
    assert box.hush().go().said == ["Counted place=centre gems=87", "Guide do=put place=centre gems=3"]
    assert box.hush().go().said[0] == "Resumed"


def test_an_unsure_count_that_is_what_is_due_needs_no_question() -> None:
    box = Box().knock(9).hush()
    assert box.put(9, odds=0.7).said == ["GemsBack", "TurnStarts player=1"]


def test_gems_that_go_back_are_asked_about_where_their_count_is_not_sure() -> None:
    box = Box().knock(9).hush()
    assert box.put(8, odds=0.7).said == ["Unsure place=centre gems=89"]
    assert box.go().said == ["Counted place=centre gems=89", "Guide do=put place=centre gems=1"]


def test_three_falls_in_a_row_without_a_knock_ask_for_the_knock_sensor() -> None:
    box = Box().hush()
    for _ in range(2):
        box.turn(1).put(1)
    assert "Ask about=knock" not in box.said
    assert box.turn(2).said == ["TurnedFall gems=2", "Ask about=knock", "Guide do=put place=centre gems=2"]
    assert {box.lit["go"], box.lit["back"]} == {"go"}
    assert box.press("go", held=2.5).said == ["Ask about=knock"]
    assert box.go().said == ["Knocked", "Fell gems=2", "Ask about=full"]
    assert box.game.cur == 0
    box.go().hush()
    assert box.turn(3).said == ["Ask about=knock"]
    assert box.go().said == ["Knocked", "Fell gems=3", "Ask about=full"]


def test_the_question_about_the_knock_sensor_is_repeated_when_go_is_held() -> None:
    box = Box().hush()
    for _ in range(2):
        box.turn(1).put(1)
    box.turn(2).hush()
    assert box.press("go", held=2.0).said == ["Ask about=knock"]


def test_a_dead_knock_sensor_may_have_missed_the_blow_that_woke_the_dragon() -> None:
    box = Box().hush()
    for _ in range(2):
        box.turn(1).put(1)
    box.turn(9).hush()
    assert box.go().said[:3] == ["Knocked", "Fell gems=9", "Dragon gems=9"]
    assert box.put(9).said[-2:] == ["GemsBack", "TurnStarts player=1"]


def test_falls_that_were_none_by_a_knock_are_counted_anew() -> None:
    box = Box().hush()
    for _ in range(2):
        box.turn(1).put(1)
    box.turn(1).hush()
    assert box.back().said == ["Guide do=put place=centre gems=1"]
    assert box.put(1).turn(1).said == [
        "GemsBack",
        "TurnStarts player=1",
        "TurnedFall gems=1",
        "Guide do=put place=centre gems=1",
    ]


def test_where_the_box_is_deaf_a_fall_may_be_none_by_a_knock_and_a_knock_that_is_heard_mends_it() -> None:
    box = Box().hush()
    for _ in range(2):
        box.turn(1).put(1)
    box.turn(1).go().go().hush()
    assert box.turn(2).said == ["Ask about=knock"]
    assert box.back().said == ["TurnedFall gems=2", "Guide do=put place=centre gems=2"]
    box.put(2).knock(1).go().hush()
    assert box.turn(1).said[0] == "TurnedFall gems=1"


def test_the_question_about_the_knock_sensor_lapses_when_play_has_gone_on() -> None:
    box = Box().hush()
    for _ in range(2):
        box.turn(1).put(1)
    box.turn(1).hush()
    assert box.put(1).said == ["GemsBack", "TurnStarts player=1"]
    assert box.knock(1).said[:2] == ["Knocked", "Fell gems=1"]


def test_turning_may_be_allowed_only_before_the_first_knock() -> None:
    box = Box(settings=replace(HONOUR, turn_between_knocks=False)).hush()
    assert box.turn(1).put(1).said[0] == "TurnedFall gems=1"
    assert box.knock().knock().said == []
    assert box.game.knocks == 2
    assert box.turn(2).said == ["Foul code=HT-F15 player=1", "Guide do=put place=centre gems=2"]
    assert box.put(2).said == ["TableRight", "TurnStarts player=1"]
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_in_the_master_variant_the_die_comes_before_the_knock() -> None:
    box = Box(settings=replace(HONOUR, variant=Variant.MASTER)).hush()
    assert box.knock().said == ["Foul code=HT-F14 player=0"]
    assert box.knock(2).said == ["Foul code=HT-F14 player=0", "Guide do=put place=centre gems=2"]
    assert box.put(2).said == ["TableRight", "TurnStarts player=0", "Ask about=die"]
    assert box.colour("red").said == ["Technique kind=fist"]
    assert box.colour("red").said == ["NotNow"]
    assert box.knock(2).said[:2] == ["Knocked", "Fell gems=2"]
    assert box.go().said == ["TurnStarts player=1", "Ask about=die"]


def test_in_the_master_variant_the_box_may_be_turned_before_the_die() -> None:
    box = Box(settings=replace(HONOUR, variant=Variant.MASTER)).hush()
    assert box.turn(2).put(2).said == [
        "TurnedFall gems=2",
        "Guide do=put place=centre gems=2",
        "GemsBack",
        "TurnStarts player=1",
        "Ask about=die",
    ]


def test_knocking_before_the_sets_are_told_is_too_early() -> None:
    box = Box(settings=TRACKED)
    assert box.said == ["Ask about=set"]
    assert box.knock().said == ["Foul code=HT-F06 player=0"]
    assert box.turn(1).put(1).said == ["Guide do=put place=centre gems=1", "TableRight", "Ask about=set"]


def test_knocking_after_the_end_is_named_once() -> None:
    box = Box(settings=HONOUR)
    over = box.game._replace(phase=Phase.OVER, done=(4, 0))
    box.watch = box.watch._replace(agreed=box.watch.agreed._replace(game=over))
    box.hush()
    assert box.knock(3).said == ["Foul code=HT-F20 player=0"]
    assert box.knock(3).knock().said == []


def test_the_next_player_may_knock_as_soon_as_the_last_gem_lies() -> None:
    box = Box().knock(9).hush()
    box.put(9, rest=0.0)
    assert box.blow().said == ["GemsBack", "TurnStarts player=1"]
    assert box.turn(2).said[:2] == ["Knocked", "Fell gems=2"]


def test_what_lies_counts_when_a_key_is_pressed() -> None:
    box = Box(settings=Settings(tasks=Tasks.OFF)).hush()
    box.knock(2, rest=0.1)
    assert box.go().said == ["Knocked", "Fell gems=2", "Ask about=full", "TurnStarts player=1"]


def test_scores_the_turn_and_the_states_agreed_can_be_asked_for() -> None:
    box = Box().knock(2).press("p1")
    assert (REFEREE.scores(box.watch), REFEREE.turn(box.watch), REFEREE.outcome(box.watch)) == ((1, 0), 1, None)
    assert [state.phase for state in REFEREE.history(box.watch)] == [Phase.KNOCK, Phase.HONOUR, Phase.KNOCK]
    assert not REFEREE.still_holds(box.watch, GameOver((0,), (4, 0)))
    assert REFEREE.still_holds(box.watch, TurnStarts(1))
    assert not REFEREE.still_holds(box.watch, TurnStarts(0))


def test_colours_half_told_before_the_scale_is_back_are_not_those_of_the_next_fall() -> None:
    box = tracked().press("p1").lose().colour("red", "red").regain().count().wait(4).hush()
    assert "meter.1" not in box.lit
    assert box.knock(2).wait(3).said == ["Knocked", "Fell gems=2", "Ask about=colours"]
    assert box.tell("blue", "black").said[0] == "Sorted colours=blue,black"
