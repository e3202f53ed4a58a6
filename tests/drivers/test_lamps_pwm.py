"""Lamps on PWM: refused with a sentence wherever it cannot work, and through the real library where it is installed."""

import csv
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.lamps import RGB, Lamps, LampsError, Power
from drivers.lamps_pwm import DROP_IN, pwm_chain
from hardware import box
from hardware.sim.lamps import LampChain, MalformedError
from hardware.sim.ws281x import NO_HARDWARE, NO_MEMORY_MAP, Ws281x, installed

PLAN = box.load()
PIN = PLAN.lines.lamps_pwm
COUNT = len(PLAN.lamps.names)
POWER = Power(PLAN.lamps.milliamps_per_channel, PLAN.lamps.milliamps_idle, PLAN.lamps.budget_milliamps)
ENDLESS = POWER._replace(budget=1e9)
WHITE, OFF = RGB(255, 255, 255), RGB(0, 0, 0)
CHECKOUT = Path(__file__).parents[2]
RECORDED = CHECKOUT.parent / "shared" / "data" / "ws2812" / "neopixel24_frames.csv"

needs_the_library = pytest.mark.skipif(
    importlib.util.find_spec("neopixel") is None, reason="adafruit-circuitpython-neopixel is not installed"
)


def pi(root: Path, *, model: str = "Raspberry Pi Zero 2 W Rev 1.0", modules: str = "", cards: str = "") -> Path:
    """A root directory as this Pi's."""
    for name, text in (("device-tree/model", f"{model}\0"), ("modules", modules), ("asound/cards", cards)):
        (file := root / "proc" / name).parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def wire() -> LampChain:
    lamps = PLAN.lamps
    return LampChain(COUNT, order=lamps.order, reset_us=lamps.reset_us, buffer=0, now=lambda: 0.0)


@pytest.fixture
def library(wire: LampChain) -> Iterator[Ws281x]:
    with installed(wire) as twin:
        yield twin


def lamps(root: Path, count: int = COUNT, *, power: Power = ENDLESS) -> Lamps:
    chain = pwm_chain(PIN, count=count, order=PLAN.lamps.order, root=pi(root), user=0)
    return Lamps(chain, count=count, brightness=1.0, power=power)


@pytest.mark.parametrize(
    ("with_", "said"),
    [
        ({"model": "HAL 9000"}, r"this is no Raspberry Pi \(HAL 9000\); or wire the lamps to SPI"),
        ({"model": "Raspberry Pi 5 Model B Rev 1.0"}, "rpi_ws281x cannot drive a Raspberry Pi 5 Model B Rev 1.0; or"),
        ({"modules": "snd_bcm2835 24576 0 - Live 0x0\n"}, "write dtparam=audio=off into config.txt and restart"),
        ({"cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n"}, "the analogue sound of this Pi"),
    ],
    ids=["no Pi", "Pi 5", "sound by a module", "sound built in"],
)
def test_where_it_cannot_work_it_says_why_and_what_to_do(tmp_path: Path, with_: dict[str, str], said: str) -> None:
    with pytest.raises(LampsError, match=rf"lamps \(PWM on GPIO{PIN}\): .*{said}"):
        pwm_chain(PIN, count=COUNT, order="GRB", root=pi(tmp_path, **with_), user=0)


def test_without_root_the_drop_in_is_named_and_is_there(tmp_path: Path) -> None:
    with pytest.raises(LampsError, match=f"it needs root; for the service copy {DROP_IN} as systemd/README.md tells"):
        pwm_chain(PIN, count=COUNT, order="GRB", root=pi(tmp_path), user=1000)
    text = (CHECKOUT / DROP_IN).read_text(encoding="utf-8")
    assert "User=root\n" in text
    assert DROP_IN in (CHECKOUT / "systemd" / "README.md").read_text(encoding="utf-8")


def test_hdmi_sound_is_no_hindrance_but_what_is_not_installed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = pi(tmp_path, cards=" 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n", modules="snd_soc_hdmi_codec 20480 1\n")
    monkeypatch.setitem(sys.modules, "board", None)  # as an import finds what is not there
    with pytest.raises(LampsError, match=r"board.*; install boxref\[pi\]"):
        pwm_chain(PIN, count=COUNT, order="GRB", root=root, user=0)


