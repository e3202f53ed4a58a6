"""The readings a family may choose (rules.md 2.6), and the juggler nobody has to take."""

import pytest

from games.announcements.dragon_battle import Battle, Dragon, Rolled, Scared
from games.announcements.shared import Foul, TurnStarts
from games.dragon_battle.dice import throws
from games.dragon_battle.rules import (
    Decline,
    Juggler,
    Phase,
    Place,
    Roll,
    Settings,
    State,
    Stop,
    Take,
    apply,
    deal,
    dice_of,
    legal,
)
from tests.games.dragon_battle.played import played

OPTIONAL = Settings(must_place=False)
JOINED = Settings(silver_joins=True)


def dealt(settings: Settings = OPTIONAL) -> State:
    return deal((4, 3, 2, 1) * 5, 2, settings=settings)


def rolled(*colours: str) -> Roll:
    return Roll(0, dice_of(colours))  # type: ignore[arg-type] # words of this test


def test_where_nothing_must_be_laid_out_a_player_may_throw_on_but_four_times_at_most() -> None:
    state = played(dealt(), *[rolled("red", "red", "blue", "blue")] * 4)
    assert state.throws == 4
    assert apply(state, rolled("red", "red", "blue", "blue")) == (state, Foul("DB-F08", 0))
    assert {type(move) for move in legal(state)} == {Place}
    state, said = apply(state, Place(0, "red", "red", 2))
    assert said == (Scared("red", 2), Battle("throws", ("red",)))
    assert state.phase is Phase.TAKE
    assert state.dice == 2


def test_where_nothing_must_be_laid_out_a_player_may_stop_on_an_earlier_dragon() -> None:
    state = played(dealt(), rolled("red", "red", "blue", "blue"))
    assert apply(state, Stop(0)) == (state, Foul("DB-F09", 0))
    state = played(state, Place(0, "red", "red", 2), rolled("blue", "blue"))
    assert Stop(0) in legal(state)
    assert apply(state, Stop(0))[1] == (Battle("stop", ("red",)),)


def test_a_throw_of_dragons_already_scared_fails_also_where_nothing_must_be_laid_out() -> None:
    state = played(dealt(), rolled("red", "red", "blue", "blue"), Place(0, "red", "red", 2), rolled("red", "black"))
    assert state.phase is Phase.JUGGLER


def test_where_silver_joins_it_may_come_along_or_go_alone() -> None:
    state = played(dealt(JOINED), rolled("red", "silver", "silver", "black"))
    alone: tuple[Dragon, ...] = ("yellow", "red", "blue", "purple")
    assert set(legal(state)) == {
        Place(0, "red", "red", 1),
        Place(0, "red", "red", 3),
        *(Place(0, "silver", dragon, 2) for dragon in alone),
    }
    assert apply(state, Place(0, "red", "red", 2)) == (state, Foul("DB-F06", 0, 1))
    assert apply(state, Place(0, "silver", "red", 3)) == (state, Foul("DB-F06", 0, 2))
    assert apply(state, Place(0, "red", "red", 3))[1] == (Scared("red", 0), Battle("dice", ("red",)))
    assert played(state, Place(0, "red", "red", 1)).dice == 2


def test_as_recommended_silver_never_joins() -> None:
    state = played(dealt(Settings()), rolled("red", "silver", "silver", "black"))
    assert apply(state, Place(0, "red", "red", 3)) == (state, Foul("DB-F06", 0, 1))


def test_silver_is_never_blocked() -> None:
    state = dealt(Settings())
    for colour in ("yellow", "red", "blue"):
        state = played(state, rolled(colour, *["silver"] * (state.dice - 1)), Place(0, colour, colour, 1))
    assert apply(state, rolled("silver"))[1] == (Rolled(0, ("silver",)),)


def test_a_juggler_may_be_refused_after_a_failed_battle_and_only_then() -> None:
    failed = played(dealt(Settings()), rolled(*["black"] * 4))
    assert legal(failed) == (Juggler(0), Decline(0))
    state, said = apply(failed, Decline(0))
    assert said == (TurnStarts(1),)
    assert (state.jugs, state.jugglers) == ((0, 0), 8)
    assert apply(state, Decline(1)) == (state, Foul("DB-F11", 1))


@pytest.mark.parametrize(("dice", "kinds"), [(1, 6), (2, 21), (3, 56), (4, 126)])
def test_a_throw_is_told_by_its_dice_in_any_order(dice: int, kinds: int) -> None:
    assert len(set(throws(dice))) == kinds
    assert {sum(thrown) for thrown in throws(dice)} == {dice}
    assert dice_of(("red", "black", "red")) == dice_of(("black", "red", "red"))


def test_new_residents_come_from_the_top_of_the_pile_in_the_order_of_the_row() -> None:
    state = deal((1, 1, 1, 1, 2, 3, 4), 2)
    state = played(state, rolled("purple", "yellow", "black", "black"), Place(0, "purple", "purple", 1))
    state = played(state, rolled("yellow"), Place(0, "yellow", "yellow", 1), Take(0, ("yellow", "purple")))
    assert state.under == (2, 1, 1, 3)
    assert state.pile == (4,)
