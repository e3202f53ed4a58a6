"""MCP23017, sixteen pins on I2C of which fourteen sense contacts to ground (Microchip DS20001952).

Laws: pin 7 of either port is an output, always (as an input it can corrupt the bus; data sheet revision D calls it
output only); what changed is never taken from INTF or INTCAP (they show the first event only): both ports are read in
one transfer and the caller compares; INT is open drain and mirrored, so that all expanders share one line.
"""

from drivers.bus import ChipFault, I2cBus

# Register addresses with IOCON.BANK = 0: port A here, port B one further.
_IODIR, _IOCON, _GPIO, _OLAT = 0x00, 0x0A, 0x12, 0x14
_IOCON_IN_BANK_1 = 0x05
_MIRROR, _OPEN_DRAIN = 0x40, 0x04
_PINS = 0x7F
"""All but pin 7."""


class Mcp23017:
    """One expander whose inputs are contacts that close to ground.

    Args:
        bus: it hangs on.
        address: 0x20 to 0x27.
        part: its name in box.toml, for errors.
        inputs_a: bit n set: pin GPAn senses a contact.
        inputs_b: likewise for GPBn.
    """

    def __init__(self, bus: I2cBus, address: int, *, part: str, inputs_a: int = _PINS, inputs_b: int = _PINS) -> None:
        if (inputs_a | inputs_b) & ~_PINS:
            raise ValueError(f"{part}: pin 7 of an MCP23017 is an output only; use pins 0 to 6 (0x7F at most)")
        bus.claim(address, part)
        self._bus = bus
        self._address = address
        self._part = part
        self._inputs_a = inputs_a
        self._inputs_b = inputs_b
        iocon = _MIRROR | _OPEN_DRAIN
        self._settings = bytes(
            (
                *(_PINS, _PINS),  # IODIR: unused pins stay inputs, where a stray wire does no harm
                *(0, 0),  # IPOL: an open contact reads 1, so that zeros are no usual answer (`I2cBus.read`)
                *(inputs_a, inputs_b),  # GPINTEN
                *(0, 0),  # DEFVAL
                *(0, 0),  # INTCON: any change; against DEFVAL a held key would hold INT for as long
                *(iocon, iocon),
                *(_PINS, _PINS),  # GPPU: no pin floats
            )
        )

    def start(self) -> None:
        """Bring the chip from any state to ours and clear what is pending; the next `read` shows the contacts.

        Raises:
            BusError: it does not answer.
            ChipFault: it answers but does not keep its settings.
        """
        # A warm chip may be in either register map. 0x05 is IOCON in the one and GPINTENB in the other, so this brings
        # the map with paired ports and harms nothing where it is there already.
        self._bus.write_byte(self._address, _IOCON_IN_BANK_1, 0)
        # Then the pointer must increment (SEQOP) before a block can be written.
        self._bus.write_byte(self._address, _IOCON, self._settings[_IOCON])
        # The latch before the direction: pin 7 comes up low and stays so.
        self._bus.write(self._address, _OLAT, b"\0\0")
        self._bus.write(self._address, _IODIR, self._settings)
        found = self._bus.read(self._address, _IODIR, len(self._settings))
        for register, (want, got) in enumerate(zip(self._settings, found, strict=True)):
            if want != got:
                raise ChipFault(
                    f"{self._part} at {self._address:#04x}: register {register:#04x} reads {got:#04x} after"
                    f" {want:#04x} was written: is it an MCP23017, and is its supply steady?"
                )
        # Until an old event is cleared, no new one pulls INT.
        self._bus.read(self._address, _GPIO, 2)

    def read(self) -> tuple[int, int]:
        """Ports A and B, bit n set: the contact on pin n is closed. Clears INT. Raises BusError."""
        a, b = self._bus.read(self._address, _GPIO, 2)
        return ~a & self._inputs_a, ~b & self._inputs_b

    def audit(self) -> bool:
        """Are the settings still ours? After a brown-out they are not, and all contacts seem open. Raises BusError."""
        return self._bus.read(self._address, _IODIR, len(self._settings)) == self._settings
