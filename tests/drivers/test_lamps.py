"""The lamps' driver and the sim's chain: bytes on the wire become colours, within the budget, and never stop play."""

import csv
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from drivers.lamps import RGB, Lamps, LampsError, Power, Spi, dimmed, open_port, spi_chain
from hardware import box
from hardware.sim.lamps import LampChain, MalformedError

PLAN = box.load().lamps
POWER = Power(PLAN.milliamps_per_channel, PLAN.milliamps_idle, PLAN.budget_milliamps)
ENDLESS = Power(PLAN.milliamps_per_channel, PLAN.milliamps_idle, 1e9)
COUNT = len(PLAN.names)
WHITE, OFF = RGB(255, 255, 255), RGB(0, 0, 0)
RECORDED = Path(__file__).parents[3] / "shared" / "data" / "ws2812" / "neopixel24_frames.csv"


def chain(count: int = COUNT, *, idles_high: bool = False) -> LampChain:
    return LampChain(
        count,
        order=PLAN.order,
        reset_us=PLAN.reset_us,
        buffer=PLAN.spi_buffer,
        now=lambda: 5.0,
        idles_high=idles_high,
    )


def lamps(spi: Spi, count: int = COUNT, *, brightness: float = 1.0, power: Power = ENDLESS) -> Lamps:
    port = spi_chain(
        spi, count=count, order=PLAN.order, hertz=PLAN.hertz, reset_us=PLAN.reset_us, buffer=PLAN.spi_buffer
    )
    return Lamps(port, count=count, brightness=brightness, power=power)


def test_each_lamp_gets_its_colour() -> None:
    wire = chain()
    colours = [RGB(place, 255 - place, 2 * place) for place in range(COUNT)]
    assert lamps(wire).show(colours)
    assert list(wire.colours) == colours
    assert wire.frames == [(5.0, wire.colours)]


@pytest.mark.skipif(
    not RECORDED.exists(), reason=f"the recording of a real ring is not beside the checkout: {RECORDED}"
)
def test_the_wire_carries_what_a_real_ring_of_24_was_sent() -> None:
    with RECORDED.open(encoding="utf-8") as file:
        recorded = [bytes.fromhex(row["bytes_hex"]) for row in csv.DictReader(file)]
    wire = chain(24)
    driver = lamps(wire, 24)
    for sent in recorded:
        driver.show([RGB(sent[i + 1], sent[i], sent[i + 2]) for i in range(0, 72, 3)], again=True)
        assert wire.wire == sent
    assert len(wire.frames) == len(recorded) > 100


def test_a_port_that_idles_high_does_not_colour_the_first_lamp() -> None:
    wire = chain(idles_high=True)
    assert lamps(wire).show([OFF] * COUNT)
    assert wire.colours[0] == OFF


def test_the_whole_chain_fits_into_one_write_of_spidev() -> None:
    with pytest.raises(ValueError, match=r"400 lamps are 10080 bytes; one write holds 4096 \(lamps\.spi_buffer\)"):
        lamps(chain(400), 400)


def test_only_a_new_picture_is_sent_unless_asked_again() -> None:
    wire = chain()
    driver = lamps(wire)
    red = [RGB(255, 0, 0)] * COUNT
    for again in (False, False, True):
        assert driver.show(red, again=again)
    assert len(wire.frames) == 2


def test_lamps_that_lost_their_supply_come_back_with_the_picture_sent_again() -> None:
    wire = chain()
    driver = lamps(wire)
    driver.show([WHITE] * COUNT)
    wire.unplug()
    assert driver.show([WHITE] * COUNT, again=True), "the port cannot tell"
    assert wire.colours[0] == OFF
    wire.plug()
    driver.show([WHITE] * COUNT, again=True)
    assert wire.colours[0] == WHITE


def test_a_port_that_fails_stops_nothing_and_recovers_by_itself() -> None:
    wire = chain()
    driver = lamps(wire)
    wire.broken = True
    assert not driver.show([WHITE] * COUNT)
    assert "Input/output error" in str(driver.lost)
    wire.broken = False
    assert driver.show([WHITE] * COUNT)
    assert str(driver.lost) == "None"
    assert wire.colours == (WHITE,) * COUNT


def test_a_port_that_refuses_its_clock_is_named() -> None:
    wire = chain()
    wire.broken = True
    with pytest.raises(LampsError, match="lamps: the port refuses 6400000 Hz"):
        lamps(wire)


