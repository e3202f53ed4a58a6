"""Each foul that rules see, and what players may report of the others."""

from typing import Any

import pytest

from games.announcements.shared import Foul
from games.hammer_time.fouls import Remedy, reports
from games.hammer_time.rules import (
    Decline,
    End,
    Fill,
    Full,
    Knock,
    Move,
    OpenTask,
    OpenWagon,
    Phase,
    Return,
    Roll,
    Settings,
    Shift,
    Sort,
    State,
    Tasks,
    TouchFall,
    TurnFall,
    Use,
    Variant,
    Wagons,
)
from tests.games.hammer_time.table import TRACKED, WAGON, begun, play, position, refused

MASTER = Settings(wagons=Wagons.TRACKED, variant=Variant.MASTER)
HONOUR = Settings(wagons=Wagons.HONOUR)


def filling(fallen: str = "yrkw", **given: Any) -> State:
    state, _ = play(position(**given), Knock(0, len(fallen)), Sort(0, fallen))
    return state


def in_phase_5(held: int) -> State:
    cards = (("odd",) * held, ())
    state, _ = play(position(placed=("y...", "...."), held=cards), Knock(0, 1), Sort(0, "k"), Return(0, 1))
    return state


def honest(held: int) -> State:
    state, _ = play(position(HONOUR, stacks=((), ()), held=(("odd",) * held, ())), Knock(0, 3))
    return state


@pytest.mark.parametrize(
    ("state", "move", "foul"),
    [
        (position(), Knock(1, 2), Foul("HT-F01", 0)),
        (filling(), Knock(0, 2), Foul("HT-F02", 0)),
        (filling(), Fill(0, "r", 0), Foul("HT-F03", 0)),
        (filling(placed=(".w..", "....")), Shift(0, 1, 1), Foul("HT-F04", 0)),
        (filling(placed=("y...", "....")), Shift(0, 0, 1), Foul("HT-F03", 0)),
        (filling(placed=("y...", "....")), Fill(0, "y", 0), Foul("HT-F04", 0)),
        (filling(), Fill(0, "y", 4), Foul("HT-F04", 0)),
        (filling(), Fill(0, "y", -1), Foul("HT-F04", 0)),
        (filling(), Shift(0, 0, 1), Foul("HT-F05", 0)),
        (filling(), Fill(0, "g", 1), Foul("HT-F05", 0)),
        (filling(), Fill(0, "", 1), Foul("HT-F05", 0)),
        (position(), Fill(0, "y", 0), Foul("HT-F05", 0)),
        (position(), Knock(0, 91), Foul("HT-F05", 0)),
        (play(position(), Knock(0, 3))[0], Sort(0, "yr"), Foul("HT-F05", 0, 3)),
        (play(position(), Knock(0, 3))[0], Sort(0, "ryk"), Foul("HT-F05", 0, 3)),
        (filling(), Fill(0, "y", 0, 1), Foul("HT-F06", 0)),
        (position(), OpenWagon(0, WAGON), Foul("HT-F06", 0)),
        (filling(), Full(0), Foul("HT-F06", 0)),
        (filling(), Return(0, 3), Foul("HT-F07", 0, 4)),
        (filling(), Return(0, 5), Foul("HT-F07", 0, 4)),
        (filling(), End(0), Foul("HT-F07", 0, 4)),
        (position(), Return(0, 0), Foul("HT-F07", 0, 0)),
        (in_phase_5(3), Use(0, 2), Foul("HT-F09", 0, 3)),
        (in_phase_5(5), Use(0, 4), Foul("HT-F09", 0, 3)),
        (filling(), Use(0, 1), Foul("HT-F09", 0)),
        (in_phase_5(2), Use(0, 3), Foul("HT-F10", 0, 2)),
        (honest(2), Full(0, 3), Foul("HT-F10", 0, 2)),
        (honest(8), Full(0, 7), Foul("HT-F09", 0)),
        (position(), Roll(0, "fist"), Foul("HT-F11", 0)),
        (position(), End(0), Foul("HT-F12", 0)),
        (position(MASTER), Knock(0, 3), Foul("HT-F14", 0)),
        (position(MASTER), Roll(0, "foot"), Foul("HT-F14", 0)),
        (filling(), TurnFall(0, 2), Foul("HT-F15", 0)),
        (position(), TurnFall(0, 0), Foul("HT-F15", 0)),
        (filling(), Decline(0), Foul("HT-F16", 0)),
        (position(deck=("odd",)), OpenTask(0, "even"), Foul("HT-F16", 0)),
        (filling(), Fill(0, "k", 0), Foul("HT-F17", 0)),
    ],
)
def test_the_foul_is_named_and_nothing_changes(state: State, move: Move, foul: Foul) -> None:
    assert refused(state, move) == foul


