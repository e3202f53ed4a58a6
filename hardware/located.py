"""A TOML file of which every key knows its line, so that a mistake in it can be named where it stands.

The standard library's parser tells lines of syntax errors only. This reads the text a second time, for the lines alone,
once the parser has called it lawful.
"""

import re
import tomllib
from dataclasses import dataclass
from typing import Any

Keys = tuple[str, ...]
"""The way to a key: ("scale", "cell", "centre_empty_counts")."""

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\n|[\[\]{}=]|[^\s\[\]{}="\'#]+',
    re.DOTALL,
)
_KEY = re.compile(r'"((?:\\.|[^"\\])*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)')


class TomlError(ValueError):
    """The text is no TOML: `line`, `why`, and what would be `right`."""

    def __init__(self, line: int, why: str, right: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why
        self.right = right


@dataclass(frozen=True, slots=True)
class Located:
    """What a TOML text says, and in which line each of its keys stands (counted from 1)."""

    values: dict[str, Any]
    lines: dict[Keys, int]

    def line(self, path: Keys) -> int:
        """The line of a key; of the nearest table around it where the key itself is not written."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read(text: str) -> Located:
    """Parse `text`; a byte order mark before it, as some editors leave one, is none of it. Raises TomlError."""
    text = text.removeprefix("\ufeff")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        if str(wrong).startswith("Cannot"):  # ... overwrite a value, ... declare a table twice
            _once(text)
        place = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)", str(wrong))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        why = str(wrong)[: place.start()] if place else str(wrong)
        raise TomlError(line, why, "right is `key = value`, numbers bare and names in quotes") from None
    return Located(values, dict(_lines(text)))


def _once(text: str) -> None:
    """Raises TomlError for the first key or table that stands there twice."""
    seen: dict[Keys, int] = {}
    for keys, line in _lines(text):
        if keys in seen:
            raise TomlError(line, f"{'.'.join(keys)}: stands in line {seen[keys]} already", "right is to say it once")
        seen[keys] = line


def _lines(text: str) -> list[tuple[Keys, int]]:
    found: list[tuple[Keys, int]] = []
    table: Keys = ()
    statement = ""  # what stands before the `=`, or a whole header
    line, depth, in_value = 1, 0, False
    for word in (match[0] for match in _TOKEN.finditer(text)):
        if word == "\n" and depth == 0:
            if statement.startswith("["):
                table = _path(statement)
                found.append((table, line))
            statement, in_value = "", False
        elif in_value:
            depth += (word in "[{") - (word in "]}")
        elif word == "=":
            found.append((table + _path(statement), line))
            in_value = True
        elif not word.startswith("#") and word != "\n":
            statement += word
        line += word.count("\n")
    if statement.startswith("["):
        found.append((_path(statement), line))
    return found


def _path(written: str) -> Keys:
    return tuple(double or single or bare for double, single, bare in _KEY.findall(written))
