"""Contacts that bounce: a level counts once it has been steady for so long, closing and opening alike.

The rule looks at the state, never at edges: ignoring a time after an edge loses releases. New switches bounce for 9 to
14 ms, worn ones for up to a second (recordings by adamfk/bouncy-button-data), so each flip starts the time anew.
"""

from typing import NamedTuple


class Settled(NamedTuple):
    """A contact has been steady since `at`. `first`: nothing was known of it before, so this need not be a change."""

    bit: int
    closed: bool
    at: float
    first: bool


class Contacts(NamedTuple):
    """Up to 16 contacts of one expander, as bits of a word: bit n is GPAn, bit 8 + n is GPBn, 1 is closed.

    `watched` are the wired ones, `raw` how they were read last (None: never yet), `steady` how they stand by the rule
    as far as `known` tells, `restless` those whose level has not counted yet, with the moment of the last flip.
    """

    watched: int
    raw: int | None = None
    steady: int = 0
    known: int = 0
    restless: tuple[tuple[int, float], ...] = ()


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
        restless=(
            *((bit, since) for bit, since in contacts.restless if not flipped >> bit & 1),
            *((bit, at) for bit in range(16) if unsettled >> bit & 1),
        ),
    )


def settle(contacts: Contacts, at: float, hold_s: float) -> tuple[Contacts, tuple[Settled, ...]]:
    """Time is `at` now: what has been steady for `hold_s` counts, in the order in which it came to rest.

    Of what came to rest in the same look, openings come first: a key let go was not held together with the next.
    """
    ripe = [(since, bit) for bit, since in contacts.restless if at >= since + hold_s]
    if not ripe:
        return contacts, ()
    raw, steady, known = contacts.raw or 0, contacts.steady, contacts.known
    settled = []
    for since, closed, bit in sorted((since, bool(raw >> bit & 1), bit) for since, bit in ripe):
        settled.append(Settled(bit, closed, since, first=not known >> bit & 1))
        steady = steady | 1 << bit if closed else steady & ~(1 << bit)
        known |= 1 << bit
    restless = tuple((bit, since) for bit, since in contacts.restless if at < since + hold_s)
    return contacts._replace(steady=steady, known=known, restless=restless), tuple(settled)


def due(contacts: Contacts, hold_s: float) -> float | None:
    """The next moment at which a contact will have been steady for `hold_s` if nothing flips."""
    return min((since + hold_s for _, since in contacts.restless), default=None)
