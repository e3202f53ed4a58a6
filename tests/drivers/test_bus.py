"""The bus: what it retries, what it gives up, and what it then says."""

from collections.abc import Iterator
from errno import EACCES, EAGAIN, EBUSY, EIO, ENODEV, ENOENT, ENXIO, EREMOTEIO, ETIMEDOUT
from random import Random
from threading import Thread

import pytest
import smbus2

from drivers.bus import BusError, BusFault, BusTimeout, I2cBus, NoAnswer, NoBus
from hardware.sim.bus import Hold, TwinBus
from tests.drivers.i2c import Memory, Refusals, Rig, rigged


@pytest.fixture
def rig() -> Iterator[Rig]:
    with rigged() as rig:
        rig.twin.attach(0x50, Memory())
        yield rig


def test_bytes_and_blocks_travel_both_ways(rig: Rig) -> None:
    rig.bus.write(0x50, 0x10, bytes(range(1, 33)))
    rig.bus.write_byte(0x50, 0x11, 0xAB)
    assert rig.bus.read(0x50, 0x10, 32) == bytes((1, 0xAB, *range(3, 33)))
    assert rig.bus.read_byte(0x50, 0x12) == 3
    assert (rig.bus.transfers, rig.bus.failures) == (4, 0)


def test_every_block_read_is_as_the_librarys_own_though_all_share_one_message(rig: Rig) -> None:
    rig.bus.write(0x50, 0x10, bytes(range(1, 33)))
    with smbus2.SMBus(rig.twin.number) as wire:
        for register, length in ((0x10, 32), (0x14, 2), (0x30, 1), (0x12, 14)):
            assert rig.bus.read(0x50, register, length) == bytes(wire.read_i2c_block_data(0x50, register, length))


def test_the_address_follows_the_part_that_is_spoken_to(rig: Rig) -> None:
    rig.twin.attach(0x51, Memory())
    rig.bus.write_byte(0x50, 0, 5)
    rig.bus.write_byte(0x51, 0, 6)
    assert [rig.bus.read_byte(address, 0) for address in (0x50, 0x51, 0x50)] == [5, 6, 5]


@pytest.mark.parametrize("code", [EREMOTEIO, EAGAIN, EIO])
def test_one_oserror_121_once_killed_a_polling_thread_for_ever(rig: Rig, code: int) -> None:
    rig.twin.noise(0x50, 0.5, Refusals(2), errnos=(code,))
    rig.bus.write_byte(0x50, 3, 7)
    assert rig.bus.read_byte(0x50, 3) == 7
    assert rig.pauses == [0.001, 0.002]
    assert (rig.bus.transfers, rig.bus.failures) == (4, 2)


def test_a_lost_acknowledge_after_the_bytes_were_heard_is_retried_too(rig: Rig) -> None:
    rig.twin.noise(0x50, 0.5, Refusals(1, heard=True))
    rig.bus.write_byte(0x50, 3, 7)
    assert rig.bus.read_byte(0x50, 3) == 7
    assert rig.bus.failures == 1


def test_a_part_that_is_gone_is_named_after_bounded_tries(rig: Rig) -> None:
    rig.bus.claim(0x50, "slots3")
    rig.twin.unplug(0x50)
    with pytest.raises(NoAnswer) as gone:
        rig.bus.read(0x50, 0x12, 2)
    assert str(gone.value) == (
        "slots3 at 0x50: read of register 0x12 failed (3 tries, errno 121 EREMOTEIO):"
        " no acknowledge: is it plugged in and powered, is its address right?"
    )
    assert rig.bus.failures == 3
    rig.twin.plug(0x50)
    assert rig.bus.read(0x50, 0x12, 2) == b"\0\0"


def test_one_lost_part_does_not_take_the_others_down(rig: Rig) -> None:
    rig.twin.attach(0x51, Memory())
    rig.twin.unplug(0x50)
    with pytest.raises(NoAnswer):
        rig.bus.read_byte(0x50, 0)
    assert rig.bus.read_byte(0x51, 0) == 0


def test_a_held_bus_is_not_tried_again_for_each_try_takes_a_second(rig: Rig) -> None:
    rig.twin.attach(0x51, Memory())
    rig.twin.hold(0x51)
    with pytest.raises(BusTimeout, match=r"1 try, errno 110 ETIMEDOUT.*reset the expanders"):
        rig.bus.write(0x50, 0, b"\1\2")
    assert (rig.bus.failures, rig.pauses) == (1, [])
    rig.twin.free(0x51)
    rig.bus.write(0x50, 0, b"\1\2")


