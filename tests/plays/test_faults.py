"""Whatever fails between two turns and comes back changes no play: one word when it is lost, one when it is back."""

import logging
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from firmware.plays.runner import Verdict
from hardware.box import EXPANDERS
from tests.plays.acted import perform

UNTOUCHED = {
    # What their hands do next must come soon after the turn began.
    "foul_F08_late",
    "foul_F08_late_and_go",
    "foul_F08_late_and_key",
    "untold_corner_arm",
    "untold_stop_under_arm",
    # A scale with a new zero rightly asks how many gems of fifty there are.
    "foul_F08_too_few",
    # Lamps are told anew with the next announcement, and these look at them before.
    "turn_valerie_choices",
}
"""Plays whose next expectation a fault between two turns would rightly change."""


class Mishap(NamedTuple):
    """What befalls the box, as a play says it, and which parts say that they are lost by it."""

    steps: tuple[str, ...]
    lost: tuple[str, ...] = ()


def _unplugged(part: str) -> Mishap:
    return Mishap((f"unplug {part}", "wait 3", f"plug {part}", "wait 8"), (part,))


def _fails(what: str, kind: str, lost: tuple[str, ...] = ()) -> Mishap:
    return Mishap((f"fault {what} {kind}", "wait 7", f"mend {what}", "wait 8"), lost)


MISHAPS = {
    **{f"{part} unplugged": _unplugged(part) for part in (*EXPANDERS, "scale")},
    **{f"{part} browned out": Mishap((f"reset {part}", "wait 8"), (part,)) for part in (*EXPANDERS, "scale")},
    **{f"{part} noisy": Mishap((f"noise {part} on", "wait 8", f"noise {part} off")) for part in (*EXPANDERS, "scale")},
    **{f"bus held by {part} until RESET": _fails(part, "held") for part in EXPANDERS},
    **{f"bus read as zeros until RESET frees {part}": _fails(part, "zeros") for part in EXPANDERS},
    "bus read as zeros": _fails("scale", "zeros", (*EXPANDERS, "scale")),
    "bus held by the scale until nine clocks": _fails("scale", "caught"),
    "bus held by the scale": _fails("scale", "held", (*EXPANDERS, "scale")),
    "scale that converts no more": _fails("scale", "stopped", ("scale",)),
    "scale at its rail": _fails("scale", "railed", ("scale",)),
    "interrupt stuck low": _fails("interrupt", "low"),
    "interrupt stuck high": _fails("interrupt", "high"),
    "knock line stuck low": _fails("knock", "low"),
    "lamps unplugged": Mishap(("unplug lamps", "wait 3", "plug lamps", "wait 8")),
}


class Case(NamedTuple):
    """A play, the line behind which something happens, and what."""

    path: Path
    line: int
    mishap: str

    def __str__(self) -> str:
        return f"{self.path.stem}:{self.line} {self.mishap}"


def cases(seed: int) -> list[Case]:
    """For every play with a turn in it that is whole by itself, one moment and one mishap."""
    found = []
    for path in sorted(Path(__file__).parent.glob("*.play")):
        lines = path.read_text(encoding="utf-8").splitlines()
        dice = Random(f"{path.stem}/{seed}")
        own = any(
            line.split()[:1] in (["unplug"], ["power"], ["noise"], ["reset"]) or line[:1] == "@" for line in lines
        )
        spots = [
            number
            for number, line in enumerate(lines, start=1)
            if line.startswith("expect TurnStarts") and not _expects_at_once(lines[number:])
        ]
        if spots and not own and path.stem not in UNTOUCHED:
            # Behind a scale's new zero Hammer Time rightly asks whether all gems lie where they belong.
            spared = ("scale",) if path.stem.startswith("hammer") else ()
            mishaps = [name for name, mishap in sorted(MISHAPS.items()) if not {*mishap.lost} & {*spared}]
            found.append(Case(path, dice.choice(spots), dice.choice(mishaps)))
    return found


def _expects_at_once(lines: list[str]) -> bool:
    """Whether what is said with the turn, or silence behind it, is expected next."""
    steps = [line for line in lines if line and not line.startswith("#")]
    return "expect none" in steps[:2] or (bool(steps) and steps[0].startswith("expect"))


