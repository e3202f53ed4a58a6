"""The gem gate's driver on its twin, named after the mishaps people met with this chip."""

from collections.abc import Iterator
from random import Random

import pytest

from drivers.bus import BusError, ChipFault, NoAnswer
from drivers.tcs34725 import Colour, Tcs34725
from hardware.sim.tcs34725 import CDATA, Light, Tcs34725Twin
from tests.drivers.i2c import Refusals, Rig, rigged

ADDRESS = 0x29
CYCLES, GAIN = 24, 4
RED, BLUE = Light(20.0, 12.0, 4.0, 4.0), Light(10.0, 1.0, 3.0, 6.0)
RUN, ENABLE, ATIME, CONTROL, STATUS = 0xA0, 0x80, 0x81, 0x8F, 0x93


@pytest.fixture
def rig() -> Iterator[Rig]:
    with rigged() as rig:
        yield rig


def fitted(rig: Rig, *, cycles: int = CYCLES, pace: float = 1.0, identity: int = 0x44) -> tuple[Tcs34725, Tcs34725Twin]:
    twin = Tcs34725Twin(rig.clock, Random(1), pace=pace, identity=identity)
    rig.twin.attach(ADDRESS, twin)
    return Tcs34725(rig.bus, ADDRESS, part="gate", cycles=cycles, gain=GAIN), twin


def run_up(rig: Rig, chip: Tcs34725) -> None:
    while (wait := chip.step(rig.now)) is not None:
        rig.now += wait
        assert rig.now < 5


def next_one(rig: Rig, chip: Tcs34725) -> Colour:
    while (result := chip.read(rig.now)) is None:
        rig.now += 0.001
        assert rig.now < 20
    return result


def near(counts: int | None, light: float, *, cycles: int = CYCLES) -> bool:
    """Whether a channel shows what so much light makes of it, as noisy as the chip is."""
    mean = light * cycles * 2.4 * GAIN
    return counts is not None and abs(counts - mean) < 0.02 * mean + 5


@pytest.mark.parametrize("pace", [0.92, 1.0, 1.06])
@pytest.mark.parametrize("identity", [0x44, 0x4D, 0x10])
def test_cold_start_gives_true_counts(rig: Rig, pace: float, identity: int) -> None:
    chip, twin = fitted(rig, pace=pace, identity=identity)
    twin.shine(0.0, RED)
    assert chip.read(rig.now) is None
    run_up(rig, chip)
    result = next_one(rig, chip)
    assert near(result.clear, RED.clear / pace)
    assert near(result.red, RED.red / pace)
    assert near(result.green, RED.green / pace)
    assert near(result.blue, RED.blue / pace)


def test_settings_of_another_program_are_replaced_and_its_integration_discarded(rig: Rig) -> None:
    chip, twin = fitted(rig)
    for command, value in ((ENABLE, 0x03), (ATIME, 0xC0), (CONTROL, 0x03)):
        rig.bus.write_byte(ADDRESS, command, value)
    twin.shine(0.0, RED)
    rig.now = 1.0
    run_up(rig, chip)
    assert chip.audit()
    assert near(next_one(rig, chip).clear, RED.clear)


def test_a_gem_that_is_gone_is_valid_for_ever_so_a_result_is_a_whole_integration_later(rig: Rig) -> None:
    chip, twin = fitted(rig)
    twin.shine(0.0, RED)
    run_up(rig, chip)
    next_one(rig, chip)
    twin.shine(rig.now, BLUE)
    rig.now += 0.001
    stale = int.from_bytes(rig.bus.read(ADDRESS, RUN | CDATA, 2), "little")
    assert rig.bus.read_byte(ADDRESS, STATUS) == 1, "the chip itself calls the old gem valid"
    assert near(stale, RED.clear)
    at = rig.now
    mixed, blue = next_one(rig, chip), next_one(rig, chip)
    assert rig.now > at + 2 * 0.06
    assert not near(mixed.blue, BLUE.blue) or near(mixed.clear, BLUE.clear)
    assert near(blue.clear, BLUE.clear)
    assert near(blue.red, BLUE.red)


@pytest.mark.parametrize("pace", [0.92, 1.0, 1.06])
def test_of_two_results_the_later_holds_nothing_of_before_the_earlier(rig: Rig, pace: float) -> None:
    chip, twin = fitted(rig, pace=pace)
    twin.shine(0.0, RED)
    run_up(rig, chip)
    for turn in range(40):
        rig.now += 0.0137
        next_one(rig, chip)
        twin.shine(rig.now, light := (BLUE, RED)[turn % 2])
        next_one(rig, chip)
        second = next_one(rig, chip)
        assert near(second.red, light.red / pace)
        assert near(second.blue, light.blue / pace)


