"""The gem gate's twin at the register, and the hollow into which a hand holds a gem."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from hardware import box
from hardware.sim.gate import SHADES, Gate, samples, seen
from hardware.sim.hands import Impossible
from hardware.sim.tcs34725 import AEN, ATIME, CDATA, CONTROL, ENABLE, ID, PON, STATUS, Light, Tcs34725Twin
from hardware.sim.world import World
from tests.hardware.worlds import Clock

PLAN = box.load()
FITTED = replace(PLAN, gate=replace(PLAN.gate, fitted=True))
BRIGHT = Light(100.0, 40.0, 30.0, 30.0)


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def register(twin: Tcs34725Twin, at: int, length: int = 1, *, command: int = 0xA0) -> bytes:
    twin.write(bytes((command | at,)))
    return twin.read(length)


def awake(time: Callable[[], float]) -> Tcs34725Twin:
    twin = Tcs34725Twin(time, Random(1))
    twin.write(bytes((0xA0 | ENABLE, PON | AEN)))
    return twin


def test_after_power_on_it_sleeps_with_the_data_sheets_values() -> None:
    twin = Tcs34725Twin(Time(), Random(1))
    assert register(twin, ENABLE) == b"\x00"
    assert register(twin, ATIME) == b"\xff"
    assert register(twin, ID) == b"\x44"
    assert register(twin, STATUS, 9) == bytes(9)


def test_a_command_reads_one_register_again_and_again_or_one_after_the_other() -> None:
    twin = Tcs34725Twin(Time(), Random(1))
    assert register(twin, ATIME, 3, command=0x80) == b"\xff\xff\xff"
    assert register(twin, ATIME, 3, command=0xA0) == b"\xff\x00\x00"


def test_a_special_command_and_what_can_only_be_read_change_nothing() -> None:
    twin = Tcs34725Twin(Time(), Random(1))
    twin.write(b"\xe6\x55")
    twin.write(bytes((0x80 | ID, 0x55)))
    assert register(twin, ID) == b"\x44"
    assert register(twin, 0x06) == b"\x00"


def test_valid_means_once_and_stays_while_old_light_is_shown() -> None:
    time = Time()
    twin = awake(time)
    twin.shine(0.0, BRIGHT)
    time.now = 0.007
    assert register(twin, STATUS) == b"\x00", "awake after 2.4 ms, and 4.8 more for the first integration"
    time.now = 0.0073
    assert register(twin, STATUS) == b"\x01"
    before = register(twin, CDATA, 2)
    twin.write(bytes((0xA0 | CONTROL, 0x03)))
    time.now += 0.004
    assert register(twin, STATUS, 3) == b"\x01" + before, "a new gain restarts it, and shows the old result meanwhile"
    time.now += 0.001
    assert register(twin, CDATA, 2) != before


def test_light_that_changes_within_an_integration_is_mixed() -> None:
    time = Time()
    twin = Tcs34725Twin(time, Random(1))
    twin.write(bytes((0xA0 | ATIME, 256 - 100)))
    twin.write(bytes((0xA0 | ENABLE, PON | AEN)))
    twin.shine(0.0, Light(0.0, 0.0, 0.0, 0.0))
    twin.shine(0.0024 + 0.0024 + 0.12, BRIGHT)
    time.now = 0.0024 + 0.0024 + 0.24 + 1e-4
    clear = int.from_bytes(register(twin, CDATA, 2), "little")
    assert clear == pytest.approx(100.0 * 120, rel=0.02)


def test_no_count_is_above_the_limit_of_its_cycles() -> None:
    assert samples("white", Random(1), number=1, cycles=1, gain=60) == [(1024, 1024, 1024, 1024)]


@pytest.mark.parametrize("colour", SHADES)
def test_every_colour_is_brighter_than_the_empty_gate_and_never_held_twice_alike(colour: str) -> None:
    dice = Random(3)
    first, second = seen(colour, dice), seen(colour, dice)
    assert first != second
    assert min(first.clear, second.clear) > 2 * seen(None, dice).clear


def test_without_its_lamp_the_gate_is_dark() -> None:
    shone: list[Light] = []
    gate = Gate(lambda: 0.0, lambda _, light: shone.append(light), Random(1))
    gate.show("white")
    gate.lamp(on=True)
    assert shone[1].clear < shone[2].clear / 20


def test_a_hand_that_is_still_at_the_gate_keeps_another_from_it() -> None:
    clock = Clock()
    table = World(FITTED, clock)
    try:
        assert table.show_gem("red") == 1.0
        with pytest.raises(Impossible, match="another hand is still at the gem gate"):
            table.show_gem("blue")
        clock.run(1.1)
        with pytest.raises(Impossible, match="there are no gems or dice 'pink'; they are white"):
            table.show_gem("pink")
    finally:
        table.close()


def test_a_gate_that_is_not_fitted_cannot_be_shown_anything_nor_lost() -> None:
    table = World(PLAN, Clock())
    try:
        with pytest.raises(Impossible, match=r"no gem gate is fitted \(gate\.fitted in box\.toml\)"):
            table.show_gem("red")
        with pytest.raises(Impossible, match="no gate is fitted in the simulated box"):
            table.unplug("gate")
    finally:
        table.close()
