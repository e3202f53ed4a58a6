"""Every foul that sensors show: named once, guided back step by step, and play goes on by itself."""

import pytest

from games.clever_keys.rules import Settings
from games.table import Depth
from tests.games.hands import Table


def second_turn(*, red: bool = False) -> Table:
    """Player 1's turn, a key of player 0 in 3.2."""
    table = Table().push("3.2", red=red)
    table.take(1)
    if red:
        table.put(1, "corner")
    return table.wait(3).hush()


def owed() -> Table:
    """Player 0 has stopped with 2 gems due; the key stands in 4.0, one of an earlier turn in 6.0."""
    table = Table().push("6.0").take(1).push("5.3").take(1).lift("5.3").push("6.1").take(2)
    assert table.said[-1] == "TurnStarts player=1"
    table.push("7.0").lift("7.0").push("0.0").press("go")
    return table.hush()


def lost_gem_due() -> Table:
    return Table().push("6.0").take(1).push("3.2", red=True).hush()


def test_f02_a_key_from_beside_the_board_in_a_locked_section_is_lifted_again() -> None:
    table = second_turn(red=True)
    assert table.push("3.0").said == ["Foul code=CK-F02 player=1", "Guide do=lift slot=3.0"]
    assert table.lit == {"pad.2": "turn", "slot.3.2": "red", "slot.3.0": "guide"}
    assert table.lift("3.0", rest=0.5).said == ["TableRight"]
    assert table.push("4.0").said == ["Fits player=1 slot=4.0 gained=1 total=1"]


def test_f02_a_key_of_the_board_goes_back_where_it_stood_or_on_where_it_may() -> None:
    table = second_turn(red=True).push("2.0").take(1).lift("2.0").push("3.0")
    assert table.said[-2:] == ["Foul code=CK-F02 player=0", "Guide do=lift slot=3.0"]
    assert table.lift("3.0", rest=1).said == ["Guide do=push slot=2.0"]
    assert table.push("2.0").said == ["TableRight"]
    table.lift("2.0").push("3.0").lift("3.0", rest=1).hush()
    assert table.push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=1"]


def test_the_same_foul_committed_again_is_named_again() -> None:
    table = second_turn(red=True).push("2.0").take(1).lift("2.0").push("3.0").hush()
    assert table.lift("3.0", rest=0.1).push("3.1").said == ["Foul code=CK-F02 player=0", "Guide do=lift slot=3.1"]
    table.lift("3.1", rest=1).hush()
    assert table.push("3.1").said == ["Foul code=CK-F02 player=0", "Guide do=lift slot=3.1"]


