"""Parts go dead, come back, brown out and hear noise; the seams are given back in the end."""

import pytest
from smbus2 import SMBus

from hardware import box
from hardware.sim.world import Impossible
from tests.hardware.worlds import Clock, arm, world

PLAN = box.load()
SLOTS0 = PLAN.expanders.slots0
IODIR, GPPU, GPIO = 0x00, 0x0C, 0x12


def test_an_unplugged_expander_is_silent_and_lets_go_of_the_interrupt() -> None:
    clock = Clock()
    with world(clock) as table, SMBus(PLAN.bus.number) as wire:
        clock.run(table.push_key((0, 0)) + 1)
        assert not table.pins.level(PLAN.lines.interrupt)
        assert table.unplug("slots0") == 0.0
        assert table.pins.level(PLAN.lines.interrupt)
        with pytest.raises(OSError, match="Remote I/O"):
            wire.read_byte_data(SLOTS0, GPIO)
        clock.run(table.push_key((0, 1)) + 1)
        assert table.pins.level(PLAN.lines.interrupt)


def test_a_plugged_expander_is_as_after_power_on_and_feels_what_happened_meanwhile() -> None:
    clock = Clock()
    with world(clock, board=(3,) * 8) as table, SMBus(PLAN.bus.number) as wire:
        table.unplug("slots0")
        clock.run(table.push_key((0, 2)) + 1)
        table.plug("slots0")
        assert wire.read_byte_data(SLOTS0, GPPU) == 0
        arm(wire, SLOTS0)
        assert wire.read_i2c_block_data(SLOTS0, GPIO, 2) == [0x7B, 0x7B]


def test_a_browned_out_expander_answers_and_has_forgotten_its_setup() -> None:
    clock = Clock()
    with world(clock) as table, SMBus(PLAN.bus.number) as wire:
        clock.run(table.press("go") + 1)
        assert not table.pins.level(PLAN.lines.interrupt)
        table.reset("panel")
        assert table.pins.level(PLAN.lines.interrupt)
        assert wire.read_byte_data(PLAN.expanders.panel, IODIR) == 0xFF
        assert wire.read_byte_data(PLAN.expanders.panel, GPPU) == 0
        clock.run(table.press("go") + 1)
        assert table.pins.level(PLAN.lines.interrupt)


def test_the_reset_line_clears_every_expander_and_frees_the_bus() -> None:
    clock = Clock()
    with world(clock) as table, SMBus(PLAN.bus.number) as wire:
        table.bus.hold(SLOTS0)
        with pytest.raises(OSError, match="timed out"):
            wire.read_byte_data(PLAN.expanders.panel, GPPU)
        line = table.pins.pin(PLAN.lines.expander_reset)
        line.function = "output"
        line.state = 1
        line.state = 0
        for address in PLAN.expanders.addresses.values():
            assert wire.read_byte_data(address, GPPU) == 0


def test_a_scale_that_starts_anew_has_its_zero_elsewhere() -> None:
    clock = Clock()
    with world(clock) as table:
        before = {place: table.grams_on(place) for place in ("centre", "corner")}
        table.reset("scale")
        table.unplug("scale")
        table.plug("scale")
        shifts = [table.grams_on(place) - before[place] for place in ("centre", "corner")]
    assert all(0 < abs(shift) < 2 for shift in shifts)


def test_noise_spoils_a_fifth_of_the_transfers_of_one_part() -> None:
    clock = Clock()
    with world(clock) as table, SMBus(PLAN.bus.number) as wire:

        def failing(address: int) -> int:
            failed = 0
            for _ in range(1000):
                try:
                    wire.read_byte_data(address, GPIO)
                except OSError:
                    failed += 1
            return failed

        table.noise("slots0", on=True)
        assert 150 < failing(SLOTS0) < 250
        assert failing(PLAN.expanders.panel) == 0
        table.noise("slots0", on=False)
        assert failing(SLOTS0) == 0


def test_unplugged_lamps_are_dark() -> None:
    clock = Clock()
    with world(clock) as table:
        table.unplug("lamps")
        assert set(table.spi.colours) == {(0, 0, 0)}
        assert len(table.spi.colours) == len(PLAN.lamps.names)
        table.plug("lamps")
        table.reset("lamps")
        assert set(table.spi.colours) == {(0, 0, 0)}, "dark until the next signal"


def test_a_fifth_of_what_is_sent_to_noisy_lamps_fails() -> None:
    with world(Clock()) as table:
        table.noise("lamps", on=True)
        assert 130 < sum(table.spi.disturbed() for _ in range(1000)) < 270
        table.noise("lamps", on=False)
        assert not any(table.spi.disturbed() for _ in range(1000))


def test_parts_the_box_does_not_have_are_named() -> None:
    with world(Clock()) as table:
        with pytest.raises(Impossible, match="there is no part 'wheel'; the box has slots0"):
            table.unplug("wheel")
        for verb in (table.unplug, table.plug, table.reset):
            with pytest.raises(Impossible, match="no voice is fitted in the simulated box"):
                verb("voice")


def test_a_closed_world_gives_its_seams_back_to_the_next() -> None:
    clock = Clock()
    with world(clock) as table:
        held = table.pins.pin(PLAN.lines.interrupt)
        with pytest.raises(RuntimeError, match="already answers"), world(clock):
            pass
    with world(clock) as another:
        assert another.pins.pin(PLAN.lines.interrupt) is not held


def test_without_power_nothing_answers_and_with_it_all_but_what_was_unplugged_is_as_fresh() -> None:
    clock, told = Clock(), list[str]()

    def computer(state: str) -> float:
        told.append(state)
        return 1.5 if state == "on" else 0.0

    with world(clock, board=(3,) * 8) as table, SMBus(PLAN.bus.number) as wire:
        table.computer = computer
        table.unplug("slots1")
        table.unplug("lamps")
        assert table.power(False) == 0.0
        with pytest.raises(Impossible, match="the plug is out already"):
            table.power(False)
        for address in PLAN.expanders.addresses.values():
            with pytest.raises(OSError, match="Remote I/O"):
                wire.read_byte_data(address, GPIO)
        clock.run(table.push_key((0, 2)) + 1)
        assert table.power(True) == 1.5
        assert told == ["off", "on"]
        arm(wire, SLOTS0)
        assert wire.read_i2c_block_data(SLOTS0, GPIO, 2) == [0x7B, 0x7B]
        with pytest.raises(OSError, match="Remote I/O"):
            wire.read_byte_data(PLAN.expanders.slots1, GPIO)
        assert not table.spi.plugged


def test_a_table_is_laid_as_somebody_left_it() -> None:
    clock = Clock()
    with world(clock, board=(3,) * 8, spare=2) as table:
        table.lay({(0, 0): True, (1, 0): False, (2, 3): True}, {"centre": 40, "corner": 3})
        clock.run(1)
        assert table.standing == {(0, 0): "full", (1, 0): "half", (2, 3): "blocked"}
        assert table.keys_beside == 0
        assert (table.gems_in("centre"), table.gems_in("corner"), table.gems_in_hands) == (40, 3, 11)
        table.lay({}, {"centre": 60})
        assert (table.gems_in("centre"), table.gems_in_hands) == (51, 0)
