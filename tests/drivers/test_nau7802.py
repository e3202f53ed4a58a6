"""The scale's driver on its twin, named after the mishaps people met with this chip."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

import pytest

from drivers.bus import BusError, ChipFault, NoAnswer
from drivers.converter import Conversion
from drivers.nau7802 import Nau7802
from hardware.sim.nau7802 import ADC, CTRL1, CTRL2, OCAL1, PGA, POWER, PU_CTRL, Nau7802Twin
from tests.drivers.i2c import Refusals, Rig, rigged

ADDRESS = 0x2A
COUNTS = {1: 100_000.0, 2: -40_000.0}


@pytest.fixture
def rig() -> Iterator[Rig]:
    with rigged() as rig:
        yield rig


def fitted(
    rig: Rig,
    *,
    counts: Callable[[int, float], float] = lambda channel, _: COUNTS[channel],
    rate_hz: int = 80,
    gain: int = 128,
    pace: float = 1.0,
    seed: int = 1,
) -> tuple[Nau7802, Nau7802Twin]:
    twin = Nau7802Twin(rig.clock, counts, Random(seed), pace=pace)
    rig.twin.attach(ADDRESS, twin)
    return Nau7802(rig.bus, ADDRESS, part="scale", gain=gain, rate_hz=rate_hz), twin


def run_up(rig: Rig, chip: Nau7802, *, within: float = 3.0) -> None:
    end = rig.now + within
    while (wait := chip.step(rig.now)) is not None:
        rig.now += wait
        assert rig.now < end


def readings(rig: Rig, chip: Nau7802, seconds: float, *, every: float = 0.0125) -> list[Conversion]:
    found = []
    for _ in range(round(seconds / every)):
        rig.now += every
        if (conversion := chip.read(rig.now)) is not None:
            found.append(conversion)
    return found


@pytest.mark.parametrize("pace", [0.88, 1.0, 1.15])
@pytest.mark.parametrize("rate_hz", [10, 80, 320])
def test_cold_start_gives_true_counts_and_nothing_else(rig: Rig, pace: float, rate_hz: int) -> None:
    chip, _ = fitted(rig, rate_hz=rate_hz, pace=pace)
    assert chip.read(rig.now) is None
    run_up(rig, chip)
    found = readings(rig, chip, 2.0)
    assert set(found) == {Conversion(channel=1, counts=100_000)}
    assert len(found) >= 10


@pytest.mark.parametrize("rate_hz", [10, 80, 320])
def test_after_every_switch_six_conversions_are_discarded(rig: Rig, rate_hz: int) -> None:
    chip, _ = fitted(rig, rate_hz=rate_hz, pace=0.88)
    run_up(rig, chip)
    readings(rig, chip, 1.0)
    for channel in (2, 1, 2, 1, 2):
        chip.select(channel, rig.now)
        found = readings(rig, chip, 10 / rate_hz + 0.1, every=0.5 / rate_hz)
        assert set(found) == {Conversion(channel=channel, counts=round(COUNTS[channel]))}


def test_selecting_the_channel_at_hand_disturbs_nothing(rig: Rig) -> None:
    chip, _ = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.2)
    before = rig.bus.transfers
    chip.select(1, rig.now)
    assert rig.bus.transfers == before
    rig.now += 0.0125
    assert chip.read(rig.now) is not None
    with pytest.raises(ValueError, match="channel 3 is neither 1 nor 2"):
        chip.select(3, rig.now)


def test_a_channel_chosen_before_it_runs_is_the_first_one_read(rig: Rig) -> None:
    chip, _ = fitted(rig)
    chip.select(2, rig.now)
    run_up(rig, chip)
    assert set(readings(rig, chip, 0.3)) == {Conversion(channel=2, counts=-40_000)}


def test_each_channel_has_its_own_calibration(rig: Rig) -> None:
    chip, twin = fitted(rig)
    run_up(rig, chip)
    offsets = [int.from_bytes(twin._r[at : at + 3], "big", signed=True) for at in (0x03, 0x0A)]
    assert offsets == [round(-offset) for offset in twin._offset]
    assert offsets[0] != offsets[1]


def test_the_registers_of_a_real_board_while_it_converts(rig: Rig) -> None:
    chip, _ = fitted(rig)
    run_up(rig, chip)
    rig.now += 1.0
    assert rig.bus.read_byte(ADDRESS, PU_CTRL) == 0xBE
    assert rig.bus.read_byte(ADDRESS, CTRL2) == 0x30
    assert rig.bus.read_byte(ADDRESS, ADC) == 0x30
    assert rig.bus.read_byte(ADDRESS, PGA) == 0x00
    # That board had one channel (POWER 0x80) and 3.3 V on its bridge (CTRL1 0x27); ours has two, and 3.0 V.
    assert rig.bus.read_byte(ADDRESS, POWER) == 0x00
    assert rig.bus.read_byte(ADDRESS, CTRL1) == 0x2F


def test_cs_was_never_set_and_no_conversion_came(rig: Rig) -> None:
    chip, twin = fitted(rig)
    while chip.step(rig.now) is not None:
        assert not twin.ready()
        rig.now += 0.001
    rig.now += 0.02
    assert twin.ready()


def test_available_was_always_true_and_old_results_were_read_twice(rig: Rig) -> None:
    chip, _ = fitted(rig)
    run_up(rig, chip)
    rig.now += 1.0
    assert chip.read(rig.now) is not None
    assert chip.read(rig.now) is None
    rig.now += 0.0125
    assert chip.read(rig.now) is not None


def test_the_first_conversion_after_power_up_was_a_rail_and_poisoned_the_average(rig: Rig) -> None:
    chip, twin = fitted(rig)
    run_up(rig, chip)
    rig.now += 0.0126
    assert twin.ready()
    assert chip.read(rig.now) is None
    assert {c.counts for c in readings(rig, chip, 1.0)} == {100_000}


@pytest.mark.parametrize("weight", [9e6, -9e6])
def test_at_a_rail_there_is_no_count(rig: Rig, weight: float) -> None:
    chip, _ = fitted(rig, counts=lambda _, at: weight if at < 3 else 5.0)
    run_up(rig, chip)
    assert set(readings(rig, chip, 1.0)) == {Conversion(channel=1, counts=None)}
    rig.now = 3.0
    readings(rig, chip, 0.05)
    assert set(readings(rig, chip, 0.2)) == {Conversion(channel=1, counts=5)}


def test_minus_one_is_a_number_as_good_as_any(rig: Rig) -> None:
    chip, _ = fitted(rig, counts=lambda *_: -1.0)
    run_up(rig, chip)
    assert set(readings(rig, chip, 0.3)) == {Conversion(channel=1, counts=-1)}


def test_the_gain_reaches_the_chip(rig: Rig) -> None:
    chip, _ = fitted(rig, gain=64)
    run_up(rig, chip)
    assert set(readings(rig, chip, 0.3)) == {Conversion(channel=1, counts=50_000)}


def test_set_up_waited_for_the_calibration_and_blocked_everything(rig: Rig) -> None:
    chip, _ = fitted(rig)
    calls = 0
    while (wait := chip.step(rig.now)) is not None:
        calls += 1
        rig.now += wait
    assert 0.9 < rig.now < 1.1
    assert rig.pauses == []
    assert calls < 50
    assert chip.step(rig.now) is None


def test_called_too_early_it_only_says_when(rig: Rig) -> None:
    chip, _ = fitted(rig)
    assert chip.step(0.0) == pytest.approx(0.001)
    before = rig.bus.transfers
    assert chip.step(0.0004) == pytest.approx(0.0006)
    assert rig.bus.transfers == before


@pytest.mark.parametrize("times", [1, 2])
def test_a_calibration_that_fails_is_repeated(rig: Rig, times: int) -> None:
    chip, twin = fitted(rig)
    twin.fail_calibrations(times)
    run_up(rig, chip)
    assert {c.counts for c in readings(rig, chip, 0.3)} == {100_000}


def test_a_calibration_that_fails_thrice_is_a_fault_and_then_all_begins_anew(rig: Rig) -> None:
    chip, twin = fitted(rig)
    twin.fail_calibrations(3)
    with pytest.raises(ChipFault, match=r"scale at 0x2a failed its calibration 3 times: is its supply steady\?"):
        run_up(rig, chip)
    assert not chip.running
    run_up(rig, chip)
    assert {c.counts for c in readings(rig, chip, 0.3)} == {100_000}


class Stuck(Nau7802Twin):
    """A chip whose bits can be held up or down, as seen by whoever reads."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig.clock, lambda *_: 0.0, Random(1))
        self.up: dict[int, int] = {}
        self.down: dict[int, int] = {}

    def _fetch(self, register: int) -> int:
        return (super()._fetch(register) | self.up.get(register, 0)) & ~self.down.get(register, 0)