def test_a_chip_that_was_caught_in_the_middle_of_a_byte_lets_go_after_nine_clocks(rig: Rig) -> None:
    rig.twin.attach(0x51, Memory())
    rig.twin.hold(0x51, "caught")
    with pytest.raises(BusTimeout):
        rig.bus.read_byte(0x50, 0)
    assert isinstance(rig.bus.held(), BusTimeout)
    assert rig.bus.held() is None
    assert rig.bus.read_byte(0x50, 0) == 0


@pytest.mark.parametrize(("how", "said"), [("held", "the bus is held"), ("zeros", "answers zeros at every address")])
def test_i2cdetect_once_showed_every_address_and_the_bus_was_held(rig: Rig, how: Hold, said: str) -> None:
    assert rig.bus.held() is None
    rig.bus.write_byte(0x50, 0, 7)
    rig.twin.hold(0x50, how)
    assert said in str(rig.bus.held())
    assert said in str(rig.bus.held())
    with pytest.raises(BusTimeout):
        rig.bus.read_byte(0x50, 0)
    with pytest.raises(BusTimeout):
        rig.bus.read(0x33, 0, 3)
    rig.twin.free(0x50)
    assert rig.bus.held() is None
    assert rig.bus.read_byte(0x50, 0) == 7


@pytest.mark.parametrize(
    ("code", "kind"),
    [(EREMOTEIO, NoAnswer), (ENXIO, NoAnswer), (ENODEV, NoAnswer), (ETIMEDOUT, BusTimeout), (EIO, BusFault)],
)
def test_controllers_differ_in_their_codes_and_every_code_has_a_kind(rig: Rig, code: int, kind: type[BusError]) -> None:
    rig.twin.noise(0x50, 1.0, Random(1), errnos=(code,))
    with pytest.raises(kind, match=f"errno {code} "):
        rig.bus.read_byte(0x50, 0)


def test_an_oserror_without_a_code_is_a_fault_with_words(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(address: int, register: int) -> int:
        raise OSError("odd")

    monkeypatch.setattr(rig.bus._wire, "read_byte_data", fail)
    with pytest.raises(BusFault, match="errno None no code"):
        rig.bus.read_byte(0x50, 0)


def test_more_than_32_bytes_never_reach_the_kernel(rig: Rig) -> None:
    for wrong in (0, 33):
        with pytest.raises(ValueError, match="1 to 32 bytes"):
            rig.bus.read(0x50, 0, wrong)
        with pytest.raises(ValueError, match="1 to 32 bytes"):
            rig.bus.write(0x50, 0, bytes(wrong))
    assert rig.bus.transfers == 0


def test_two_parts_cannot_claim_one_address(rig: Rig) -> None:
    rig.bus.claim(0x20, "slots0")
    rig.bus.claim(0x20, "slots0")
    with pytest.raises(ValueError, match="panel: address 0x20 is already that of slots0"):
        rig.bus.claim(0x20, "panel")
    with pytest.raises(ValueError, match="0x78 is no I2C address"):
        rig.bus.claim(0x78, "panel")


def test_a_second_thread_would_get_the_bytes_of_another_part(rig: Rig) -> None:
    rig.bus.write_byte(0x50, 0, 1)
    raised: list[Exception] = []

    def intrude() -> None:
        try:
            rig.bus.read_byte(0x50, 0)
        except RuntimeError as error:
            raised.append(error)

    thread = Thread(target=intrude)
    thread.start()
    thread.join()
    assert "send it a job" in str(raised[0])
    assert rig.bus.transfers == 1


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (ENOENT, "dtparam=i2c_arm=on"),
        (EACCES, "add the user to the group i2c"),
        (EBUSY, "busy"),
    ],
)
def test_a_bus_that_cannot_be_opened_says_what_to_do(monkeypatch: pytest.MonkeyPatch, code: int, advice: str) -> None:
    def refuse(wire: smbus2.SMBus, number: int) -> None:
        raise OSError(code, "refused, busy")

    monkeypatch.setattr(smbus2.SMBus, "open", refuse)
    bus = I2cBus(1, tries=3, pause=lambda _: None)
    with pytest.raises(NoBus, match=f"/dev/i2c-1.*{advice}"):
        bus.read_byte(0x50, 0)
    assert bus.held() is None
    assert bus.transfers == 0
    bus.close()


def test_a_bus_that_comes_later_than_the_box_is_opened_then() -> None:
    bus = I2cBus(77, tries=3, pause=lambda _: None)
    with pytest.raises(NoBus, match="/dev/i2c-77"):
        bus.read_byte(0x50, 0)
    with TwinBus(77) as twin:
        twin.attach(0x50, Memory())
        bus.write_byte(0x50, 3, 7)
        assert bus.read_byte(0x50, 3) == 7
        bus.close()


def test_no_tries_are_no_transfer() -> None:
    with TwinBus(1), pytest.raises(ValueError, match="at least one try"):
        I2cBus(1, tries=0, pause=lambda _: None)
