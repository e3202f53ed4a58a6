"""What a box leaves behind when it is told to stop: dark lamps, a silent buzzer, free lines, no thread."""

import asyncio
import os
import signal
import threading

import pytest
from gpiozero import DigitalInputDevice, GPIOPinInUse

from drivers.worker import ThreadWorker
from firmware.compose import Box, Seams
from firmware.notify import Notify
from firmware.service import Service
from games.catalog import named
from hardware.sim.world import World
from tests.service.kept import PLAN, Kept
from tests.service.manager import Manager

LINES = (PLAN.lines.interrupt, PLAN.lines.expander_reset, PLAN.lines.buzzer)
DARK = {(0, 0, 0)}


def free(world: World, pin: int) -> bool:
    """Whether the line can be had."""
    try:
        DigitalInputDevice(pin, pull_up=True, pin_factory=world.pins).close()
    except GPIOPinInUse:
        return False
    return True


def test_lamps_are_dark_and_every_line_is_free_after_a_stop(manager: Manager, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    kept = Kept(manager)
    kept.run(10)
    assert set(kept.world.spi.colours) != DARK
    assert not any(free(kept.world, pin) for pin in LINES)
    kept.world.press("go")
    kept.run(0.3)
    kept.stop()
    assert set(kept.world.spi.colours) == DARK
    assert kept.world.pins.tones(PLAN.lines.buzzer)[-1].hz is None
    assert all(free(kept.world, pin) for pin in LINES)
    assert kept.heard[-1][1] == "STOPPING=1"
    assert caplog.messages[0] == "started: a box"
    assert caplog.messages[-2:] == ["stop asked: SIGTERM", "stopped: lamps off, lines released"]
    before = len(kept.world.spi.frames)
    kept.loop.run_until(kept.loop.time() + 100)
    assert len(kept.world.spi.frames) == before, "nothing wakes it any more"
    kept.close()


def test_signals_are_given_back(manager: Manager) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    kept = Kept(manager)
    kept.run(1)
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] != before
    kept.close()
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == before


def test_a_transfer_that_hangs_is_left_behind_and_all_else_is_put_in_order(manager: Manager) -> None:
    """With real threads: the transfer waits for the bus until the box has long been stopped."""
    loop = asyncio.new_event_loop()
    world = World(PLAN, loop, board=[3] * 8)
    names = set(threading.enumerate())
    asked, held, kernel = asyncio.Event(), threading.Event(), threading.Event()
    exchange = world.bus.exchange

    def hangs(address: int, out: bytes | None, length: int) -> bytes:
        if held.is_set():
            loop.call_soon_threadsafe(asked.set)
            kernel.wait()
        return exchange(address, out, length)

    world.bus.exchange = hangs  # type: ignore[method-assign]  # the seam is the wire itself
    seams = Seams(
        pins=lambda: world.pins,
        spi=lambda: world.spi,
        pause=lambda _seconds: None,
        worker=lambda name: ThreadWorker(loop, name=name, patience_s=0.05 if name == "transfers" else 5),
    )

    async def until(word: str) -> None:
        while word.encode() not in await loop.sock_recv(manager.socket, 4096):
            pass

    async def stop_while_it_hangs() -> None:
        await until("READY=1")
        held.set()
        await asked.wait()
        os.kill(os.getpid(), signal.SIGTERM)

    async def main() -> None:
        game = named("clever_keys")
        with Service("a box", Notify(manager.environ())) as service:
            box = Box(PLAN, loop, seams)
            try:
                box.start()
                box.begin(game, players=2, start=0, settings=game.rules.settings(), gems=(52, 0))
                stopping = loop.create_task(stop_while_it_hangs())
                await service.keep(box)
                await stopping
                assert set(world.spi.colours) != DARK
            finally:
                box.close()

    manager.socket.setblocking(False)
    loop.run_until_complete(main())
    left = set(threading.enumerate()) - names
    assert [thread.name for thread in left] == ["transfers"], "it hangs still"
    assert set(world.spi.colours) == DARK
    assert all(free(world, pin) for pin in LINES)
    kernel.set()
    for thread in left:
        thread.join()
    world.close()
    loop.close()


def test_a_box_that_cannot_begin_says_nothing_of_having_stopped(
    manager: Manager, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")

    async def main() -> None:
        with Service("a box", Notify(manager.environ())):
            raise LookupError("no bus")

    with pytest.raises(LookupError):
        asyncio.run(main())
    assert caplog.messages == ["started: a box"]
    assert manager.heard() == []


def test_a_bug_ends_the_service_and_is_raised(manager: Manager) -> None:
    kept = Kept(manager)
    kept.run(5)

    def trip(*_: object) -> None:
        raise LookupError("a bug")

    kept.box.tabletop.listeners.append(trip)
    kept.world.push_key((0, 0))
    with pytest.raises(LookupError, match="a bug"):
        kept.run(5)
    assert set(kept.world.spi.colours) == DARK
    assert manager.heard()[-1] == "STOPPING=1"
    kept.world.close()
    kept.loop.close()
