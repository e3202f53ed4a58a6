"""The chips of a box, real drivers on their twins: unplugged, at wrong addresses, held, and others in their place."""

import fcntl
import os
from collections.abc import Iterator
from dataclasses import replace
from errno import EIO
from pathlib import Path
from random import Random
from threading import RLock

import pytest

from firmware.doctor import chips
from hardware.box import SHIPPED, load
from hardware.sim.ads1115 import Ads1115Twin
from hardware.sim.bus import Hold
from hardware.sim.mcp23017 import Mcp23017Twin
from hardware.sim.world import World
from tests.doctor.computer import UNIT, Computer, boxed

PLUG = "does not answer: is it plugged in and powered, is its address right?"
NO_EXTRA = [
    ("ok", "No knock level is fitted: it is optional."),
    ("ok", "No gem gate is fitted: it is optional."),
]


class Memory:
    """A chip that is nothing but registers, some of which cannot be written."""

    def __init__(self, fixed: dict[int, int | OSError] | None = None) -> None:
        self.lock = RLock()
        self._fixed = fixed or {}
        self._held = [0] * 256
        self._pointer = 0

    def write(self, data: bytes) -> None:
        self._pointer = data[0]
        for value in data[1:]:
            self._held[self._pointer % 256] = value
            self._pointer += 1

    def read(self, length: int) -> bytes:
        told = []
        for register in range(self._pointer, self._pointer + length):
            value = self._fixed.get(register, self._held[register % 256])
            if isinstance(value, OSError):
                raise value
            told.append(value)
        self._pointer += length
        return bytes(told)


@pytest.fixture
def world(pi: Computer) -> Iterator[World]:
    with boxed(pi) as world:
        yield world


def told(pi: Computer) -> list[tuple[str, str]]:
    return [(found.verdict, found.sentence) for found in pi.look(chips.chips)]


def trouble(pi: Computer) -> list[tuple[str, str]]:
    return [each for each in told(pi) if each[0] != "ok"]


def test_every_chip_of_a_sound_box_is_named_with_its_address_and_kind(pi: Computer, world: World) -> None:
    expanders = (
        "slots0 at 0x20",
        "slots1 at 0x21",
        "slots2 at 0x22",
        "slots3 at 0x23",
        "slots4 at 0x24",
        "panel at 0x25",
    )
    assert told(pi) == [
        *(("ok", f"{each} answers and is an MCP23017.") for each in expanders),
        ("ok", "scale at 0x2a answers, is a NAU7802 and has calibrated both its channels."),
        *NO_EXTRA,
    ]


