"""Key slots: what a child's hand, bouncing contacts and dying chips make of them."""

import csv
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.sensing import contacts
from firmware.sensing.contacts import Slots
from firmware.sensing.readings import Back, Lost, Passed, Ports, Reading, Weight
from games.facts import Fact, KeyStands, PartBack, PartLost
from games.table import Depth, Slot

BOUNCE = Path(__file__).parents[2].parent / "shared/data/bounce/bouncy-button-data_excerpts.csv"

LEFT, RIGHT = Slot(0, 0), Slot(0, 1)
FAR = Slot(7, 3)
WIRING = {("slots0", 0): LEFT, ("slots0", 1): RIGHT, ("slots4", 3): FAR}


def begin() -> Slots:
    return contacts.begin(WIRING, contact_s=0.02, skew_s=0.1, back_s=1.0)


def follow(state: Slots, *readings: Reading) -> tuple[Slots, list[Fact]]:
    """Show the readings, and wake the fold between them whenever it asked for it."""
    facts: list[Fact] = []
    for reading in readings:
        while (due := contacts.wake(state)) is not None and due <= reading.at:
            state, said = contacts.see(state, Passed(due))
            facts += said
            assert contacts.wake(state) is None or contacts.wake(state) != due
        state, said = contacts.see(state, reading)
        facts += said
    return state, facts


def ports(at: float, a: int, b: int = 0, part: str = "slots0") -> Ports:
    return Ports(at, part, a, b)


def settled(*readings: Reading) -> Slots:
    return follow(begin(), ports(0, 0), ports(0, 0, part="slots4"), *readings, Passed(9))[0]


def test_nothing_is_said_of_empty_slots_at_the_start() -> None:
    state, facts = follow(begin(), ports(0, 0), Passed(1))
    assert facts == []
    assert contacts.wake(state) is None


def test_all_is_told_once_every_slot_was_seen_or_its_part_is_lost() -> None:
    state, _ = follow(begin(), ports(0, 0), Passed(1))
    assert not contacts.told(state)
    assert contacts.told(follow(state, ports(2, 0, part="slots4"), Passed(3))[0])
    assert contacts.told(follow(state, Lost(2, "slots4"))[0])


def test_keys_that_stand_there_at_the_start_are_said() -> None:
    _, facts = follow(begin(), ports(3, 0b11, 0b10), Passed(4))
    assert facts == [
        KeyStands(at=3, slot=LEFT, depth=Depth.ENTERED),
        KeyStands(at=3, slot=RIGHT, depth=Depth.FULL),
    ]


def test_a_slow_push_passes_entered_on_its_way_to_full() -> None:
    _, facts = follow(settled(), ports(10.0, 1), ports(10.2, 1, 1), Passed(11))
    assert facts == [
        KeyStands(at=10.0, slot=LEFT, depth=Depth.ENTERED),
        KeyStands(at=10.2, slot=LEFT, depth=Depth.FULL),
    ]


def test_a_contact_counts_from_its_last_flip_and_not_before_20_ms() -> None:
    state, facts = follow(settled(), ports(10.000, 1), ports(10.003, 0), ports(10.005, 1), Passed(10.024))
    assert facts == []
    assert contacts.wake(state) == pytest.approx(10.025)
    _, facts = follow(state, Passed(10.026))
    assert facts == [KeyStands(at=10.005, slot=LEFT, depth=Depth.ENTERED)]


def test_a_glitch_shorter_than_20_ms_is_nothing_either_way() -> None:
    state, facts = follow(settled(), ports(10, 1), ports(10.01, 0), Passed(11))
    assert facts == []
    state, _ = follow(state, ports(12, 1), Passed(13))
    _, facts = follow(state, ports(14, 0), ports(14.01, 1), Passed(15))
    assert facts == []


def test_the_stamps_decide_when_the_wake_up_comes_late() -> None:
    _, facts = contacts.see(contacts.see(settled(), ports(10, 1))[0], ports(10.5, 0))
    assert facts == (KeyStands(at=10, slot=LEFT, depth=Depth.ENTERED),)


def test_full_let_go_a_moment_after_entry_is_a_key_lifted() -> None:
    state = settled(ports(5, 1, 1))
    _, facts = follow(state, ports(10, 0, 1), ports(10.06, 0, 0), Passed(11))
    assert facts == [KeyStands(at=10.06, slot=LEFT, depth=Depth.EMPTY)]


