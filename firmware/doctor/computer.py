"""The computer itself: which one it is, its kernel, its supply, and whether it knows what time it is."""

import re
from collections.abc import Iterator
from typing import Final

from firmware.doctor.finding import Case, Finding

KERNEL: Final = (6, 6)
"""From here on lines are opened as this program and its libraries do it (hardware-facts B.1)."""

NOW_LOW, NOW_CAPPED, NOW_THROTTLED, NOW_HOT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
SINCE_START: Final = 16
"""The same bits, so much higher, tell what has happened since the Pi was started."""

THROTTLED: Final = "soc*/soc*:firmware/get_throttled"
"""A hexadecimal number (raspberrypi/linux, "firmware/raspberrypi: Add a get_throttled sysfs file"); soc has an address
on newer models."""

SUPPLY: Final = "use a power supply of 5 V and 3 A with a short cable of its own"


def model(case: Case) -> Iterator[Finding]:
    """Which Raspberry Pi it is."""
    name = case.system.model
    if name is None:
        yield Finding(
            part="model",
            verdict="ok",
            sentence="This computer is no Raspberry Pi: the box is simulated here, and plays as a real one.",
        )
    else:
        yield Finding(part="model", verdict="ok", sentence=f"This is a {name}.")


def kernel(case: Case) -> Iterator[Finding]:
    """How old its kernel is."""
    release = case.system.text("proc/sys/kernel/osrelease") or ""
    found = re.match(r"(\d+)\.(\d+)", release)
    if found is None:
        yield Finding(part="kernel", verdict="unknown", sentence="The kernel does not tell its version.")
    elif (int(found[1]), int(found[2])) < KERNEL:
        yield Finding(
            part="kernel",
            verdict="warn",
            sentence=f"The kernel {release} is older than 6.6, for which the box and its libraries are made.",
            mend="sudo apt update && sudo apt full-upgrade && sudo reboot",
        )
    else:
        yield Finding(part="kernel", verdict="ok", sentence=f"The kernel {release} is new enough.")


def supply(case: Case) -> Iterator[Finding]:
    """Under-voltage and throttling, now and since the start."""
    files = case.system.path("sys/devices/platform").glob(THROTTLED)
    told = next((case.system.text(str(file.relative_to(case.system.root))) for file in files), None)
    bits = None
    if told is not None and re.fullmatch(r"(0x)?[0-9a-fA-F]+", told):
        bits = int(told, 16)
    if bits is None:
        yield from _alarm(case)
        return
    yield _voltage(low=bool(bits & NOW_LOW), was_low=bool(bits >> SINCE_START & NOW_LOW))
    slow = NOW_CAPPED | NOW_THROTTLED | NOW_HOT
    if bits & slow:
        hot = " It is too hot: give it air." if bits & NOW_HOT else ""
        yield Finding(
            part="throttling", verdict="wrong", sentence=f"The Pi has slowed itself down at this moment.{hot}"
        )
    elif bits >> SINCE_START & slow:
        yield Finding(
            part="throttling",
            verdict="warn",
            sentence="The Pi had to slow itself down since it was started: it was too hot or short of power.",
        )
    else:
        yield Finding(part="throttling", verdict="ok", sentence="The Pi has not had to slow itself down.")


def _alarm(case: Case) -> Iterator[Finding]:
    """Newer kernels keep the one bit of the under-voltage as an alarm of the sensor `rpi_volt`."""
    for sensor in case.system.names("sys/class/hwmon"):
        if case.system.text(f"sys/class/hwmon/{sensor}/name") == "rpi_volt":
            alarm = case.system.text(f"sys/class/hwmon/{sensor}/in0_lcrit_alarm")
            if alarm in {"0", "1"}:
                yield _voltage(low=alarm == "1", was_low=False)
                yield Finding(
                    part="throttling",
                    verdict="unknown",
                    sentence="This kernel does not tell in a file whether the Pi had to slow itself down.",
                    mend="vcgencmd get_throttled",
                )
                return
    yield Finding(
        part="supply",
        verdict="unknown",
        sentence="The kernel does not tell in a file whether the supply is strong enough.",
        mend="vcgencmd get_throttled",
    )


def _voltage(*, low: bool, was_low: bool) -> Finding:
    if low:
        return Finding(
            part="supply", verdict="wrong", sentence=f"The Pi gets too little voltage at this moment: {SUPPLY}."
        )
    if was_low:
        return Finding(
            part="supply",
            verdict="wrong",
            sentence=f"The voltage of the Pi has been too low since it was started: {SUPPLY}.",
        )
    return Finding(part="supply", verdict="ok", sentence="The voltage has been high enough since the Pi was started.")


def time_of_day(case: Case) -> Iterator[Finding]:
    """Whether the wall clock is known, by the same mark that the journal goes by (`firmware.record.wall_time`)."""
    if case.system.there("run/systemd/timesync/synchronized"):
        yield Finding(part="clock", verdict="ok", sentence="The clock is set by the network.")
    else:
        yield Finding(
            part="clock",
            verdict="warn",
            sentence="The computer does not say that its clock is set, so games are kept without a date; with a "
            "network it sets itself.",
            mend="sudo timedatectl set-ntp true",
        )
