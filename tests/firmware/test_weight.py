"""What is imported before anything is asked for: seconds of start and megabytes of a small computer."""

import subprocess
import sys

ROOMS = "drivers.lines, drivers.bus, drivers.lamps, firmware.tabletop, firmware.announcer, firmware.cues"


def test_the_box_imports_no_hardware_library_and_no_slow_module_before_it_needs_one() -> None:
    slow = ("gpiozero", "smbus2", "neopixel_spi", "importlib.metadata", "statistics")
    ask = f"import sys, {ROOMS}; print([name for name in {slow} if name in sys.modules])"
    told = subprocess.run(  # noqa: S603 - a fresh interpreter, and our own line
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[]"
