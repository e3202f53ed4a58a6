"""Whole bouts: who has what, the dice and the card are asked for in their order, and the rules are told."""

import pytest

from games.facts import PowerBack
from games.sultans_swoop.copy import Copy
from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Next, Phase, Settings
from tests.games.sultans_swoop.keys import DULL, REDS, SIX, Keys


def test_a_bout_asks_for_the_column_the_other_pieces_the_dice_and_the_card_and_pays() -> None:
    box = Keys(4, start=2)
    assert box.said == ["TurnStarts player=2"]
    assert box.up().said == ["Swoop", "Ask about=column"]
    assert box.press("p2").said == ["Has player=1 piece=column", "Ask about=lantern"]
    assert box.press("p1").said == ["Has player=0 piece=lantern", "Ask about=carpet"]
    assert box.press("p3").said == ["Has player=2 piece=carpet", "Ask about=ruby"]
    assert box.press("p3").said == ["Has player=2 piece=ruby", "Ask about=ruby2"]
    assert box.press("p1").said == ["Has player=0 piece=ruby2", "CountDice"]
    assert box.dice(REDS).said == ["OnBazaar valid=8", "ShowTask player=1"]
    assert box.colour("red").said == [
        "Bout number=1 result=task pay=3,4,2,0",
        "NewTask player=1",
        "TurnStarts player=1",
        "Guide do=put part=column",
    ]
    assert REFEREE.scores(box.watch) == (3, 4, 2, 0)
    assert REFEREE.turn(box.watch) == 1


def test_the_pieces_are_asked_about_as_the_owners_copy_lists_them() -> None:
    tower = ((3, ("ruby", "column", "carpet", "lantern")),)
    copy = Copy(tower=(*tower, *(pair for pair in Copy().tower if pair[0] != 3)))
    box = Keys(3, copy=copy).swoop(0, 1, 1, 2)
    assert [said for said in box.said if said.startswith("Ask")] == [
        "Ask about=column",
        "Ask about=ruby",
        "Ask about=carpet",
        "Ask about=lantern",
    ]


def test_six_colours_pay_five_and_nothing_is_said_of_them_before() -> None:
    box = Keys(3).bout(2, 0, 0, 1, dice=SIX, task="green")
    assert box.said[-4:] == [
        "ShowTask player=2",
        "Bout number=1 result=six pay=3,1,5",
        "TurnStarts player=2",
        "Guide do=put part=column",
    ]


def test_a_family_may_have_six_colours_said_once_the_dice_are_told() -> None:
    box = Keys(3, settings=Settings(announce_six=True)).bout(2, 0, 0, 1, dice=SIX)
    assert box.said[-3:] == ["OnBazaar valid=8", "SixColours", "ShowTask player=2"]


def test_a_swoop_without_right_costs_a_card_and_the_same_player_rolls() -> None:
    box = Keys(3).bout(0, 1, 1, 2, dice=REDS, task="red").down().bout(1, 0, 0, 2, task="blue")
    assert box.said[-2:] == ["Bout number=2 result=wrong pay=3,0,1", "Surrender player=1"]
    assert box.press("p2").said == [
        "Surrendered player=1 value=2",
        "TurnStarts player=0",
        "Guide do=put part=column",
    ]
    assert REFEREE.scores(box.watch) == (7, 1, 2)


def test_who_has_no_card_gives_none() -> None:
    box = Keys(3).bout(0, 1, 1, 2, task="red")
    assert box.said[-3:] == [
        "Bout number=1 result=wrong pay=0,3,1",
        "TurnStarts player=0",
        "Guide do=put part=column",
    ]


def test_who_swooped_without_right_rolls_next_where_the_family_says_so() -> None:
    box = Keys(3, settings=Settings(next_after_wrong=Next.TAKER)).bout(2, 0, 0, 1, task="red")
    assert box.said[-2:] == ["TurnStarts player=2", "Guide do=put part=column"]


def test_nobody_swooped_and_the_same_player_rolls_again() -> None:
    box = Keys(3, start=1)
    assert box.go().go().said == ["TurnStarts player=1", "RollAgain player=1", "RollAgain player=1"]
    assert (box.phase, box.game.bouts) == (Phase.ROLL, 0)


def test_the_column_was_taken_and_nobody_has_it_so_it_goes_back_and_the_roll_is_made_again() -> None:
    box = Keys(3).up()
    box.heard()
    assert box.go().said == ["RollAgain player=0", "Guide do=put part=column"]
    assert box.down().said == ["TableRight"]
    assert box.up().said == ["Swoop", "Ask about=column"]


