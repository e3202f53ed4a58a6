"""The twin of the MCP23017 answers a capture byte for byte: a table (`table`) as decoded from a logic analyser.

Columns: start_us, addr, rw, addr_ack, data (hex bytes after the address), terminator (P, or Sr before a repeated
start), pins_after (hex, six probes on port pins once the message has ended; it may be empty or missing).

What a chip held before a capture is unknown (those we have are warm), and so is what moves its inputs. So eight twins
answer: of contrary pasts (every bit clear, every bit set), in contrary worlds (every input low, every input high) that
stand still or stir, when every input moves and comes back before each transfer, an event for whatever is armed. Where
all agree none of this matters, and there the recording must agree too. The probes sat on A0-A5 or on A0-A2 and B0-B2,
which the file does not say: the layout that agrees best is taken.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from errno import EREMOTEIO
from functools import reduce
from itertools import product
from operator import and_, or_
from pathlib import Path

from smbus2 import SMBus, i2c_msg

from hardware.sim.bus import TwinBus
from hardware.sim.mcp23017 import IOCON, Mcp23017Twin
from tests.recorded import table
from tests.recorded.replayed import Replayed, WrongFile

WHAT = "capture of an MCP23017"
COLUMNS: dict[str, tuple[str, ...]] = dict.fromkeys(("start_us", "addr", "rw", "addr_ack", "data", "terminator"), ())

LAYOUTS: dict[str, Callable[[tuple[int, int]], int]] = {
    "A0-A5": lambda ports: ports[0] & 0x3F,
    "A0-A2 and B0-B2": lambda ports: ports[0] & 0x07 | (ports[1] & 0x07) << 3,
    "B0-B5": lambda ports: ports[1] & 0x3F,
}

TWINS = tuple(product((0x00, 0xFF), (False, True), (False, True)))
"""What each held in every register, whether its inputs are high, and whether they stir."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One line of a capture."""

    line: int
    at_us: float
    address: int
    reading: bool
    acknowledged: bool
    data: bytes
    repeated: bool
    pins: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one twin made of a message; `ports` are the levels of its pins afterwards."""

    acknowledged: bool
    data: bytes
    ports: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Bits compared, those that agree, and a line for each message that does not."""

    compared: int
    agreeing: int
    mismatches: tuple[str, ...]


def files(folder: Path) -> list[Path]:
    """All captures of an MCP23017 in a folder and the folders in it. Raises WrongFile where there are none."""
    return table.files(folder, WHAT, COLUMNS)


def replay(file: Path, labels: Path | None = None) -> Replayed:
    """Send every message of the capture through the real smbus2 to both twins, and compare."""
    if labels is not None:
        raise WrongFile(labels, f"a {WHAT} has no labels")
    messages = tuple(_messages(file))
    address = next((m.address for m in messages if m.acknowledged and 0x20 <= m.address <= 0x27), None)
    if address is None:
        raise WrongFile(file, "no message in it is acknowledged at 0x20 to 0x27")
    answers = tuple(zip(*(tuple(_answers(messages, address, *twin)) for twin in TWINS), strict=True))
    acknowledged = tuple(
        f"{_where(m)}: addr_ack expected {m.acknowledged:d} got {one.acknowledged:d}"
        for m, (one, *_) in zip(messages, answers, strict=True)
        # Another part may well answer at another address; this one must not.
        if m.acknowledged != one.acknowledged and (m.address == address or not m.acknowledged)
    )
    read = _compare_read(messages, answers)
    layout, pins = max(
        ((name, _compare_pins(messages, answers, probes)) for name, probes in LAYOUTS.items()),
        key=lambda fit: fit[1].agreeing,
    )
    written = sum(len(m.data) for m in messages if not m.reading)
    return Replayed(
        events=(
            *(_event(m, one.ports) for m, (one, *_) in zip(messages, answers, strict=True)),
            f"{len(messages)} messages, {written} bytes written; probes on {layout}",
            f"compared: {len(messages)} acknowledges, {read.compared} bits read, {pins.compared} bits on pins",
            "not compared: bits that hang on what the chip held before the capture, or on what moved its inputs",
        ),
        mismatches=acknowledged + read.mismatches + pins.mismatches,
    )


