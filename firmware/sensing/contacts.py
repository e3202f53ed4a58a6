"""Key slots: the two contacts of each, debounced one by one and joined to how deep its key stands.

*Entry* and *full* closed is FULL, *entry* alone ENTERED, none EMPTY. *Full* without *entry* contradicts itself: it
passes while the two settle at slightly different moments; where it stays it is UNKNOWN, never a depth. No contact is
judged dead for staying open: the *full* contacts of blocked slots never close, and saying so would tell the secret.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.sensing import debounce
from firmware.sensing.debounce import Contacts
from firmware.sensing.readings import Back, Lost, Passed, Ports, Reading
from games.facts import Fact, KeyStands, PartBack, PartLost
from games.table import Depth, Slot

_DEPTHS = {(False, False): Depth.EMPTY, (True, False): Depth.ENTERED, (True, True): Depth.FULL}
"""By (entry, full) closed; what is missing here contradicts itself."""


class Times(NamedTuple):
    """How long, in seconds."""

    contact: float
    """... a contact must be steady."""
    skew: float
    """... *full* may be closed without *entry* before that is told as UNKNOWN."""
    back: float
    """... a part that is back may take from its first reading until it is told as back, whatever still flickers."""


class Board(NamedTuple):
    """One expander and its slots by bit.

    `told` is the depth last said of each (None: nothing yet), `clashes` since when the contacts of a slot contradict
    each other untold, `owed` the moment by which PartBack is said, whatever still flickers then.
    """

    part: str
    slots: tuple[tuple[int, Slot], ...]
    contacts: Contacts
    told: tuple[Depth | None, ...]
    clashes: tuple[tuple[int, float], ...] = ()
    lost: bool = False
    owed: float | None = None


class Slots(NamedTuple):
    """The state of the fold: every expander with key slots, and the moment at which it wants to be woken."""

    times: Times
    parts: Mapping[str, int]
    boards: tuple[Board, ...]
    due: float | None = None


def begin(
    wiring: Mapping[tuple[str, int], Slot],
    *,
    contact_s: float,
    skew_s: float,
    back_s: float = 1.0,
    beside: Mapping[str, int] = MappingProxyType({}),
) -> Slots:
    """Nothing read yet; `wiring` tells the slot at (part, bit): GPAbit is its *entry* contact, GPBbit its *full*.

    `beside` are contacts by part, as bits of its word, that belong to no slot: a part is not back before they rest too.
    """
    parts = {part: number for number, part in enumerate(sorted({part for part, _ in wiring}))}
    boards = []
    for part in parts:
        slots = tuple(sorted((bit, slot) for (of, bit), slot in wiring.items() if of == part))
        watched = sum(debounce.word(1 << bit, 1 << bit) for bit, _ in slots) | beside.get(part, 0)
        boards.append(Board(part, slots, Contacts(watched), (None,) * len(slots)))
    return Slots(Times(contact_s, skew_s, back_s), parts, tuple(boards))


def see(slots: Slots, reading: Reading) -> tuple[Slots, tuple[Fact, ...]]:
    """The next state and what the reading completes.

    A slot that is EMPTY when first seen is not told; after a loss every slot is told anew. `KeyStands.at` is the moment
    of the last flip before the rest.
    """
    if isinstance(reading, Ports):
        number = slots.parts.get(reading.part)
        if number is None:
            return slots, ()
        raw = debounce.word(reading.a, reading.b) & slots.boards[number].contacts.watched
        if raw == slots.boards[number].contacts.raw and (slots.due is None or reading.at < slots.due):
            return slots, ()  # the poll's usual answer, six chips ten times a second
        # What was steady long enough before this look has counted, even when the Passed for it comes too late.
        slots, facts = _pass(slots, reading.at)
        board = slots.boards[number]
        if board.owed is not None and board.contacts.raw is None:
            board = board._replace(owed=reading.at + slots.times.back)
        slots = _put(slots, number, board._replace(contacts=debounce.look(board.contacts, raw, reading.at)))
        if slots.due is None or reading.at < slots.due:
            return slots, facts
        slots, more = _pass(slots, reading.at)  # where contacts need no time to settle
        return slots, facts + more
    if isinstance(reading, Passed):
        return _pass(slots, reading.at)
    if isinstance(reading, Lost | Back):
        number = slots.parts.get(reading.part)
        if number is not None:
            return _lose(slots, number, reading.at) if isinstance(reading, Lost) else _regain(slots, number, reading.at)
    return slots, ()


def wake(slots: Slots) -> float | None:
    """When a contact, a contradiction or a returning part will have waited long enough."""
    return slots.due


def told(slots: Slots) -> bool:
    """Whether every slot has been seen since the start, or its part is lost."""
    return all(board.lost or _seen(board) for board in slots.boards)


def _put(slots: Slots, number: int, board: Board) -> Slots:
    boards = (*slots.boards[:number], board, *slots.boards[number + 1 :])
    return slots._replace(boards=boards, due=min(_dues(boards, slots.times), default=None))


def _dues(boards: tuple[Board, ...], times: Times) -> Iterable[float]:
    for board in boards:
        if (due := debounce.due(board.contacts, times.contact)) is not None:
            yield due
        for _, since in board.clashes:
            yield since + times.skew
        if board.owed is not None and board.contacts.raw is not None:
            yield board.owed


def _pass(slots: Slots, at: float) -> tuple[Slots, tuple[Fact, ...]]:
    facts: list[Fact] = []
    for number, board in enumerate(slots.boards):
        if slots.due is None or at < slots.due:
            break
        later, said = _settle(board, at, slots.times)
        slots = _put(slots, number, later)
        facts += said
    return slots, tuple(facts)


def _settle(board: Board, at: float, times: Times) -> tuple[Board, list[Fact]]:
    contacts, settled = debounce.settle(board.contacts, at, times.contact)
    moved = {change.bit & 7: change.at for change in settled}  # in order of time: the last contact to rest decides
    told, clashes, facts = list(board.told), dict(board.clashes), list[Fact]()
    for index, (bit, slot) in enumerate(board.slots):
        since = moved.get(bit)
        if since is not None and contacts.known >> bit & contacts.known >> 8 + bit & 1:
            depth = _DEPTHS.get((bool(contacts.steady >> bit & 1), bool(contacts.steady >> 8 + bit & 1)))
            if depth is None:
                clashes[index] = since
                continue
            clashes.pop(index, None)
        elif index in clashes and at >= clashes[index] + times.skew:
            since, depth = clashes.pop(index), Depth.UNKNOWN
        else:
            continue
        if depth is not (told[index] or Depth.EMPTY):
            facts.append(KeyStands(at=since, slot=slot, depth=depth))
        told[index] = depth
    board = board._replace(contacts=contacts, told=tuple(told), clashes=tuple(clashes.items()))
    if board.owed is not None and contacts.raw is not None and (at >= board.owed or _seen(board)):
        board = board._replace(lost=False, owed=None)
        facts.append(PartBack(at=at, part=board.part))
    return board, facts


def _seen(board: Board) -> bool:
    return board.contacts.known == board.contacts.watched and not board.clashes


def _lose(slots: Slots, number: int, at: float) -> tuple[Slots, tuple[Fact, ...]]:
    board = slots.boards[number]
    unknown = (Depth.UNKNOWN,) * len(board.slots)
    facts: list[Fact] = [
        KeyStands(at=at, slot=slot, depth=Depth.UNKNOWN)
        for (_, slot), depth in zip(board.slots, board.told, strict=True)
        if depth is not Depth.UNKNOWN
    ]
    if not board.lost:
        facts.append(PartLost(at=at, part=board.part))
    gone = Board(board.part, board.slots, Contacts(board.contacts.watched), unknown, lost=True)
    return _put(slots, number, gone), tuple(facts)


def _regain(slots: Slots, number: int, at: float) -> tuple[Slots, tuple[Fact, ...]]:
    board = slots.boards[number]
    if not board.lost:
        return slots, ()
    return _put(slots, number, board._replace(owed=at if _seen(board) else at + slots.times.back)), ()
