"""Calibration and copies: what only the owner can tell."""

import pytest

from firmware import copyfile
from firmware.copytext import written
from firmware.doctor import owner
from tests.doctor.computer import Computer

FILE = "home/pi/state/calibration.toml"
COPY = "home/pi/state/copy.toml"
ALL = """
[scale.centre]
at = 2026-05-02T18:04:00Z
counts_per_gram = 1538.2
[scale.centre.previous]
at = 2020-01-01T00:00:00Z
[scale.corner]
at = 2026-05-02 18:10:00
[gems]
at = 2026-05-02
grams = 1.6
"""
ASSUMED = "The values of box.toml are assumed, and gems may be counted wrongly."


def test_a_box_that_was_never_calibrated_assumes(pi: Computer) -> None:
    found = pi.one(owner.calibration)
    assert (found.verdict, found.mend) == ("warn", "boxref calibrate scale")
    assert found.sentence == f"Not calibrated: scale.centre, scale.corner, gems. {ASSUMED}"


def test_each_part_is_told_with_its_date_and_its_days(pi: Computer) -> None:
    pi.write(FILE, ALL)
    assert [(found.verdict, found.sentence) for found in pi.look(owner.calibration)] == [
        ("ok", "scale.centre was calibrated on 2026-05-02, 29 days ago."),
        ("ok", "scale.corner was calibrated on 2026-05-02, 29 days ago."),
        ("ok", "gems was calibrated on 2026-05-02, 30 days ago."),
    ]


def test_what_is_missing_of_a_calibration_is_named(pi: Computer) -> None:
    pi.write(FILE, "[scale.centre]\nat = 2026-05-02\n[knock]\nshortest_ms = 1.0\n")
    missing, scale, knock = pi.look(owner.calibration)
    assert missing.sentence == f"Not calibrated: scale.corner, gems. {ASSUMED}"
    assert scale.verdict == "ok"
    assert (knock.verdict, knock.sentence) == ("ok", "knock is calibrated; nobody knows when.")


@pytest.mark.parametrize(("part", "mend"), [("gems", "scale"), ("scale.centre", "scale"), ("knock", "knock")])
def test_an_old_calibration_is_done_again(part: str, mend: str, pi: Computer) -> None:
    pi.write(FILE, f"[{part}]\nat = 2024-06-01\n")
    found = pi.look(owner.calibration)[-1]
    assert (found.verdict, found.mend) == ("warn", f"boxref calibrate {mend}")
    assert found.sentence == (f"{part} was calibrated on 2024-06-01, 730 days ago: a cell changes within a year.")


def test_a_calibration_of_the_future_tells_of_a_clock(pi: Computer) -> None:
    pi.write(FILE, "[gems]\nat = 2036-01-01\n")
    found = pi.look(owner.calibration)[-1]
    assert found.verdict == "unknown"
    assert found.sentence == (
        "gems was calibrated on 2036-01-01, which is still to come: the clock is wrong now, or was then."
    )


@pytest.mark.parametrize("text", ["[scale", b"\xff\xfe"])
def test_a_calibration_that_cannot_be_read_is_named(text: str | bytes, pi: Computer) -> None:
    path = pi.write(FILE, text)
    found = pi.one(owner.calibration)
    assert (found.verdict, found.mend) == ("wrong", "boxref calibrate scale")
    assert found.sentence.startswith(f"{path} cannot be read (")
    assert found.sentence.endswith("): older or assumed values are used.")


def test_a_calibration_of_the_service_is_for_its_user_alone(pi: Computer) -> None:
    path = pi.write(FILE, ALL)
    path.chmod(0o600)
    found = pi.one(owner.calibration)
    assert (found.verdict, found.mend) == ("unknown", f"sudo boxref doctor --state {pi.state}")
    assert found.sentence == f"{path} may be read by the box's own user only."


def test_what_is_assumed_of_a_game_is_listed_value_by_value(pi: Computer) -> None:
    found = {found.part: found for found in pi.look(owner.copies)}
    dragon = found["copy of Dragon Battle"]
    assert (dragon.verdict, dragon.mend) == ("warn", "boxref copy")
    assert dragon.sentence == (
        "Dragon Battle is played with values that are assumed, since no rulebook prints them: "
        "residentStars, jugglerStars, dieFaces, blackLooksGrey."
    )
    assert "copy of Clever Keys" not in found


def test_a_value_of_the_owner_s_is_assumed_no_more(pi: Computer) -> None:
    pi.write(COPY, "[dragon_battle]\njugglerStars = 2\n")
    found = {found.part: found for found in pi.look(owner.copies)}
    assert found["copy of Dragon Battle"].sentence.endswith("prints them: residentStars, dieFaces, blackLooksGrey.")


def test_a_line_of_the_copy_file_that_cannot_be_is_wrong(pi: Computer) -> None:
    path = pi.write(COPY, "[dragon_battle]\njugglerStars = 'many'\n")
    wrong, *others = pi.look(owner.copies)
    assert (wrong.verdict, wrong.mend) == ("wrong", "boxref copy check")
    assert wrong.sentence.startswith(f"{path}:2: dragon_battle.jugglerStars: ")
    assert "copy of Dragon Battle" not in {found.part for found in others}


def test_a_copy_file_that_may_not_be_read_is_nobody_s_fault(pi: Computer) -> None:
    pi.write(COPY, "").chmod(0o600)
    found = pi.one(owner.copies)
    assert (found.part, found.verdict) == ("copies", "unknown")


def test_a_copy_that_was_told_in_full_is_played_with(pi: Computer) -> None:
    shipped = (owned for owned in copyfile.read(pi.root / COPY).owned if owned.game.name == "dragon_battle")
    (dragon,) = shipped
    for name in dragon.names:
        dragon = dragon.enter(name, dragon.values[name])
    pi.write(COPY, written([dragon]))
    found = {found.part: found for found in pi.look(owner.copies)}["copy of Dragon Battle"]
    assert (found.verdict, found.sentence) == ("ok", "Dragon Battle is played with what is printed on your copy.")
