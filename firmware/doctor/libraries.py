"""The libraries that reach the pins: which one gpiozero uses, and that no two overwrite each other."""

from collections.abc import Iterator

from firmware.doctor import boot
from firmware.doctor.computer import KERNEL
from firmware.doctor.finding import Case, Finding
from firmware.doctor.system import System


def pin_factory(case: Case) -> Iterator[Finding]:
    """Whether gpiozero reaches the pins through lgpio, in a version that knows this kernel."""
    system = case.system
    environment = (system.service or {}).get("Environment", "")
    told = dict(word.partition("=")[::2] for word in environment.split()) if system.service else system.environ
    factory = told.get("GPIOZERO_PIN_FACTORY") or "lgpio"
    installed = {each.name: each.version for each in system.distributions}
    if factory != "lgpio":
        yield Finding(
            part="pin factory",
            verdict="wrong",
            sentence=f"GPIOZERO_PIN_FACTORY is {factory}, which sees no edges on this kernel: the box needs lgpio.",
            mend="export GPIOZERO_PIN_FACTORY=lgpio" if system.service is None else "sudo systemctl edit boxref",
        )
    elif "lgpio" not in installed:
        yield Finding(
            part="pin factory",
            verdict="wrong",
            sentence="lgpio is not installed beside the box, so no pin can be reached.",
            mend=f"sudo apt install swig gcc python3-dev && {system.sudo}PYPI=1 {system.pip} install 'lgpio>=0.2.2'",
        )
    elif installed["lgpio"].startswith("0.0"):
        yield Finding(
            part="pin factory",
            verdict="wrong",
            sentence=f"lgpio {installed['lgpio']} is an old one that was taken for want of a newer: it needs 0.2.2.",
            mend=f"sudo apt install swig gcc python3-dev && {system.sudo}PYPI=1 {system.pip} install 'lgpio>=0.2.2'",
        )
    else:
        yield Finding(
            part="pin factory", verdict="ok", sentence=f"The pins are reached through lgpio {installed['lgpio']}."
        )


def one_gpio(case: Case) -> Iterator[Finding]:
    """Exactly one distribution may bring the module `RPi.GPIO`: pip lets the last one overwrite the other."""
    system = case.system
    brings = sorted({each.name for each in system.distributions if each.brings_gpio or each.name in _GPIO})
    if len(brings) > 1:
        yield Finding(
            part="RPi.GPIO",
            verdict="wrong",
            sentence=f"{' and '.join(brings)} overwrite each other: only rpi-lgpio may be there.",
            mend=_in_place_of(" ".join(brings), system),
        )
    elif brings == ["rpi-gpio"] and _outgrown(system):
        yield Finding(
            part="RPi.GPIO",
            verdict="warn",
            sentence="RPi.GPIO itself is installed, which sees no edges on this kernel: rpi-lgpio does.",
            mend=_in_place_of("RPi.GPIO", system),
        )
    else:
        what = f"{brings[0]} alone brings it" if brings else "nothing brings it, and nothing asks for it"
        yield Finding(part="RPi.GPIO", verdict="ok", sentence=f"The module RPi.GPIO: {what}.")


_GPIO = ("rpi-gpio", "rpi-lgpio")
"""Both install the package `RPi/GPIO`, whatever their lists of files say after one has overwritten the other."""


def _in_place_of(others: str, system: System) -> str:
    pip = f"{system.sudo}{system.pip}"
    return f"{pip} uninstall --yes {others} && {pip} install rpi-lgpio"


def _outgrown(system: System) -> bool:
    """Whether RPi.GPIO cannot do edges here (hardware-facts B.1)."""
    numbers = (system.text("proc/sys/kernel/osrelease") or "").split(".")[:2]
    return boot.is_pi5(system) or (
        len(numbers) == 2 and all(each.isdecimal() for each in numbers) and tuple(map(int, numbers)) >= KERNEL
    )
