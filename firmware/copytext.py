"""What a copy file says, as TOML: the values that the owner has entered, game by game."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from firmware.owned import Owned

HEAD: Final = """\
# What is printed on your copies of the games. `boxref copy` asks for it and writes it here; `boxref copy show` lists
# it with what the box assumes. What does not stand here is as shipped. In a table [GAME.settings] stand house rules.
"""

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def written(owned: Iterable[Owned]) -> str:
    """The text of the file."""
    return HEAD + "".join(line + "\n" for each in owned if each.entered or each.chosen for line in _table(each))


def said(owned: Owned, name: str) -> str:
    """A value for people: words; a name with its value as name=value, lists in a line joined by commas."""
    value = owned.value(name)
    match owned.shape(name):
        case "one":
            return str(value)
        case "list":
            return " ".join(map(str, value))
        case "counts":
            return " ".join(f"{key}={each}" for key, each in value)
        case "lists":
            return " | ".join(" ".join(map(str, each)) for each in value)
        case "table":
            return " | ".join(f"{key}: {' '.join(map(str, each))}" for key, each in value)


def _table(owned: Owned) -> Iterator[str]:
    """The game's table; values that are tables themselves come behind the others, as TOML has it."""
    entered = [name for name in owned.names if name in owned.entered]
    tables = [name for name in entered if owned.shape(name) in {"counts", "table"}]
    yield ""
    if entered:
        yield f"[{owned.game.name}]"
    for name in entered:
        value = owned.value(name)
        if owned.shape(name) == "lists":
            yield f"{name} = ["
            yield from (f"  {_toml(each)}," for each in value)
            yield "]"
        elif name not in tables:
            yield f"{name} = {_toml(value)}"
    for name in tables:
        yield ""
        yield f"[{owned.game.name}.{name}]"
        for key, each in dict(owned.value(name)).items():
            yield f"{key if _BARE.fullmatch(str(key)) else _toml(key)} = {_toml(each)}"
    if owned.chosen:
        yield ""
        yield f"[{owned.game.name}.settings]"
        yield from (f"{name} = {_toml(value)}" for name, value in owned.chosen.items())


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    # JSON writes texts, whole numbers, true and false as TOML does; a delete character it leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
