"""The set-up is checked before the first turn: what is missing is asked for, and `go` begins with what is there."""

import pytest

from games.clever_keys.referee import REFEREE
from games.clever_keys.rules import Settings
from games.table import Depth
from tests.games.hands import Table


def box(centre: int = 52, corner: int = 0, *, odds: float = 1.0, keys: tuple[str, ...] = ()) -> Table:
    table = Table(gems=None)
    table.heap = {"centre": centre, "corner": corner}
    for key in keys:
        table.key(key, Depth.FULL)
    return table.count("centre", odds=odds).count("corner").wait(3)


def test_a_table_in_order_begins_by_itself() -> None:
    table = box()
    assert table.said == ["TurnStarts player=0"]
    assert REFEREE.agreed(table.watch) == (52, 0)


def test_nothing_is_said_before_everything_was_weighed() -> None:
    table = Table(gems=None).wait(5)
    assert table.said == []
    assert REFEREE.agreed(table.watch) is None
    assert table.lit == {"go": "go"}


def test_keys_that_stand_are_lifted_one_after_another() -> None:
    table = box(keys=("3.2", "5.0"))
    assert table.said == ["Guide do=lift slot=3.2"]
    assert table.lit == {"slot.3.2": "guide", "go": "go"}
    assert table.lift("3.2", rest=1.5).said == ["Guide do=lift slot=5.0"]
    assert table.lift("5.0", rest=1.5).said == ["TurnStarts player=0"]


@pytest.mark.parametrize(
    ("centre", "corner", "step"),
    [
        (50, 0, "Guide do=put place=centre gems=2"),
        (52, 1, "Guide do=take place=corner gems=1"),
        (53, 0, "Guide do=take place=centre gems=1"),
    ],
)
def test_what_is_missing_or_too_much_is_asked_for(centre: int, corner: int, step: str) -> None:
    table = box(centre, corner)
    assert table.said == [step]
    table.heap = {"centre": 52, "corner": 0}
    table.stir("centre").stir("corner").wait(1).count("centre").count("corner").wait(1)
    assert table.said == ["TurnStarts player=0"]


def test_one_gem_of_doubt_is_not_asked_for_and_is_no_foul_of_the_first_player() -> None:
    table = box(51, odds=0.7)
    assert table.said == ["TurnStarts player=0"]
    assert table.wait(10).said == []
    assert REFEREE.agreed(table.watch) == (52, 0)


def test_two_gems_of_doubt_are_asked_for() -> None:
    assert box(50, odds=0.7).said == ["Guide do=put place=centre gems=2"]


def test_go_begins_with_the_gems_and_keys_that_are_there() -> None:
    table = box(47, 1, keys=("3.2",)).hush()
    assert table.press("go").said == ["TurnStarts player=0"]
    assert REFEREE.agreed(table.watch) == (47, 1)
    assert table.wait(5).said == []
    assert table.lift("3.2").push("4.0").said == ["Fits player=0 slot=4.0 gained=1 total=1"]


def test_go_does_not_begin_with_an_empty_chamber() -> None:
    table = box(0).hush()
    assert table.press("go").said == ["Guide do=put place=centre gems=52"]
    assert table.put(52).said == ["TurnStarts player=0"]


def test_with_the_scale_lost_go_begins_on_the_players_word() -> None:
    table = Table(gems=None).lose("scale").wait(2)
    assert table.said == ["SensorLost part=scale", "Ask about=gems"]
    assert table.wait(30).said == []
    assert table.press("go").said == ["TurnStarts player=0"]
    assert REFEREE.agreed(table.watch) == (52, 0)


def test_an_arm_in_the_chamber_is_asked_about_and_waited_out() -> None:
    table = Table(gems=None)
    table.count("centre", known=False).count("corner").wait(3)
    assert table.said == ["Ask about=gems"]
    assert table.stir("centre").wait(1).count("centre").wait(2).said == ["TurnStarts player=0"]


def test_a_crooked_key_is_straightened_first_and_lost_slots_are_waited_for() -> None:
    table = Table(gems=None).key("3.2", Depth.UNKNOWN).count("centre").count("corner").wait(3)
    assert table.said == ["Guide do=shove slot=3.2"]
    assert table.key("3.2", Depth.FULL).wait(2).said == ["Guide do=lift slot=3.2"]
    table = Table(gems=None).key("3.2", Depth.UNKNOWN).lose("slots1").count("centre").count("corner").wait(3)
    assert table.said == ["SensorLost part=slots1"]
    assert table.key("3.2", Depth.EMPTY).regain("slots1").wait(2).said == [
        "SensorBack part=slots1",
        "TurnStarts player=0",
    ]


def test_gems_given_as_agreed_need_no_check() -> None:
    table = Table(gems=(20, 3), settings=Settings(gems=40))
    assert REFEREE.agreed(table.watch) == (20, 3)
    assert REFEREE.turn(table.watch) == 0


def test_a_game_for_one_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        Table(players=1)
