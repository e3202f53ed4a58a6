"""The chips on the I2C bus: does each answer at its address, and is it what it should be.

Laws: the bus of a box that runs is left alone; only chips of the plan are written to, with what the box itself writes
when it starts; whatever else hangs on the bus is read one byte of at most.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final, Protocol

from drivers.ads1115 import Ads1115
from drivers.bus import BusError, BusFault, BusTimeout, ChipFault, I2cBus, NoAnswer, NoBus
from drivers.mcp23017 import Mcp23017
from drivers.nau7802 import Nau7802
from drivers.tcs34725 import Tcs34725
from firmware.doctor.finding import Case, Finding
from firmware.doctor.holder import holder
from firmware.doctor.system import System
from hardware.box import Plan

EXPANDERS: Final = range(0x20, 0x28)
"""Where an MCP23017 can be, by its three address pins."""

OF_ONE: Final = (NoAnswer, BusFault, ChipFault)
"""Troubles of one chip; any other is one of the whole bus."""

AGAIN: Final = "sudo systemctl stop boxref && sudo boxref doctor; sudo systemctl start boxref"

KNOCK: Final = "knock level"
GATE: Final = "gem gate"
"""Chips that a box may do without."""

PLUG: Final = "is it plugged in and powered, is its address right?"


def addresses(plan: Plan) -> str:
    """Every chip of the plan with its address, for a person."""
    chips = dict(plan.expanders.addresses)
    if plan.scale.part == "nau7802":
        chips["scale"] = plan.scale.address
    if plan.knock.peak == "ads1115":
        chips[KNOCK] = plan.knock.address
    if plan.gate.fitted:
        chips[GATE] = plan.gate.address
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
    yield _knock(bus, case)
    yield _gate(bus, case)
    for address in sorted({*EXPANDERS} - {*plan.expanders.addresses.values()}):
        if _answers(bus, address):
            may_be = f": is that {' or '.join(silent)}? Then set its address pins" if silent else ""
            yield Finding(
                part=f"I2C {address:#04x}",
                verdict="warn",
                sentence=f"Something answers at {address:#04x}, where the plan has nothing{may_be}.",
            )


def _expander(bus: I2cBus, part: str, address: int) -> Finding:
    chip = Mcp23017(bus, address, part=part)

    def wake() -> None:
        # One that is set up as the box leaves it can only be one.
        if not chip.audit():
            chip.start()

    return _woken(part, address, wake, "answers and is an MCP23017")


def _scale(bus: I2cBus, case: Case) -> Finding:
    scale = case.plan.scale
    if scale.part == "hx711":
        return Finding(
            part="scale",
            verdict="unknown",
            sentence="The scale has an HX711 for each cell, which hangs on no bus and has no name: see what it weighs.",
            mend=f"{case.system.program} watch",
        )
    chip = Nau7802(bus, scale.address, part="scale", gain=scale.gain, rate_hz=scale.rate_hz)
    told = "answers, is a NAU7802 and has calibrated both its channels"
    return _woken("scale", scale.address, lambda: _stepped(chip, case.system), told)


def _knock(bus: I2cBus, case: Case) -> Finding:
    knock, system = case.plan.knock, case.system
    if knock.peak == "none":
        return _none_fitted(bus, KNOCK, knock.address)
    chip = Ads1115(bus, knock.address, part=KNOCK, channel=knock.channel)
    return _woken(KNOCK, knock.address, lambda: chip.start(system.clock()), "answers; its chip has no name")


def _gate(bus: I2cBus, case: Case) -> Finding:
    gate = case.plan.gate
    if not gate.fitted:
        return _none_fitted(bus, GATE, gate.address)
    chip = Tcs34725(bus, gate.address, part=GATE, cycles=gate.cycles, gain=gate.gain)
    return _woken(GATE, gate.address, lambda: _stepped(chip, case.system), "answers and is a TCS34725")


class _Steps(Protocol):
    def step(self, now: float) -> float | None: ...


def _stepped(chip: _Steps, system: System) -> None:
    """Start a chip that takes its time."""
    while (pause := chip.step(system.clock())) is not None:
        system.pause(pause)


def _woken(part: str, address: int, wake: Callable[[], None], told: str) -> Finding:
    """What is found when a chip of the plan is started by its own driver."""
    where = f"{part} at {address:#04x}"
    try:
        wake()
    except NoAnswer:
        return Finding(part=part, verdict="wrong", sentence=f"{where} does not answer: {PLUG}")
    except OF_ONE as wrong:
        return Finding(part=part, verdict="wrong", sentence=_sentence(wrong))
    return Finding(part=part, verdict="ok", sentence=f"{where} {told}.")


def _none_fitted(bus: I2cBus, part: str, address: int) -> Finding:
    """A chip that a box may do without, and this one does."""
    if _answers(bus, address):
        return Finding(
            part=part,
            verdict="warn",
            sentence=f"Something answers at {address:#04x}: is that the {part}? box.toml says that none is fitted.",
        )
    return Finding(part=part, verdict="ok", sentence=f"No {part} is fitted: it is optional.")


def _answers(bus: I2cBus, address: int) -> bool:
    try:
        bus.read_byte(address, 0)
    except OF_ONE:
        return False
    return True


def _sentence(wrong: BusError) -> str:
    text = str(wrong)
    return text if text.endswith("?") else f"{text}."
