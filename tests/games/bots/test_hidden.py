"""No player is shown what people at the table could not see."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.bots import clever_keys, dragon_battle, hammer_time, sultans_swoop
from games.bots.clever_keys.view import view as keys_seen
from games.bots.dragon_battle.view import view as dragons_seen
from games.bots.hammer_time.world import begun, shuffled
from games.bots.playing import Bots
from games.bots.sultans_swoop.view import view as known_of_tasks
from games.clever_keys.rules import Phase, setup
from games.dragon_battle.rules import deal
from games.hammer_time.copy import ASSUMED
from games.hammer_time.state import UNKNOWN
from games.sultans_swoop.rules import Dice, lay
from tests.games.bots.spies import Spy
from tests.laws import examples

seeds = st.integers(0, 2**32)
few = examples(20)


def spied(bots: Bots[Any], strategy: str, players: int, seed: int) -> list[list[Any]]:
    """All views that each player of a game was shown."""
    views: list[list[Any]] = [[] for _ in range(players)]
    bots.play(Random(seed), [Spy(bots.strategies[strategy](), shown.append) for shown in views], 0)
    return views


@given(seed=seeds, masks=st.lists(st.integers(1, 15), min_size=8, max_size=8))
@few
def test_of_clever_keys_nobody_is_shown_the_board_nor_what_was_seen_to_fit(seed: int, masks: list[int]) -> None:
    begun_so = setup(2)
    assert keys_seen(begun_so._replace(suspects=tuple(masks))) == keys_seen(begun_so)
    for shown in spied(clever_keys.BOTS, "memory", 3, seed):
        assert shown
        assert {view.suspects for view in shown} == {()}
        assert {view.phase for view in shown} <= {Phase.CHOOSE, Phase.DECIDE}


@given(seed=seeds, pile=st.permutations((1,) * 5 + (2,) * 5 + (3,) * 5 + (4,) * 5))
@few
def test_of_dragon_battle_nobody_is_shown_the_pile(seed: int, pile: list[int]) -> None:
    one, other = deal(tuple(pile), 2), deal((*pile[:4], *reversed(pile[4:])), 2)
    assert dragons_seen(one) == dragons_seen(other)
    for shown in spied(dragon_battle.BOTS, "bold", 3, seed):
        assert shown
        assert {resident for view in shown for resident in view.pile} <= {None}


@given(seed=seeds, tasks=st.lists(st.integers(0, 5), min_size=4, max_size=4), deck=st.lists(st.integers(0, 5)))
@few
def test_of_sultan_s_swoop_nobody_is_shown_dice_the_draw_pile_or_another_s_task(
    seed: int, tasks: list[int], deck: list[int]
) -> None:
    cards = ((0,) * 4,) * 4
    mine = lay(cards=cards, tasks=(None, tasks[1], None, None))
    told = lay(cards=cards, tasks=tuple(tasks), deck=tuple(deck))._replace(dice=Dice((8, 0, 0, 0, 0, 0)))
    assert known_of_tasks(told, 1) == mine
    for player, shown in enumerate(spied(sultans_swoop.BOTS, "bold", 4, seed)):
        assert shown
        for known in shown:
            assert known.dice is None
            assert known.deck == ()
            assert [holder for holder, task in enumerate(known.tasks) if task is not None] == [player]


def test_between_two_players_the_tasks_lie_open_to_both() -> None:
    state = lay(cards=((0,) * 4,) * 2, tasks=(1, 2, 3), deck=(4, 5))
    assert {known_of_tasks(state, player).tasks for player in (0, 1)} == {(1, 2, 3)}


@given(seed=seeds)
@few
def test_of_hammer_time_nobody_is_shown_the_order_of_wagons_or_task_cards(seed: int) -> None:
    hidden = shuffled(Random(seed), 3, 0)
    assert [sorted(stack) for stack in hidden.wagons] == [sorted(cards) for cards in ASSUMED.wagons[:3]]
    assert begun(3, 0).below == ASSUMED.wagons[:3]
    for shown in spied(hammer_time.BOTS, "bold", 3, seed):
        assert shown
        for view in shown:
            assert set(view.deck[1:]) <= {None}
            for cards, printed in zip(view.below, ASSUMED.wagons, strict=False):
                assert list(cards) == [spaces for spaces in printed if spaces in cards]
            assert view.tops[view.cur] != UNKNOWN
