"""Clumsy hands: all of it ends right, with no more talk than needed."""

import pytest

from games.clever_keys.rules import Settings
from games.facts import GemsCounted, KeyStands
from games.table import Depth
from tests.games.hands import Table, slot


def test_a_slow_push_is_withdrawn_from_red_to_fits() -> None:
    table = Table().key("3.2", Depth.ENTERED).wait(1.5)
    assert table.said[1:] == ["Red player=0 slot=3.2", "Discard player=0"]
    assert table.key("3.2", Depth.FULL).wait(0.5).said == ["Fits player=0 slot=3.2 gained=1 total=1"]
    assert table.watch.game.corner == 0


def test_a_half_push_and_then_a_shove_says_nothing_of_red() -> None:
    table = Table().key("3.2", Depth.ENTERED).key("3.2", Depth.FULL, after=0.9).wait(2)
    assert table.said[1:] == ["Fits player=0 slot=3.2 gained=1 total=1"]


def test_a_shove_after_the_gem_was_taken_is_the_foul_that_go_confirms() -> None:
    table = Table().push("3.2", red=True).take(1)
    table.hush()
    assert table.key("3.2", Depth.FULL).wait(2).said == ["Foul code=CK-F14 player=0", "Guide do=press slot=3.2 part=go"]
    assert table.press("go").said == ["Corrected", "TableRight", "Discard player=0"]
    assert table.put(1, "corner").said == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_without_reseat_a_red_key_that_is_straightened_stays_red() -> None:
    table = Table(settings=Settings(reseat=False)).push("3.2", red=True)
    assert table.key("3.2", Depth.FULL).wait(2).said[3:] == [
        "Foul code=CK-F14 player=0",
        "Guide do=press slot=3.2 part=go",
    ]


def test_without_touch_move_a_red_key_may_be_tried_in_another_slot() -> None:
    table = Table(settings=Settings(touch_move=False)).push("3.2", red=True)
    assert table.lift("3.2").push("3.1").said[-1] == "Fits player=0 slot=3.1 gained=1 total=1"


def test_without_touch_move_a_red_key_tried_where_it_may_not_go_is_still_a_foul() -> None:
    table = Table(settings=Settings(touch_move=False)).push("5.0", red=True).take(1).put(1, "corner")
    table.push("3.2", red=True)
    table.hush()
    assert table.lift("3.2").push("5.1").said == ["Foul code=CK-F02 player=1", "Guide do=lift slot=5.1"]


def test_a_bump_of_gems_out_and_back_says_nothing() -> None:
    table = Table().push("3.2")
    table.hush()
    assert table.swap(2).said == []
    assert table.swap(1, "corner").said == []


def test_a_key_lifted_and_put_back_says_nothing() -> None:
    table = Table().push("3.2")
    table.hush()
    assert table.lift("3.2", rest=3).push("3.2").said == []
    assert table.take(1).said[-1] == "TurnStarts player=1"
    assert table.lift("3.2", rest=3).push("3.2").said == []


def test_a_key_lifted_slowly_is_no_foul() -> None:
    table = Table().push("3.2")
    table.hush()
    table.key("3.2", Depth.ENTERED).wait(2.5).key("3.2", Depth.EMPTY).wait(1)
    assert table.push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=2"]


def test_a_key_that_stays_half_out_is_not_seated_and_lifting_it_is_playing_on() -> None:
    table = Table().push("3.2")
    table.hush()
    assert table.key("3.2", Depth.ENTERED).wait(4).said == ["Foul code=CK-F15 player=0", "Guide do=shove slot=3.2"]
    assert table.key("3.2", Depth.EMPTY).wait(3).said == []
    assert table.push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=2"]


def test_a_key_that_stood_half_a_second_in_a_locked_section_and_was_pulled_out_again_is_no_foul() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner")
    table.hush()
    table.push("3.1", rest=0.5).lift("3.1", rest=3)
    assert table.said == []


