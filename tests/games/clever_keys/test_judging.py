"""Judgement without time: which foul it is where several fit (design.md section 5), and that none is missed."""

import pytest

from games.announcements.shared import Guide
from games.clever_keys.judging import Instead, Late, Play, Unclear, Wrong, expected, judge_gems, judge_keys
from games.clever_keys.rules import Phase, Place, Settings, Standing, State, lay
from games.clever_keys.seen import Difference, Seen, difference
from games.table import Depth, Slot

A, B, C = Standing(0, 0, "in"), Standing(2, 0, "in"), Standing(4, 0, "in")


def position(phase: Phase, *, placed: int = 0, total: int = 0, moved: int | None = None, red: bool = False) -> State:
    keys = (A._replace(seated="red") if red else A, B, C)
    state = lay(gems=(0, 0), chamber=30, corner=2, keys=keys, settings=Settings())
    return state._replace(phase=phase, placed=placed, total=total, moved=moved)


CHOOSE = position(Phase.CHOOSE)
DECIDE = position(Phase.DECIDE, placed=1, total=1, moved=0)
STOPPED = position(Phase.TAKE, placed=2, total=2, moved=0)
THIRD = position(Phase.TAKE, placed=3, total=3, moved=0)
RED = position(Phase.DISCARD, moved=0, red=True)
OVER = position(Phase.OVER)


def seen(**slots: str) -> Seen:
    """The table with keys where `s00="full"` and the like tell."""
    return Seen(slots=tuple(sorted((Slot(int(name[1]), int(name[2])), Depth(depth)) for name, depth in slots.items())))


@pytest.mark.parametrize(
    ("game", "slots", "gone", "code"),
    [
        # Nothing is put in after the end, whatever else was done.
        (OVER, {"s10": "full", "s00": "full"}, 0, "CK-F19"),
        # Red: playing on comes before everything a key can do wrong.
        (RED, {"s00": "entered", "s20": "full", "s50": "full"}, 0, "CK-F07"),
        (RED, {"s10": "full", "s20": "full", "s40": "full"}, 0, "CK-F07"),
        (RED, {"s40": "full"}, 0, "CK-F07"),
        (RED, {"s00": "entered", "s40": "full"}, 0, "CK-F07"),
        (RED, {"s20": "full", "s40": "full"}, 0, "CK-F10"),
        (RED, {"s00": "entered", "s40": "full"}, 1, "CK-F09"),
        # After a stop or the third success: placed before two moved before one lifted; gems missing come first.
        (STOPPED, {"s10": "full", "s40": "full"}, 0, "CK-F17"),
        (THIRD, {"s10": "full", "s40": "full"}, 0, "CK-F06"),
        (STOPPED, {"s40": "full"}, 0, "CK-F16"),
        (STOPPED, {"s00": "full", "s40": "full"}, 0, "CK-F10"),
        (STOPPED, {"s00": "full", "s40": "full"}, 1, "CK-F08"),
        (STOPPED, {"s10": "full", "s40": "full"}, 1, "CK-F08"),
        (STOPPED, {"s00": "full", "s20": "full", "s40": "entered"}, 0, "CK-F15"),
        # Going on: two keys before the other key; a lifted key is no foul before it is put down.
        (DECIDE, {"s40": "full"}, 0, "CK-F16"),
        (DECIDE, {"s10": "full", "s11": "full", "s40": "full"}, 0, "CK-F16"),
        (DECIDE, {"s00": "full", "s20": "full"}, 0, "CK-F05"),
        (DECIDE, {"s00": "full", "s20": "full", "s40": "full", "s10": "full"}, 0, "CK-F05"),
        (DECIDE, {"s00": "full", "s20": "full", "s40": "entered"}, 0, "CK-F15"),
        # Choosing.
        (CHOOSE, {"s00": "full", "s20": "full", "s40": "full", "s10": "full"}, 0, "CK-F04"),
        (CHOOSE, {"s00": "full", "s20": "full", "s40": "entered"}, 0, "CK-F15"),
    ],
)
def test_the_gravest_foul_is_named(game: State, slots: dict[str, str], gone: int, code: str) -> None:
    table = seen(**slots)
    found = judge_keys(game, table, difference(game, table), Settings(), gone=gone)
    assert isinstance(found, Wrong)
    assert found.code == code


@pytest.mark.parametrize(("missing", "slots"), [("key", {"s40": "full"}), ("slot", {"s01": "full", "s11": "full"})])
def test_two_keys_in_choosing_are_a_question(missing: str, slots: dict[str, str]) -> None:
    table = seen(**slots)
    found = judge_keys(CHOOSE, table, difference(CHOOSE, table), Settings(), gone=0)
    assert isinstance(found, Unclear)
    assert (found.code, found.about) == ("CK-F16", missing)


