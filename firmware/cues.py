"""How a game speaks: phrase and melody of each announcement, looks of lamps, from its cues.toml and that of all games.

Laws: whatever the game may announce has a cue and whatever its lamps may mean has a look, or the file is refused; a
phrase names only fields its announcement surely has; every mistake in the file is named with its line. Players,
sections and slots are counted from 1 when spoken.
"""

import re
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple, get_args, get_type_hints

from firmware import melody
from firmware.palette import COLOURS
from firmware.spoken import COUNTED, Spoken
from games.announcements import Announcement
from games.announcements.shared import SHARED, Ask, Do, Foul, GameOver, Guide, Reports, SensorBack, SensorLost, Unsure
from games.announcements.special import Special
from games.contract import Game
from games.lobby import lobby
from hardware import typed

_GAMES = Path(__file__).parents[1] / "games"
"""Not by importlib.resources, which brings ten modules: packages lie beside each other as files, as box.toml does."""

_SHARED = _GAMES / "cues.toml"
"""What all games say and light alike."""

Kind = tuple[str, ...]
"""An announcement's name, and the words that make it a special case: ("Guide", "put", "corner", "gems")."""

_CASES: Mapping[type, tuple[str, ...]] = types.MappingProxyType(
    {
        Foul: (r"[A-Z]{2}-[AF]\d\d", "expected|nothing"),
        Guide: ("|".join(get_args(Do)), "slot|centre|corner|column|go|back", "gems"),
        Ask: (r"[a-z0-9_]+",),
        SensorLost: ("slots|panel|scale|knock|lamps|voice|gate",),
        SensorBack: ("slots|panel|scale|knock|lamps|voice|gate",),
        Unsure: ("centre|corner",),
        GameOver: ("one|several",),
    }
)
"""Which special cases an announcement of all games may have, level by level; those of one game tell their own."""

_SURE = {
    "slot": "slot",
    "centre": "place",
    "corner": "place",
    **{name: name for name in ("gems", "expected", "stars", "valid")},
}
"""Fields that may be absent, by the special case in which they are there."""


class Cue(NamedTuple):
    """A phrase with {fields} in it, and a melody."""

    phrase: str
    melody: melody.Melody


class Look(NamedTuple):
    """A colour of the palette, and whether the lamp blinks."""

    colour: str
    blink: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """All cues of a game. `ranks`: 0 is what is said before all else."""

    cues: Mapping[Kind, Cue]
    looks: Mapping[str, Look]
    ranks: Mapping[str, int]

    def cue(self, said: Announcement) -> Cue:
        """The cue of the narrowest case that fits. Raises KeyError for what this game never says."""
        kind = kind_of(said)
        while kind not in self.cues and kind:
            kind = kind[:-1]
        return self.cues[kind]

    def phrase(self, said: Announcement) -> str:
        """What to say, in words."""
        values: dict[str, object] = {
            field.name: Spoken(field.name, getattr(said, field.name)) for field in fields(said)
        }
        if isinstance(said, Reports):
            lines = (self.phrase(Foul(code, player=0)) for code in said.codes)
            values["codes"] = " ".join(f"{number}: {line}" for number, line in enumerate(lines, start=1))
        return self.cue(said).phrase.format_map(values)

    def melody(self, said: Announcement) -> melody.Melody:
        """What to sound."""
        return self.cue(said).melody

    def rank(self, said: Announcement) -> int:
        """Its place in the order of importance, 0 the first."""
        return self.ranks[type(said).__name__]

    def look(self, meaning: str) -> Look:
        """How a lamp with this meaning looks. A colour means itself. Raises KeyError."""
        if meaning in self.looks:
            return self.looks[meaning]
        if meaning in COLOURS:
            return Look(meaning)
        raise KeyError(f"no look for {meaning!r}: it stands neither under [lamps] in cues.toml nor in the palette")


def of(game: Game) -> Cues:
    """The cues.toml in the game's folder.

    Raises PlanError, whose text is `FILE:LINE: KEY: what is wrong; what would be right`.
    """
    return read(_GAMES / game.name / "cues.toml", game.says, game.lights)


def of_lobby() -> Cues:
    """How the box speaks between games. Raises PlanError as `of`."""
    return read(_GAMES / "lobby/cues.toml", lobby.SAYS, lobby.MEANINGS)


def read(source: Path, says: Iterable[type], lights: Iterable[str]) -> Cues:
    """The cues in a game's file, for a game that says and lights these; what it leaves out is as in all games.

    Raises PlanError.
    """
    known, means = {kind.__name__: kind for kind in says}, tuple(lights)
    cues: dict[Kind, Cue] = {}
    looks: dict[str, Look] = {}
    shared = typed.open_file(_SHARED)
    everywhere = {kind.__name__: kind for kind in SHARED}
    for name, values in shared.values["announcements"].items():
        _cues(shared, everywhere[name], values, ("announcements", name), cues)
    _looks(shared, shared.values["lamps"], tuple(shared.values["lamps"]), looks)
    file = typed.open_file(source)
    for key in file.values:
        if key not in ("order", "lamps", "announcements"):
            raise file.wrong((key,), "no such key", "known here: order, lamps, announcements")
    announcements = _table(file, file.values, ("announcements",))
    for name in announcements:
        if name not in known:
            raise file.wrong(("announcements", name), "no such announcement", f"known here: {', '.join(known)}")
        _cues(file, known[name], announcements[name], ("announcements", name), cues)
    for name in known:
        if (name,) not in cues:
            keys = ("announcements", name)
            raise file.wrong(keys, "is missing", f"right is [announcements.{name}] with phrase and melody")
    _looks(file, _table(file, file.values, ("lamps",)), means, looks)
    return Cues(
        cues=types.MappingProxyType(cues),
        looks=types.MappingProxyType(looks),
        ranks=types.MappingProxyType(_ranks(file, known)),
    )


