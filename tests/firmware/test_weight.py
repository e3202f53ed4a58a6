"""What is loaded before anything is asked for: seconds of start and megabytes of a small computer."""

import subprocess
import sys
from pathlib import Path

import pytest

LIBRARIES = ("gpiozero", "smbus2", "neopixel_spi", "importlib.metadata", "statistics")

PLAY = "game clever_keys players=2 start=0\n+1 press go\n"

_TELL = """
import sys
there = [f"{name}." for name in sys.modules]
print("loaded", *(each for each in sys.argv[1].split() if any(name.startswith(f"{each}.") for name in there)))
"""


def loaded(does: str, among: tuple[str, ...]) -> list[str]:
    """Those of `among` of which a fresh interpreter has loaded anything when it has done this."""
    told = subprocess.run(  # noqa: S603 - a fresh interpreter, and our own lines
        [sys.executable, "-c", does + _TELL, " ".join(among)], capture_output=True, text=True, check=True
    )
    return told.stdout.splitlines()[-1].split()[1:]


def test_the_box_imports_no_hardware_library_and_no_slow_module_before_it_needs_one() -> None:
    rooms = "drivers.lines, drivers.bus, drivers.lamps, firmware.tabletop, firmware.announcer, firmware.cues"
    assert loaded(f"import {rooms}", LIBRARIES) == []


def test_a_box_of_metal_loads_no_twin_no_play_and_nothing_that_only_tests_need() -> None:
    others = ("hardware.sim", "firmware.plays", "firmware.simbox", "firmware.virtual", "firmware.terminal")
    foreign = ("pytest", "unittest", "xml", "doctest", "importlib.resources", "tempfile", "http", "multiprocessing")
    service = "import firmware.cli, firmware.commands.run, firmware.realbox"
    assert loaded(service, (*others, *foreign, *LIBRARIES)) == []


def test_the_command_line_alone_loads_no_box() -> None:
    assert loaded("import firmware.cli", ("asyncio", "sqlite3", "games", "drivers", "hardware", "logging")) == []


@pytest.mark.parametrize(("steps", "needs"), [("", []), ("+1 power off\n+1 power on\n", ["sqlite3"])])
def test_only_a_play_with_a_power_cut_loads_the_database(tmp_path: Path, steps: str, needs: list[str]) -> None:
    play = tmp_path / "a.play"
    play.write_text(PLAY + steps, encoding="utf-8")
    assert loaded(f"from firmware.cli import main\nassert main(['play', {str(play)!r}]) == 0", ("sqlite3",)) == needs
