"""The seam under smbus2: every transfer the kernel would serve is served, and nobody else's files are touched."""

import os
from collections.abc import Iterator
from errno import EINVAL, EOPNOTSUPP, EREMOTEIO, ETIMEDOUT
from random import Random
from threading import Thread

import pytest
import smbus2
from smbus2 import I2cFunc, SMBus, i2c_msg

from hardware.sim.bus import TwinBus
from hardware.sim.mcp23017 import Mcp23017Twin

CHIP = 0x20
DEFVAL = 0x06


@pytest.fixture
def bus() -> Iterator[TwinBus]:
    with TwinBus(1) as bus:
        bus.attach(CHIP, Mcp23017Twin())
        yield bus


@pytest.fixture
def wire(bus: TwinBus) -> Iterator[SMBus]:
    with SMBus(1) as wire:
        yield wire


def test_bytes_words_and_blocks(wire: SMBus) -> None:
    wire.write_byte_data(CHIP, DEFVAL, 0x12)
    wire.write_word_data(CHIP, DEFVAL + 2, 0x3456)
    assert wire.read_byte_data(CHIP, DEFVAL) == 0x12
    assert wire.read_word_data(CHIP, DEFVAL + 2) == 0x3456
    assert wire.read_i2c_block_data(CHIP, DEFVAL, 4) == [0x12, 0x00, 0x56, 0x34]
    wire.write_i2c_block_data(CHIP, DEFVAL, [1, 2, 3])
    wire.write_byte(CHIP, DEFVAL + 1)
    assert [wire.read_byte(CHIP), wire.read_byte(CHIP)] == [2, 3]
    wire.write_quick(CHIP)


def test_messages_with_a_repeated_start(wire: SMBus) -> None:
    answer = i2c_msg.read(CHIP, 2)
    wire.i2c_rdwr(i2c_msg.write(CHIP, [DEFVAL, 7, 8]), i2c_msg.write(CHIP, [DEFVAL]), answer)
    assert bytes(answer) == b"\7\10"


def test_it_says_what_a_pi_can_do_and_refuses_the_rest(wire: SMBus) -> None:
    assert wire.funcs & I2cFunc.SMBUS_I2C_BLOCK
    assert not wire.funcs & I2cFunc.SMBUS_READ_BLOCK_DATA
    with pytest.raises(OSError, match="not supported") as refused:
        wire.read_block_data(CHIP, 0)
    assert refused.value.errno == EOPNOTSUPP
    with pytest.raises(OSError, match="Invalid") as empty:
        wire.read_i2c_block_data(CHIP, 0, 0)
    assert empty.value.errno == EINVAL
    with pytest.raises(OSError, match="Invalid"):
        wire.enable_pec(True)


@pytest.mark.parametrize("gone", ["absent", "unplugged", "detached"])
def test_where_no_chip_is_nothing_acknowledges(bus: TwinBus, wire: SMBus, gone: str) -> None:
    if gone == "unplugged":
        bus.unplug(CHIP)
    elif gone == "detached":
        bus.detach(CHIP)
    with pytest.raises(OSError, match="Remote") as lost:
        wire.read_byte_data(CHIP + (gone == "absent"), 0)
    assert lost.value.errno == EREMOTEIO


def test_a_chip_that_holds_the_bus_stops_every_transfer(bus: TwinBus, wire: SMBus) -> None:
    bus.attach(CHIP + 1, Mcp23017Twin())
    bus.hold(CHIP + 1)
    with pytest.raises(OSError, match="timed out") as held:
        wire.read_byte_data(CHIP, 0)
    assert held.value.errno == ETIMEDOUT
    bus.free(CHIP + 1)
    assert wire.read_byte_data(CHIP, 0) == 0xFF


def test_half_of_the_noise_is_heard_by_the_chip_all_the_same(bus: TwinBus, wire: SMBus) -> None:
    bus.noise(CHIP, 0.3, Random(5))
    failed = heard = 0
    for value in range(1, 256):
        try:
            wire.write_byte_data(CHIP, DEFVAL, value)
        except OSError:
            failed += 1
            bus.quiet(CHIP)
            heard += wire.read_byte_data(CHIP, DEFVAL) == value
            bus.noise(CHIP, 0.3, Random(value))
    assert 50 < failed < 110
    assert 0.3 < heard / failed < 0.7


def test_several_buses_side_by_side(bus: TwinBus, wire: SMBus) -> None:
    with TwinBus(7) as other, SMBus(7) as second:
        other.attach(CHIP, Mcp23017Twin())
        wire.write_byte_data(CHIP, DEFVAL, 1)
        second.write_byte_data(CHIP, DEFVAL, 2)
        assert wire.read_byte_data(CHIP, DEFVAL) == 1
        assert second.read_byte_data(CHIP, DEFVAL) == 2
    assert wire.read_byte_data(CHIP, DEFVAL) == 1


def test_other_device_files_go_to_the_kernel(bus: TwinBus) -> None:
    with pytest.raises(FileNotFoundError):
        SMBus("/dev/i2c-that-is-none")
    real = os.open(os.devnull, os.O_RDWR)
    try:
        wire = SMBus()
        wire.fd = real
        with pytest.raises(OSError, match="Inappropriate ioctl"):
            wire.read_byte_data(CHIP, 0)
    finally:
        os.close(real)


def test_uninstalled_it_leaves_no_trace() -> None:
    before = (smbus2.SMBus.open, vars(smbus2.smbus2)["ioctl"])
    with TwinBus(1) as bus:
        bus.attach(CHIP, Mcp23017Twin())
        wire = SMBus(1)
        assert smbus2.SMBus.open is not before[0]
    assert (smbus2.SMBus.open, vars(smbus2.smbus2)["ioctl"]) == before
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        wire.read_byte_data(CHIP, 0)
    wire.close()


def test_one_number_one_bus_and_one_address_one_chip(bus: TwinBus) -> None:
    with pytest.raises(RuntimeError, match="already answers for /dev/i2c-1"):
        TwinBus(1).install()
    with pytest.raises(ValueError, match="two chips at 0x20"):
        bus.attach(CHIP, Mcp23017Twin())


def test_the_world_may_move_in_one_thread_while_another_reads(bus: TwinBus, wire: SMBus) -> None:
    twin = Mcp23017Twin()
    bus.attach(CHIP + 1, twin)
    wire.write_i2c_block_data(CHIP + 1, 0x0C, [0xFF, 0xFF])

    def shake() -> None:
        for _ in range(300):
            with bus.lock:
                for bit in range(4):
                    twin.drive(0, bit, low=True)
                for bit in range(4):
                    twin.drive(0, bit, low=False)

    thread = Thread(target=shake)
    thread.start()
    while thread.is_alive():
        assert wire.read_i2c_block_data(CHIP + 1, 0x12, 2) == [0xFF, 0xFF]
    thread.join()
