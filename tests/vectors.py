"""`python -m tests.vectors FILE.json`: rule-level cases through each game's rules.

Prints every mismatch (case, step, expected, got). Exit status: 0 all held, 1 one did not, 2 the file is wrong.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.adapters import clever_keys, dragon_battle, hammer_time, sultans_swoop
from tests.adapters.contract import Adapter, UnreadableError, known

ADAPTERS: dict[str, Adapter[Any]] = {
    "CK": clever_keys.ADAPTER,
    "HT": hammer_time.ADAPTER,
    "DB": dragon_battle.ADAPTER,
    "SS": sultans_swoop.ADAPTER,
}

CASE = {"id": str, "game": str, "setup": dict, "steps": list}
"""What every case must have; more is for people."""


class Mismatch(NamedTuple):
    case: str
    step: int
    event: str
    arguments: list[Any]
    expected: Any
    got: str

    def __str__(self) -> str:
        arguments = json.dumps(self.arguments)
        return f"{self.case} step {self.step} {self.event} {arguments}: expected {self.expected!r}, got {self.got!r}"


def cases_in(text: str) -> list[dict[str, Any]]:
    """The cases of a file, all looked at before any is run."""
    try:
        cases = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(f"line {error.lineno}: {error.msg}; a file of cases is a JSON list") from error
    if not isinstance(cases, list):
        raise UnreadableError(f"this is a {type(cases).__name__}; a file of cases is a JSON list")
    for number, case in enumerate(cases, 1):
        for name, kind in CASE.items():
            if not isinstance(case, dict) or not isinstance(case.get(name), kind):
                raise UnreadableError(f"case {number} needs {name!r}, a {kind.__name__}")
        try:
            known("game", case["game"], tuple(ADAPTERS))
            for step in case["steps"]:
                _parts(step)
        except UnreadableError as error:
            raise UnreadableError(f"case {case['id']}: {error}") from error
    return cases


def _parts(step: Any) -> tuple[str, list[Any], Any]:
    match step:
        case [str(event), list(arguments), answer]:
            return event, arguments, answer
        case _:
            raise UnreadableError(f"a step is [event, [arguments], answer], not {json.dumps(step)}")


def mismatches(case: dict[str, Any]) -> Iterator[Mismatch]:
    """Play one case; after a mismatch it goes on from where our rules stand."""
    adapter = ADAPTERS[case["game"]]
    number = 0
    try:
        state = adapter.setup(case["setup"])
        for number, step in enumerate(case["steps"], 1):
            event, arguments, expected = _parts(step)
            state, got = adapter.step(state, event, arguments)
            if got != expected:
                yield Mismatch(case["id"], number, event, arguments, expected, got)
    except UnreadableError as error:
        raise UnreadableError(f"case {case['id']}, {f'step {number}' if number else 'set-up'}: {error}") from error


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tests.vectors FILE.json", file=sys.stderr)
        return 2
    [name] = arguments
    try:
        cases = cases_in(Path(name).read_text(encoding="utf-8"))
        found = [mismatch for case in cases for mismatch in mismatches(case)]
    except OSError as error:
        print(f"{name}: {error.strerror}; name a file of rule cases", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    for mismatch in found:
        print(mismatch)
    wrong = {mismatch.case for mismatch in found}
    for game, count in Counter(case["game"] for case in cases).items():
        failed = sum(case["game"] == game and case["id"] in wrong for case in cases)
        print(
            f"{ADAPTERS[game].title}: {count} cases, {failed} with a mismatch"
            if failed
            else f"{ADAPTERS[game].title}: {count} cases, all as expected"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
