"""`back` takes the last move back and guides the hands; `go` brings it back until a hand moves."""

import pytest

from games.clever_keys.referee import REFEREE
from games.clever_keys.rules import Phase
from games.table import Depth
from tests.games.hands import Table


def test_a_key_that_fitted_is_taken_back_and_lifted() -> None:
    table = Table().push("3.2").hush()
    assert table.press("back").said == ["Undone", "Guide do=lift slot=3.2"]
    assert table.lit == {"pad.1": "turn", "slot.3.2": "guide", "go": "go"}
    assert table.lift("3.2", rest=0.5).said == ["TableRight"]
    assert table.push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=1"]


def test_the_risk_move_is_taken_back_in_two_steps() -> None:
    table = Table().push("3.2").lift("3.2").push("4.0").hush()
    assert table.press("back").said == ["Undone", "Guide do=lift slot=4.0"]
    assert table.lift("4.0", rest=0.5).said == ["Guide do=push slot=3.2"]
    assert table.push("3.2").said == ["TableRight"]
    assert table.watch.game.total == 1


def test_a_key_put_back_only_half_is_to_be_pushed_down() -> None:
    table = Table().push("3.2").lift("3.2").push("4.0").press("back").lift("4.0", rest=0.5).hush()
    assert table.push("3.2", red=True).said == ["Guide do=shove slot=3.2"]
    assert table.key("3.2", Depth.FULL).wait(1).said == ["TableRight"]


def test_a_stop_needs_no_hands() -> None:
    table = Table().push("3.2").press("go").hush()
    assert table.press("back").said == ["Undone", "TableRight"]
    assert table.lift("3.2").push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=2"]


