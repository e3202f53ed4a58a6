"""The expectations of a play: how they are read, and which announcement answers one."""

from dataclasses import fields
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from firmware import cues
from firmware.palette import COLOURS
from firmware.plays import terms
from firmware.plays.script import Lamp, Over, Said, Scores, Silence, Turn, Want, Wrong
from firmware.setting import Setting
from games import catalog
from games.announcements import Announcement, words
from games.announcements.shared import Do
from games.lobby import lobby

KNOWN: Final = {kind.__name__: kind for says in (lobby.SAYS, *(game.says for game in catalog.GAMES)) for kind in says}
"""What the referee can say, by name."""

_FORMS: Final = "write expect NAME [field=value ...], none, scores, turn, lamp or over"
_GUIDED: Final = ("go", "back", "column")
"""What a guide may name, besides the parts."""


def read_expectation(text: tuple[str, ...], setting: Setting | None) -> Want:
    """What the words behind `expect` ask for in a setting (None: not known); raises Wrong."""
    players = _seated(setting)
    match text:
        case ():
            raise Wrong("it is not said what to expect", _FORMS)
        case ("none",):
            return Silence()
        case ("scores", *scores) if scores:
            return Scores(_scores(scores, players))
        case ("turn", player):
            return Turn(_player(player, players))
        case ("lamp", name, colour):
            return Lamp(terms.lamp(name), terms.one_of(colour, tuple(COLOURS), "lamp colour"))
        case ("over", winners):
            return Over(_players(winners, players))
        case (("none" | "scores" | "turn" | "lamp" | "over") as name, *_):
            right = {
                "none": "nothing stands behind expect none",
                "scores": "write expect scores N N ..., a number for each player",
                "turn": "write expect turn PLAYER",
                "lamp": "write expect lamp NAME COLOUR",
                "over": "write expect over WINNERS, players joined by commas",
            }
            raise Wrong(f"{' '.join(text)!r} cannot be expected", right[name])
    return _said(text, setting)


def matches(said: Said, announcement: Announcement) -> bool:
    """Whether an announcement has this name and these fields, compared as printed; a code matches without its game."""
    name, *values = words(announcement).split(" ")
    return name == said.name and all(
        f"{field}={value}" in values or (field == "code" and any(v.endswith(f"-{value}") for v in values))
        for field, value in said.fields
    )


def _seated(setting: Setting | None) -> int | None:
    """How many play; None where it is not known, or the lobby's pads tell only later."""
    return None if setting is None or setting.game is None else setting.players


def _said(text: tuple[str, ...], setting: Setting | None) -> Said:
    name = text[0]
    if name not in KNOWN:
        meant = terms.nearest(name, KNOWN)
        right = f"did you mean {meant!r}?" if meant else f"the announcements are {', '.join(KNOWN)}"
        raise Wrong(f"there is no announcement {name!r}", right)
    known = [field.name for field in fields(KNOWN[name])]
    pairs: dict[str, str] = {}
    for word in text[1:]:
        field, equals, value = word.partition("=")
        if not equals or field not in known:
            right = f"its fields are {', '.join(known)}" if known else "it has none"
            raise Wrong(f"{name} has no field {field!r}" if equals else f"{word!r} is no field=value", right)
        if field in pairs:
            raise Wrong(f"{field!r} is said twice", "say each field once")
        pairs[field] = _value(KNOWN[name], field, value, setting)
    return Said(name, tuple(pairs.items()))


def _value(said: type, field: str, value: str, setting: Setting | None) -> str:
    """A value as it is printed; refuses one that no announcement of the game can have in this field."""
    players = _seated(setting)
    match field:
        case "player":
            return _printed(field, value, _player(value, players))
        case "winners":
            return ",".join(map(str, _players(value, players)))
        case "scores":
            return ",".join(map(str, _scores(value.split(","), players)))
        case "code":
            return _foul(value, setting)
        case "slot":
            return str(terms.slot(value))
        case "place":
            return terms.place(value)
        case "part":
            return value if value in _GUIDED else terms.part(value)
        case "do":
            return terms.one_of(value, get_args(Do), "guide")
        case "about":
            return value if setting is None else terms.one_of(value, _cases(setting, "Ask"), "question")
        case _:
            return _typed(get_type_hints(said)[field], field, value)


def _typed(hint: Any, field: str, value: str) -> str:
    """A value by the field's type: one of some words, several of them, a number, or any word."""
    if get_origin(hint) is tuple:
        return ",".join(_typed(get_args(hint)[0], field, word) for word in (value.split(",") if value else ()))
    if get_origin(hint) is Literal:
        return terms.one_of(value, get_args(hint), f"value of {field}")
    if hint in (int, int | None):
        return _printed(field, value, terms.whole(value, field))
    if not value:
        raise Wrong(f"{field!r} is empty", f"write {field}= and a word")
    return value


def _foul(code: str, setting: Setting | None) -> str:
    """A foul's code, with its game's letters before it or without."""
    if setting is None:
        return code
    codes = _cases(setting, "Foul")
    if code not in codes and code not in {known.partition("-")[2] for known in codes}:
        title = "the games" if setting.game is None else setting.game.title
        right = f"those of {title} are {', '.join(codes)}, and may be written without their first letters"
        raise Wrong(f"there is no foul {code!r}", right)
    return code


def _cases(setting: Setting, announcement: str) -> tuple[str, ...]:
    """The special cases of an announcement that the game has cues for: its fouls, its questions; in the lobby all."""
    games = catalog.GAMES if setting.game is None else (catalog.named(setting.game.name),)
    return tuple(dict.fromkeys(case for game in games for case in _cases_of(game.name, announcement)))


@cache
def _cases_of(game: str, announcement: str) -> tuple[str, ...]:
    kinds = cues.of(catalog.named(game)).cues
    return tuple(case for name, *(case, *deeper) in (kind for kind in kinds if len(kind) > 1) if name == announcement)


def _printed(field: str, value: str, number: int) -> str:
    if value != str(number):
        raise Wrong(f"{field} {value!r} is not how it is printed", f"write {field}={number}")
    return value


def _player(word: str, players: int | None) -> int:
    return terms.whole(word, "player", most=None if players is None else players - 1)


def _players(word: str, players: int | None) -> tuple[int, ...]:
    return tuple(sorted({_player(player, players) for player in word.split(",")}))


def _scores(scores: list[str], players: int | None) -> tuple[int, ...]:
    if players is not None and len(scores) != players:
        raise Wrong(
            f"{len(scores)} scores for {players} players",
            "give every player's score, with spaces between, in the order of players",
        )
    return tuple(terms.whole(score, "score") for score in scores)
