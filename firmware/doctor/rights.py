"""What whoever runs the box may do: the groups of the device nodes, the nodes themselves, a folder for lgpio's pipe."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from firmware.doctor.finding import Case, Finding, Verdict
from firmware.doctor.system import System
from hardware.box import Plan

GROUPS: Final = ("gpio", "i2c", "spi", "dialout")
"""Of the device nodes (Raspberry Pi OS, 99-com.rules); the last one is the voice's."""


class Node(NamedTuple):
    """A device node: its pattern in /dev, the group it belongs to, what it is for, and the command that brings it."""

    pattern: str
    group: str
    does: str
    mend: str


def nodes_of(plan: Plan) -> tuple[Node, ...]:
    """All device nodes that a box opens."""
    return (
        Node("gpiochip*", "gpio", "the lines of the pins", "sudo apt update && sudo apt full-upgrade && sudo reboot"),
        Node(f"i2c-{plan.bus.number}", "i2c", "the I2C bus", "sudo raspi-config nonint do_i2c 0 && sudo reboot"),
        Node(
            plan.lamps.device.removeprefix("/dev/"),
            "spi",
            "the lamps",
            "sudo raspi-config nonint do_spi 0 && sudo reboot",
        ),
        Node(
            plan.voice.device.removeprefix("/dev/"),
            "dialout",
            "the voice",
            "sudo raspi-config nonint do_serial_hw 0 && sudo reboot",
        ),
    )


def runner(system: System) -> str:
    """The user the box runs as: the service's where there is one, else whoever asks."""
    service = system.service
    return system.user if service is None else service.get("User", "root")


def groups(case: Case) -> Iterator[Finding]:
    """Whether the box's user belongs to the groups of its device nodes."""
    system, user = case.system, runner(case.system)
    lacking = [group for group in GROUPS if not _belongs(system, group)]
    if not lacking:
        yield Finding(part="groups", verdict="ok", sentence=f"{user} belongs to the groups {', '.join(GROUPS)}.")
        return
    named = f"group{'s' if len(lacking) > 1 else ''} {', '.join(lacking)}"
    verdict: Verdict = "warn" if lacking == ["dialout"] else "wrong"
    if system.service is None and all(_is_member(system, user, group) for group in lacking):
        yield Finding(
            part="groups",
            verdict=verdict,
            sentence=f"{user} has joined the {named}, which counts from the next login on: log out and in again.",
        )
        return
    yield Finding(
        part="groups",
        verdict=verdict,
        sentence=f"{user} does not belong to the {named}, and may not use the devices of the box.",
        mend=f"sudo usermod --append --groups {','.join(lacking)} {user} && sudo reboot",
    )


def _belongs(system: System, group: str) -> bool:
    """Whether the box has the rights of a group now, as far as files tell."""
    user, service = runner(system), system.service
    if user == "root":
        return True
    if service is not None:
        return group in service.get("SupplementaryGroups", "").split() or _is_member(system, user, group)
    known = system.members(group)
    return known is not None and known[0] in system.groups


def _is_member(system: System, user: str, group: str) -> bool:
    known = system.members(group)
    return known is not None and user in known[1]


def nodes(case: Case) -> Iterator[Finding]:
    """Whether the device nodes are there, and let those in who should be."""
    system = case.system
    for node in nodes_of(case.plan):
        if node.group == "spi" and case.plan.lamps.backend != "spi":
            continue
        found = system.names("dev", node.pattern)
        part = f"/dev/{node.pattern}"
        needed: Verdict = "warn" if node.group == "dialout" else "wrong"
        if not found:
            yield Finding(part=part, verdict=needed, sentence=f"{part} for {node.does} is not there.", mend=node.mend)
        elif system.service is None and _belongs(system, node.group) and not _any_opens(system, found):
            yield Finding(
                part=part,
                verdict=needed,
                sentence=f"{part} for {node.does} is there, and does not let the group {node.group} in.",
                mend=f"sudo chgrp {node.group} {part} && sudo chmod 660 {part}",
            )
        else:
            yield Finding(part=part, verdict="ok", sentence=f"{part} for {node.does} is there.")


def _any_opens(system: System, names: tuple[str, ...]) -> bool:
    return any(system.may(system.path(f"dev/{name}")) for name in names)


def pipe_folder(case: Case) -> Iterator[Finding]:
    """Whether lgpio can make its pipe: in $LG_WD, else where the box is started (hardware-facts B.3)."""
    system, service = case.system, case.system.service
    if service is not None:
        if "WorkingDirectory" in service or "LG_WD=" in service.get("Environment", ""):
            yield Finding(part="lgpio's folder", verdict="ok", sentence="The service starts in a folder of its own.")
        else:
            yield Finding(
                part="lgpio's folder",
                verdict="wrong",
                sentence="The service starts in /, where lgpio cannot make its pipe.",
                mend="sudo systemctl edit boxref  # add: [Service] RuntimeDirectory=boxref WorkingDirectory=%t/boxref",
            )
        return
    asked = system.environ.get("LG_WD")
    folder = system.folder if asked is None else system.path(asked.lstrip("/"))
    if system.may(folder):
        yield Finding(
            part="lgpio's folder", verdict="ok", sentence=f"lgpio can make its pipe in {_said(case, folder)}."
        )
    else:
        why = "the working directory" if asked is None else "$LG_WD"
        yield Finding(
            part="lgpio's folder",
            verdict="wrong",
            sentence=f"lgpio cannot make its pipe in {_said(case, folder)} ({why}): {system.user} may not write there.",
            mend="export LG_WD=/tmp",
        )


def _said(case: Case, folder: Path) -> str:
    """A folder of the examined computer by the name that it has there."""
    root = case.system.root
    return f"/{folder.relative_to(root)}" if folder.is_relative_to(root) else str(folder)