def test_no_library_is_imported_before_it_is_needed() -> None:
    code = "import sys, drivers.lamps_pwm; assert not {'board', 'neopixel', '_rpi_ws281x'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT)  # noqa: S603 - our own text


@needs_the_library
def test_a_library_that_prints_while_it_is_imported_spoils_no_report_on_standard_output() -> None:
    code = (
        "from hardware.sim.lamps import LampChain; from hardware.sim.ws281x import installed\n"
        "with installed(LampChain(1, order='GRB', reset_us=300, buffer=0, now=lambda: 0.0)): print('the report')"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, cwd=CHECKOUT, capture_output=True, text=True)  # noqa: S603 - our own text
    assert done.stdout == "the report\n"


@needs_the_library
def test_each_lamp_gets_its_colour(tmp_path: Path, wire: LampChain, library: Ws281x) -> None:
    driver = lamps(tmp_path)
    colours = [RGB(place, 255 - place, 2 * place) for place in range(COUNT)]
    assert driver.show(colours)
    assert list(wire.colours) == colours
    driver.close()
    assert set(wire.colours) == {OFF}


@needs_the_library
def test_the_budget_holds_for_this_way_too(tmp_path: Path, wire: LampChain, library: Ws281x) -> None:
    lamps(tmp_path, power=POWER).show([WHITE] * COUNT)
    drawn = COUNT * POWER.idle + sum(map(sum, wire.colours)) / 255 * POWER.per_channel
    assert 0.95 * POWER.budget < drawn <= POWER.budget


@needs_the_library
@pytest.mark.skipif(
    not RECORDED.exists(), reason=f"the recording of a real ring is not beside the checkout: {RECORDED}"
)
def test_the_wire_carries_what_a_real_ring_of_24_was_sent(tmp_path: Path, wire: LampChain, library: Ws281x) -> None:
    with RECORDED.open(encoding="utf-8") as file:
        recorded = [bytes.fromhex(row["bytes_hex"]) for row in csv.DictReader(file)]
    driver = lamps(tmp_path, 24)
    for sent in recorded:
        driver.show([RGB(sent[i + 1], sent[i], sent[i + 2]) for i in range(0, 72, 3)], again=True)
        assert wire.wire == sent
    assert len(recorded) > 100


@needs_the_library
@pytest.mark.parametrize(
    ("code", "said"),
    [(NO_MEMORY_MAP, "requires running with sudo"), (NO_HARDWARE, "Hardware revision is not supported")],
)
def test_hardware_that_refuses_to_start_is_named(tmp_path: Path, library: Ws281x, code: int, said: str) -> None:
    library.refuses = code
    with pytest.raises(LampsError, match=rf"lamps \(PWM on GPIO{PIN}\): .*{said}.*or wire the lamps to SPI"):
        lamps(tmp_path)


@needs_the_library
def test_a_picture_that_fails_stops_nothing_and_the_next_one_is_shown(
    tmp_path: Path, wire: LampChain, library: Ws281x
) -> None:
    driver = lamps(tmp_path)
    library.fails = -14
    assert not driver.show([WHITE] * COUNT)
    assert "Failed to create memory DMA" in str(driver.lost)
    library.fails = 0
    assert driver.show([WHITE] * COUNT)
    assert set(wire.colours) == {WHITE}


@needs_the_library
def test_the_twin_refuses_what_no_lamp_would_understand_and_the_dma_of_the_card(library: Ws281x) -> None:
    strip = library.new_ws2811_t()
    strip.freq, strip.dmanum = 400_000, 10
    with pytest.raises(MalformedError, match=r"400000 Hz: 0\.83 us high, 1\.67 low is no WS2812 signal"):
        library.ws2811_init(strip)
    strip.freq, strip.dmanum = 800_000, 5
    with pytest.raises(MalformedError, match="DMA channel 5 is the SD card's"):
        library.ws2811_init(strip)
    strip.dmanum, strip.channels[0].count, strip.channels[0].gpionum = 10, 1, 17
    assert library.ws2811_get_return_t_str(library.ws2811_init(strip)) == "Selected GPIO not possible"
