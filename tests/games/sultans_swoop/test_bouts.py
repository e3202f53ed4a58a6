"""How bouts are scored: every reading of the rulebook, two players, what is told late, and every end."""

import pytest

from games.announcements import Announcement
from games.announcements import sultans_swoop as say
from games.announcements.shared import GameOver, TurnStarts
from games.settings import settings_of
from games.sultans_swoop.dice import every
from games.sultans_swoop.rules import (
    Copy,
    Count,
    Deal,
    Dice,
    End,
    Grab,
    Next,
    NoGrab,
    Phase,
    Replaced,
    Roll,
    Settings,
    Show,
    Stacked,
    Surrender,
    lay,
    legal,
    outcome,
    setup,
    turn,
)
from tests.games.sultans_swoop.bouts import (
    BLUE,
    DULL,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    RED_AND_ALL,
    SIX,
    TWICE_THREE,
    YELLOW,
    at,
    bout,
    play,
)

POOR = ((0,) * 4,) * 3


def scored(said: tuple[Announcement, ...]) -> say.Bout:
    [each] = [each for each in said if isinstance(each, say.Bout)]
    return each


def test_the_game_starts_with_the_tower_built_and_nobody_rich() -> None:
    state = setup(4, 2)
    assert (state.phase, turn(state), state.bouts, state.bags) == (Phase.ROLL, 2, 0, (0, 0, 0, 0))
    assert state.left == ("column", "lantern", "carpet", "ruby", "ruby2")
    assert state.stacks == (40, 10, 12, 12)
    assert setup(6).stacks == (40, 20, 12, 12)
    assert state.tasks == (None,) * 4


def test_a_copy_that_cannot_be_is_not_played_with() -> None:
    with pytest.raises(ValueError, match="goldCards come to 83; the box has 84"):
        setup(3, copy=Copy(gold_cards=((1, 40), (2, 20), (4, 12), (5, 11))))


@pytest.mark.parametrize(
    ("settings", "result", "pay", "replaced"),
    [
        (Settings(), "six", 5, True),
        (Settings(both_pays=4), "task", 4, True),
        (Settings(both_replaces=False), "six", 5, False),
        (Settings(both_pays=4, both_replaces=False), "task", 4, False),
    ],
)
def test_six_colours_and_the_task_too(settings: Settings, result: say.Result, pay: int, replaced: bool) -> None:
    state = lay(cards=POOR, roller=1, tasks=(RED, BLUE, GREEN), deck=(ORANGE,), settings=settings)
    after, said = bout(state, RED_AND_ALL)
    assert scored(said) == say.Bout(1, result, (pay, 3, 1))
    assert (say.NewTask(0) in said) == replaced
    assert after.tasks == (ORANGE if replaced else RED, BLUE, GREEN)
    assert after.deck == (() if replaced else (ORANGE,))
    assert said[-1] == TurnStarts(0)


def test_five_colours_are_not_six_and_two_dice_are_not_three() -> None:
    state = lay(cards=POOR, tasks=(RED, BLUE, GREEN))
    assert scored(bout(state, Dice((2, 2, 2, 1, 1, 0)))[1]).result == "wrong"


def test_a_task_fulfilled_without_six_colours_is_replaced_whatever_is_agreed_about_both() -> None:
    state = lay(cards=POOR, tasks=(RED, BLUE, GREEN), settings=Settings(both_replaces=False))
    assert say.NewTask(0) in bout(state, TWICE_THREE)[1]


@pytest.mark.parametrize(("choice", "next_one"), [(Next.TAKER, 0), (Next.SAME, 1)])
def test_who_rolls_after_six_colours_and_after_a_wrong_swoop(choice: Next, next_one: int) -> None:
    six = lay(cards=POOR, roller=1, tasks=(GREEN,) * 3, settings=Settings(next_after_six=choice))
    assert bout(six, SIX)[1][-1] == TurnStarts(next_one)
    both = six._replace(tasks=(RED, BLUE, GREEN))
    assert bout(both, RED_AND_ALL)[1][-1] == TurnStarts(0), "a fulfilled task has the taker roll whatever else shows"
    wrong = lay(cards=POOR, roller=1, tasks=(GREEN,) * 3, settings=Settings(next_after_wrong=choice))
    assert bout(wrong, DULL)[1][-1] == TurnStarts(next_one)


def test_edge_dice_do_not_count_and_where_they_do_they_are_told_with_the_others() -> None:
    state = lay(cards=POOR, tasks=(RED, BLUE, GREEN))
    assert scored(bout(state, Dice((0, 2, 2, 2, 0, 0), edge=1, off=1))[1]).result == "wrong"
    counted = state._replace(settings=Settings(edge_counts=True))
    assert scored(bout(counted, Dice((0, 3, 2, 2, 0, 0), off=1))[1]).result == "task"
    assert all(not (isinstance(move, Roll) and move.dice and move.dice.edge) for move in legal(counted))


