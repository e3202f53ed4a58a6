"""The course of the knock sensor: a quiet while, then blows of each strength, one at a time, and nothing else between.

What is learned is the narrowest pulse of a blow and how long after its begin the longest one rang; levels are not seen
here. A blow is what `firmware.sensing.knock` makes of the line: what it would miss in a game is missed here.
"""

from enum import Enum
from typing import NamedTuple

from firmware.calibrating.course import Course, End, Figure, Step
from firmware.calibrating.words import Calibrates, HandsOff, Strike
from firmware.calibration import BlowsHeard
from firmware.sensing.knock import Bounds
from firmware.sensing.readings import Edge, Reading
from games.contract import Lit
from games.facts import Fact, Knock, Pressed

MINUTES = 2
QUIET_S = 10.0
"""Seconds in which nobody strikes, and nothing may be heard."""

EACH = 3
"""Blows of each strength."""

AFTER_S = 1.0
"""Seconds after a blow in which another one is the same one, heard twice."""

WAIT_S = 25.0
"""Seconds without a blow after which it was struck and not heard."""

STRENGTHS = ("firm", "hard", "soft")


class Stage(Enum):
    """Where the course is."""

    QUIET = "quiet"
    BLOWS = "blows"
    OVER = "over"


class Blows(NamedTuple):
    """The state: `heard` blows, when the last came, pulses as (begin, end), and since when the line is active."""

    bounds: Bounds
    line: str
    until: float
    since: float
    stage: Stage = Stage.QUIET
    heard: tuple[float, ...] = ()
    pulses: tuple[tuple[float, float], ...] = ()
    active: float | None = None
    end: End | None = None


def course(bounds: Bounds, *, line: str = "knock") -> Course:
    """The course of a line with these bounds; `line` is its name in box.toml."""
    return Course(
        part="knock",
        minutes=MINUTES,
        begin=lambda at: Step(
            Blows(bounds, line, until=at + 60 * MINUTES, since=at), (Calibrates("knock", MINUTES), HandsOff())
        ),
        see=see,
        wake=wake,
        lit=lit,
        end=lambda blows: blows.end,
        figures=figures,
    )


def see(state: Blows, reading: Reading | Fact) -> Step:
    """The next state."""
    if state.end is not None:
        return Step(state)
    if isinstance(reading, Edge) and reading.line == state.line:
        state = _edge(state, reading)
    if state.active is not None and reading.at >= state.active + state.bounds.longest:
        return _fail(state, "stuck")
    if reading.at >= state.until:
        return _fail(state, "late")
    if isinstance(reading, Pressed) and reading.key == "back":
        return _fail(state, "stopped")
    if isinstance(reading, Knock):
        return _knocked(state, reading.at)
    if state.stage is Stage.QUIET and reading.at >= state.since + QUIET_S:
        return Step(state._replace(stage=Stage.BLOWS, since=reading.at, pulses=()), (Strike(STRENGTHS[0], 1, EACH),))
    if state.stage is Stage.BLOWS:
        return _waited(state, reading.at)
    return Step(state)


def wake(state: Blows) -> float:
    """When time alone decides."""
    if state.active is not None:
        return min(state.until, state.active + state.bounds.longest)
    if state.stage is Stage.QUIET:
        return min(state.until, state.since + QUIET_S)
    return min(state.until, state.since + (AFTER_S if _complete(state) else WAIT_S))


def lit(state: Blows) -> tuple[Lit, ...]:
    """Blows of this strength on the meter, in the quiet all of it."""
    if state.stage is Stage.QUIET:
        return tuple(Lit(f"meter.{lamp}", "wait") for lamp in range(1, 9))
    return tuple(Lit(f"meter.{lamp}", "meter") for lamp in range(1, len(state.heard) % EACH + 1))


def figures(state: Blows) -> tuple[Figure, ...]:
    """What has been measured so far."""
    found = [Figure("blows", f"{len(state.heard)} heard", f"{EACH * len(STRENGTHS)}, each once")]
    if state.heard:
        narrowest, ring = _measured(state)
        found.append(
            Figure("narrowest pulse", f"{1000 * narrowest:.1f} ms", f"over {1000 * state.bounds.shortest:g} ms")
        )
        found.append(Figure("longest ringing", f"{1000 * ring:.0f} ms", f"under {1000 * state.bounds.hold_off:g} ms"))
    return tuple(found)


def _edge(state: Blows, edge: Edge) -> Blows:
    if edge.active:
        return state._replace(active=edge.at)
    if state.active is None:
        return state
    return state._replace(active=None, pulses=(*state.pulses, (state.active, edge.at)))


def _knocked(state: Blows, at: float) -> Step:
    if state.stage is Stage.QUIET:
        return _fail(state, "noisy")
    if state.heard and at < state.heard[-1] + AFTER_S:
        return _fail(state._replace(heard=(*state.heard, at)), "doubled")
    state = state._replace(heard=(*state.heard, at), since=at)
    if _complete(state):
        return Step(state)
    strength, number = divmod(len(state.heard), EACH)
    return Step(state, (Strike(STRENGTHS[strength], number + 1, EACH),))


def _waited(state: Blows, at: float) -> Step:
    if _complete(state):
        if at < state.since + AFTER_S:
            return Step(state)
        narrowest, ring = _measured(state)
        heard = BlowsHeard(shortest_ms=round(1000 * narrowest, 2), longest_ring_s=round(ring, 3))
        return Step(state._replace(stage=Stage.OVER, end=End(learned=(("knock", heard),))))
    return Step(state) if at < state.since + WAIT_S else _fail(state, "missed")


def _complete(state: Blows) -> bool:
    return len(state.heard) == EACH * len(STRENGTHS)


def _measured(state: Blows) -> tuple[float, float]:
    """The narrowest of the widest pulses of each blow; the longest time from a blow to its last pulse's end."""
    widths, rings = list[float](), list[float]()
    for blow in state.heard:
        own = [(begin, end) for begin, end in state.pulses if blow <= begin < blow + AFTER_S]
        widths.append(max(end - begin for begin, end in own))
        rings.append(max(end for _, end in own) - blow)
    return min(widths), max(rings)


def _fail(state: Blows, cause: str) -> Step:
    return Step(state._replace(stage=Stage.OVER, end=End(cause)))
