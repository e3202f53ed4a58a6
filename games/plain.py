"""Frozen records as what JSON and TOML can say, and back: settings in the journal, the owner's copy in its file.

Laws: `load` gives back exactly what `dump` was given; names are the public ones (`dieFaces` for `die_faces`); pairs of
a name and a value may be written as a table; what cannot be meant is said with its name and what would be right.
"""

from dataclasses import fields
from enum import Enum
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from games.settings import public

T = TypeVar("T")

Plain = Any
"""Numbers, texts, true and false, lists and tables of them."""


def dump(record: Any) -> dict[str, Plain]:
    """The fields of a dataclass by their public names."""
    return {public(field.name): _plain(getattr(record, field.name)) for field in fields(record)}


def load(kind: type[T], given: object) -> T:
    """A dataclass from what `dump` gave; what is not given keeps its default. Raises ValueError with a sentence."""
    if not isinstance(given, dict):
        raise ValueError(f"{given!r} is no table")  # noqa: TRY004 - a file's mistake, not the program's
    hints = get_type_hints(kind)
    known = {public(name): name for name in hints}
    values = {}
    for name, value in given.items():
        # Journals of the first version wrote the names as in Python.
        field = known.get(public(name))
        if field is None:
            raise ValueError(f"no value is called {name!r}; there are {', '.join(known)}")
        values[field] = _value(public(name), hints[field], value)
    return kind(**values)


def _plain(value: object) -> Plain:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def _value(name: str, hint: Any, value: Any) -> Any:
    if isinstance(hint, type) and issubclass(hint, Enum):
        allowed = {choice.value: choice for choice in hint}
        if value in allowed:
            return allowed[value]
        raise _wrong(name, value, " or ".join(map(str, allowed)))
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        if value in args:
            return value
        raise _wrong(name, value, " or ".join(map(str, args)))
    if origin in (Union, UnionType):
        return None if value is None else _value(name, next(arg for arg in args if arg is not type(None)), value)
    if origin is tuple:
        return _many(name, args, value)
    if hint in (bool, int, float, str) and type(value) is hint:
        return value
    raise _wrong(name, value, {bool: "true or false", int: "a whole number", float: "a number"}.get(hint, "a text"))


def _many(name: str, args: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if args[-1] is not Ellipsis:
        if not isinstance(value, list) or len(value) != len(args):
            raise _wrong(name, value, f"a list of {len(args)}")
        return tuple(_value(name, arg, each) for arg, each in zip(args, value, strict=True))
    pair = get_args(args[0]) if get_origin(args[0]) is tuple else ()
    if isinstance(value, dict) and len(pair) == 2 and pair[-1] is not Ellipsis:
        # A table's names are texts; where numbers are meant they are read as such.
        value = [[int(key) if pair[0] is int and key.isdecimal() else key, each] for key, each in value.items()]
    if not isinstance(value, list):
        raise _wrong(name, value, "a list")
    flat = [each for each in value if not isinstance(each, list)]
    if flat and pair[-1:] == (Ellipsis,):
        # What is given is a list: it would be no help to hear that one of its entries can be a list.
        raise ValueError(f"{name} has {flat[0]!r} by itself in its list; it can be a list of lists, [[...], [...]]")
    return tuple(_value(name, args[0], each) for each in value)


def _wrong(name: str, value: object, right: str) -> ValueError:
    return ValueError(f"{name} is {value!r}; it can be {right}")