def test_dice_that_are_told_late_may_lie_in_every_way() -> None:
    assert set(legal(at(Phase.COUNT))) == {Count(dice) for dice in every(edge_counts=False)}


def test_a_new_task_that_nobody_has_told_is_asked_for_when_it_matters() -> None:
    state, _ = bout(lay(cards=POOR, tasks=(RED, BLUE, GREEN)), Dice((2, 3, 2, 1, 0, 0)))
    assert state.tasks == (None, BLUE, GREEN)
    state, said = bout(state, Dice((2, 0, 2, 4, 0, 0)))
    assert (said[-1], turn(state)) == (say.ShowTask(0), 0)
    state, said = play(state, Show(0, GREEN))
    assert said == (say.Bout(2, "task", (4, 3, 1)), say.NewTask(0), TurnStarts(0))


def test_a_shown_card_is_forgotten_again() -> None:
    state, _ = bout(setup(3, 2), DULL, taker=1)
    assert (state.phase, turn(state)) == (Phase.SHOW, 1)
    after, said = play(state, Show(1, PURPLE))
    assert said == (say.Bout(1, "wrong", (3, 0, 1)), TurnStarts(2))
    assert after == play(state, Show(1, YELLOW))[0]


def test_dice_may_be_told_when_everything_is_taken() -> None:
    state, said = play(setup(3), Roll(0))
    assert (said, state.dice) == ((say.OnBazaar(None),), None)
    state, said = bout(setup(3), None)
    assert said[-1] == say.CountDice()
    state, said = play(state, Count(TWICE_THREE))
    assert said == (say.OnBazaar(8), say.ShowTask(0))
    assert play(state, Show(0, BLUE))[1][0] == say.Bout(1, "task", (4, 3, 1))
    known = lay(cards=POOR, tasks=(RED, BLUE, GREEN))
    assert scored(play(bout(known, None)[0], Count(TWICE_THREE))[1]) == say.Bout(1, "task", (4, 3, 1))


def test_told_early_or_late_a_bout_ends_alike() -> None:
    state = setup(3)
    early, _ = play(bout(state, TWICE_THREE)[0], Show(0, RED))
    late, _ = play(bout(state, None)[0], Count(TWICE_THREE), Show(0, RED))
    assert early == late


@pytest.mark.parametrize("announced", [True, False])
def test_six_colours_are_said_only_where_the_family_wants_it(announced: bool) -> None:
    state = setup(3, settings=Settings(announce_six=announced))
    extra = (say.SixColours(),) if announced else ()
    assert play(state, Roll(0, SIX))[1] == (say.OnBazaar(8), *extra)
    assert play(bout(state, None)[0], Count(SIX))[1] == (say.OnBazaar(8), *extra, say.ShowTask(0))
    assert play(state, Roll(0, DULL))[1] == (say.OnBazaar(8),)


def test_nobody_swoops_or_the_dice_are_stacked_and_the_same_player_rolls_again() -> None:
    state = setup(3, 1)
    again, said = play(state, Roll(1, SIX), NoGrab(1))
    assert (again, said) == (state, (say.RollAgain(1),))
    void, said = play(state, Stacked(1))
    assert (void.voids, void.phase, said) == (1, Phase.ROLL, (say.RollVoid(),))
    for dice in (SIX, None):
        assert play(void, Roll(1, dice))[0] == play(state, Roll(1, dice))[0]


def test_a_card_given_up_goes_back_to_the_supply() -> None:
    state, said = bout(lay(cards=((1, 0, 0, 1), *POOR[1:]), roller=2, tasks=(RED, BLUE, GREEN)), DULL)
    assert said[-1] == say.Surrender(0)
    assert (state.phase, turn(state), state.bouts) == (Phase.SURRENDER, 0, 1)
    assert legal(state) == (Surrender(0, 1), Surrender(0, 5))
    after, said = play(state, Surrender(0, 5))
    assert said == (say.Surrendered(0, 5), TurnStarts(2))
    assert after.cards[0] == (1, 0, 0, 0)
    assert after.stacks[3] == state.stacks[3] + 1


def test_two_players_lay_their_tasks_open_before_they_roll() -> None:
    state = setup(2, 1)
    assert (state.phase, turn(state), len(legal(state))) == (Phase.DEAL, 1, 6)
    state, said = play(state, Deal(RED), Deal(RED))
    assert (state.tasks, said) == ((RED, RED, None), (say.OpenTask("red"),))
    state, said = play(state, Deal(BLUE))
    assert (state.phase, said) == (Phase.ROLL, (say.OpenTask("blue"), say.BothRoll()))
    assert {move.player for move in legal(state) if isinstance(move, Roll)} == {0, 1}


