"""Dice, cards and numbers as they are entered."""

import pytest

from games.facts import GemsCounted, Knock
from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Phase, Replaced, Settings
from tests.games.sultans_swoop.keys import DULL, REDS, Keys


def counting(*, settings: Settings = Settings()) -> Keys:  # noqa: B008 - frozen
    """Everything is taken, and the dice are asked for."""
    box = Keys(3, settings=settings).swoop(0, 1, 1, 2)
    assert box.said[-1] == "CountDice"
    return box


def test_eight_dice_are_ruled_on_after_a_moment_and_the_go_that_follows_belongs_to_them() -> None:
    box = counting().colour(DULL).wait(1.4)
    assert box.said == []
    assert box.wait(0.2).said == ["OnBazaar valid=8", "ShowTask player=0"]
    assert "go" not in box.lit
    assert box.press("go").said == []
    assert box.wait(2).press("go").said == ["ShowTask player=0"]


def test_fewer_dice_are_all_that_count_if_go_says_so() -> None:
    box = counting().colour("red red red")
    assert box.wait(20).said == []
    assert box.press("go").colour("red").said[:3] == [
        "OnBazaar valid=3",
        "ShowTask player=0",
        "Bout number=1 result=task pay=4,3,1",
    ]


def test_that_no_die_counts_is_asked_before_it_is_believed() -> None:
    box = counting()
    assert box.go().said == ["Ask about=none"]
    assert box.press("go", held=2.5).said == ["Ask about=none"]
    assert box.back().said == ["CountDice"]
    assert box.go().colour("red").back().go().said == ["Ask about=none", "Ask about=none"], "one counts after all"
    assert box.go().colour("red").said[:3] == [
        "OnBazaar valid=0",
        "ShowTask player=0",
        "Bout number=1 result=wrong pay=0,3,1",
    ]


def test_a_ninth_die_is_one_too_many() -> None:
    box = counting().colour(f"{DULL} red")
    assert box.wait().said == ["Foul code=SS-F10 player=0 expected=8", "CountDice"]
    assert box.dice(DULL).said == ["OnBazaar valid=8", "ShowTask player=0"]


def test_a_die_pressed_by_mistake_is_taken_back() -> None:
    box = counting().colour(f"{DULL} red").press("back", "back").colour("green").press("go")
    assert box.said == ["OnBazaar valid=8", "ShowTask player=0"]


def test_the_colour_that_comes_a_moment_after_the_dice_is_what_the_card_shows() -> None:
    box = counting().colour(REDS).colour("red", pause=0.9)
    assert box.said[:3] == ["OnBazaar valid=8", "ShowTask player=0", "Bout number=1 result=task pay=4,3,1"]


def test_where_no_card_is_asked_a_ninth_colour_is_one_die_too_many_however_late() -> None:
    box = Keys(2).dice("red blue blue").swoop(0, 1, 1).colour(DULL).colour("red", pause=0.9)
    assert box.wait().said[-2:] == ["Foul code=SS-F10 player=0 expected=8", "CountDice"]


def test_a_late_colour_opens_the_new_task_where_that_is_asked_next() -> None:
    box = Keys(2).dice("red green blue").swoop(0, 1, 1).colour(REDS).colour("green", pause=0.9)
    assert box.said[-1] == "Ask about=tasks"
    assert box.wait().said == ["OpenTask colour=green", "BothRoll", "Guide do=put part=column"]


def test_a_card_given_up_before_the_dices_time_has_come_is_heard() -> None:
    kept = Settings(two_player_replace=Replaced.NONE)
    box = Keys(2, settings=kept).dice("red green blue").swoop(0, 1, 1).dice(REDS).down().swoop(0, 1, 1)
    assert box.colour(DULL.replace("green", "orange")).heard().press("p4").said == [
        "OnBazaar valid=8",
        "Bout number=2 result=wrong pay=0,3",
        "Surrender player=0",
        "Surrendered player=0 value=4",
        "BothRoll",
        "Guide do=put part=column",
    ]


def test_a_pad_that_takes_the_column_before_the_tasks_time_has_come_is_heard() -> None:
    box = Keys(2).lose("slots4").colour("red green blue").heard().press("p2")
    assert box.said[-3:] == ["Swoop", "Has player=1 piece=column", "Ask about=lantern"]


