"""The driver of the peak's converter on its twin, named after the mishaps people met with this chip."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ads1115 import Ads1115
from drivers.bus import BusTimeout, ChipFault, NoAnswer
from hardware.sim.ads1115 import CONFIG, CONVERSION, HI_THRESH, LO_THRESH, RESET, Ads1115Twin
from tests.drivers.i2c import Memory, Refusals, Rig, rigged

ADDRESS = 0x48


@pytest.fixture
def rig() -> Iterator[Rig]:
    with rigged() as rig:
        yield rig


class Inputs:
    """Voltages at the four inputs, by when they came to be."""

    def __init__(self) -> None:
        self.volts = {0: 0.0, 1: 1.0, 2: 2.0, 3: 3.0}

    def __call__(self, channel: int, at: float) -> float:
        return self.volts[channel]


def fitted(rig: Rig, *, channel: int = 0, speed: float = 1.0) -> tuple[Ads1115, Ads1115Twin, Inputs]:
    inputs = Inputs()
    twin = Ads1115Twin(rig.clock, inputs, speed=speed)
    rig.twin.attach(ADDRESS, twin)
    return Ads1115(rig.bus, ADDRESS, part="knock_peak", channel=channel), twin, inputs


def word(twin: Ads1115Twin, register: int) -> int:
    twin.write(bytes((register,)))
    return int.from_bytes(twin.read(2), "big")


@pytest.mark.parametrize("channel", range(4))
@pytest.mark.parametrize("speed", [0.9, 1.0, 1.1])
def test_the_voltage_of_its_channel_is_read_as_soon_as_the_chip_has_settled(
    rig: Rig, channel: int, speed: float
) -> None:
    chip, _, inputs = fitted(rig, channel=channel, speed=speed)
    inputs.volts[channel] = 1.25
    assert chip.read(rig.now) is None
    chip.start(rig.now)
    assert chip.read(rig.now) is None
    rig.now += 0.139
    assert chip.read(rig.now) == pytest.approx(1.25, abs=1e-4)
    inputs.volts[channel] = 0.5
    rig.now += 0.0013
    assert chip.read(rig.now) == pytest.approx(0.5, abs=1e-4)


def test_the_first_results_after_the_settings_changed_are_those_of_another_channel(rig: Rig) -> None:
    chip, twin, _ = fitted(rig, channel=1)
    slow = 0x4000 | 3 << 12 | 0x0200 | 3
    twin.write(bytes((CONFIG,)) + slow.to_bytes(2, "big"))
    rig.now += 0.01
    chip.start(rig.now)
    rig.now += 0.1155
    assert word(twin, CONVERSION) * 4.096 / 0x8000 == pytest.approx(3.0, abs=1e-3)
    assert chip.read(rig.now) is None
    rig.now += 0.03
    assert chip.read(rig.now) == pytest.approx(1.0, abs=1e-3)


def test_the_settings_are_never_taken_for_a_voltage(rig: Rig) -> None:
    chip, twin, _ = fitted(rig)
    chip.start(rig.now)
    rig.now += 1
    chip.audit()
    assert twin._pointer == CONFIG
    assert chip.read(rig.now) == 0.0


def test_a_chip_that_lost_its_supply_for_an_instant_tells_nothing_until_it_is_set_up_again(rig: Rig) -> None:
    chip, twin, inputs = fitted(rig)
    inputs.volts[0] = 2.0
    chip.start(rig.now)
    rig.now += 1
    twin.reset()
    with pytest.raises(ChipFault, match=r"knock_peak at 0x48 reads 8583 where it was set to 42e3"):
        chip.read(rig.now)
    assert not chip.running
    assert chip.read(rig.now) is None
    chip.start(rig.now)
    rig.now += 1
    assert chip.read(rig.now) == pytest.approx(2.0, abs=1e-3)


def test_another_chip_at_its_address_is_told(rig: Rig) -> None:
    memory = Memory()
    rig.twin.attach(ADDRESS, memory)
    chip = Ads1115(rig.bus, ADDRESS, part="knock_peak", channel=0)
    chip.start(rig.now)  # plain memory, as the kernel's i2c-stub is, keeps what it is told
    memory.registers[CONFIG] ^= 1
    with pytest.raises(ChipFault, match="or it is no ADS1115"):
        chip.audit()


def test_a_missing_chip_and_a_held_bus_are_named(rig: Rig) -> None:
    chip, _, _ = fitted(rig)
    rig.twin.unplug(ADDRESS)
    with pytest.raises(NoAnswer, match=r"knock_peak at 0x48: write of register 0x01 failed"):
        chip.start(rig.now)
    assert chip.read(rig.now + 1) is None
    rig.twin.plug(ADDRESS)
    chip.start(rig.now)
    rig.now += 1
    rig.twin.hold(ADDRESS)
    with pytest.raises(BusTimeout):
        chip.read(rig.now)
    assert chip.running, "a transfer that failed says nothing of the settings"
    rig.twin.free(ADDRESS)
    assert chip.read(rig.now) == 0.0


@pytest.mark.parametrize("heard", [False, True])
def test_a_transfer_that_fails_twice_is_tried_a_third_time(rig: Rig, heard: bool) -> None:
    chip, _, _ = fitted(rig, channel=2)
    rig.twin.noise(ADDRESS, 0.5, Refusals(2, heard=heard))
    chip.start(rig.now)
    rig.now += 1
    assert chip.read(rig.now) == pytest.approx(2.0, abs=1e-3)


def test_noise_on_the_wires_loses_results_and_makes_up_none(rig: Rig) -> None:
    chip, _, _ = fitted(rig, channel=3)
    chip.start(rig.now)
    rig.now += 1
    rig.twin.noise(ADDRESS, 0.7, Random(1))
    told, lost = list[float | None](), 0
    for _ in range(200):
        rig.now += 0.01
        try:
            told.append(chip.read(rig.now))
        except NoAnswer:
            lost += 1
    assert lost > 0
    assert told
    assert all(volts == pytest.approx(3.0, abs=1e-3) for volts in told)


def test_a_result_under_ground_is_no_voltage(rig: Rig) -> None:
    chip, _, inputs = fitted(rig)
    inputs.volts[0] = -0.002
    chip.start(rig.now)
    rig.now += 1
    assert chip.read(rig.now) == 0.0


def test_a_channel_it_does_not_have_is_refused(rig: Rig) -> None:
    with pytest.raises(ValueError, match="channel 4 is none of 0 to 3"):
        Ads1115(rig.bus, ADDRESS, part="knock_peak", channel=4)


def test_the_twin_wakes_with_the_data_sheets_registers_and_converts_nothing(rig: Rig) -> None:
    _, twin, _ = fitted(rig)
    rig.now += 10
    assert tuple(word(twin, register) for register in range(4)) == RESET
    assert (word(twin, LO_THRESH), word(twin, HI_THRESH)) == (0x8000, 0x7FFF)


def test_os_of_the_twin_tells_of_single_shots_and_reads_0_as_long_as_it_converts(rig: Rig) -> None:
    _, twin, _ = fitted(rig)
    single = 0x8000 | 5 << 12 | 0x0200 | 0x0100 | 0x0080 | 3
    twin.write(bytes((CONFIG,)) + single.to_bytes(2, "big"))
    assert not word(twin, CONFIG) & 0x8000
    rig.now += 1 / 128
    assert word(twin, CONFIG) & 0x8000
    assert word(twin, CONVERSION) == round(1.0 / 4.096 * 0x8000)
    twin.write(bytes((CONFIG,)) + (single & ~0x8100).to_bytes(2, "big"))
    rig.now += 10
    assert not word(twin, CONFIG) & 0x8000


def test_the_pointer_of_the_twin_stays_where_it_was_left(rig: Rig) -> None:
    _, twin, _ = fitted(rig)
    twin.write(bytes((LO_THRESH, 0x12, 0x34)))
    assert twin.read(4) == b"\x12\x34\xff\xff"
    assert twin.read(1) == b"\x12"
    twin.write(b"")
    twin.write(bytes((CONVERSION, 1, 2)))
    assert twin.read(2) == b"\0\0", "results cannot be written"


@given(st.integers(0, 7), st.integers(0, 7), st.lists(st.floats(-7, 7), min_size=4, max_size=4))
def test_the_twin_scales_and_clips_as_its_amplifier_does(mux: int, gain: int, volts: list[float]) -> None:
    with rigged() as rig:
        _, twin, inputs = fitted(rig)
        inputs.volts = dict(enumerate(volts))
        twin.write(bytes((CONFIG,)) + (mux << 12 | gain << 9 | 0x00E3).to_bytes(2, "big"))
        rig.now += 0.01
        counts = word(twin, CONVERSION)
        counts -= 0x10000 if counts & 0x8000 else 0
        minus = (1, 3, 3, 3, None, None, None, None)[mux]
        plus = (0, 0, 1, 2, 0, 1, 2, 3)[mux]
        full = (6.144, 4.096, 2.048, 1.024, 0.512, 0.256, 0.256, 0.256)[gain]
        expected = (volts[plus] - (0 if minus is None else volts[minus])) / full * 0x8000
        assert counts == pytest.approx(max(-0x8000, min(expected, 0x7FFF)), abs=0.51)
