"""The expander's driver on its twin, named after the mishaps people met with this chip."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bus import BusError, BusTimeout, ChipFault, NoAnswer
from drivers.mcp23017 import Mcp23017
from hardware.sim.mcp23017 import GPINTEN, GPPU, INTF, IOCON, IODIR, Mcp23017Twin
from tests.drivers.i2c import Memory, Refusals, Rig, rigged

ADDRESS = 0x20
OTHER = 0x21


@pytest.fixture
def rig() -> Iterator[Rig]:
    with rigged() as rig:
        yield rig


def fitted(rig: Rig, twin: Mcp23017Twin, *, address: int = ADDRESS, part: str = "slots0") -> Mcp23017:
    rig.twin.attach(address, twin)
    return Mcp23017(rig.bus, address, part=part)


@pytest.mark.parametrize("intf_all", [False, True])
def test_each_contact_reads_1_while_it_is_closed(rig: Rig, intf_all: bool) -> None:
    twin = Mcp23017Twin(intf_all=intf_all)
    chip = fitted(rig, twin)
    chip.start()
    assert chip.read() == (0, 0)
    for port in (0, 1):
        for bit in range(7):
            twin.drive(port, bit, low=True)
            assert twin.pulls_int()
            assert chip.read() == ((1 << bit, 0) if port == 0 else (0, 1 << bit))
            twin.drive(port, bit, low=False)
            assert twin.pulls_int()
            assert chip.read() == (0, 0)
            assert not twin.pulls_int()


def test_iocon_was_never_written_and_int_stayed_push_pull(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    assert twin.pushes_int()
    chip.start()
    assert not twin.pushes_int()
    assert twin._r[IOCON] == 0x44


@given(
    registers=st.binary(min_size=22, max_size=22),
    closed=st.tuples(st.integers(0, 0x7F), st.integers(0, 0x7F)),
    intf_all=st.booleans(),
)
def test_a_warm_restart_finds_the_chip_in_any_state(registers: bytes, closed: tuple[int, int], intf_all: bool) -> None:
    with rigged() as rig:
        twin = Mcp23017Twin(intf_all=intf_all)
        chip = fitted(rig, twin)
        for port, mask in enumerate(closed):
            for bit in range(7):
                twin.drive(port, bit, low=bool(mask >> bit & 1))
        twin.load(registers)
        chip.start()
        assert chip.read() == closed
        assert chip.audit()
        assert not twin.pulls_int()
        assert not twin.pins()[0] & 0x80
        twin.drive(1, 6, low=not closed[1] >> 6 & 1)
        assert twin.pulls_int()


def test_interrupts_never_happen_until_an_old_one_is_cleared(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    twin.drive(0, 0, low=True)
    assert twin.pulls_int()
    # The program ends here and another one starts; the chip kept its power.
    chip.start()
    assert not twin.pulls_int()
    twin.drive(0, 0, low=False)
    assert twin.pulls_int()


def test_compared_with_defval_a_held_key_would_hold_int_for_as_long(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    twin.drive(0, 2, low=True)
    chip.read()
    assert not twin.pulls_int()


def test_reading_one_port_only_left_int_low_for_ever(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    twin.drive(0, 1, low=True)
    twin.drive(1, 1, low=True)
    assert chip.read() == (2, 2)
    assert not twin.pulls_int()


@pytest.mark.parametrize("intf_all", [False, True])
def test_a_second_change_while_one_is_pending_is_not_lost(rig: Rig, intf_all: bool) -> None:
    twin = Mcp23017Twin(intf_all=intf_all)
    chip = fitted(rig, twin)
    chip.start()
    twin.drive(0, 1, low=True)
    twin.drive(0, 5, low=True)
    assert chip.read() == (0b100010, 0)


def test_a_change_between_the_two_bytes_of_a_read_pulls_int_again(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    twin.drive(1, 0, low=True)

    def late() -> None:
        twin.between_bytes = None
        twin.drive(0, 3, low=True)

    twin.between_bytes = late
    assert chip.read() == (0, 1)
    assert twin.pulls_int()
    assert chip.read() == (8, 1)
    assert not twin.pulls_int()


def test_int_shared_by_several_chips_is_up_only_when_each_was_read(rig: Rig) -> None:
    twins = [Mcp23017Twin(), Mcp23017Twin()]
    chips = [fitted(rig, twins[0]), fitted(rig, twins[1], address=OTHER, part="slots1")]
    line: list[bool] = []
    for twin, chip in zip(twins, chips, strict=True):
        chip.start()
        twin.on_int = lambda _: line.append(any(t.pulls_int() for t in twins))
    twins[0].drive(0, 0, low=True)
    twins[1].drive(1, 4, low=True)
    assert chips[1].read() == (0, 16)
    assert line[-1]
    assert chips[0].read() == (1, 0)
    assert line == [True, True, True, False]


def test_gpa7_and_gpb7_corrupt_the_bus_as_inputs_so_they_never_are(rig: Rig) -> None:
    twin = Mcp23017Twin(corrupting=Random(7))
    chip = fitted(rig, twin)
    chip.start()
    for n in range(200):
        twin.drive(0, 7, low=n % 2 == 0)
        twin.drive(1, 7, low=n % 2 == 0)
        assert chip.read() == (0, 0)
    with pytest.raises(ValueError, match="slots1: pin 7 of an MCP23017 is an output only"):
        Mcp23017(rig.bus, OTHER, part="slots1", inputs_a=0x80)


def test_only_the_wired_pins_interrupt_and_show(rig: Rig) -> None:
    twin = Mcp23017Twin()
    rig.twin.attach(ADDRESS, twin)
    chip = Mcp23017(rig.bus, ADDRESS, part="panel", inputs_a=0x7F, inputs_b=0x3F)
    chip.start()
    twin.drive(1, 6, low=True)
    assert not twin.pulls_int()
    assert chip.read() == (0, 0)


def test_a_browned_out_expander_looks_like_silence_and_the_audit_hears_it(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    twin.drive(0, 0, low=True)
    assert chip.read() == (1, 0)
    assert chip.audit()
    twin.reset()
    twin.drive(0, 0, low=False)
    twin.drive(0, 0, low=True)
    assert not twin.pulls_int()
    assert not chip.audit()
    chip.start()
    assert chip.read() == (1, 0)
    assert chip.audit()


@pytest.mark.parametrize("register", [IODIR, GPINTEN, GPPU, IOCON])
def test_one_flipped_bit_in_the_settings_is_found(rig: Rig, register: int) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    registers = bytearray(twin._r)
    registers[register] ^= 0x04
    twin.load(registers)
    assert not chip.audit()


def test_a_chip_that_keeps_nothing_is_named(rig: Rig) -> None:
    class Deaf(Mcp23017Twin):
        def _store(self, register: int, value: int) -> None:
            pass

    chip = fitted(rig, Deaf(), part="slots2")
    with pytest.raises(ChipFault, match=r"slots2 at 0x20: register 0x00 reads 0xff after 0x7f was written"):
        chip.start()


def test_a_lost_chip_is_said_after_bounded_tries_and_starts_again_when_back(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    rig.twin.unplug(ADDRESS)
    before = rig.bus.transfers
    with pytest.raises(NoAnswer, match="slots0 at 0x20"):
        chip.read()
    assert rig.bus.transfers == before + 3
    rig.twin.plug(ADDRESS)
    twin.reset()
    assert not chip.audit()
    chip.start()
    assert chip.read() == (0, 0)


def test_a_chip_that_holds_sda_stops_all_until_reset_frees_the_bus(rig: Rig) -> None:
    chip = fitted(rig, Mcp23017Twin())
    culprit = Mcp23017Twin()
    rig.twin.attach(OTHER, culprit)
    chip.start()
    rig.twin.hold(OTHER)
    with pytest.raises(BusTimeout):
        chip.read()
    culprit.reset()
    rig.twin.free(OTHER)
    assert chip.read() == (0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_with_a_fifth_of_all_transfers_failing_what_is_read_is_still_true(rig: Rig, seed: int) -> None:
    rng = Random(seed)
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    rig.twin.noise(ADDRESS, 0.2, rng, errnos=(121, 5, 11))
    started = False
    for _ in range(20):
        with suppress(BusError):
            chip.start()
            started = True
            break
    assert started
    truth = [0, 0]
    read = failed = 0
    for _ in range(300):
        port, bit = rng.randrange(2), rng.randrange(7)
        truth[port] ^= 1 << bit
        twin.drive(port, bit, low=bool(truth[port] >> bit & 1))
        try:
            assert chip.read() == tuple(truth)
            read += 1
        except BusError:
            failed += 1
    assert read > 280
    assert rig.bus.failures > 30
    rig.twin.quiet(ADDRESS)
    chip.read()
    assert not twin.pulls_int()


def test_a_read_whose_bytes_were_lost_has_cleared_int_so_the_state_is_read_again(rig: Rig) -> None:
    twin = Mcp23017Twin()
    chip = fitted(rig, twin)
    chip.start()
    twin.drive(0, 4, low=True)
    rig.twin.noise(ADDRESS, 0.5, Refusals(1, heard=True))
    assert chip.read() == (16, 0)
    assert rig.bus.failures == 1


def test_starting_and_reading_take_few_transfers(rig: Rig) -> None:
    chip = fitted(rig, Mcp23017Twin())
    chip.start()
    assert rig.bus.transfers == 6
    chip.read()
    chip.audit()
    assert rig.bus.transfers == 8


def test_the_twin_can_tell_first_pin_from_all_pins(rig: Rig) -> None:
    shown = []
    for address, intf_all in ((ADDRESS, False), (OTHER, True)):
        twin = Mcp23017Twin(intf_all=intf_all)
        fitted(rig, twin, address=address, part=f"part{address}").start()
        twin.drive(0, 1, low=True)
        twin.drive(0, 5, low=True)
        shown.append(rig.bus.read_byte(address, INTF))
    assert shown == [0b000010, 0b100010]


def test_plain_memory_such_as_the_kernels_i2c_stub_serves_the_driver(rig: Rig) -> None:
    rig.twin.attach(ADDRESS, Memory())
    chip = Mcp23017(rig.bus, ADDRESS, part="slots0")
    chip.start()
    assert chip.audit()
    rig.bus.write(ADDRESS, 0x12, b"\x83\x04")
    assert chip.read() == (0x7C, 0x7B)
