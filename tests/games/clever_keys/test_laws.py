"""What the rulebook never prints but always keeps: tried on turns drawn from all positions of the keys."""

from hypothesis import assume, given
from hypothesis import strategies as st

from games.announcements.clever_keys import Fits
from games.announcements.shared import Foul
from games.clever_keys.board import taken
from games.clever_keys.rules import (
    KEYS,
    PLAYERS,
    Place,
    Settings,
    State,
    allowed_sections,
    apply,
    lay,
    legal,
    may_enter,
    next_section,
    outcome,
)
from games.clever_keys.state import STANDINGS
from games.table import SECTIONS, SLOTS, SLOTS_PER_SECTION
from tests.laws import examples

standings = st.none() | st.sampled_from(list(STANDINGS.values()))
choices = st.builds(Settings, keys_identical=st.booleans(), consistency_check=st.booleans())


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Any position at the start of a turn: keys anywhere (never two in a slot), any gems."""
    keys = draw(st.tuples(standings, standings, standings))
    slots = [standing[:2] for standing in keys if standing]
    assume(len(slots) == len(set(slots)))
    gems = tuple(draw(st.lists(st.integers(0, 30), min_size=PLAYERS.start, max_size=PLAYERS.stop - 1)))
    return lay(
        gems=gems,
        chamber=draw(st.integers(1, 52)),
        corner=draw(st.integers(0, 20)),
        keys=keys,
        cur=draw(st.integers(0, len(gems) - 1)),
        settings=draw(choices),
    )


def wealth(state: State) -> int:
    return state.chamber + state.corner + sum(state.gems)


@given(start=positions(), picks=st.lists(st.integers(0, 500), min_size=1, max_size=40))
@examples(200)
def test_gems_add_up_a_turn_earns_five_at_most_and_keys_go_one_to_three_sections_on(
    start: State, picks: list[int]
) -> None:
    state = start
    for pick in picks:
        moves = legal(state)
        if not moves:
            break
        move = moves[pick % len(moves)]
        before, (state, said) = state, apply(state, move)
        assert not isinstance(said, Foul)
        assert wealth(state) == wealth(start)
        assert (outcome(state) is not None) == (state.chamber == 0)
        assert 0 <= state.total <= 5
        assert 0 <= state.due <= state.chamber
        if isinstance(said[0], Fits):
            assert 1 <= said[0].gained <= 3
        if isinstance(move, Place):
            stood = before.keys[move.key]
            assert stood is None or (move.section - stood.section) % SECTIONS in (1, 2, 3)


@given(state=positions(), key=st.integers(0, 2))
def test_every_section_a_key_may_go_to_is_open_and_has_a_free_slot(state: State, key: int) -> None:
    sections = allowed_sections(state, key)
    others = [standing for at, standing in enumerate(state.keys) if at != key]
    locked = {standing.section for standing in others if standing and standing.seated == "red"}
    assert sections
    assert not locked & set(sections)
    assert next_section(state, key) == (None if state.keys[key] is None else sections[0])
    for section in sections:
        assert taken(state.keys, section) != (1 << SLOTS_PER_SECTION) - 1


@given(start=positions(), picks=st.lists(st.integers(0, 500), max_size=12))
def test_the_slots_lit_for_a_key_are_those_it_may_enter_whatever_was_seen(start: State, picks: list[int]) -> None:
    state = start
    for pick in picks:
        moves = legal(state)
        for key in range(len(KEYS)):
            lit = may_enter(state, key)
            assert lit == tuple(slot for slot in SLOTS if slot in lit)
            assert set(lit) == {
                (move.section, move.slot) for move in moves if isinstance(move, Place) and move.key == key
            }
            assert lit == may_enter(state._replace(suspects=()), key)
        if not moves:
            break
        state, _ = apply(state, moves[pick % len(moves)])
