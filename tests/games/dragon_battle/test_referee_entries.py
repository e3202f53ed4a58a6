"""How a throw is entered: a press for each die, ruled on by time or by `go`; what was entered wrongly."""

import pytest

from games.announcements.dragon_battle import Colour
from games.dragon_battle.referee import REFEREE
from games.dragon_battle.rules import Settings
from games.facts import KeyStands, Pressed, TimePassed
from games.table import Depth, Slot
from tests.games.dragon_battle.keys import Keys

PLACED = ["Rolled well=2 choose=red", "Scared dragon=red dice=0", "Battle ends=dice take=red", "Ask about=stars_red"]


def begun() -> Keys:
    box = Keys()
    assert box.said == ["TurnStarts player=0"]
    return box


def test_a_complete_throw_is_ruled_on_after_a_while_or_at_go() -> None:
    box = begun().colour("black", "red", "red", "black")
    assert REFEREE.wake(box.watch) == pytest.approx(box.at + 1.5)
    assert box.wait(1.4).said == []
    assert box.wait(0.2).said == PLACED
    assert begun().colour("black", "red", "red", "black").press("go").said == PLACED


def test_time_rules_on_a_throw_although_nobody_woke_the_referee() -> None:
    box = begun().colour("black", "red", "red", "black")
    box.at += 5
    box.feed(KeyStands(at=box.at, slot=Slot(0, 0), depth=Depth.FULL))
    assert box.said == PLACED


def test_go_soon_after_a_throw_was_ruled_on_by_time_belongs_to_it() -> None:
    box = begun().colour("red", "black", "black", "black").wait(1.5)
    assert box.said[-1] == "Ask about=stars_red"
    assert box.press("go", pause=1.9).said == []
    assert box.press("go", pause=1.0).said == ["Foul code=DB-F09 player=0"]


def test_go_that_confirms_a_throw_a_moment_late_never_stops_the_battle() -> None:
    box = begun().throw("red", "black", "yellow", "yellow").colour("red").colour("blue", "yellow").wait(1.6)
    assert box.said[-1] == "Ask about=colour"
    assert box.press("go").said == []
    assert box.colour("blue").said == ["Scared dragon=blue dice=1", "Ask about=stop"]


def test_a_throw_without_a_choice_is_placed_and_a_late_go_leaves_the_battle_on() -> None:
    box = begun().throw("red", "yellow", "yellow", "yellow").colour("red", "blue", "red", "red").wait(1.6)
    assert box.said[-3:] == ["Rolled well=0 choose=blue", "Scared dragon=blue dice=2", "Ask about=stop"]
    assert box.press("go").said == []


def test_go_that_stops_right_after_a_colour_was_laid_out_is_not_taken_for_the_throws() -> None:
    box = begun().throw("red", "blue", "blue", "blue").colour("red", "silver", "purple", "purple").wait(1.6).hush()
    assert box.colour("purple").press("go").said[2:] == ["Battle ends=stop take=red,purple", "Ask about=stars_red"]


def test_stars_told_before_the_throws_time_has_come_are_heard() -> None:
    box = begun().colour("black", "red", "red", "black").stars(3)
    assert box.said == [
        *PLACED,
        "Freed player=0 residents=1 stars=3",
        "Refill dragons=red pile=15",
        "TurnStarts player=1",
    ]


@pytest.mark.parametrize("pad", ["p1", "p2"])
def test_a_pad_that_answers_nothing_leaves_the_throw_as_it_is_entered(pad: str) -> None:
    box = begun().colour("red", "blue", "blue").press(pad)
    assert box.said == ["NotNow"], "a die is missing"
    assert box.colour("silver").press(pad).said == ["NotNow"], "a colour is asked next"
    assert box.watch.talk.entered == ("red", "blue", "blue", "silver")
    assert box.wait(1.2).said == ["Rolled well=0 choose=blue,red,silver", "Ask about=colour"]


def test_a_press_before_the_deadline_beats_it_although_it_is_read_after() -> None:
    box = begun().colour("black", "red", "red", "black")
    pressed = box.at + 1.49
    box.feed(TimePassed(at=box.at + 1.5))
    box.feed(Pressed(at=pressed, key="go"))
    assert box.said == PLACED


