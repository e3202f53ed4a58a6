"""The chips on the I2C bus: does each answer at its address, and is it what it should be.

Laws: the bus of a box that runs is left alone; only chips of the plan are written to, with what the box itself writes
when it starts; whatever else hangs on the bus is read one byte of at most.
"""

from collections.abc import Iterator
from contextlib import closing
from typing import Final

from drivers.bus import BusError, BusFault, BusTimeout, ChipFault, I2cBus, NoAnswer, NoBus
from drivers.mcp23017 import Mcp23017
from drivers.nau7802 import Nau7802
from firmware.doctor.finding import Case, Finding
from firmware.doctor.holder import holder
from hardware.box import Plan

EXPANDERS: Final = range(0x20, 0x28)
"""Where an MCP23017 can be, by its three address pins."""

GATE_ID: Final = 0x80 | 0x12
"""The TCS34725's register ID, addressed as a command (hardware-facts A.5)."""

GATE_IDS: Final = (0x44, 0x4D, 0x10)
"""What it says there, by kind and maker."""

OF_ONE: Final = (NoAnswer, BusFault, ChipFault)
"""Troubles of one chip; any other is one of the whole bus."""

AGAIN: Final = "sudo systemctl stop boxref && sudo boxref doctor; sudo systemctl start boxref"

PLUG: Final = "is it plugged in and powered, is its address right?"


def addresses(plan: Plan) -> str:
    """Every chip of the plan with its address, for a person."""
    chips = {**plan.expanders.addresses, "scale": plan.scale.address}
    return ", ".join(f"{part} at {address:#04x}" for part, address in chips.items())


def chips(case: Case) -> Iterator[Finding]:
    """Every chip, one after the other."""
    pid = holder(case)
    if pid is not None:
        yield Finding(
            part="I2C bus",
            verdict="unknown",
            sentence=f"The box is running (process {pid}) and has the I2C bus to itself: its chips were left alone.",
            mend=None if case.system.service is None else AGAIN,
        )
        return
    try:
        with closing(I2cBus(case.plan.bus.number, tries=case.plan.bus.tries, pause=case.system.pause)) as bus:
            yield from _all(bus, case)
    except NoBus as wrong:
        yield Finding(part="I2C bus", verdict="wrong", sentence=f"The I2C bus cannot be opened: {wrong}.")
    except BusTimeout:
        yield Finding(
            part="I2C bus",
            verdict="wrong",
            sentence="The I2C bus is held: a part pulls its data line low, and none can be heard. Unplug one part "
            "after the other until this goes away, or switch the box off and on.",
        )


def _all(bus: I2cBus, case: Case) -> Iterator[Finding]:
    plan, silent = case.plan, []
    for part, address in plan.expanders.addresses.items():
        found = _expander(bus, part, address)
        if found.verdict != "ok":
            silent.append(part)
        yield found
    yield _scale(bus, case)
    yield _optional(bus, "knock level", plan.knock.address)
    yield _optional(bus, "gem gate", plan.gate.address)
    for address in sorted({*EXPANDERS} - {*plan.expanders.addresses.values()}):
        if _answers(bus, address):
            may_be = f": is that {' or '.join(silent)}? Then set its address pins" if silent else ""
            yield Finding(
                part=f"I2C {address:#04x}",
                verdict="warn",
                sentence=f"Something answers at {address:#04x}, where the plan has nothing{may_be}.",
            )


def _expander(bus: I2cBus, part: str, address: int) -> Finding:
    where = f"{part} at {address:#04x}"
    try:
        chip = Mcp23017(bus, address, part=part)
        # One that is set up as the box leaves it can only be one.
        if not chip.audit():
            chip.start()
    except NoAnswer:
        return Finding(part=part, verdict="wrong", sentence=f"{where} does not answer: {PLUG}")
    except OF_ONE as wrong:
        return Finding(part=part, verdict="wrong", sentence=_sentence(wrong))
    return Finding(part=part, verdict="ok", sentence=f"{where} answers and is an MCP23017.")


def _scale(bus: I2cBus, case: Case) -> Finding:
    scale, system = case.plan.scale, case.system
    where = f"scale at {scale.address:#04x}"
    try:
        chip = Nau7802(bus, scale.address, part="scale", gain=scale.gain, rate_hz=scale.rate_hz)
        while (pause := chip.step(system.clock())) is not None:
            system.pause(pause)
    except NoAnswer:
        return Finding(part="scale", verdict="wrong", sentence=f"{where} does not answer: {PLUG}")
    except OF_ONE as wrong:
        return Finding(part="scale", verdict="wrong", sentence=_sentence(wrong))
    return Finding(
        part="scale",
        verdict="ok",
        sentence=f"{where} answers, is a NAU7802 and has calibrated both its channels.",
    )


def _optional(bus: I2cBus, part: str, address: int) -> Finding:
    """A chip that a box may do without."""
    bus.claim(address, part)
    if not _answers(bus, address):
        return Finding(part=part, verdict="ok", sentence=f"No {part} is fitted at {address:#04x}: it is optional.")
    if part != "gem gate":
        return Finding(part=part, verdict="ok", sentence=f"{part} at {address:#04x} answers; its chip has no name.")
    try:
        told = bus.read_byte(address, GATE_ID)
    except OF_ONE as wrong:
        return Finding(part=part, verdict="wrong", sentence=_sentence(wrong))
    if told not in GATE_IDS:
        return Finding(
            part=part,
            verdict="wrong",
            sentence=f"{part} at {address:#04x} answers and says {told:#04x}: it is no TCS34725.",
        )
    return Finding(part=part, verdict="ok", sentence=f"{part} at {address:#04x} answers and is a TCS34725.")


def _answers(bus: I2cBus, address: int) -> bool:
    try:
        bus.read_byte(address, 0)
    except OF_ONE:
        return False
    return True


def _sentence(wrong: BusError) -> str:
    text = str(wrong)
    return text if text.endswith("?") else f"{text}."
