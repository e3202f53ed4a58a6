"""What the column's contact says: a swoop, a bump, too early, not back yet."""

from collections.abc import Callable

import pytest

from games.facts import ColumnMoved, Pressed
from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Phase, Settings
from tests.games.sultans_swoop.keys import REDS, Keys


def fresh(players: int = 3) -> Keys:
    """A game in which all that was said has been heard."""
    box = Keys(players).wait(1)
    box.heard()
    return box


def test_a_column_that_is_back_within_a_second_was_bumped_into() -> None:
    box = fresh().up(wait=0.4).down()
    assert box.wait(10).said == []
    assert box.phase is Phase.ROLL


def test_a_swoop_is_called_when_the_column_has_been_away_for_a_second() -> None:
    box = fresh().up(wait=0.9)
    assert box.said == []
    assert box.wait(0.2).said == ["Swoop", "Ask about=column"]


def test_a_swoop_is_timed_by_its_contact_however_late_anybody_looks() -> None:
    box = fresh()
    box.feed(ColumnMoved(at=box.at + 1.0, up=True))
    box.feed(ColumnMoved(at=box.at + 2.1, up=False))
    assert box.said == ["Swoop", "Ask about=column"]


@pytest.mark.parametrize(("after", "said"), [(0.36, ["Swoop", "Ask about=column"]), (0.2, [])])
def test_a_hand_at_the_keys_makes_haste_but_not_for_a_contact_that_has_just_opened(
    after: float, said: list[str]
) -> None:
    box = fresh().up(wait=0)
    box.press("p2", pause=after)
    has = ["Has player=1 piece=column", "Ask about=lantern"] if said else ["NotNow"]
    assert box.said == said + has


@pytest.mark.parametrize("after", [0.5, 1.5])
def test_a_go_for_nobody_in_the_very_moment_of_a_swoop_does_not_give_the_column_back(after: float) -> None:
    box = fresh().up(wait=0)
    box.feed(Pressed(at=box.at + after, key="go", held=0.1))
    assert box.said == ["Swoop", "Ask about=column"]
    assert box.press("p2").said[0] == "Has player=1 piece=column"


def test_the_column_may_be_anywhere_while_a_bout_is_checked() -> None:
    box = fresh().swoop(0, 1, 1).down().up().down()
    assert box.press("p3").said[-1] == "CountDice"
    box.up().down().dice(REDS).down().up()
    assert box.said == ["OnBazaar valid=8", "ShowTask player=0"]
    assert box.down().colour("red").said[-1] == "TurnStarts player=0", "it stands there already"
    assert box.wait(5).said == []


def test_the_column_is_asked_for_until_it_stands_and_a_moment_is_not_enough() -> None:
    box = fresh().bout(0, 1, 1, 2, dice=REDS, task="red")
    assert box.said[-1] == "Guide do=put part=column"
    assert box.down(wait=0.2).up(pause=0, wait=5).said == [], "it fell over"
    assert box.go().said == ["TurnStarts player=0", "Guide do=put part=column"]
    assert box.down(wait=0.3).said == []
    assert box.wait(0.1).said == ["TableRight"]
    assert box.up().said == ["Swoop", "Ask about=column"]


def test_after_asking_three_times_go_takes_the_table_as_it_stands_and_pads_tell_who_swooped() -> None:
    box = fresh().bout(0, 1, 1, 2, dice=REDS, task="red").go().go()
    assert "go" in box.lit
    box.heard()
    assert box.go().said == ["Corrected", "TurnStarts player=0", "Ask about=by_hand"]
    assert box.press("p3").said == ["Swoop", "Has player=2 piece=column", "Ask about=lantern"]
    box.press("p1", "p1", "p2").dice(REDS).colour("red")
    assert box.said[-1] == "TurnStarts player=2", "the contact is not believed"
    assert box.down().up().said == ["Swoop", "Ask about=column"], "now it is"


