"""`boxref copy`, `boxref copy show` and `boxref copy check`: what is printed on the owner's games."""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from firmware import copyfile, copytalk, copytext
from firmware.commands import WRONG, Refused
from firmware.copyfile import SETTINGS, CopyFile
from firmware.places import copy_file, is_absent, state_directory
from games import plain

FAILED: Final = 1
"""Exit status where the file cannot be written."""


def copy(what: str | None, *, file: str | None, state: str | None) -> int:
    """Ask for what is printed on the games, or show or check what is known of it; answers the exit status."""
    path = copy_file(file, state_directory(state))
    match what:
        case "show":
            return _show(copyfile.read(path))
        case "check":
            return _check(path)
    usual = path == copy_file(None, state_directory(state))
    return _converse(path, "the box reads it when it starts" if usual else f"`boxref run --copy {path}` reads it")


def _show(read: CopyFile) -> int:
    print(f"{read.source} is not there: everything is as shipped." if is_absent(read.source) else read.source)
    for line in _listed(read):
        print(line)
    return _complain(read)


def _listed(read: CopyFile) -> Iterator[str]:
    for owned in read.owned:
        yield ""
        yield owned.game.title
        for name in owned.names:
            yield f"  {name}: {copytext.said(owned, name)}"
            yield from (f"    {mark}" for mark in owned.marks(name))
        for name, value in plain.dump(owned.read(owned.game.rules.settings())).items():
            if name in owned.readings:
                yield f"  {SETTINGS}.{name}: {value if isinstance(value, str) else json.dumps(value)}"
                yield f"    {'yours' if name in owned.chosen else 'as recommended'}"


def _check(path: Path) -> int:
    if is_absent(path):
        raise Refused(f"there is no copy file {path}; `boxref copy` makes one")
    read = copyfile.read(path)
    if not read.faults:
        values = sum(len(owned.entered) + len(owned.chosen) for owned in read.owned)
        print(f"{path}: all can be so; values entered: {values}")
    return _complain(read)


def _complain(read: CopyFile) -> int:
    for complaint in read.complaints():
        print(complaint, file=sys.stderr)
    return WRONG if read.faults else 0


def _converse(path: Path, reads: str) -> int:
    """Ask, and write every answer down as soon as it is given: whatever ends the conversation, nothing is lost.

    `reads` tells who reads it then.
    """
    if sys.stdin is None:
        raise Refused("nobody can answer here: standard input is closed")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with suppress(ImportError):
        import readline  # noqa: F401 - lines can be edited once it is there
    read = copyfile.read(path)
    _complain(read)
    print(copytalk.INTRO)
    talk, kept, status = copytalk.begin(read.owned), False, 0
    while not talk.over:
        told, question = copytalk.ask(talk)
        print(*told, sep="\n", end="\n" if told else "")
        try:
            line = input(question)
        except (EOFError, KeyboardInterrupt) as end:
            status = 130 if isinstance(end, KeyboardInterrupt) else 0
            print()
            line = "stop"
        before = talk.owned
        talk, answer = copytalk.hear(talk, line)
        if talk.owned != before:
            try:
                kept = kept or _keep(path)
                copyfile.save(path, talk.owned)
            except OSError as error:
                return _unwritten(path, talk, error)
        print(*answer, sep="\n", end="\n" if answer else "")
    values = sum(len(owned.entered) for owned in talk.owned)
    print(f"Values entered: {values}. They are in {path}; {reads}." if values else "Nothing entered.")
    return status


def _keep(path: Path) -> bool:
    before = copyfile.keep(path)
    if before is not None:
        print(f"  What stood in {path.name} until now is kept in {before.name}.")
    return True


def _unwritten(path: Path, talk: copytalk.Talk, error: OSError) -> int:
    print(
        f"boxref: {path} cannot be written ({error.strerror}: {error.filename}); name another file with --copy",
        file=sys.stderr,
    )
    print("This would stand in it:", "", copytext.written(talk.owned), sep="\n")
    return FAILED