def test_the_low_byte_holds_the_high_one_while_an_integration_ends_in_between(rig: Rig) -> None:
    chip, twin = fitted(rig)
    twin.shine(0.0, RED)
    run_up(rig, chip)
    rig.now += 1.0
    whole = int.from_bytes(rig.bus.read(ADDRESS, RUN | CDATA, 2), "little")
    low = rig.bus.read_byte(ADDRESS, 0x80 | CDATA)
    twin.shine(rig.now, Light(0.0, 0.0, 0.0, 0.0))
    rig.now += 1.0
    assert rig.bus.read_byte(ADDRESS, 0x80 | CDATA + 1) << 8 | low == whole


@pytest.mark.parametrize(("cycles", "light"), [(CYCLES, 82.0), (256, 30.0)])
def test_a_channel_at_its_limit_tells_no_colour(rig: Rig, cycles: int, light: float) -> None:
    chip, twin = fitted(rig, cycles=cycles)
    twin.shine(0.0, Light(light, light, 1.0, 1.0))
    run_up(rig, chip)
    assert next_one(rig, chip).clear is None


def test_another_chip_at_the_address_is_named(rig: Rig) -> None:
    chip, _ = fitted(rig, identity=0xEE)
    with pytest.raises(ChipFault, match="gate at 0x29 tells identity 0xee and is no TCS34725"):
        chip.step(rig.now)


def test_a_chip_that_never_ends_an_integration_is_named_and_may_recover(rig: Rig) -> None:
    chip, twin = fitted(rig)
    twin.stop()
    with pytest.raises(ChipFault, match="gate at 0x29 does not end an integration"):
        run_up(rig, chip)
    assert not chip.running


def test_a_brown_out_is_noticed_by_the_next_result_and_by_the_audit(rig: Rig) -> None:
    chip, twin = fitted(rig)
    for notices in ("result", "audit"):
        run_up(rig, chip)
        assert chip.step(rig.now) is None
        twin.reset()
        rig.now += 1.0
        if notices == "result":
            with pytest.raises(ChipFault, match="has lost its settings: its supply may be unsteady"):
                chip.read(rig.now)
        else:
            assert not chip.audit()
        assert not chip.running
        assert not chip.audit()
        assert chip.read(rig.now) is None
    run_up(rig, chip)
    assert chip.audit()


@pytest.mark.parametrize(("command", "value"), [(ENABLE, 0x01), (ATIME, 0x00), (CONTROL, 0x03)])
def test_one_forgotten_setting_is_seen_by_the_audit(rig: Rig, command: int, value: int) -> None:
    chip, _ = fitted(rig)
    run_up(rig, chip)
    assert chip.audit()
    rig.bus.write_byte(ADDRESS, command, value)
    assert not chip.audit()


def test_after_a_failed_step_all_begins_anew(rig: Rig) -> None:
    chip, twin = fitted(rig)
    twin.shine(0.0, RED)
    wait = chip.step(rig.now)
    assert wait is not None
    assert chip.step(rig.now) == pytest.approx(wait), "too early: nothing is done"
    rig.now += wait
    rig.twin.unplug(ADDRESS)
    with pytest.raises(NoAnswer, match="gate at 0x29"):
        chip.step(rig.now)
    rig.twin.plug(ADDRESS)
    twin.reset()
    run_up(rig, chip)
    assert near(next_one(rig, chip).clear, RED.clear)


def test_transfers_that_fail_now_and_then_are_tried_again(rig: Rig) -> None:
    chip, twin = fitted(rig)
    twin.shine(0.0, RED)
    rig.twin.noise(ADDRESS, 0.5, Refusals(2))
    run_up(rig, chip)
    rig.twin.noise(ADDRESS, 0.5, Refusals(3))
    rig.now += 0.1
    with pytest.raises(BusError):
        chip.read(rig.now)
    assert chip.running
    assert near(next_one(rig, chip).clear, RED.clear)


@pytest.mark.parametrize(
    ("how", "said"),
    [({"cycles": 0, "gain": 4}, "0 cycles are not 1 to 256"), ({"cycles": 24, "gain": 5}, "gain 5 is none of")],
)
def test_settings_the_chip_does_not_have_are_refused(rig: Rig, how: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError, match=f"gate: {said}"):
        Tcs34725(rig.bus, ADDRESS, part="gate", **how)
