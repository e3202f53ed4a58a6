"""Clumsy hands leave the table as tidy ones do, and on the way there do all a child does."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from hardware.sim.clumsy import BUMP_SECONDS
from hardware.sim.contacts import Wear
from hardware.sim.world import World
from tests.hardware.worlds import Clock, Edge, recorded, world

SEEDS = range(40)
BOARD = (3, 0, 2, 1, 0, 3, 2, 1)


def _evening(table: World) -> Iterator[float]:
    """Verbs, each yielding the seconds it takes."""
    yield table.push_key((0, 0))
    yield table.push_key((0, 1))
    yield table.push_key((1, 0))
    yield table.take_gems("centre", 3)
    yield table.lift_key((0, 0))
    yield table.push_key((2, 1), half=True)
    yield table.shove_key((2, 1))
    yield table.put_gems("corner", 1)
    yield table.swap_gems("centre", 4)
    yield table.press("back")
    yield table.put_gems("centre", 1)


def _left(table: World) -> tuple[Any, ...]:
    return (
        dict(table.standing),
        (table.keys_in_hand, table.keys_beside),
        (table.gems_in("centre"), table.gems_in("corner"), table.gems_in_hands),
    )


@pytest.mark.parametrize("contacts", ["new", "worn"])
def test_after_every_verb_the_table_is_as_tidy_hands_leave_it(contacts: Wear) -> None:
    tidy: list[Any] = []
    clock = Clock()
    with world(clock, board=BOARD) as table:
        for seconds in _evening(table):
            clock.run(seconds)
            tidy.append(_left(table))
    for seed in SEEDS:
        clock = Clock()
        with world(clock, seed=seed, board=BOARD, hands="clumsy", contacts=contacts) as table:
            for seconds, expected in zip(_evening(table), tidy, strict=True):
                clock.run(seconds)
                assert _left(table) == expected
            clock.run(1)
            closed = {name for name, contact in table._slot_contacts.items() if contact.closed}
        assert closed == {((0, 1), 0), ((0, 1), 1), ((1, 0), 0), ((2, 1), 0), ((2, 1), 1)}


def _pushes(contacts: Wear = "new") -> Iterator[tuple[float, float, list[Edge]]]:
    """Clumsy pushes of 0.4 s into 4.2 beside a key in 4.1: begin, seconds, edges."""
    for seed in SEEDS:
        clock = Clock()
        with world(clock, seed=seed, board=BOARD, hands="clumsy", contacts=contacts) as table:
            clock.run(table.push_key((4, 1)) + 1)
            edges = recorded(table, clock)
            begin = clock.time()
            seconds = table.push_key((4, 2))
            clock.run(seconds + 1)
            yield begin, seconds, edges


@pytest.mark.parametrize("contacts", ["new", "worn"])
def test_a_bump_into_a_neighbouring_slot_is_over_in_no_time(contacts: Wear) -> None:
    bumped = set()
    for begin, seconds, edges in _pushes(contacts):
        beside = [edge for edge in edges if edge.contact[0] != (4, 2)]
        if beside:
            assert len({edge.contact for edge in beside}) == 1
            bumped.add(beside[0].contact)
            assert beside[-1].at - beside[0].at < BUMP_SECONDS + 1e-6
            assert beside[-1].at < begin + seconds
            own = [edge for edge in edges if edge.contact[0] == (4, 2)]
            assert own[0].at > beside[0].at
    # The free slot is dipped into, the key beside is pushed against.
    assert bumped == {((4, 3), 0), ((4, 1), 1)}


def test_pushes_are_slow_or_in_two_goes_or_straightened_at_times() -> None:
    slow = two_goes = straightened = plain = 0
    for begin, seconds, edges in _pushes():
        entered = next(edge.at for edge in edges if edge.contact == ((4, 2), 0))
        full = [edge.at for edge in edges if edge.contact == ((4, 2), 1)]
        between = full[0] - entered
        slow += between > 0.85
        two_goes += 0.3 < between <= 0.85
        straightened += full[-1] - full[0] > 0.05
        plain += seconds == 0.4
        assert between < 2.2
        assert full[-1] < begin + seconds + 0.1
    assert min(slow, two_goes, straightened, plain) >= 3


def test_gems_slip_back_and_one_too_many_is_returned_within_a_second() -> None:
    slipped = too_many = 0
    for seed in SEEDS:
        clock = Clock()
        with world(clock, seed=seed, hands="clumsy") as table:
            end = clock.time() + table.take_gems("centre", 2)
            lay, since = [(clock.time(), table.gems_in("centre"))], None
            while clock.time() < end:
                clock.run(0.01)
                if table.gems_in("centre") != lay[-1][1]:
                    lay.append((clock.time(), table.gems_in("centre")))
                    if table.gems_in("centre") == 49:
                        too_many += 1
                        since = clock.time()
                    elif since is not None:
                        assert table.gems_in("centre") == 50
                        assert clock.time() - since < 1.0
            assert lay[-1][1] == 50
            slipped += any(after > before > 49 for (_, before), (_, after) in pairwise(lay))
    assert too_many >= 3
    assert slipped >= 3


def test_the_last_gem_of_a_place_is_never_one_too_many() -> None:
    for seed in SEEDS:
        clock = Clock()
        with world(clock, seed=seed, gems=2, hands="clumsy") as table:
            clock.run(table.take_gems("centre", 2) + 1)
            assert table.gems_in("centre") == 0
            clock.run(table.put_gems("corner", 2) + 1)
            assert table.gems_in("corner") == 2


def test_an_elbow_rests_on_a_scale_now_and_then() -> None:
    heaviest = []
    for seed in SEEDS:
        clock = Clock()
        with world(clock, seed=seed, hands="clumsy") as table:
            end = clock.time() + table.push_key((0, 0))
            felt = 0.0
            while clock.time() < end:
                clock.run(0.02)
                felt = max(felt, table.grams_on("corner"))
            heaviest.append(felt)
            clock.run(1)
            assert table.grams_on("corner") < 0.1
    assert 1 <= sum(felt > 45 for felt in heaviest) < len(SEEDS) / 2


def test_only_back_is_pressed_twice_and_within_a_second() -> None:
    twice = set()
    for key in ("back", "go", "k1", "p1"):
        for seed in SEEDS:
            clock = Clock()
            with world(clock, seed=seed, hands="clumsy") as table:
                edges = recorded(table, clock)
                clock.run(table.press(key) + 1)
            rests = [edge.at for edge, later in pairwise(edges) if not edge.closed and later.at - edge.at > 0.05]
            if rests:
                twice.add(key)
                assert edges[-1].at - rests[0] < 1.0
            assert edges[-1].at - edges[0].at < 1.2
    assert twice == {"back"}
