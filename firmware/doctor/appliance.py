"""The box as an appliance: whether the computer starts it by itself, and whether it runs now."""

from collections.abc import Iterator
from typing import Final

from firmware.doctor.finding import Case, Finding, Verdict
from firmware.doctor.holder import holder

WANTED: Final = "etc/systemd/system/multi-user.target.wants"
"""Links to what starts at boot."""

RESTART_NEEDED: Final = "run/boxref-restart-needed"
"""The installer's mark that the boot files say what this boot has not heard; it goes with the boot."""

UNIT: Final = "boxref.service"


def service(case: Case) -> Iterator[Finding]:
    """What keeps an installed box from being there when the plug goes in."""
    system = case.system
    if system.service is None:
        yield _found("ok", "The box is not installed as a service: it runs when somebody starts it.")
    elif not system.service:
        yield _found("wrong", "The service is masked, so that nothing can start it.", "sudo systemctl unmask boxref")
    elif UNIT not in system.names(WANTED):
        yield _found("warn", "The service does not start when the computer does.", "sudo systemctl enable --now boxref")
    elif system.there(RESTART_NEEDED):
        yield _found("warn", "What was installed counts from the next start of the computer on.", "sudo reboot")
    elif holder(case) is None:
        yield _found(
            "warn",
            "The service does not run now: somebody has stopped it, or it ends again and again.",
            "sudo systemctl start boxref; systemctl status boxref",
        )
    else:
        yield _found("ok", "The service runs, and starts when the computer does.")


def _found(verdict: Verdict, sentence: str, mend: str | None = None) -> Finding:
    return Finding(part="service", verdict=verdict, sentence=sentence, mend=mend)
