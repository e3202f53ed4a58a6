"""The readings taken where the rulebook leaves room, by their numbers, and the variants."""

import pytest

from games.announcements import hammer_time as say
from games.announcements import shared
from games.hammer_time.rules import (
    Decline,
    End,
    Fill,
    Full,
    Knock,
    OpenTask,
    OpenWagon,
    Phase,
    Return,
    Roll,
    Settings,
    Sort,
    TurnFall,
    Use,
    Variant,
    Wagons,
    legal,
    outcome,
)
from games.hammer_time.tasks import TASKS, fulfilled
from tests.games.hammer_time.table import WAGON, begun, play, position, refused

MASTER = Settings(wagons=Wagons.TRACKED, variant=Variant.MASTER)
HONOUR = Settings(wagons=Wagons.HONOUR)


def test_a1_a_card_is_no_gem_of_phase_4_it_only_completes_a_wagon() -> None:
    state, said = play(position(held=(("odd",), ())), Knock(0, 1), Sort(0, "y"), Fill(0, "y", 0), Return(0, 0))
    assert said == (say.GemsBack(), say.Missing(3, ("red", "blue", "green")))
    assert legal(state) == (End(0),)


def test_a2_several_cards_may_complete_a_wagon_one_won_in_this_turn_included() -> None:
    start = position(placed=("yg..", "...."), held=(("odd",), ()), deck=("even", "odd"))
    state, said = play(start, Knock(0, 2), Sort(0, "kk"), Return(0, 2))
    assert said[-1] == say.CardsFill(0, 2)
    state, said = play(state, Use(0, 2))
    assert said == (say.CardsUsed(0, 2), say.WagonFull(0, 1), shared.TurnStarts(1))
    assert state.deck == ("odd", "odd", "even")
    assert state.held == ((), ())


def test_a3_the_box_may_be_turned_between_knocks_or_only_before_the_first() -> None:
    knocked, _ = play(position(), Knock(0, 0))
    assert TurnFall(0, 3) in legal(knocked)
    strict = position(Settings(wagons=Wagons.TRACKED, turn_between_knocks=False))
    assert TurnFall(0, 3) in legal(strict)
    knocked, _ = play(strict, Knock(0, 0))
    assert refused(knocked, TurnFall(0, 3)).code == "HT-F15"


def test_a4_gems_that_fell_while_turning_go_back_and_the_turn_is_over() -> None:
    state, said = play(position(deck=("odd",)), TurnFall(0, 3))
    assert said == (say.TurnedFall(3), shared.TurnStarts(1))
    assert (state.box, state.down, state.deck) == (90, 0, ("odd",))


def test_a9_a_card_is_taken_without_asking_and_may_be_refused() -> None:
    state, said = play(position(deck=("odd", "even")), Knock(0, 1))
    assert said == (say.Knocked(), say.Fell(1), say.TaskDone(0, "odd"), say.TaskOpen("even"))
    assert state.held == (("odd",), ())
    state, said = play(state, Sort(0, "y"), Decline(0))
    assert said == (say.TaskOpen("odd"),)
    assert (state.held, state.deck) == (((), ()), ("odd", "even"))
    assert refused(state, Decline(0)).code == "HT-F16"


def test_a10_where_all_cards_are_held_phase_3_is_skipped_and_a_used_one_lies_open_again() -> None:
    start = position(placed=("ygb.", "...."), held=(("odd",), ()))
    state, said = play(start, Knock(0, 1))
    assert said == (say.Knocked(), say.Fell(1))
    _, said = play(state, Sort(0, "k"), Return(0, 1), Use(0, 1))
    assert say.TaskOpen("odd") in said


def test_a11_a_fitting_gem_need_not_be_placed() -> None:
    state, _ = play(position(), Knock(0, 1), Sort(0, "y"))
    assert {Fill(0, "y", 0), Return(0, 1)} == set(legal(state))


def test_a12_at_least_two_black_gems_fulfil_the_task() -> None:
    assert [fulfilled("2black", 4, fallen) for fallen in ("yrbk", "yrkk", "ykkk")] == [False, True, True]


@pytest.mark.parametrize(
    ("kind", "numbers"), [("even", {2, 4, 6, 8}), ("odd", {1, 3, 5, 7}), ("1-3", {1, 2, 3}), ("6-8", {6, 7, 8})]
)
def test_tasks_that_count(kind: str, numbers: set[int]) -> None:
    [task] = [task for task in TASKS if task == kind]
    assert {gems for gems in range(1, 9) if fulfilled(task, gems, "")} == numbers


def test_a13_without_cards_all_who_finish_in_the_last_round_win() -> None:
    start = position(HONOUR, stacks=((), (), ()), done=(3, 2, 3))
    state, said = play(start, Knock(0, 2), Full(0))
    assert say.LastRound() in said
    state, said = play(state, Knock(1, 2), Full(1), Knock(2, 1), Full(2))
    assert say.LastRound() not in said
    over = outcome(state)
    assert over is not None
    assert (over.winners, over.scores) == ((0, 2), (4, 3, 4))
    assert over.reason == "the last round is played"