@pytest.mark.parametrize("game", [CHOOSE, DECIDE])
def test_a_key_in_the_hand_is_nothing_yet(game: State) -> None:
    table = seen(s20="full", s40="full")
    assert judge_keys(game, table, difference(game, table), Settings(), gone=0) is None


def test_a_table_as_agreed_is_nothing() -> None:
    assert judge_keys(CHOOSE, Seen(), Difference(), Settings(), gone=0) is None


def test_keys_packed_up_after_the_end_are_nothing() -> None:
    assert judge_keys(OVER, Seen(), difference(OVER, Seen()), Settings(), gone=0) is None


def test_a_red_key_straightened_is_judged_anew_unless_gems_have_moved() -> None:
    table = seen(s00="full", s20="full", s40="full")
    keys = difference(RED, table)
    assert judge_keys(RED, table, keys, Settings(), gone=0) == Instead(Place(0, 0, 0, 0, "in"))
    later = judge_keys(RED, table, keys, Settings(), gone=1)
    assert isinstance(later, Wrong)
    assert (later.code, later.guide) == ("CK-F14", Guide(do="press", slot=Slot(0, 0), part="go"))


def test_after_a_correction_that_took_the_red_key_away_playing_on_is_still_a_foul() -> None:
    game = RED._replace(keys=(None, B, C))
    table = seen(s10="full", s20="full", s40="full")
    found = judge_keys(game, table, difference(game, table), Settings(), gone=0)
    assert isinstance(found, Wrong)
    assert found.code == "CK-F07"


def gems(game: State, gone: int | None, cast: int | None, *, late: Late | None = None) -> object:
    found = judge_gems(game, gone=gone, cast=cast, late=late)
    return found.code if isinstance(found, Wrong) else type(found.move).__name__ if isinstance(found, Play) else found


@pytest.mark.parametrize(
    ("game", "gone", "cast", "found"),
    [
        (OVER, 3, -1, None),
        (CHOOSE, 0, 0, None),
        (CHOOSE, 1, -1, "CK-F13"),
        (CHOOSE, 1, 1, "CK-F09"),
        (CHOOSE, 1, 0, "CK-F08"),
        (CHOOSE, -1, 0, "CK-F08"),
        (DECIDE, 1, 0, "Stop"),
        (DECIDE, 9, 0, "Stop"),
        (DECIDE, -1, 0, "CK-F08"),
        (STOPPED, 1, 0, None),
        (STOPPED, 2, 0, "Take"),
        (STOPPED, 3, 0, "CK-F08"),
        (STOPPED, -1, 0, "CK-F08"),
        (STOPPED, 2, 1, "CK-F09"),
        (RED, 0, 0, None),
        (RED, 1, 0, None),
        (RED, 1, 1, "Discard"),
        (RED, 2, 0, "CK-F09"),
        (RED, 2, 1, "CK-F09"),
        (RED, 2, 2, "CK-F09"),
        (RED, 0, 1, "CK-F09"),
        (RED, -1, 0, "CK-F09"),
        (RED, -1, 1, "CK-F09"),
        (RED, 1, -1, "CK-F13"),
    ],
)
def test_gems_by_the_phase_of_the_turn(game: State, gone: int, cast: int, found: str | None) -> None:
    assert gems(game, gone, cast) == found


def test_a_gem_in_the_corner_waits_for_the_chamber_to_rest() -> None:
    assert gems(RED, None, 1) is None
    assert gems(RED, None, 2) is None


def test_late_gems_belong_to_the_player_before() -> None:
    found = judge_gems(CHOOSE, gone=1, cast=0, late=Late(1, "CK-F08", 2, 0.0))
    assert found == Wrong("CK-F08", 1, 2, Guide(do="put", place="centre", gems=1))
    found = judge_gems(CHOOSE, gone=0, cast=1, late=Late(1, "CK-F09", 1, 0.0))
    assert found == Wrong("CK-F09", 1, None, Guide(do="take", place="corner", gems=1))


def test_but_for_a_lost_gem_each_place_tells_by_itself() -> None:
    assert gems(CHOOSE, None, 1) == "CK-F09"
    assert gems(CHOOSE, 1, None) == "CK-F08"
    assert gems(CHOOSE, None, None) is None


def test_counts_that_need_no_question() -> None:
    assert expected(CHOOSE, "centre") == (30, 30)
    assert expected(DECIDE, "centre") == (30, 29)
    assert expected(STOPPED, "centre") == (30, 28)
    assert expected(RED, "centre") == (30, 29)
    assert expected(RED, "corner") == (2, 3)
    assert expected(STOPPED, "corner") == (2, 2)