def test_a_piece_that_nobody_has_yet_is_asked_about_once_more_at_the_end() -> None:
    box = Keys(3).swoop(0)
    box.heard()
    assert box.back().said == ["Ask about=carpet"]
    assert box.press("p2").said == ["Has player=1 piece=carpet", "Ask about=ruby"]
    assert box.back().said == ["Ask about=lantern"]
    assert box.press("p3").said == ["Has player=2 piece=lantern", "Ask about=ruby"]
    assert box.press("p3").said == ["Has player=2 piece=ruby", "CountDice"]


def test_two_players_open_three_tasks_take_two_pieces_each_and_replace_what_was_fulfilled() -> None:
    box = Keys(2)
    assert box.said == ["Ask about=tasks"]
    assert box.colour("red blue blue").press("go").said == [
        "OpenTask colour=red",
        "OpenTask colour=blue",
        "OpenTask colour=blue",
        "BothRoll",
    ]
    box.swoop(1, 0, 1)
    assert box.said[-2:] == ["Has player=1 piece=ruby", "CountDice"]
    assert box.dice(REDS).said == [
        "OnBazaar valid=8",
        "Bout number=1 result=task pay=2,5",
        "NewTask player=1",
        "Replace colour=red",
        "Ask about=tasks",
    ]
    assert box.colour("green").wait().said == ["OpenTask colour=green", "BothRoll", "Guide do=put part=column"]
    assert [box.game.colours[task] for task in box.game.tasks if task is not None] == ["green", "blue", "blue"]


def test_tasks_are_ruled_on_by_time_and_the_go_that_follows_is_no_roll() -> None:
    box = Keys(2).colour("red blue green").wait(2)
    assert box.said[-1] == "BothRoll"
    assert box.press("go").said == []
    assert box.wait(2).press("go").said == ["RollAgain player=0"]


def played(players: int, bouts: int, *, taker: int = 0, settings: Settings = Settings()) -> Keys:  # noqa: B008 - frozen
    """So many bouts that the taker wins; the others share the rest in the order of their seats."""
    box = Keys(players, settings=settings)
    others = [player for player in range(players) if player != taker] * 2
    for _ in range(bouts):
        box.bout(taker, *others[: len(box.game.tower) - 1], dice=REDS, task="red").down()
    return box


def test_after_the_tenth_bout_the_game_is_over_and_an_eleventh_swoop_is_a_foul() -> None:
    box = played(3, 9)
    box.heard()
    box.bout(0, 1, 2, 1, dice=REDS, task="red")
    assert box.said[-3:] == [
        "Bout number=10 result=task pay=4,3,1",
        "NewTask player=0",
        "GameOver winners=0 scores=40,30,10",
    ]
    outcome = REFEREE.outcome(box.watch)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "10 bouts are scored")
    assert REFEREE.still_holds(box.watch, box.announced[-1])
    assert box.lit == {"pad.1": "winner", "go": "go", "back": "go"}
    assert box.down().said == []
    assert box.up().said == ["Foul code=SS-F17 player=0"]
    assert box.down().go().said == ["Ask about=leave"]
    assert box.go().said == []
    assert REFEREE.left(box.watch) == "lobby"
    box.feed(PowerBack(at=box.at))
    assert (box.said, REFEREE.wake(box.watch)) == ([], None)


def test_a_tie_is_shared() -> None:
    box = Keys(3, settings=Settings(bouts=1)).bout(2, 0, 1, 1, dice=DULL, task="red")
    assert box.said[-1] == "GameOver winners=1 scores=2,2,0", "as many bags, and more cards"
    box = Keys(4, settings=Settings(bouts=1)).bout(3, 0, 1, 1, 2, dice=DULL, task="red")
    assert box.said[-1] == "GameOver winners=1 scores=2,2,1,0"
    box = Keys(6, settings=Settings(bouts=1)).bout(5, 0, 1, 2, 2, 3, 3, dice=DULL, task="red")
    assert box.said[-1] == "GameOver winners=2,3 scores=2,2,2,2,0,0"


def test_pads_belong_to_the_players_that_sit_there() -> None:
    box = Keys(3, seats=(1, 3, 5)).up()
    assert box.lit.keys() & {f"pad.{pad}" for pad in range(1, 7)} == {"pad.2", "pad.4", "pad.6"}
    box.heard()
    assert box.press("p1", "p6").said == ["NotNow", "Has player=2 piece=column", "Ask about=lantern"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_bout_can_be_played_with_every_number_of_players(players: int) -> None:
    box = Keys(players)
    if players == 2:
        box.dice("red red red")
    others = [*range(1, players), *range(1, players), 0]
    box.bout(0, *others[: len(box.game.tower) - 1], dice=REDS, task="" if players == 2 else "red")
    assert box.game.bouts == 1
    assert REFEREE.scores(box.watch)[0] >= 4