def test_a_missing_port_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(LampsError, match=r"there is no such device; add dtparam=spi=on to config\.txt and restart"):
        open_port(str(tmp_path / "spidev0.0"))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.EACCES, "it may not be opened; add the user to the group spi"),
        (errno.EBUSY, "is another program using it"),
    ],
)
def test_a_port_that_may_not_be_had_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, code: int, said: str
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("drivers.spidev.os.open", refuse)
    with pytest.raises(LampsError, match=said):
        open_port(PLAN.device)


def test_the_kernels_port_is_set_once_and_gets_the_picture_in_one_write(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[int, bytes]] = []
    monkeypatch.setattr("drivers.spidev.ioctl", lambda _, request, value: asked.append((request, value)))
    (file := tmp_path / "spidev0.0").touch()
    port = open_port(str(file))
    driver = lamps(port)
    driver.show([WHITE] * COUNT)

    # _IOW('k', n, type) of linux/spi/spidev.h: direction 1, then the size, then the letter, then the number.
    def write_request(number: int, size: int) -> int:
        return 1 << 30 | size << 16 | ord("k") << 8 | number

    hertz = PLAN.hertz.to_bytes(4, sys.byteorder)
    assert asked == [(write_request(1, 1), b"\0"), (write_request(3, 1), b"\x08"), (write_request(4, 4), hertz)]
    wire = chain()
    wire.configure(baudrate=PLAN.hertz)
    wire.write(file.read_bytes())
    assert wire.colours == (WHITE,) * COUNT
    driver.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        port.write(b"")


def test_a_file_that_is_no_port_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "spidev0.0"
    file.touch()
    with pytest.raises(LampsError, match=r"the port refuses 6400000 Hz .*; is it an SPI port\?"):
        lamps(open_port(str(file)))


def test_a_picture_of_another_length_is_a_bug() -> None:
    with pytest.raises(ValueError, match="lamps: 3 colours for 54 lamps"):
        lamps(chain()).show([OFF] * 3)


def test_within_the_budget_brightness_alone_dims() -> None:
    assert dimmed([RGB(255, 100, 0)], 0.4, POWER) == [(102, 40, 0)]


def test_beyond_the_budget_all_lamps_dim_together() -> None:
    shown = dimmed([WHITE] * COUNT, 1.0, POWER)
    assert len(set(shown)) == 1
    drawn = COUNT * POWER.idle + sum(map(sum, shown)) / 255 * POWER.per_channel
    assert 0.95 * POWER.budget < drawn <= POWER.budget


def test_closing_leaves_the_box_dark() -> None:
    wire = chain()
    driver = lamps(wire)
    driver.show([WHITE] * COUNT)
    driver.close()
    assert wire.colours == (OFF,) * COUNT


def test_the_library_is_imported_with_the_first_chain_and_never_asks_for_a_board() -> None:
    # In a process of its own: other tests have imported it.
    code = (
        "import sys, drivers.lamps; assert 'neopixel_spi' not in sys.modules;"
        "drivers.lamps.spi_chain(type('Spi', (), {'try_lock': lambda s: True, 'unlock': lambda s: None,"
        "'configure': lambda s, **k: None, 'write': lambda s, b: None})(),"
        "count=3, order='GRB', hertz=6400000, reset_us=300, buffer=4096);"
        "assert 'neopixel_spi' in sys.modules and 'board' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])  # noqa: S603 - our own text


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (bytes(300) + bytes([0b11110000]) * 24 + bytes(300), "0.62 us high, 0.62 low is neither a 0 nor a 1"),
        (bytes(300) + bytes([0b11000000]) * 23 + bytes(300), "23 bits: not 24 for each lamp"),
        (bytes(300) + bytes([0b11000000]) * 24 + bytes(10), "10 low bytes at the end: no latch"),
        (bytes(300) + bytes([0b11000100]) * 24 + bytes(300), "11000100: high twice within one bit"),
    ],
)
def test_the_chain_refuses_what_no_lamp_would_understand(sent: bytes, why: str) -> None:
    wire = chain()
    wire.configure(baudrate=PLAN.hertz)
    with pytest.raises(MalformedError, match=why):
        wire.write(sent)


def test_the_chain_refuses_a_first_bit_without_low_before_it() -> None:
    wire = chain(idles_high=True)
    wire.configure(baudrate=PLAN.hertz)
    with pytest.raises(MalformedError, match="the first lamp takes that for a 1"):
        wire.write(bytes([0b11000000]) * 24 + bytes(300))


def test_lamps_beyond_the_signal_keep_their_colour() -> None:
    wire = chain()
    lamps(wire).show([WHITE] * COUNT)
    lamps(wire, 2).show([OFF] * 2)
    assert wire.colours == (OFF,) * 2 + (WHITE,) * (COUNT - 2)