def befalls(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    """Play it, with the mishap in it; raises AssertionError where anything else has changed."""
    caplog.set_level(logging.WARNING)
    mishap = MISHAPS[case.mishap]
    lines = case.path.read_text(encoding="utf-8").splitlines()
    # The mark moves behind what was said meanwhile, so that the play goes on as if nothing had been.
    told = [f"expect SensorBack part={part}" for part in mishap.lost]
    turn = lines[case.line - 1].replace("TurnStarts player=", "turn ")
    lines[case.line : case.line] = [*mishap.steps, *told, turn]
    verdict, transcript = perform(str(case.path), "\n".join(lines))
    assert verdict is Verdict.HELD, "\n".join(transcript)
    said = Counter(" ".join(line.split()[2:]) for line in transcript if " < Sensor" in line)
    expected = {f"{word} part={part}": 1 for word in ("SensorLost", "SensorBack") for part in mishap.lost}
    assert said == expected
    storm = [record.getMessage() for record in caplog.records if record.name != "asyncio"]
    assert len(storm) <= 2 * len(mishap.lost) + 1, storm


@pytest.mark.parametrize("case", cases(seed=0), ids=str)
def test_a_fault_between_two_turns_changes_no_play(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    befalls(case, caplog)


@pytest.mark.soak
@pytest.mark.parametrize("case", [case for seed in range(1, 21) for case in cases(seed)], ids=str)
def test_no_fault_between_two_turns_changes_any_play(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    befalls(case, caplog)


@pytest.mark.parametrize("kind", ["dead", "stuck", "bouncing"])
@pytest.mark.parametrize("slot", ["2.0", "3.0", "7.1"])
def test_an_entry_contact_that_fails_never_ends_a_turn_and_play_goes_on_once_it_is_sound(slot: str, kind: str) -> None:
    verdict, told = perform(
        "contact.play",
        f"""
        box seed=11
        board 0.3 1.3 2.3 3.3 4.3 5.3 6.3 7.3
        game clever_keys players=2 start=0
        push 2.0
        expect Fits player=0 slot=2.0 gained=1 total=1
        fault {slot} {kind}
        wait 6
        expect scores 0 0
        mend {slot}
        wait 3
        take centre 1
        expect Took player=0 gems=1 left=51
        push 3.0
        expect Fits player=1 slot=3.0
        expect scores 1 0
        """,
    )
    assert verdict is Verdict.HELD, "\n".join(told)


@pytest.mark.parametrize("key", ["k1", "go", "p1", "back"])
def test_a_key_that_chatters_for_a_minute_makes_no_storm_and_works_again_once_it_is_sound(key: str) -> None:
    verdict, told = perform(
        "key.play",
        f"""
        game dragon_battle players=2 start=0
        fault {key} bouncing
        wait 60
        mend {key}
        wait 2
        colour red red blue yellow
        hold go 2.5
        expect TurnStarts player=0
        """,
    )
    assert verdict is Verdict.HELD, "\n".join(told)
    assert len([line for line in told if " < " in line]) <= 12, "\n".join(told)


@pytest.mark.parametrize("slot", ["2.0", "5.1", "7.0"])
def test_play_goes_on_while_a_contact_chatters_for_minutes(slot: str) -> None:
    verdict, told = perform(
        "contact.play",
        f"""
        box seed=11
        board 0.3 1.3 2.3 3.3 4.3 5.3 6.3 7.3
        game clever_keys players=2 start=0
        push 2.0
        expect Fits player=0 slot=2.0 gained=1 total=1
        fault {slot} bouncing
        wait 60
        take centre 1
        expect Took player=0 gems=1 left=51
        push 3.0
        expect Fits player=1 slot=3.0
        wait 60
        mend {slot}
        take centre 1
        expect Took player=1 gems=1 left=50
        """,
    )
    assert verdict is Verdict.HELD, "\n".join(told)


@pytest.mark.parametrize("key", ["k3", "back"])
def test_a_key_that_chatters_for_ever_does_not_silence_the_knock_sensor(key: str) -> None:
    verdict, told = perform(
        "chatter.play",
        f"""
        game hammer_time players=2 start=0 variant=first
        fault {key} bouncing
        wait 5
        knock falls=2
        expect Knocked
        expect Fell gems=2
        """,
    )
    assert verdict is Verdict.HELD, "\n".join(told)


def test_a_bus_that_nine_clocks_free_when_the_power_comes_back_loses_no_part(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    path = Path(__file__).with_name("power_bus_caught.play")
    verdict, told = perform(str(path), path.read_text(encoding="utf-8"))
    assert verdict is Verdict.HELD, "\n".join(told)
    assert not [line for line in told if " < Sensor" in line], "\n".join(told)
    assert len(caplog.records) == 1


def test_a_part_that_comes_and_goes_for_minutes_is_told_each_time_and_logged_once_a_minute_with_a_count(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    verdict, told = perform("flaps.play", "game clever_keys players=2 start=0\n" + "reset slots1\nwait 4\n" * 50)
    assert verdict is Verdict.HELD
    assert sum(" < SensorLost " in line for line in told) == 50
    logged = [record.getMessage() for record in caplog.records]
    assert 4 <= len(logged) <= 12, logged
    assert logged[0] == "slots1 is lost (1 so far): it lost its settings: its supply was away"
    assert logged[1] == "slots1 is back"
    assert logged[2].startswith("slots1 is lost (1")


def test_a_part_that_goes_for_good_soon_after_it_came_back_is_logged_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    perform("goes.play", "game clever_keys players=2 start=0\nreset slots1\nwait 8\nunplug slots1\nwait 20")
    assert [record.getMessage() for record in caplog.records] == [
        "slots1 is lost (1 so far): it lost its settings: its supply was away",
        "slots1 is back",
        next(record.getMessage() for record in caplog.records if "(2 so far)" in record.getMessage()),
    ]
