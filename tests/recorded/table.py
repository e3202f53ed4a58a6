"""A table in a text file, as spreadsheets, logic analysers and serial monitors write it.

The first line that says anything is the heading. What separates its names separates the cells: a tab, a semicolon or a
comma. Columns may stand in any order and among others; capitals, blanks and a unit in brackets behind a name do not
count. Blank lines and what follows `#` are skipped, any end of line will do, and where commas separate nothing a
decimal comma is a point.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.recorded.replayed import WrongFile, lines

SEPARATORS = "\t;,"


def rows(
    file: Path, what: str, columns: Mapping[str, Sequence[str]], *, optional: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, str]]]:
    """The number of each line behind the heading, and its cells by the name of their column ("" where it ends early).

    `what` is the kind of recording, for errors; `columns` gives each name that is needed the names that people write
    instead; `optional` ones are "" where there is no such column. Raises WrongFile or OSError.
    """
    written = lines(file)
    number, heading = next(written, (1, ""))
    separator = max(SEPARATORS, key=heading.count)
    names = [cell.partition("[")[0].partition("(")[0].strip().casefold() for cell in _split(file, heading, separator)]
    places = {name: _place(names, (name, *others)) for name, others in columns.items()}
    if None in places.values():
        needed = " and ".join(", ".join(columns).rsplit(", ", 1))
        raise WrongFile(file, f"a {what} needs the columns {needed}", line=number)
    places |= {name: _place(names, (name,)) for name in optional}
    for number, line in written:
        cells = _split(file, line if separator == "," else line.replace(",", "."), separator)
        yield number, {name: _cell(cells, place) for name, place in places.items()}


def files(folder: Path, what: str, columns: Mapping[str, Sequence[str]]) -> list[Path]:
    """The CSVs in a folder, and the folders in it, that have these columns. Raises WrongFile where there are none."""
    found = [file for file in sorted(folder.rglob("*.csv")) if _fits(file, what, columns)]
    if not found:
        raise WrongFile(folder, f"no {what} in it")
    return found


def _fits(file: Path, what: str, columns: Mapping[str, Sequence[str]]) -> bool:
    try:
        next(rows(file, what, columns), None)
    except (WrongFile, OSError):
        return False
    return True


def _split(file: Path, line: str, separator: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error as wrong:
        raise WrongFile(file, f"is no table ({wrong})") from wrong


def _place(names: Sequence[str], known: Sequence[str]) -> int | None:
    return next((names.index(name) for name in known if name in names), None)


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place] if place is not None and place < len(cells) else ""
