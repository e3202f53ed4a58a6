"""Keys in slots: what the contacts feel, what stands, and what no hand can do."""

from itertools import groupby
from typing import Any

import pytest
from smbus2 import SMBus

from hardware import box
from hardware.sim.contacts import LONGEST_BOUNCE, Wear
from hardware.sim.world import Impossible
from tests.hardware.worlds import Clock, Edge, recorded, world

BOARD = (3, 0, 2, 1, 0, 3, 2, 1)
ENTRY, FULL = 0, 1


def _of(edges: list[Edge], slot: tuple[int, int], port: int) -> list[Edge]:
    return [edge for edge in edges if edge.contact == (slot, port)]


def test_a_slow_push_passes_entered_on_its_way_to_full() -> None:
    clock = Clock()
    with world(clock, board=BOARD) as table:
        edges = recorded(table, clock)
        begin = clock.time()
        assert table.push_key((3, 2), 2.0) == 2.0
        clock.run(1.5)
        assert table.standing == {(3, 2): "half"}
        assert not _of(edges, (3, 2), FULL)
        clock.run(1.0)
    assert table.standing == {(3, 2): "full"}
    entry, full = _of(edges, (3, 2), ENTRY), _of(edges, (3, 2), FULL)
    assert 0.2 * 2 < entry[0].at - begin < 0.4 * 2
    assert full[0].at - begin == pytest.approx(2.0, abs=0.02)
    assert entry[-1].closed
    assert full[-1].closed


def test_a_blocked_slot_never_closes_its_full_contact() -> None:
    clock = Clock()
    with world(clock, board=BOARD) as table:
        edges = recorded(table, clock)
        clock.run(table.push_key((1, 0)) + 1)
        clock.run(table.shove_key((1, 0)) + 1)
        clock.run(table.lift_key((1, 0)) + 1)
    assert _of(edges, (1, 0), ENTRY)
    assert not _of(edges, (1, 0), FULL)


def test_a_key_pushed_half_goes_on_when_shoved() -> None:
    clock = Clock()
    with world(clock, board=BOARD) as table:
        clock.run(table.push_key((1, 1), half=True) + 1)
        clock.run(table.push_key((1, 0), half=True) + 1)
        assert table.standing == {(1, 1): "half", (1, 0): "half"}
        clock.run(table.shove_key((1, 1)) + 1)
        clock.run(table.shove_key((1, 0)) + 1)
        assert table.standing == {(1, 1): "full", (1, 0): "blocked"}


def test_a_lifted_key_opens_full_before_entry() -> None:
    clock = Clock()
    with world(clock, board=BOARD) as table:
        clock.run(table.push_key((0, 0)) + 1)
        edges = recorded(table, clock)
        clock.run(table.lift_key((0, 0)) + 1)
    entry, full = _of(edges, (0, 0), ENTRY), _of(edges, (0, 0), FULL)
    assert full[0].at < entry[0].at
    assert not full[-1].closed
    assert not entry[-1].closed


@pytest.mark.parametrize("contacts", ["new", "worn"])
def test_every_movement_bounces_within_its_limits_and_ends_right(contacts: Wear) -> None:
    clock = Clock()
    with world(clock, board=BOARD, contacts=contacts) as table:
        edges = recorded(table, clock)
        for slot in ((0, 0), (0, 1), (2, 0)):
            clock.run(table.push_key(slot, 3.0) + 1)
            clock.run(table.lift_key(slot) + 1)
    shortest = 0.009 if contacts == "new" else 0.0
    for _, heard in groupby(sorted(edges, key=lambda e: (e.contact, e.at)), key=lambda e: e.contact):
        contact = list(heard)
        closing = [edge for edge in contact if edge.at < contact[0].at + 0.3]
        assert 3 <= len(closing) < len(contact)
        assert shortest <= closing[-1].at - closing[0].at <= LONGEST_BOUNCE[contacts]
        assert [edge.closed for edge in closing] == [n % 2 == 0 for n in range(len(closing))]
        assert not contact[-1].closed


