"""What the box says while it is calibrated: everything has a phrase, a melody of its own and a cause it names."""

from itertools import combinations
from typing import Any

import pytest

from firmware import melody
from firmware.calibrating.session import words
from firmware.calibrating.words import CAUSES, SAYS, NotCalibrated


@pytest.fixture(scope="module")
def spoken() -> Any:
    return words()


@pytest.mark.parametrize(
    ("cause", "likely"),
    [
        ("loose", "loose mount"),
        ("chopper", "chopper on"),
        ("backwards", "cell wired backwards"),
        ("rate", "wrong rate"),
        ("small", "wrong gain"),
        ("spread", "not always one gem at once"),
        ("lay", "something lay on it"),
    ],
)
def test_a_bad_part_is_told_with_its_likely_cause(spoken: Any, cause: str, likely: str) -> None:
    assert f"Likely: {likely}" in spoken.phrase(NotCalibrated("centre", cause))


@pytest.mark.parametrize("cause", CAUSES)
def test_every_cause_has_words_of_its_own(spoken: Any, cause: str) -> None:
    others = {spoken.phrase(NotCalibrated("centre", other)) for other in CAUSES if other != cause}
    assert spoken.phrase(NotCalibrated("centre", cause)) not in others
    assert ("NotCalibrated", cause) in spoken.cues


def test_every_two_melodies_can_be_told_apart_by_ear(spoken: Any) -> None:
    own: dict[Any, melody.Melody] = {
        kind: cue.melody for kind, cue in spoken.cues.items() if kind[0] in {said.__name__ for said in SAYS}
    }
    alike = [(one, other) for (one, a), (other, b) in combinations(own.items(), 2) if a != b and not melody.apart(a, b)]
    assert alike == []