@pytest.mark.parametrize("where", ["3.1", "2.0", "5.0"])
def test_f03_same_section_backwards_or_skipped_tells_the_section_that_is_next(where: str) -> None:
    table = second_turn().lift("3.2").push(where)
    assert table.said == ["Foul code=CK-F03 player=1 expected=4", f"Guide do=lift slot={where}"]
    assert table.lift(where, rest=1).said == ["Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["TableRight"]


def test_f03_in_going_on() -> None:
    table = Table().push("3.2").hush()
    assert table.lift("3.2").push("5.0").said == ["Foul code=CK-F03 player=0 expected=4", "Guide do=lift slot=5.0"]


def test_f05_another_key_lifted_is_named_at_once() -> None:
    table = second_turn().push("5.0").hush()
    assert table.lift("3.2", rest=0.4).said == ["Foul code=CK-F05 player=1", "Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["TableRight"]


def test_f05_another_key_put_in() -> None:
    table = Table().push("3.2").hush()
    assert table.push("5.0").said == ["Foul code=CK-F05 player=0", "Guide do=lift slot=5.0"]
    assert table.lift("5.0", rest=0.5).said == ["TableRight"]


def test_f05_another_key_moved_comes_back_in_two_steps() -> None:
    table = second_turn().push("5.0").hush()
    table.lift("3.2", rest=0.1).push("4.0")
    assert table.said == ["Foul code=CK-F05 player=1", "Guide do=lift slot=4.0"]
    assert table.lift("4.0", rest=1).said == ["Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["TableRight"]


def test_f06_a_fourth_placement() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").lift("1.0").push("2.0").hush()
    table.lift("2.0", rest=0.1).push("3.0")
    assert table.said == ["Foul code=CK-F06 player=0 expected=3", "Guide do=lift slot=3.0"]
    assert table.lift("3.0", rest=1).said == ["Guide do=push slot=2.0"]
    assert table.push("2.0").said == ["TableRight"]
    assert table.take(3).said == ["Took player=0 gems=3 left=49", "TurnStarts player=1"]


@pytest.mark.parametrize("where", ["4.0", "3.1"])
def test_f07_playing_on_after_red(where: str) -> None:
    table = Table().push("3.2", red=True).hush()
    assert table.push(where).said == ["Foul code=CK-F07 player=0", f"Guide do=lift slot={where}"]
    assert table.lift(where, rest=0.5).said == ["TableRight"]
    table.take(1)
    assert table.put(1, "corner").said == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_f07_another_key_lifted_after_red_and_f10_the_same_one() -> None:
    table = lost_gem_due()
    assert table.lift("6.0", rest=1).said == ["Foul code=CK-F07 player=1", "Guide do=push slot=6.0"]
    assert table.push("6.0").said == ["TableRight"]
    assert table.lift("3.2", rest=1).said == ["Foul code=CK-F10 player=1", "Guide do=push slot=3.2"]
    assert table.push("3.2", red=True).said == ["TableRight"]


def test_f08_gems_before_a_key_is_placed_and_then_go() -> None:
    table = Table().hush()
    assert table.take(2).said == ["Foul code=CK-F08 player=0 expected=0", "Guide do=put place=centre gems=2"]
    assert table.press("go").said == ["Foul code=CK-F18 player=0", "Guide do=put place=centre gems=2"]
    assert table.put(2).said == ["TableRight"]


def test_f08_a_gem_put_into_the_chamber_while_deciding() -> None:
    table = Table(gems=(40, 0)).push("3.2").hush()
    assert table.put(1).said == ["Foul code=CK-F08 player=0 expected=1", "Guide do=take place=centre gems=1"]
    assert table.take(1).said == ["TableRight"]


def test_f08_gems_put_in_instead_of_taken_out() -> None:
    table = Table(gems=(40, 0)).push("3.2").press("go").hush()
    assert table.put(2).said == ["Foul code=CK-F08 player=0 expected=1", "Guide do=take place=centre gems=2"]
    assert table.take(2).said == ["TableRight"]


def test_f08_while_a_key_is_rightly_in_the_hand_does_not_send_the_key_back() -> None:
    table = second_turn().lift("3.2", rest=1).take(1)
    assert table.said == ["Foul code=CK-F08 player=1 expected=0", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight"]
    assert table.push("4.0").said == ["Fits player=1 slot=4.0 gained=1 total=1"]


def test_f09_two_gems_out_of_the_chamber() -> None:
    table = Table().push("3.2", red=True).hush()
    assert table.take(2).said == ["Foul code=CK-F09 player=0 expected=1", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight"]
    assert table.put(1, "corner").said == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_f09_two_gems_in_the_corner_go_back_one_step_at_a_time() -> None:
    table = Table().push("3.2", red=True).take(2, rest=0.2).put(2, "corner").hush()
    table.wait(3).hush()
    assert table.watch.trouble is not None
    assert table.take(1, "corner").said == ["Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight", "Discarded player=0 left=51", "TurnStarts player=1"]


def test_f09_a_gem_of_ones_own_in_the_corner() -> None:
    table = Table().push("3.2", red=True).hush()
    assert table.put(1, "corner").said == ["Foul code=CK-F09 player=0 expected=1", "Guide do=take place=corner gems=1"]
    assert table.take(1, "corner").said == ["TableRight"]


def test_f09_a_gem_put_into_the_chamber_after_red() -> None:
    table = Table(gems=(40, 0)).push("3.2", red=True).hush()
    assert table.put(1).said == ["Foul code=CK-F09 player=0 expected=1", "Guide do=take place=centre gems=1"]


def test_f09_the_lost_gem_kept_is_named_when_the_next_key_moves() -> None:
    table = lost_gem_due().take(1, rest=20)
    assert table.said == []
    assert table.lift("6.0", rest=1).said == ["Foul code=CK-F09 player=1 expected=1", "Guide do=push slot=6.0"]
    assert table.push("6.0").said == ["TableRight"]
    assert table.put(1, "corner").said == ["Discarded player=1 left=50", "TurnStarts player=0"]


def test_f09_a_gem_into_the_corner_when_none_is_due() -> None:
    table = Table().hush()
    assert table.put(1, "corner").said == ["Foul code=CK-F09 player=0", "Guide do=take place=corner gems=1"]
    assert table.take(1, "corner").said == ["TableRight"]


def test_f10_the_key_lifted_after_stop_is_named_after_a_third_of_a_second() -> None:
    table = owed().lift("0.0", rest=0.3)
    assert table.said == []
    assert table.wait(0.1).said == ["Foul code=CK-F10 player=1", "Guide do=push slot=0.0"]
    assert table.push("0.0").said == ["TableRight"]
    assert table.take(2).said[0] == "Took player=1 gems=2 left=46"


def test_f10_gems_wait_until_the_key_is_back() -> None:
    table = owed().lift("0.0", rest=1).hush()
    assert table.take(2).said == []
    assert table.push("0.0").said == ["TableRight", "Took player=1 gems=2 left=46", "TurnStarts player=0"]


def test_f13_a_gem_out_of_the_corner() -> None:
    table = second_turn(red=True)
    assert table.take(1, "corner").said == ["Foul code=CK-F13 player=1", "Guide do=put place=corner gems=1"]
    assert table.put(1, "corner").said == ["TableRight"]


def test_f13_the_gem_of_the_corner_put_into_the_chamber() -> None:
    table = second_turn(red=True).take(1, "corner").put(1).hush()
    assert table.put(1, "corner").said == ["Foul code=CK-F08 player=1 expected=0", "Guide do=take place=centre gems=1"]
    assert table.take(1).said == ["TableRight"]


def test_f14_a_red_key_that_becomes_full_after_play_has_gone_on_unlocks_its_section_when_confirmed() -> None:
    table = second_turn(red=True)
    assert table.key("3.2", Depth.FULL).wait(2).said == ["Foul code=CK-F14 player=1", "Guide do=press slot=3.2 part=go"]
    assert table.lit["go"] == "go"
    assert table.press("go").said == ["Corrected", "TableRight"]
    assert table.push("3.1").said == ["Fits player=1 slot=3.1 gained=2 total=2"]


def test_f14_on_the_way_back_from_a_graver_foul_is_named_since_only_go_can_confirm_it() -> None:
    table = second_turn(red=True).push("5.0").hush()
    table.lift("3.2", rest=1)
    assert table.said == ["Foul code=CK-F05 player=1", "Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["Foul code=CK-F14 player=1", "Guide do=press slot=3.2 part=go"]
    assert table.press("go").said == ["Corrected", "TableRight"]


def test_f14_confirmed_while_the_next_key_is_in_the_hand_does_not_lose_that_key() -> None:
    table = second_turn(red=True).push("5.0").take(1).hush()
    table.lift("5.0", rest=0.1).key("3.2", Depth.FULL).wait(2)
    assert table.said == ["Foul code=CK-F14 player=0", "Guide do=press slot=3.2 part=go"]
    assert table.press("go").said == ["Corrected", "TableRight"]
    assert table.push("7.0").said == ["Foul code=CK-F03 player=0 expected=6", "Guide do=lift slot=7.0"]


def test_f14_confirmed_while_gems_are_due_leaves_what_is_due() -> None:
    table = second_turn(red=True).push("5.0").lift("5.0").push("6.0").press("go").take(1).hush()
    assert table.key("3.2", Depth.FULL).wait(2).said == ["Foul code=CK-F14 player=1", "Guide do=press slot=3.2 part=go"]
    assert table.press("go").said == ["Corrected", "TableRight", "Take player=1 gems=2"]
    assert table.take(1).said == ["Took player=1 gems=2 left=49", "TurnStarts player=0"]


def test_f14_a_second_red_slot_in_a_section_may_be_a_tilted_key() -> None:
    table = second_turn(red=True).lift("3.2").push("4.0").take(1).lift("4.0", rest=0.2).push("5.0").take(1).hush()
    table.push("3.1", red=True)
    assert table.said == ["Foul code=CK-F14 player=1", "Guide do=shove slot=3.1"]
    assert table.key("3.1", Depth.FULL).wait(2).said == ["Fits player=1 slot=3.1 gained=1 total=1"]


def test_f14_confirmed_is_played_as_it_stands() -> None:
    table = second_turn(red=True).lift("3.2").push("4.0").take(1).hush()
    table.push("3.1", red=True).hush()
    assert table.press("go").said == ["Red player=0 slot=3.1", "Discard player=0"]


def test_f14_the_blocked_slot_takes_a_key_and_the_key_is_taken_out_again() -> None:
    table = second_turn(red=True).lift("3.2").push("4.0").take(1).hush()
    assert table.push("3.2").said == ["Foul code=CK-F14 player=0", "Guide do=press slot=3.2 part=go"]
    assert table.lift("3.2", rest=0.5).said == ["TableRight"]
    table = second_turn(red=True).lift("3.2").push("4.0").take(1).hush()
    table.push("2.0").take(1).lift("2.0").push("3.2")
    assert table.said[-2:] == ["Foul code=CK-F14 player=1", "Guide do=press slot=3.2 part=go"]
    assert table.lift("3.2", rest=2).said == []
    assert table.push("3.0").said == ["Fits player=1 slot=3.0 gained=1 total=1"]


def test_without_the_consistency_check_no_slot_is_doubted() -> None:
    table = Table(settings=Settings(consistency_check=False)).push("3.2", red=True).take(1).put(1, "corner")
    table.lift("3.2").push("4.0").take(1).hush()
    assert table.push("3.1", red=True).said == ["Red player=0 slot=3.1", "Discard player=0"]


def test_f15_a_key_half_out_goes_down_again() -> None:
    table = second_turn().key("3.2", Depth.ENTERED).wait(4)
    assert table.said == ["Foul code=CK-F15 player=1", "Guide do=shove slot=3.2"]
    assert table.key("3.2", Depth.FULL).wait(2).said == ["TableRight"]


def test_f15_contacts_that_contradict_each_other_mean_a_crooked_key() -> None:
    table = second_turn().key("5.0", Depth.UNKNOWN).wait(2)
    assert table.said == ["Foul code=CK-F15 player=1", "Guide do=shove slot=5.0"]
    assert table.key("5.0", Depth.FULL).wait(2).said == ["Fits player=1 slot=5.0 gained=1 total=1"]


def test_f16_two_keys_moved_while_going_on() -> None:
    table = second_turn().push("5.0").hush()
    table.lift("3.2", rest=0.0).lift("5.0", rest=1)
    assert table.said == ["Foul code=CK-F16 player=1", "Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["Guide do=push slot=5.0"]
    assert table.push("6.0").said == ["Fits player=1 slot=6.0 gained=1 total=2"]


def test_f16_two_keys_lifted_after_stop_are_one_foul_all_the_way_back() -> None:
    table = owed().lift("6.0", rest=0.0).lift("0.0", rest=1)
    assert table.said == ["Foul code=CK-F16 player=1", "Guide do=push slot=6.0"]
    assert table.push("6.0").said == ["Guide do=push slot=0.0"]
    assert table.push("0.0").said == ["TableRight"]


def test_f17_a_placement_after_stop() -> None:
    table = owed().lift("0.0", rest=0.1).push("1.0")
    assert table.said == ["Foul code=CK-F17 player=1 expected=2", "Guide do=lift slot=1.0"]
    assert table.lift("1.0", rest=1).said == ["Guide do=push slot=0.0"]
    assert table.push("0.0").said == ["TableRight"]


def test_f18_stop_before_a_key_is_placed() -> None:
    table = Table().hush()
    assert table.press("go").said == ["Foul code=CK-F18 player=0"]
    assert table.lit["slot.0.0"] == "may"


def test_f19_a_key_put_in_after_the_end_but_not_keys_packed_up() -> None:
    table = Table(gems=(1, 0)).push("3.2").take(1).hush()
    assert table.push("4.0").said == ["Foul code=CK-F19 player=0"]
    assert table.press("go").press("back").said == ["Ask about=leave", "GameOver winners=0 scores=1,0"]
    assert table.lift("3.2").said == []
    assert table.lift("4.0", rest=2).said == ["TableRight"]
    assert table.take(1, "corner").key("4.0", Depth.UNKNOWN).wait(3).said == []


def test_a_fourth_key_is_a_contact_that_lies_and_go_overrules_it() -> None:
    table = Table().push("0.0").take(1).push("2.0").take(1).push("4.0").take(1).hush()
    assert table.key("6.0", Depth.ENTERED).wait(2).said == ["Foul code=CK-F04 player=1", "Guide do=lift slot=6.0"]
    assert table.press("go").press("go").said == ["Guide do=lift slot=6.0"] * 2
    assert table.lit["go"] == "go"
    assert table.press("go").said == ["Corrected", "TableRight"]
    assert table.lift("0.0").push("1.0").said == ["Fits player=1 slot=1.0 gained=1 total=1"]
    # As soon as the slot shows empty it is believed again.
    table.key("6.0", Depth.EMPTY).take(1).hush()
    assert table.key("6.0", Depth.ENTERED).wait(2).said == ["Foul code=CK-F04 player=0", "Guide do=lift slot=6.0"]


def test_a_contact_that_contradicts_itself_for_good_does_not_stop_the_game() -> None:
    table = Table().key("6.0", Depth.UNKNOWN).wait(2).hush()
    table.press("go").press("go").hush()
    assert table.press("go").said == ["Corrected", "TableRight"]
    assert table.push("1.0").said == ["Fits player=0 slot=1.0 gained=1 total=1"]


def test_two_troubles_at_once_are_named_one_after_the_other() -> None:
    table = second_turn(red=True).push("3.0", rest=0.1).take(1)
    assert table.said == ["Foul code=CK-F02 player=1", "Guide do=lift slot=3.0"]
    assert table.lift("3.0").said == ["Foul code=CK-F08 player=1 expected=0", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight"]
