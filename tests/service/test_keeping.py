"""When a box is called ready and alive: while every driver answers or is lost, and never while something hangs."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from firmware.notify import Notify
from firmware.plays import terms
from firmware.service import Service
from firmware.simbox import live_stage
from tests.service.kept import PLAN, Kept
from tests.service.manager import Manager

ON_THE_BUS = [*PLAN.expanders.addresses, "scale"]
BORNE = 10.0

Keeps = Callable[..., Kept]


@pytest.fixture
def keep(manager: Manager) -> Iterator[Keeps]:
    made: list[Kept] = []

    def start(**how: Any) -> Kept:
        made.append(Kept(manager, **how))
        return made[-1]

    yield start
    for each in made:
        each.close()


def test_ready_is_said_once_when_every_driver_has_answered(keep: Keeps) -> None:
    kept = keep()
    kept.run(60)
    assert len(kept.said("READY=1")) == 1
    assert kept.box.settled
    assert [word for _, word in kept.heard] == [
        "STATUS=Waiting for the parts to answer.",
        "READY=1",
        "STATUS=Clever Keys; every part answers.",
    ]


@pytest.mark.parametrize("jobs", range(len(ON_THE_BUS) + 1))
def test_nothing_is_ready_while_a_driver_has_not_answered_and_is_not_lost(jobs: int, keep: Keeps) -> None:
    kept = keep(watchdog_s=BORNE, hangs_after=jobs)
    kept.run(60)
    assert not kept.box.settled
    assert [word for _, word in kept.heard] == ["STATUS=Waiting for the parts to answer."]
    kept.kernel.free()
    kept.run(10)
    assert len(kept.said("READY=1")) == 1


@pytest.mark.parametrize("part", ON_THE_BUS)
def test_a_part_that_is_missing_from_the_start_is_lost_and_the_box_is_ready(part: str, keep: Keeps) -> None:
    kept = keep(watchdog_s=BORNE)
    kept.world.unplug(part)
    kept.run(10)
    assert len(kept.said("READY=1")) == 1
    assert kept.said(f"STATUS=Clever Keys; lost: {part}.")
    kept.world.plug(part)
    kept.run(60)
    assert kept.heard[-1][1] in {"WATCHDOG=1", "STATUS=Clever Keys; every part answers."}
    assert kept.said("STATUS=Clever Keys; every part answers.")
    fed_in_time(kept)


def test_the_watchdog_is_fed_at_half_of_what_is_borne_awake_and_asleep(keep: Keeps) -> None:
    kept = keep(watchdog_s=BORNE)
    kept.run(600)
    pauses = [after - before for before, after in pairwise(kept.said("READY=1") + kept.said("WATCHDOG=1"))]
    assert len(pauses) == 119
    assert all(BORNE / 2 - 0.1 < pause < BORNE / 2 + 0.1 for pause in pauses)


def test_a_box_without_any_part_left_is_fed(keep: Keeps) -> None:
    kept = keep(watchdog_s=BORNE)
    kept.run(10)
    for part in ON_THE_BUS:
        kept.world.unplug(part)
    kept.run(120)
    assert set(kept.box.lost) == set(ON_THE_BUS)
    fed_in_time(kept)


def test_a_bus_that_is_held_for_good_loses_its_parts_and_the_box_is_fed(
    keep: Keeps, caplog: pytest.LogCaptureFixture
) -> None:
    kept = keep(watchdog_s=BORNE)
    kept.run(10)
    kept.box.expanders.release = lambda: None  # RESET does not clear it
    kept.world.bus.hold(PLAN.expanders.slots1)
    kept.run(120)
    assert set(kept.box.lost) == set(ON_THE_BUS)
    assert caplog.text.count("RESET clears the expanders") == 1
    assert caplog.text.count(" is lost") == len(ON_THE_BUS)
    fed_in_time(kept)
    kept.world.bus.free(PLAN.expanders.slots1)
    kept.run(20)
    assert kept.box.lost == ()


@pytest.mark.parametrize("unplugged", [[], ["scale"], ON_THE_BUS])
def test_transfers_that_hang_starve_the_watchdog_whatever_is_lost_already(unplugged: list[str], keep: Keeps) -> None:
    kept = keep(watchdog_s=BORNE)
    for part in unplugged:
        kept.world.unplug(part)
    kept.run(20)
    kept.kernel.hang()
    hung = kept.loop.time()
    kept.run(60)
    assert kept.box.settled
    assert kept.said("WATCHDOG=1")[-1] < hung + BORNE / 2 + 0.1
    kept.kernel.free()
    kept.run(1)
    assert kept.said("WATCHDOG=1")[-1] > hung + 60, "what has not been ended by now goes on"


@pytest.mark.parametrize("hangs", ["outputs", "journal"])
def test_lamps_or_a_journal_that_hang_stop_neither_the_loop_nor_what_is_sensed_and_said(
    hangs: str, keep: Keeps, tmp_path: Path
) -> None:
    kept = keep(watchdog_s=BORNE, hangs=hangs, state=tmp_path)
    kept.run(10)
    said: list[str] = []
    kept.box.tabletop.listeners.append(lambda _at, each: said.append(type(each).__name__))
    kept.kernel.hang()
    for slot in ("1.2", "5.0"):
        kept.world.push_key(terms.slot(slot))
        kept.run(4)
    assert len(said) > 1, "keys and gems are ruled on whatever becomes of their record and their lamps"
    kept.run(60)
    assert kept.box.lost == ()
    fed_in_time(kept)


def test_a_disk_without_room_shows_in_the_status_until_it_has_some(keep: Keeps, tmp_path: Path) -> None:
    kept = keep(watchdog_s=BORNE, state=tmp_path)
    kept.run(10)
    assert kept.box.record is not None
    file = kept.box.record.journal._file
    (pages,) = file.execute("PRAGMA page_count").fetchone()
    file.execute(f"PRAGMA max_page_count = {pages}")
    status = "STATUS=Clever Keys; every part answers."
    full = "STATUS=Clever Keys; every part answers; nothing is kept, for want of room on the disk."
    while not kept.said(full):
        kept.world.press("k1")
        kept.run(1)
    file.execute(f"PRAGMA max_page_count = {2**30}")
    kept.world.press("k1")
    kept.run(10)
    assert [word for _, word in kept.heard if word.startswith("STATUS")][1:] == [status, full, status]


def test_transfers_that_hang_stop_neither_the_loop_nor_lamps_nor_the_journal(keep: Keeps, tmp_path: Path) -> None:
    kept = keep(watchdog_s=BORNE, state=tmp_path)
    kept.run(10)
    kept.kernel.hang()
    on_disk = asyncio.Event()
    assert kept.box.record is not None
    kept.box.record.durable(on_disk.set)
    kept.box.announcer.rest(still=True, dim=True)
    kept.run(1)
    assert on_disk.is_set()
    assert max(max(lamp) for lamp in kept.world.spi.colours) < bright(kept), "the lamps were dimmed meanwhile"


def bright(kept: Kept) -> int:
    """The brightest light of the picture that is not dimmed."""
    kept.box.announcer.rest(still=False, dim=False)
    kept.run(0.5)
    return max(max(lamp) for lamp in kept.world.spi.colours)


def test_one_driver_that_is_not_looked_at_any_more_starves_the_watchdog(keep: Keeps) -> None:
    kept = keep(watchdog_s=BORNE)
    kept.run(20)
    kept.box.scale.close()
    forgotten = kept.loop.time()
    kept.run(60)
    assert "scale" not in kept.box.lost
    assert kept.said("WATCHDOG=1")[-1] < forgotten + BORNE / 2 + 0.1


def test_a_manager_that_was_busy_hears_ready_all_the_same(manager: Manager, keep: Keeps) -> None:
    crowd = Notify(manager.environ())
    while crowd.tell("STATUS=Another service"):
        pass
    crowd.close()
    kept = keep()
    kept.loop.run_until(20)
    kept.run(1)
    assert len(kept.said("READY=1")) == 1
    assert kept.said("STATUS=Clever Keys; every part answers.")


def test_nothing_is_sent_while_the_loop_hangs(manager: Manager) -> None:
    """In real time, with all its threads: none of them feeds the watchdog on its own."""
    from firmware.commands.run import first_game

    setting = first_game(game=None, players=2, start=0, gems=None, seed=None, metal=False)
    starved: list[bool] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()

        async def until(word: str) -> None:
            while word.encode() not in await loop.sock_recv(manager.socket, 4096):
                pass

        async def watch() -> None:
            await until("READY=1")
            await until("WATCHDOG=1")
            manager.heard()
            starved.append(not manager.comes(0.2))  # here the loop hangs, for ten times what is borne
            await until("WATCHDOG=1")

        with Service("a box", Notify(manager.environ(watchdog_s=0.02))) as service:
            async with live_stage(setting) as scene:
                await service.keep(scene.box, watch())

    manager.socket.setblocking(False)
    asyncio.run(main())
    assert starved == [True]
    assert manager.heard()[-1] == "STOPPING=1"


def fed_in_time(kept: Kept) -> None:
    """From READY on until now never a pause that would have ended the box."""
    fed = [*kept.said("READY=1"), *kept.said("WATCHDOG=1"), kept.loop.time()]
    assert max(after - before for before, after in pairwise(fed)) < BORNE


def test_a_manager_that_is_not_there_is_not_looked_for_fifty_times_a_second(
    manager: Manager, keep: Keeps, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(manager.name).unlink()
    vain: list[str] = []
    tell = Notify.tell

    def counted(notify: Notify, word: str) -> bool:
        vain.append(word)
        return tell(notify, word)

    kept = keep()
    kept.run(20)
    monkeypatch.setattr(Notify, "tell", counted)
    kept.run(60)
    assert 60 < vain.count("READY=1") < 120
