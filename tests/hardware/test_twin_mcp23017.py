"""The expander's twin against the data sheet: what the driver must never be able to rely on is here too."""

from pathlib import Path
from random import Random

import pytest

from hardware.sim.mcp23017 import Mcp23017Twin
from tests.recordings import main

RECORDINGS = Path(__file__).parents[3] / "shared" / "data" / "mcp23017"


def registers(twin: Mcp23017Twin, address: int, length: int = 1) -> list[int]:
    twin.write(bytes((address,)))
    return list(twin.read(length))


def test_after_power_on_all_pins_are_inputs_and_the_rest_is_zero() -> None:
    assert registers(Mcp23017Twin(), 0, 22) == [0xFF, 0xFF] + [0] * 20


def test_the_pointer_rolls_over_from_olatb_to_iodira() -> None:
    twin = Mcp23017Twin()
    twin.write(bytes((0x14, 0x11, 0x22, 0x33)))
    assert registers(twin, 0x14, 3) == [0x11, 0x22, 0x33]


def test_in_byte_mode_the_pointer_toggles_within_the_pair() -> None:
    twin = Mcp23017Twin()
    twin.write(bytes((0x0A, 0x20)))
    twin.write(bytes((0x02, 1, 2, 3)))
    assert registers(twin, 0x02, 4) == [3, 2, 3, 2]


def test_the_other_bank_moves_every_register() -> None:
    twin = Mcp23017Twin()
    twin.write(bytes((0x00, *range(10))))
    twin.write(bytes((0x0A, 0x80)))
    assert registers(twin, 0x00, 5) == [0, 2, 4, 6, 8]
    assert registers(twin, 0x10, 5) == [1, 3, 5, 7, 9]
    assert registers(twin, 0x05) == registers(twin, 0x15) == [0x80]
    twin.write(bytes((0x1A, 0x77, 0x0F)))
    assert registers(twin, 0x1A) == [0x77]
    assert registers(twin, 0x00) == [0x0F]
    assert registers(twin, 0x0C) == registers(twin, 0x40) == [0]


def test_in_the_other_bank_byte_mode_stands_still() -> None:
    twin = Mcp23017Twin()
    twin.write(bytes((0x0A, 0xA0)))
    twin.write(bytes((0x01, 5, 6)))
    assert registers(twin, 0x01, 2) == [6, 6]


def test_a_write_to_gpio_is_a_write_to_the_latch_and_reading_gpio_shows_pins() -> None:
    twin = Mcp23017Twin()
    twin.write(bytes((0x00, 0xF0)))
    twin.write(bytes((0x12, 0xFF)))
    assert registers(twin, 0x14) == [0xFF]
    assert registers(twin, 0x12) == [0x0F]
    twin.write(bytes((0x0C, 0xFF)))
    assert twin.pins()[0] == 0xFF
    twin.drive(0, 7, low=True)
    assert registers(twin, 0x12) == [0x7F]


def test_an_input_without_a_pull_up_reads_low_until_it_gets_one() -> None:
    twin = Mcp23017Twin()
    assert registers(twin, 0x12) == [0x00]
    twin.write(bytes((0x0C, 0x01)))
    assert registers(twin, 0x12) == [0x01]
    twin.write(bytes((0x02, 0xFF)))
    assert registers(twin, 0x12) == [0xFE]


def armed(*, iocon: int = 0, intcon: int = 0, defval: int = 0, intf_all: bool = False) -> Mcp23017Twin:
    """All pins pulled up and armed, nothing pending."""
    twin = Mcp23017Twin(intf_all=intf_all)
    twin.write(bytes((0x0C, 0xFF, 0xFF)))
    twin.write(bytes((0x06, defval, defval, intcon, intcon, iocon)))
    twin.write(bytes((0x04, 0xFF, 0xFF)))
    registers(twin, 0x12, 2)
    return twin


def test_intcap_is_frozen_at_the_first_event() -> None:
    twin = armed()
    twin.drive(0, 2, low=True)
    twin.drive(0, 4, low=True)
    assert registers(twin, 0x0E) == [0b100]
    assert registers(twin, 0x10) == [0xFB]
    assert registers(twin, 0x10) == [0xFB]
    assert registers(twin, 0x0E) == [0]