def test_every_wait_has_a_deadline(rig: Rig) -> None:
    twin = Stuck(rig)
    rig.twin.attach(ADDRESS, twin)
    chip = Nau7802(rig.bus, ADDRESS, part="scale", gain=128, rate_hz=80)
    twin.down = {PU_CTRL: 0x08}
    with pytest.raises(ChipFault, match="scale at 0x2a does not wake up after a reset"):
        run_up(rig, chip)
    assert rig.now < 0.2
    twin.down = {}
    twin.up = {CTRL2: 0x04}
    with pytest.raises(ChipFault, match="does not end its calibration"):
        run_up(rig, chip)
    assert rig.now < 2.0


def test_the_revision_was_asked_too_early_and_a_cold_chip_told_another(rig: Rig) -> None:
    chip, twin = fitted(rig)
    assert rig.bus.read_byte(ADDRESS, 0x1F) & 0x0F != 0x0F
    run_up(rig, chip)
    assert rig.bus.read_byte(ADDRESS, 0x1F) & 0x0F == 0x0F
    rig.twin.detach(ADDRESS)
    other = Stuck(rig)
    other.down = {0x1F: 0x01}
    rig.twin.attach(ADDRESS, other)
    twin.reset()
    stranger = Nau7802(rig.bus, ADDRESS, part="scale", gain=128, rate_hz=80)
    with pytest.raises(ChipFault, match="tells revision 0x0e and is no NAU7802"):
        run_up(rig, stranger)


