"""The panel: colour keys and pads act when pressed, `go` and `back` when released, with how long they were held.

`go` and `back` together are a gesture of its own: it acts when the first of them is released, and they say nothing
more until both are up. A key that is down when the panel is first seen says nothing before it is released: nobody saw
it being pressed. Times are those of the contacts, so a slow reader changes no hold.

A worn contact bounces for up to 200 ms, and rests in between for longer than any debounce time: what a key does within
`bounce_s` after it has moved is the same movement, and only where it stands then counts. A finger is slower; and a key
that was down for longer than that still acts the moment it is let go.

A key that no finger moves (`debounce`: it never stands still) counts as up, and says nothing more until it has come to
rest and is pressed anew.
"""

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Literal, NamedTuple

from firmware.sensing import debounce
from firmware.sensing.debounce import Contacts, Settled
from firmware.sensing.readings import Back, Lost, Passed, Ports, Reading
from games.facts import Fact, PartBack, PartLost, Pressed

CHORD = "back+go"
"""How `Pressed` names `go` and `back` together."""

_HELD_KEYS = ("go", "back")


class Hold(NamedTuple):
    """Which of `go` and `back` are held, and since when.

    `both` is the moment since which both are. `spent`: they have acted together, and one of them is still down.
    """

    since: tuple[tuple[str, float], ...] = ()
    both: float | None = None
    spent: bool = False


class Panel(NamedTuple):
    """The state of the fold: `names` of the keys by bit of the word, `owed` the moment by which PartBack is said.

    `down` are the keys that are pressed as far as is told, `moved` when each was last told to move. `ripe` are contacts
    that stand otherwise, but may still bounce: since when. `due` is the moment at which the fold wants to be woken.
    """

    part: str
    names: Mapping[int, str]
    contact_s: float
    bounce_s: float
    back_s: float
    contacts: Contacts
    down: int = 0
    moved: Mapping[int, float] = MappingProxyType({})
    ripe: Mapping[int, float] = MappingProxyType({})
    hold: Hold = Hold()
    lost: bool = False
    owed: float | None = None
    due: float | None = None


def begin(
    names: Mapping[tuple[Literal["a", "b"], int], str],
    *,
    contact_s: float,
    bounce_s: float,
    part: str = "panel",
    back_s: float = 1.0,
) -> Panel:
    """Nothing read yet. `names` tells the key at (port, bit)."""
    bits = {bit + (8 if port == "b" else 0): name for (port, bit), name in names.items()}
    return Panel(part, bits, contact_s, bounce_s, back_s, Contacts(sum(1 << bit for bit in bits)))


def see(panel: Panel, reading: Reading) -> tuple[Panel, tuple[Fact, ...]]:
    """The next state and what was pressed."""
    later, facts = _see(panel, reading)
    return (later if later is panel else later._replace(due=_due(later))), facts


def wake(panel: Panel) -> float | None:
    """When a key will have been steady long enough, or a returning panel has waited long enough."""
    return panel.due


def _see(panel: Panel, reading: Reading) -> tuple[Panel, tuple[Fact, ...]]:
    if isinstance(reading, Ports):
        if reading.part != panel.part:
            return panel, ()
        contacts = panel.contacts
        raw = debounce.word(reading.a, reading.b) & contacts.watched
        if raw == contacts.raw and not contacts.restless and not panel.ripe and panel.owed is None:
            return panel, ()  # the poll's usual answer
        panel, facts = _pass(panel, reading.at)
        if panel.owed is not None and contacts.raw is None:
            panel = panel._replace(owed=reading.at + panel.back_s)
        panel = panel._replace(contacts=debounce.look(panel.contacts, raw, reading.at))
        return _silenced(panel), facts
    if isinstance(reading, Passed):
        return _pass(panel, reading.at)
    if isinstance(reading, Lost | Back) and reading.part == panel.part:
        if isinstance(reading, Lost):
            said = () if panel.lost else (PartLost(at=reading.at, part=panel.part),)
            blank = panel._replace(contacts=Contacts(panel.contacts.watched), down=0, ripe=MappingProxyType({}))
            return blank._replace(hold=Hold(), lost=True, owed=None), said
        return panel._replace(owed=reading.at + panel.back_s if panel.lost else None), ()
    return panel, ()


