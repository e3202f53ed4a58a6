"""The knock sensor: pulses of its line become blows, one fact for each, however long the wood rings.

The line comes from a piezo through a comparator and a pulse stretcher, so a blow is a pulse or several: what was struck
crosses the comparator's level again for 18 to 41 ms on a desk, for more than 60 ms on a mesh drum, and the nearest two
deliberate taps in the recordings lie 310 ms apart (hardware-facts, decision 11 and A.8).

Laws: a blow is the beginning of the first pulse that is wide enough, after the line was quiet for the hold-off; a
narrower pulse is electrical and counts as none; a line that stays active for too long is stuck and no blow. A blow
counts unless the box itself is the reason: a contact that moved close to it (a key hits home, a finger lands on the
panel) or a sound of its own. A contact is told of a moment later than it moves, so a blow waits that long before it is
told; its stamp is when it came all the same.
"""

from math import inf
from typing import NamedTuple

from firmware.sensing.readings import Edge, Passed, Ports, Reading, Sounding
from games.facts import Fact, Knock


class Bounds(NamedTuple):
    """What tells a blow from anything else, in seconds."""

    shortest: float
    """A narrower pulse is no pulse."""
    longest: float
    """A line that is active for longer is stuck."""
    hold_off: float
    """The line must have been quiet for so long before a blow is another one."""
    veto: float
    """A contact that moves within so much of a blow, or a sound that ended within it, is the reason for it."""


class Line(NamedTuple):
    """The state of the fold.

    `since` is when the line became active (None: it is not), `pulsed` when a pulse last ended that was one, `stirred`
    when a contact moved last and `loud` until when the box makes noise. `blow` has come and is not told yet.
    """

    name: str
    bounds: Bounds
    since: float | None = None
    pulsed: float = -inf
    stirred: float = -inf
    loud: float = -inf
    blow: float | None = None


def begin(bounds: Bounds, *, line: str = "knock") -> Line:
    """Nothing heard yet; `line` is its name in box.toml."""
    return Line(line, bounds)


def see(line: Line, reading: Reading) -> tuple[Line, tuple[Fact, ...]]:
    """The next state, and the blow that can be told by now."""
    if isinstance(reading, Edge):
        if reading.line != line.name:
            return line, ()
        line, facts = _pass(line, reading.at)
        return _edge(line, reading), facts
    if isinstance(reading, Ports):
        line, facts = _pass(line, reading.at)
        return _excuse(line._replace(stirred=max(line.stirred, reading.at))), facts
    if isinstance(reading, Sounding):
        line, facts = _pass(line, reading.at)
        return _excuse(line._replace(loud=max(line.loud, reading.until))), facts
    if isinstance(reading, Passed):
        return _pass(line, reading.at)
    return line, ()


def wake(line: Line) -> float | None:
    """When a blow has waited long enough for what may have been its reason."""
    return None if line.blow is None else line.blow + line.bounds.veto


def _edge(line: Line, edge: Edge) -> Line:
    if edge.active:
        # Where a pulse's end was lost, the next one's beginning is what is known.
        return line._replace(since=edge.at)
    since, line = line.since, line._replace(since=None)
    if since is None or edge.at - since < line.bounds.shortest:
        return line
    rings = since < line.pulsed + line.bounds.hold_off
    line = line._replace(pulsed=edge.at)
    if rings or edge.at - since > line.bounds.longest:
        return line
    return _excuse(line._replace(blow=since))


def _excuse(line: Line) -> Line:
    """The box itself was the reason for a blow so close to a contact that moved, or in its own noise."""
    veto = line.bounds.veto
    if line.blow is None or (abs(line.blow - line.stirred) > veto and line.blow > line.loud + veto):
        return line
    return line._replace(blow=None)


def _pass(line: Line, at: float) -> tuple[Line, tuple[Fact, ...]]:
    if line.blow is None or at < line.blow + line.bounds.veto:
        return line, ()
    return line._replace(blow=None), (Knock(at=line.blow),)
