"""Settings by their public names: `keysIdentical` in a play, in JSON and on the page is `keys_identical` in Python.

Law: whatever is wrong with a given setting is said with its name, its value and what would be right.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")


def public(name: str) -> str:
    """A field's name as everybody outside Python writes it."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def settings_of(kind: type[T], given: Mapping[str, object]) -> T:
    """The settings a game was asked for; what is not given keeps its default.

    Args:
        kind: A frozen dataclass of bool, int and Enum fields which all have defaults.
        given: Public names, with JSON values or the same as text (`false`, `40`), as plays write them; of a word it
            does not matter which letters are capital (rules.md writes `UNDO`).

    Raises:
        ValueError: A name is unknown or its value cannot be used. The sentence says what would be right.
    """
    return changed(kind(), given)


def changed(settings: T, given: Mapping[str, object]) -> T:
    """The settings with those that are given instead; `given` and errors as with `settings_of`."""
    known = {public(field.name): field for field in fields(settings)}  # type: ignore[arg-type] # T is a dataclass
    chosen = {}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"no setting is called {name!r}; there are {', '.join(known)}")
        chosen[known[name].name] = _value(name, value, type(known[name].default))
    return replace(settings, **chosen)  # type: ignore[type-var]


def readings(kind: type[Any], by_hand: Collection[str]) -> tuple[str, ...]:
    """Public names of the settings that a house may choose for good: neither dealt by chance nor chosen `by_hand`."""
    names = (public(field.name) for field in fields(kind) if "drawn" not in field.metadata)
    return tuple(name for name in names if name not in by_hand)


def drawn(settings: Any, draw: Callable[[int], int], *, anew: bool = False) -> Any:
    """The settings with what chance deals: drawn where it is not given, or (`anew`) in any case.

    Args:
        settings: A frozen dataclass. A whole number that chance deals has in its metadata, under "drawn", a function of
            the settings that tells how many numbers there are to draw from, 1 the lowest; 0 where none is needed.
        draw: A number from 0 that is lower than the one it is given, each as likely.
        anew: As for another round of the same game.
    """
    for field in fields(settings):
        numbers = field.metadata.get("drawn", lambda _settings: 0)(settings)
        if numbers and (anew or getattr(settings, field.name) == field.default):
            settings = replace(settings, **{field.name: 1 + draw(numbers)})
    return settings


def known(settings: Any, entered: Collection[str]) -> Any:
    """The settings, once it is known what the owner has entered of what is printed on the game.

    Args:
        settings: A frozen dataclass. A field that waits for this has in its metadata, under "entered", a function of
            the settings and of `entered` that gives its value.
        entered: The public names of the values of the copy that are the owner's, as shipped or not.
    """
    for field in fields(settings):
        if "entered" in field.metadata:
            settings = replace(settings, **{field.name: field.metadata["entered"](settings, entered)})
    return settings


def _value(name: str, value: object, kind: type[Any]) -> bool | int | Enum:
    if issubclass(kind, Enum):
        for choice in kind:
            if str(value).lower() == str(choice.value).lower():
                return choice
        *others, last = (choice.value for choice in kind)
        raise ValueError(f"{name} is {value!r}; it can be {', '.join(others)} or {last}")
    if kind is bool:
        if value is True or value == "true":
            return True
        if value is False or value == "false":
            return False
        raise ValueError(f"{name} is {value!r}; it can be true or false")
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"{name} is {value!r}; it must be a whole number")
