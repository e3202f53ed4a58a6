"""Gems and keys astray at the same time: a foul stays with its player and its turn until what it is about is right."""

import pytest

from games.table import Depth
from tests.games.hands import Table

F08 = "Foul code=CK-F08 player=0 expected=0"
PUT = "Guide do=put place=centre gems=1"


def test_a_gem_on_its_way_back_is_no_stop_of_a_key_pushed_meanwhile() -> None:
    table = Table().take(1)
    assert table.said[1:] == [F08, PUT]
    assert table.push("0.0").said == [PUT]
    assert table.put(1).said == ["TableRight", "Fits player=0 slot=0.0 gained=1 total=1"]
    assert table.take(1).said[-1] == "TurnStarts player=1"


def test_a_gem_put_back_before_it_was_named_is_no_stop_of_a_key_pushed_meanwhile() -> None:
    table = Table().hush().take(1, rest=0.2).push("0.0", rest=0.5)
    assert table.put(1).said == ["Fits player=0 slot=0.0 gained=1 total=1"]


def test_a_key_lifted_again_while_gems_are_owed_back_was_never_played() -> None:
    table = Table().take(3).push("0.0").lift("0.0").hush()
    assert table.push("1.0").said == ["Guide do=put place=centre gems=3"]
    assert table.put(3).said == ["TableRight", "Fits player=0 slot=1.0 gained=1 total=1"]


def test_a_key_counts_at_once_when_the_gem_lies_there_again() -> None:
    table = Table().take(1).push("0.0").put(1, rest=0.2).hush()
    assert table.lift("0.0").said[:2] == ["TableRight", "Fits player=0 slot=0.0 gained=1 total=1"]


def test_a_late_gem_stays_with_the_player_who_took_it_however_it_comes_back() -> None:
    table = Table(players=3).push("0.0").take(1, rest=1.5).take(2).hush()
    assert table.wait(5).push("4.1").said == ["Guide do=put place=centre gems=2"]
    assert table.put(1).said == [PUT]
    assert table.put(1).said == ["TableRight", "Fits player=1 slot=4.1 gained=1 total=1"]
    assert table.take(1).said[:2] == ["Take player=1 gems=1", "Took player=1 gems=1 left=50"]


def test_a_late_gem_put_back_and_taken_again_is_the_next_players() -> None:
    table = Table(players=3).push("0.0").take(1, rest=1.5).take(1).put(1, rest=4).hush()
    assert table.take(1).said == ["Foul code=CK-F08 player=1 expected=0", PUT]


def test_a_fourth_key_is_astray_however_slowly_the_gems_are_paid() -> None:
    table = Table(players=3).push("0.0").lift("0.0").push("1.0").lift("1.0").push("2.0").hush()
    assert table.push("4.1").said == ["Foul code=CK-F06 player=0 expected=3", "Guide do=lift slot=4.1"]
    assert table.take(1).take(1).take(1).said == []
    assert table.lift("4.1").said == ["TableRight", "Took player=0 gems=3 left=49", "TurnStarts player=1"]


def test_a_fourth_key_is_no_matter_of_gems_that_are_taken_before_it_is_judged() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").lift("1.0").push("2.0").hush()
    assert table.push("4.1", rest=0.2).take(1).said == [
        "Foul code=CK-F06 player=0 expected=3",
        "Guide do=lift slot=4.1",
    ]
    assert table.take(2).said == []


def test_a_key_pushed_after_red_is_astray_however_slowly_the_gem_is_lost() -> None:
    table = Table(players=3).push("0.3", red=True).hush()
    assert table.push("4.1").said == ["Foul code=CK-F07 player=0", "Guide do=lift slot=4.1"]
    assert table.take(1).put(1, "corner").said == []
    assert table.lift("4.1").said == ["TableRight", "Discarded player=0 left=51", "TurnStarts player=1"]


@pytest.mark.parametrize("where", ["1.0", "5.0"])
def test_a_key_named_before_the_stop_is_not_named_again_after_it(where: str) -> None:
    table = Table().push("0.0").hush()
    assert table.push(where).said == ["Foul code=CK-F05 player=0", f"Guide do=lift slot={where}"]
    assert table.take(1).said == []
    assert table.lift(where).said == [
        "TableRight",
        "Take player=0 gems=1",
        "Took player=0 gems=1 left=51",
        "TurnStarts player=1",
    ]


def test_the_own_key_in_a_wrong_section_goes_back_before_taking_gems_is_a_stop() -> None:
    table = Table().push("0.0").lift("0.0").push("4.0").hush()
    assert table.take(1).said == []
    assert table.lift("4.0", rest=1).push("0.0").said[-3:] == [
        "Take player=0 gems=1",
        "Took player=0 gems=1 left=51",
        "TurnStarts player=1",
    ]


def test_a_key_that_only_go_can_confirm_does_not_hide_a_gem_out_of_the_corner() -> None:
    table = Table().push("0.1", red=True).take(1).put(1, "corner").wait(3).hush()
    f14 = ["Foul code=CK-F14 player=1", "Guide do=press slot=0.1 part=go"]
    assert table.key("0.1", Depth.FULL).wait(2).said == f14
    assert table.take(1, "corner").said == ["Foul code=CK-F13 player=1", "Guide do=put place=corner gems=1"]
    assert table.put(1, "corner").said == f14


