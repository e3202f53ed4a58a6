"""The knock sensor: pulses of its line become blows, one fact for each, however long the wood rings.

The line comes from a piezo through a comparator and a pulse stretcher, so a blow is a pulse or several: what was struck
crosses the comparator's level again for 18 to 41 ms on a desk, for more than 60 ms on a mesh drum, and the nearest two
deliberate taps in the recordings lie 310 ms apart (hardware-facts, decision 11 and A.8).

* **A blow** begins with the first pulse that is wide enough, and ends when the line has been quiet for the hold-off:
  all that lies between is its decay. A narrower pulse is electrical and counts as none; a pulse without end is a stuck
  line. One that rings for less than the owner's word for the sensitivity asks for is none either; where the peak is
  measured, that decides instead of the ringing.
* **A doubtful blow** is one that the box itself may have been the reason for: it sounded, a contact moved close to it
  (a key hits home, a finger lands on the panel), a load came to lie on the scale with it (a heap of gems is a blow
  too); or one that does not die away, as a rattle does not. A peak that only a hammer reaches is above doubt. Doubtful
  blows are told as such: they are no knocks, and yet a fall that began with one is worth a question. A contact that
  chatters by itself (`debounce`) is no reason for anything, or it would silence the sensor for ever.
* **A sound of the box** is the reason for whatever comes with it, but for one case, or else nobody could knock while
  the box has something to say: a note that reaches the level keeps the line active for as long as it lasts. Where the
  line stayed quiet for the hold-off while the box sounded, just before a blow or just after it, and the blow died away
  sooner than the shortest note, the blow was none of its own.

A blow is told once its decay is over, by when all that may have been its reason has been told of; its stamp is when it
came all the same.
"""

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from firmware.sensing import debounce
from firmware.sensing.debounce import Contacts
from firmware.sensing.readings import Edge, Passed, Peak, Ports, Reading, Sounding, Weight
from games.facts import Fact, Knock

Sensitivity = Literal["gentle", "normal", "strong"]
"""The faintest blow that is a knock."""


class Least(NamedTuple):
    """What a blow must have to be a knock."""

    ring: float
    """Seconds for which it goes on crossing the level, where no peak is known."""
    volts: float
    """Its peak, where one is."""


LEAST: Final[dict[Sensitivity, Least]] = {
    "gentle": Least(ring=0.0, volts=0.1),
    "normal": Least(ring=0.003, volts=0.2),
    "strong": Least(ring=0.015, volts=1.0),
}
"""A click crosses the level once, the faintest recorded fingertip for 6 ms, a knuckle for 20 (recordings beside the
project, `python -m tests.recordings knock`). Volts are after the front end, which clamps at 3.3; assumed."""

_ABOVE_DOUBT: Final = LEAST["strong"].volts

_ALL: Final = 0xFFFF
"""The contacts of an expander, as bits."""

NOTE: Final = 0.08
"""Seconds: no note of the box is shorter."""

_SAME: Final = 0.4
"""Of a load: how far conversions may differ that find the same one."""

_LIES_S: Final = 0.15
"""For so long the same one is found before it lies there: a scale that swings after a blow passes any weight."""

_LOADED_S: Final = 0.5
"""A scale that finds a load is given so long after a blow to find the same one again: at first it swings."""


class Bounds(NamedTuple):
    """What tells a blow from anything else, in seconds."""

    shortest: float
    """A narrower pulse is no pulse."""
    stretch: float
    """What the stretcher adds to the ringing."""
    longest: float
    """What rings for longer does not die away; a single pulse that does is a stuck line."""
    hold_off: float
    """The line must have been quiet for so long before a blow is over."""
    veto: float
    """A contact that moves within so much of a blow, or a sound that ended within it, may be the reason for it."""
    least: Least
    load: float
    """Counts of the centre's cell that are a load: more than a gem, negative where it is wired the other way round."""


class Load(NamedTuple):
    """So many loads more than before the blow, found by each conversion from one moment to another, the latest."""

    loads: float = 0.0
    since: float = inf
    until: float = -inf


class Line(NamedTuple):
    """The state of the fold.

    `since` is when the line became active (None: it is not). `began` and `ended` are the blow that is not told yet, the
    begin of its first pulse and the end of its last (None: there is none), `quiet` is when the one before had ended.
    `stirred` is when a contact moved last, as far as the `contacts` of each part tell; `loud` from and until when the
    box makes noise. `rest` is the last conversion of the centre before the blow, `load` is what those since then found
    more than that, and found again.
    """

    name: str
    bounds: Bounds
    since: float | None = None
    began: float | None = None
    ended: float = -inf
    quiet: float = -inf
    doubtful: bool = False
    peak: float | None = None
    stirred: float = -inf
    contacts: Mapping[str, Contacts] = MappingProxyType({})
    loud: tuple[float, float] = (inf, -inf)
    rest: int | None = None
    load: Load = Load()


def begin(bounds: Bounds, *, line: str = "knock") -> Line:
    """Nothing heard yet; `line` is its name in box.toml."""
    return Line(line, bounds)