def test_a_payment_goes_back_into_the_chamber() -> None:
    table = Table().push("3.2").take(1).hush()
    assert table.press("back").said == ["Undone", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight", "Take player=0 gems=1"]
    assert table.watch.game.gems == (0, 0)
    assert table.take(1).said == ["Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_the_lost_gem_goes_back_in_two_steps() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner").hush()
    assert table.press("back").said == ["Undone", "Guide do=take place=corner gems=1"]
    assert table.take(1, "corner").said == ["Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight", "Discard player=0"]


def test_gems_that_went_astray_meanwhile_are_put_right_too() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner").take(1, "corner").put(2).hush()
    assert table.press("back").said == ["Undone", "Guide do=take place=centre gems=1"]
    table.take(1).hush()
    table = Table(gems=(40, 2)).push("3.2").take(1, "corner").hush()
    assert table.press("back").said == ["Undone", "Guide do=lift slot=3.2"]
    assert table.lift("3.2", rest=1).said == ["Guide do=put place=corner gems=1"]


def test_a_red_key_that_has_become_full_is_no_hindrance_on_the_way_back() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner").push("5.0").hush()
    table.key("3.2", Depth.FULL, after=0.0).wait(0.1)
    assert table.press("back").said == ["Undone", "Guide do=lift slot=5.0"]
    assert table.lift("5.0", rest=0.5).said == ["TableRight"]
    assert table.wait(2).said == ["Foul code=CK-F14 player=1", "Guide do=press slot=3.2 part=go"]


def test_taking_back_a_key_that_go_confirmed_brings_back_what_was_seen_before() -> None:
    table = Table().push("3.1", red=True).take(1).put(1, "corner").lift("3.1").push("4.0").take(1)
    table.push("3.2", red=True).press("go").press("back", rest=1.5).lift("3.2", rest=1).hush()
    assert table.push("3.1", red=True).said == ["Red player=0 slot=3.1", "Discard player=0"]


def test_a_second_back_within_a_second_is_a_child_mashing() -> None:
    table = Table().push("3.2").lift("3.2").push("4.0").hush()
    table.press("back", rest=0.9).press("back", rest=0.05)
    assert table.said == ["Undone", "Guide do=lift slot=4.0"]
    assert table.wait(0.2).press("back").said == ["Undone", "Guide do=lift slot=4.0"]


def test_everything_can_be_taken_back_to_the_start_of_the_game_and_no_further() -> None:
    table = Table().push("3.2").take(1).push("5.0", red=True).take(1).put(1, "corner")
    for _ in range(9):
        table.press("back", rest=1.5)
    assert table.said.count("Undone") == 5
    assert table.watch.game.phase is Phase.CHOOSE
    assert table.watch.game.chamber == 52
    for step in (table.lift, table.lift):
        guide = table.watch.trouble
        assert guide is not None
        step(str(guide.slots[0]), rest=1)
    table.take(1, "corner").hush()
    assert table.put(2).said == ["TableRight"]
    assert table.press("back").said == ["NotNow"]


def test_go_brings_moves_back_until_a_hand_moves() -> None:
    table = Table().push("3.2").take(1).press("back", rest=1.5).press("back", rest=1.5).hush()
    assert table.press("go").said == ["Resumed", "Guide do=put place=centre gems=1"]
    assert table.press("go").said == ["Resumed", "TurnStarts player=1"]
    assert table.wait(3).said == []
    assert table.watch.game.gems == (1, 0)
    assert "go" not in table.lit


@pytest.mark.parametrize("hand", ["key", "gems"])
def test_once_a_hand_has_moved_go_brings_nothing_back(hand: str) -> None:
    table = Table().push("3.2").press("go").press("back").hush()
    if hand == "key":
        table.lift("3.2").push("3.2")
    else:
        table.swap(1)
    assert table.press("go").said == ["Take player=0 gems=1"]


def test_a_move_brought_back_on_a_table_half_way_is_still_brought_to_rest_first() -> None:
    table = Table().push("3.2").lift("3.2").push("4.0").press("back", rest=1.2)
    table.lift("4.0", rest=0.5).press("back").hush()
    assert table.press("go").said[-1] == "Guide do=push slot=3.2"
    assert table.push("3.2").said == ["TableRight"]


@pytest.mark.parametrize("held", [1.0, 2.0, 2.9])
def test_back_held_lists_what_no_sensor_shows_and_a_pad_reports_it(held: float) -> None:
    table = Table().push("3.2").hush()
    assert table.press("back", held=held).said == ["Reports codes=CK-F11,CK-F12,CK-F01"]
    assert table.lit == {"pad.1": "choice", "pad.2": "choice", "pad.3": "choice", "back": "go"}
    assert table.press("p4").said == ["NotNow"]
    assert table.press("p3").said == ["Foul code=CK-F01 player=0"]
    assert table.lit["slot.3.2"] == "fits", "it was said, and play goes on"


def test_who_counts_wrongly_together_is_told_what_it_makes() -> None:
    table = Table().push("3.2").hush()
    assert table.press("back", held=1.5).press("p2").said[1:] == ["Foul code=CK-F12 player=0 expected=1"]
    table.press("go").take(1).press("back", held=1.5).hush()
    assert table.press("p2").said == ["Foul code=CK-F12 player=1"], "nothing is earned yet"


def test_at_the_end_there_is_nothing_to_report() -> None:
    table = Table(gems=(1, 0)).push("3.2").take(1).hush()
    assert table.press("back", held=1.5).said == ["NotNow"]


def test_a_go_that_stops_long_after_somebody_leaned_on_back_does_not_end_the_game() -> None:
    table = Table().push("3.2").press("back", held=3.5).hush()
    table.lift("3.2").push("4.2")
    assert table.said[0].startswith("Fits")
    assert table.lit["slot.4.2"] == "fits", "the box shows the game again"
    assert table.press("go").said == ["Take player=0 gems=2"]
    assert REFEREE.left(table.watch) is None


@pytest.mark.parametrize("close", ["back", "go"])
def test_the_list_is_closed_by_back_or_by_go_past_its_last_page(close: str) -> None:
    table = Table().push("3.2").press("back", held=1.5).hush()
    assert table.press(close).said == ["Ask about=stop"]
    assert table.press("go").said == ["Take player=0 gems=1"]


def test_back_held_for_long_leaves_the_game_after_asking() -> None:
    table = Table().push("3.2").hush()
    assert table.press("back", held=3.5).said == ["Ask about=leave"]
    assert table.lit == {"go": "go", "back": "go"}
    assert table.press("p1").said == ["NotNow"]
    assert table.press("back").said == ["Ask about=stop"]
    assert table.press("back", held=3.5).press("go").said == ["Ask about=leave"]
    assert REFEREE.left(table.watch) == "lobby"


def test_go_at_the_end_asks_before_it_leaves_for_the_lobby() -> None:
    table = Table(gems=(1, 0)).push("3.2").take(1).hush()
    assert table.press("go").said == ["Ask about=leave"]
    table.press("go")
    assert REFEREE.left(table.watch) is None, "it was mashed"
    table.wait(0.5).press("go")
    assert REFEREE.left(table.watch) == "lobby"


def test_players_who_sit_apart_see_their_own_pads() -> None:
    table = Table(gems=(1, 0), seats=(1, 4))
    assert table.lit["pad.2"] == "turn"
    assert table.push("3.2").take(1).lit["pad.2"] == "winner"


def test_undo_in_the_middle_of_a_foul_forgets_the_foul() -> None:
    table = Table().push("3.2").push("5.0").hush()
    assert table.press("back").said == ["Undone", "Guide do=lift slot=3.2"]
    assert table.lift("3.2", rest=0.5).said == ["Guide do=lift slot=5.0"]
    assert table.lift("5.0", rest=0.5).said == ["TableRight"]


def test_undo_while_a_count_is_asked_about_puts_the_question_first() -> None:
    table = Table().push("3.2").press("go").take(3, odds=0.9).hush()
    table.press("back")
    assert table.said == ["Undone"]
    assert table.stir("centre").wait(1).count("centre").wait(1).said == ["Guide do=put place=centre gems=3"]


def test_undo_of_what_has_not_rested_yet() -> None:
    table = Table().push("3.2", rest=0.1).hush()
    assert table.press("back").said == ["Fits player=0 slot=3.2 gained=1 total=1", "Undone", "Guide do=lift slot=3.2"]


def test_the_end_of_the_game_can_be_taken_back() -> None:
    table = Table(gems=(1, 0)).push("3.2").take(1).hush()
    assert table.press("back").said == ["Undone", "Guide do=put place=centre gems=1"]
    assert table.press("go").said == ["Resumed", "GameOver winners=0 scores=1,0"]


def test_a_correction_can_be_taken_back() -> None:
    table = Table().take(1).press("go").press("go").press("go").hush()
    assert table.watch.game.chamber == 51
    assert table.press("back").said == ["Undone", "Guide do=put place=centre gems=1"]
    assert table.put(1).said == ["TableRight"]


def test_no_step_is_asked_for_while_a_hand_is_still_at_the_gems() -> None:
    for place in ("centre", "corner"):
        table = Table().push("3.2", red=True).take(1).put(1, "corner").hush()
        table.stir(place).press("back").wait(5)
        assert table.said == ["Undone"]
        assert table.count(place).wait(1).said == ["Guide do=take place=corner gems=1"]


def test_where_the_way_back_is_barred_go_takes_the_table_as_it_stands() -> None:
    table = Table().push("3.2").take(1).press("back").stir("centre").wait(0.5).count("centre").wait(1).hush()
    table.press("go").hush()
    assert table.press("go").said == ["Corrected", "TableRight", "Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_nothing_to_take_back_before_the_game_has_begun() -> None:
    table = Table(gems=None).hush()
    assert table.press("back").said == ["NotNow"], "heard kindly"


def test_a_red_key_that_was_confirmed_as_fitting_is_named_again_when_that_is_taken_back() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner")
    table.key("3.2", Depth.FULL).wait(2).press("go", rest=2)
    table.hush()
    assert table.press("back", rest=3).said == [
        "Undone",
        "TableRight",
        "Foul code=CK-F14 player=1",
        "Guide do=press slot=3.2 part=go",
    ]
