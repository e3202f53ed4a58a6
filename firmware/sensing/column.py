"""The silver column: one contact under it, debounced like all others, closed while the column stands on it.

A contact that is open when first seen says nothing: no column stands in a box that plays another game. After a loss of
its expander the column is told anew as it stands, whichever way. That the part is lost or back is told once, by the
fold of the key slots that share it.
"""

from typing import Literal, NamedTuple

from firmware.sensing import debounce
from firmware.sensing.debounce import Contacts
from firmware.sensing.readings import Lost, Passed, Ports, Reading
from games.facts import ColumnMoved, Fact


class Column(NamedTuple):
    """The state of the fold. `anew`: it must be told again, however it stands."""

    part: str
    contact_s: float
    contacts: Contacts
    anew: bool = False


def begin(part: str, port: Literal["A", "B"], bit: int, *, contact_s: float) -> Column:
    """Nothing read yet; the contact is wired to `bit` of `port` of the expander `part`."""
    return Column(part, contact_s, Contacts(1 << (bit + 8 if port == "B" else bit)))


def see(column: Column, reading: Reading) -> tuple[Column, tuple[Fact, ...]]:
    """The next state, and whether the column was taken or put back. `ColumnMoved.at` is the last flip before the rest.

    Two moves that lie closer together than the debounce time are one, and none where it stands as before.
    """
    if isinstance(reading, Ports) and reading.part == column.part:
        raw = debounce.word(reading.a, reading.b) & column.contacts.watched
        column, facts = _pass(column, reading.at)
        column = column._replace(contacts=debounce.look(column.contacts, raw, reading.at))
        column, more = _pass(column, reading.at)  # where contacts need no time to settle
        return column, facts + more
    if isinstance(reading, Passed):
        return _pass(column, reading.at)
    if isinstance(reading, Lost) and reading.part == column.part:
        return column._replace(contacts=Contacts(column.contacts.watched), anew=True), ()
    return column, ()


def wake(column: Column) -> float | None:
    """When the contact will have been steady long enough."""
    return debounce.due(column.contacts, column.contact_s)


def _pass(column: Column, at: float) -> tuple[Column, tuple[Fact, ...]]:
    contacts, settled = debounce.settle(column.contacts, at, column.contact_s)
    column = column._replace(contacts=contacts)
    for change in settled:
        if not change.first or change.closed or column.anew:
            return column._replace(anew=False), (ColumnMoved(at=change.at, up=not change.closed),)
    return column, ()