def test_a_key_in_the_hand_goes_before_one_from_beside() -> None:
    clock = Clock()
    with world(clock, board=BOARD) as table:
        assert (table.keys_in_hand, table.keys_beside) == (0, 3)
        clock.run(table.push_key((0, 0)) + 1)
        assert (table.keys_in_hand, table.keys_beside) == (0, 2)
        clock.run(table.lift_key((0, 0)) + 1)
        assert (table.keys_in_hand, table.keys_beside) == (1, 2)
        table.push_key((0, 1))
        table.push_key((0, 2))
        assert (table.keys_in_hand, table.keys_beside) == (2, 1)
        clock.run(1)
        assert (table.keys_in_hand, table.keys_beside) == (0, 1)


def test_what_no_hand_can_do_is_said_and_moves_nothing() -> None:
    clock = Clock()
    with world(clock, board=BOARD) as table:
        clock.run(table.push_key((0, 0)) + 1)
        with pytest.raises(Impossible, match=r"slot 0\.0 already"):
            table.push_key((0, 0))
        with pytest.raises(Impossible, match=r"no key stands in slot 0\.1"):
            table.lift_key((0, 1))
        with pytest.raises(Impossible, match=r"no key stands in slot 0\.1"):
            table.shove_key((0, 1))
        with pytest.raises(Impossible, match=r"no slot 8\.0"):
            table.push_key((8, 0))
        table.push_key((1, 1))
        with pytest.raises(Impossible, match="another hand"):
            table.lift_key((1, 1))
        table.push_key((1, 2))
        with pytest.raises(Impossible, match="no key is left"):
            table.push_key((1, 3))
        clock.run(1)
        assert table.standing == {(0, 0): "full", (1, 1): "full", (1, 2): "full"}
        edges = recorded(table, clock)
        with pytest.raises(Impossible):
            table.push_key((1, 3))
        clock.run(1)
        assert not edges


def test_the_next_verb_may_begin_at_the_very_end_of_the_last_one() -> None:
    clock = Clock()
    with world(clock, board=BOARD) as table:
        clock.run(table.push_key((0, 0)))
        clock.run(table.lift_key((0, 0)))
        clock.run(table.push_key((0, 0)))
        assert table.standing == {(0, 0): "full"}


def test_all_is_at_rest_when_the_world_says_so() -> None:
    clock = Clock()
    with world(clock, board=BOARD, contacts="worn") as table:
        still = [table.moving]
        edges = recorded(table, clock)
        table.push_key((0, 0))
        still.append(table.moving)
        clock.run(table.busy_until - clock.time())
        still.append(table.moving)
        heard = len(edges)
        clock.run(10)
    assert still == [False, True, False]
    assert len(edges) == heard
    assert clock.idle


@pytest.mark.parametrize("hands", ["tidy", "clumsy"])
def test_one_seed_makes_one_world_and_another_makes_another(hands: str) -> None:
    def evening(seed: int) -> tuple[Any, ...]:
        clock = Clock()
        with world(clock, seed=seed, hands=hands) as table:
            edges = recorded(table, clock)
            for slot in ((0, 0), (3, 2), (5, 1)):
                clock.run(table.push_key(slot) + 1)
            clock.run(table.take_gems("centre", 3) + 1)
            clock.run(table.press("go") + 1)
            clock.run(table.lift_key((3, 2)) + 1)
            return tuple(edges), table.board, table.grams_on("centre"), table.busy_until

    assert evening(1) == evening(1)
    assert evening(1) != evening(2)


def test_a_wrong_board_is_refused() -> None:
    with pytest.raises(ValueError, match="8 numbers from 0 to 3"), world(Clock(), board=(0, 1, 2, 4, 0, 0, 0, 0)):
        pass


def test_int_goes_low_on_a_change_and_stays_low_until_every_chip_is_read() -> None:
    clock, plan = Clock(), box.load()
    line = plan.lines.interrupt
    first, second = plan.expanders.slots0, plan.expanders.slots4
    with world(clock, board=BOARD) as table, SMBus(plan.bus.number) as wire:
        assert table.pins.level(line)
        clock.run(table.push_key((0, 0)) + 5)
        assert not table.pins.level(line)
        clock.run(table.push_key((7, 2)) + 1)
        assert wire.read_i2c_block_data(first, 0x12, 2) == [0x7E, 0x7E]
        assert not table.pins.level(line)
        column = 1 << plan.column.contact.bit  # closed: it stands in its place
        assert wire.read_i2c_block_data(second, 0x12, 2) == [0x7F & ~(1 << 2) & ~column, 0x7F & ~(1 << 2)]
        assert table.pins.level(line)