def test_reading_intf_clears_nothing() -> None:
    twin = armed()
    twin.drive(0, 2, low=True)
    registers(twin, 0x0E, 2)
    assert twin.pulls_int()


def test_a_port_is_cleared_at_its_own_byte() -> None:
    twin = armed(iocon=0x40)
    twin.drive(0, 0, low=True)
    twin.drive(1, 0, low=True)
    registers(twin, 0x12)
    assert twin.pulls_int()
    registers(twin, 0x13)
    assert not twin.pulls_int()


def test_without_mirror_inta_tells_of_port_a_only() -> None:
    twin = armed()
    twin.drive(1, 0, low=True)
    assert not twin.pulls_int()
    twin.drive(0, 0, low=True)
    assert twin.pulls_int()


def test_a_pin_that_came_back_while_pending_is_no_second_event() -> None:
    twin = armed()
    twin.drive(0, 0, low=True)
    twin.drive(0, 0, low=False)
    assert twin.pulls_int()
    registers(twin, 0x12)
    assert not twin.pulls_int()


def test_compared_with_defval_int_comes_again_until_the_pin_is_back() -> None:
    twin = armed(intcon=0x01, defval=0x01)
    twin.drive(0, 0, low=True)
    registers(twin, 0x12)
    assert twin.pulls_int()
    twin.drive(0, 0, low=False)
    assert twin.pulls_int()
    registers(twin, 0x12)
    assert not twin.pulls_int()


@pytest.mark.parametrize(("iocon", "idle", "active"), [(0x00, False, True), (0x02, True, False), (0x06, False, True)])
def test_polarity_counts_only_while_int_is_push_pull(iocon: int, idle: bool, active: bool) -> None:
    twin = armed(iocon=iocon)
    assert twin.pulls_int() is idle
    twin.drive(0, 0, low=True)
    assert twin.pulls_int() is active
    assert twin.pushes_int() is not bool(iocon & 0x04)


def test_a_pin_not_armed_is_no_event_and_is_known_as_it_stands_when_armed() -> None:
    twin = armed()
    twin.write(bytes((0x04, 0xFE)))
    twin.drive(0, 0, low=True)
    assert not twin.pulls_int()
    twin.write(bytes((0x04, 0xFF)))
    assert not twin.pulls_int()
    twin.drive(0, 0, low=False)
    assert twin.pulls_int()


def test_intf_and_intcap_cannot_be_written_and_the_lowest_bit_of_iocon_reads_0() -> None:
    twin = Mcp23017Twin()
    twin.write(bytes((0x0E, 1, 2, 3, 4)))
    twin.write(bytes((0x0B, 0x05)))
    assert registers(twin, 0x0A, 8)[:2] == [0x04, 0x04]
    assert registers(twin, 0x0E, 4) == [0, 0, 0, 0]


def test_pin_7_as_an_input_can_spoil_a_byte() -> None:
    twin = Mcp23017Twin(corrupting=Random(1))
    twin.write(bytes((0x0C, 0xFF, 0xFF)))
    registers(twin, 0x12, 2)
    spoiled = 0
    for n in range(100):
        twin.drive(0, 7, low=n % 2 == 0)
        spoiled += registers(twin, 0x12, 2) != [0x7F if n % 2 == 0 else 0xFF, 0xFF]
    assert 20 < spoiled < 80


def test_reset_is_power_on_whatever_went_before() -> None:
    twin = armed(iocon=0x44)
    twin.drive(0, 0, low=True)
    twin.reset()
    assert not twin.pulls_int()
    assert twin.pushes_int()
    assert registers(twin, 0, 22) == [0xFF, 0xFF] + [0] * 20


@pytest.mark.parametrize(
    ("name", "compared"),
    [
        ("mcp23017_counter_a_write.i2c.csv", "compared: 96 acknowledges, 0 bits read, 564 bits on pins"),
        ("mcp23017_counter_init_ab_write.i2c.csv", "compared: 93 acknowledges, 0 bits read, 546 bits on pins"),
    ],
)
def test_a_capture_of_a_real_chip_agrees(name: str, compared: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not RECORDINGS.is_dir():
        pytest.skip(f"the recordings are not beside this checkout ({RECORDINGS})")
    assert main(["mcp23017", str(RECORDINGS / name)]) == 0
    assert compared in capsys.readouterr().out.splitlines()
