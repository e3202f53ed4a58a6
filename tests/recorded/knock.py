"""Recordings of blows, through a model of the front end and the sensing of the box: one knock for each, no other.

FILE is a WAV at any rate, a piezo's voltage or a microphone; of several channels the first that is not silent counts
(in recordings of drum pads the second is the rim). Any other file is a table of samples (`sampled`). A folder stands
for all WAVs in it.

LABELS has a line `start end name` for each blow, in seconds (as Audacity writes them; one moment alone will do, and so
will commas, tabs or semicolons and a heading); without it `FILE` with the ending `.labels.txt` is taken where there is
one, else the blows are looked for by another way than the box's own (`blows`), and what is unclear to that way too is
not judged. Blank lines and what follows `#` are skipped, and so are the lines that begin with a backslash (there
Audacity tells the frequencies of a label); an empty file says that there is no blow. In the order of time each label
gets the first knock near it; one more near it is a double.

**Gain and level by one rule**, for recordings differ in both: they are set as a maker sets them once for a box. The
gain so that the loudest of all just reaches the clamp; the level at three times what is heard while nothing happens
(the median of the peaks of 20 ms), and at a sixteenth of the clamp (24 dB under the loudest) at least, where the
trimmer ends. Nothing is set for one file alone.

A **doubtful** blow is no knock: the line did not fall silent as after a blow.
"""

from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from typing import NamedTuple

from firmware.sensing import knock
from firmware.sensing.knock import LEAST, Bounds, Least
from firmware.sensing.readings import Edge, Passed
from firmware.tuning import knock_of
from games.facts import Knock
from hardware.box import load
from hardware.sim.frontend import Flank, clamped, flanks, passed, trips
from tests.recorded.blows import blows
from tests.recorded.replayed import Replayed, WrongFile, lines
from tests.recorded.sampled import sampled
from tests.recorded.wav import heard

SUFFIX = ".wav"

QUIET = 3.0
"""The comparator's level over what is heard while nothing happens."""

RANGE = 16.0
"""The loudest blow over the lowest level that the trimmer reaches."""

LISTEN_S = 0.02
"""Of so many seconds the peak is what is heard."""

BY_HAND_S = 0.15
"""A knock may come so much before or after its label, for hands set labels: half of what lies between two taps."""

NEAR_S = 0.05
"""... and so much before or after a blow that was found without one."""


class Trim(NamedTuple):
    """How a maker sets the front end: the gain, what is heard then while nothing happens, and the comparator's level.

    The clamp is 1.
    """

    gain: float
    quiet: float
    level: float


class Span(NamedTuple):
    """Where a blow is said to be, in seconds."""

    start: float
    end: float
    name: str


def files(folder: Path) -> tuple[Path, ...]:
    """All recordings in a folder and the folders in it."""
    found = tuple(sorted(file for file in folder.rglob("*") if file.suffix.casefold() == SUFFIX))
    if not found:
        raise WrongFile(folder, "no WAV in it")
    return found


def replay(file: Path, labels: Path | None) -> Replayed:
    """Replay `file`; the events are its knocks, how many there are by each word for the sensitivity, and the count.

    Raises:
        WrongFile: it is no WAV or table, is silent, or a line of the labels is not what it should be.
    """
    sound = heard(file) if file.suffix.casefold() == SUFFIX else sampled(file)
    beside = file.with_suffix(".labels.txt")
    labels = labels or (beside if beside.exists() else None)
    through = passed(sound.samples, sound.hertz)
    trim = trimmed(file, through, sound.hertz)
    line = tuple(flanks(trips(clamped(through, trim.gain), sound.hertz, trim.level)))
    plan = knock_of(load())
    told = knocks(line, plan)
    sure = [fact.at for fact in told if not fact.doubtful]
    unclear: Sequence[float] = ()
    if labels is None:
        found, unclear = blows(sound.samples, sound.hertz)
        spans, near = [Span(at, at, str(number)) for number, at in enumerate(found, 1)], NEAR_S
        source = "blows found without labels"
    else:
        spans, near = list(_labels(labels, len(sound.samples) / sound.hertz)), BY_HAND_S
        source = f"blows labelled in {labels.name}"
    by_word = {word: sum(not each.doubtful for each in knocks(line, plan, least)) for word, least in LEAST.items()}
    events = (
        f"gain {trim.gain:.3g}, quiet {trim.quiet:.4f}, level {trim.level:.4f} of the clamp",
        *(("nothing reaches that level: it is too loud while nothing happens",) if trim.level > 1 else ()),
        *(f"{each.at:9.3f}  {'doubtful, no knock' if each.doubtful else 'knock'}" for each in told),
        *(f"{word}: {number} knocks" for word, number in by_word.items()),
    )
    counted, mismatches = _against(sure, spans, near, unclear)
    return Replayed(events=(*events, f"{len(spans)} {source}: {counted}"), mismatches=tuple(mismatches))


