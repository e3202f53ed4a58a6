"""Which gems fit in a wagon: counted, and tried space by space."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.announcements.shared import Foul
from games.hammer_time.gems import COLOURS, heap, heaps
from games.hammer_time.rules import Fill, Phase, Settings, Shift, Wagons, apply, lay
from games.hammer_time.wagons import FREE, fits, lack, loaded, loading, suits

wagons = st.text("yrbg", min_size=4, max_size=6)
handfuls = st.text("yrbgkw", max_size=7)


@st.composite
def loads(draw: st.DrawFn) -> tuple[str, str]:
    """A wagon, and what may lie in it."""
    wagon = draw(wagons)
    return wagon, "".join(draw(st.sampled_from((FREE, "w", space))) for space in wagon)


def matched(wagon: str, gems: str) -> bool:
    """Whether there is a space for each gem, found by giving spaces away and asking others to move on (Kuhn)."""
    owner: dict[int, int] = {}

    def seat(gem: int, asked: set[int]) -> bool:
        for space, colour in enumerate(wagon):
            if space in asked or not suits(gems[gem], colour):
                continue
            asked.add(space)
            if space not in owner or seat(owner[space], asked):
                owner[space] = gem
                return True
        return False

    return all(seat(gem, set()) for gem in range(len(gems)))


@given(wagon=wagons, gems=handfuls)
@settings(deadline=None, max_examples=400)
def test_gems_fit_exactly_where_a_matching_gives_each_its_space(wagon: str, gems: str) -> None:
    assert fits(wagon, gems) == matched(wagon, gems)


@given(load=loads(), gems=handfuls)
@settings(deadline=None, max_examples=400)
def test_the_steps_of_loading_are_moves_that_the_rules_accept_and_there_are_none_where_gems_do_not_fit(
    load: tuple[str, str], gems: str
) -> None:
    wagon, placed = load
    steps = loading(0, wagon, placed, gems)
    assert (steps is not None) == matched(wagon, placed.replace(FREE, "") + gems)
    state = lay(settings=Settings(wagons=Wagons.TRACKED), stacks=((wagon,), (wagon,)), placed=(placed, FREE))
    state = state._replace(phase=Phase.FILL, fallen=heap(gems))
    for step in steps or ():
        state, said = apply(state, step)
        assert not isinstance(said, Foul)
    if steps is not None:
        assert state.fallen == ""
        assert loaded(state.placed[0]) == loaded(placed) + len(gems)


@given(load=loads())
@settings(deadline=None)
def test_a_wagon_lacks_the_colours_that_still_find_a_space(load: tuple[str, str]) -> None:
    wagon, placed = load
    lacks = lack(wagon, placed)
    gems = placed.replace(FREE, "")
    assert lacks.spaces == len(wagon) - len(gems)
    assert set(lacks.colours) == {colour for colour in "yrbg" if matched(wagon, gems + colour)}


def test_whites_leave_for_spaces_that_no_other_gem_wants() -> None:
    assert loading(1, "ygbr", "w...", "yg") == (Shift(1, 0, 2), Fill(1, "y", 0), Fill(1, "g", 1))
    assert loading(0, "yygb", "w...", "yw") == (Fill(0, "y", 1), Fill(0, "w", 2))
    assert loading(0, "bgg", "...", "wgb") == (Fill(0, "w", 1), Fill(0, "g", 2), Fill(0, "b", 0))
    assert loading(0, "ygbr", "y...", "y") is None


@pytest.mark.parametrize("gems", range(4))
def test_each_heap_is_listed_once_in_its_one_writing(gems: int) -> None:
    assert {heap("".join(order)) for many in heaps(gems) for order in permutations(many)} == set(heaps(gems))
    assert list(heaps(1)) == list(COLOURS)


def test_a_letter_that_is_no_colour_is_named() -> None:
    with pytest.raises(ValueError, match="no gem has the colour 'x'; there are y, r, b, g, k, w"):
        heap("yx")
