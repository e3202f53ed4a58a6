"""The chips of a box, real drivers on their twins: unplugged, at wrong addresses, held, and others in their place."""

import fcntl
import os
from collections.abc import Iterator
from errno import EIO
from pathlib import Path
from random import Random
from threading import RLock

import pytest

from firmware.doctor import chips
from hardware.sim.mcp23017 import Mcp23017Twin
from hardware.sim.world import World
from tests.doctor.computer import UNIT, Computer, boxed

PLUG = "does not answer: is it plugged in and powered, is its address right?"
NO_EXTRA = [
    ("ok", "No knock level is fitted at 0x48: it is optional."),
    ("ok", "No gem gate is fitted at 0x29: it is optional."),
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


@pytest.mark.parametrize("holds", [0x20, 0x2A])
def test_a_bus_that_is_held_is_one_trouble_and_not_seven(holds: int, pi: Computer, world: World) -> None:
    world.bus.hold(holds)
    ((verdict, sentence),) = told(pi)
    assert verdict == "wrong"
    assert sentence.startswith("The I2C bus is held: a part pulls its data line low, and none can be heard.")


@pytest.mark.parametrize(
    ("says", "verdict", "sentence"),
    [
        (0x44, "ok", "gem gate at 0x29 answers and is a TCS34725."),
        (0x12, "wrong", "gem gate at 0x29 answers and says 0x12: it is no TCS34725."),
    ],
)
def test_a_gem_gate_tells_its_name(says: int, verdict: str, sentence: str, pi: Computer, world: World) -> None:
    world.bus.attach(0x29, Memory({0x92: says}))
    assert (verdict, sentence) in told(pi)


def test_a_gem_gate_that_falls_silent_halfway_is_told_with_its_reason(pi: Computer, world: World) -> None:
    world.bus.attach(0x29, Memory({0x92: OSError(EIO, "")}))
    ((verdict, sentence),) = trouble(pi)
    assert verdict == "wrong"
    assert sentence.startswith("gem gate at 0x29: read of register 0x92 failed")


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
    world.bus.attach(0x48, Memory())
    assert ("ok", "knock level at 0x48 answers; its chip has no name.") in told(pi)


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