def see(line: Line, reading: Reading) -> tuple[Line, tuple[Fact, ...]]:
    """The next state, and the blow that can be told by now."""
    if isinstance(reading, Edge):
        if reading.line != line.name:
            return line, ()
        # Whatever is still waited for: what begins now is another blow.
        line, facts = _tell(line, reading.at, _over(line))
        return _edge(line, reading), facts
    if isinstance(reading, Weight):
        return _weigh(line, reading), ()
    if isinstance(reading, Peak):
        return _measure(line, reading), ()
    if isinstance(reading, Ports):
        return _stir(line, reading), ()
    if isinstance(reading, Sounding):
        begins = line.loud[0] if reading.at <= line.loud[1] + line.bounds.veto else reading.at
        return line._replace(loud=(begins, reading.until)), ()
    if isinstance(reading, Passed):
        return _tell(line, reading.at, wake(line))
    return line, ()


def doubted(fact: Fact) -> bool:
    """Whether the fact is a blow that the box itself may have been the reason for: nobody need have touched it."""
    return isinstance(fact, Knock) and fact.doubtful


def wake(line: Line) -> float | None:
    """When the blow that is not told yet is over, and nothing can have been its reason any more."""
    over = _over(line)
    if over is None or line.began is None or line.load.loads < 1 or _loaded(line):
        return over
    return max(over, line.began + _LOADED_S)


def _over(line: Line) -> float | None:
    """When the line will have been quiet for long enough."""
    return None if line.began is None or line.since is not None else line.ended + line.bounds.hold_off


def _edge(line: Line, edge: Edge) -> Line:
    bounds = line.bounds
    if edge.active:
        # Where a pulse's end was lost, the next one's beginning is what is known.
        return line._replace(since=edge.at)
    since, line = line.since, line._replace(since=None)
    if since is None or edge.at - since < bounds.shortest:
        return line
    if edge.at - since > bounds.longest:
        return _forget(line)
    if line.began is not None:
        return line._replace(ended=edge.at)
    line = line._replace(began=since, ended=edge.at)
    return line._replace(doubtful=abs(since - line.stirred) <= bounds.veto)


def _stir(line: Line, ports: Ports) -> Line:
    """Contacts have moved; those that chatter by themselves do not count."""
    before = line.contacts.get(ports.part, Contacts(_ALL))
    contacts = debounce.look(before, debounce.word(ports.a, ports.b), ports.at)
    line = line._replace(contacts=MappingProxyType({**line.contacts, ports.part: contacts}))
    moved = _ALL if before.raw is None or contacts.raw is None else before.raw ^ contacts.raw
    if not any(moved >> bit & 1 and not contacts.wild(bit) for bit in range(16)):
        return line
    near = line.began is not None and abs(line.began - ports.at) <= line.bounds.veto
    return line._replace(stirred=max(line.stirred, ports.at), doubtful=line.doubtful or near)


def _sounded(line: Line, began: float) -> bool:
    """Whether a sound of the box, or what was left of it, may have been the reason for the blow."""
    (begins, ends), bounds = line.loud, line.bounds
    if not begins <= began <= ends + bounds.veto:
        return False
    quiet = max(min(began, ends) - max(begins, line.quiet), ends - line.ended)
    return quiet < bounds.hold_off or line.ended - began >= NOTE


def _measure(line: Line, peak: Peak) -> Line:
    begins = line.since if line.began is None else line.began
    if begins is None or peak.at < begins:
        return line
    return line._replace(peak=peak.volts if line.peak is None else max(line.peak, peak.volts))


def _weigh(line: Line, weight: Weight) -> Line:
    if weight.place != "centre" or weight.counts is None:
        return line
    begins = line.since if line.began is None else line.began
    if begins is None or weight.at <= begins:
        return line._replace(rest=weight.counts, load=Load())
    if line.rest is None:
        return line
    loads = (weight.counts - line.rest) / line.bounds.load
    if abs(loads - line.load.loads) > _SAME:
        return line._replace(load=Load(loads, weight.at, weight.at))
    return line._replace(load=Load(line.load.loads, min(line.load.since, weight.at), weight.at))


def _loaded(line: Line) -> bool:
    """Whether a load has come to lie on the centre with the blow."""
    return line.load.loads >= 1 and line.load.until - line.load.since >= _LIES_S


def _tell(line: Line, at: float, due: float | None) -> tuple[Line, tuple[Fact, ...]]:
    began = line.began
    if began is None or due is None or at < due:
        return line, ()
    bounds, peak, rings = line.bounds, line.peak, line.ended - began
    doubtful = line.doubtful or _sounded(line, began) or rings > bounds.longest or _loaded(line)
    line = _forget(line)
    if peak is not None:
        if peak < bounds.least.volts:
            return line, ()
        return line, (Knock(at=began, volts=peak, doubtful=doubtful and peak < _ABOVE_DOUBT),)
    if rings < bounds.stretch + bounds.least.ring:
        return line, ()
    return line, (Knock(at=began, doubtful=doubtful),)


def _forget(line: Line) -> Line:
    quiet = line.quiet if line.began is None else line.ended
    return line._replace(began=None, ended=-inf, quiet=quiet, doubtful=False, peak=None, rest=None, load=Load())
