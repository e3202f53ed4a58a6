"""What every box has, whatever its file says: slots, keys, pads, lamps and parts, by number and name."""

SECTIONS, SLOTS_PER_SECTION = 8, 4
"""The board's slots; slot i = 4 * section + slot is wired to chip i // 7 at bit i % 7."""

KEYS, PADS, METER = 6, 6, 8
"""Colour keys, player pads and lamps of the gem meter."""

LAMPS = (
    *(f"slot.{section}.{slot}" for section in range(SECTIONS) for slot in range(SLOTS_PER_SECTION)),
    *(f"key.{n}" for n in range(1, KEYS + 1)),
    *(f"pad.{n}" for n in range(1, PADS + 1)),
    "go",
    "back",
    *(f"meter.{n}" for n in range(1, METER + 1)),
)
"""All lamps by name, in the order of the chain."""

PER_EXPANDER = 7
"""Bit 7 of either port is output-only on all silicon (DS20001952D)."""

EXPANDERS = ("slots0", "slots1", "slots2", "slots3", "slots4", "panel")
"""Names of the expanders, in the order of the slots, the panel last."""

PARTS = (*EXPANDERS, "scale", "knock", "lamps", "voice", "gate")
"""Names of the parts that can be lost, unplugged and tested."""
