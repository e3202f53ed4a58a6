"""The shape of box.toml: one class a table, one field a key, each with what it may be."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from hardware.layout import EXPANDERS, KEYS, LAMPS, METER, PADS, PER_EXPANDER, SECTIONS, SLOTS_PER_SECTION
from hardware.typed import Within


class Contact(NamedTuple):
    """An input of an expander, written `A0` to `A6` or `B0` to `B6`."""

    port: Literal["A", "B"]
    bit: int

    @classmethod
    def read(cls, written: object) -> "Contact | None":
        """What the file says, or None if it says something else."""
        if not (isinstance(written, str) and len(written) == 2 and written[0] in "AB" and written[1] in "0123456"):
            return None
        return cls("A" if written[0] == "A" else "B", int(written[1]))

    @classmethod
    def right(cls) -> str:
        """How it is written."""
        return 'a port and a bit of it, from "A0" to "A6" or "B0" to "B6" (bit 7 is output-only)'


Pin = Annotated[int, Within(0, 27)]  # what the 40-pin header brings out, BCM numbers
Channel = Annotated[int, Within(1, 2)]
Seconds = Annotated[float, Within(0.001, 10)]  # a child waits no longer for an answer
Absence = Annotated[float, Within(1, 3600)]  # seconds too, in which nobody touches anything
ExpanderAddress = Annotated[int, Within(0x20, 0x27, hex)]

_ALONG_THE_CHAIN = MappingProxyType({name: place for place, name in enumerate(LAMPS)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bus:
    """I2C. `back_off_s`: the waits between looks at a lost part, the last one for ever."""

    number: Annotated[int, Within(0, 20)]
    hertz: Annotated[int, Within(10_000, 400_000)]
    tries: Annotated[int, Within(1, 10)]
    back_off_s: tuple[Annotated[float, Within(0.001, 60)], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """BCM numbers of all lines of the header in use."""

    i2c_data: Pin
    i2c_clock: Pin
    interrupt: Pin
    expander_reset: Pin
    scale_ready: Pin
    buzzer: Pin
    lamps_spi: Pin
    lamps_pwm: Pin
    spi_taken: tuple[Pin, ...]
    knock: Pin
    knock_alert: Pin
    gate_lamp: Pin
    voice_transmit: Pin
    voice_receive: Pin
    voice_busy: Pin
    hx711_centre_data: Pin
    hx711_centre_clock: Pin
    hx711_corner_data: Pin
    hx711_corner_clock: Pin


@dataclass(frozen=True, slots=True, kw_only=True)
class Expanders:
    """MCP23017s. `poll_hz` is the backstop behind the interrupt, `audit_s` the look at the configuration."""

    slots0: ExpanderAddress
    slots1: ExpanderAddress
    slots2: ExpanderAddress
    slots3: ExpanderAddress
    slots4: ExpanderAddress
    panel: ExpanderAddress
    poll_hz: Annotated[float, Within(0.1, 100)]
    idle_poll_hz: Annotated[float, Within(0.1, 100)]
    audit_s: Annotated[float, Within(0.1, 60)]

    @property
    def addresses(self) -> Mapping[str, int]:
        """Part to address, in the order of the slots, the panel last."""
        return MappingProxyType({part: getattr(self, part) for part in EXPANDERS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Keys of the panel by name, in the order the expander is wired."""

    k1: Contact
    k2: Contact
    k3: Contact
    k4: Contact
    k5: Contact
    k6: Contact
    go: Contact
    p1: Contact
    p2: Contact
    p3: Contact
    p4: Contact
    p5: Contact
    p6: Contact
    back: Contact


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The reed switch under the silver column."""

    part: Literal["slots0", "slots1", "slots2", "slots3", "slots4"]
    contact: Contact


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A load cell until it is calibrated: counts for a gram, and counts of the empty place; and what it carries."""

    centre_kilograms: Annotated[float, Within(0.1, 20)]
    corner_kilograms: Annotated[float, Within(0.1, 20)]
    centre_counts_per_gram: Annotated[float, Within(-1e6, 1e6)]
    centre_empty_counts: Annotated[int, Within(-0x800000, 0x7FFFFF)]
    corner_counts_per_gram: Annotated[float, Within(-1e6, 1e6)]
    corner_empty_counts: Annotated[int, Within(-0x800000, 0x7FFFFF)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Two cells on a NAU7802 (its address is fixed) or on an HX711 each, which knows fewer gains and rates."""

    part: Literal["nau7802", "hx711"]
    address: Annotated[int, Within(0x2A, 0x2A, hex)]
    centre: Channel
    corner: Channel
    gain: Literal[1, 2, 4, 8, 16, 32, 64, 128]
    rate_hz: Literal[10, 20, 40, 80, 320]
    read_hz: Annotated[float, Within(0.1, 320)]
    idle_read_hz: Annotated[float, Within(0.1, 320)]
    corner_s: Seconds
    cell: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Gems:
    """One gem: its mass, the relative standard deviation of that, and how sure a count must be."""

    grams: Annotated[float, Within(0.1, 20)]
    spread: Annotated[float, Within(0, 0.5)]
    sure: Annotated[float, Within(0.5, 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """How long things must be still before they count."""

    contact_ms: Annotated[float, Within(1, 500)]
    bounce_s: Seconds
    skew_s: Seconds
    rest_contact_s: Seconds
    rest_table_s: Seconds
    patience_s: Annotated[float, Within(0.001, 60)]
    weight_window_s: Annotated[float, Within(0.1, 10)]
    weight_grams: Annotated[float, Within(0.01, 20)]
    weight_patience_s: Annotated[float, Within(0.1, 60)]
    undo_s: Seconds
    late_gem_s: Seconds
    idle_s: Absence
    dim_s: Absence


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps:
    """One chain of WS2812: the slots first, then keys, pads, `go`, `back` and the gem meter."""

    backend: Literal["spi", "pwm"]
    spi_bus: Annotated[int, Within(0, 9)]
    spi_device: Annotated[int, Within(0, 9)]
    slots: Annotated[int, Within(SECTIONS * SLOTS_PER_SECTION, SECTIONS * SLOTS_PER_SECTION)]
    keys: Annotated[int, Within(KEYS, KEYS)]
    pads: Annotated[int, Within(PADS, PADS)]
    go: Annotated[int, Within(1, 1)]
    back: Annotated[int, Within(1, 1)]
    meter: Annotated[int, Within(METER, METER)]
    order: Literal["GRB", "RGB", "GBR", "BGR", "RBG", "BRG"]
    hertz: Annotated[int, Within(5_600_000, 7_200_000)]
    reset_us: Annotated[float, Within(50, 1000)]
    spi_buffer: Annotated[int, Within(1024, 1_048_576)]
    brightness: Annotated[float, Within(0, 1)]
    milliamps_per_channel: Annotated[float, Within(1, 100)]
    milliamps_idle: Annotated[float, Within(0, 10)]
    budget_milliamps: Annotated[float, Within(10, 10_000)]

    @property
    def names(self) -> tuple[str, ...]:
        """All lamps along the chain: `slot.3.2`, `key.1`, `pad.1`, `go`, `back`, `meter.1`."""
        return LAMPS

    @property
    def index(self) -> Mapping[str, int]:
        """Name of a lamp to its place in the chain, counted from 0."""
        return _ALONG_THE_CHAIN

    @property
    def device(self) -> str:
        """The kernel's device of the SPI backend."""
        return f"/dev/spidev{self.spi_bus}.{self.spi_device}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Buzzer:
    """What a passive buzzer can be heard at."""

    lowest_hz: Annotated[float, Within(50, 10_000)]
    highest_hz: Annotated[float, Within(50, 10_000)]  # where the software PWM of lgpio ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Knock:
    """What a knock is on its line; and the ADS1115, which tells its peak where one is fitted (`peak`)."""

    active: Literal["high", "low"]
    sensitivity: Literal["gentle", "normal", "strong"]
    stretch_ms: Annotated[float, Within(1, 100)]
    shortest_ms: Annotated[float, Within(0.01, 100)]
    longest_s: Seconds
    hold_off_s: Seconds
    veto_s: Seconds
    peak: Literal["none", "ads1115"]
    address: Annotated[int, Within(0x48, 0x4B, hex)]
    channel: Annotated[int, Within(0, 3)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """TCS34725 (its address is fixed): the colour of one gem. `cycles` of 2.4 ms are one integration."""

    fitted: bool
    address: Annotated[int, Within(0x29, 0x29, hex)]
    cycles: Annotated[int, Within(1, 256)]
    gain: Literal[1, 4, 16, 60]
    read_hz: Annotated[float, Within(1, 100)]
    idle_read_hz: Annotated[float, Within(1, 100)]
    patience_s: Seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """DFPlayer Mini on the serial port."""

    device: str
    baud: Literal[9600]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole box. `source` is the file it was read from."""

    source: Path
    bus: Bus
    lines: Lines
    expanders: Expanders
    panel: Panel
    column: Column
    scale: Scale
    gems: Gems
    settle: Settle
    lamps: Lamps
    buzzer: Buzzer
    knock: Knock
    gate: Gate
    voice: Voice

    @property
    def slot_contacts(self) -> Mapping[tuple[int, int], tuple[str, int]]:
        """(section, slot) to (part, bit): port A's bit is the *entry* contact, port B's the *full* contact."""
        return MappingProxyType(
            {
                divmod(i, SLOTS_PER_SECTION): (EXPANDERS[i // PER_EXPANDER], i % PER_EXPANDER)
                for i in range(SECTIONS * SLOTS_PER_SECTION)
            }
        )

    @property
    def panel_keys(self) -> Mapping[str, Contact]:
        """Name of a key to its input on the expander `panel`."""
        return MappingProxyType({key.name: getattr(self.panel, key.name) for key in fields(Panel)})