def test_two_keys_lifted_are_asked_about_and_putting_one_back_answers() -> None:
    table = Table().push("3.2").take(1).push("5.0").take(1)
    table.hush()
    table.lift("3.2", rest=0.0).lift("5.0", rest=1)
    assert table.said == ["Foul code=CK-F16 player=0", "Ask about=key"]
    assert table.lit == {"pad.1": "turn", "slot.3.2": "guide", "slot.5.0": "guide"}
    assert table.push("5.0").said == []
    assert table.push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=1"]


def test_two_keys_put_in_at_once_are_asked_about_and_taking_one_out_answers() -> None:
    table = Table().push("3.2", rest=0.1).push("5.0")
    assert table.said[1:] == ["Foul code=CK-F16 player=0", "Ask about=slot"]
    assert table.lift("3.2", rest=1.5).said == ["Fits player=0 slot=5.0 gained=1 total=1"]


def test_gems_taken_one_by_one_are_one_payment() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").lift("1.0").push("2.0")
    table.hush()
    assert table.take(1).take(1).said == []
    assert table.take(1).said == ["Took player=0 gems=3 left=49", "TurnStarts player=1"]


def test_one_gem_too_many_is_put_back() -> None:
    table = Table().push("3.2").press("go")
    table.hush()
    assert table.take(2).said == ["Foul code=CK-F08 player=0 expected=1", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight", "Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_three_too_many_come_back_in_two_steps_and_are_named_once() -> None:
    table = Table().push("3.2").press("go")
    table.hush()
    assert table.take(4).said == ["Foul code=CK-F08 player=0 expected=1", "Guide do=put place=centre gems=3"]
    assert table.put(1).said == ["Guide do=put place=centre gems=2"]
    assert table.put(2).said[0] == "TableRight"


def test_a_gem_too_many_within_two_seconds_still_counts_against_the_player_who_took() -> None:
    table = Table().push("3.2").take(1, rest=2.5)
    assert table.said[-1] == "TurnStarts player=1"
    assert table.take(1).said == ["Foul code=CK-F08 player=0 expected=1", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight"]


def test_a_gem_taken_later_counts_against_the_next_player() -> None:
    table = Table().push("3.2").take(1, rest=4)
    table.hush()
    assert table.take(1).said == ["Foul code=CK-F08 player=1 expected=0", "Guide do=put place=centre gems=1"]


def test_a_second_lost_gem_within_two_seconds_is_more_than_one() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner")
    table.hush()
    assert table.take(1).said == ["Foul code=CK-F09 player=0 expected=1", "Guide do=put place=centre gems=1"]
    table.put(1).hush()
    assert table.put(1, "corner").said == ["Foul code=CK-F09 player=1", "Guide do=take place=corner gems=1"]


def test_a_gem_put_back_into_the_chamber_too_many_is_asked_out_again() -> None:
    table = Table().push("3.2").press("go").take(1, rest=4)
    table.hush()
    assert table.put(1).said == ["Foul code=CK-F08 player=1 expected=0", "Guide do=take place=centre gems=1"]
    assert table.take(1).said == ["TableRight"]


def test_too_few_gems_are_named_when_the_next_key_moves() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").press("go").take(1, rest=30)
    assert table.said[-1] == "Take player=0 gems=2"
    assert table.lift("1.0", rest=1).said == ["Foul code=CK-F08 player=0 expected=2", "Guide do=push slot=1.0"]
    assert table.push("1.0").said == ["TableRight"]
    assert table.take(1).said == ["Took player=0 gems=2 left=50", "TurnStarts player=1"]


def test_the_gem_that_was_missing_makes_the_next_players_key_right() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").press("go").take(1).push("5.0")
    assert table.said[-2:] == ["Foul code=CK-F08 player=0 expected=2", "Guide do=lift slot=5.0"]
    assert table.take(1).said == [
        "Took player=0 gems=2 left=50",
        "TurnStarts player=1",
        "Fits player=1 slot=5.0 gained=1 total=1",
    ]


@pytest.mark.parametrize("phase", ["choose", "take", "discard"])
def test_an_arm_on_the_scale_is_waited_out(phase: str) -> None:
    table = Table()
    if phase == "take":
        table.push("3.2").press("go")
    if phase == "discard":
        table.push("3.2", red=True)
    table.hush()
    assert table.lean("corner").count("corner").wait(2).said == []
    assert table.lean().wait(20).said == []
    assert table.stir("centre").wait(1).count("centre").wait(2).said == []


def test_an_arm_on_the_scale_does_not_make_a_gem_foul_right() -> None:
    table = Table().take(1)
    assert table.said[1:] == ["Foul code=CK-F08 player=0 expected=0", "Guide do=put place=centre gems=1"]
    assert table.lean().said == []
    table.heap["centre"] = 52
    assert table.stir("centre").wait(1).count("centre").wait(2).said == ["TableRight"]


def test_a_key_waits_for_the_hand_that_was_in_the_chamber_first_but_not_for_an_arm() -> None:
    table = Table().stir("centre").wait(0.2).push("3.2", rest=2)
    assert table.said == ["TurnStarts player=0"]
    assert table.wait(1.5).said == ["Fits player=0 slot=3.2 gained=1 total=1"]
    table.wait(0.1).count("centre")
    table.press("go").hush()
    table.stir("centre").wait(0.2).lift("3.2", rest=20)
    assert table.said == []
    table.count("centre").wait(2)
    assert table.said == ["Foul code=CK-F10 player=0", "Guide do=push slot=3.2"]


def test_slots_that_settle_together_may_be_told_in_any_order() -> None:
    table = Table().push("3.2").wait(1)
    table.at += 1
    table.feed(KeyStands(at=table.at, slot=slot("3.2"), depth=Depth.EMPTY))
    table.feed(KeyStands(at=table.at - 0.2, slot=slot("4.0"), depth=Depth.ENTERED))
    assert table.watch.seen.moved_at == table.at
    assert table.watch.now == table.at


def test_a_count_that_is_unsure_is_asked_and_go_says_yes() -> None:
    table = Table().push("3.2").press("go")
    table.hush()
    assert table.take(2, odds=0.9).said == ["Unsure place=centre gems=50"]
    assert table.lit["go"] == "go"
    assert table.press("go").said == [
        "Counted place=centre gems=50",
        "Foul code=CK-F08 player=0 expected=1",
        "Guide do=put place=centre gems=1",
    ]


def test_an_unsure_count_is_answered_with_the_gems() -> None:
    table = Table().push("3.2").press("go")
    table.hush()
    table.take(2, odds=0.9, rest=5)
    assert table.put(1).said == ["Unsure place=centre gems=50", "Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_a_count_of_the_corner_does_not_answer_the_question_about_the_chamber() -> None:
    table = Table().push("3.2").press("go").take(3, odds=0.9)
    table.hush()
    assert table.stir("corner").wait(1).count("corner").wait(5).said == []
    assert table.press("go").said[:2] == ["Counted place=centre gems=49", "Foul code=CK-F08 player=0 expected=1"]


def test_an_unsure_count_that_is_what_is_due_needs_no_question() -> None:
    table = Table().push("3.2").take(1, odds=0.6)
    assert table.said[-2:] == ["Took player=0 gems=1 left=51", "TurnStarts player=1"]
    table = Table().push("3.2", red=True).take(1, odds=0.6)
    table.take(-1, "corner", odds=0.6)
    assert table.said[-2:] == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_both_places_unsure_are_asked_one_after_the_other() -> None:
    table = Table()
    table.hush()
    table.take(3, odds=0.9)
    table.take(-3, "corner", odds=0.9)
    assert table.said == ["Unsure place=centre gems=49"]
    assert table.press("go").said == ["Counted place=centre gems=49", "Unsure place=corner gems=3"]
    assert table.press("go").said == [
        "Counted place=corner gems=3",
        "Foul code=CK-F09 player=0",
        "Guide do=take place=corner gems=3",
    ]


def test_a_key_that_is_wriggled_while_its_foul_is_open_is_not_called_right_and_wrong_again() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner")
    table.hush()
    table.push("3.1", red=True)  # section 3 is locked
    assert table.said == ["Foul code=CK-F02 player=1", "Guide do=lift slot=3.1"]
    table.key("3.1", Depth.EMPTY).key("3.1", Depth.ENTERED, after=0.25).wait(3)
    assert "TableRight" not in table.said


def test_an_unsure_count_after_another_hand_is_another_question_and_none_after_the_end() -> None:
    table = Table().hush()
    assert table.take(2, odds=0.9).said == ["Unsure place=centre gems=50"]
    assert table.stir("centre").wait(1).count("centre", odds=0.9).wait(2).said == ["Unsure place=centre gems=50"]
    table = Table(gems=(1, 0)).push("3.2").take(1).hush()
    assert table.put(3).stir("centre").wait(1).count("centre", odds=0.5).wait(2).said == []


def test_the_scale_that_shakes_as_a_slow_key_goes_home_makes_no_red_of_it() -> None:
    table = Table().key("3.2", Depth.ENTERED).wait(0.5).stir("centre")
    table.key("3.2", Depth.FULL, after=0.03).wait(0.3).count("centre").wait(2)
    assert table.said[1:] == ["Fits player=0 slot=3.2 gained=1 total=1"]


def test_too_few_gems_and_the_next_key_at_once_are_judged_in_that_order() -> None:
    table = Table().push("3.2").take(1).push("3.1")
    table.hush()
    began = table.at
    table.stir("centre").wait(0.8).lift("3.2", rest=0.5)
    table.heap["centre"] -= 1
    table.feed(GemsCounted(at=began + 0.6, place="centre", gems=table.heap["centre"]))
    assert table.wait(2).said == [
        "Take player=1 gems=2",
        "Foul code=CK-F08 player=1 expected=2",
        "Guide do=push slot=3.2",
    ]


def test_a_lost_gem_paid_in_the_wrong_order_is_no_foul_of_the_key_that_came_early() -> None:
    table = Table().push("3.2", red=True).put(1, "corner", rest=0.3).push("4.0", rest=0.3).hush()
    assert table.take(1).said[:2] == ["Discarded player=0 left=51", "TurnStarts player=1"]
    table.wait(10)
    assert table.said == []


def test_two_gems_for_the_corner_and_a_key_that_came_early_are_asked_for_once_each() -> None:
    table = Table().push("3.2", red=True).push("4.0", rest=0.3).hush()
    assert table.take(2).wait(10).said == ["Foul code=CK-F09 player=0 expected=1", "Guide do=lift slot=4.0"]
    assert table.lift("4.0", rest=10).said == ["Guide do=put place=centre gems=1"]


def test_hands_that_go_to_and_fro_between_two_steps_are_stuck_as_well() -> None:
    table = Table().push("3.2")
    for where in ("5.0", "5.1", "5.0", "5.1"):
        table.push(where).lift(where, rest=0.1)
        assert "go" not in table.lit
    table.push("5.0")
    assert "go" in table.lit
    assert table.hush().press("go").said[0] == "Corrected"


def test_a_slow_push_into_a_slot_that_was_seen_red_earns_its_gem_once_go_confirms_it() -> None:
    table = Table().push("3.1", red=True).take(1).put(1, "corner").lift("3.1").push("4.0").take(1)
    table.push("3.1", red=True)
    table.hush()
    assert table.key("3.1", Depth.FULL).wait(2).said == ["Foul code=CK-F14 player=0", "Guide do=press slot=3.1 part=go"]
    assert table.press("go").said == ["Fits player=0 slot=3.1 gained=1 total=1"]
    assert table.take(1).said[-1] == "TurnStarts player=1"


def test_an_elbow_on_the_chamber_while_a_gem_comes_back_from_the_corner_changes_no_guide() -> None:
    table = Table().push("3.2", red=True).take(2).put(2, "corner")
    table.hush()
    table.stir("corner").stir("centre").wait(0.4)
    table.heap["corner"] -= 1
    table.count("corner").wait(1.5)
    assert table.said == []
    table.count("centre")
    assert table.wait(2).said == ["Guide do=put place=centre gems=1"]
