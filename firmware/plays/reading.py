"""A play's text, read whole: either a Play, or every fault of the file, so that one look puts all of them right."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from firmware.plays import terms
from firmware.plays.acts import Noise, Plug, Reset, Show, Unplug
from firmware.plays.dryrun import DryClock, DryHands
from firmware.plays.expect import read_expectation
from firmware.plays.script import After, At, Expectation, Fault, Play, Step, Wrong
from firmware.plays.setting import GAMES, WORLD, Draft
from firmware.plays.steps import read_deed
from firmware.setting import MOST_GEMS, Setting
from games.contract import Game


class _Line(NamedTuple):
    number: int
    words: tuple[str, ...]


_Bad = list[tuple[int, Wrong]]


def read_play(file: str, text: str) -> Play | tuple[Fault, ...]:
    """Read a play; where anything is wrong, all its faults in the order of the lines."""
    lines = list(_lines(text))
    first = next((line.number for line in lines if line.words[0] not in WORLD), None)
    bad: _Bad = []
    draft = Draft(folder=Path(file).parent)
    setting = _world(draft, [line for line in lines if line.words[0] in WORLD], first, bad)
    script = list(_script((line for line in lines if line.words[0] not in WORLD), setting, bad))
    if setting is not None:
        _rehearse(setting, script, bad)
        if not bad:
            return Play(file=file, setting=replace(setting, gate=any(map(_needs_a_gate, script))), lines=tuple(script))
    ordered = sorted(bad, key=lambda it: it[0])
    return tuple(fault for number, wrong in ordered for fault in wrong.faults(file, number))


def _needs_a_gate(line: Step | Expectation) -> bool:
    match line:
        case Step(deed=Show() | Unplug("gate") | Plug("gate") | Reset("gate") | Noise("gate")):
            return True
    return False


def read_step(line: int, words: tuple[str, ...], *, pause: float = 1.0) -> Step:
    """A step with its prefix, if any: `+2 push 3.2`, `@10 press go`, `wait 3`; raises Wrong.

    Without a prefix it begins `pause` seconds after the step before it.
    """
    begins: After | At = After(pause)
    prefix = words[0]
    if prefix[0] in "+@":
        seconds = terms.moment(prefix)
        begins = After(seconds) if prefix[0] == "+" else At(seconds)
        words = words[1:]
        if not words:
            raise Wrong(f"nothing stands behind {prefix!r}", "write the step that begins then, on the same line")
        if words[0] == "expect" or words[0] in WORLD:
            raise Wrong(f"{words[0]!r} is no step, and has no moment of its own", f"write it without {prefix}")
    return Step(line, " ".join(words), begins, read_deed(words))


def _lines(text: str) -> Iterator[_Line]:
    # Files of other computers: lines end with a carriage return, or with both.
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        words = tuple(line.partition("#")[0].split())
        if words:
            yield _Line(number, words)


def _world(draft: Draft, lines: Iterable[_Line], first: int | None, bad: _Bad) -> Setting | None:
    """The setting, or None where a world line is wrong (`first` is the number of the first line that is none)."""
    seen: dict[str, int] = {}
    for number, words in lines:
        name = words[0]
        if first is not None and number > first:
            bad.append((number, Wrong(f"{name!r} describes the world", f"write it above the first step, line {first}")))
        elif name in seen:
            bad.append((number, Wrong(f"{name!r} stands in line {seen[name]} already", "describe it once")))
        else:
            seen[name] = number
            try:
                draft.read(words)
            except Wrong as wrong:
                bad.append((number, wrong))
    if draft.game is None and "game" in seen:
        return None
    try:
        return draft.setting()
    except Wrong as wrong:
        bad.append((seen["gems"], wrong))
        return None


def _script(lines: Iterable[_Line], setting: Setting | None, bad: _Bad) -> Iterator[Step | Expectation]:
    for number, words in lines:
        try:
            if words[0] == "expect":
                yield Expectation(number, " ".join(words[1:]), read_expectation(words[1:], setting))
            else:
                yield read_step(number, words)
        except Wrong as wrong:
            bad.append((number, wrong))


def _rehearse(setting: Setting, lines: Iterable[Step | Expectation], bad: _Bad) -> None:
    """Try the steps without the box, up to the first line that could not be read: behind it nothing is certain."""
    unread = min((number for number, _ in bad), default=None)
    spare, colours = 0, () if setting.game is None else _colours(setting, setting.game)
    if setting.game is None:
        # In the lobby nobody knows which game will be played: the gems of the fullest box are at hand.
        spare = MOST_GEMS - setting.gems
        colours = tuple(dict.fromkeys(colour for game in GAMES.values() for colour in _colours(setting, game)))
    hands = DryHands({"centre": setting.gems, "corner": 0}, colours, held=spare)
    clock = DryClock(setting.hands == "tidy")
    for line in lines:
        if unread is not None and line.line > unread:
            return
        if isinstance(line, Expectation):
            clock.wait()
            continue
        for attempt in (partial(clock.begin, line), partial(hands.do, line.deed)):
            try:
                attempt()
            except Wrong as wrong:
                bad.append((line.line, wrong))
        if clock.ends > terms.DAY:
            return


def _colours(setting: Setting, game: Game) -> tuple[str, ...]:
    owned = setting.copies.get(game.name)
    return game.colours_of(owned and owned.copy)
