"""The course of the key slots: without the key-slot board, a finger presses each contact and lets it go.

Only here may a *full* contact be judged: with the board on, those of blocked slots never close, and to say so would
tell the secret. So it ends as soon as the board is seen to be on: a key pushed in closes both contacts of its slot.

Laws: a lamp shows which contact is wanted; the one that closes must be that one (twice another: their wires are
crossed); it must close, open, and be quiet soon. Whatever is wrong is named and gone on from, and in the end nothing is
learned where anything was.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from firmware.calibrating.course import Course, End, Figure, Step
from firmware.calibrating.words import BoardOff, Calibrates, Faulty, KeyIn, Touch, Word
from firmware.calibration import SlotsFelt
from firmware.sensing.readings import Lost, Ports, Reading
from games.contract import Lit
from games.facts import Fact, Pressed
from games.table import Slot

MINUTES = 12
WAIT_S, HOLD_S = 20.0, 8.0
"""Seconds for which a press is waited for, and after which a contact that is still closed is stuck."""

APART_S = 0.05
"""Two flips of a contact that lie further apart are two movements."""

WORN_S = 0.05
"""Seconds of bouncing beyond which a contact is worn (new ones bounce for 9 to 14 ms, used ones for 69 to 89)."""

REST_S = 0.25
"""So long a contact must have been open before the next one is asked for: a worn one closes again within this."""

CHATTER = 60
"""Flips without a rest that no press makes, however worn the contact is: it chatters by itself."""

UNANSWERED = 3
"""Contacts in a row that nobody presses: then nobody is there."""

STOP_S = 1.0
"""`back` held for so long stops; a short press says that a contact was pressed and nothing happened."""

CONTACTS = ("entry", "full")


class Contact(NamedTuple):
    """One of the two contacts of a slot."""

    slot: Slot
    name: str

    def __str__(self) -> str:
        return f"{self.name} in section {self.slot.section + 1}, slot {self.slot.slot + 1}"


class Move(NamedTuple):
    """A contact flipped from `first` to `last`, never resting for longer than APART_S in between.

    `flips` are counted on while it does not rest for longer than REST_S.
    """

    first: float
    last: float
    flips: int


class Stage(Enum):
    """Where the course is."""

    BOARD = "board"
    TOUCH = "touch"
    OVER = "over"


class Touching(NamedTuple):
    """The state.

    `place` of `order` is asked for since `since`; `pressed`: it has closed. `levels` are the closed contacts, `moves`
    their last movements, `bounce` how long the asked one has bounced, `judged` those closed that have been answered;
    `other` closed in the place of the asked one, `warned` were closed before anything was pressed.
    """

    wiring: Mapping[tuple[str, int, int], Contact]
    order: tuple[Contact, ...]
    contact_s: float
    until: float
    now: float
    since: float
    stage: Stage = Stage.BOARD
    place: int = 0
    pressed: bool = False
    ports: Mapping[str, tuple[int, int]] = MappingProxyType({})
    levels: frozenset[Contact] = frozenset()
    moves: Mapping[Contact, Move] = MappingProxyType({})
    judged: frozenset[Contact] = frozenset()
    other: Contact | None = None
    warned: frozenset[Contact] = frozenset()
    faults: tuple[tuple[Contact, str], ...] = ()
    bounce: float = 0.0
    longest: float = 0.0
    unanswered: int = 0
    end: End | None = None

    @property
    def asked(self) -> Contact:
        """The contact that is to be pressed."""
        return self.order[self.place]


def course(wiring: Mapping[Slot, tuple[str, int]], *, contact_s: float) -> Course:
    """The course of these slots, each wired to a bit of a part; a contact must be steady for `contact_s`."""
    contacts = {
        (part, port, bit): Contact(slot, CONTACTS[port]) for slot, (part, bit) in wiring.items() for port in (0, 1)
    }

    def begin(at: float) -> Step:
        state = Touching(contacts, tuple(contacts.values()), contact_s, until=at + 60 * MINUTES, now=at, since=at)
        return Step(state, (Calibrates("slots", MINUTES), BoardOff()))

    return Course(
        part="slots",
        minutes=MINUTES,
        begin=begin,
        see=see,
        wake=wake,
        lit=lit,
        end=lambda touching: touching.end,
        figures=figures,
    )


def see(state: Touching, reading: Reading | Fact) -> Step:
    """The next state."""
    if state.end is not None:
        return Step(state)
    state = state._replace(now=max(state.now, reading.at))
    if isinstance(reading, Ports):
        state = _flipped(state, reading)
    if state.now >= state.until:
        return _fail(state, "late")
    if isinstance(reading, Lost) and reading.part in {part for part, _, _ in state.wiring}:
        return _fail(state, "expander")
    if isinstance(reading, Pressed):
        return _pressed(state, reading)
    return _judge(state) if state.stage is Stage.TOUCH else Step(state)


def wake(state: Touching) -> float:
    """When time alone decides."""
    if state.stage is Stage.BOARD:
        return state.until
    moments = [state.until, state.since + (HOLD_S if state.pressed else WAIT_S)]
    for move in state.moves.values():
        moments += [move.last + state.contact_s, move.last + REST_S]
    return min((moment for moment in moments if moment > state.now), default=state.until)


def lit(state: Touching) -> tuple[Lit, ...]:
    """The slot whose contact is wanted, and the slots that are done."""
    if state.stage is not Stage.TOUCH:
        return (Lit("go", "go"),) if state.stage is Stage.BOARD else ()
    wrong = {contact.slot for contact, _ in state.faults}
    done = {contact.slot for contact in state.order[: state.place]} - {state.asked.slot}
    lamps = [Lit(_lamp(slot), "bad" if slot in wrong else "good") for slot in sorted(done)]
    return (*lamps, Lit(_lamp(state.asked.slot), "press"))


def figures(state: Touching) -> tuple[Figure, ...]:
    """What has been felt so far."""
    found = [
        Figure("contacts", f"{state.place} asked for, {len(state.faults)} wrong", f"{len(state.order)}, none wrong")
    ]
    found += [Figure(str(contact), fault, "closes and opens") for contact, fault in state.faults]
    found.append(Figure("longest bounce", f"{1000 * state.longest:.0f} ms", f"at most {1000 * WORN_S:.0f} ms"))
    return tuple(found)


def _lamp(slot: Slot) -> str:
    return f"slot.{slot.section}.{slot.slot}"


def _flipped(state: Touching, ports: Ports) -> Touching:
    """Which contacts have moved since the part was read last."""
    before = state.ports.get(ports.part)
    levels, moves, judged = set(state.levels), dict(state.moves), set(state.judged)
    for port, word in enumerate((ports.a, ports.b)):
        for bit in range(8):
            contact = state.wiring.get((ports.part, port, bit))
            if contact is None:
                continue
            closed = bool(word >> bit & 1)
            (levels.add if closed else levels.discard)(contact)
            if before is not None and closed is not bool(before[port] >> bit & 1):
                last = moves.get(contact, Move(ports.at, ports.at, 0))
                rested = ports.at - last.last
                moves[contact] = Move(
                    ports.at if rested > APART_S else last.first, ports.at, 1 + (0 if rested > REST_S else last.flips)
                )
    judged &= levels
    return state._replace(
        ports=MappingProxyType({**state.ports, ports.part: (ports.a, ports.b)}),
        levels=frozenset(levels),
        moves=MappingProxyType(moves),
        judged=frozenset(judged),
    )


def _pressed(state: Touching, press: Pressed) -> Step:
    match state.stage, press.key:
        case _, "back" if state.stage is Stage.BOARD or press.held >= STOP_S:
            return _fail(state, "stopped")
        case Stage.BOARD, "go":
            new = sorted(state.levels - state.warned - _chattering(state))
            if new:
                # A key, or a contact that is stuck: whoever has looked says so by another `go`.
                return Step(state._replace(warned=state.levels), (KeyIn(new[0].slot, new[0].name),))
            stuck = state.levels - _chattering(state)
            faults = tuple((contact, "stuck") for contact in sorted(stuck))
            state = state._replace(stage=Stage.TOUCH, since=press.at, judged=stuck, faults=faults, place=-1)
            return _ask(state, *(Faulty(contact.slot, contact.name, "stuck") for contact in sorted(stuck)))
        case Stage.TOUCH, "back" if not state.pressed:
            return _wrong(state._replace(unanswered=0), "dead")
    return Step(state)


def _judge(state: Touching) -> Step:
    asked, known = state.asked, {contact for contact, _ in state.faults}
    for contact in sorted(_chattering(state) - known):
        if contact == asked:
            return _wrong(state, "bouncing")
        state = state._replace(faults=(*state.faults, (contact, "bouncing")))
        return Step(state, (Faulty(contact.slot, contact.name, "bouncing"),))
    closed = {contact for contact in state.levels - state.judged - known if _still_for(state, contact, state.contact_s)}
    if asked in closed and any(other.slot == asked.slot for other in closed - {asked}):
        # A finger presses one contact; a key closes both.
        return _fail(state, "playing")
    if asked in closed and not state.pressed:
        return Step(_bounced(state, asked)._replace(pressed=True, since=state.now, unanswered=0))
    if state.pressed:
        if asked not in state.levels and _still_for(state, asked, REST_S):
            state = _bounced(state, asked)
            return _wrong(state, "bouncing") if state.bounce > WORN_S else _ask(state)
        return Step(state) if state.now < state.since + HOLD_S else _wrong(state, "stuck")
    for other in sorted(closed):
        state = state._replace(judged=state.judged | {other}, since=state.now, unanswered=0)
        if other == state.other:
            return _wrong(state, "crossed", str(other))
        return Step(state._replace(other=other), (Touch(asked.slot, asked.name),))
    if state.now < state.since + WAIT_S:
        return Step(state)
    if state.unanswered + 1 == UNANSWERED:
        return _fail(state, "late")
    return _wrong(state._replace(unanswered=state.unanswered + 1), "dead")


def _chattering(state: Touching) -> set[Contact]:
    return {contact for contact, move in state.moves.items() if move.flips > CHATTER}


def _still_for(state: Touching, contact: Contact, seconds: float) -> bool:
    move = state.moves.get(contact)
    return move is None or state.now - move.last >= seconds - 1e-6


def _bounced(state: Touching, contact: Contact) -> Touching:
    move = state.moves.get(contact)
    bounce = 0.0 if move is None else move.last - move.first
    return state._replace(bounce=max(state.bounce, bounce), longest=max(state.longest, bounce))


def _wrong(state: Touching, fault: str, seen: str = "") -> Step:
    """The contact that was asked for is not right: named, and the next one asked for."""
    asked = state.asked
    state = state._replace(faults=(*state.faults, (asked, fault)), judged=state.judged | ({asked} & state.levels))
    return _ask(state, Faulty(asked.slot, asked.name, fault, seen))


def _ask(state: Touching, *said: Word) -> Step:
    """The next contact, or the end."""
    known = {contact for contact, _ in state.faults}
    place = state.place + 1
    while place < len(state.order) and state.order[place] in known:
        place += 1
    state = state._replace(place=place, since=state.now, pressed=False, other=None, bounce=0.0)
    if place < len(state.order):
        return Step(state, (*said, Touch(state.asked.slot, state.asked.name)))
    if state.faults:
        failed = _fail(state, "contacts")
        return Step(failed.state, said)
    felt = SlotsFelt(contacts=len(state.order), longest_bounce_ms=round(1000 * state.longest, 1))
    return Step(state._replace(stage=Stage.OVER, end=End(learned=(("slots", felt),))), said)


def _fail(state: Touching, cause: str) -> Step:
    return Step(state._replace(stage=Stage.OVER, end=End(cause)))
