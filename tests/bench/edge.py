"""From an edge in another thread to the bytes on the lamps' wire, by a key that is pushed in, without settling time.

The whole firmware runs, on a real loop with its threads: twin, interrupt line, gpiozero, loop, worker, smbus2, sensing,
referee, announcer, lamps. A finger pushes every PACE seconds, so that the receiver really sleeps in between and the
contact is not taken for one that chatters. Beside it the bare way through the loop and back, measured in the same run.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median, quantiles
from threading import Event

from drivers.worker import ThreadWorker
from firmware.compose import Box, Seams
from games.catalog import named
from hardware.box import Plan, load
from hardware.sim.world import World

PUSHES = 100
PACE = 0.12
PATIENCE = 2.0


class Wire:
    """The lamps' end of the wire: only the moment counts at which the bytes arrive."""

    def __init__(self) -> None:
        self.at = 0.0
        self.heard = Event()

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def configure(self, *, baudrate: int, polarity: int = 0, phase: int = 0) -> None:
        pass

    def write(self, sent: bytes) -> None:
        self.at = time.perf_counter()
        self.heard.set()

    def close(self) -> None:
        pass


def _say(name: str, seconds: list[float]) -> None:
    cuts = quantiles(seconds, n=100)
    print(f"{name:44}{1e6 * median(seconds):8.0f} us p50{1e6 * cuts[98]:8.0f} us p99")


def _hops(loop: asyncio.AbstractEventLoop) -> list[float]:
    """In the finger's thread: into the loop and back, nothing else."""
    took, back = [], Event()
    for _ in range(PUSHES):
        time.sleep(PACE)
        back.clear()
        at = time.perf_counter()
        loop.call_soon_threadsafe(back.set)
        back.wait(PATIENCE)
        took.append(time.perf_counter() - at)
    return took


def _pushes(box: Box, world: World, wire: Wire, loop: asyncio.AbstractEventLoop) -> tuple[list[float], list[int]]:
    """In the finger's thread: a key goes in; how long until the lamps are sent, and with how many transfers."""
    game = named("clever_keys")
    part, bit = box.plan.slot_contacts[0, 0]
    contacts = [world._wiring.contact(part, port, bit) for port in (0, 1)]
    took, transfers = [], []

    def begin() -> None:
        box.tabletop.begin(game, players=2, start=0, settings=game.rules.settings(), gems=(52, 0))

    def touch(closed: bool) -> None:
        with world.bus.lock:
            for contact in contacts:
                contact(closed)

    def lit(act: Callable[[], object]) -> tuple[float, int]:
        """Seconds from the act to the bytes on the wire, and transfers until then."""
        time.sleep(PACE)
        wire.heard.clear()
        before, at = box.transfers, time.perf_counter()
        act()
        if not wire.heard.wait(PATIENCE):
            raise RuntimeError("nothing reached the lamps")
        return wire.at - at, box.transfers - before

    for _ in range(PUSHES):
        lit(lambda: loop.call_soon_threadsafe(begin))
        time.sleep(PACE)
        seconds, asked = lit(lambda: touch(True))
        took.append(seconds)
        transfers.append(asked)
        lit(lambda: touch(False))
    return took, transfers


async def _measure(shipped: Plan) -> None:
    loop = asyncio.get_running_loop()
    # No plan may say so: a real contact bounces. Here the way of a fact is timed, without the waiting on purpose.
    still = {"rest_contact_s": 0.0, "rest_table_s": 0.0, "contact_ms": 0.0}
    plan = replace(shipped, settle=replace(shipped.settle, **still))
    world, wire = World(plan, loop, board=[3] * 8), Wire()
    seams = Seams(
        pins=lambda: world.pins,
        spi=lambda: wire,
        pause=time.sleep,
        worker=lambda name: ThreadWorker(loop, name=name),
    )
    box = Box(plan, loop, seams)
    try:
        box.start()
        while not (box.settled and box.tabletop.weighed):
            await asyncio.sleep(0.1)
        hops = await asyncio.to_thread(_hops, loop)
        took, transfers = await asyncio.to_thread(_pushes, box, world, wire, loop)
    finally:
        box.close()
        world.close()
    _say("into the loop and back", hops)
    _say("a key goes in: edge to the lamps' bytes", took)
    print(f"{'':44}{median(took) / median(hops):8.1f} times the bare way")
    print(f"{'I2C transfers for the ruling':44}{median(transfers):8.0f}")
    print("(contact_ms, rest_contact_s and rest_table_s are 0 here, less than a plan may say: no waiting is timed)")


def run() -> None:
    shipped = load()
    asyncio.run(_measure(shipped))
    print("\nwith every part there is: gem gate, and the peak of a knock")
    gate, knock = replace(shipped.gate, fitted=True), replace(shipped.knock, peak="ads1115")
    asyncio.run(_measure(replace(shipped, gate=gate, knock=knock)))
