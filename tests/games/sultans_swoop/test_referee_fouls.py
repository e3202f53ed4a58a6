"""Fouls that entries show, and what players report: named, and at most the roll is taken back."""

import pytest

from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Phase
from tests.games.sultans_swoop.keys import DULL, REDS, Keys


@pytest.mark.parametrize(
    ("box", "key", "said"),
    [
        (Keys(3).swoop(0), "p1", ["Foul code=SS-F04 player=0", "Ask about=lantern"]),
        (Keys(3).swoop(0, 1, 1), "p2", ["Foul code=SS-F05 player=1", "Ask about=ruby"]),
        (Keys(2).dice("red red red").swoop(0, 0), "p1", ["Foul code=SS-F05 player=0", "Ask about=ruby"]),
        (
            Keys(3).bout(0, 1, 1, 2, dice=REDS, task="red").down().bout(0, 1, 1, 2, task="red"),
            "p5",
            ["Foul code=SS-F09 player=0", "Surrender player=0"],
        ),
        (
            Keys(3).bout(0, 1, 1, 2, dice=REDS, task="red").down().bout(0, 1, 1, 2, task="red"),
            "p3",
            ["Foul code=SS-F09 player=0", "Surrender player=0"],
        ),
    ],
    ids=["F04", "F05", "F05 two players", "F09 not owned", "F09 no such card"],
)
def test_an_entry_that_cannot_be_is_named_and_asked_for_again(box: Keys, key: str, said: list[str]) -> None:
    before, _ = box.game, box.said
    assert box.press(key).said == said
    assert box.game == before
    assert REFEREE.still_holds(box.watch, box.announced[-2])
    box.press("back", held=1.5)
    assert not REFEREE.still_holds(box.watch, box.announced[-3])


def test_a_report_of_what_only_people_see_names_the_foul_and_changes_nothing() -> None:
    box = Keys(3, start=1).swoop(0)
    before, _ = box.game, box.said
    assert box.report(4).said == [
        "Reports codes=SS-F12,SS-A23,SS-F15,SS-F04,SS-F02,SS-F06",
        "Foul code=SS-F04 player=1",
    ]
    assert box.report(5, pages=1).said == [
        "Reports codes=SS-F12,SS-A23,SS-F15,SS-F04,SS-F02,SS-F06",
        "Reports codes=SS-F05,SS-F07,SS-F03,SS-F13,SS-F01,SS-F08",
        "Foul code=SS-F01 player=1",
    ]
    assert box.game == before


def test_the_list_can_be_closed_and_is_no_place_for_colours() -> None:
    box = Keys(3).swoop(0).press("back", held=1.5)
    assert set(box.lit) == {*(f"pad.{n}" for n in range(1, 7)), "back", "go"}
    box.heard()
    assert box.press("k1").said == ["NotNow"]
    assert box.press("back").said == ["Ask about=lantern"]


def test_stacked_dice_void_the_roll_before_anybody_swooped() -> None:
    box = Keys(3, start=2).report(1)
    assert box.said[-1] == "RollVoid"
    assert (box.phase, box.game.voids) == (Phase.ROLL, 1)
    assert box.wait(5).up().said == ["Swoop", "Ask about=column"]


@pytest.mark.parametrize(
    ("box", "player"),
    [
        (Keys(3).up(), 0),
        (Keys(3).swoop(2, 1), 2),
        (Keys(3).swoop(2, 0, 0, 1).colour("red red"), 2),
        (Keys(3).swoop(2, 0, 0, 1).dice(DULL), 2),
    ],
    ids=["swoop", "grab", "dice", "card"],
)
def test_stacked_dice_seen_late_void_the_swoop_too_and_back_takes_the_report_back(box: Keys, player: int) -> None:
    before, _ = box.game, box.said
    assert box.report(1).said[1:] == [
        f"Foul code=SS-F12 player={player}",
        "RollVoid",
        "Guide do=put part=column",
    ]
    assert (box.phase, box.game.got, box.game.bouts) == (Phase.ROLL, ((),) * 3, 0)
    assert box.back().said[0] == "Undone"
    assert box.game == before


def test_a_fallen_tower_and_a_hand_that_only_reached_have_the_roll_made_again() -> None:
    box = Keys(3).swoop(1)
    box.heard()
    assert box.report(2).said[1:] == ["RollAgain player=0", "Guide do=put part=column"]
    assert box.down().report(3).said[2:] == ["Foul code=SS-F15 player=0", "RollAgain player=0"]
    assert box.phase is Phase.ROLL


def test_nothing_is_reported_once_the_game_is_over() -> None:
    box = Keys(3)
    for _ in range(10):
        box.bout(0, 1, 1, 2, dice=REDS, task="red").down()
    box.heard()
    assert box.press("back", held=1.5).said == ["NotNow"]