def _messages(file: Path) -> Iterator[Message]:
    for line, row in table.rows(file, WHAT, COLUMNS, optional=("pins_after",)):
        try:
            yield Message(
                line=line,
                at_us=float(row["start_us"]),
                address=int(row["addr"], 16),
                reading={"r": True, "w": False}[row["rw"].casefold()],
                acknowledged={"1": True, "0": False}[row["addr_ack"]],
                data=bytes.fromhex(row["data"]),
                repeated={"p": False, "sr": True}[row["terminator"].casefold()],
                pins=int(row["pins_after"], 16) if row["pins_after"] else None,
            )
        except (ValueError, KeyError) as bad:
            raise WrongFile(file, f"not a message of a capture: {','.join(row.values())} ({bad})", line=line) from bad


def _answers(messages: Sequence[Message], address: int, past: int, high: bool, stirs: bool) -> Iterator[Answer]:
    """One answer a message; messages joined by repeated starts go out as one transfer."""
    chip = Mcp23017Twin(intf_all=True, pulled=0xFF)
    chip.load([0 if register in (IOCON, IOCON + 1) else past for register in range(22)])
    _drive(chip, low=not high)
    # A number that no machine has.
    bus = TwinBus(number := 101)
    bus.attach(address, chip)
    with ExitStack() as stack:
        stack.enter_context(bus)
        wire = stack.enter_context(SMBus(number))
        transfer: list[Message] = []
        for message in messages:
            transfer.append(message)
            if not message.repeated or message is messages[-1]:
                if stirs:
                    _drive(chip, low=high)
                    _drive(chip, low=not high)
                yield from _transfer(wire, transfer, chip)
                transfer = []


def _drive(chip: Mcp23017Twin, *, low: bool) -> None:
    for pin in range(16):
        chip.drive(pin // 8, pin % 8, low)


def _transfer(wire: SMBus, messages: Sequence[Message], chip: Mcp23017Twin) -> Iterator[Answer]:
    out = [i2c_msg.read(m.address, len(m.data)) if m.reading else i2c_msg.write(m.address, m.data) for m in messages]
    acknowledged = True
    try:
        wire.i2c_rdwr(*out)
    except OSError as error:
        if error.errno != EREMOTEIO:
            raise
        acknowledged = False
    for message in out:
        yield Answer(acknowledged=acknowledged, data=bytes(message), ports=chip.pins())


def _compare_read(messages: Sequence[Message], answers: Sequence[tuple[Answer, ...]]) -> Comparison:
    compared = agreeing = 0
    mismatches = []
    for message, given in zip(messages, answers, strict=True):
        if not (message.reading and message.acknowledged and given[0].acknowledged):
            continue
        for n, (want, *got) in enumerate(zip(message.data, *(answer.data for answer in given), strict=True)):
            known = _known(got)
            wrong = (want ^ got[0]) & known
            compared += known.bit_count()
            agreeing += (known & ~wrong).bit_count()
            if wrong:
                mismatches.append(f"{_where(message)}: byte {n} read expected {want:02x} got {got[0]:02x}")
    return Comparison(compared=compared, agreeing=agreeing, mismatches=tuple(mismatches))


def _compare_pins(
    messages: Sequence[Message], answers: Sequence[tuple[Answer, ...]], probes: Callable[[tuple[int, int]], int]
) -> Comparison:
    compared = agreeing = 0
    mismatches = []
    for message, given in zip(messages, answers, strict=True):
        if message.pins is None:
            continue
        got = [probes(answer.ports) for answer in given]
        known = _known(got) & 0x3F
        # A bit beyond the six probes stands for a pin nobody measured: it can only be wrong.
        wrong = (message.pins ^ got[0]) & (known | ~0x3F)
        compared += known.bit_count()
        agreeing += (known & ~wrong).bit_count()
        if wrong:
            mismatches.append(f"{_where(message)}: pins_after expected {message.pins:02x} got {got[0]:02x}")
    return Comparison(compared=compared, agreeing=agreeing, mismatches=tuple(mismatches))


def _known(answers: Sequence[int]) -> int:
    """The bits in which all agree."""
    return reduce(and_, answers) | ~reduce(or_, answers) & 0xFF


def _where(message: Message) -> str:
    return f"line {message.line}"


def _event(message: Message, ports: tuple[int, int]) -> str:
    return (
        f"{message.at_us:g} us {message.address:#04x} {'R' if message.reading else 'W'} {message.data.hex(' ')}"
        f" -> A {ports[0]:02x} B {ports[1]:02x}"
    )