def trimmed(file: Path, through: Sequence[float], hertz: float) -> Trim:
    """Gain and level by the rule above, for what is `through` the front end."""
    loudest = max(map(abs, through), default=0.0)
    if not loudest:
        raise WrongFile(file, "nothing is to be heard in it")
    window = max(1, round(LISTEN_S * hertz))
    peaks = sorted(max(map(abs, through[begin : begin + window])) for begin in range(0, len(through), window))
    quiet = peaks[len(peaks) // 2] / loudest
    return Trim(1 / loudest, quiet, max(QUIET * quiet, 1 / RANGE))


def knocks(line: Sequence[Flank], bounds: Bounds, least: Least | None = None) -> list[Knock]:
    """What the box makes of its line, woken whenever it asks for it."""
    state, told = knock.begin(bounds if least is None else bounds._replace(least=least)), list[Knock]()
    readings = [*(Edge(flank.at, "knock", flank.active) for flank in line), None]
    for reading in readings:
        while (due := knock.wake(state)) is not None and (reading is None or due <= reading.at):
            state, facts = knock.see(state, Passed(due))
            told += [fact for fact in facts if isinstance(fact, Knock)]
        if reading is not None:
            state, _ = knock.see(state, reading)
    return told


def _against(
    sure: Sequence[float], spans: Sequence[Span], near: float, unclear: Sequence[float]
) -> tuple[str, list[str]]:
    spans, left, got = sorted(spans), list(sure), list[int]()
    # In order, so that labels which are all early or late are not taken for their neighbours'.
    for span in spans:
        its = next((at for at in left if _away(span, at) <= near), None)
        got.append(0 if its is None else 1)
        left = [at for at in left if at != its]
    astray = list[float]()
    for at in left:
        away, nearest = min(((_away(span, at), place) for place, span in enumerate(spans)), default=(inf, 0))
        if away <= near:
            got[nearest] += 1
        else:
            astray.append(at)
    mismatches = [
        f"blow {span.name} at {span.start:.3f} s: expected 1 knock, got {number}"
        for span, number in zip(spans, got, strict=True)
        if number != 1
    ]
    hits, doubles = sum(number > 0 for number in got), sum(max(0, number - 1) for number in got)
    false = [at for at in astray if all(abs(at - moment) > NEAR_S for moment in unclear)]
    mismatches += [f"{at:.3f} s: expected none, got a knock" for at in false]
    counted = f"{hits} hits, {len(spans) - hits} misses, {doubles} doubles, {len(false)} elsewhere"
    if unclear:
        counted += f"; {len(unclear)} rises too close together to judge, {len(astray) - len(false)} of them a knock"
    return counted, mismatches


def _away(span: Span, at: float) -> float:
    """How far from what is labelled."""
    return max(span.start - at, at - span.end, 0.0)


def _labels(file: Path, ends: float) -> Iterator[Span]:
    for place, (number, text) in enumerate(lines(file)):
        if text.startswith("\\") or (place == 0 and not any(letter.isdigit() for letter in text)):
            continue
        words = _words(text.strip())
        try:
            start, end = map(float, (words * 2)[:2] if len(words) == 1 else words[:2])
        except ValueError:
            raise WrongFile(file, f"{text!r} is not start and end in seconds", line=number) from None
        if not 0 <= start <= end < inf:
            raise WrongFile(file, f"a blow from {start} to {end} s cannot be", line=number)
        if start > ends + BY_HAND_S:
            raise WrongFile(file, f"a blow at {start} s cannot be: the recording ends after {ends:.3f} s", line=number)
        yield Span(start, end, " ".join(words[2:]) or str(number))


def _words(text: str) -> list[str]:
    """Of a label, whatever stands between them; behind tabs and semicolons a decimal comma is a point."""
    separator = next((each for each in "\t;" if each in text), None)
    words = text.split(separator)
    if separator is not None:
        return [word.strip().replace(",", ".") for word in words]
    return text.split(",") if "," in words[0] else words
