"""What the kernel and its start-up file make of the pins: speed of the I2C bus, SPI, and the console on the UART."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from firmware.doctor import boot
from firmware.doctor.finding import Case, Finding
from firmware.doctor.system import System

SLOWEST_CORE: Final = 250
"""MHz: `core_freq_min` where it is not set (config.txt, "Overclocking options")."""


def i2c_speed(case: Case) -> Iterator[Finding]:
    """The clock of the bus, as the kernel runs it, else as config.txt asks for it."""
    system, wanted = case.system, case.plan.bus.hertz
    clock = system.bytes(f"sys/class/i2c-adapter/i2c-{case.plan.bus.number}/of_node/clock-frequency")
    if clock is not None and len(clock) == 4:
        hertz = int.from_bytes(clock, "big")
    else:
        asked = boot.settings(system).get("i2c_arm_baudrate", "")
        hertz = int(asked) if asked.isdecimal() else 100_000
    if hertz == wanted:
        yield Finding(part="I2C speed", verdict="ok", sentence=f"The I2C bus runs at {khz(hertz)}.")
        return
    why = "every press is felt later" if hertz < wanted else "the parts may not follow"
    yield Finding(
        part="I2C speed",
        verdict="wrong",
        sentence=f"The I2C bus runs at {khz(hertz)} and not at {khz(wanted)}: {why}.",
        mend=boot.adding(system, f"dtparam=i2c_arm=on,i2c_arm_baudrate={wanted}"),
    )


def spi_buffer(case: Case) -> Iterator[Finding]:
    """Whether a whole picture of the lamps goes out in one write."""
    if case.plan.lamps.backend != "spi":
        yield Finding(part="SPI buffer", verdict="ok", sentence="The lamps hang on a PWM line and need no SPI.")
        return
    told, wanted = case.system.text("sys/module/spidev/parameters/bufsiz"), case.plan.lamps.spi_buffer
    if told is None or not told.isdecimal():
        yield Finding(
            part="SPI buffer",
            verdict="wrong",
            sentence="The kernel's SPI driver is not loaded, so no lamp can shine.",
            mend=boot.adding(case.system, "dtparam=spi=on"),
        )
    elif int(told) < wanted:
        yield Finding(
            part="SPI buffer",
            verdict="wrong",
            sentence=f"The SPI driver takes {told} bytes at once, and the lamps are sent in up to {wanted}.",
            mend=f"echo 'options spidev bufsiz={wanted}' | sudo tee /etc/modprobe.d/boxref-spidev.conf && sudo reboot",
        )
    else:
        yield Finding(part="SPI buffer", verdict="ok", sentence=f"The SPI driver takes {told} bytes at once.")


def core_clock(case: Case) -> Iterator[Finding]:
    """Whether the clock that SPI is divided from stands still: the lamps' bits are as long as it says."""
    system = case.system
    if case.plan.lamps.backend != "spi":
        yield Finding(part="core clock", verdict="ok", sentence="The lamps hang on a PWM line with a clock of its own.")
        return
    if boot.is_pi5(system):
        yield Finding(part="core clock", verdict="ok", sentence="This Pi has a clock of its own for the lamps.")
        return
    told = boot.settings(system)
    fixed = "500" if "pi4" in boot.filters(system.model or "") else "250"
    core = told.get("core_freq", "")
    if core.isdecimal() and core == told.get("core_freq_min", str(SLOWEST_CORE)):
        yield Finding(part="core clock", verdict="ok", sentence=f"The core clock stands still at {core} MHz.")
        return
    # The small UART's speed follows it, so the firmware holds it still where that one is on the pins.
    if fixed == "250" and told.get("enable_uart") == "1" and _line(system, "serial0") == "ttyS0":
        yield Finding(part="core clock", verdict="ok", sentence="The core clock stands still for the serial line.")
        return
    yield Finding(
        part="core clock",
        verdict="warn",
        sentence="The core clock changes with the load, and the lamps' bits with it: they may flicker in wrong "
        "colours.",
        mend=boot.adding(system, f"core_freq={fixed}", f"core_freq_min={fixed}"),
    )


def serial_console(case: Case) -> Iterator[Finding]:
    """Whether the kernel or a login talks on the line that is the voice's."""
    lines = _voice_lines(case.system, case.plan.voice.device)
    words = (case.system.text("proc/cmdline") or "").split()
    consoles = {word.removeprefix("console=").partition(",")[0] for word in words if word.startswith("console=")}
    logins = {line for process in case.system.processes if "getty" in process.argv[0] for line in process.argv}
    for who, there in (("the kernel prints its messages", consoles), ("a login waits", logins)):
        if both := sorted(lines & there):
            yield Finding(
                part="serial console",
                verdict="warn",
                sentence=f"On the line {both[0]} of the voice {who}: the two would talk into each other.",
                mend="sudo raspi-config nonint do_serial_cons 1 && sudo reboot",
            )
            return
    yield Finding(part="serial console", verdict="ok", sentence="Nobody else talks on the line of the voice.")


def _voice_lines(system: System, device: str) -> set[str]:
    """What the voice's device is called: by its own name, and by that of the line behind it."""
    name = device.removeprefix("/dev/")
    line = _line(system, name)
    if line is not None:
        return {name, line}
    # Where the link is not there yet, it is one of these; a Pi 5's ttyAMA10 is a plug of its own.
    return {name} if not re.fullmatch(r"serial\d", name) else {name, "ttyAMA0", "ttyS0"}


def _line(system: System, name: str) -> str | None:
    """The line that a link in /dev leads to."""
    with suppress(OSError):
        return system.path(f"dev/{name}").readlink().name
    return None


def khz(hertz: int) -> str:
    """A frequency for a person."""
    return f"{hertz / 1000:g} kHz"