def test_a15_cards_alone_may_fill_a_wagon() -> None:
    state, said = play(position(held=(("odd",) * 4, ())), Knock(0, 1), Sort(0, "k"), Return(0, 1), Use(0, 4))
    assert say.WagonFull(0, 1) in said
    assert state.box == 90


def test_the_die_comes_before_the_knock_and_the_box_may_be_turned_before_the_die() -> None:
    state, said = play(position(MASTER), Roll(0, "fist"))
    assert said == (say.Technique("fist"),)
    assert state.technique == "fist"
    state, said = play(state, Knock(0, 9))
    assert (state.phase, state.technique, state.cur) == (Phase.DIE, "", 1)
    state, said = play(state, TurnFall(1, 1))
    assert said == (say.TurnedFall(1), shared.TurnStarts(0))


def test_cards_are_told_when_they_are_open_or_when_the_turn_cannot_go_on_without() -> None:
    state, said = play(begun(), Knock(0, 3))
    assert (state.phase, said) == (Phase.TASK, (say.Knocked(), say.Fell(3)))
    assert refused(state, OpenWagon(0, WAGON)).code == "HT-F06"
    state, said = play(state, OpenTask(0, "odd"))
    assert said == (say.TaskOpen("odd"), say.TaskDone(0, "odd"))
    state, said = play(state, Sort(0, "yyr"))
    assert state.phase is Phase.WAGON
    assert said == (say.Sorted(("yellow", "yellow", "red")),)
    state, said = play(state, OpenWagon(0, "yygbr"))
    assert said == (say.WagonOpen(0, ("yellow", "yellow", "green", "blue", "red")),)
    assert state.phase is Phase.FILL
    state, _ = play(state, Return(0, 3), End(0), OpenTask(1, "2black"), OpenWagon(1, WAGON), Knock(1, 2))
    assert (state.phase, state.below[1]) == (Phase.COLOURS, ("yygbr", "ggbbr", "yygbrr"))
    state, said = play(state, Sort(1, "kk"))
    assert said == (say.Sorted(("black", "black")), say.TaskDone(1, "2black"))
    assert state.phase is Phase.FILL


def test_the_last_card_of_a_stack_needs_no_telling() -> None:
    start = position(stacks=(("yygbr", "ggbbr"), (WAGON,)), ordered=False)
    state, _ = play(start, OpenWagon(0, "ggbbr"))
    state, _ = play(state._replace(placed=("ggbb.", "....")), Knock(0, 1), Sort(0, "r"), Fill(0, "r", 4), Return(0, 0))
    assert (state.tops[0], state.placed[0], state.below[0]) == ("yygbr", ".....", ())


def test_a_used_card_that_nobody_knows_the_place_of_is_told_again() -> None:
    start = position(placed=("ygb.", "...."), held=(("odd",), ()), deck=(None,))
    state, said = play(start, Knock(0, 2), OpenTask(0, "odd"), Sort(0, "kk"), Return(0, 2), Use(0, 1))
    assert state.deck == ("odd", None)
    assert said == (say.CardsUsed(0, 1), say.WagonFull(0, 1), shared.TurnStarts(1))


def test_on_the_players_honour_colours_are_told_only_where_the_task_needs_them() -> None:
    start = position(HONOUR, stacks=((), ()), deck=("2black", "odd"))
    state, _ = play(start, Knock(0, 3))
    assert (state.phase, state.box, state.down) == (Phase.COLOURS, 87, 3)
    state, said = play(state, Sort(0, "ykk"))
    assert (state.phase, said[-1]) == (Phase.HONOUR, say.TaskOpen("odd"))
    state, said = play(state, Full(0, 1))
    assert said == (say.CardsUsed(0, 1), say.WagonFull(0, 1), shared.TurnStarts(1))
    assert (state.deck, state.box) == (("odd", "2black"), 90)
    state, _ = play(state, Knock(1, 3))
    assert state.phase is Phase.HONOUR
    state, said = play(state, Decline(1), End(1))
    assert said == (shared.TurnStarts(0),)
    assert state.deck == ("odd", "2black")


def test_the_cards_held_longest_go_under_the_stack_first() -> None:
    start = position(placed=("ygb.", "...."), held=(("1-3", "6-8"), ()))
    state, _ = play(start, Knock(0, 1), Sort(0, "k"), Return(0, 1), Use(0, 1))
    assert (state.held[0], state.deck) == (("6-8",), ("1-3",))


def test_the_last_round_is_told_of_once_and_only_where_somebody_still_plays_in_it() -> None:
    start = position(HONOUR, stacks=((), (), ()), done=(3, 3, 3))
    state, said = play(start, Knock(0, 2), Full(0))
    assert said == (say.WagonFull(0, 4), say.LastRound(), shared.TurnStarts(1))
    _, said = play(state, Knock(1, 2), Full(1))
    assert said == (say.WagonFull(1, 4), shared.TurnStarts(2))
    late = position(HONOUR, stacks=((), (), ()), done=(3, 3, 3), cur=0, start=1)
    _, said = play(late, Knock(0, 2), Full(0))
    assert said == (say.WagonFull(0, 4), shared.GameOver((0,), (4, 3, 3)))
