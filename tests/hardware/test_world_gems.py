"""Gems on the scale: every one of them accounted for, none like the other, and the converter sees what lies there."""

from itertools import pairwise
from statistics import mean, stdev

import pytest
from smbus2 import SMBus

from hardware import box
from hardware.sim.world import Impossible
from tests.hardware.worlds import Clock, world


def test_gems_leave_one_after_another_and_come_back() -> None:
    clock = Clock()
    with world(clock) as table:
        assert table.take_gems("centre", 3) == pytest.approx(1.2)
        clock.run(0.8)
        assert (table.gems_in("centre"), table.gems_in_hands) == (50, 2)
        clock.run(0.4)
        assert (table.gems_in("centre"), table.gems_in_hands) == (49, 3)
        clock.run(table.put_gems("corner", 1))
        assert (table.gems_in("centre"), table.gems_in("corner"), table.gems_in_hands) == (49, 1, 2)


def test_gems_differ_in_mass_by_their_spread() -> None:
    clock = Clock()
    with world(clock, gems=400, grams=1.6, spread=0.04) as table:
        plate = table._plates["centre"]
        masses = [plate.pick(clock.time()).grams for _ in range(400)]
    assert mean(masses) == pytest.approx(1.6, rel=0.01)
    assert stdev(masses) / mean(masses) == pytest.approx(0.04, rel=0.15)


def test_what_is_taken_from_the_chamber_weighs_the_same_in_the_corner() -> None:
    clock = Clock()
    with world(clock) as table:
        plates = table._plates

        def weight() -> float:
            return sum(plate.grams(clock.time()) - plate.drift(clock.time()) for plate in plates.values())

        before = weight()
        clock.run(table.take_gems("centre", 5) + 1)
        assert weight() < before - 5 * 1.4
        clock.run(table.put_gems("corner", 5) + 200)
        assert weight() == pytest.approx(before, abs=1e-3)


def test_a_hand_disturbs_the_scale_while_it_takes_and_leaves_it_still() -> None:
    clock = Clock()
    with world(clock) as table:
        rest = table.grams_on("centre")
        table.take_gems("centre", 1)
        felt = []
        for _ in range(40):
            clock.run(0.01)
            felt.append(table.grams_on("centre"))
        assert max(felt) > rest + 3
        clock.run(0.4)
        assert table.grams_on("centre") == pytest.approx(rest - 1.6, abs=0.3)


def test_a_bump_leaves_every_gem_where_it_was() -> None:
    clock = Clock()
    with world(clock) as table:
        rest = table.grams_on("centre")
        table.swap_gems("centre", 10)
        clock.run(0.3)
        assert (table.gems_in("centre"), table.gems_in_hands) == (42, 10)
        clock.run(0.6)
        assert (table.gems_in("centre"), table.gems_in_hands) == (52, 0)
        clock.run(1)
        assert table.grams_on("centre") == pytest.approx(rest, abs=0.02)


def test_an_arm_stays_beside_the_next_steps() -> None:
    clock = Clock()
    with world(clock) as table:
        rest = table.grams_on("centre")
        assert table.lean("centre", 300, 3) == 0.0
        table.take_gems("centre", 1)
        clock.run(1.5)
        assert table.gems_in("centre") == 51
        assert table.grams_on("centre") > rest + 200
        assert table.moving
        clock.run(2.5)
        assert table.grams_on("centre") == pytest.approx(rest - 1.6, abs=0.3)


def test_keys_and_knocks_shake_the_scale_and_weigh_nothing() -> None:
    clock = Clock()
    with world(clock, board=(0,) * 8) as table:
        rest = table.grams_on("centre")
        clock.run(table.push_key((0, 1)))
        assert abs(table.grams_on("centre") - rest) > 0.5
        clock.run(1)
        assert table.grams_on("centre") == pytest.approx(rest, abs=0.05)
        table.thump()
        clock.run(0.055)
        assert abs(table.grams_on("corner")) > 3
        clock.run(1)
        assert table.grams_on("corner") == pytest.approx(0, abs=0.05)


def test_more_gems_than_there_are_cannot_be_moved() -> None:
    clock = Clock()
    with world(clock, gems=3, corner=1) as table:
        with pytest.raises(Impossible, match="4 gems cannot be moved: the centre holds 3"):
            table.take_gems("centre", 4)
        with pytest.raises(Impossible, match="the hands hold 0"):
            table.put_gems("corner", 1)
        with pytest.raises(Impossible, match="no place 'lap'"):
            table.lean("lap", 5, 1)  # type: ignore[arg-type]
        table.take_gems("centre", 2)
        with pytest.raises(Impossible, match="the centre holds 1"):
            table.take_gems("centre", 2)
        assert table.take_gems("corner", 0) == 0.0
        clock.run(1)
        assert (table.gems_in("centre"), table.gems_in("corner"), table.gems_in_hands) == (1, 1, 2)


def test_the_converter_shows_the_plates_in_the_plans_counts() -> None:
    clock, plan = Clock(), box.load()
    with world(clock, corner=4) as table, SMBus(plan.bus.number) as wire:
        at = plan.scale.address

        def write(register: int, value: int) -> None:
            wire.write_byte_data(at, register, value)
            clock.run(0.4)

        # Power-up, 3.3 V and gain 128, chopper off, 80 conversions a second (NAU7802 rev 2.1, section 9.1).
        for register, value in ((0x00, 0x01), (0x00, 0x02), (0x00, 0x86), (0x01, 0x27), (0x15, 0x30)):
            write(register, value)
        shown = []
        for channel in (0x00, 0x80):
            write(0x02, 0x34 | channel)
            write(0x00, 0x9E)
            high, middle, low = wire.read_i2c_block_data(at, 0x12, 3)
            shown.append(int.from_bytes(bytes((high, middle, low)), "big", signed=True))
        centre, corner = (count / plan.scale.cell.centre_counts_per_gram for count in shown)
        assert centre == pytest.approx(table.grams_on("centre"), abs=0.15)
        assert corner == pytest.approx(table.grams_on("corner"), abs=0.15)
        assert 80 < centre < 87
        assert 6 < corner < 7


def test_a_row_of_takes_makes_a_row_of_plateaus() -> None:
    clock = Clock()
    with world(clock, grams=1.6) as table:
        plateaus = [table.grams_on("centre")]
        for _ in range(10):
            clock.run(table.take_gems("centre", 1) + 1)
            plateaus.append(table.grams_on("centre"))
    assert all(1.3 < before - after < 1.9 for before, after in pairwise(plateaus))
