"""The expectations of a play: how they are read, and which announcement answers one."""

import re
from dataclasses import fields
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from firmware.palette import COLOURS
from firmware.plays import terms
from firmware.plays.script import Lamp, Over, Said, Scores, Silence, Turn, Want, Wrong
from games.announcements import Announcement, words
from games.announcements.shared import Do

KNOWN: Final = {kind.__name__: kind for kind in get_args(Announcement)}
"""What the referee can say, by name."""

_FORMS: Final = "write expect NAME [field=value ...], none, scores, turn, lamp or over"
_CODE: Final = re.compile(r"(?:(CK|HT|DB|SS)-)?(F[0-9]{2})")


def read_expectation(text: tuple[str, ...], players: int | None) -> Want:
    """What the words behind `expect` ask for, in a game of so many players (None: not known); raises Wrong."""
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
    return _said(text, players)


def matches(said: Said, announcement: Announcement) -> bool:
    """Whether an announcement has this name and these fields, compared as printed; a code matches without its game."""
    name, *values = words(announcement).split(" ")
    return name == said.name and all(
        f"{field}={value}" in values or (field == "code" and any(v.endswith(f"-{value}") for v in values))
        for field, value in said.fields
    )


def _said(text: tuple[str, ...], players: int | None) -> Said:
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
        _value(KNOWN[name], field, value, players)
        pairs[field] = value
    return Said(name, tuple(pairs.items()))


def _value(said: type, field: str, value: str, players: int | None) -> None:
    """Refuse a value that no announcement of this kind can have in this field."""
    match field:
        case "player":
            _player(value, players)
        case "winners":
            _players(value, players)
        case "scores":
            _scores(value.split(","), players)
        case "code":
            if not _CODE.fullmatch(value):
                raise Wrong(f"there is no foul {value!r}", "a foul is written like F03 or CK-F03")
        case "slot":
            terms.slot(value)
        case "place":
            terms.place(value)
        case "part":
            terms.part(value)
        case "do":
            terms.one_of(value, get_args(Do), "guide")
        case _:
            _typed(get_type_hints(said)[field], field, value)


def _typed(hint: Any, field: str, value: str) -> None:
    """Refuse a value by the field's type: one of some words, several of them, a number, or any word."""
    if get_origin(hint) is tuple:
        for word in value.split(",") if value else ():
            _typed(get_args(hint)[0], field, word)
    elif get_origin(hint) is Literal:
        terms.one_of(value, get_args(hint), field)
    elif hint in (int, int | None):
        terms.whole(value, field)
    elif not value:
        raise Wrong(f"{field!r} is empty", f"write {field}= and a word")


def _player(word: str, players: int | None) -> int:
    return terms.whole(word, "player", most=None if players is None else players - 1)


def _players(word: str, players: int | None) -> tuple[int, ...]:
    return tuple(sorted({_player(player, players) for player in word.split(",")}))


def _scores(scores: list[str], players: int | None) -> tuple[int, ...]:
    if players is not None and len(scores) != players:
        raise Wrong(f"{len(scores)} scores for {players} players", "give every player's score, in the order of players")
    return tuple(terms.whole(score, "score") for score in scores)
