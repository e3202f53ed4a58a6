"""Turns as they should be: keys and gems say everything."""

from games.clever_keys.referee import REFEREE
from games.contract import Outcome
from tests.games.hands import Table


def test_valerie_fits_stops_by_taking_and_the_turn_passes() -> None:
    table = Table()
    assert table.said == ["TurnStarts player=0"]
    assert table.push("3.2").said == ["Fits player=0 slot=3.2 gained=1 total=1"]
    assert table.lift("3.2").push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=2"]
    assert table.take(2).said == ["Take player=0 gems=2", "Took player=0 gems=2 left=50", "TurnStarts player=1"]


def test_go_says_stop_and_the_gems_end_the_turn() -> None:
    table = Table().push("3.2")
    assert table.press("go").said[2:] == ["Take player=0 gems=1"]
    assert table.take(1).said == ["Took player=0 gems=1 left=51", "TurnStarts player=1"]


def test_the_third_key_that_fits_ends_the_turn_without_a_question() -> None:
    table = Table().push("0.0").lift("0.0").push("1.0").lift("1.0").push("2.0")
    assert table.said[-2:] == ["Fits player=0 slot=2.0 gained=1 total=3", "Take player=0 gems=3"]
    assert table.take(3).said == ["Took player=0 gems=3 left=49", "TurnStarts player=1"]


def test_red_costs_a_gem_into_the_corner() -> None:
    table = Table().push("3.2", red=True)
    assert table.said[1:] == ["Red player=0 slot=3.2", "Discard player=0"]
    assert table.take(1).said == []
    assert table.put(1, "corner").said == ["Discarded player=0 left=51", "TurnStarts player=1"]


def test_a_key_beside_two_others_earns_three() -> None:
    table = Table().push("3.2").take(1).push("3.1").take(2)
    assert table.push("3.0").said[-1] == "Fits player=0 slot=3.0 gained=3 total=3"


def test_a_key_on_the_board_goes_to_the_next_open_section() -> None:
    table = Table().push("3.2", red=True).take(1).put(1, "corner").push("2.0").take(1)
    table.hush()
    assert table.lift("2.0").push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=1"]


def test_the_game_ends_with_the_last_gem_and_the_last_player_is_paid_short() -> None:
    table = Table(gems=(2, 0)).push("0.0").take(1).push("0.1")
    assert table.take(1).said[-3:] == [
        "Take player=1 gems=1",
        "Took player=1 gems=1 left=0",
        "GameOver winners=0,1 scores=1,1",
    ]
    assert table.lit == {"pad.1": "winner", "pad.2": "winner", "go": "go"}
    assert REFEREE.outcome(table.watch) == Outcome((0, 1), (1, 1), "the chamber is empty")


def test_what_stands_when_the_hand_does_the_next_thing_counts_at_once() -> None:
    table = Table().push("3.2", rest=0.4)
    assert table.said == ["TurnStarts player=0"]
    assert table.stir("centre").said == ["Fits player=0 slot=3.2 gained=1 total=1"]


def test_gems_taken_and_the_next_players_key_in_quick_succession_are_judged_in_their_order() -> None:
    table = Table().push("3.2").take(1, rest=0.3).push("5.0")
    assert table.said[2:] == [
        "Take player=0 gems=1",
        "Took player=0 gems=1 left=51",
        "TurnStarts player=1",
        "Fits player=1 slot=5.0 gained=1 total=1",
    ]
