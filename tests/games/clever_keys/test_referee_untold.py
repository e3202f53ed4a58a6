"""A place that cannot be told is never taken for empty: nothing is named that depends on it, and the box asks."""

import pytest

from games.table import Depth
from tests.games.hands import Table

ASK = "Ask about=gems"


def test_a_lost_gem_under_an_arm_is_asked_about_and_no_foul() -> None:
    table = Table(players=3).push("0.3", red=True).take(1).hush()
    table.heap["corner"] = 1
    assert table.lean("corner", rest=5).said == [ASK]
    assert table.push("4.1").said == [ASK]
    assert table.stir("corner").wait(1).count("corner").wait(2).said == [
        "Discarded player=0 left=51",
        "TurnStarts player=1",
        "Fits player=1 slot=4.1 gained=1 total=1",
    ]


def test_with_an_arm_in_the_corner_go_says_that_the_gem_is_there() -> None:
    table = Table().push("0.3", red=True).take(1).lean("corner", rest=5).hush()
    assert table.lit["go"] == "go"
    assert table.press("go").said == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_go_does_not_say_so_of_a_gem_that_still_lies_in_the_chamber() -> None:
    table = Table().push("0.3", red=True).lean("corner", rest=5).hush()
    assert table.press("go").press("go").said == [ASK, ASK]
    assert table.press("go").said == ["Corrected", "TableRight", "Discarded player=0 left=52", "TurnStarts player=1"]


def test_gems_taken_under_an_arm_may_have_been_a_stop() -> None:
    table = Table(players=3).lean(rest=1).push("0.0").hush()
    assert table.push("4.1").said == ["Ask about=stop"]
    table.heap["centre"] = 51
    assert table.stir("centre").wait(1).count("centre").wait(2).said == [
        "Take player=0 gems=1",
        "Took player=0 gems=1 left=51",
        "TurnStarts player=1",
        "Fits player=1 slot=4.1 gained=1 total=1",
    ]


def test_no_gem_taken_under_the_arm_makes_it_a_foul_after_all() -> None:
    table = Table().lean(rest=1).push("0.0").push("4.1").hush()
    assert table.stir("centre").wait(1).count("centre").wait(2).said == [
        "Foul code=CK-F05 player=0",
        "Guide do=lift slot=4.1",
    ]


def test_go_answers_that_it_was_a_stop_and_that_the_gems_were_taken() -> None:
    table = Table().lean(rest=1).push("0.0").push("4.1").hush()
    assert table.lit["go"] == "go"
    assert table.press("go").wait(3).said == ["Take player=0 gems=1", ASK]
    assert table.press("go").said == [
        "Took player=0 gems=1 left=51",
        "TurnStarts player=1",
        "Fits player=1 slot=4.1 gained=1 total=1",
    ]


def test_the_key_taken_out_again_answers_that_it_was_none() -> None:
    table = Table().lean(rest=1).push("0.0").push("4.1").hush()
    assert table.lift("4.1", rest=3).said == []
    assert table.watch.trouble is None


@pytest.mark.parametrize("still", [True, False])
def test_an_arm_that_stays_is_no_dead_end(*, still: bool) -> None:
    table = Table().push("0.0").press("go").hush()
    if still:
        table.lean(rest=20)
    else:
        table.stir("centre").wait(20)
    assert table.said == [ASK]
    assert table.push("4.1").said == [ASK]
    assert table.press("go").wait(4).said == [
        "Took player=0 gems=1 left=51",
        "TurnStarts player=1",
        "Fits player=1 slot=4.1 gained=1 total=1",
    ]


def test_a_hand_that_fills_the_chamber_at_the_start_may_take_its_time() -> None:
    table = Table(gems=None).count("corner").stir("centre").wait(50)
    assert table.said == []
    assert table.press("go").said == []
    assert table.count("centre").wait(2).said == ["TurnStarts player=0"]


def lose_scale(table: Table) -> Table:
    return table.count("centre", known=False).count("corner", known=False).lose("scale").wait(3)


