"""The scale's twin against the data sheet: a driver that leaves a step out gets wrong numbers, as from a real one."""

from collections.abc import Callable
from random import Random

import pytest

from hardware.sim.nau7802 import ADC, ADCO, CTRL1, CTRL2, PGA, POWER, PU_CTRL, SETTLING, Nau7802Twin


class Bench:
    """A chip on the bench, spoken to register by register, in time that only the test moves."""

    def __init__(self, counts: Callable[[int, float], float] = lambda channel, _: 1000.0 * channel) -> None:
        self.now = 0.0
        self.chip = Nau7802Twin(lambda: self.now, counts, Random(3))

    def put(self, register: int, *values: int) -> None:
        self.chip.write(bytes((register, *values)))

    def get(self, register: int) -> int:
        self.chip.write(bytes((register,)))
        return self.chip.read(1)[0]

    def result(self) -> int:
        self.chip.write(bytes((ADCO,)))
        return int.from_bytes(self.chip.read(3), "big", signed=True)

    def calibrate(self, control: int) -> None:
        self.put(CTRL2, control | 0x04)
        self.now += 0.4
        assert self.get(CTRL2) == control

    def power_up(self, *, chopper: int = 0x30) -> None:
        self.put(PU_CTRL, 0x01)
        self.put(PU_CTRL, 0x02)
        self.now += 0.001
        self.put(PU_CTRL, 0x86, 0x27, 0x30)
        self.put(ADC, chopper)
        self.now += 0.25
        self.calibrate(0xB0)
        self.calibrate(0x30)
        self.put(PU_CTRL, 0x96)
        self.now += (SETTLING + 1) / 80

    def conversions(self, count: int) -> list[int]:
        found = []
        for _ in range(count):
            moment = self.chip.ready_at()
            assert moment is not None
            self.now = moment
            assert self.chip.ready()
            found.append(self.result())
        return found


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_while_rr_is_set_everything_else_is_held_at_reset(bench: Bench) -> None:
    bench.put(CTRL1, 0x27)
    assert bench.get(CTRL1) == 0x27
    bench.put(PU_CTRL, 0x01)
    bench.put(CTRL1, 0x27)
    assert bench.get(CTRL1) == 0x00
    assert bench.get(PU_CTRL) == 0x01
    bench.put(PU_CTRL, 0x02)
    bench.put(CTRL1, 0x27)
    assert bench.get(CTRL1) == 0x27


def test_it_is_awake_200_microseconds_after_pud(bench: Bench) -> None:
    bench.put(PU_CTRL, 0x02)
    bench.now = 100e-6
    assert bench.get(PU_CTRL) == 0x02
    bench.now = 201e-6
    assert bench.get(PU_CTRL) == 0x0A


def test_a_cold_chip_tells_another_revision_until_reset(bench: Bench) -> None:
    assert bench.get(0x1F) & 0x0F != 0x0F
    bench.put(PU_CTRL, 0x01)
    bench.put(PU_CTRL, 0x00)
    assert bench.get(0x1F) & 0x0F == 0x0F
    bench.chip.reset()
    assert bench.get(0x1F) & 0x0F != 0x0F


def test_nothing_is_converted_before_cs(bench: Bench) -> None:
    bench.put(PU_CTRL, 0x86)
    bench.now = 10.0
    assert bench.get(PU_CTRL) & 0x20 == 0
    assert bench.chip.ready_at() is None


def test_conversions_come_at_the_rate_and_reading_one_clears_ready(bench: Bench) -> None:
    bench.power_up()
    first = bench.chip.ready_at()
    assert first is not None
    bench.now = first
    assert bench.get(PU_CTRL) == 0xBE
    bench.result()
    assert bench.get(PU_CTRL) == 0x9E
    assert bench.chip.ready_at() == pytest.approx(first + 1 / 80)
    assert bench.conversions(10) == [1000] * 10


def test_after_power_up_it_climbs_down_from_a_rail(bench: Bench) -> None:
    bench.power_up()
    bench.put(PU_CTRL, 0x86)
    bench.put(PU_CTRL, 0x96)
    found = bench.conversions(SETTLING + 2)
    assert found[SETTLING:] == [1000, 1000]
    assert found[:SETTLING] == sorted(found[:SETTLING], reverse=True)
    assert found[0] > 7_000_000
    assert 1000 not in found[:SETTLING]


@pytest.mark.parametrize(("register", "value"), [(CTRL2, 0xB0), (CTRL2, 0x20), (CTRL1, 0x26)])
def test_a_change_of_channel_rate_or_gain_makes_six_results_wrong(bench: Bench, register: int, value: int) -> None:
    bench.power_up()
    bench.conversions(1)
    bench.put(register, value)
    found = bench.conversions(SETTLING + 2)
    assert found[-1] == found[-2]
    assert found[-1] not in found[:SETTLING]


def test_writing_what_stands_there_disturbs_nothing(bench: Bench) -> None:
    bench.power_up()
    bench.put(CTRL1, 0x27, 0x30)
    assert bench.conversions(1) == [1000]