def test_a_column_that_nobody_has_seen_is_asked_for_a_second_after_the_game_began() -> None:
    box = Keys(3, column=False)
    assert box.wait(0.9).said == ["TurnStarts player=0"]
    assert box.wait(0.2).said == ["Guide do=put part=column"]
    assert box.wait(60).said == []


def test_what_the_contact_says_twice_is_one_thing() -> None:
    box = fresh()
    box.feed(ColumnMoved(at=box.at, up=False))
    assert box.up().said == ["Swoop", "Ask about=column"]
    box.feed(ColumnMoved(at=box.at, up=True))
    assert box.wait(5).said == []


def test_the_column_is_taken_before_the_tasks_lie_open() -> None:
    box = fresh(2).up()
    assert box.said == ["Foul code=SS-F03 player=0", "Guide do=put part=column"]
    assert box.colour("red red red").wait().said[-2:] == ["BothRoll", "Guide do=put part=column"]
    assert box.down().said == ["TableRight"]
    assert box.up().said == ["Swoop", "Ask about=column"]


def test_the_column_is_taken_again_while_a_card_is_due() -> None:
    box = fresh().bout(0, 1, 1, 2, dice=REDS, task="red").down().bout(0, 1, 1, 2, task="red")
    assert box.down().said[-1] == "Surrender player=0"
    assert box.up().said == ["Foul code=SS-F03 player=0", "Guide do=put part=column"]
    assert box.down().said == ["TableRight"]
    assert box.press("p4").said == ["Surrendered player=0 value=4", "TurnStarts player=0"]


def setting_up(players: int = 3, *, column: bool = True) -> Keys:
    return Keys(players, gems=None, column=column)


@pytest.mark.parametrize(
    ("players", "tower"),
    [
        (2, "pieces=column,lantern,ruby cards=10"),
        (5, "pieces=column,lantern,chest,carpet,ruby,ruby2 cards=20"),
    ],
)
def test_the_set_up_tells_the_tower_for_so_many_and_go_begins(players: int, tower: str) -> None:
    box = setting_up(players)
    assert box.wait(10).said == [f"BuildTower {tower}"]
    assert box.lit["go"] == "go"
    assert box.go().said == ["Ask about=tasks" if players == 2 else "TurnStarts player=0"]
    assert box.watch.begun


def test_nothing_but_go_means_anything_while_the_tower_is_built() -> None:
    box = setting_up(2)
    assert box.press("k1", "p1").back().press("back", held=1.5).said[1:] == ["NotNow"] * 4
    assert box.press("go", held=2.5).said == ["BuildTower pieces=column,lantern,ruby cards=10"]
    assert not box.watch.begun


def test_the_column_has_to_stand_before_the_game_begins() -> None:
    box = setting_up(column=False).wait(2)
    assert box.said == ["BuildTower pieces=column,lantern,carpet,ruby cards=10", "Guide do=put part=column"]
    assert "go" not in box.lit
    assert box.go().said == ["Foul code=SS-F16 player=0", "Guide do=put part=column"]
    assert box.down().up().said == ["TableRight", "Guide do=put part=column"], "somebody builds it anew"
    assert box.down().go().said == ["TableRight", "TurnStarts player=0"]


def test_a_set_up_whose_contact_does_not_close_begins_all_the_same() -> None:
    box = setting_up(column=False).wait(2).go().go()
    assert "go" in box.lit
    box.heard()
    assert box.go().said == ["Corrected", "TurnStarts player=0", "Ask about=by_hand"]
    assert box.press("p2").said == ["Swoop", "Has player=1 piece=column", "Ask about=lantern"]


@pytest.mark.parametrize("place", [Keys.up, Keys.down, lambda box: box.swoop(0)])
def test_the_referee_sleeps_where_only_a_hand_can_bring_news(place: Callable[[Keys], Keys]) -> None:
    assert REFEREE.wake(place(fresh()).wait(10).watch) is None


def test_settings_of_the_rules_are_heard() -> None:
    box = Keys(3, settings=Settings(bouts=1)).bout(0, 1, 1, 2, dice=REDS, task="red")
    assert box.phase is Phase.OVER
