"""What a press means, given what is asked (panel.md)."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Lit
from games.facts import Pressed
from games.pressing import lit_aside
from games.talk import (
    Chose,
    Colour,
    Colours,
    Entered,
    Heard,
    Nothing,
    Number,
    Panel,
    Player,
    Question,
    Reported,
    Talk,
    Word,
    YesNo,
    answers_the_next,
    asked_anew,
    elapsed,
    hear,
    page,
    played_on,
    wake,
)

COLOURS = ("yellow", "red", "blue", "green", "black", "white")
PANEL = Panel(seats=(1, 4), colours=COLOURS, reports=8)
THREE = Colours(3, COLOURS)


def press(key: str, at: float = 0.0, held: float = 0.1) -> Pressed:
    return Pressed(at=at, key=key, held=held if key in ("go", "back") else 0.0)


def told(presses: Iterable[Pressed], question: Question, panel: Panel = PANEL) -> tuple[Talk, Heard]:
    talk: Talk = Talk()
    heard: Heard = Word.NONE
    for each in presses:
        talk, heard = hear(talk, each, question, panel)
    return talk, heard


def test_an_entry_is_ruled_on_by_go_when_it_is_complete_and_not_before() -> None:
    assert told([press("k1"), press("go")], THREE)[1] is Word.NOT_NOW
    talk, heard = told([press("k1"), press("k1"), press("k6"), press("go")], THREE)
    assert heard == Entered(("yellow", "yellow", "white"))
    assert talk.entered == ()


def test_go_says_that_is_all_where_fewer_are_possible() -> None:
    assert told([press("k2"), press("go")], THREE._replace(fewer=True))[1] == Entered(("red",))
    assert told([press("go")], THREE._replace(fewer=True))[1] == Entered(())


def test_an_entry_that_is_complete_is_ruled_on_by_itself_and_go_soon_after_belongs_to_it() -> None:
    talk, _ = told([press("k1", 1.0), press("k2", 1.3), press("k3", 1.6)], THREE)
    assert wake(talk, THREE) == pytest.approx(3.1)
    assert elapsed(talk, THREE, 3.0) == (talk, None)
    talk, entered = elapsed(talk, THREE, 3.1)
    assert entered == Entered(("yellow", "red", "blue"))
    assert hear(talk, press("go", 5.0), Nothing(), PANEL)[1] is Word.NONE
    assert hear(talk, press("go", 5.2), Nothing(), PANEL)[1] is Word.GO
    taken_back, _ = hear(talk, press("back", 3.5), Nothing(), PANEL)
    assert hear(taken_back, press("go", 4.0), Nothing(), PANEL)[1] is Word.GO, "that entry is no more"


@pytest.mark.parametrize(
    ("key", "question", "heard"),
    [
        ("k1", Colour(COLOURS), Entered(("yellow",))),
        ("p3", Number(), Chose(3)),
        ("p2", Player((0, 1)), Chose(0)),
        ("k1", THREE, Word.MORE),
    ],
)
def test_go_behind_another_entry_does_not_belong_to_the_one_that_time_ruled_on(
    key: str, question: Question, heard: Heard
) -> None:
    talk, _ = elapsed(told([press("k1"), press("k2"), press("k3")], THREE)[0], THREE, 1.5)
    after, meant = hear(talk, press(key, 2.0), question, PANEL)
    assert meant == heard
    assert hear(after._replace(entered=()), press("go", 2.2), Nothing(), PANEL)[1] is Word.GO
    after, meant = hear(talk, press(key, 2.0), Nothing(), PANEL)
    assert meant is Word.NOT_NOW
    assert hear(after, press("go", 2.2), Nothing(), PANEL)[1] is Word.NONE, "a press that meant nothing"


@pytest.mark.parametrize(
    ("key", "pause", "next_one"), [("k4", 0.7, False), ("k4", 0.8, True), ("p1", 0.1, True), ("go", 0.9, False)]
)
def test_a_pad_or_a_late_colour_behind_a_complete_entry_is_meant_for_what_is_asked_next(
    key: str, pause: float, next_one: bool
) -> None:
    full, _ = told([press("k1"), press("k2"), press("k3")], THREE)
    assert answers_the_next(full, press(key, pause), THREE) is next_one
    few, _ = told([press("k1"), press("k2")], THREE)
    assert not answers_the_next(few, press(key, pause), THREE)
    assert not answers_the_next(full._replace(page=0), press(key, pause), THREE)


def test_a_colour_too_many_and_one_that_cannot_be_meant_change_nothing() -> None:
    full, _ = told([press("k1"), press("k2"), press("k3")], THREE)
    assert hear(full, press("k4"), THREE, PANEL) == (full, Word.NOT_NOW)
    assert told([press("k5")], Colours(2, ("yellow", "red")))[1] is Word.NOT_NOW
    assert told([press("k7")], THREE)[1] is Word.NOT_NOW
    assert told([press("k1")], Nothing())[1] is Word.NOT_NOW


def test_colours_too_many_are_told_where_an_entry_may_be_wrong() -> None:
    wrong = THREE._replace(most=5)
    talk, _ = told([press(f"k{n}", n / 2) for n in (1, 2, 3, 4)], wrong)
    assert wake(talk, wrong) == pytest.approx(3.5)
    assert elapsed(talk, wrong, 3.5)[1] == Entered(("yellow", "red", "blue", "green"))
    assert hear(talk, press("go", 2.2), wrong, PANEL)[1] == Entered(("yellow", "red", "blue", "green"))
    full, _ = hear(talk, press("k5", 2.2), wrong, PANEL)
    assert hear(full, press("k6", 2.4), wrong, PANEL) == (full, Word.NOT_NOW)


def test_go_with_nothing_entered_means_something_else_where_colours_are_asked() -> None:
    assert told([press("go")], THREE)[1] is Word.GO
    assert told([press("k1"), press("back", 1.0), press("go", 2.0)], THREE)[1] is Word.GO


def test_back_takes_the_last_entry_back_and_only_then_the_last_move() -> None:
    talk, heard = told([press("k1"), press("k2"), press("back", 1.0)], THREE)
    assert (talk.entered, heard) == (("yellow",), Word.MORE)
    talk, heard = hear(talk, press("back", 1.2), THREE, PANEL)
    assert (talk.entered, heard) == ((), Word.MORE)
    talk, heard = hear(talk, press("back", 1.4), THREE, PANEL)
    assert heard is Word.NONE, "children mash"
    talk, heard = hear(talk, press("back", 2.5), THREE, PANEL)
    assert heard is Word.UNDO
    assert hear(talk, press("back", 3.0), THREE, PANEL)[1] is Word.NONE


def test_an_entry_of_another_question_is_forgotten() -> None:
    talk, _ = told([press("k1")], THREE)
    assert asked_anew(talk).entered == ()


def test_one_colour_acts_at_once() -> None:
    assert told([press("k3")], Colour(("blue", "red")))[1] == Entered(("blue",))
    assert told([press("k4")], Colour(("blue", "red")))[1] is Word.NOT_NOW


def test_pads_are_numbers_while_a_number_is_asked_and_players_else() -> None:
    assert told([press("p3")], Number())[1] == Chose(3)
    assert told([press("p3")], Number(most=2))[1] is Word.NOT_NOW
    assert told([press("p3")], Number(choices=(1, 3)))[1] == Chose(3)
    assert told([press("p2")], Number(choices=(1, 3)))[1] is Word.NOT_NOW
    assert told([press("p2")], Player((0, 1)))[1] == Chose(0)
    assert told([press("p5")], Player((0, 1)))[1] == Chose(1)
    assert told([press("p5")], Player((0,)))[1] is Word.NOT_NOW
    assert told([press("p1")], Player((0, 1)))[1] is Word.NOT_NOW, "nobody sits there"
    assert told([press("p2")], Nothing())[1] is Word.NOT_NOW


def test_yes_no_and_nobody() -> None:
    assert told([press("go")], YesNo())[1] is Word.YES
    assert told([press("back")], YesNo())[1] is Word.NO
    assert told([press("back")], Player((0, 1), nobody=True))[1] is Word.NOBODY
    assert told([press("go")], Nothing())[1] is Word.GO


@pytest.mark.parametrize(("held", "heard"), [(0.9, Word.UNDO), (1.0, Word.LISTING), (2.9, Word.LISTING)])
def test_a_release_after_a_hold_does_only_what_the_hold_says(held: float, heard: Word) -> None:
    assert told([press("back", held=held)], Nothing())[1] is heard


def test_go_held_repeats_what_the_box_waits_for() -> None:
    assert told([press("go", held=2.0)], THREE)[1] is Word.REPEAT
    assert told([press("go", held=1.9)], Nothing())[1] is Word.GO


def test_leaving_is_asked_and_answered() -> None:
    hold = press("back", held=3.0)
    talk, heard = told([hold], THREE)
    assert heard is Word.LEAVING
    assert lit_aside(talk, PANEL) == (Lit("go", "go"), Lit("back", "go"))
    assert hear(talk, press("k1"), THREE, PANEL)[1] is Word.NOT_NOW
    assert hear(talk, press("go"), THREE, PANEL)[1] is Word.LEAVE
    talk, heard = hear(talk, press("back"), THREE, PANEL)
    assert (heard, lit_aside(talk, PANEL)) == (Word.STAY, None)


def test_an_entry_waits_while_the_players_think_about_leaving() -> None:
    talk, _ = told([press("k1"), press("k2"), press("k3"), press("back", held=3.0)], THREE)
    assert wake(talk, THREE) is None
    talk, _ = hear(talk, press("back", 9.0), THREE, PANEL)
    assert wake(talk, THREE) == pytest.approx(10.5), "it is looked at once more"


def test_the_list_of_reports_has_pages() -> None:
    lines = tuple(f"line {n}" for n in range(8))
    hold = press("back", held=1.5)
    talk, _ = told([hold], Nothing())
    assert page(talk, lines) == lines[:6]
    shown = lit_aside(talk, PANEL)
    assert shown is not None
    assert [lit.lamp for lit in shown] == [*(f"pad.{n}" for n in range(1, 7)), "back", "go"]
    assert hear(talk, press("k1"), Nothing(), PANEL)[1] is Word.NOT_NOW
    talk, heard = hear(talk, press("go"), Nothing(), PANEL)
    assert (heard, page(talk, lines)) == (Word.LISTING, lines[6:])
    assert hear(talk, press("p3"), Nothing(), PANEL)[1] is Word.NOT_NOW
    assert hear(talk, press("go"), Nothing(), PANEL)[0].page == 0
    closed, heard = hear(talk, press("p2"), Nothing(), PANEL)
    assert (heard, closed.page, page(closed, lines)) == (Reported(7), None, ())


def test_a_game_without_reports_has_no_list_and_one_page_is_closed_by_go() -> None:
    hold = press("back", held=1.5)
    assert told([hold], Nothing(), PANEL._replace(reports=0))[1] is Word.NOT_NOW
    one = PANEL._replace(reports=2)
    talk, heard = told([hold, press("go")], Nothing(), one)
    assert (heard, talk.page) == (Word.STAY, None)
    talk, heard = told([hold, press("back")], Nothing(), one)
    assert (heard, talk.page) == (Word.STAY, None)


keys = st.sampled_from([*(f"k{n}" for n in range(1, 7)), *(f"p{n}" for n in range(1, 7)), "go", "back", "back+go", "x"])
questions = st.sampled_from(
    [
        THREE,
        Colours(2, ("red",), fewer=True),
        Colours(1, COLOURS, most=3),
        Colour(COLOURS),
        Number(),
        Player((0, 1), nobody=True),
        Nothing(),
    ]
)


@given(presses=st.lists(st.tuples(keys, st.floats(0, 4), st.floats(0, 3)), max_size=30), question=questions)
def test_mashed_keys_never_enter_more_than_is_asked_nor_anything_nobody_asked_for(
    presses: list[tuple[str, float, float]], question: Question
) -> None:
    talk, at = Talk(), 0.0
    for key, held, pause in presses:
        at += pause
        talk, heard = hear(talk, press(key, at, held), question, PANEL)
        if isinstance(question, Colours):
            assert len(talk.entered) <= max(question.expected, question.most)
            assert set(talk.entered) <= set(question.choices)
        else:
            assert talk.entered == ()
        if isinstance(heard, Entered):
            assert isinstance(question, Colours | Colour)
        if isinstance(heard, Chose):
            assert isinstance(question, Number | Player)


def test_who_plays_on_has_answered_that_nobody_leaves_and_a_late_back_says_no_more_than_that() -> None:
    for aside in (Talk(leaving=True), Talk(page=1)):
        talk = played_on(aside, 10.0)
        assert lit_aside(talk, PANEL) is None
        assert hear(talk, press("go", 12.0), Nothing(), PANEL)[1] is Word.GO
        stays, heard = hear(talk, press("back", 14.9), Nothing(), PANEL)
        assert heard is Word.STAY
        assert hear(stays, press("back", 15.0), Nothing(), PANEL)[1] is Word.NONE, "mashed"
        assert hear(stays, press("back", 16.0), Nothing(), PANEL)[1] is Word.UNDO
        assert hear(talk, press("back", 15.0), Nothing(), PANEL)[1] is Word.UNDO, "long after, it means the game"
    assert played_on(Talk(entered=("red",)), 10.0) == Talk(entered=("red",))
