"""What holds in every position that play can reach, whatever the family chose and whatever was told beforehand."""

import json
from dataclasses import fields

from hypothesis import given
from hypothesis import strategies as st

from games.announcements.shared import Foul
from games.announcements.sultans_swoop import Bout
from games.sultans_swoop.rules import (
    PLAYERS,
    RULES,
    Dice,
    End,
    Grab,
    Move,
    Next,
    Phase,
    Replaced,
    Roll,
    Settings,
    State,
    apply,
    dump,
    lay,
    legal,
    load,
    outcome,
    scores,
    turn,
)
from games.sultans_swoop.vocabulary import SAYS
from tests.laws import examples

choices = st.builds(
    Settings,
    both_pays=st.sampled_from((4, 5)),
    both_replaces=st.booleans(),
    edge_counts=st.booleans(),
    next_after_six=st.sampled_from(Next),
    next_after_wrong=st.sampled_from(Next),
    end=st.sampled_from(End),
    bouts=st.integers(1, 12),
    two_player_replace=st.sampled_from(Replaced),
    announce_six=st.booleans(),
)
colours = st.integers(0, 5)
seen = st.lists(colours, min_size=8, max_size=8).map(lambda dice: Dice(tuple(dice.count(each) for each in range(6))))


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Any position before a roll: any cards, any bout, tasks known, half known or not known at all."""
    players = draw(st.sampled_from(PLAYERS))
    cards = st.tuples(*(st.integers(0, 3) for _ in range(4)))
    return lay(
        cards=tuple(draw(cards) for _ in range(players)),
        roller=draw(st.integers(0, players - 1)),
        bouts=draw(st.integers(0, 11)),
        tasks=tuple(draw(colours | st.none()) for _ in range(max(3, players))),
        deck=tuple(draw(st.lists(colours, max_size=3))),
        settings=draw(choices),
    )


def pick(state: State, data: st.DataObject) -> Move:
    """A legal move; dice mostly as eight dice fall, and told at once or later."""
    if state.phase is Phase.ROLL and data.draw(st.booleans()):
        return Roll(state.roller, data.draw(st.none() | seen))
    moves = legal(state)
    return moves[data.draw(st.integers(0, len(moves) - 1))]


@given(start=positions(), data=st.data())
@examples(150)
def test_cards_and_pieces_add_up_and_a_bout_pays_what_it_says(start: State, data: st.DataObject) -> None:
    state = start
    whole = tuple(map(sum, zip(*start.cards, start.stacks, strict=True)))
    for _ in range(40):
        if not legal(state):
            break
        before, (state, said) = state, apply(state, pick(state, data))
        assert not isinstance(said, Foul)
        assert {type(each) for each in said} <= set(SAYS)
        assert tuple(map(sum, zip(*state.cards, state.stacks, strict=True))) == whole
        assert min(map(min, state.cards)) >= 0
        assert sorted((*state.left, *(piece for pieces in state.got for piece in pieces))) == sorted(state.tower)
        untaken = state.phase is Phase.GRAB and "column" in state.left
        assert (state.taker is None) == (untaken or state.phase in {Phase.DEAL, Phase.ROLL, Phase.OVER})
        assert turn(state) in range(state.players)
        assert legal(state) or outcome(state)
        for bout in said:
            if isinstance(bout, Bout):
                assert bout.number == state.bouts == before.bouts + 1
                assert tuple(after - had for after, had in zip(scores(state), scores(before), strict=True)) == bout.pay
    assert load(json.loads(json.dumps(dump(state)))) == state


@given(start=positions(), data=st.data())
@examples(60)
def test_what_tasks_show_is_told_by_no_repr_and_decides_no_legal_move_before_the_check(
    start: State, data: st.DataObject
) -> None:
    if start.players == 2:
        return
    state = start
    other = start._replace(tasks=(None,) * start.players, deck=())
    for _ in range(4):
        assert repr(state) == repr(other)
        assert legal(state) == legal(other)
        if not legal(state) or len(state.left) == 1:
            break
        move = pick(state, data)
        (state, said), (other, same) = apply(state, move), apply(other, move)
        assert said == same


junk = st.integers(-2, 9) | st.none() | st.sampled_from(("column", "ruby", "sofa")) | seen


@given(start=positions(), data=st.data())
@examples(150)
def test_any_move_at_any_moment_of_a_bout_is_accepted_exactly_when_it_is_legal(
    start: State, data: st.DataObject
) -> None:
    state = start
    for _ in range(data.draw(st.integers(0, 9), label="moves")):
        if legal(state):
            state, _ = apply(state, pick(state, data))
    for kind in RULES.moves:
        move = kind(**{field.name: data.draw(junk) for field in fields(kind)})
        after, said = apply(state, move)
        assert isinstance(said, Foul) == (move not in legal(state))
        assert (after == state) == isinstance(said, Foul)


@given(start=positions(), dice=seen, data=st.data())
@examples(60)
def test_every_bout_can_be_emptied_whoever_is_fast(start: State, dice: Dice, data: st.DataObject) -> None:
    if start.phase is not Phase.ROLL:
        return
    state, _ = apply(start, Roll(start.roller, dice))
    state, _ = apply(state, Grab(data.draw(st.integers(0, state.players - 1)), "column"))
    for _ in start.tower[1:]:
        assert state.phase is Phase.GRAB
        state, said = apply(state, pick(state, data))
        assert not isinstance(said, Foul)
    assert state.phase is not Phase.GRAB
