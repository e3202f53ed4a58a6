"""What the box is made of, as box.toml tells it: pins, addresses, thresholds and budgets, checked and typed.

Laws: no other file knows a pin or an address; the shape of the file is the shape of the classes in plan.py, key for
key; whatever is wrong, missing or unknown is named with its line and with what would be right.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

from hardware import typed
from hardware.layout import EXPANDERS, LAMPS, PARTS, SECTIONS, SLOTS_PER_SECTION
from hardware.plan import Lines, Plan
from hardware.typed import PlanError

__all__ = ["EXPANDERS", "LAMPS", "PARTS", "SECTIONS", "SHIPPED", "SLOTS_PER_SECTION", "Plan", "PlanError", "load"]

PWM_PINS = (12, 13, 18, 19)
"""The pins of the header that a Pi's PWM reaches (BCM numbers; rpi_ws281x)."""

SHIPPED = Path(__file__).with_name("box.toml")
"""The plan of the box as the README describes it."""


def load(path: Path | None = None) -> Plan:
    """The plan in `path`, or the shipped one.

    Raises PlanError, whose text is `FILE:LINE: KEY: what is wrong; what would be right`.
    """
    source = SHIPPED if path is None else path
    file = typed.open_file(source)
    plan = file.table(Plan, file.values, (), source=source)
    _check(plan, file.wrong)
    return plan


Wrong = Callable[[typed.Keys, str, str], PlanError]
"""Complains about a key: what is wrong, and what would be right."""


def _check(plan: Plan, wrong: Wrong) -> None:
    """What no single key can tell."""
    for what, uses in (("a pin", _pins(plan)), ("an address", _addresses(plan)), ("a contact", _contacts(plan))):
        taken: dict[object, typed.Keys] = {}
        for path, use, said in uses:
            if use in taken:
                other = ".".join(taken[use])
                raise wrong(path, f"{said} is {other} already", f"right is {what} of its own")
            taken[use] = path
    for check in (_check_gate, _check_lamps, _check_scale, _check_paces, _check_buzzer, _check_settle, _check_knock):
        check(plan, wrong)


def _check_scale(plan: Plan, wrong: Wrong) -> None:
    scale = plan.scale
    if scale.centre == scale.corner:
        right = f"right is the other channel, {3 - scale.centre}"
        raise wrong(("scale", "corner"), f"{scale.corner} is scale.centre already", right)
    for name, can in (("gain", (64, 128)), ("rate_hz", (10, 80))):
        if scale.part == "hx711" and getattr(scale, name) not in can:
            right = f"right for an HX711 is {can[0]} or {can[1]}"
            raise wrong(("scale", name), f"is {getattr(scale, name)}", right)
    for name in ("centre_counts_per_gram", "corner_counts_per_gram"):
        if getattr(scale.cell, name) == 0:
            raise wrong(("scale", "cell", name), "is 0", "right is what a gram changes the count by, not 0")
    if scale.read_hz > scale.rate_hz:
        right = f"right is {scale.rate_hz} (scale.rate_hz) or less"
        raise wrong(("scale", "read_hz"), f"{scale.read_hz} results a second, more than there are", right)


def _check_paces(plan: Plan, wrong: Wrong) -> None:
    for part, name in (("expanders", "poll_hz"), ("scale", "read_hz"), ("gate", "read_hz")):
        pace, idle = (getattr(getattr(plan, part), each) for each in (name, f"idle_{name}"))
        if idle > pace:
            right = f"right is {pace} ({part}.{name}) or less: a box that nobody touches looks seldom"
            raise wrong((part, f"idle_{name}"), f"is {idle}", right)


def _check_buzzer(plan: Plan, wrong: Wrong) -> None:
    if plan.buzzer.lowest_hz >= plan.buzzer.highest_hz:
        right = f"right is more than {plan.buzzer.lowest_hz} (buzzer.lowest_hz)"
        raise wrong(("buzzer", "highest_hz"), f"is {plan.buzzer.highest_hz}", right)