def test_full_without_entry_that_stays_is_unknown_and_said_once() -> None:
    state, facts = follow(settled(), ports(10, 0, 1), Passed(11), Passed(12))
    assert facts == [KeyStands(at=10, slot=LEFT, depth=Depth.UNKNOWN)]
    state, facts = follow(state, ports(13, 1, 1), Passed(14))
    assert facts == [KeyStands(at=13, slot=LEFT, depth=Depth.FULL)]


def test_a_lost_part_is_unknown_in_every_slot_and_said_once() -> None:
    state, facts = follow(settled(ports(5, 1, 1)), Lost(10, "slots0"), Lost(11, "slots0"))
    assert facts == [
        KeyStands(at=10, slot=LEFT, depth=Depth.UNKNOWN),
        KeyStands(at=10, slot=RIGHT, depth=Depth.UNKNOWN),
        PartLost(at=10, part="slots0"),
    ]
    assert contacts.wake(state) is None


def test_what_a_part_shows_is_told_before_it_is_back() -> None:
    state, _ = follow(settled(), Lost(10, "slots0"))
    state, facts = follow(state, Back(20, "slots0"), Passed(22))
    assert facts == []  # nothing has been seen of it yet
    state, facts = follow(state, ports(22, 1, 1), Passed(23))
    assert facts == [
        KeyStands(at=22, slot=LEFT, depth=Depth.FULL),
        KeyStands(at=22, slot=RIGHT, depth=Depth.EMPTY),
        PartBack(at=22 + 0.02, part="slots0"),
    ]
    _, facts = follow(state, Back(24, "slots0"), Passed(30))
    assert facts == []


def test_ports_that_come_before_the_word_that_a_part_is_back() -> None:
    state, _ = follow(settled(), Lost(10, "slots0"), ports(20, 0), Passed(21))
    _, facts = follow(state, Back(21.5, "slots0"), Passed(21.6))
    assert facts == [PartBack(at=21.5, part="slots0")]


def test_a_contact_that_never_rests_does_not_keep_a_part_lost() -> None:
    state, _ = follow(settled(), Lost(10, "slots0"))
    flicker = [ports(20 + step / 100, step % 2) for step in range(200)]
    _, facts = follow(state, Back(20, "slots0"), *flicker)
    assert KeyStands(at=20, slot=RIGHT, depth=Depth.EMPTY) in facts
    assert facts[-1] == PartBack(at=21.0, part="slots0")
    assert not any(isinstance(fact, KeyStands) and fact.slot == LEFT for fact in facts)


def test_a_part_lost_again_before_it_was_back_is_told_unknown_again() -> None:
    state, _ = follow(settled(), Lost(10, "slots0"), Back(11, "slots0"), ports(11, 1))
    state, facts = follow(state, Lost(12, "slots0"))
    assert facts[0] == KeyStands(at=11, slot=LEFT, depth=Depth.ENTERED)
    assert PartBack(at=11 + 0.02, part="slots0") in facts
    assert facts[-1] == PartLost(at=12, part="slots0")


def test_one_part_knows_nothing_of_the_other() -> None:
    _, facts = follow(settled(), Lost(10, "slots0"), ports(11, 0b1000, 0, "slots4"), Passed(12))
    assert facts[-1] == KeyStands(at=11, slot=FAR, depth=Depth.ENTERED)


@pytest.mark.parametrize(
    "stranger",
    [Ports(10, "panel", 3, 3), Weight(10, "centre", 5), Lost(10, "scale"), Back(10, "scale"), Passed(10)],
)
def test_readings_of_others_change_nothing(stranger: Reading) -> None:
    state = settled()
    assert contacts.see(state, stranger) == (state, ())


def test_unwired_pins_change_nothing() -> None:
    state = settled()
    assert contacts.see(state, ports(10, 0b1111_0000, 0b1000_0000)) == (state, ())


@given(st.lists(st.tuples(st.floats(0.0005, 0.3), st.integers(0, 1), st.integers(0, 1)), max_size=40))
def test_whatever_the_contacts_did_the_last_word_is_how_they_stand(steps: list[tuple[float, int, int]]) -> None:
    state, at, told = settled(), 10.0, Depth.EMPTY
    facts: list[Fact] = []
    entry = full = 0
    for pause, entry, full in steps:
        at += pause
        state, said = follow(state, ports(at, entry, full))
        facts += said
    _, said = follow(state, Passed(at + 1))
    for fact in [*facts, *said]:
        assert isinstance(fact, KeyStands)
        assert fact.depth is not told  # nothing is said twice
        told = fact.depth
    assert told is {(0, 0): Depth.EMPTY, (1, 0): Depth.ENTERED, (1, 1): Depth.FULL}.get((entry, full), Depth.UNKNOWN)


