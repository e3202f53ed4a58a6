"""`boxref doctor`: what is wrong with this box, and the command that mends it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.commands.start import copied, planned
from firmware.doctor import report
from firmware.doctor.examination import examine
from firmware.doctor.finding import Case
from firmware.doctor.system import System, here
from firmware.places import copy_file, plan_file, state_directory

SICK: Final = 1
"""Exit status where something is wrong; what is only worth a look, or not known, leaves it at 0."""


def doctor(
    *,
    state: str | None,
    copy: str | None,
    plan: str | None,
    everything: bool,
    as_json: bool,
    system: System | None = None,
) -> int:
    """Examine this computer (or `system`) and print what was found; answers the exit status. Raises Refused."""
    copied(copy, state)
    system = here() if system is None else system
    made_of = planned(owners_plan(system, plan))
    kept = kept_in(system, state)
    case = Case(system=system, plan=made_of, state=kept, copy=owners_copy(system, copy, kept))
    findings = tuple(examine(case))
    if as_json:
        print(report.as_json(findings))
    else:
        print(*report.lines(findings, everything=everything), sep="\n")
    return SICK if report.worst(findings) == "wrong" else 0


def kept_in(system: System, asked: str | None) -> Path:
    """The state directory: as asked, else that of the installed service, else as `boxref run` would have it."""
    if asked is None and system.service is not None and "STATE_DIRECTORY" not in system.environ:
        return system.path(f"var/lib/{system.service.get('StateDirectory', 'boxref')}")
    return state_directory(asked, system.environ)


def owners_copy(system: System, asked: str | None, state: Path) -> Path:
    """The copy file, likewise."""
    return copy_file(asked, state, _told(system))


def owners_plan(system: System, asked: str | None) -> Path | None:
    """The plan, likewise; None: the one that was shipped."""
    return plan_file(asked, _told(system))


def _told(system: System) -> Mapping[str, str]:
    """The environment, with the folder of the owner's files that systemd gives to an installed service."""
    service = system.service
    if service is None or "ConfigurationDirectory" not in service:
        return system.environ
    return {**system.environ, "CONFIGURATION_DIRECTORY": str(system.path(f"etc/{service['ConfigurationDirectory']}"))}
