"""The silver column: taken and put back at the moment its contact moved, through bounces, bumps and losses."""

import pytest

from firmware.sensing import column, contacts
from firmware.sensing.column import Column
from firmware.sensing.readings import Back, Lost, Passed, Ports, Reading, Weight
from games.facts import ColumnMoved, Fact, PartBack, PartLost
from games.table import Slot

BIT = 4
STANDS = 1 << BIT


def begin(contact_s: float = 0.02) -> Column:
    return column.begin("slots4", "A", BIT, contact_s=contact_s)


def follow(state: Column, *readings: Reading) -> tuple[Column, list[Fact]]:
    facts: list[Fact] = []
    for reading in readings:
        while (due := column.wake(state)) is not None and due <= reading.at:
            state, said = column.see(state, Passed(due))
            facts += said
        state, said = column.see(state, reading)
        facts += said
    return state, facts


def ports(at: float, a: int = 0, b: int = 0) -> Ports:
    return Ports(at, "slots4", a, b)


def standing() -> Column:
    state, facts = follow(begin(), ports(0.0, STANDS), Passed(1.0))
    assert facts == [ColumnMoved(at=0.0, up=False)]
    return state


def test_a_column_that_was_never_there_says_nothing() -> None:
    _, facts = follow(begin(), ports(0.0), Passed(1.0))
    assert facts == []


def test_it_is_taken_and_put_back_at_the_moment_its_contact_moved() -> None:
    _, facts = follow(standing(), ports(5.0), Passed(6.0), ports(8.0, STANDS), Passed(9.0))
    assert facts == [ColumnMoved(at=5.0, up=True), ColumnMoved(at=8.0, up=False)]


def test_a_contact_that_bounces_moves_once_and_when_it_came_to_rest() -> None:
    _, facts = follow(standing(), ports(5.0), ports(5.005, STANDS), ports(5.01), Passed(6.0))
    assert facts == [ColumnMoved(at=5.01, up=True)]


def test_a_tilt_shorter_than_the_debounce_is_none() -> None:
    _, facts = follow(standing(), ports(5.0), ports(5.015, STANDS), Passed(6.0))
    assert facts == []


def test_a_column_back_soon_is_told_all_the_same() -> None:
    # Whether it was a bump is the referee's to judge.
    _, facts = follow(standing(), ports(5.0), ports(5.3, STANDS), Passed(6.0))
    assert facts == [ColumnMoved(at=5.0, up=True), ColumnMoved(at=5.3, up=False)]


def test_a_look_that_comes_late_counts_what_was_steady_before_it() -> None:
    state, _ = column.see(standing(), ports(5.0))
    _, facts = column.see(state, ports(7.0, STANDS))
    assert facts == (ColumnMoved(at=5.0, up=True),)


def test_contacts_that_need_no_time_to_settle_count_at_once() -> None:
    _, facts = column.see(begin(contact_s=0.0), ports(3.0, STANDS))
    assert facts == (ColumnMoved(at=3.0, up=False),)


@pytest.mark.parametrize("raw", [0, STANDS])
def test_after_a_loss_it_is_told_as_it_stands(raw: int) -> None:
    state, facts = follow(standing(), Lost(5.0, "slots4"), Passed(7.0))
    assert facts == []
    state, facts = follow(state, Back(8.0, "slots4"), ports(8.1, raw), Passed(9.0))
    assert facts == [ColumnMoved(at=8.1, up=not raw)]
    _, facts = follow(state, ports(10.0, raw ^ STANDS), ports(11.0, raw), Passed(12.0))
    assert len(facts) == 2


def test_other_contacts_parts_and_readings_are_not_its_own() -> None:
    state = standing()
    others = (
        ports(2.0, STANDS | 0b1111, 0x7F),
        Ports(3.0, "slots0", 0, 0),
        Lost(4.0, "panel"),
        Weight(5.0, "centre", 1),
    )
    assert follow(state, *others, Passed(6.0)) == (state, [])


def test_it_may_be_wired_to_the_other_port() -> None:
    _, facts = follow(column.begin("slots4", "B", 5, contact_s=0.02), ports(1.0, 0, 1 << 5), Passed(2.0))
    assert facts == [ColumnMoved(at=1.0, up=False)]


def test_the_part_is_not_back_before_its_column_is_known() -> None:
    slots = contacts.begin({("slots4", 0): Slot(7, 0)}, contact_s=0.02, skew_s=0.1, beside={"slots4": STANDS})
    state, facts = begin(), list[Fact]()
    flickers = [ports(8.0 + 0.015 * n, STANDS * (n % 2)) for n in range(6)]
    readings: tuple[Reading, ...] = (Lost(5.0, "slots4"), Back(7.9, "slots4"), *flickers, Passed(8.2))
    for reading in readings:
        state, of_column = column.see(state, reading)
        slots, of_slots = contacts.see(slots, reading)
        facts += (*of_column, *of_slots)
    assert facts[-2:] == [ColumnMoved(at=8.075, up=False), PartBack(at=8.2, part="slots4")]
    assert PartLost(at=5.0, part="slots4") in facts