def _due(panel: Panel) -> float | None:
    due = debounce.due(panel.contacts, panel.contact_s)
    owed = None if panel.contacts.raw is None else panel.owed
    restless = {bit for bit, _ in panel.contacts.restless}
    bounced = min((_over(panel, bit) for bit in panel.ripe if bit not in restless), default=None)
    return min((moment for moment in (due, owed, bounced) if moment is not None), default=None)


def _over(panel: Panel, bit: int) -> float:
    """When the last movement of a key is over: it bounces no more, nor has it flickered for so long until just before.

    One that has only begun to flicker is let go.
    """
    long = (stir.last for own, stir in panel.contacts.stirs if own == bit and stir.last - stir.since >= panel.contact_s)
    return max(panel.moved.get(bit, -inf) + panel.bounce_s, max(long, default=-inf) + panel.contact_s)


def _silenced(panel: Panel) -> Panel:
    """Keys that no finger moves are up."""
    for bit, stir in panel.contacts.stirs:
        if stir.wild and bit in panel.names:
            held = tuple((name, since) for name, since in panel.hold.since if name != panel.names[bit])
            panel = panel._replace(
                down=panel.down & ~(1 << bit),
                ripe=MappingProxyType({other: since for other, since in panel.ripe.items() if other != bit}),
                hold=panel.hold if held == panel.hold.since else Hold(held, spent=bool(held)),
            )
    return panel


def _pass(panel: Panel, at: float) -> tuple[Panel, tuple[Fact, ...]]:
    contacts, settled = debounce.settle(panel.contacts, at, panel.contact_s)
    settled = tuple(change for change in settled if not panel.contacts.wild(change.bit))
    panel, changes = _told(panel._replace(contacts=contacts), settled, at)
    hold, facts = panel.hold, list[Fact]()
    for change in changes:
        name = panel.names[change.bit]
        if name in _HELD_KEYS:
            hold, pressed = _grip(hold, name, change)
            facts += pressed
        elif change.closed:
            facts.append(Pressed(at=change.at, key=name))
    panel = panel._replace(hold=hold)
    if panel.owed is not None and contacts.raw is not None and (at >= panel.owed or contacts.known == contacts.watched):
        panel = panel._replace(lost=False, owed=None)
        facts.append(PartBack(at=at, part=panel.part))
    return panel, tuple(facts)


def _told(panel: Panel, settled: tuple[Settled, ...], at: float) -> tuple[Panel, list[Settled]]:
    """Of the contacts that have come to rest those whose movement is over, in the order of `debounce.settle`."""
    if not settled and not panel.ripe:
        return panel, []
    down, ripe, moved = panel.down, dict(panel.ripe), dict(panel.moved)
    for change in settled:
        if change.first:
            down = down | 1 << change.bit if change.closed else down & ~(1 << change.bit)
        elif change.closed == bool(down >> change.bit & 1):
            ripe.pop(change.bit, None)
        else:
            ripe[change.bit] = change.at
    # One that is on its way elsewhere at that moment bounces still.
    restless = {bit for bit, _ in panel.contacts.restless}
    over = [
        Settled(bit, not down >> bit & 1, since, first=False)
        for bit, since in ripe.items()
        if at >= _over(panel, bit) and bit not in restless
    ]
    for change in over:
        down ^= 1 << change.bit
        moved[change.bit] = change.at
        del ripe[change.bit]
    told = panel._replace(down=down, moved=MappingProxyType(moved), ripe=MappingProxyType(ripe))
    return told, sorted(over, key=lambda change: (change.at, change.closed, change.bit))


def _grip(hold: Hold, name: str, change: Settled) -> tuple[Hold, tuple[Fact, ...]]:
    since = dict(hold.since)
    if change.closed:
        since[name] = change.at
        both = change.at if len(since) == len(_HELD_KEYS) and not hold.spent else hold.both
        return hold._replace(since=tuple(since.items()), both=both), ()
    began = since.pop(name, None)
    left = tuple(since.items())
    if hold.spent:
        return Hold(left, spent=bool(left)), ()
    if hold.both is not None and change.at > hold.both:
        return Hold(left, spent=True), (Pressed(at=change.at, key=CHORD, held=change.at - hold.both),)
    if began is None:
        return hold, ()  # it was down when first seen
    return Hold(left), (Pressed(at=change.at, key=name, held=change.at - began),)
