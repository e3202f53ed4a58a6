"""Contacts that bounce: a level counts once it has been steady for so long, closing and opening alike.

The rule looks at the state, never at edges: ignoring a time after an edge loses releases. New switches bounce for 9 to
14 ms, worn ones for up to a second (recordings by adamfk/bouncy-button-data), so each flip starts the time anew.

A contact that never stands still for `REST_S` while `WILD_S` pass is wild: no hand moves it, a wire or a spring is
broken. It counts as it stood before it began, until it has stood still for `REST_S`.
"""

from typing import Final, NamedTuple

REST_S: Final = 0.1
"""Whoever mashes a key leaves it alone for longer than this now and then."""

WILD_S: Final = 1.0
"""The longest bounce of a worn contact is 0.97 s (the recordings named above)."""


class Stir(NamedTuple):
    """A contact has not stood still `since`, flipped `last`, and was `closed` before."""

    since: float
    last: float
    closed: bool

    @property
    def wild(self) -> bool:
        """Whether no hand does that."""
        return self.last - self.since >= WILD_S


class Settled(NamedTuple):
    """A contact has been steady since `at`. `first`: nothing was known of it before, so this need not be a change."""

    bit: int
    closed: bool
    at: float
    first: bool


class Contacts(NamedTuple):
    """Up to 16 contacts of one expander, as bits of a word: bit n is GPAn, bit 8 + n is GPBn, 1 is closed.

    `watched` are the wired ones, `raw` how they were read last (None: never yet), `steady` how they stand by the rule
    as far as `known` tells, `restless` those whose level has not counted yet, with the moment of the last flip,
    `stirs` those that have flipped of late.
    """

    watched: int
    raw: int | None = None
    steady: int = 0
    known: int = 0
    restless: tuple[tuple[int, float], ...] = ()
    stirs: tuple[tuple[int, Stir], ...] = ()

    def wild(self, bit: int) -> bool:
        """Whether no hand moves this contact."""
        return any(stir.wild for stirring, stir in self.stirs if stirring == bit)


def word(a: int, b: int) -> int:
    """Both ports of an expander as one word."""
    return a | b << 8


def look(contacts: Contacts, raw: int, at: float) -> Contacts:
    """The contacts were read at `at`; `raw` is masked by `watched`."""
    raw &= contacts.watched
    flipped = contacts.watched if contacts.raw is None else contacts.raw ^ raw
    unsettled = flipped & (raw ^ contacts.steady | ~contacts.known)
    return contacts._replace(
        raw=raw,
        stirs=() if contacts.raw is None else _stirred(contacts, flipped, at),
        restless=(
            *((bit, since) for bit, since in contacts.restless if not flipped >> bit & 1),
            *((bit, at) for bit in range(16) if unsettled >> bit & 1),
        ),
    )


def _stirred(contacts: Contacts, flipped: int, at: float) -> tuple[tuple[int, Stir], ...]:
    stirs = {bit: stir for bit, stir in contacts.stirs if at - stir.last <= REST_S}
    for bit in range(16):
        if flipped >> bit & 1:
            before = stirs.get(bit)
            closed = bool(contacts.steady >> bit & 1)
            stirs[bit] = Stir(at, at, closed) if before is None else before._replace(last=at)
    return tuple(stirs.items())


def settle(contacts: Contacts, at: float, hold_s: float) -> tuple[Contacts, tuple[Settled, ...]]:
    """Time is `at` now: what has been steady for `hold_s` counts, in the order in which it came to rest.

    Of what came to rest in the same look, openings come first: a key let go was not held together with the next.
    What has become wild counts as it stood before.
    """
    ripe = [(since, bit) for bit, since in contacts.restless if at >= since + _hold(contacts, bit, hold_s)]
    rested = {bit for _, bit in ripe}
    astray = [(bit, stir) for bit, stir in _astray(contacts) if bit not in rested]
    if not (ripe or astray):
        return contacts, ()
    raw, steady, known = contacts.raw or 0, contacts.steady, contacts.known
    settled = [Settled(bit, stir.closed, stir.last, first=False) for bit, stir in astray]
    for bit, _ in astray:
        steady ^= 1 << bit
    for since, closed, bit in sorted((since, bool(raw >> bit & 1), bit) for since, bit in ripe):
        settled.append(Settled(bit, closed, since, first=not known >> bit & 1))
        steady = steady | 1 << bit if closed else steady & ~(1 << bit)
        known |= 1 << bit
    left = {bit: since for bit, since in contacts.restless if bit not in rested}
    for bit, stir in astray:
        # It stands as it is told to stand, or else it waits for its rest.
        left.pop(bit, None)
        if bool(raw >> bit & 1) is not stir.closed:
            left[bit] = stir.last
    stirs = tuple((bit, stir) for bit, stir in contacts.stirs if not (stir.wild and bit in rested))
    return Contacts(contacts.watched, raw, steady, known, tuple(left.items()), stirs), tuple(settled)


def due(contacts: Contacts, hold_s: float) -> float | None:
    """The next moment at which a contact will have been steady for `hold_s` if nothing flips."""
    moments = [since + _hold(contacts, bit, hold_s) for bit, since in contacts.restless]
    moments += [stir.last for _, stir in _astray(contacts)]
    return min(moments, default=None)


def _hold(contacts: Contacts, bit: int, hold_s: float) -> float:
    return max(REST_S, hold_s) if contacts.wild(bit) else hold_s


def _astray(contacts: Contacts) -> list[tuple[int, Stir]]:
    """Wild contacts that count otherwise than they stood before they stirred."""
    return [
        (bit, stir)
        for bit, stir in contacts.stirs
        if stir.wild and contacts.known >> bit & 1 and bool(contacts.steady >> bit & 1) is not stir.closed
    ]
