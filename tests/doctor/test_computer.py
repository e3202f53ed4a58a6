"""Model, kernel, supply, throttling and clock, each read from the files of a computer."""

import pytest

from firmware.doctor import computer as checks
from tests.doctor.computer import SYNCHRONISED, THROTTLED, Computer

WEAK = "use a power supply of 5 V and 3 A with a short cable of its own"


def test_the_model_is_named(pi: Computer) -> None:
    assert pi.one(checks.model).sentence == "This is a Raspberry Pi Zero 2 W Rev 1.0."


@pytest.mark.parametrize("model", ["Some Other Board", None])
def test_a_laptop_is_told_that_its_box_is_simulated(model: str | None, pi: Computer) -> None:
    pi.remove("proc/device-tree/model")
    if model is not None:
        pi.write("proc/device-tree/model", model)
    found = pi.one(checks.model)
    assert (found.verdict, found.sentence) == (
        "ok",
        "This computer is no Raspberry Pi: the box is simulated here, and plays as a real one.",
    )


def test_a_new_kernel_is_well(pi: Computer) -> None:
    found = pi.one(checks.kernel)
    assert (found.verdict, found.sentence) == ("ok", "The kernel 6.6.31+rpt-rpi-v8 is new enough.")


@pytest.mark.parametrize("release", ["5.15.84-v8+", "6.1.21-v8+"])
def test_an_old_kernel_is_to_be_brought_up_to_date(release: str, pi: Computer) -> None:
    pi.write("proc/sys/kernel/osrelease", release)
    found = pi.one(checks.kernel)
    assert found.verdict == "warn"
    assert found.sentence == (f"The kernel {release} is older than 6.6, for which the box and its libraries are made.")
    assert found.mend == "sudo apt update && sudo apt full-upgrade && sudo reboot"


def test_a_kernel_without_a_version_is_not_guessed_at(pi: Computer) -> None:
    pi.remove("proc/sys/kernel/osrelease")
    found = pi.one(checks.kernel)
    assert (found.verdict, found.sentence) == ("unknown", "The kernel does not tell its version.")


@pytest.mark.parametrize(
    ("bits", "supply", "throttling"),
    [
        ("0", ("ok", "The voltage has been high enough since the Pi was started."), "ok"),
        ("1", ("wrong", f"The Pi gets too little voltage at this moment: {WEAK}."), "ok"),
        ("0x50005", ("wrong", f"The Pi gets too little voltage at this moment: {WEAK}."), "wrong"),
        ("50000", ("wrong", f"The voltage of the Pi has been too low since it was started: {WEAK}."), "warn"),
        ("20000", ("ok", "The voltage has been high enough since the Pi was started."), "warn"),
        ("2", ("ok", "The voltage has been high enough since the Pi was started."), "wrong"),
    ],
)
def test_the_bits_of_the_firmware_tell_of_voltage_and_throttling(
    bits: str, supply: tuple[str, str], throttling: str, pi: Computer
) -> None:
    pi.write(THROTTLED, f"{bits}\n")
    voltage, slowed = pi.look(checks.supply)
    assert (voltage.verdict, voltage.sentence) == supply
    assert slowed.verdict == throttling
    assert (
        slowed.sentence
        == {
            "ok": "The Pi has not had to slow itself down.",
            "warn": "The Pi had to slow itself down since it was started: it was too hot or short of power.",
            "wrong": "The Pi has slowed itself down at this moment.",
        }[throttling]
    )


def test_a_pi_that_is_too_hot_wants_air(pi: Computer) -> None:
    pi.write(THROTTLED, "8")
    assert pi.look(checks.supply)[1].sentence.endswith("at this moment. It is too hot: give it air.")


@pytest.mark.parametrize(("alarm", "verdict"), [("0", "ok"), ("1", "wrong")])
def test_a_kernel_that_only_has_the_alarm_of_the_voltage_tells_by_that(alarm: str, verdict: str, pi: Computer) -> None:
    pi.remove(THROTTLED)
    pi.write("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    pi.write("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    pi.write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    voltage, slowed = pi.look(checks.supply)
    assert voltage.verdict == verdict
    assert (slowed.verdict, slowed.mend) == ("unknown", "vcgencmd get_throttled")
    assert slowed.sentence == "This kernel does not tell in a file whether the Pi had to slow itself down."


@pytest.mark.parametrize("alarm", ["", "no number"])
def test_a_kernel_that_tells_nothing_of_the_supply_is_asked_by_hand(alarm: str, pi: Computer) -> None:
    pi.write(THROTTLED, "what?")
    pi.write("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    if alarm:
        pi.write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm)
    found = pi.one(checks.supply)
    assert (found.verdict, found.mend) == ("unknown", "vcgencmd get_throttled")
    assert found.sentence == "The kernel does not tell in a file whether the supply is strong enough."


def test_a_clock_that_nobody_has_set_costs_the_dates(pi: Computer) -> None:
    assert pi.one(checks.time_of_day).sentence == "The clock is set by the network."
    pi.remove(SYNCHRONISED)
    found = pi.one(checks.time_of_day)
    assert (found.verdict, found.mend) == ("warn", "sudo timedatectl set-ntp true")
    assert found.sentence.startswith(
        "The computer does not say that its clock is set, so games are kept without a date"
    )


def test_a_newer_model_keeps_its_bits_at_an_address(pi: Computer) -> None:
    pi.remove(THROTTLED)
    pi.write("sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "1")
    assert pi.look(checks.supply)[0].verdict == "wrong"
