"""What the Pi is told when it starts: config.txt, as far as its filters let a line count on this model.

Format: https://www.raspberrypi.com/documentation/computers/config_txt.html, "Conditional filters".
"""

from typing import Final

from firmware.doctor.system import System

FILES: Final = ("boot/firmware/config.txt", "boot/config.txt")
"""Where it lies, since Debian 12 and before."""

_FILTERS: Final = {
    "Raspberry Pi 5": ("pi5",),
    "Raspberry Pi 500": ("pi5", "pi500"),
    "Raspberry Pi Compute Module 5": ("pi5", "cm5"),
    "Raspberry Pi 4": ("pi4",),
    "Raspberry Pi 400": ("pi4", "pi400"),
    "Raspberry Pi Compute Module 4": ("pi4", "cm4"),
    "Raspberry Pi 3": ("pi3",),
    "Raspberry Pi Compute Module 3": ("pi3",),
    "Raspberry Pi 2": ("pi2",),
    "Raspberry Pi Zero 2": ("pi0", "pi02"),
    "Raspberry Pi Zero W": ("pi0", "pi0w"),
    "Raspberry Pi Zero": ("pi0",),
}
"""By how the model's name begins, which sections are meant for it; the longest beginning counts."""


def filters(model: str) -> tuple[str, ...]:
    """The sections of config.txt that are for this model, besides `all`."""
    begins = max((name for name in _FILTERS if model.startswith(name)), key=len, default=None)
    named = ("pi1",) if begins is None else _FILTERS[begins]
    return (*named, "pi3+") if model.startswith("Raspberry Pi 3") and "Plus" in model else named


def is_pi5(system: System) -> bool:
    """Whether its pins hang on the RP1, whose clocks are its own."""
    return system.model is not None and "pi5" in filters(system.model)


def config(system: System) -> str:
    """The name of its config.txt."""
    return next((name for name in FILES if system.there(name)), FILES[0])


def settings(system: System) -> dict[str, str]:
    """What counts on this model, the last line of each name; `dtparam=a=b,c=d` stands as `a` and `c`."""
    mine = {"all", *filters(system.model or "")}
    told: dict[str, str] = {}
    counts = True
    for line in (system.text(config(system)) or "").splitlines():
        said = line.partition("#")[0].strip()
        if said.startswith("[") and said.endswith("]"):
            counts = said[1:-1].strip().lower() in mine
        elif counts and "=" in said:
            name, _, value = said.partition("=")
            if name.strip() != "dtparam":
                told[name.strip()] = value.strip()
                continue
            for param in value.split(","):
                key, _, what = param.strip().partition("=")
                told[key] = what or "on"
    return told


def adding(system: System, *lines: str) -> str:
    """The command that adds lines for every model, and starts the Pi again."""
    said = "\\n".join(("", "[all]", *lines, ""))
    return f"printf '{said}' | sudo tee -a /{config(system)} && sudo reboot"
