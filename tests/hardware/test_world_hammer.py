"""The hammer, the turned box and the silver column: what falls is accounted for, and each is felt in its place."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, get_args

import pytest
from smbus2 import SMBus

from drivers.lines import InputLine
from hardware import box
from hardware.sim.hands import Strength
from hardware.sim.piezo import LEVEL, STRETCH, crossings
from hardware.sim.table import COLOURS
from hardware.sim.world import Impossible, World
from tests.hardware.worlds import Clock, world

PLAN = box.load()
LINE = PLAN.lines.knock


class Hammered(NamedTuple):
    """A world with all gems of Hammer Time on the box, and the edges of its knock line."""

    clock: Clock
    table: World
    edges: list[tuple[float, bool]]

    def pulses(self) -> list[float]:
        """Widths of the pulses so far."""
        levels = [level for _, level in self.edges]
        assert levels == [number % 2 == 0 for number in range(len(levels))], "the line goes up and down by turns"
        return [down - up for (up, _), (down, _) in zip(self.edges[::2], self.edges[1::2], strict=True)]


@contextmanager
def hammered(**how: Any) -> Iterator[Hammered]:
    clock, edges = Clock(), list[tuple[float, bool]]()
    with world(clock, **{"gems": 90, **how}) as table:
        line = InputLine(
            "knock",
            LINE,
            lambda at, level: edges.append((at, level)),
            pins=table.pins,
            now=clock.time,
            pull_up=False,
            pull_down=True,
        )
        yield Hammered(clock, table, edges)
        line.close()


def test_all_gems_of_hammer_time_lie_on_the_box() -> None:
    with hammered() as (_, table, _):
        assert table.colours_in("centre") == COLOURS
        assert sum(COLOURS.values()) == 90


@pytest.mark.parametrize("strength", get_args(Strength))
def test_a_blow_shakes_the_scale_and_the_line_and_nothing_stays(strength: Strength) -> None:
    for seed in range(10):
        with hammered(seed=seed) as hit:
            clock, table, edges = hit
            rest = table.grams_on("centre")
            assert table.knock(strength) == pytest.approx(0.6)
            felt = []
            for _ in range(60):
                clock.run(0.01)
                felt.append(abs(table.grams_on("centre") - rest))
            assert max(felt) > LEVEL / 2
            assert edges[0][0] == pytest.approx(100.1)
            assert edges[-1][0] < 100.1 + 0.07
            assert min(hit.pulses()) >= STRETCH - 1e-6
            assert max(after - before for (before, _), (after, _) in pairwise(edges)) < PLAN.knock.hold_off_s
            clock.run(1)
            assert table.grams_on("centre") == pytest.approx(rest, abs=0.05)
            assert table.gems_in("centre") == 90


def test_the_harder_the_blow_the_longer_it_rings() -> None:
    def rings(grams: float) -> float:
        return sum(crossings(Random(seed), grams)[-1] for seed in range(200)) / 200

    assert crossings(Random(1), LEVEL - 0.1) == ()
    assert 0.0 in crossings(Random(1), -LEVEL)
    assert max(crossings(Random(1), -LEVEL)) <= 0.006
    assert rings(6) < rings(40) < rings(120)
    assert max(crossings(Random(seed), 150)[-1] for seed in range(200)) < 0.06


def test_gems_fall_after_the_blow_and_can_be_put_back() -> None:
    with hammered() as (clock, table, edges):
        table.knock("hard", ("red", "red", "black"))
        clock.run(0.12)
        assert (len(edges) > 0, table.gems_in("centre")) == (True, 90)
        clock.run(0.48)
        assert table.gems_in("centre") == 87
        assert table.colours_in_hands == Counter(red=2, black=1)
        clock.run(table.put_gems("centre", ("black",)))
        assert table.colours_in_hands == Counter(red=2)
        clock.run(table.put_gems("centre", 2))
        assert table.colours_in("centre") == COLOURS


def test_which_gems_fall_is_the_seeds_to_say() -> None:
    def fallen(seed: int) -> list[dict[str, int]]:
        with hammered(seed=seed) as (clock, table, _):
            falls = []
            for _ in range(5):
                clock.run(table.knock(falls=6) + 1)
                falls.append(dict(table.colours_in_hands))
                clock.run(table.put_gems("centre", 6) + 1)
            assert len({tuple(sorted(fall.items())) for fall in falls}) > 1, "what was put back does not fall again"
            return falls

    assert fallen(3) == fallen(3)
    assert fallen(3) != fallen(4)


def test_a_turned_box_disturbs_its_scale_and_not_the_line() -> None:
    with hammered() as (clock, table, edges):
        rest = table.grams_on("centre")
        assert table.turn(2) == pytest.approx(1.2)
        clock.run(0.5)
        assert abs(table.grams_on("centre") - rest) > 20
        clock.run(0.7)
        assert table.gems_in("centre") == 88
        clock.run(1)
        assert table.grams_on("centre") == pytest.approx(rest - 3.2, abs=0.4)
        assert edges == []


def test_somebody_who_knocks_on_the_table_is_heard_and_moves_no_gem() -> None:
    with hammered() as (clock, table, edges):
        clock.run(table.thump() + 1)
        assert len(edges) > 0
        assert table.gems_in("centre") == 90


def test_a_key_that_hits_home_stays_below_the_level() -> None:
    with hammered(board=(0,) * 8) as (clock, table, edges):
        for slot in range(1, 4):
            clock.run(table.push_key((0, slot)) + 1)
        assert edges == []


def test_an_unplugged_sensor_hears_nothing_and_nobody_can_notice() -> None:
    with hammered() as (clock, table, edges):
        table.knock()
        clock.run(0.1 + STRETCH / 2)
        table.unplug("knock")
        assert [level for _, level in edges] == [True, False]
        clock.run(1)
        clock.run(table.knock() + 1)
        assert len(edges) == 2
        table.plug("knock")
        clock.run(table.knock() + 1)
        assert len(edges) > 2
        with pytest.raises(Impossible, match="no settings to forget and no transfers to fail; unplug it"):
            table.reset("knock")


def test_without_power_the_line_is_silent_and_stays_unplugged_if_it_was() -> None:
    with hammered() as (clock, table, edges):
        table.power(False)
        clock.run(table.knock() + 1)
        assert edges == []
        table.power(True)
        clock.run(table.knock() + 1)
        heard = len(edges)
        assert heard > 0
        table.unplug("knock")
        table.power(False)
        table.power(True)
        clock.run(table.knock() + 1)
        assert len(edges) == heard


def test_clumsy_hands_let_fall_exactly_what_was_asked() -> None:
    rolled = 0
    for seed in range(25):
        with hammered(seed=seed, hands="clumsy") as (clock, table, _):
            for verb in (table.knock, table.turn):
                clock.run(verb(falls=("white", "green")) / 2)
                most = 90 - table.gems_in("centre")
                clock.run(2)
                rolled += most > 2
                assert table.colours_in_hands == Counter(white=1, green=1)
                clock.run(table.put_gems("centre", 2) + 2)
            assert table.colours_in("centre") == COLOURS
    assert rolled > 0, "a gem rolls off and back now and then"


def test_what_no_hammer_can_do_is_refused_and_moves_nothing() -> None:
    with hammered(gems=12) as (clock, table, edges):
        there = table.colours_in("centre")
        rare = min(there, key=lambda colour: there[colour])
        with pytest.raises(Impossible, match="13 gems cannot be moved: the centre holds 12"):
            table.knock(falls=13)
        with pytest.raises(Impossible, match=f"{there[rare] + 1} {rare} gems cannot be moved: the centre holds"):
            table.turn([rare] * (there[rare] + 1))
        table.knock(falls=[rare] * there[rare])
        with pytest.raises(Impossible, match="another hand is still knocking or turning the box"):
            table.turn()
        with pytest.raises(Impossible, match=f"1 {rare} gems cannot be moved: the centre holds 0"):
            table.take_gems("centre", [rare])
        clock.run(table.take_gems("centre", 12 - there[rare]))
        assert table.gems_in("centre") == 0, "a hand that takes any leaves those that are falling"
        assert len(edges) > 0


def column_bit() -> int:
    with SMBus(PLAN.bus.number) as wire:
        value: int = wire.read_i2c_block_data(PLAN.expanders.slots4, 0x12, 2)[0]
    return value >> PLAN.column.contact.bit & 1


def test_the_column_stands_on_its_contact_until_it_is_taken() -> None:
    clock = Clock()
    with world(clock) as table:
        assert (table.column_up, column_bit()) == (False, 0)
        with pytest.raises(Impossible, match="the column stands in its place already"):
            table.column(up=False)
        assert table.column(up=True) == pytest.approx(0.3)
        with pytest.raises(Impossible, match="another hand is still busy with the column"):
            table.column(up=True)
        clock.run(1)
        assert (table.column_up, column_bit()) == (True, 1)
        with pytest.raises(Impossible, match="the column is up already"):
            table.column(up=True)
        clock.run(table.column(up=False) + 1)
        assert (table.column_up, column_bit()) == (False, 0)


def test_a_table_can_be_laid_with_the_column_away() -> None:
    clock = Clock()
    with world(clock) as table:
        table.lay({}, {}, column_up=True)
        clock.run(1)
        assert (table.column_up, column_bit()) == (True, 1)


def test_clumsy_hands_tilt_the_column_first_now_and_then() -> None:
    tilted = 0
    for seed in range(20):
        clock = Clock()
        with world(clock, seed=seed, hands="clumsy") as table:
            seconds = table.column(up=True)
            tilted += seconds > 0.3
            clock.run(seconds + 0.5)
            assert table.column_up
    assert 2 < tilted < 15


def test_keys_can_be_pressed_one_after_the_other_and_the_same_again() -> None:
    clock = Clock()
    with world(clock) as table:
        downs: list[tuple[float, str]] = []
        for key, contact in table._panel.items():
            move = contact.move

            def noted(at: float, *, closed: bool, key: str = key, move: Any = move) -> None:
                if closed:
                    downs.append((at, key))
                move(at, closed=closed)

            contact.move = noted  # type: ignore[method-assign]
        seconds = table.press_each("k2", "k2", "k6")
        with pytest.raises(Impossible, match="a finger is still on k6"):
            table.press("k6")
        clock.run(seconds)
        assert [key for _, key in downs] == ["k2", "k2", "k6"]
        assert all(later - sooner > 0.4 for (sooner, _), (later, _) in pairwise(downs))


def test_the_faintest_blow_that_reaches_the_level_ended_a_turn_as_none_when_its_last_crossing_was_left_out() -> None:
    assert {max(crossings(Random(seed), LEVEL)) for seed in range(200)} == {0.006}
