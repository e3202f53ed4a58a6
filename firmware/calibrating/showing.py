"""The course of the gem gate: the empty gate first, then every colour of gems and dice, each shown several times.

A hand never holds twice alike, and how much that differs is what is to be learned: so each showing counts once, however
long it is held, and the gate must be empty in between. Colours that a family does not have are passed over by `back`.
"""

from enum import Enum
from typing import NamedTuple

from firmware.calibrating.course import Course, End, Figure, Step
from firmware.calibrating.words import Calibrates, GateEmpty, Show, Word
from firmware.sensing.gate import LEAST, Learned, taught
from firmware.sensing.readings import Light, Lost, Reading
from games.contract import Lit
from games.facts import Fact, Pressed

MINUTES = 8
SHOWINGS = LEAST + 1
"""Of each colour."""

THERE, GONE = 1.25, 1.12
"""So many times brighter than the empty gate something is there; darker than that it is gone again."""

STILL = 0.03
"""Two results that differ by less are of one thing that is held still."""

WAIT_S = 60.0
"""Seconds for which a showing is waited for."""

STOP_S = 1.0
"""`back` held for so long stops; a short press passes a colour over."""


class Stage(Enum):
    """Where the course is."""

    EMPTY = "empty"
    SHOW = "show"
    OVER = "over"


class Showing(NamedTuple):
    """The state: `empty` results of the empty gate, `shown` colours with theirs, `away` since the last showing."""

    colours: tuple[str, ...]
    until: float
    since: float
    stage: Stage = Stage.EMPTY
    gone: bool = False
    empty: tuple[Light, ...] = ()
    shown: tuple[tuple[str, tuple[Light, ...]], ...] = ()
    place: int = 0
    now: tuple[Light, ...] = ()
    last: Light | None = None
    away: bool = True
    why: str = ""
    end: End | None = None

    @property
    def asked(self) -> str:
        """The colour that is to be shown."""
        return self.colours[self.place]


def course(colours: tuple[str, ...]) -> Course:
    """The course of these colours, in this order."""
    return Course(
        part="gate",
        minutes=MINUTES,
        begin=lambda at: Step(
            Showing(colours, until=at + 60 * MINUTES, since=at), (Calibrates("gate", MINUTES), GateEmpty())
        ),
        see=see,
        wake=lambda state: min(state.until, state.since + WAIT_S),
        lit=lit,
        end=lambda state: state.end,
        figures=figures,
    )


def see(state: Showing, reading: Reading | Fact) -> Step:
    """The next state."""
    if state.end is not None:
        return Step(state)
    if reading.at >= min(state.until, state.since + WAIT_S):
        return _fail(state, "late")
    if isinstance(reading, Lost) and reading.part == "gate":
        return _fail(state, "sensor")
    if isinstance(reading, Pressed):
        return _pressed(state, reading)
    return _seen(state, reading) if isinstance(reading, Light) else Step(state)


def lit(state: Showing) -> tuple[Lit, ...]:
    """The meter shines in the colour that is wanted, a lamp for each showing that is left."""
    match state.stage:
        case Stage.EMPTY:
            return () if state.gone else (Lit("go", "go"),)
        case Stage.SHOW:
            left = SHOWINGS - len(state.now)
            return (*(Lit(f"meter.{lamp}", state.asked) for lamp in range(1, left + 1)), Lit("back", "back"))
    return ()


def figures(state: Showing) -> tuple[Figure, ...]:
    """What has been seen so far."""
    learned = ", ".join(colour for colour, _ in state.shown) or "none"
    found = [Figure("colours", learned, ", ".join(state.colours))]
    if state.why:
        found.append(Figure("what is wrong", state.why, "every colour clearly brighter than the empty gate"))
    return tuple(found)


def _pressed(state: Showing, press: Pressed) -> Step:
    match state.stage, press.key:
        case _, "back" if state.stage is Stage.EMPTY or press.held >= STOP_S:
            return _fail(state, "stopped")
        case Stage.EMPTY, "go":
            return Step(state._replace(gone=True, empty=(), since=press.at))
        case Stage.SHOW, "back":
            return _next(state, press.at)
    return Step(state)


def _seen(state: Showing, light: Light) -> Step:
    if state.stage is Stage.EMPTY:
        if not state.gone:
            return Step(state)
        state = state._replace(empty=(*state.empty, light))
        if len(state.empty) < 2 * LEAST:
            return Step(state)
        return _ask(state._replace(stage=Stage.SHOW, since=light.at))
    last, state = state.last, state._replace(last=light)
    dark = sorted(one.clear for one in state.empty if one.clear is not None)
    bright = float("inf") if light.clear is None else light.clear / dark[len(dark) // 2] if dark else 0.0
    if bright < GONE:
        return Step(state._replace(away=True))
    if not state.away or bright < THERE or last is None or not _alike(last, light):
        return Step(state)
    state = state._replace(now=(*state.now, light), away=False, since=light.at)
    if len(state.now) < SHOWINGS:
        return _ask(state)
    return _next(state._replace(shown=(*state.shown, (state.asked, state.now))), light.at)


def _alike(one: Light, other: Light) -> bool:
    if one.clear is None or other.clear is None:
        return one.clear is other.clear
    return abs(one.clear - other.clear) <= STILL * max(one.clear, 1)


def _next(state: Showing, at: float) -> Step:
    """The next colour, or what all of them teach."""
    state = state._replace(place=state.place + 1, now=(), since=at)
    if state.place < len(state.colours):
        return _ask(state)
    try:
        learned: Learned = taught(state.empty, dict(state.shown))
    except ValueError as wrong:
        return _fail(state._replace(why=str(wrong)), "light")
    if not learned.colours:
        return _fail(state, "stopped")
    return Step(state._replace(stage=Stage.OVER, end=End(learned=(("gate", learned),))))


def _ask(state: Showing) -> Step:
    word: Word = Show(state.asked, len(state.now) + 1, SHOWINGS)
    return Step(state, (word,))


def _fail(state: Showing, cause: str) -> Step:
    return Step(state._replace(stage=Stage.OVER, end=End(cause)))
