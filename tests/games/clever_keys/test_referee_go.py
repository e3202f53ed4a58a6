"""`go` in every state: it does what its lamp says."""

import pytest

from games.table import Depth
from tests.games.hands import Table


def test_go_right_after_a_push_counts_the_key_and_stops() -> None:
    table = Table().push("3.2", rest=0.0).hush()
    assert table.press("go").said == ["Fits player=0 slot=3.2 gained=1 total=1", "Take player=0 gems=1"]


def test_go_right_after_a_red_key_does_not_stop() -> None:
    table = Table().push("3.2", red=True, rest=0.1).hush()
    assert table.press("go").said == ["Red player=0 slot=3.2", "Discard player=0"]


def test_go_right_after_a_foul_names_it_and_nothing_else() -> None:
    table = Table().push("3.2").take(1).lift("3.2", rest=0.1).push("6.0", rest=0.1).hush()
    assert table.press("go").said == ["Foul code=CK-F03 player=1 expected=4", "Guide do=lift slot=6.0"]


def test_go_right_after_the_gems_were_taken_is_not_a_stop_of_the_next_player() -> None:
    table = Table().push("3.2").take(1, rest=0.3).hush()
    assert table.press("go").said == ["Take player=0 gems=1", "Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_go_soon_after_gems_have_ended_the_turn_by_themselves_is_no_foul_of_the_next_player() -> None:
    table = Table().push("3.2").take(1, rest=1.5).hush()
    assert table.press("go").said == []
    assert table.wait(2).press("go").said == ["Foul code=CK-F18 player=1"]


def test_go_where_gems_are_due_says_so_again() -> None:
    table = Table().push("3.2").press("go").hush()
    assert "go" not in table.lit
    assert table.press("go").said == ["Take player=0 gems=1"]
    table = Table().push("3.2", red=True).hush()
    assert table.press("go").said == ["Discard player=0"]


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_after_the_same_guide_three_times_go_takes_the_table_as_it_stands(presses: int) -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner").push("3.0").hush()
    for _ in range(presses):
        table.press("go")
    said = ["Guide do=lift slot=3.0", "Guide do=lift slot=3.0", "Corrected", "TableRight"]
    assert table.said == said[: presses + (presses == 3)]
    assert ("go" in table.lit) == (presses == 2)


def test_a_question_asked_three_times_is_answered_by_go_too() -> None:
    table = Table().push("3.2").take(1).push("5.0").take(1).lift("3.2", rest=0.0).lift("5.0", rest=1).hush()
    assert table.press("go").press("go").said == ["Ask about=key", "Ask about=key"]
    assert table.press("go").said == ["Corrected", "TableRight"]
    assert table.push("0.0").said == ["Fits player=0 slot=0.0 gained=1 total=1"]


def insist(table: Table) -> list[str]:
    table.press("go").press("go").hush()
    return table.press("go").said


def test_overruled_too_many_counts_as_paid() -> None:
    table = Table().push("3.2").press("go").take(2)
    assert insist(table) == ["Corrected", "TableRight", "Took player=0 gems=1 left=50", "TurnStarts player=1"]
    assert table.wait(5).said == []
    assert table.watch.game.gems == (1, 0)


def test_overruled_too_few_counts_as_paid_with_what_was_taken() -> None:
    table = Table().push("3.2").lift("3.2").push("4.0").press("go").take(1).lift("4.0", rest=1)
    assert insist(table) == ["Corrected", "TableRight", "Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_overruled_the_last_reward_is_paid_with_what_was_taken() -> None:
    table = Table(gems=(2, 0)).push("0.0").lift("0.0").push("1.0").lift("1.0").push("2.0").take(1).lift("2.0", rest=1)
    assert table.said[-2:] == ["Foul code=CK-F08 player=0 expected=2", "Guide do=push slot=2.0"]
    assert insist(table) == ["Corrected", "TableRight", "Took player=0 gems=1 left=1", "TurnStarts player=1"]


def test_overruled_a_key_that_stands_where_none_was_agreed_is_the_one_moved_this_turn() -> None:
    table = Table().push("3.2").take(1).push("5.0").press("go")
    table.lift("3.2", rest=0.1).lift("5.0", rest=0.1).push("6.0")
    assert insist(table) == ["Corrected", "TableRight", "Take player=1 gems=1"]
    assert table.lit["slot.6.0"] == "fits"


def test_overruled_too_many_that_empty_the_chamber_end_the_game() -> None:
    table = Table(gems=(2, 0)).push("3.2").press("go").take(2)
    assert insist(table)[1:] == ["TableRight", "Took player=0 gems=1 left=0", "GameOver winners=0 scores=1,0"]


def test_overruled_after_red_counts_as_discarded() -> None:
    table = Table().push("3.2", red=True).take(2)
    assert insist(table) == ["Corrected", "TableRight", "Discarded player=0 left=50", "TurnStarts player=1"]
    assert table.watch.game.corner == 0
    table = Table().push("3.2", red=True).put(1, "corner")
    assert insist(table)[2] == "Discarded player=0 left=52"
    assert table.wait(5).said == []


def test_overruled_before_any_gem_was_taken_leaves_what_is_due() -> None:
    table = Table().push("3.2").press("go").lift("3.2", rest=1)
    assert insist(table) == ["Corrected", "TableRight", "Take player=0 gems=1"]
    table = Table().push("3.2", red=True).push("4.0")
    assert insist(table) == ["Corrected", "TableRight", "Discard player=0"]
    table.take(1)
    assert table.put(1, "corner").said == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_after_a_correction_a_red_key_that_becomes_full_is_no_slow_push_any_more() -> None:
    table = Table().push("3.2", red=True).push("4.0")
    assert insist(table)[0] == "Corrected"
    assert table.key("3.2", Depth.FULL).wait(2).said == ["Foul code=CK-F14 player=0", "Guide do=press slot=3.2 part=go"]
    assert table.press("go").said == ["Corrected", "TableRight", "Discard player=0"]


def test_an_overruled_slot_with_a_key_in_it_is_believed_again_once_it_is_empty() -> None:
    table = Table().push("3.2").take(1).key("3.2", Depth.UNKNOWN).wait(2).hush()
    assert insist(table) == ["Corrected", "TableRight"]
    assert table.push("5.0").said == ["Fits player=1 slot=5.0 gained=1 total=1"]
    table.take(1).hush()
    table.key("3.2", Depth.EMPTY).wait(1)
    assert table.push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=1"]


def test_overruled_while_going_on_pays_what_was_earned() -> None:
    table = Table().push("3.2").take(1).push("5.0").hush()
    table.lift("3.2", rest=0.1).push("4.0")
    assert insist(table) == ["Corrected", "TableRight"]
    table = Table().push("3.2").lift("3.2").push("6.0")
    assert insist(table) == ["Corrected", "TableRight", "Take player=0 gems=1"]


def test_overruled_half_out_counts_as_red() -> None:
    table = Table().push("3.2").take(1)
    table.lift("3.2", rest=1).push("3.2", red=True, rest=4)
    assert table.said[-2:] == ["Foul code=CK-F15 player=1", "Guide do=shove slot=3.2"]
    assert insist(table) == ["Corrected", "TableRight"]
    assert table.lit["slot.3.2"] == "red"


def test_overruled_with_the_chamber_empty_ends_the_game() -> None:
    table = Table(gems=(2, 0)).take(2)
    assert insist(table) == ["Corrected", "TableRight", "GameOver winners=0,1 scores=0,0"]


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("nothing", ["TurnStarts player=0"]),
        ("fits", ["Ask about=stop"]),
        ("stopped", ["Take player=0 gems=1"]),
        ("red", ["Discard player=0"]),
        ("foul", ["Guide do=lift slot=5.0"]),
        ("question", ["Ask about=slot"]),
        ("unsure", ["Unsure place=centre gems=50"]),
        ("over", ["GameOver winners=0 scores=1,0"]),
        ("set-up", ["Guide do=put place=centre gems=2"]),
        ("weighing", []),
        ("paused", ["SensorLost part=slots1"]),
    ],
)
def test_go_held_two_seconds_repeats_what_the_box_waits_for_and_changes_nothing(deed: str, said: list[str]) -> None:
    table = Table(gems=None if deed in ("set-up", "weighing") else (1 if deed == "over" else 52, 0))
    match deed:
        case "fits":
            table.push("3.2")
        case "stopped":
            table.push("3.2").press("go")
        case "red":
            table.push("3.2", red=True)
        case "foul":
            table.push("3.2").push("5.0")
        case "question":
            table.push("3.2", rest=0.0).push("5.0")
        case "unsure":
            table.take(2, odds=0.9)
        case "over":
            table.push("3.2").take(1)
        case "set-up":
            table.take(2).count("corner").wait(2)
        case "paused":
            table.lose("slots1")
    table.hush()
    before = table.watch
    assert table.press("go", held=2.0, rest=0.0).said == said
    assert table.watch.game == before.game
    assert table.watch.trouble == before.trouble


@pytest.mark.parametrize("key", ["p1", "p3", "k1", "k6"])
def test_pads_and_colour_keys_mean_nothing_in_this_game(key: str) -> None:
    table = Table().push("3.2").hush()
    assert table.press(key).said == ["NotNow"], "a kind sound"