def test_a_scale_that_is_back_and_cannot_count_says_so_once() -> None:
    table = lose_scale(Table()).hush().regain("scale").wait(10)
    assert table.said == ["SensorBack part=scale", ASK]
    assert table.lit["go"] == "go"
    assert table.push("0.0").wait(20).said == ["Fits player=0 slot=0.0 gained=1 total=1"]
    assert table.press("go").said == ["Take player=0 gems=1", ASK]


def test_go_tells_a_scale_that_is_back_that_all_gems_are_there() -> None:
    table = lose_scale(Table()).regain("scale").wait(10).hush()
    assert table.press("go").said == ["Counted place=centre gems=52", "Counted place=corner gems=0"]
    assert table.wait(20).said == []
    table.push("0.0").hush()
    assert table.take(1).said[-1] == "TurnStarts player=1"


def test_one_place_that_cannot_be_counted_is_told_alone() -> None:
    table = lose_scale(Table()).regain("scale").count("centre").wait(10).hush()
    assert table.press("go").said == ["Counted place=corner gems=0"]


def test_a_scale_that_is_back_and_counts_is_asked_nothing() -> None:
    table = lose_scale(Table()).regain("scale").wait(1).count("centre").count("corner").wait(10)
    assert table.said[-1] == "SensorBack part=scale"
    table = lose_scale(Table()).regain("scale").wait(10).hush()
    assert table.count("centre").count("corner").wait(5).said == []
    assert table.watch.trouble is None


def test_a_foul_of_keys_meanwhile_does_not_answer_the_question() -> None:
    table = lose_scale(Table()).regain("scale").push("0.0", rest=0.1).push("1.0").hush()
    assert table.lift("1.0", rest=5).said == ["Fits player=0 slot=0.0 gained=1 total=1", ASK]


def test_the_question_waits_for_a_hand_that_is_at_the_gems() -> None:
    table = lose_scale(Table()).regain("scale").stir("centre").wait(5).hush()
    assert table.count("centre", known=False).wait(5).said == [ASK]


def test_an_undo_without_a_scale_is_not_called_right() -> None:
    table = Table(gems=(3, 0)).push("0.0").take(3)
    lose_scale(table).hush()
    assert table.press("back").wait(2).said == ["Undone", ASK]
    table.heap["centre"] = 0
    assert table.count("centre").count("corner").regain("scale").wait(3).said == [
        "SensorBack part=scale",
        "Guide do=put place=centre gems=3",
    ]


def test_an_undo_under_an_arm_is_asked_about_after_a_while() -> None:
    table = Table().push("0.0").lean(rest=1).press("back").lift("0.0", rest=0.4).hush()
    assert table.press("go").said == ["TurnStarts player=0"]
    assert table.wait(5).said == [ASK]
    assert table.press("go").said == ["TableRight"]


def test_the_question_is_asked_again_when_the_scale_is_back_and_still_cannot_tell() -> None:
    table = lose_scale(Table().push("0.0").press("go")).hush()
    assert table.regain("scale").wait(10).said == ["SensorBack part=scale", ASK]


def test_a_key_that_came_after_gems_in_doubt_waits_for_the_answer() -> None:
    table = Table().push("0.0").take(2, odds=0.9).hush()
    assert table.push("4.1").said == ["Unsure place=centre gems=50"]
    assert table.wait(20).said == []
    assert table.press("go").said[:3] == [
        "Counted place=centre gems=50",
        "Take player=0 gems=1",
        "Foul code=CK-F08 player=0 expected=1",
    ]


def test_without_a_scale_another_key_is_a_foul_since_only_go_says_stop() -> None:
    table = lose_scale(Table().push("0.0")).hush()
    assert table.push("4.1").said == ["Foul code=CK-F05 player=0", "Guide do=lift slot=4.1"]


def test_a_slot_that_cannot_be_told_any_more_has_the_gems_asked_about_in_time_and_once() -> None:
    table = Table().lose("scale").push("0.0", red=True).wait(5).lose("slots0").hush()
    table.key("0.0", Depth.UNKNOWN)
    assert table.wait(0.5).said == [ASK]
    assert table.wait(600).said == []