def test_an_expander_that_is_set_up_already_is_only_read(
    pi: Computer, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(pi)
    written: list[bytes] = []
    write = Mcp23017Twin.write

    def note(chip: Mcp23017Twin, data: bytes) -> None:
        written.append(data)
        write(chip, data)

    monkeypatch.setattr(Mcp23017Twin, "write", note)
    assert trouble(pi) == []
    assert {len(data) for data in written} == {1}  # pointers, and nothing behind them


@pytest.mark.parametrize(
    ("part", "where"), [("slots3", "slots3 at 0x23"), ("panel", "panel at 0x25"), ("scale", "scale at 0x2a")]
)
def test_a_part_that_is_unplugged_is_named(part: str, where: str, pi: Computer, world: World) -> None:
    world.unplug(part)
    assert trouble(pi) == [("wrong", f"{where} {PLUG}")]


def test_an_expander_at_a_wrong_address_is_found_where_it_is(pi: Computer, world: World) -> None:
    world.bus.detach(0x23)
    world.bus.attach(0x26, Mcp23017Twin())
    assert trouble(pi) == [
        ("wrong", f"slots3 at 0x23 {PLUG}"),
        ("warn", "Something answers at 0x26, where the plan has nothing: is that slots3? Then set its address pins."),
    ]


def test_a_chip_too_many_is_only_mentioned(pi: Computer, world: World) -> None:
    world.bus.attach(0x27, Mcp23017Twin())
    assert trouble(pi) == [("warn", "Something answers at 0x27, where the plan has nothing.")]


def test_another_chip_where_an_expander_should_be_is_known_by_what_it_forgets(pi: Computer, world: World) -> None:
    world.bus.detach(0x21)
    world.bus.attach(0x21, Memory({0x00: 0xFF}))
    ((verdict, sentence),) = trouble(pi)
    assert verdict == "wrong"
    assert sentence.startswith("slots1 at 0x21: register 0x00 reads 0xff after 0x7f was written: is it an MCP23017")


def test_another_chip_where_the_scale_should_be_is_known(pi: Computer, world: World) -> None:
    world.bus.detach(0x2A)
    world.bus.attach(0x2A, Mcp23017Twin())
    assert trouble(pi) == [("wrong", "scale at 0x2a does not wake up after a reset: is it a NAU7802?")]


def test_a_scale_of_another_revision_is_none_of_ours(pi: Computer, world: World) -> None:
    world.bus.detach(0x2A)
    world.bus.attach(0x2A, Memory({0x00: 0x08, 0x1F: 0x00}))
    assert trouble(pi) == [("wrong", "scale at 0x2a tells revision 0x00 and is no NAU7802.")]


def test_a_transfer_that_is_disturbed_is_told_with_its_reason(pi: Computer, world: World) -> None:
    world.bus.noise(0x24, 1.0, Random(1), errnos=(EIO,))
    ((verdict, sentence),) = trouble(pi)
    assert verdict == "wrong"
    assert sentence.endswith("the transfer was disturbed: check wire lengths, pull-ups and supply.")


@pytest.mark.parametrize("how", ["held", "zeros"])
@pytest.mark.parametrize("holds", [0x20, 0x2A])
def test_a_bus_that_is_held_is_one_trouble_and_not_seven(holds: int, how: Hold, pi: Computer, world: World) -> None:
    world.bus.hold(holds, how)
    ((verdict, sentence),) = told(pi)
    assert verdict == "wrong"
    assert sentence.startswith("The I2C bus is held: a part pulls its data line low, and none can be heard.")


GATE, LEVEL, HX711 = ("fitted = false", "fitted = true"), ('peak = "none"', 'peak = "ads1115"'), ("nau7802", "hx711")


def planned(pi: Computer, changed: tuple[str, str]) -> list[tuple[str, str]]:
    """What is told of a box whose plan says something else."""
    text = SHIPPED.read_text(encoding="utf-8")
    assert changed[0] in text
    case = replace(pi.case, plan=load(pi.write("box.toml", text.replace(*changed))))
    return [(found.verdict, found.sentence) for found in chips.chips(case)]


@pytest.mark.parametrize(
    ("says", "verdict", "sentence"),
    [
        (0x44, "ok", "gem gate at 0x29 answers and is a TCS34725."),
        (0x12, "wrong", "gem gate at 0x29 tells identity 0x12 and is no TCS34725."),
    ],
)
def test_a_gem_gate_tells_its_name(says: int, verdict: str, sentence: str, pi: Computer, world: World) -> None:
    memory = Memory({0x92: says, 0x93: 0x01})
    world.bus.attach(0x29, memory)
    assert (verdict, sentence) in planned(pi, GATE)


@pytest.mark.parametrize(
    ("changed", "sentence"), [(GATE, f"gem gate at 0x29 {PLUG}"), (LEVEL, f"knock level at 0x48 {PLUG}")]
)
def test_an_optional_chip_that_the_plan_has_must_be_there(
    changed: tuple[str, str], sentence: str, pi: Computer, world: World
) -> None:
    assert [each for each in planned(pi, changed) if each[0] != "ok"] == [("wrong", sentence)]


def test_all_chips_that_the_plan_has_are_listed() -> None:
    plan = load()
    assert chips.addresses(plan).endswith("panel at 0x25, scale at 0x2a")
    more = replace(
        plan,
        scale=replace(plan.scale, part="hx711"),
        gate=replace(plan.gate, fitted=True),
        knock=replace(plan.knock, peak="ads1115"),
    )
    assert chips.addresses(more).endswith("panel at 0x25, knock level at 0x48, gem gate at 0x29")


@pytest.mark.parametrize(("address", "part"), [(0x29, "gem gate"), (0x48, "knock level")])
def test_an_optional_chip_that_the_plan_does_not_have_is_mentioned(
    address: int, part: str, pi: Computer, world: World
) -> None:
    world.bus.attach(address, Memory())
    assert trouble(pi) == [
        ("warn", f"Something answers at {address:#04x}: is that the {part}? box.toml says that none is fitted.")
    ]


def test_a_scale_of_two_hx711_hangs_on_no_bus(pi: Computer, world: World) -> None:
    world.unplug("scale")
    assert [each for each in planned(pi, HX711) if each[0] != "ok"] == [
        (
            "unknown",
            "The scale has an HX711 for each cell, which hangs on no bus and has no name: see what it weighs.",
        )
    ]


def test_a_bus_that_is_held_from_the_scale_on_is_one_trouble_more(pi: Computer, world: World) -> None:
    pause = pi.system.pause

    def hold(seconds: float) -> None:
        world.bus.hold(0x2A)
        pause(seconds)

    pi.with_(pause=hold)
    *well, last = told(pi)
    assert [verdict for verdict, _ in well] == ["ok"] * 6
    assert last[1].startswith("The I2C bus is held")


def test_a_knock_level_has_no_name_to_tell(pi: Computer, world: World) -> None:
    world.bus.attach(0x48, Ads1115Twin(pi.system.clock, lambda _channel, _at: 0.0))
    assert ("ok", "knock level at 0x48 answers; its chip has no name.") in planned(pi, LEVEL)


def test_a_bus_that_cannot_be_opened_says_why(pi: Computer) -> None:
    ((verdict, sentence),) = told(pi)
    assert verdict == "wrong"
    assert sentence.startswith("The I2C bus cannot be opened: /dev/i2c-1: ")


@pytest.mark.parametrize(
    "line",
    [
        "/opt/boxref/bin/python\0/opt/boxref/bin/boxref\0run\0",
        "python\0-m\0firmware.cli\0run\0--game\0clever_keys\0",
    ],
)
def test_the_bus_of_a_box_that_runs_is_left_alone(line: str, pi: Computer, world: World) -> None:
    pi.write("proc/812/cmdline", line)
    before = world.bus.transfers
    (found,) = pi.look(chips.chips)
    assert world.bus.transfers == before
    assert found.verdict == "unknown"
    assert found.sentence == (
        "The box is running (process 812) and has the I2C bus to itself: its chips were left alone."
    )
    assert found.mend is None
    pi.write(UNIT, "[Service]\nUser=boxref\n")
    assert pi.one(chips.chips).mend == ("sudo systemctl stop boxref && sudo boxref doctor; sudo systemctl start boxref")


@pytest.mark.parametrize(
    "line", ["boxref\0run\0--sim\0", "boxref\0games\0", "vim\0firmware/cli.py\0", "npm\0run\0boxref\0"]
)
def test_what_is_no_box_of_metal_holds_no_bus(line: str, pi: Computer, world: World) -> None:
    pi.write("proc/812/cmdline", line)
    assert trouble(pi) == []


def test_a_box_by_another_name_is_known_by_the_journal_it_has_locked(pi: Computer, world: World) -> None:
    lock = os.open(pi.state / "journal.db.lock", os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        pi.write("proc/locks", Path("/proc/locks").read_bytes())
        assert f"(process {os.getpid()})" in pi.one(chips.chips).sentence
        fcntl.flock(lock, fcntl.LOCK_UN)
        pi.write("proc/locks", Path("/proc/locks").read_bytes())
        assert trouble(pi) == []
    finally:
        os.close(lock)
