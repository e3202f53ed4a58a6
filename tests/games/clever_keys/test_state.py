"""A position as data: laid out, kept and told apart."""

import json

import pytest

from games.clever_keys.rules import Phase, Place, Settings, Standing, apply, dump, lay, load, setup


def test_the_game_starts_with_all_gems_in_the_chamber_and_all_keys_beside_the_board() -> None:
    state = setup(5, 3)
    assert (state.players, state.cur, state.chamber, state.corner) == (5, 3, 52, 0)
    assert state.gems == (0, 0, 0, 0, 0)
    assert state.keys == (None, None, None)
    assert state.phase is Phase.CHOOSE


def test_fewer_gems_make_a_shorter_game() -> None:
    assert setup(2, settings=Settings(gems=20)).chamber == 20


@pytest.mark.parametrize("players", [1, 6])
def test_a_wrong_number_of_players_is_named(players: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 5 players, not {players}"):
        setup(players)


def test_somebody_who_is_not_there_cannot_begin() -> None:
    with pytest.raises(ValueError, match="player 2 cannot begin; the 2 players are 0 to 1"):
        setup(2, 2)


def test_what_the_first_keys_show_is_known_and_contradictions_are_not_believed() -> None:
    keys = (Standing(2, 0, "in"), Standing(4, 1, "red"), Standing(4, 2, "red"))
    state = lay(gems=(0, 0), chamber=52, keys=keys, settings=Settings())
    assert state.suspects[2] == 0b1110
    assert state.suspects[4] == 0b0100
    assert load(json.loads(json.dumps(dump(state)))) == state


def test_what_was_seen_is_part_of_the_position() -> None:
    one, _ = apply(setup(2), Place(0, 0, 3, 2, "in"))
    other = one._replace(suspects=setup(2).suspects)
    assert one != other
    assert len({one, other, load(dump(one))}) == 2