def test_the_first_word_to_a_cold_chip_goes_unheard(rig: Rig) -> None:
    chip, _ = fitted(rig)
    rig.twin.noise(ADDRESS, 0.5, Refusals(2))
    run_up(rig, chip)
    assert rig.bus.failures == 2
    assert {c.counts for c in readings(rig, chip, 0.3)} == {100_000}


def test_random_offset_after_reset_is_calibrated_away(rig: Rig) -> None:
    for seed in range(5):
        with rigged(number=2 + seed) as other:
            chip, twin = fitted(other, seed=seed)
            assert abs(twin._offset[0]) > 1
            run_up(other, chip)
            assert {c.counts for c in readings(other, chip, 0.3)} == {100_000}


def test_a_brown_out_is_found_by_the_next_read_and_gives_no_number(rig: Rig) -> None:
    chip, twin = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.3)
    twin.reset()
    with pytest.raises(ChipFault, match="scale at 0x2a has lost its settings"):
        readings(rig, chip, 0.1)
    assert not chip.running
    assert chip.read(rig.now) is None
    run_up(rig, chip)
    assert {c.counts for c in readings(rig, chip, 0.3)} == {100_000}


def test_a_chip_that_stops_converting_is_told_from_one_that_is_slow(rig: Rig) -> None:
    chip, twin = fitted(rig, rate_hz=10, pace=0.88)
    run_up(rig, chip)
    assert readings(rig, chip, 3.0)
    twin.stop()
    stopped = rig.now
    with pytest.raises(ChipFault, match="has stopped converting"):
        readings(rig, chip, 5.0)
    assert rig.now - stopped < 1.5
    twin.resume()
    run_up(rig, chip)
    assert readings(rig, chip, 3.0)


def test_a_chip_just_started_is_given_time_for_its_first_result(rig: Rig) -> None:
    rig.now = 1000.0
    chip, twin = fitted(rig)
    run_up(rig, chip)
    twin.stop()
    assert readings(rig, chip, 0.5) == []
    with pytest.raises(ChipFault, match="has stopped converting"):
        readings(rig, chip, 0.3)