def test_after_the_last_round_everything_is_one_foul() -> None:
    over, _ = play(position(HONOUR, stacks=((), ()), done=(4, 0), cur=1), Knock(1, 2), End(1))
    assert over.phase is Phase.OVER
    for move in (Knock(0, 1), End(0), Roll(1, "fist"), Full(1)):
        assert refused(over, move) == Foul("HT-F20", 1)


def test_a_wagon_stack_that_is_used_up_takes_no_gems() -> None:
    state, _ = play(position(stacks=((), (WAGON,))), Knock(0, 1), Sort(0, "y"))
    assert refused(state, Fill(0, "y", 0)) == Foul("HT-F06", 0)
    state, _ = play(state, Return(0, 1))
    assert refused(state, Use(0, 0)) == Foul("HT-F09", 0, 0)


def codes(state: State, settings: Settings = TRACKED) -> dict[str, Remedy]:
    return {report.code: report.remedy for report in reports(state, settings)}


def test_before_gems_have_fallen_only_cards_and_gems_are_reported() -> None:
    assert codes(position()) == {"HT-F19": Remedy.CARD_UNDER, "HT-F05": Remedy.GEMS_AS_RULED}


def test_cards_laid_where_they_do_not_fill_the_wagon_are_reported_where_the_player_holds_some() -> None:
    holding = position()._replace(held=(("odd",), ()))
    assert codes(holding)["HT-F09"] is Remedy.CARDS_BACK
    assert "HT-F09" not in codes(holding._replace(cur=1))


def test_a_touch_ends_the_turn_or_is_taken_back_as_the_family_chose() -> None:
    assert codes(filling())["HT-F12"] is Remedy.TURN_ENDS
    undo = Settings(wagons=Wagons.TRACKED, touch_fall=TouchFall.UNDO)
    assert codes(filling(), undo)["HT-F12"] is Remedy.KNOCK_AGAIN


def test_a_hammer_in_somebody_else_s_hand_is_reported_and_whose_turn_it_is_knocks_again() -> None:
    assert codes(filling())["HT-F01"] is Remedy.KNOCK_AGAIN
    assert "HT-F01" not in codes(position())


def test_a_wrong_technique_is_reported_in_the_master_variant_only() -> None:
    state, _ = play(position(MASTER), Roll(0, "fist"), Knock(0, 2))
    assert codes(state, MASTER)["HT-F11"] is Remedy.KNOCK_AGAIN
    assert "HT-F11" not in codes(filling())


def test_a_card_too_many_is_another_foul_where_one_was_earned() -> None:
    missed = filling(deck=("odd", "odd"))
    earned = filling(deck=("even", "odd"))
    assert codes(missed)["HT-F08"] is Remedy.CARD_ON_TOP
    assert codes(earned)["HT-F16"] is Remedy.CARD_ON_TOP
    assert "HT-F16" not in codes(missed)


def test_without_tasks_no_card_is_reported_and_after_the_end_nothing_is() -> None:
    off = Settings(wagons=Wagons.TRACKED, tasks=Tasks.OFF)
    state, _ = play(begun(off), Knock(0, 1), Sort(0, "y"))
    assert set(codes(state, off)) == {"HT-F12", "HT-F02", "HT-F05", "HT-F01"}
    over, _ = play(position(HONOUR, stacks=((), ()), done=(4, 0), cur=1), TurnFall(1, 2))
    assert codes(over) == {}
