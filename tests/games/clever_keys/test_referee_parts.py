"""Parts that fall silent and come back: said once, the game paused or played on by hand, and judged anew."""

import pytest

from games.table import Depth
from tests.games.hands import Table


def lose_slots(table: Table, *where: str) -> Table:
    for each in where:
        table.key(each, Depth.UNKNOWN)
    return table.lose("slots0")


def test_slots_lost_pause_the_game_and_what_was_done_meanwhile_is_judged_when_they_are_back() -> None:
    table = Table().push("0.0").hush()
    lose_slots(table, "0.0", "1.0").wait(30)
    assert table.said == ["SensorLost part=slots0"]
    assert [lamp for lamp, means in table.lit.items() if means in ("may", "fits", "red")] == []
    table.key("0.0", Depth.EMPTY).key("1.0", Depth.FULL).regain("slots0").wait(2)
    assert table.said == ["SensorBack part=slots0", "Fits player=0 slot=1.0 gained=1 total=2"]


def test_slots_lost_and_back_with_nothing_changed_say_nothing_of_keys() -> None:
    table = Table().push("0.0", red=True).hush()
    lose_slots(table, "0.0", "1.0").wait(5)
    table.key("0.0", Depth.ENTERED).key("1.0", Depth.EMPTY).regain("slots0").wait(5)
    assert table.said == ["SensorLost part=slots0", "SensorBack part=slots0"]
    assert table.lit["slot.0.0"] == "red"


def test_a_part_is_said_to_be_lost_or_back_once() -> None:
    table = Table().hush()
    table.lose("panel").lose("panel").regain("panel").regain("panel")
    assert table.said == ["SensorLost part=panel", "SensorBack part=panel"]


def test_a_guide_waits_while_slots_are_lost() -> None:
    table = Table().push("3.2").push("5.0").hush()
    lose_slots(table, "5.0").wait(5).hush()
    table.key("5.0", Depth.EMPTY).regain("slots0").wait(2)
    assert table.said == ["SensorBack part=slots0", "TableRight"]


def test_an_undo_waits_while_slots_are_lost() -> None:
    table = Table().push("0.0").hush()
    lose_slots(table, "0.0").press("back").wait(5)
    assert table.said == ["SensorLost part=slots0", "Undone"]
    table.key("0.0", Depth.FULL).regain("slots0").wait(2)
    assert table.said == ["SensorBack part=slots0", "Guide do=lift slot=0.0"]


def lose_scale(table: Table) -> Table:
    return table.count("centre", known=False).count("corner", known=False).lose("scale")


def test_the_scale_lost_while_choosing_is_no_hindrance_and_go_says_stop_and_taken() -> None:
    table = lose_scale(Table().hush())
    assert table.said == ["SensorLost part=scale"]
    assert table.push("3.2").said == ["Fits player=0 slot=3.2 gained=1 total=1"]
    assert table.press("go").said == ["Take player=0 gems=1", "Ask about=gems"]
    assert table.lit["go"] == "go"
    assert table.press("go").said == ["Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_the_scale_lost_while_gems_are_due() -> None:
    table = lose_scale(Table().push("3.2").press("go").hush())
    assert table.said == ["SensorLost part=scale", "Ask about=gems"]
    assert table.press("go").said == ["Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_the_scale_lost_after_red() -> None:
    table = lose_scale(Table().push("3.2", red=True).hush())
    assert table.said == ["SensorLost part=scale", "Ask about=gems"]
    assert table.press("go").said == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_red_while_the_scale_is_lost_and_a_key_straightened() -> None:
    table = lose_scale(Table()).hush().push("3.2", red=True)
    assert table.said == ["Red player=0 slot=3.2", "Discard player=0", "Ask about=gems"]
    assert table.key("3.2", Depth.FULL).wait(1).said == ["Fits player=0 slot=3.2 gained=1 total=1"]


def test_the_scale_back_judges_the_gems_anew() -> None:
    table = lose_scale(Table().push("3.2").press("go")).press("go").wait(5).hush()
    table.heap["centre"] = 50
    table.count("centre").count("corner").regain("scale").wait(2)
    assert table.said == [
        "SensorBack part=scale",
        "Foul code=CK-F08 player=1 expected=0",
        "Guide do=put place=centre gems=1",
    ]


@pytest.mark.parametrize("odds", [1.0, 0.5])
def test_what_a_scale_on_its_way_back_shows_is_judged_when_it_is_back(odds: float) -> None:
    table = lose_scale(Table()).wait(5).hush()
    table.heap["centre"] = 50
    assert table.count("centre", odds=odds).wait(2).said == []
    assert table.regain("scale").said[:2] == [
        "SensorBack part=scale",
        "Foul code=CK-F08 player=0 expected=0" if odds == 1.0 else "Unsure place=centre gems=50",
    ]


def test_the_scale_lost_drops_a_foul_of_gems_that_nobody_can_count_now() -> None:
    table = Table().push("3.2").press("go").take(2).hush()
    lose_scale(table).wait(5)
    assert table.said == ["SensorLost part=scale", "Ask about=gems"]
    assert table.press("go").said == ["Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_the_scale_lost_while_a_hand_is_in_the_chamber_does_not_stop_the_keys() -> None:
    table = Table().push("3.2").press("go").stir("centre").hush()
    table.lose("scale").press("go").hush()
    assert table.push("5.0").said == ["Fits player=1 slot=5.0 gained=1 total=1"]


def test_an_undo_while_the_scale_is_lost_asks_whether_the_gems_are_back() -> None:
    table = lose_scale(Table().push("3.2").take(1)).hush()
    assert table.press("back").said == ["Undone", "Ask about=gems"]
    assert table.wait(9).press("back").said == ["Undone", "Ask about=gems"]
    table = lose_scale(Table().push("3.2").take(1)).press("back").hush()
    assert table.press("go").said == ["TableRight", "Take player=0 gems=1", "Ask about=gems"]


def test_the_panel_lost_pauses_nothing() -> None:
    table = Table().lose("panel").hush()
    assert table.push("3.2").said == ["Fits player=0 slot=3.2 gained=1 total=1"]


@pytest.mark.parametrize("phase", ["choose", "decide", "take", "discard", "over", "restoring", "set-up"])
@pytest.mark.parametrize("part", ["slots0", "scale", "panel", "voice"])
def test_lost_and_back_in_every_phase_is_said_and_changes_no_score(phase: str, part: str) -> None:
    table = Table(gems=None if phase == "set-up" else (1 if phase == "over" else 52, 0))
    match phase:
        case "decide":
            table.push("3.2")
        case "take":
            table.push("3.2").press("go")
        case "discard":
            table.push("3.2", red=True)
        case "over":
            table.push("3.2").take(1)
        case "restoring":
            table.push("3.2").press("back")
    game = table.hush().watch.game
    table.lose(part).wait(5)
    assert table.said[0] == f"SensorLost part={part}"
    for place in ("centre", "corner"):
        table.count(place)
    table.regain(part).wait(5)
    assert f"SensorBack part={part}" in table.said
    assert table.watch.game == game
