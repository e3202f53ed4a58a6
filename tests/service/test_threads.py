"""What the threads of a box do while nobody asks them anything: they sleep."""

import asyncio
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from firmware.commands.run import first_game
from firmware.journal import NAME, open_journal
from firmware.notify import Notify
from firmware.service import Service
from firmware.simbox import live_stage
from tests.service.manager import Manager, started

REACH = 10_000_000
"""Numbers added up meanwhile: some tenths of a second, many times what any poll waits."""


class Sleep(NamedTuple):
    """What the kernel tells of a thread: its state (S: it waits), and how often it was woken or set aside."""

    state: str
    switches: tuple[int, int]


def look(thread: threading.Thread) -> Sleep:
    told = dict(
        line.split(":\t", 1)
        for line in Path(f"/proc/self/task/{thread.native_id}/status").read_text(encoding="utf-8").splitlines()
    )
    return Sleep(told["State"][0], (int(told["voluntary_ctxt_switches"]), int(told["nonvoluntary_ctxt_switches"])))


def awake(threads: Iterable[threading.Thread]) -> set[str]:
    """The threads that run or are woken while this one reckons for a while."""
    asleep = {}
    for thread in threads:
        while (seen := look(thread)).state != "S":
            pass  # on its way to its queue
        asleep[thread] = seen
    assert sum(range(REACH)) > 0
    return {thread.name for thread, seen in asleep.items() if look(thread) != seen}


def test_the_threads_of_a_running_box_are_its_workers_and_each_sleeps_on_its_queue(
    manager: Manager, tmp_path: Path
) -> None:
    setting = first_game(game=None, players=2, start=0, gems=None, seed=None, metal=False)
    journal = open_journal(tmp_path / NAME, boot="")
    others = set(threading.enumerate())
    found: list[set[str]] = []

    async def watch() -> None:
        loop = asyncio.get_running_loop()
        while b"WATCHDOG=1" not in await loop.sock_recv(manager.socket, 4096):
            pass
        workers = set(threading.enumerate()) - others
        # Meanwhile the loop does not run, and so nobody asks the workers anything.
        found.extend(({thread.name for thread in workers}, awake(workers)))

    async def main() -> None:
        with Service("a box", Notify(manager.environ(watchdog_s=0.1))) as service:
            async with live_stage(setting, journal=journal) as scene:
                await service.keep(scene.box, watch())

    manager.socket.setblocking(False)
    asyncio.run(main())
    assert found == [{"transfers", "outputs", "journal"}, set()]
    assert set(threading.enumerate()) == others


def test_a_thread_that_polls_would_be_found() -> None:
    enough = threading.Event()

    def poll() -> None:
        while not enough.wait(0.01):
            pass

    def sleep() -> None:
        enough.wait()

    threads = [threading.Thread(target=target, name=target.__name__) for target in (poll, sleep)]
    for thread in threads:
        thread.start()
    assert awake(threads) == {"poll"}
    enough.set()
    for thread in threads:
        thread.join()


def test_a_process_has_no_thread_that_python_does_not_know_of(manager: Manager, tmp_path: Path) -> None:
    with started(manager, tmp_path) as box:
        box.until("READY=1")
        tasks = list(Path(f"/proc/{box.pid}/task").iterdir())
        assert len(tasks) == 1 + len(("transfers", "outputs", "journal"))