@pytest.mark.parametrize(("dice", "by_time"), [(1, False), (3, False), (5, False), (5, True), (8, True)])
def test_a_throw_of_too_few_or_too_many_dice_is_asked_again(dice: int, by_time: bool) -> None:
    box = begun().colour(*["red"] * dice)  # type: ignore[arg-type] # a colour as often
    box = box.wait(4) if by_time else box.press("go")
    assert box.said == ["Foul code=DB-F02 player=0 expected=4", "Ask about=throw"]
    assert box.throw("black", "red", "red", "black").said == PLACED


def test_a_colour_pressed_after_a_pause_is_laid_out_of_the_throw_that_is_complete() -> None:
    box = begun().colour("red", "blue", "blue", "silver").wait(0.6).colour("blue")
    assert box.said == [
        "Rolled well=0 choose=blue,red,silver",
        "Ask about=colour",
        "Scared dragon=blue dice=2",
        "Ask about=stop",
    ]
    box = Keys(settings=Settings(must_place=False)).throw("red", "blue", "blue", "silver").stop().hush()
    box.colour("red", "blue", "blue", "silver").wait(0.6).colour("silver")
    assert box.said == ["Rolled well=0 choose=blue,red,silver", "Ask about=colour", "Ask about=dragon"]


@pytest.mark.parametrize(("pause", "colour"), [(0.0, "blue"), (0.6, "yellow"), (0.6, "black")])
def test_a_colour_that_comes_at_once_or_cannot_be_laid_out_is_a_die_too_many(pause: float, colour: Colour) -> None:
    box = begun().colour("red", "blue", "blue", "silver").wait(pause).colour(colour).wait(4)
    assert box.said == ["Foul code=DB-F02 player=0 expected=4", "Ask about=throw"]


@pytest.mark.parametrize("dice", [("red", "red", "black", "black"), ("black", "black", "black", "black")])
def test_a_colour_after_a_throw_without_a_choice_is_a_die_too_many(dice: tuple[Colour, ...]) -> None:
    box = begun().colour(*dice).wait(0.6).colour("red").wait(4)
    assert box.said == ["Foul code=DB-F02 player=0 expected=4", "Ask about=throw"]


def test_a_colour_on_the_list_of_reports_lays_nothing_out() -> None:
    box = begun().colour("red", "blue", "blue", "silver").press("back", held=1.5).hush().wait(1).colour("red")
    assert box.said == ["NotNow"]


def test_too_few_dice_are_waited_for() -> None:
    box = begun().colour("red", "red", "red").wait(60)
    assert box.said == []
    assert REFEREE.wake(box.watch) is None


def test_more_presses_than_the_meter_has_lamps_are_no_entry() -> None:
    assert begun().colour(*["red"] * 9).said == ["NotNow"]  # type: ignore[arg-type] # a colour as often


def test_dice_of_the_well_and_of_dragons_are_not_thrown_again() -> None:
    box = begun().throw("black", "red", "red", "blue").colour("red")
    box.hush()
    assert box.throw("blue", "black").said == ["Foul code=DB-F02 player=0 expected=1", "Ask about=throw"]


def test_back_takes_the_last_colour_back_and_the_throw_is_entered_on() -> None:
    box = begun().colour("black", "red", "red", "yellow").press("back").colour("black").wait(4)
    assert box.said == PLACED


def test_a_red_die_may_be_thrown_again_and_is_no_second_colour() -> None:
    box = begun().throw("red", "red", "blue", "black").colour("red")
    box.hush()
    assert box.throw("blue").said[1:3] == ["Scared dragon=blue dice=0", "Battle ends=dice take=red,blue"]


def test_the_box_repeats_what_it_waits_for() -> None:
    box = begun()
    assert box.press("go", held=2.0).said == ["TurnStarts player=0"]
    box.throw("red", "blue", "silver", "silver")
    box.hush()
    assert box.press("go", held=2.5).said == ["Ask about=colour"]
    assert box.colour("silver").press("go", held=2.5).said == ["Ask about=dragon"] * 2
    assert box.colour("red").press("go", held=2.5).said == ["Scared dragon=red dice=2"] + ["Ask about=stop"] * 2
    box.throw("yellow", "yellow").press("go", held=2.5).stars(2).press("go", held=2.5)
    assert box.said[-4:] == ["Ask about=stars_red"] * 2 + ["Ask about=stars_yellow"] * 2