def _check_settle(plan: Plan, wrong: Wrong) -> None:
    settle, read_hz = plan.settle, plan.scale.read_hz
    if settle.rest_contact_s <= settle.contact_ms / 1000:
        right = f"right is more than {settle.contact_ms / 1000:g}, since a contact takes so long (settle.contact_ms)"
        raise wrong(("settle", "rest_contact_s"), f"is {settle.rest_contact_s}", right)
    if settle.rest_table_s < settle.rest_contact_s:
        right = f"right is {settle.rest_contact_s} (settle.rest_contact_s) or more"
        raise wrong(("settle", "rest_table_s"), f"is {settle.rest_table_s}", right)
    if settle.weight_grams >= plan.gems.grams:
        right = f"right is less than {plan.gems.grams} (gems.grams): else a gem more or less is no change"
        raise wrong(("settle", "weight_grams"), f"is {settle.weight_grams}", right)
    if settle.weight_window_s * read_hz < 2:
        right = f"right is {2 / read_hz:g} or more: two results at least (scale.read_hz)"
        raise wrong(("settle", "weight_window_s"), f"is {settle.weight_window_s}", right)
    for name, least in (("weight_patience_s", "weight_window_s"), ("dim_s", "idle_s")):
        if getattr(settle, name) < getattr(settle, least):
            right = f"right is {getattr(settle, least)} (settle.{least}) or more"
            raise wrong(("settle", name), f"is {getattr(settle, name)}", right)


def _check_knock(plan: Plan, wrong: Wrong) -> None:
    knock = plan.knock
    if knock.shortest_ms > knock.stretch_ms:
        right = (
            f"right is {knock.stretch_ms} (knock.stretch_ms) or less: a blow that just reaches the level is no wider"
        )
        raise wrong(("knock", "shortest_ms"), f"is {knock.shortest_ms}", right)
    if knock.hold_off_s < knock.veto_s:
        right = (
            f"right is {knock.veto_s} (knock.veto_s) or more: a knock waits so long for what may have been its reason"
        )
        raise wrong(("knock", "hold_off_s"), f"is {knock.hold_off_s}", right)
    if knock.longest_s <= knock.hold_off_s:
        right = f"right is more than {knock.hold_off_s} (knock.hold_off_s): a knock that rings is no stuck line"
        raise wrong(("knock", "longest_s"), f"is {knock.longest_s}", right)


def _check_gate(plan: Plan, wrong: Wrong) -> None:
    gate = plan.gate
    integration = (gate.cycles + 1) * 2.4e-3 * 1.1
    if max(gate.read_hz, gate.idle_read_hz) * integration > 1:
        name = "read_hz" if gate.read_hz >= gate.idle_read_hz else "idle_read_hz"
        right = f"right is {1 / integration:.1f} or less, since a result takes {integration:.3f} s (gate.cycles)"
        raise wrong(("gate", name), f"is {getattr(gate, name)}", right)


def _check_lamps(plan: Plan, wrong: Wrong) -> None:
    lamps = plan.lamps
    if lamps.backend == "pwm" and plan.lines.lamps_pwm not in PWM_PINS:
        right = f"right is one of {', '.join(map(str, PWM_PINS))}, since lamps.backend is pwm"
        raise wrong(("lines", "lamps_pwm"), f"GPIO{plan.lines.lamps_pwm} has no PWM", right)
    dark = len(lamps.names) * lamps.milliamps_idle
    if lamps.budget_milliamps <= dark:
        right = f"right is more than {dark:g}, which {len(lamps.names)} dark lamps take"
        raise wrong(("lamps", "budget_milliamps"), f"is {lamps.budget_milliamps}", right)


def _pins(plan: Plan) -> Iterator[tuple[typed.Keys, object, str]]:
    for line in fields(Lines):
        pins = getattr(plan.lines, line.name)
        for pin in pins if isinstance(pins, tuple) else (pins,):
            yield ("lines", line.name), pin, f"GPIO{pin}"


def _addresses(plan: Plan) -> Iterator[tuple[typed.Keys, object, str]]:
    # Scale, knock and gate have ranges of their own that no other part can reach.
    for part, address in plan.expanders.addresses.items():
        yield ("expanders", part), address, f"{address:#x}"


def _contacts(plan: Plan) -> Iterator[tuple[typed.Keys, object, str]]:
    for key, contact in plan.panel_keys.items():
        yield ("panel", key), ("panel", *contact), f"{contact.port}{contact.bit}"
    for (section, slot), (part, bit) in plan.slot_contacts.items():
        for port in ("A", "B"):
            yield (f"slot {section}.{slot}",), (part, port, bit), f"{port}{bit}"
    column = plan.column
    yield ("column", "contact"), (column.part, *column.contact), f"{column.contact.port}{column.contact.bit}"
