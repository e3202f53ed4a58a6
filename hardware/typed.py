"""Tables of a TOML file turned into frozen dataclasses, field by field, every mistake named where it stands."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

from hardware import located

T = TypeVar("T")

Keys = located.Keys


class PlanError(ValueError):
    """A file of the owner's cannot be meant so; the text is one line for its owner."""


class Within(NamedTuple):
    """A number from `least` to `most`, both allowed: `Annotated[int, Within(0, 27)]`; `say` writes it for people."""

    least: float
    most: float
    say: Callable[[Any], str] = str


@runtime_checkable
class Written(Protocol):
    """A type with a writing of its own."""

    @classmethod
    def read(cls, written: object) -> Any:
        """The value, or None if it is written otherwise."""

    @classmethod
    def right(cls) -> str:
        """How it is written, for people."""


@dataclass(frozen=True, slots=True)
class TypedFile:
    """A file that parsed: its values, and the way to complain about one of them."""

    source: Path
    file: located.Located

    @property
    def values(self) -> dict[str, Any]:
        """What the whole file says."""
        return self.file.values

    def wrong(self, keys: Keys, what: str, right: str) -> PlanError:
        """The mistake at a key, as `FILE:LINE: KEY: what; right`."""
        return PlanError(f"{self.source}:{self.file.line(keys)}: {'.'.join(keys)}: {what}; {right}")

    def table(self, kind: type[T], values: object, keys: Keys, **given: Any) -> T:
        """A dataclass of the table at `keys`; its `given` fields are not looked for in the file. Raises PlanError."""
        if not isinstance(values, dict):
            raise self.wrong(keys, f"is {values!r}", f"right is a table, [{'.'.join(keys)}]")
        hints = get_type_hints(kind, include_extras=True)
        known = [name for name in hints if name not in given]
        for name in values:
            if name not in known:
                raise self.wrong((*keys, name), "no such key", f"known here: {', '.join(known)}")
        return kind(**given, **{name: self._value(hints[name], values, (*keys, name)) for name in known})

    def _value(self, hint: Any, values: dict[str, Any], keys: Keys) -> Any:
        if keys[-1] not in values:
            raise self.wrong(keys, "is missing", f"right is {_right(hint)}")
        value = values[keys[-1]]
        if get_origin(hint) is tuple:
            one = get_args(hint)[0]
            if isinstance(value, list) and value and all(_fits(one, each) for each in value):
                return tuple(value)
        elif isinstance(hint, Written):
            read = hint.read(value)
            if read is not None:
                return read
        elif hint is bool:
            if isinstance(value, bool):
                return value
        elif isinstance(hint, type) and hint is not str:
            return self.table(hint, value, keys)
        elif _fits(hint, value):
            return value
        raise self.wrong(keys, f"is {_said(hint, value)}", f"right is {_right(hint)}")


def read_text(source: Path) -> str:
    """What stands in a file. Raises OSError or UnicodeDecodeError."""
    return source.read_text(encoding="utf-8")


def open_file(source: Path, read: Callable[[Path], str] = read_text) -> TypedFile:
    """Read and parse `source`. Raises PlanError."""
    try:
        return TypedFile(source, located.read(read(source)))
    except located.TomlError as wrong:
        raise PlanError(f"{source}:{wrong.line}: {wrong.why}; {wrong.right}") from None
    except OSError as wrong:
        right = "right is a text file that is there and may be read"
        raise PlanError(f"{source}:1: cannot be read ({wrong.strerror or wrong}); {right}") from None
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise PlanError(f"{source}:{line}: this is no UTF-8; save the file as UTF-8 text") from None


def _fits(hint: Any, value: object) -> bool:
    if get_origin(hint) is Literal:
        return any(value == allowed and type(value) is type(allowed) for allowed in get_args(hint))
    if get_origin(hint) is Annotated:
        kind, (least, most, _) = get_args(hint)
        # TOML's true and false are Python's, which would pass for 1 and 0.
        if isinstance(value, bool) or not isinstance(value, int if kind is int else (int, float)):
            return False
        return bool(least <= value <= most)
    return isinstance(value, str) and bool(value)


def _said(hint: Any, value: object) -> str:
    """A value as the file would write it: addresses in hexadecimal."""
    if get_origin(hint) is Annotated and type(value) is int:
        return str(get_args(hint)[1].say(value))
    return repr(value)


def _right(hint: Any) -> str:
    """A type in words."""
    if get_origin(hint) is Literal:
        allowed = [f'"{each}"' if isinstance(each, str) else str(each) for each in get_args(hint)]
        return allowed[0] if len(allowed) == 1 else f"one of {', '.join(allowed)}"
    if get_origin(hint) is Annotated:
        kind, (least, most, say) = get_args(hint)
        number = "a whole number" if kind is int else "a number"
        return say(least) if least == most else f"{number} from {say(least)} to {say(most)}"
    if get_origin(hint) is tuple:
        return f"a list, [...], each {_right(get_args(hint)[0])}"
    if isinstance(hint, Written):
        return str(hint.right())
    return {bool: "true or false", str: "a text in quotes"}.get(hint, "a table")