def test_the_old_result_of_the_old_channel_waits_after_a_switch(bench: Bench) -> None:
    bench.power_up()
    bench.put(CTRL2, 0xB0)
    assert bench.chip.ready()
    assert bench.result() == 1000


def test_the_result_is_latched_when_its_first_byte_is_read(bench: Bench) -> None:
    weights = iter((0x010203, 0x0A0B0C))
    bench = Bench(lambda *_: next(weights))
    bench.power_up()
    assert bench.get(ADCO) == 0x01
    bench.now += 1 / 80
    assert bench.get(PU_CTRL) & 0x20
    assert [bench.get(ADCO + 1), bench.get(ADCO + 2)] == [0x02, 0x03]
    assert bench.result() == 0x0A0B0C


def test_each_power_up_brings_another_offset_and_calibration_removes_it(bench: Bench) -> None:
    bench.power_up()
    assert bench.result() == 1000
    bench.put(0x03, 0, 0, 0)
    bare = bench.conversions(1)[0]
    assert bare != 1000
    bench.chip.reset()
    bench.power_up()
    bench.put(0x03, 0, 0, 0)
    assert bench.conversions(1)[0] not in (1000, bare)


def test_gain_calibration_multiplies(bench: Bench) -> None:
    bench.power_up()
    bench.put(0x06, 0x01, 0x00, 0x00, 0x00)
    assert bench.conversions(1)[0] == pytest.approx(2000, abs=2)


def test_ctrl2_hears_nothing_while_it_calibrates(bench: Bench) -> None:
    bench.power_up()
    bench.put(CTRL2, 0x34)
    assert bench.get(CTRL2) == 0x34
    bench.put(CTRL2, 0xB0)
    assert bench.get(CTRL2) == 0x34
    assert bench.chip.ready_at() is None
    bench.now += 0.4
    assert bench.get(CTRL2) == 0x30


def test_cal_err_stays_until_a_calibration_succeeds(bench: Bench) -> None:
    bench.power_up()
    bench.chip.fail_calibrations(1)
    bench.put(CTRL2, 0x34)
    bench.now += 0.4
    assert bench.get(CTRL2) == 0x38
    bench.put(CTRL2, 0x30)
    assert bench.get(CTRL2) == 0x38
    bench.calibrate(0x30)


def test_calibrating_before_the_regulator_has_settled_fails(bench: Bench) -> None:
    bench.put(PU_CTRL, 0x86)
    bench.now = 0.1
    bench.put(CTRL2, 0x04)
    bench.now = 0.6
    assert bench.get(CTRL2) & 0x08


def test_system_calibration_takes_what_lies_there_as_zero(bench: Bench) -> None:
    bench.power_up()
    bench.put(CTRL2, 0x36)
    bench.now += 0.4
    assert abs(bench.conversions(SETTLING + 1)[-1]) <= 1


def test_a_calibration_on_a_disturbed_cell_shifts_zero_without_a_word(bench: Bench) -> None:
    bench.power_up()
    bench.chip.disturb_calibration(63_841)
    bench.calibrate(0x30)
    assert bench.conversions(SETTLING + 1)[-1] == pytest.approx(64_841, abs=1)


def test_with_its_chopper_on_it_tells_garbage() -> None:
    bench = Bench()
    bench.power_up(chopper=0x00)
    found = bench.conversions(50)
    assert max(found) - min(found) > 50_000


def test_the_capacitor_on_its_pins_disturbs_channel_2(bench: Bench) -> None:
    bench.power_up()
    bench.put(POWER, 0x80)
    assert bench.conversions(SETTLING + 3)[SETTLING:] == [1000] * 3
    bench.put(CTRL2, 0xB0)
    found = bench.conversions(SETTLING + 20)[SETTLING:]
    assert max(found) - min(found) > 10_000


def test_rails(bench: Bench) -> None:
    weights = iter((1e9, -1e9))
    bench = Bench(lambda *_: next(weights))
    bench.power_up()
    assert bench.result() == 0x7FFFFF
    assert bench.conversions(1) == [-0x800000]


def test_a_stopped_chip_answers_and_converts_nothing(bench: Bench) -> None:
    bench.power_up()
    bench.result()
    bench.chip.stop()
    bench.now += 10.0
    assert bench.get(PU_CTRL) == 0x9E
    bench.chip.resume()
    bench.now += 1.0
    assert bench.result() == 1000


def test_bursts_go_on_from_the_last_register_to_the_first(bench: Bench) -> None:
    bench.put(0x7F, 0x12, 0x00, 0x27)
    bench.chip.write(b"\x7f")
    assert bench.chip.read(3) == b"\x12\x00\x27"


def test_results_and_revision_cannot_be_written(bench: Bench) -> None:
    bench.power_up()
    bench.put(0x1F, 0x00)
    bench.put(PGA, 0x00)
    bench.put(ADCO, 1, 2, 3)
    assert bench.get(0x1F) & 0x0F == 0x0F
    assert bench.result() == 1000
