"""What the owner's copy may be, what is assumed of it, and what players may report."""

from dataclasses import fields, replace
from typing import Any

import pytest

from games.announcements.shared import Foul
from games.dragon_battle.copy import Copy, check
from games.dragon_battle.reports import reports
from games.dragon_battle.rules import Cocked, Place, Roll, Settings, Variant, apply, deal, dice_of, lay, setup


def test_what_is_shipped_can_be_true_and_every_field_of_it_says_why_it_is_assumed() -> None:
    assert check(Copy()) == ()
    assert all(field.metadata["assumed"] for field in fields(Copy))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"resident_stars": (1,) * 19}, "residentStars lists 19 residents; the box has 20"),
        ({"resident_stars": (7,) + (1,) * 19}, "residentStars has a resident of 7 stars; each has 1 to 6"),
        ({"juggler_stars": 0}, "jugglerStars is 0; a juggler has 1 to 6"),
        ({"black_looks_grey": "maybe"}, "blackLooksGrey is 'maybe'; it can be possible, yes or no"),
    ],
)
def test_what_cannot_be_true_is_named_with_what_would_be_right(given: dict[str, Any], sentence: str) -> None:
    assert check(replace(Copy(), **given)) == (sentence,)


def test_everything_wrong_with_the_dice_is_named() -> None:
    faces: Any = ("black", "yellow", "red", "blue", "purple", "grey", "red")
    assert check(Copy(die_faces=faces)) == (
        "dieFaces lists 7 faces; a die has 6",
        "dieFaces has a face 'grey'; there are yellow, red, blue, purple, black, silver",
        "dieFaces lacks silver; the rulebook names it among the results of a throw",
    )


def test_a_die_with_a_face_twice_lacks_another() -> None:
    assert check(Copy(die_faces=("black", "black", "yellow", "red", "blue", "purple"))) == (
        "dieFaces lacks silver; the rulebook names it among the results of a throw",
    )


def test_jugglers_count_as_the_copy_says() -> None:
    state = setup(2, copy=Copy(juggler_stars=3))
    assert state._replace(jugs=(2, 1)).stars == (6, 3)


def test_players_report_what_no_sensor_sees() -> None:
    state, _ = apply(deal((1,) * 20, 2), Roll(0, dice_of(("black", "red", "red", "blue"))))
    told = reports(state)
    assert [foul.code[-3:] for foul in told] == [
        "F15",
        "F17",
        "F13",
        "F10",
        "F11",
        "F12",
        "F02",
        "F06",
        "F07",
        "F01",
        "F03",
    ]
    assert {foul for foul in told if foul.expected} == {Foul("DB-F15", 0, 1)}


def test_who_threw_again_before_laying_out_is_reported_only_while_something_is_to_be_laid_out() -> None:
    thrown, _ = apply(deal((1,) * 20, 2), Roll(0, dice_of(("black", "red", "red", "blue"))))
    assert Foul("DB-F03", 0) in reports(thrown)
    assert apply(thrown, Roll(0, dice_of(("red", "red", "blue")))) == (thrown, Foul("DB-F03", 0))
    laid, _ = apply(thrown, Place(0, "blue", "blue", 1))
    assert "DB-F03" not in {foul.code for foul in reports(laid)}
    free, _ = apply(deal((1,) * 20, 2, settings=Settings(must_place=False)), Roll(0, dice_of(("red",) * 4)))
    assert "DB-F03" not in {foul.code for foul in reports(free)}, "there it is no foul"


def test_who_has_thrown_wrong_dice_hears_a_number_only_where_it_is_the_one_to_throw() -> None:
    thrown, _ = apply(deal((1,) * 20, 2), Roll(0, dice_of(("black", "red", "red", "blue"))))
    assert Foul("DB-F02", 0) in reports(thrown), "four were to be thrown, and three are free now"
    laid, _ = apply(thrown, Place(0, "blue", "blue", 1))
    assert Foul("DB-F02", 0, 2) in reports(laid)


def test_a_family_may_throw_all_dice_again_where_one_leans() -> None:
    assert reports(setup(2, 1, Settings(cocked=Cocked.REROLL_ALL)))[0] == Foul("DB-F15", 1, 4)


def test_peeking_is_reported_where_residents_lie_face_down() -> None:
    assert Foul("DB-F14", 0) in reports(setup(2, settings=Settings(variant=Variant.OLDER)))


def test_nothing_is_reported_once_the_game_is_over() -> None:
    over = lay(under=(1, 1, 0, 1), pile=(), won=((), ()), juggler_stars=1, settings=Settings())
    assert reports(over) == ()
