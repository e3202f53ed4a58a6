"""The conversation about the owner's copies: what is asked, what is understood, and what is never lost."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.copytalk import Talk, ask, begin, hear
from firmware.copytext import written
from firmware.owned import Owned, shipped
from games.catalog import named

TWO = shipped((named("dragon_battle"), named("sultans_swoop")))
"""Two games, so that it is known what is asked first."""

STARS = "1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sets:
    """Cards in sets, as wagon cards are."""

    wagons: tuple[tuple[str, ...], ...] = field(default=(("ygbr", "yygbr"),) * 3, metadata={"assumed": "not printed"})


def check(sets: Sets) -> tuple[str, ...]:
    told = [f"wagons has sets of {len(cards)} cards; there are 2 in each" for cards in sets.wagons if len(cards) != 2]
    cards = [card for cards in sets.wagons for card in cards]
    return (*told, *(f"wagons: {card} has black" for card in cards if set(card) - set("ygbr")))


PARTS = replace(named("dragon_battle").parts(), copy=Sets, check=check)
GAME = replace(named("dragon_battle"), name="wagons", parts=lambda: PARTS)


def talked(talk: Talk, *lines: str) -> tuple[Talk, list[str]]:
    answers: list[str] = []
    for line in lines:
        talk, answer = hear(talk, line)
        answers += answer
    return talk, answers


def of(talk: Talk, name: str) -> Owned:
    return next(owned for owned in talk.owned if owned.game.name == name)


def test_enter_alone_leaves_everything_as_it_was_and_comes_to_the_end() -> None:
    talk = begin(shipped())
    for _ in talk.questions:
        assert not talk.over
        talk, answer = hear(talk, "")
        assert answer == ()
    assert talk.over
    assert talk.owned == shipped()


def test_a_game_is_headed_once_and_each_value_says_what_it_means_and_where_it_comes_from() -> None:
    talk = begin(TWO)
    told, question = ask(talk)
    assert told[1] == "Dragon Battle"
    assert told[3] == "The stars on each of the 20 residents, in any order"
    assert told[4].startswith("  assumed: ")
    assert question == "residentStars [1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4]: "
    told, question = ask(hear(talk, "")[0])
    assert "Dragon Battle" not in told
    assert question == "jugglerStars [1]: "


def test_an_answer_is_the_owner_s_and_so_is_a_yes() -> None:
    talk, _ = talked(begin(TWO), STARS.replace(" ", ", "), "yes")
    dragon = of(talk, "dragon_battle")
    assert dragon.entered == {"residentStars", "jugglerStars"}
    assert dragon.copy.resident_stars[-1] == 5


def test_a_wrong_answer_is_answered_with_what_would_be_right_and_asked_again() -> None:
    talk = begin(TWO)
    wrong, answer = hear(talk, "1 2 3")
    assert answer == ("  residentStars lists 3 residents; the box has 20.",)
    assert (wrong.place, wrong.owned) == (0, talk.owned)
    assert ask(wrong) == ((), ask(talk)[1])


@pytest.mark.parametrize(
    ("name", "line", "answer"),
    [
        ("jugglerStars", "many", "jugglerStars is 'many'; it can be a whole number"),
        ("jugglerStars", "1 2", "jugglerStars is '1 2'; it can be a whole number"),
        ("jugglerStars", ",", "jugglerStars is ''; it can be a whole number"),
        ("jugglerStars", "-1", "jugglerStars is -1; a juggler has 1 to 6"),
        ("goldCards", "40 20", "'40' is no name with its value; right is name=value"),
        ("goldCards", "1=40", "goldCards come to 40; the box has 84"),
        ("tower", "column lantern spoon", "the tower for 2 players has 'spoon'; the pieces are column"),
    ],
)
def test_what_cannot_be_meant_changes_nothing(name: str, line: str, answer: str) -> None:
    talk = begin(shipped())
    place = next(place for place, question in enumerate(talk.questions) if question.name == name)
    wrong, answers = hear(replace(talk, place=place), line)
    assert answers[0].strip().startswith(answer)
    assert (wrong.place, wrong.owned) == (place, talk.owned)


def test_capital_letters_mean_no_other_card() -> None:
    talk, _ = talked(begin(shipped((GAME,))), "YGBR GGBB")
    assert talk.about.copy.wagons[0] == ("ygbr", "ggbb")


def test_only_what_is_wrong_in_any_letters_is_told() -> None:
    _, answers = talked(begin(shipped((GAME,))), "YGBR GGKB")
    assert answers == ["  wagons: ggkb has black."]


def test_sets_are_asked_one_by_one_and_count_as_entered_only_together() -> None:
    talk, answers = talked(begin(shipped((GAME,))), "yes", "", "yygg rrgg")
    assert answers == [
        (
            "  wagons has sets of 0 cards; there are 2 in each."
            " Until that is right the box plays with what is shipped. (`next` leaves it.)"
        )
    ]
    assert ask(talk)[1] == "wagons, 2 of 3 [ygbr yygbr]: "
    assert talk.about.copy.wagons == (("ygbr", "yygbr"), (), ("yygg", "rrgg"))
    assert talk.about.doubts()
    talk, _ = talked(talk, "bbbb rrrr", "")
    assert talk.over
    assert not talk.about.doubts()


def test_a_set_is_judged_by_itself_while_others_are_to_come() -> None:
    talk, answers = talked(begin(shipped((GAME,))), "ygbr ygsr", "ygbr", "ygbr ygbr")
    assert answers == ["  wagons: ygsr has black.", "  wagons has sets of 1 cards; there are 2 in each."]
    assert talk.place == 1


def test_sets_of_a_file_that_no_copy_has_are_asked_for_anew() -> None:
    owned = shipped((GAME,))[0].enter("wagons", [["ygbr"]])
    talk = begin((owned,))
    assert len(talk.questions) == 3
    assert talk.owned == shipped((GAME,))


def test_values_that_hang_together_are_asked_for_again_until_they_agree() -> None:
    talk, _ = talked(begin(TWO), "next", "white red blue green purple orange")
    told, question = ask(talk)
    assert question.startswith("dieFaces [yellow ")
    assert "  not possible: dieFaces has 'yellow'; the colours are white, red, blue, green, purple, orange" in told
    while talk.place < len(talk.questions) - 1:
        talk, _ = hear(talk, "")
    talk, answers = hear(talk, "")
    assert answers[0].startswith("  dieFaces has 'yellow'; ")
    assert talk.question.name == "dieFaces"
    talk, _ = talked(talk, "white red blue green purple orange", "next")
    assert talk.over
    assert not of(talk, "sultans_swoop").doubts()


def test_next_leaves_a_game_and_says_what_is_not_right_yet() -> None:
    talk, answers = talked(begin(TWO), "next", "white red blue green purple orange", "next")
    assert talk.over
    assert answers[0].endswith("Until that is right the box plays with what is shipped.")


def test_back_goes_to_the_question_before_and_shows_what_was_entered() -> None:
    talk, answers = talked(begin(TWO), "back")
    assert (talk.place, answers) == (0, ["  This is the first question."])
    talk, _ = talked(talk, STARS, "back")
    told, question = ask(talk)
    assert question == f"residentStars [{STARS}]: "
    assert "  yours" in told


def test_stop_ends_it_with_what_was_entered() -> None:
    talk, _ = talked(begin(TWO), STARS, "stop")
    assert talk.over
    assert of(talk, "dragon_battle").entered == {"residentStars"}


def test_stopped_in_the_middle_of_a_set_says_that_the_game_is_played_as_shipped() -> None:
    talk, answers = talked(begin(shipped((GAME,))), "yes", "stop")
    assert talk.over
    told = "Dragon Battle: wagons has sets of 0 cards; there are 2 in each."
    assert answers == [f"  {told} Until that is right the box plays with what is shipped."]


@pytest.mark.parametrize("word", ["Stop", "quit", "exit"])
def test_whoever_wants_to_leave_may_say_so_in_other_words(word: str) -> None:
    assert hear(begin(TWO), word)[0].over


@pytest.mark.parametrize("word", ["help", "?", "Help"])
def test_who_asks_for_help_is_told_the_words_and_asked_again(word: str) -> None:
    talk = begin(TWO)
    helped, answer = hear(talk, word)
    assert any("stop" in line for line in answer)
    assert (helped.place, helped.owned) == (0, talk.owned)
    assert ask(helped) == ((), ask(talk)[1])


WORDS = ["", "yes", "back", "next", STARS, "1", "7", "black yellow red blue purple silver", "white=3", "perColour=3"]
LINES = st.lists(
    st.sampled_from([*WORDS, "white red blue green purple orange", "1=41 2=20 4=11 5=12", "column ruby"]) | st.text(),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(LINES)
def test_whatever_is_typed_nothing_entered_is_lost_and_the_next_question_can_be_asked(lines: list[str]) -> None:
    talk = begin(shipped())
    for line in lines:
        if talk.over:
            break
        before = talk.owned
        talk, _ = hear(talk, line)
        assert all(now.entered >= then.entered for now, then in zip(talk.owned, before, strict=True))
        if not talk.over:
            assert ask(talk)[1].endswith("]: ")
    assert written(talk.owned)
