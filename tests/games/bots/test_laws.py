"""What holds for every game that bots play, whoever plays and however chance falls."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots.catalog import BOTS, named
from games.bots.playing import Bots, NotAllowed, Result, Way
from games.catalog import GAMES
from games.dragon_battle.rules import Juggler
from games.hammer_time.rules import End
from games.settings import settings_of
from games.sultans_swoop.rules import Settings as SultansSwoop
from tests.games.bots.spies import Stubborn
from tests.laws import examples

every_game = pytest.mark.parametrize("bots", BOTS, ids=[bots.game for bots in BOTS])


def seats(bots: Bots[Any], data: st.DataObject) -> list[str]:
    return data.draw(
        st.lists(st.sampled_from(sorted(bots.strategies)), min_size=bots.players[0], max_size=bots.players[-1]),
        label="strategies",
    )


def play(bots: Bots[Any], names: list[str], seed: int, start: int) -> Result:
    return bots.play(Random(seed), [bots.strategies[name]() for name in names], start)


def turned(each: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody's, when everybody has moved one seat on."""
    return (each[-1], *each[:-1])


@every_game
@given(data=st.data(), seed=st.integers(0, 2**32))
@examples(25)
def test_every_game_ends_by_allowed_moves_alone_and_the_same_chance_is_the_same_game(
    bots: Bots[Any], data: st.DataObject, seed: int
) -> None:
    names = seats(bots, data)
    start = data.draw(st.integers(0, len(names) - 1), label="start")
    result = play(bots, names, seed, start)

    assert play(bots, names, seed, start) == result
    assert len(result.scores) == len(result.took) == len(result.failed) == len(names)
    assert result.winners
    assert set(result.winners) <= set(range(len(names)))
    assert all(failed <= took for failed, took in zip(result.failed, result.took, strict=True))
    assert set(result.took) == {result.turns} or sum(result.took) == result.turns


@every_game
@given(data=st.data(), seed=st.integers(0, 2**32))
@examples(25)
def test_who_moves_one_seat_on_with_all_others_has_the_same_game_there(
    bots: Bots[Any], data: st.DataObject, seed: int
) -> None:
    names = seats(bots, data)
    result = play(bots, names, seed, 0)
    moved = play(bots, [names[-1], *names[:-1]], seed, 1)

    assert moved == Result(
        scores=turned(result.scores),
        winners=tuple(sorted((winner + 1) % len(names) for winner in result.winners)),
        turns=result.turns,
        took=turned(result.took),
        failed=turned(result.failed),
    )


@every_game
@pytest.mark.parametrize("many", [False, True], ids=["fewest", "most"])
def test_every_way_to_play_plays_a_game_to_its_end(bots: Bots[Any], many: bool) -> None:
    names = [*bots.strategies] * bots.players[-1]
    for first in range(len(bots.strategies)):
        players = names[first:][: bots.players[-1] if many else bots.players[0]]
        assert play(bots, players, 7, 0).winners


def test_who_begins_has_the_first_turn() -> None:
    for game in ("clever_keys", "dragon_battle", "hammer_time"):
        took = play(named(game), ["random"] * 3, 1, 2).took
        assert took[2] == max(took)


@pytest.mark.parametrize(
    ("game", "answers", "foul"),
    [
        ("clever_keys", {"choose": (0, 8, 0)}, "CK-F04"),
        ("dragon_battle", {"choose": Juggler(0)}, "DB-F11"),
        ("sultans_swoop", {"looks": 0, "swoops": True, "snatches": "sofa"}, "SS-F07"),
        ("hammer_time", {"knocks": 2.0, "chooses": End(0)}, "HT-F0"),
    ],
)
def test_a_player_that_answers_with_what_is_not_there_is_told_so(game: str, answers: dict[str, Any], foul: str) -> None:
    with pytest.raises(NotAllowed, match=foul):
        named(game).play(Random(1), [Stubborn(**answers)] * 2, 0)


def test_a_game_that_nobody_knows_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no game is called 'chess'; there are clever_keys, dragon_battle"):
        named("chess")


def test_every_game_of_the_box_has_bots_for_as_many_players_in_each_of_the_three_tempers() -> None:
    assert {game.name: game.players for game in GAMES}.items() <= {bots.game: bots.players for bots in BOTS}.items()
    assert all({"random", "cautious", "bold"} <= set(bots.strategies) for bots in BOTS)
    assert [bots.game for bots in BOTS if "memory" in bots.strategies] == ["clever_keys"]


@every_game
def test_every_way_that_the_lobby_offers_is_played_to_its_end(bots: Bots[Any]) -> None:
    game = next(game for game in GAMES if game.name == bots.game)
    players = [make() for make in bots.strategies.values()][: bots.players[-1]]
    for variant in game.variants:
        way = Way(settings_of(game.rules.settings, variant.settings), game.copy and game.copy())
        assert bots.play(Random(3), players, 1, way).winners


def test_dice_on_the_edge_are_told_with_the_others_where_a_family_counts_them() -> None:
    swoop = named("sultans_swoop")
    way = Way(SultansSwoop(edge_counts=True))
    assert swoop.play(Random(3), [swoop.strategies["cautious"]() for _ in range(3)], 0, way).turns == 10
