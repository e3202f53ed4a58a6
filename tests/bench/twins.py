"""What the twins alone add to a process that has all of a box of metal: they come last. Writes a line of JSON."""

import asyncio
import json
import sys
import time
from importlib import import_module
from pathlib import Path

from hardware.box import load

OF_METAL = ("gpiozero", "smbus2", "neopixel_spi", "firmware.realbox")


def held() -> tuple[int, int]:
    """Resident kilobytes, and modules."""
    lines = Path("/proc/self/smaps_rollup").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:")), len(sys.modules)


def main() -> None:
    """Measure before and after."""
    for name in OF_METAL:
        import_module(name)
    plan, loop = load(), asyncio.new_event_loop()
    before, began = held(), time.perf_counter()
    from hardware.sim.world import World

    world = World(plan, loop)
    took, after = time.perf_counter() - began, held()
    told = {"kilobytes": after[0] - before[0], "modules": after[1] - before[1], "seconds": took}
    print(json.dumps(told))
    world.close()
    loop.close()


if __name__ == "__main__":
    main()