def kind_of(said: Announcement) -> Kind:
    """Its name and all special cases, the narrowest last."""
    name = type(said).__name__
    match said:
        case Foul(code=code, expected=expected):
            return (name, code) if expected is None else (name, code, "expected" if expected else "nothing")
        case Guide(do=do):
            target = said.part or said.place or ("slot" if said.slot else None)
            kind = (name, do) if target is None else (name, do, target)
            return kind if said.gems is None or target is None else (*kind, "gems")
        case Ask(about=about):
            return name, about
        case SensorLost(part=part) | SensorBack(part=part):
            return name, part.rstrip("0123456789")
        case Unsure(place=place):
            return name, place
        case GameOver(winners=winners):
            return name, "one" if len(winners) == 1 else "several"
        case Special():
            return name, *said.special
    return (name,)


def _cues(file: typed.TypedFile, said: type, values: object, keys: typed.Keys, found: dict[Kind, Cue]) -> None:
    """The cue at a table and those below it; what one leaves out it takes from all games, else from the one above."""
    if not isinstance(values, dict):
        raise file.wrong(keys, f"is {values!r}", f"right is a table, [{'.'.join(keys)}]")
    kind = keys[1:]
    above = found.get(kind, found.get(kind[:-1]))
    inherits = [name for name in ("phrase", "melody") if above is not None and name not in values]
    found[kind] = Cue(
        above.phrase if above and "phrase" in inherits else _phrase(file, said, values, (*keys, "phrase")),
        above.melody if above and "melody" in inherits else _melody(file, values, (*keys, "melody")),
    )
    known = said.SPECIAL if issubclass(said, Special) else _CASES.get(said, ())
    cases = known[len(kind) - 1 :]
    for name, value in values.items():
        if name in ("phrase", "melody"):
            continue
        if not cases or not re.fullmatch(cases[0], name):
            right = f"known here: phrase, melody{f', {cases[0]}' if cases else ''}"
            raise file.wrong((*keys, name), "no such key", right)
        _cues(file, said, value, (*keys, name), found)


def _phrase(file: typed.TypedFile, said: type, values: Mapping[str, Any], keys: typed.Keys) -> str:
    value = _text(file, values, keys, "what to say, in quotes")
    hints = {field.name: get_type_hints(said)[field.name] for field in fields(said)}
    there = {_SURE[word] for word in keys if word in _SURE}
    sure = [name for name, hint in hints.items() if type(None) not in get_args(hint) or name in there]
    try:
        parts = list(Formatter().parse(value))
    except ValueError as wrong:
        raise file.wrong(keys, str(wrong), "right is {field} or {field:gems}") from None
    for _, name, form, _ in parts:
        if name is not None and name not in sure:
            raise file.wrong(
                keys, f"{{{name}}} is not sure to be there", f"known here: {', '.join(sure) or 'no field'}"
            )
        if form and form not in COUNTED:
            right = " or ".join(f"{{{name}{':' if form else ''}{form}}}" for form in ("", *COUNTED))
            raise file.wrong(keys, f"{{{name}:{form}}} cannot be said", f"right is {right}")
    return value


def _melody(file: typed.TypedFile, values: Mapping[str, Any], keys: typed.Keys) -> melody.Melody:
    right = 'notes with their beats, such as "C6:1 E6:2"'
    value = _text(file, values, keys, right)
    try:
        notes = melody.read(value)
    except ValueError as wrong:
        raise file.wrong(keys, str(wrong), f"right is {right}") from None
    if not any(note.hz for note in notes):
        raise file.wrong(keys, f"{value!r} is silent", f"right is {right}")
    return notes


def _text(file: typed.TypedFile, values: Mapping[str, Any], keys: typed.Keys, right: str) -> str:
    value = values.get(keys[-1])
    if not isinstance(value, str) or not value:
        raise file.wrong(keys, "is missing" if value is None else f"is {value!r}", f"right is {right}")
    return value


def _looks(file: typed.TypedFile, table: Mapping[str, Any], lights: tuple[str, ...], found: dict[str, Look]) -> None:
    for meaning in lights:
        if meaning not in table and meaning not in found and meaning not in COLOURS:
            right = 'right is { colour = "..." }, or a meaning that is a colour itself'
            raise file.wrong(("lamps", meaning), "is missing", right)
    for meaning, value in table.items():
        keys = ("lamps", meaning)
        if meaning not in lights:
            raise file.wrong(keys, "no lamp of this game means that", f"known here: {', '.join(lights)}")
        match value:
            case {"colour": str(colour), **rest} if colour in COLOURS and rest.keys() <= {"blink"}:
                blink = rest.get("blink", False)
                if isinstance(blink, bool):
                    found[meaning] = Look(colour, blink)
                    continue
        right = f'right is {{ colour = "..." }}, or with blink = true; colours: {", ".join(COLOURS)}'
        raise file.wrong(keys, f"is {value!r}", right)


def _ranks(file: typed.TypedFile, known: Mapping[str, type]) -> dict[str, int]:
    order = file.values.get("order")
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(known):
        raise file.wrong(("order",), f"is {order!r}", f"right is a list of each of these once: {', '.join(known)}")
    return {name: rank for rank, name in enumerate(order)}


def _table(file: typed.TypedFile, values: Mapping[str, Any], keys: typed.Keys) -> dict[str, Any]:
    table = values.get(keys[-1])
    if not isinstance(table, dict):
        raise file.wrong(keys, "is missing" if table is None else f"is {table!r}", f"right is [{'.'.join(keys)}]")
    return table
