"""What the doctor says: what is wrong first, each with its command; to be read, or as JSON."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from textwrap import wrap
from typing import Final

from firmware.doctor.finding import Finding, Verdict

WIDTH: Final = 100
"""Columns of a sentence; a command is never broken, so that it can be copied."""

_HEADS: Final[dict[Verdict, str]] = {
    "wrong": "Wrong",
    "warn": "Worth a look",
    "unknown": "Not known here",
    "ok": "Well",
}


def worst(findings: Iterable[Finding]) -> Verdict:
    """The verdict of the whole: `wrong` before `warn` before `unknown` before `ok`."""
    there = {finding.verdict for finding in findings}
    return next((verdict for verdict in _HEADS if verdict in there), "ok")


def lines(findings: Iterable[Finding], *, everything: bool) -> Iterator[str]:
    """The report to be read; what is well only if `everything` is asked for."""
    found = tuple(findings)
    yield _sum(found)
    for verdict, head in _HEADS.items():
        mine = [finding for finding in found if finding.verdict == verdict]
        if not mine or (verdict == "ok" and not everything):
            continue
        yield ""
        yield f"{head}:"
        for finding in mine:
            yield from wrap(
                finding.sentence,
                WIDTH,
                initial_indent="  - ",
                subsequent_indent="    ",
                break_long_words=False,
                break_on_hyphens=False,
            )
            if finding.mend is not None:
                yield f"      {finding.mend}"


def as_json(findings: Iterable[Finding]) -> str:
    """One object: the verdict of the whole, and every finding with all its fields."""
    found = tuple(findings)
    told = {"verdict": worst(found), "findings": [asdict(finding) for finding in found]}
    return json.dumps(told, indent=2, ensure_ascii=False)


def _sum(found: tuple[Finding, ...]) -> str:
    count = {verdict: sum(finding.verdict == verdict for finding in found) for verdict in _HEADS}
    told = [f"{count['wrong']} wrong", f"{count['warn']} worth a look", f"{count['unknown']} not known here"]
    troubles = ", ".join(each for each in told if not each.startswith("0 "))
    well = f"{count['ok']} of {len(found)} are well"
    return f"{troubles}; {well} (--all lists them)." if troubles else f"All is well: {well}."