@pytest.mark.parametrize("register", [PU_CTRL, CTRL1, CTRL2, OCAL1, 0x06, 0x0A, 0x10, ADC, PGA, POWER])
def test_one_flipped_bit_in_settings_or_calibration_is_found(rig: Rig, register: int) -> None:
    chip, twin = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.3)
    assert chip.audit()
    twin._r[register] ^= 0x10
    assert not chip.audit()
    assert not chip.running
    run_up(rig, chip)
    assert chip.audit()


def test_a_result_is_never_taken_for_that_of_the_other_cell(rig: Rig) -> None:
    chip, twin = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.3)
    for _ in range(2):
        twin._store(CTRL2, twin._r[CTRL2] ^ 0x80)
        assert set(readings(rig, chip, 0.5)) == {Conversion(channel=1, counts=100_000)}, "it is switched anew"


def test_a_chip_that_stays_on_the_other_cell_has_lost_its_settings(rig: Rig) -> None:
    chip, twin = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.3)
    twin._store(CTRL2, twin._r[CTRL2] ^ 0x80)
    assert chip.read(rig.now) is None
    twin._store(CTRL2, twin._r[CTRL2] ^ 0x80)
    with pytest.raises(ChipFault, match="has lost its settings"):
        readings(rig, chip, 0.5)


@pytest.mark.parametrize("heard", [False, True])
def test_a_switch_that_failed_half_way_is_done_again_before_anything_is_read(rig: Rig, heard: bool) -> None:
    chip, _ = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.3)
    rig.twin.noise(ADDRESS, 0.5, Refusals(3, heard=heard))
    with pytest.raises(NoAnswer):
        chip.select(2, rig.now)
    assert chip.audit()
    assert set(readings(rig, chip, 0.5)) == {Conversion(channel=2, counts=-40_000)}


def test_after_a_switch_that_may_have_been_heard_the_old_channel_is_set_again_too(rig: Rig) -> None:
    chip, _ = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.3)
    rig.twin.noise(ADDRESS, 0.5, Refusals(3, heard=True))
    with pytest.raises(NoAnswer):
        chip.select(2, rig.now)
    chip.select(1, rig.now)
    assert set(readings(rig, chip, 0.5)) == {Conversion(channel=1, counts=100_000)}


def test_a_lost_scale_is_said_and_is_asked_again_as_before(rig: Rig) -> None:
    chip, _ = fitted(rig)
    run_up(rig, chip)
    readings(rig, chip, 0.3)
    rig.twin.unplug(ADDRESS)
    with pytest.raises(NoAnswer, match="scale at 0x2a"):
        chip.read(rig.now)
    rig.twin.plug(ADDRESS)
    assert {c.counts for c in readings(rig, chip, 0.3)} == {100_000}
    rig.twin.unplug(ADDRESS)
    with pytest.raises(NoAnswer):
        chip.audit()


@pytest.mark.parametrize("seed", range(5))
def test_with_a_fifth_of_all_transfers_failing_what_is_read_is_still_true(rig: Rig, seed: int) -> None:
    chip, _ = fitted(rig)
    rng = Random(seed)
    rig.twin.noise(ADDRESS, 0.2, rng, errnos=(121, 5, 11))
    numbers = 0
    for _ in range(4000):
        rig.now += 0.0125
        with suppress(BusError):
            chip.step(rig.now)
            if rng.random() < 0.02:
                chip.select(rng.choice((1, 2)), rig.now)
            if (conversion := chip.read(rig.now)) is not None:
                assert conversion.counts == COUNTS[conversion.channel]
                numbers += 1
    assert numbers > 1000


@pytest.mark.parametrize(("gain", "rate_hz", "wrong"), [(100, 80, "gain 100"), (128, 100, "rate 100")])
def test_what_the_chip_cannot_do_is_refused_in_words(rig: Rig, gain: int, rate_hz: int, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"scale: {wrong} is none of"):
        Nau7802(rig.bus, ADDRESS, part="scale", gain=gain, rate_hz=rate_hz)
