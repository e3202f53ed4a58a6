"""Lines through gpiozero on the sim's pins: each edge once, stamped, and never an exception into gpiozero's thread."""

import gc
import logging
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from drivers.lines import InputLine, LineError, OutputLine, open_pins
from hardware import box
from hardware.sim.lines import SimPins

PLAN = box.load()
INT = PLAN.lines.interrupt
RESET = PLAN.lines.expander_reset
READY = PLAN.lines.scale_ready


ClockOf = Callable[["World"], tuple[object, str]]
"""Where a clock is found, to be broken."""


class World:
    """A clock that the test turns, and the pins."""

    def __init__(self) -> None:
        self.time = 100.0
        self.pins = SimPins(lambda: self.time, rest_high={INT: True, RESET: True})
        self.edges: list[tuple[float, bool]] = []

    def line(
        self, edge: Callable[[float, bool], object] | None = None, *, pin: int = INT, pull_up: bool = True
    ) -> InputLine:
        seen = edge or (lambda at, level: self.edges.append((at, level)))
        return InputLine("interrupt", pin, seen, pins=self.pins, now=lambda: self.time, pull_up=pull_up)


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.pins.close()


@pytest.mark.parametrize("pull_up", [True, False])
def test_edges_come_once_each_with_their_moment_and_level(world: World, pull_up: bool) -> None:
    line = world.line(pull_up=pull_up)
    assert line.level()
    assert world.edges == [], "opening a line is no edge"
    world.time = 101.5
    world.pins.drive(INT, low=True)
    assert not line.level()
    world.time = 101.75
    world.pins.drive(INT, low=False)
    world.pins.drive(INT, low=False)
    assert world.edges == [(101.5, False), (101.75, True)]


def test_a_part_that_holds_the_line_before_the_box_boots_is_seen_at_once(world: World) -> None:
    world.pins.drive(INT, low=True)
    assert not world.line().level(), "the Pi's pull-up cannot lift a line that is pulled low"


def test_a_push_pull_line_rests_low(world: World) -> None:
    ready = world.line(pin=READY, pull_up=False)
    assert not ready.level()
    world.pins.drive(READY, low=False)
    assert ready.level()


def test_an_edge_that_waited_for_its_thread_keeps_its_moment(world: World) -> None:
    line = world.line()
    world.pins.drive(INT, low=True)
    world.edges.clear()
    # gpiozero's own clock says how old the edge is: 0.2 s here.
    line._tell(0.2, level=True)
    assert world.edges == [(99.8, True)]


@pytest.mark.parametrize("age", [-1.7e9, 1.7e9, 0.6, None])
def test_an_edge_stamped_by_another_clock_is_stamped_when_it_arrives(world: World, age: float | None) -> None:
    world.line()._tell(age, level=True)
    assert world.edges == [(100.0, True)]


def test_a_handler_that_raises_loses_one_edge_and_says_so(world: World, caplog: pytest.LogCaptureFixture) -> None:
    def closed(at: float, level: bool) -> None:
        world.edges.append((at, level))
        if not level:
            raise RuntimeError("Event loop is closed")

    world.line(closed)
    with caplog.at_level(logging.ERROR):
        world.pins.drive(INT, low=True)
    world.pins.drive(INT, low=False)
    assert [level for _, level in world.edges] == [False, True]
    assert "an edge of line interrupt was lost" in caplog.text


@pytest.mark.parametrize(
    "clock_of",
    [lambda world: (world, "time"), lambda world: (world.pins, "ticks")],
    ids=["the clock handed in", "gpiozero's own"],
)
def test_a_clock_that_raises_loses_one_edge_and_not_the_thread_that_serves_all_pins(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, clock_of: ClockOf
) -> None:
    line = world.line()
    world.pins.drive(INT, low=True)
    world.edges.clear()
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(*clock_of(world), None)
        line._activated()
    assert world.edges == []
    assert "an edge of line interrupt was lost" in caplog.text
    world.pins.drive(INT, low=False)
    assert world.edges == [(100.0, True)]


def test_a_handler_nobody_else_holds_stays(world: World) -> None:
    line = world.line(lambda at, level: world.edges.append((at, level)))
    gc.collect()
    world.pins.drive(INT, low=True)
    assert world.edges == [(100.0, False)]
    line.close()


def test_no_line_starts_a_thread(world: World) -> None:
    before = threading.active_count()
    lines = world.line(), OutputLine("expander_reset", RESET, high=True, pins=world.pins)
    assert threading.active_count() == before
    for line in lines:
        line.close()


def test_a_closed_line_is_silent_and_its_pin_is_free_again(world: World) -> None:
    world.line().close()
    world.pins.drive(INT, low=True)
    assert world.edges == []
    assert not world.line().level()


def test_a_pin_taken_twice_is_named(world: World) -> None:
    line = world.line()
    with pytest.raises(LineError, match=rf"line interrupt \(GPIO{INT}\): GPIOPinInUse: .*; free the pin, or wire"):
        world.line()
    line.close()


def test_reset_is_pulsed_without_a_blip_and_rests_high_when_the_firmware_ends(world: World) -> None:
    seen: list[bool] = []
    world.pins.watch(RESET, seen.append)
    line = OutputLine("expander_reset", RESET, high=True, pins=world.pins)
    line.set(high=False)
    assert not line.level()
    line.set(high=True)
    line.close()
    assert world.pins.level(RESET), "closed, the pin is an input: the resistor holds the line"
    assert seen == [True, False, True]


def test_closing_the_pins_frees_them_all(world: World) -> None:
    world.line()
    world.pins.close()
    assert world.line().level()


def test_pins_are_those_the_environment_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    pins = open_pins()
    assert type(pins).__name__ == "MockFactory"
    pins.close()


def test_an_unknown_pin_factory_is_refused_with_what_would_be_right() -> None:
    with pytest.raises(LineError, match="no pin factory is called 'wiringpi'; set GPIOZERO_PIN_FACTORY=lgpio"):
        open_pins("wiringpi")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (
            "FileNotFoundError(2, 'No such file or directory', '.lgd-nfy-3')",
            "cannot start in .*; run in a directory that",
        ),
        ("ImportError('no _lgpio')", r"is not installed \(no _lgpio\); install boxref\[pi\]"),
        (
            "KeyError('Revision')",
            r"cannot use this computer's pins \(KeyError: 'Revision'\); this must be a Raspberry Pi",
        ),
    ],
)
def test_what_keeps_a_backend_from_starting_is_said_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, raised: str, said: str
) -> None:
    (tmp_path / "broken_backend.py").write_text(f"def start():\n    raise {raised}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "broken_backend", raising=False)
    backend = EntryPoint("broken", "broken_backend:start", "gpiozero_pin_factories")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: EntryPoints([backend]))
    with pytest.raises(LineError, match=f"^GPIO: broken {said}"):
        open_pins("broken")


def test_an_output_taken_twice_is_named(world: World) -> None:
    line = OutputLine("expander_reset", RESET, high=True, pins=world.pins)
    with pytest.raises(LineError, match=rf"line expander_reset \(GPIO{RESET}\): GPIOPinInUse"):
        OutputLine("expander_reset", RESET, high=True, pins=world.pins)
    line.close()


def test_a_backend_that_cannot_start_is_an_error_never_a_fallback(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with warnings.catch_warnings(record=True) as warned, pytest.raises(LineError, match=r"^GPIO: lgpio .*; "):
        open_pins()
    assert warned == []