@pytest.mark.parametrize(
    ("replaced", "tasks", "deals"),
    [
        (Replaced.NONE, (BLUE, GREEN, RED), 0),
        (Replaced.ONE, (None, GREEN, RED), 1),
        (Replaced.ALL, (None, GREEN, None), 2),
    ],
)
def test_which_open_tasks_are_replaced(replaced: Replaced, tasks: tuple[int | None, ...], deals: int) -> None:
    state = lay(cards=POOR[:2], tasks=(BLUE, GREEN, RED), settings=Settings(two_player_replace=replaced))
    after, said = bout(state, TWICE_THREE, taker=1)
    assert (after.tasks, scored(said)) == (tasks, say.Bout(1, "task", (3, 4)))
    assert (say.NewTask(1) in said) == (deals > 0)
    assert [each.colour for each in said if isinstance(each, say.Replace)] == ["blue", "red"][:deals]
    assert (say.BothRoll() in said) == (deals == 0)
    ready, said = play(after, *(Deal(YELLOW) for _ in range(deals)))
    assert (ready.phase, None in ready.tasks) == (Phase.ROLL, False)


def test_an_open_task_from_a_known_pile_is_told_as_it_is_laid() -> None:
    _, said = bout(lay(cards=POOR[:2], tasks=(BLUE, GREEN, RED), deck=(ORANGE,)), Dice((2, 3, 0, 0, 2, 1)))
    assert said[2:] == (say.NewTask(0), say.Replace("red"), say.OpenTask("orange"), say.BothRoll())


def test_between_two_the_taker_may_have_one_more_piece_and_no_pay_for_it_without_right() -> None:
    state = lay(cards=POOR[:2], tasks=(BLUE, GREEN, RED))
    moves = (Grab(0, "column"), Grab(0, "lantern"), Grab(1, "ruby"))
    assert scored(play(state, Roll(0, TWICE_THREE), *moves)[1]).pay == (6, 1)
    assert scored(play(state, Roll(1, DULL), *moves)[1]).pay == (0, 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_ten_bouts_end_the_game_and_use_up_the_cards_of_two(players: int) -> None:
    state = lay(cards=((0,) * 4,) * players, tasks=(RED,) * max(players, 3), deck=(RED,) * 12)
    said: tuple[Announcement, ...] = ()
    for number in range(10):
        assert (outcome(state), state.bouts) == (None, number)
        state, said = bout(state, Dice((0, 8, 0, 0, 0, 0)))
    over = outcome(state)
    assert over is not None
    assert over.reason == "10 bouts are scored"
    assert said[-1] == GameOver(over.winners, over.scores)
    assert state.stacks[1] == 0
    assert over.scores[0] == 40


def test_the_last_card_of_two_ends_the_game_earlier_too() -> None:
    tower = ("column", "lantern", "chest", "ruby")
    state = lay(cards=POOR, tasks=(RED,) * 3, deck=(RED,) * 12, tower=tower)
    for _ in range(5):
        state, _ = bout(state, Dice((0, 8, 0, 0, 0, 0)))
    over = outcome(state)
    assert over is not None
    assert (over.reason, state.bouts) == ("the cards with 2 bags are gone", 5)


def test_where_the_stack_alone_ends_the_game_an_eleventh_bout_is_played_and_an_empty_stack_pays_nothing() -> None:
    state = lay(cards=POOR, tasks=(RED,) * 3, bouts=12, settings=Settings(end=End.STACK))
    assert state.phase is Phase.ROLL
    last = state._replace(stacks=(0, 1, 12, 12))
    after, said = bout(last, Dice((0, 8, 0, 0, 0, 0)))
    assert scored(said) == say.Bout(13, "task", (4, 2, 0))
    assert (after.phase, after.stacks) == (Phase.OVER, (0, 0, 11, 12))


def test_a_card_of_two_given_back_keeps_a_game_of_the_stack_alive() -> None:
    state = lay(cards=((0, 1, 0, 0), *POOR[1:]), tasks=(RED,) * 3, settings=Settings(end=End.STACK))
    state, _ = bout(state._replace(stacks=(9, 1, 9, 9)), DULL)
    assert state.stacks[1] == 0
    after, said = play(state, Surrender(0, 2))
    assert (after.phase, said[-1]) == (Phase.ROLL, TurnStarts(0))


@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        (((0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 0, 0)), (1,)),
        (((0, 0, 1, 0), (0, 2, 0, 0), (1, 0, 0, 0)), (1,)),
        (((1, 0, 1, 0), (0, 0, 0, 1), (1, 2, 0, 0)), (2,)),
        (((1, 0, 1, 0), (1, 0, 1, 0), (0, 0, 0, 1)), (0, 1)),
        (POOR, (0, 1, 2)),
    ],
)
def test_most_bags_win_then_most_cards_then_all_share(
    cards: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    over = outcome(lay(cards=cards, bouts=10))
    assert over is not None
    assert over.winners == winners


@pytest.mark.parametrize(("name", "value"), [("bothPays", 3), ("bouts", 0)])
def test_settings_no_game_can_have_are_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"is {value}"):
        settings_of(Settings, {name: value})
