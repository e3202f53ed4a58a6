"""Nothing said or lit depends on what players must not know: the blocked slots that no key has tried yet."""

import pytest

from games.table import SLOTS_PER_SECTION, Slot
from tests.whole.clever_keys.child import Child
from tests.whole.clever_keys.crowds import crowd
from tests.whole.clever_keys.match import Crowd, Match


@pytest.mark.games
@pytest.mark.parametrize("seed", range(200, 206))
def test_boards_that_differ_where_no_key_has_been_are_alike_to_the_last_lamp(seed: int) -> None:
    setting = crowd(seed)._replace(gems=8)
    first = _play(seed, setting)
    board = tuple(_another(first, section, blocked) for section, blocked in enumerate(first.world.board))
    assert board != first.world.board
    second = _play(seed, setting._replace(board=board))
    assert second.box.said == first.box.said
    assert second.pictures == first.pictures


def _another(match: Match, section: int, blocked: int) -> int:
    """Another slot of the section that might as well be the blocked one, by all that was seen."""
    if Slot(section, blocked) in match.visited:
        return blocked
    untried = [slot for slot in range(SLOTS_PER_SECTION) if Slot(section, slot) not in match.visited]
    return untried[untried.index(blocked) - 1]


def _play(seed: int, setting: Crowd) -> Match:
    match = Match(seed, setting)
    try:
        Child(match).play()
        match.check_end()
    finally:
        match.close()
    return match