def test_a_wrong_key_while_gems_are_owed_back_is_answered_with_the_gems() -> None:
    table = Table().push("0.3", red=True).take(1).put(1, "corner").wait(3).take(1).hush()
    assert table.push("0.0").said == [PUT]
    assert table.put(1).said == ["Foul code=CK-F02 player=1", "Guide do=lift slot=0.0"]


def test_a_key_waits_while_the_gem_comes_back_with_an_arm_that_stays() -> None:
    table = Table().take(1).push("0.0").hush()
    table.heap["centre"] = 52
    assert table.lean(rest=5).said == []
    assert table.stir("centre").wait(1).count("centre").wait(2).said == [
        "TableRight",
        "Fits player=0 slot=0.0 gained=1 total=1",
    ]


def test_go_at_a_foul_of_the_player_before_is_no_stop_of_the_next() -> None:
    table = Table(players=3).push("0.0").take(1, rest=1.5).take(1).hush()
    assert table.press("go").press("go").said == [PUT, PUT]
    assert table.press("go").said == ["Corrected", "TableRight"]


def test_a_gem_that_lies_in_the_corner_is_not_asked_for_once_more() -> None:
    table = Table().push("1.0", red=True).take(1).key("1.0", Depth.FULL).wait(2).put(1, "corner").hush()
    assert table.press("go").said == [
        "Corrected",
        "TableRight",
        "Discarded player=0 left=51",
        "TurnStarts player=1",
    ]


def test_a_count_that_tells_nothing_new_moves_nothing() -> None:
    table = Table().push("3.2").press("go").take(2, odds=0.9).hush().press("go")
    assert table.said[-1] == PUT
    assert table.count("centre").wait(5).said == []


# --- what `go` takes as it stands -------------------------------------------------------------------------------------


def overrule(table: Table) -> list[str]:
    table.press("go").press("go").hush()
    return table.press("go").wait(3).said


def all_gems(table: Table) -> int:
    game = table.watch.game
    return game.chamber + game.corner + sum(game.gems)


def test_gems_that_went_into_the_corner_instead_are_not_paid_and_nobodys_foul_afterwards() -> None:
    table = Table().push("0.0").press("go").take(2).put(2, "corner")
    assert overrule(table) == ["Corrected", "TableRight", "Take player=0 gems=1"]
    assert (table.watch.game.chamber, table.watch.game.corner, all_gems(table)) == (50, 2, 52)


def test_a_stop_with_another_key_in_is_paid_with_what_left_the_table() -> None:
    table = Table().push("0.0").push("1.0").take(1)
    assert overrule(table) == ["Corrected", "TableRight", "Took player=0 gems=1 left=51", "TurnStarts player=1"]
    assert all_gems(table) == 52


def test_the_table_is_not_taken_while_a_gem_is_under_way() -> None:
    table = Table().take(2).press("go").press("go").hush().stir("centre")
    assert table.press("go").said == ["Foul code=CK-F18 player=0", "Guide do=put place=centre gems=2"][1:]
    table.heap["centre"] = 51
    table.count("centre").wait(2).hush()
    assert overrule(table)[:2] == ["Corrected", "TableRight"]
    assert table.watch.game.chamber == 51


def test_a_gem_put_into_the_chamber_comes_from_a_player() -> None:
    table = Table().push("0.0").take(1).wait(3).push("4.0").take(1).wait(3).put(2)
    assert overrule(table) == ["Corrected", "TableRight"]
    assert (table.watch.game.gems, all_gems(table)) == ((0, 0), 52)


def test_a_gem_that_was_missing_comes_from_nobody() -> None:
    table = Table().take(1)
    assert overrule(table)[0] == "Corrected"
    table.push("0.0").take(1).wait(3).put(1)
    assert overrule(table)[0] == "Corrected"
    assert (table.watch.game.gems, all_gems(table)) == ((1, 0), 52)


def test_a_key_that_waited_for_gems_is_played_after_a_correction() -> None:
    table = Table().take(1).push("0.0").press("go").hush()
    assert table.press("go").said == ["Corrected", "TableRight", "Fits player=0 slot=0.0 gained=1 total=1"]


def test_a_gem_in_the_corner_that_waited_for_another_key_is_named_with_the_lesser_foul_that_key_becomes() -> None:
    table = Table(gems=(8, 0)).push("2.0").push("0.0", rest=0.3).put(1, "corner").hush()
    table.lift("2.0", rest=0.0).wait(1.0)
    assert table.said == [
        "Foul code=CK-F03 player=0 expected=3",
        "Guide do=lift slot=0.0",
        "Foul code=CK-F09 player=0",
        "Guide do=take place=corner gems=1",
    ]
    assert table.wait(30).said == []
    assert table.take(1, "corner").said == ["Foul code=CK-F03 player=0 expected=3", "Guide do=lift slot=0.0"]
