"""Everything that is looked at, in the order in which it is told: what others hang on comes first."""

from collections.abc import Iterator
from typing import Final

from firmware.doctor import appliance, chips, computer, libraries, owner, rights, storage, wires, worn
from firmware.doctor.finding import Case, Check, Finding
from hardware.box import Plan


def _i2c(plan: Plan) -> str:
    return (
        f"I2C at {wires.khz(plan.bus.hertz)}: dtparam=i2c_arm=on,i2c_arm_baudrate={plan.bus.hertz} in "
        "/boot/firmware/config.txt"
    )


def _nodes(plan: Plan) -> str:
    return f"the devices {', '.join(f'/dev/{node.pattern}' for node in rights.nodes_of(plan))}"


CHECKS: Final = (
    Check(part="model", look=computer.model),
    Check(part="service", look=appliance.service, needs=lambda _: "the service that starts it: sudo make install"),
    Check(part="kernel", look=computer.kernel, needs=lambda _: "a kernel from 6.6 on"),
    Check(part="supply", look=computer.supply, needs=lambda _: "a power supply of 5 V and 3 A"),
    Check(
        part="pin factory", look=libraries.pin_factory, needs=lambda _: "the pin factory lgpio: pip install boxref[pi]"
    ),
    Check(part="RPi.GPIO", look=libraries.one_gpio, needs=lambda _: "rpi-lgpio, and no RPi.GPIO beside it"),
    Check(part="groups", look=rights.groups, needs=lambda _: f"its user in the groups {', '.join(rights.GROUPS)}"),
    Check(part="devices", look=rights.nodes, needs=_nodes),
    Check(
        part="lgpio's folder",
        look=rights.pipe_folder,
        needs=lambda _: "a working directory that may be written to, or $LG_WD",
    ),
    Check(part="I2C speed", look=wires.i2c_speed, needs=_i2c),
    Check(part="chips", look=chips.chips, needs=lambda plan: f"the chips {chips.addresses(plan)}"),
    Check(
        part="SPI buffer",
        look=wires.spi_buffer,
        needs=lambda plan: f"SPI that takes {plan.lamps.spi_buffer} bytes at once: dtparam=spi=on",
    ),
    Check(
        part="core clock",
        look=wires.core_clock,
        needs=lambda _: "a core clock that stands still: core_freq and core_freq_min (a Pi 5 has its own)",
    ),
    Check(
        part="serial console",
        look=wires.serial_console,
        needs=lambda _: "no console on the serial line: raspi-config nonint do_serial_cons 1",
    ),
    Check(part="clock", look=computer.time_of_day),
    Check(part="free space", look=storage.space),
    Check(part="journal", look=storage.journal),
    Check(part="stops", look=storage.stops),
    Check(part="calibration", look=owner.calibration),
    Check(part="copies", look=owner.copies),
    Check(part="contacts", look=worn.contacts),
)
"""Every check once."""


def examine(case: Case) -> Iterator[Finding]:
    """Look at everything. On a computer that is no Raspberry Pi, tell what one would need instead."""
    for check in CHECKS:
        if check.needs is not None and case.system.model is None:
            yield Finding(
                part=check.part, verdict="unknown", sentence=f"A Raspberry Pi would need {check.needs(case.plan)}."
            )
        else:
            yield from check.look(case)
