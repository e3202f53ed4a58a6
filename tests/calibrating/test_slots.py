"""Key slots without their board: every contact is felt to close and open, the map checked, and bad ones named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest

from firmware.calibrating.touching import MINUTES, UNANSWERED, WAIT_S
from firmware.calibration import SlotsFelt
from games.table import SLOTS, Slot
from hardware import box as plans
from hardware.sim.contacts import bounce
from hardware.sim.world import Impossible
from tests.calibrating.bench import Bench

Benches = Callable[..., Bench]

Name = Literal["entry", "full"]

ORDER: list[tuple[Slot, Name]] = [(slot, name) for slot in SLOTS for name in ("entry", "full")]


PORT: dict[Name, int] = {"entry": 0, "full": 1}


async def touch(bench: Bench, slot: Slot, name: Name, seconds: float = 0.3) -> None:
    await bench.do(bench.world.touch_contact(slot, name, seconds))


async def touch_each(bench: Bench, *, otherwise: dict[tuple[Slot, Name], tuple[Slot, Name]] | None = None) -> None:
    """Whatever is asked for is pressed, or another one `otherwise`."""
    await bench.told("BoardOff")
    await bench.do(bench.world.press("go"))
    for slot, name in ORDER:
        await bench.told(f"Touch slot={slot} contact={name}")
        await touch(bench, *(otherwise or {}).get((slot, name), (slot, name)))


def test_every_contact_is_felt_and_its_lamp_shows_which(bench: Bench) -> None:
    shown: list[tuple[str, str]] = []

    async def hands(bench: Bench) -> None:
        bench.box.announcer.rest(still=True, dim=False)  # nothing blinks just when it is looked at
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        for slot, name in ORDER:
            await bench.told(f"Touch slot={slot} contact={name}")
            shown.append((bench.lamp(f"slot.{slot}"), bench.lamp("slot.0.0")))
            await touch(bench, slot, name)

    assert bench.calibrate("slots", hands).cause is None
    felt = bench.known.of("slots")
    assert felt == SlotsFelt(contacts=64, longest_bounce_ms=felt.longest_bounce_ms)
    assert 9.0 < felt.longest_bounce_ms <= 14.1
    assert bench.loop.time() < 60 * MINUTES
    assert [slot for slot, _ in shown] == ["blue"] * 64
    assert [first for _, first in shown] == ["blue"] * 2 + ["green"] * 62
    assert bench.figures[0] == "  contacts: 64 asked for, 0 wrong (right: 64, none wrong)"


def test_a_dead_contact_is_named_by_back_and_by_waiting(bench: Bench) -> None:
    first, later = ORDER[3], ORDER[10]
    for slot, name in (first, later):
        bench.world._slot_contacts[slot, PORT[name]].ail("dead")

    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        for slot, name in ORDER:
            await bench.told(f"Touch slot={slot} contact={name}")
            await touch(bench, slot, name)
            if (slot, name) == first:
                await bench.do(bench.world.press("back"))

    assert bench.calibrate("slots", hands).cause == "contacts"
    assert [line for line in bench.all_said if line.startswith("Faulty")] == [
        "Faulty slot=0.1 contact=full fault=dead seen=",
        "Faulty slot=1.1 contact=entry fault=dead seen=",
    ]
    assert "  full in section 1, slot 2: dead (right: closes and opens)" in bench.figures
    assert bench.known.parts == {}


def test_a_contact_that_is_stuck_from_the_start_is_asked_about_first(bench: Bench) -> None:
    bench.world._slot_contacts[(2, 1), PORT["full"]].ail("stuck")

    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        await bench.told("KeyIn slot=2.1 contact=full")
        await bench.do(bench.world.press("go"))
        for slot, name in ORDER:
            if (slot, name) != ((2, 1), "full"):
                await bench.told(f"Touch slot={slot} contact={name}")
                await touch(bench, slot, name)

    assert bench.calibrate("slots", hands).cause == "contacts"
    assert bench.all_said.count("Faulty slot=2.1 contact=full fault=stuck seen=") == 1
    assert bench.ended() == "contacts"


def test_a_contact_that_stays_where_it_was_pressed_is_stuck(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        await bench.told("Touch")
        await touch(bench, *ORDER[0], seconds=30.0)

    bench.calibrate("slots", hands)
    assert "Faulty slot=0.0 contact=entry fault=stuck seen=" in bench.all_said


def test_a_worn_contact_that_bounces_too_long_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    contact = bench.world._slot_contacts[(1, 2), 0]
    monkeypatch.setattr(
        "hardware.sim.contacts.bounce",
        lambda dice, wear: tuple(0.008 * edge for edge in range(11)) if dice is contact._dice else bounce(dice, wear),
    )
    assert bench.calibrate("slots", touch_each).cause == "contacts"
    assert [line for line in bench.all_said if line.startswith("Faulty")] == [
        "Faulty slot=1.2 contact=entry fault=bouncing seen="
    ]


@pytest.mark.parametrize("number", [0, 9])
def test_a_contact_that_chatters_by_itself_is_named_and_asked_for_no_more(bench: Bench, number: int) -> None:
    slot, name = ORDER[number]

    async def hands(bench: Bench) -> None:
        bench.world._slot_contacts[slot, PORT[name]].ail("bouncing")
        await bench.told("BoardOff")
        await bench.do(4.0)
        await bench.do(bench.world.press("go"))
        for other, contact in ORDER:
            if (other, contact) != (slot, name):
                await bench.told(f"Touch slot={other} contact={contact}")
                await touch(bench, other, contact)

    assert bench.calibrate("slots", hands).cause == "contacts"
    assert [line for line in bench.all_said if line.startswith("Faulty")] == [
        f"Faulty slot={slot} contact={name} fault=bouncing seen="
    ]


def test_expanders_whose_addresses_are_mixed_up_are_named_contact_by_contact(benches: Benches) -> None:
    plan = plans.load()
    mixed = replace(plan.expanders, slots0=plan.expanders.slots1, slots1=plan.expanders.slots0)
    bench = benches(fitted=replace(plan, expanders=mixed))

    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        for slot, name in ORDER[:2]:
            for _ in range(2):
                await bench.told(f"Touch slot={slot} contact={name}")
                await touch(bench, slot, name)
        await bench.told("Touch")
        await bench.do(bench.world.hold(["back"], 1.5))

    assert bench.calibrate("slots", hands).cause == "stopped"
    assert [line for line in bench.all_said if line.startswith("Faulty")] == [
        "Faulty slot=0.0 contact=entry fault=crossed seen=entry in section 2, slot 4",
        "Faulty slot=0.0 contact=full fault=crossed seen=full in section 2, slot 4",
    ]


def test_a_finger_that_slips_once_is_asked_again(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        await bench.told("Touch slot=0.0 contact=entry")
        await touch(bench, Slot(0, 1), "entry")
        for slot, name in ORDER:
            await bench.told(f"Touch slot={slot} contact={name}")
            await touch(bench, slot, name)

    assert bench.calibrate("slots", hands).cause is None


def test_keys_in_the_board_are_to_be_taken_out_first(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        await bench.told("KeyIn slot=0.0 contact=entry")
        await bench.do(bench.world.lift_key((0, 0)))
        await bench.do(bench.world.press("go"))
        await bench.told("Touch")
        await bench.do(bench.world.hold(["back"], 1.5))

    bench.world.lay({(0, 0): True}, {})
    assert bench.calibrate("slots", hands).cause == "stopped"


def test_a_key_pushed_into_the_board_ends_it_before_any_full_contact_is_judged(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))
        await bench.told("Touch")
        await bench.do(bench.world.push_key((0, 0)))

    board = bench.world.board
    assert board[0] != 0, "this slot lets a key in"
    assert bench.calibrate("slots", hands).cause == "playing"
    assert not [line for line in bench.all_said if line.startswith("Faulty")]


def test_an_expander_that_is_gone_is_named(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        bench.world.unplug("slots3")

    assert bench.calibrate("slots", hands).cause == "expander"


def test_nobody_there_is_no_board_of_dead_contacts(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("go"))

    assert bench.calibrate("slots", hands).cause == "late"
    assert bench.loop.time() < UNANSWERED * WAIT_S + 10


def test_it_ends_within_the_stated_time_though_the_board_is_never_taken_off(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.do(0.0)

    assert bench.calibrate("slots", hands).cause == "late"
    assert bench.loop.time() < 60 * MINUTES + 3


def test_back_stops_it_before_it_begins(bench: Bench) -> None:
    async def hands(bench: Bench) -> None:
        await bench.told("BoardOff")
        await bench.do(bench.world.press("back"))

    end: Any = bench.calibrate("slots", hands)
    assert end.cause == "stopped"


def test_no_finger_reaches_a_contact_while_keys_stand_in_the_board(bench: Bench) -> None:
    bench.world.lay({(0, 0): True}, {})
    with pytest.raises(Impossible, match="the board is on"):
        bench.world.touch_contact((3, 1), "full")
