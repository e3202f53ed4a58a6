"""What only the owner can tell the box: how its parts measure, and what is printed on the games in this house."""

import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from firmware import copyfile
from firmware.doctor.finding import Case, Finding
from firmware.doctor.storage import closed, hidden
from firmware.doctor.system import System, is_there

NAME: Final = "calibration.toml"
"""What was learned of the parts, in the state directory: a table for each part, with its date as `at`."""

PARTS: Final = ("scale.centre", "scale.corner", "gems")
"""What counts gems, and is assumed until it is calibrated."""

OLD: Final = timedelta(days=365)
"""A cell creeps and a mount settles within a year."""


def calibration(case: Case) -> Iterator[Finding]:
    """How long ago each part was calibrated; read leniently, since only its dates are of interest here."""
    path = case.state / NAME
    if hidden(case, path):
        yield closed("calibration", path, case.system)
        return
    if not is_there(path):
        yield _assumed(", ".join(PARTS), case.system)
        return
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        yield Finding(
            part="calibration",
            verdict="wrong",
            sentence=f"{path} cannot be read ({wrong}): older or assumed values are used.",
            mend=f"{case.system.program} calibrate scale",
        )
        return
    parts = dict(_parts(told))
    if missing := [part for part in PARTS if part not in parts]:
        yield _assumed(", ".join(missing), case.system)
    for part, at in parts.items():
        yield _age(part, at, case.system)


def _parts(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, datetime | None]]:
    """Every part that was calibrated, with its date."""
    for name, table in tables.items():
        if isinstance(table, dict) and name != "previous":
            if all(isinstance(value, dict) for value in table.values()):
                yield from _parts(table, f"{above}{name}.")
            else:
                yield f"{above}{name}", _moment(table.get("at"))


def _moment(at: object) -> datetime | None:
    match at:
        case datetime():
            return at if at.tzinfo else at.replace(tzinfo=UTC)
        case date():
            return datetime.combine(at, time(), UTC)
    return None


def _assumed(parts: str, system: System) -> Finding:
    return Finding(
        part="calibration",
        verdict="warn",
        sentence=f"Not calibrated: {parts}. The values of box.toml are assumed, and gems may be counted wrongly.",
        mend=f"{system.program} calibrate scale",
    )


def _age(part: str, at: datetime | None, system: System) -> Finding:
    name = f"calibration of {part}"
    if at is None:
        return Finding(part=name, verdict="ok", sentence=f"{part} is calibrated; nobody knows when.")
    days = (system.today - at).days
    when = f"{part} was calibrated on {at:%Y-%m-%d}"
    if days < 0:
        return Finding(
            part=name,
            verdict="unknown",
            sentence=f"{when}, which is still to come: the clock is wrong now, or was then.",
        )
    if days > OLD.days:
        return Finding(
            part=name,
            verdict="warn",
            sentence=f"{when}, {days} days ago: a cell changes within a year.",
            mend=f"{system.program} calibrate {part.partition('.')[0].replace('gems', 'scale')}",
        )
    return Finding(part=name, verdict="ok", sentence=f"{when}, {days} days ago.")


def copies(case: Case) -> Iterator[Finding]:
    """What is assumed of the owner's copies of the games, and what their file says that cannot be."""
    if hidden(case, case.copy):
        yield closed("copies", case.copy, case.system)
        return
    read = copyfile.read(case.copy)
    wrong = {fault.game.name for fault in read.faults if fault.game is not None}
    for complaint in read.complaints():
        yield Finding(part="copy", verdict="wrong", sentence=f"{complaint}.", mend=f"{case.system.program} copy check")
    for owned in read.owned:
        assumed = [name for name in owned.names if any(mark.startswith("assumed") for mark in owned.marks(name))]
        part, title = f"copy of {owned.game.title}", owned.game.title
        if owned.game.name in wrong or not owned.names:
            continue
        if assumed:
            yield Finding(
                part=part,
                verdict="warn",
                sentence=f"{title} is played with values that are assumed, since no rulebook prints them: "
                f"{', '.join(assumed)}.",
                mend=f"{case.system.program} copy",
            )
        else:
            yield Finding(part=part, verdict="ok", sentence=f"{title} is played with what is printed on your copy.")
