"""A position as data: kept, told apart, and silent about what is secret."""

import json

import pytest

from games.settings import settings_of
from games.sultans_swoop.dice import every
from games.sultans_swoop.rules import Dice, Next, Phase, Roll, Settings, dump, lay, load, setup
from tests.games.sultans_swoop.bouts import SIX, at, play


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_survives_json(phase: Phase) -> None:
    state = at(phase, 2 if phase is Phase.DEAL else 3)
    assert state.phase is phase
    again = load(json.loads(json.dumps(dump(state))))
    assert again == state
    assert len({again, state}) == 1


def test_a_position_tells_itself_in_a_line() -> None:
    state, _ = play(setup(3, 1), Roll(1, SIX))
    told = "dice=2yellow,2red,1blue,1green,1purple,1orange left=column,lantern,carpet,ruby"
    assert repr(state) == f"State(grab roller=1 bouts=0 P0=0/0/0/0 P1=0/0/0/0 P2=0/0/0/0 {told})"
    assert repr(setup(3)._replace(voids=2)).endswith("voids=2)")
    assert repr(at(Phase.SHOW)).endswith("2green taker=0)")
    assert repr(setup(2)).endswith("open=?,?,?)")


def test_settings_are_part_of_a_position_and_have_public_names() -> None:
    chosen = settings_of(Settings, {"nextAfterSix": "sameRoller", "bothPays": "4", "twoPlayerReplace": "all"})
    assert chosen.next_after_six is Next.SAME
    assert setup(3, settings=chosen) != setup(3)
    assert dump(setup(3, settings=chosen))["settings"]["nextAfterSix"] == "sameRoller"
    with pytest.raises(ValueError, match="end is 'never'; it can be bouts or stack"):
        settings_of(Settings, {"end": "never"})


def test_eight_dice_lie_in_so_many_ways() -> None:
    assert len(set(every(edge_counts=False))) == 6435
    assert len(set(every(edge_counts=True))) == 3003
    assert all(dice.counted + dice.edge + dice.off == 8 for dice in every(edge_counts=False))


def test_a_pair_that_only_looks_like_dice_becomes_dice() -> None:
    bare: Dice = ((2, 2, 1, 1, 1, 1), 0, 0)  # type: ignore[assignment] # what JSON would give
    assert play(setup(3), Roll(0, bare))[0] == play(setup(3), Roll(0, SIX))[0]
    assert type(play(setup(3), Roll(0, bare))[0].dice) is Dice


def test_cards_that_players_hold_by_hand_leave_the_supply_full() -> None:
    assert lay(cards=((5, 5, 5, 5),) * 3).stacks == setup(3).stacks
