"""Stars the box does not know until residents are freed, and stars nobody may see before."""

import json

import pytest

from games.announcements import words
from games.announcements.dragon_battle import Dragon, Freed, Refill
from games.announcements.shared import Foul
from games.dragon_battle.rules import (
    Place,
    Roll,
    Settings,
    State,
    Stop,
    Take,
    Variant,
    apply,
    deal,
    dice_of,
    dump,
    lay,
    legal,
    load,
    scores,
    setup,
)
from tests.games.dragon_battle.played import heard, played


def won(state: State, *dragons: Dragon) -> State:
    """Player 0 scares these dragons, in this order, and stops if dice are left."""
    for dragon in dragons:
        rest = ["silver"] * (state.dice - 1)
        state = played(state, Roll(0, dice_of([dragon, *rest])), Place(0, dragon, dragon, 1))  # type: ignore[list-item] # silver
    return played(state, Stop(0)) if state.dice else state


def test_stars_not_known_are_told_in_the_order_in_which_the_dragons_were_scared() -> None:
    state = won(setup(2), "purple", "yellow")
    assert state.untold == ("purple", "yellow")
    assert len(legal(state)) == 36
    state, said = heard(state, Take(0, ("yellow", "purple"), (4, 1)))
    assert said[:2] == (Freed(0, 2, 5), Refill(("yellow", "purple"), 14))
    assert state.won == ((4, 1), ())
    assert scores(state) == (5, 0)


def test_only_stars_not_known_are_told() -> None:
    start = lay(under=(2, None, 3, None), pile=(), won=((), ()), juggler_stars=1, settings=Settings())
    state = won(start, "red", "blue", "purple")
    assert state.untold == ("red", "purple")
    assert played(state, Take(0, ("red", "blue", "purple"), (5, 1))).won == ((5, 3, 1), ())


@pytest.mark.parametrize("stars", [(), (1, 2), (0,), (7,), ("3",), None, "3"])
def test_stars_told_wrongly_are_refused(stars: tuple[int, ...]) -> None:
    state = won(setup(2), "red")
    assert apply(state, Take(0, ("red",), stars)) == (state, Foul("DB-F10", 0))


def test_younger_children_are_not_asked_for_stars() -> None:
    state = won(setup(2, settings=Settings(variant=Variant.YOUNG)), "red", "blue")
    assert state.untold == ()
    state, said = heard(state, Take(0, ("red", "blue")))
    assert said[0] == Freed(0, 2, None)
    assert words(said[0]) == "Freed player=0 residents=2"
    assert scores(state) == (2, 0)
    assert "won=?+?,0" in repr(state)


def test_what_lies_face_down_shows_nowhere() -> None:
    state = deal((6, 5, 4, 3, 2, 1), 2, settings=Settings(variant=Variant.OLDER))
    assert repr(state) == (
        "State(roll player=0 yellow=? red=? blue=? purple=? pile=2 jugglers=8 won=0,0 jugs=0,0 "
        "dice=4 throws=0 well=0 on=- roll=-)"
    )
    state = won(state, "red")
    assert legal(state) == (Take(0, ("red",)),)
    state, said = heard(state, Take(0, ("red",)))
    assert said[0] == Freed(0, 1, 5)
    assert repr(state).startswith("State(roll player=1 yellow=? red=? blue=? purple=? pile=1 jugglers=8 won=5,0 ")


def test_residents_that_lie_open_show_and_the_pile_does_not() -> None:
    state = won(deal((6, 5, 4, 3, 2), 2), "red")
    assert str(state) == (
        "State(take player=0 yellow=6 red=5 blue=4 purple=3 pile=1 jugglers=8 won=0,0 jugs=0,0 "
        "dice=3 throws=1 well=0 on=red:1 roll=silver,silver,silver)"
    )


def test_at_the_end_the_empty_places_show() -> None:
    state = played(won(deal((6, 5, 4, 3), 2), "red"), Take(0, ("red",)))
    assert "yellow=6 red=- blue=4" in repr(state)


def test_every_setting_and_every_card_survives_json() -> None:
    settings = Settings(variant=Variant.OLDER, must_place=False, silver_joins=True)
    state = won(deal((1, 2, 3, None, 4), 3, 0, settings), "red", "purple")
    assert load(json.loads(json.dumps(dump(state)))) == state


@pytest.mark.parametrize("players", [1, 5])
def test_a_wrong_number_of_players_is_named(players: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 4 players, not {players}"):
        setup(players)


def test_somebody_who_is_not_there_cannot_begin() -> None:
    with pytest.raises(ValueError, match="player 3 cannot begin; the 3 players are 0 to 2"):
        setup(3, 3)


def test_the_game_starts_with_four_residents_under_dragons_and_sixteen_in_the_pile() -> None:
    state = setup(4, 2)
    assert (state.players, state.cur, state.jugglers, state.dice) == (4, 2, 8, 4)
    assert (len(state.under), len(state.pile)) == (4, 16)
    assert state.won == ((), (), (), ())