def test_a_pad_that_answers_nothing_leaves_the_dice_as_they_are_entered() -> None:
    box = counting().colour(REDS).heard().press("p1")
    assert box.said == ["NotNow"], "the card's colour is asked next"
    assert (box.phase, len(box.watch.talk.entered)) == (Phase.COUNT, 8)
    assert box.wait().said == ["OnBazaar valid=8", "ShowTask player=0"]


def test_go_behind_the_card_is_no_go_of_the_dice_that_were_ruled_on_by_time() -> None:
    box = counting().colour(REDS).wait(1.6).colour("red").down().heard()
    assert box.press("go").said == ["RollAgain player=0"]


def test_dice_on_the_edge_are_told_with_the_others_where_they_count() -> None:
    box = counting(settings=Settings(edge_counts=True)).dice(REDS).colour("red")
    assert box.said[2] == "Bout number=1 result=task pay=4,3,1"


def test_too_few_tasks_are_not_all_and_too_many_change_nothing() -> None:
    box = Keys(2).colour("red blue")
    assert box.press("go").said == ["Ask about=tasks", "NotNow"]
    box.colour("blue red").wait()
    assert box.said == ["NotNow", "OpenTask colour=red", "OpenTask colour=blue", "OpenTask colour=blue", "BothRoll"]


@pytest.mark.parametrize("key", ["k1", "p1", "back+go", "k7"])
def test_what_means_nothing_before_a_roll_changes_nothing(key: str) -> None:
    box = Keys(3)
    before = box.watch.game
    assert box.press(key).said[1:] == ["NotNow"]
    assert box.watch.game == before


@pytest.mark.parametrize(
    ("box", "said"),
    [
        (Keys(2), "Ask about=tasks"),
        (Keys(2, start=1).dice("red red red"), "BothRoll"),
        (Keys(3), "TurnStarts player=0"),
        (Keys(3).up(), "Ask about=column"),
        (Keys(3).swoop(1), "Ask about=lantern"),
        (Keys(3).swoop(1, 0, 0, 2), "CountDice"),
        (Keys(3).swoop(1, 0, 0, 2).dice(DULL), "ShowTask player=1"),
        (
            Keys(3).bout(1, 0, 0, 2, dice=REDS, task="red").down().bout(1, 0, 0, 2, task="blue"),
            "Surrender player=1",
        ),
        (Keys(3, settings=Settings(bouts=1)).bout(1, 0, 2, 2, task="blue"), "GameOver winners=2 scores=2,0,2"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_a_long_go_says_again_what_the_box_waits_for(box: Keys, said: str) -> None:
    heard = len(box.wait(3).announced)
    box.press("go", held=2.5)
    assert box.said[-1] == said
    assert len(box.announced) == heard + 1


@pytest.mark.parametrize("key", ["go", "back"])
def test_leaving_is_asked_and_may_be_thought_better_of(key: str) -> None:
    box = Keys(3).swoop(1).press("back", held=3.5)
    assert box.said[-1] == "Ask about=leave"
    assert box.lit == {"go": "go", "back": "go"}
    assert box.press("p2").said == ["NotNow"]
    assert box.press(key).said == ([] if key == "go" else ["Ask about=lantern"])
    assert REFEREE.left(box.watch) == ("lobby" if key == "go" else None)


def test_a_swoop_is_called_while_the_players_look_at_something_else() -> None:
    box = Keys(3).press("back", held=3.5).up()
    assert box.said[-2:] == ["Swoop", "Ask about=column"]
    assert box.press("back").said == ["Ask about=column"], "it may still have meant that nobody leaves"


def test_what_stands_lies_or_knocks_elsewhere_means_nothing() -> None:
    box = Keys(3)
    before = box.watch
    box.feed(GemsCounted(at=box.at, place="centre", gems=3))
    box.feed(Knock(at=box.at))
    assert box.watch == before
    assert REFEREE.agreed(box.watch) is None
    assert REFEREE.heed(box.watch) == "centre"
    assert box.phase is Phase.ROLL
