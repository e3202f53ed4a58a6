"""How the players differ: over some hundred games whose chance is fixed, by margins wide enough to last."""

from random import Random
from typing import NamedTuple

import pytest

from games.bots.catalog import named


class Met(NamedTuple):
    """Two players over many games: the part of games won, and the part of turns that failed, of each."""

    won: tuple[float, float]
    failed: tuple[float, float]


def met(game: str, one: str, other: str, games: int = 300) -> Met:
    bots, won, failed = named(game), [0.0, 0.0], [0.0, 0.0]
    for number in range(games):
        players = [bots.strategies[name]() for name in (one, other)]
        result = bots.play(Random(number), players, number % 2)
        for player in range(2):
            won[player] += (player in result.winners) / len(result.winners) / games
            failed[player] += result.failed[player] / result.took[player] / games
    return Met((won[0], won[1]), (failed[0], failed[1]))


@pytest.mark.parametrize("other", ["random", "cautious", "bold"])
def test_who_remembers_slots_wins_nine_of_ten_games_of_clever_keys(other: str) -> None:
    memory = met("clever_keys", "memory", other)
    assert memory.won[0] > 0.9
    assert memory.failed[0] < 0.5 * memory.failed[1] or other == "cautious"


def test_in_clever_keys_boldness_pays_though_more_than_half_of_its_turns_are_lost() -> None:
    bold = met("clever_keys", "bold", "cautious")
    assert bold.won[0] > 0.8
    assert bold.failed[0] > 0.5
    assert bold.failed[1] < 0.3


def test_in_dragon_battle_the_bold_lose_a_battle_in_four_and_the_cautious_hardly_any() -> None:
    bold = met("dragon_battle", "bold", "cautious")
    assert bold.failed[0] > 0.25
    assert bold.failed[1] < 0.05
    assert met("dragon_battle", "cautious", "random").won[0] > 0.7


def test_in_sultan_s_swoop_the_cautious_are_never_wrong_and_win_two_of_three_games_though_they_are_slower() -> None:
    cautious = met("sultans_swoop", "cautious", "bold")
    assert cautious.failed[0] == 0
    assert cautious.failed[1] > 0.1
    assert cautious.won[0] > 0.65


def test_in_hammer_time_the_bold_wake_the_dragon_five_times_as_often_and_win_two_of_three_games() -> None:
    bold = met("hammer_time", "bold", "cautious")
    assert bold.failed[0] > 0.1
    assert bold.failed[1] < 0.05
    assert bold.won[0] > 0.65
    assert met("hammer_time", "cautious", "random").won[0] > 0.8
