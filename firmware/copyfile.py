"""The owner's copy file, `copy.toml`: what is printed on the games in this house and in no rulebook, and house rules.

One table per game, in it the values of the game's copy by their public names; a value that stands there is the owner's
own, one that does not is as shipped. In its table `settings` stand the readings of the rulebook that this house has
chosen: games that are begun by hand are played so. Laws: a wrong file never keeps a box from starting: the game it is
wrong about is played as shipped; what was written before a change is kept beside, and by hand written text for good. A
file that lost its end is read as it was written last (firmware/kept.py).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from firmware import copytext, kept
from firmware.owned import Owned, shipped
from firmware.places import is_absent
from games.contract import Game
from hardware import typed

SETTINGS: Final = "settings"
"""The table of a game in which the house's readings stand."""


class Fault(NamedTuple):
    """What is wrong with the file: the line, the game it is about (None: all), what, and what would be right."""

    line: int
    game: Game | None
    what: str
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyFile:
    """A file as read: the copy of every game as far as it can be meant, and what is wrong."""

    source: Path
    owned: tuple[Owned, ...]
    faults: tuple[Fault, ...] = ()
    cut: bool = False
    """The file has lost its end; this is its copy."""

    @property
    def copies(self) -> dict[str, Owned]:
        """The games that can be played so and of which the owner has told anything, by their names."""
        told = (owned for owned in self.owned if owned.entered or owned.chosen)
        good = (owned for owned in told if not self.complaints(owned.game.name))
        return {owned.game.name: owned for owned in good}

    def complaints(self, game: str | None = None) -> tuple[str, ...]:
        """Every fault in a line, `FILE:LINE: what; right`; of a game: those that keep its copy from being believed."""
        about = (fault for fault in self.faults if game is None or fault.game is None or fault.game.name == game)
        return tuple(f"{self.source}:{fault.line}: {fault.what}; {fault.right}" for fault in about)

    def warning(self) -> str | None:
        """What a box that starts has to say of the file, in one line; None where all is well."""
        if not self.faults:
            return f"{self.source}: has lost its end; read as it was written last" if self.cut else None
        titles = dict.fromkeys("every game" if fault.game is None else fault.game.title for fault in self.faults)
        more = f" (and {len(self.faults) - 1} more: `boxref copy check`)" if len(self.faults) > 1 else ""
        return f"{self.complaints()[0]}{more}; until then played as shipped: {', '.join(titles)}"


def read(source: Path) -> CopyFile:
    """Read the file; one that is not there says nothing."""
    usual = shipped()
    if is_absent(source):
        return CopyFile(source=source, owned=usual)
    try:
        file, was_cut = kept.parse(source)
    except typed.PlanError as wrong:
        place, _, sentence = str(wrong).removeprefix(f"{source}:").partition(": ")
        what, _, right = sentence.partition("; ")
        return CopyFile(source=source, owned=usual, faults=(Fault(int(place), None, what, right),))
    faults = list(_unknown(file, usual))
    return CopyFile(
        source=source,
        owned=tuple(_entered(file, owned, faults) for owned in usual),
        faults=tuple(sorted(faults, key=lambda fault: fault.line)),
        cut=was_cut,
    )


def save(source: Path, owned: Iterable[Owned]) -> None:
    """Write what the owner has entered, whole or not at all, and on the disk when this returns. Raises OSError."""
    kept.write(source, copytext.written(owned))


def keep(source: Path) -> Path | None:
    """Keep what the file says now beside it, before it is changed; where. None if there is none. Raises OSError.

    `copy.toml.before` is the last such text; one that a hand has written is never overwritten.
    """
    source = source.resolve()
    if not source.exists():
        return None
    for number in count(1):
        before = source.with_name(f"{source.name}.before{'' if number == 1 else f'.{number}'}")
        if not before.exists() or before.read_bytes() == source.read_bytes() or kept.is_sealed(before):
            kept.put(before, source.read_bytes())
            return before
    raise AssertionError  # numbers do not end


def _unknown(file: typed.TypedFile, usual: tuple[Owned, ...]) -> Iterator[Fault]:
    names = [owned.game.name for owned in usual]
    for name in file.values:
        if name not in names:
            yield Fault(file.file.line((name,)), None, f"{name}: no such game", f"known here: {', '.join(names)}")


def _entered(file: typed.TypedFile, owned: Owned, faults: list[Fault]) -> Owned:
    """The copy with what the file says of it; adds what is wrong to `faults`."""
    game = owned.game
    values = file.values.get(game.name, {})
    if not isinstance(values, dict):
        faults.append(Fault(file.file.line((game.name,)), game, f"{game.name}: is {values!r}", "right is a table"))
        return owned
    known = owned.names
    unknown = [
        (name, f"no such value; known here: {', '.join((*known, SETTINGS))}")
        for name in values
        if name not in (*known, SETTINGS)
    ]
    wrong: list[tuple[str, str]] = []
    for name in (name for name in values if name in known):
        try:
            owned = owned.enter(name, values[name])
        except ValueError as error:
            wrong.append((name, str(error)))
    # What no copy can have is told once every value can be meant: the sums are of all of them.
    for name, sentence in (*unknown, *(wrong or owned.doubts())):
        faults.append(_fault(file, game, (name,) if name else (), sentence))
    return _chosen(file, owned, values.get(SETTINGS, {}), faults)


def _chosen(file: typed.TypedFile, owned: Owned, values: object, faults: list[Fault]) -> Owned:
    """The game with the readings that the house has chosen; adds what is wrong to `faults`."""
    if not isinstance(values, dict):
        faults.append(_fault(file, owned.game, (SETTINGS,), f"is {values!r}; right is a table"))
        return owned
    for name, value in values.items():
        try:
            owned = owned.choose(name, value)
        except ValueError as error:
            faults.append(_fault(file, owned.game, (SETTINGS, name), str(error)))
    return owned


def _fault(file: typed.TypedFile, game: Game, name: tuple[str, ...], sentence: str) -> Fault:
    keys = (game.name, *name)
    what, _, right = sentence.removeprefix(name[-1] if name else "").removeprefix(":").strip().partition("; ")
    told = f"{'.'.join(keys)}: {what}"
    return Fault(file.file.line(keys), game, told, right or "`boxref copy show` tells what is shipped")
