"""Each part fails in the middle of a turn and comes back: said once each, and the turn goes on as it stood."""

import pytest

from firmware.plays.runner import Verdict
from tests.plays.acted import perform

BOARD = "board 0.3 1.3 2.3 3.3 4.3 5.3 6.3 7.3"

SLOTS = {"slots0": "0.0", "slots1": "2.0", "slots2": "4.0", "slots3": "6.0", "slots4": "7.0"}
"""A slot of each expander, so that the key of the turn hangs on the part that fails."""

PARTS = (*SLOTS, "panel", "scale", "lamps")

FAULTS = {
    "unplugged": ("unplug {part}", "wait 2", "plug {part}", "wait 5"),
    "browned_out": ("reset {part}", "wait 8"),
    "noisy": ("noise {part} on", "wait 8", "noise {part} off"),
    "flapping": ("unplug {part}", "+0.1 plug {part}", "+0.1 unplug {part}", "+0.1 plug {part}", "wait 6"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_fails_in_the_middle_of_a_turn_changes_nothing(part: str, fault: str) -> None:
    slot = SLOTS.get(part, "3.0")
    befalls = "\n".join(step.format(part=part) for step in FAULTS[fault])
    verdict, told = perform(
        "parts.play",
        f"""
        box seed=11
        {BOARD}
        game clever_keys players=2 start=0
        push {slot}
        expect Fits player=0 slot={slot} gained=1 total=1
        {befalls}
        take centre 1
        expect Took player=0 gems=1 left=51
        expect turn 1
        expect scores 1 0
        push 5.0
        expect Fits player=1 slot=5.0
        {befalls}
        expect scores 1 0
        expect turn 1
        take centre 1
        expect Took player=1 gems=1 left=50
        expect lamp pad.1 white
        """,
    )
    text = "\n".join(told)
    assert verdict is Verdict.HELD, text
    assert "Foul" not in text
    assert "Guide" not in text
    lost, back = text.count(f"SensorLost part={part}"), text.count(f"SensorBack part={part}")
    assert lost == back
    if part == "lamps":
        assert lost == 0, "lamps cannot tell"
    elif fault in {"unplugged", "browned_out"}:
        assert lost == 2, "said once each time"
    elif fault == "noisy":
        assert lost == 0, "a fifth of the transfers is no loss"
