"""Melodies: how they are written, and when two of them can be told apart by ear.

Written as notes and rests with a length in beats of 0.1 s: `C6:1 E6:1 -:1 G6:2`.

People know a short tune again by its contour (does it rise, fall or stay, in a step or in a leap) and by its rhythm
(which notes are long), hardly by its pitch, which a piezo buzzer blurs besides. So the *shape* of a melody is that,
note by note; two melodies are apart when it takes at least two changes (a note put in, left out or replaced) to turn
the shape of one into that of the other.
"""

import re
from typing import NamedTuple

BEAT_S = 0.1
BREATH = 0.15
"""The share of a note that is silent, at its end: two equal notes would be one without."""

LEAP = 5
"""So many semitones or more are a leap: a fourth."""

LONG = 1.5
"""A note is long if it lasts so many times the shortest of its melody."""

_NOTE = re.compile(r"(?:([A-G])([#b]?)([0-9])|-):([1-9][0-9]*)")
_SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


class Note(NamedTuple):
    """A tone of `hz`, or silence (None), for so many seconds."""

    hz: float | None
    seconds: float


Melody = tuple[Note, ...]


def read(written: str) -> Melody:
    """The notes of a melody as written. Raises ValueError."""
    return tuple(_note(word) for word in written.split())


def steps(melody: Melody) -> Melody:
    """The same as the buzzer plays it: each tone followed by its breath."""
    played: list[Note] = []
    for hz, seconds in melody:
        if hz is None:
            played.append(Note(None, seconds))
        else:
            played += Note(hz, seconds * (1 - BREATH)), Note(None, seconds * BREATH)
    return tuple(played)


def seconds(melody: Melody) -> float:
    """How long it lasts."""
    return sum(note.seconds for note in melody)


def apart(one: Melody, other: Melody) -> bool:
    """Whether they can be told apart by ear."""
    return _changes(shape(one), shape(other)) >= 2


def shape(melody: Melody) -> tuple[str, ...]:
    """Contour and rhythm: for each tone its way from the one before it, and `!` if it is long; `-` for a rest."""
    shortest = min(note.seconds for note in melody)
    shaped: list[str] = []
    before: float | None = None
    for hz, lasts in melody:
        if hz is None:
            shaped.append("-")
            continue
        shaped.append(_way(before, hz) + ("!" if lasts >= LONG * shortest else ""))
        before = hz
    return tuple(shaped)


def _way(before: float | None, hz: float) -> str:
    if before is None:
        return "first"
    ratio = hz / before
    if 0.97 < ratio < 1.03:  # less than a semitone
        return "same"
    leap = max(ratio, 1 / ratio) > 2 ** ((LEAP - 0.5) / 12)
    return ("up" if ratio > 1 else "down") + (" leap" if leap else "")


def _note(word: str) -> Note:
    match = _NOTE.fullmatch(word)
    if match is None:
        raise ValueError(f"{word!r} is no note and no rest (C6:1, F#5:2, -:1)")
    letter, sign, octave, beats = match.groups()
    if letter is None:
        return Note(None, int(beats) * BEAT_S)
    semitones = _SEMITONES[letter] + {"": 0, "#": 1, "b": -1}[sign] + 12 * (int(octave) - 4) - 9  # from A4
    return Note(440.0 * 2 ** (semitones / 12), int(beats) * BEAT_S)


def _changes(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Levenshtein's distance."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