def test_real_switches_close_and_open_once() -> None:
    """The excerpts bounce within a millisecond; each is one change, from the level before to the level at its end."""
    if not BOUNCE.exists():
        pytest.skip("the recordings are not beside this checkout (../shared/data)")
    with BOUNCE.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    for _, edges in groupby(rows, key=lambda row: row["test"]):
        levels = [(10 + int(row["t_ns"]) * 1e-9, int(row["level"])) for row in edges]
        start = 1 - levels[0][1]
        state = settled(ports(5, start))
        _, facts = follow(state, *(ports(at, level) for at, level in levels), Passed(20))
        changed = levels[-1][1] != start
        assert len(facts) == changed
        assert all(isinstance(fact, KeyStands) and fact.at == levels[-1][0] for fact in facts)


def test_contacts_that_need_no_time_to_settle_count_with_the_look_that_saw_them() -> None:
    slots = contacts.begin(WIRING, contact_s=0.0, skew_s=0.1, back_s=1.0)
    slots, _ = contacts.see(slots, Ports(1.0, "slots0", 0, 0))
    slots, facts = contacts.see(slots, Ports(2.0, "slots0", 0b1, 0b1))
    assert facts == (KeyStands(at=2.0, slot=Slot(0, 0), depth=Depth.FULL),)
    assert contacts.wake(slots) is None


def chatter(begin: float, end: float, bits: int = 1, *, pause: float = 0.03) -> list[Reading]:
    """A contact that closes and opens without end, and each time stands for longer than contacts settle."""
    return [ports(begin + step * pause, bits * (step % 2)) for step in range(round((end - begin) / pause))]


def test_a_contact_that_chatters_for_minutes_counts_as_it_stood_before_until_it_rests() -> None:
    state, facts = follow(settled(), *chatter(10, 130), ports(130, 0), Passed(131))
    assert [fact.depth for fact in facts if isinstance(fact, KeyStands)][-1] is Depth.EMPTY
    assert max(fact.at for fact in facts) < 11.1
    assert follow(state, ports(140, 1), Passed(141))[1] == [KeyStands(at=140, slot=LEFT, depth=Depth.ENTERED)]


def test_a_slot_under_a_key_keeps_it_while_its_contact_chatters() -> None:
    state, _ = follow(settled(), ports(10, 1), Passed(12))
    _, facts = follow(state, *(ports(12 + step * 0.03, step % 2) for step in range(1000)), Passed(43))
    assert [fact.depth for fact in facts if isinstance(fact, KeyStands)][-1] is Depth.ENTERED
    assert max(fact.at for fact in facts) < 13.1


@pytest.mark.parametrize(("period", "closed"), [(0.042, 0.03), (0.052, 0.04)])
def test_what_is_closed_for_most_of_its_chatter_is_empty_all_the_same_until_it_rests(
    period: float, closed: float
) -> None:
    moments = [(10 + period * step + after, level) for step in range(100) for after, level in ((0, 1), (closed, 0))]
    state, facts = follow(settled(), *(ports(at, level) for at, level in moments))
    assert [fact.depth for fact in facts if isinstance(fact, KeyStands)] == [Depth.ENTERED, Depth.EMPTY]
    _, facts = follow(state, ports(moments[-1][0] + 0.01, 1), Passed(17))
    assert [fact.depth for fact in facts if isinstance(fact, KeyStands)] == [Depth.ENTERED]


def test_a_contact_that_rests_closed_after_its_chatter_is_told_a_moment_later_and_a_sound_one_beside_it_at_once() -> (
    None
):
    noise = [ports(10 + step * 0.01, 0b01 * (step % 2) | 0b10 * (step >= 250)) for step in range(300)]
    _, facts = follow(settled(), *noise, ports(13, 0b11), Passed(14))
    assert [(fact.slot, fact.depth) for fact in facts if isinstance(fact, KeyStands)] == [
        (RIGHT, Depth.ENTERED),
        (LEFT, Depth.ENTERED),
    ]
    assert facts[-1].at == pytest.approx(12.99, abs=0.02)


def test_a_contact_that_chatters_from_the_first_look_on_is_told_once_it_rests() -> None:
    noise = [ports(step * 0.01, step % 2) for step in range(300)]
    _, facts = follow(begin(), *noise, ports(3, 1), Passed(4))
    assert [fact.depth for fact in facts if isinstance(fact, KeyStands)] == [Depth.ENTERED]
