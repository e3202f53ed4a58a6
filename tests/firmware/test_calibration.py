"""What a box has learned of its parts: written, read, believed, and never in the way of a start."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware.calibration import NAME, BlowsHeard, Calibration, GemsWeighed, Learned, Loaded, SlotsFelt, Weighed
from firmware.calibration import load as read
from firmware.calibration import save as write
from firmware.sensing.pan import Cell
from firmware.tuning import calibrated, knock_of, scale_of
from hardware import box

CELL = Weighed(counts_per_gram=-1500.25, empty_counts=-12.4, noise_grams=0.025)
EVENING = 1_767_225_600.4
KNOWN = (
    Calibration()
    .learn("scale.centre", CELL, EVENING)
    .learn("gems", GemsWeighed(grams=1.6, spread=0.03), None)
    .learn("knock", BlowsHeard(shortest_ms=1.2, longest_ring_s=0.2), EVENING)
    .learn("slots", SlotsFelt(contacts=64, longest_bounce_ms=14.0), EVENING)
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / NAME


def test_what_was_learned_is_read_back_with_the_moment(file: Path) -> None:
    write(file, KNOWN)
    assert read(file) == Loaded(KNOWN)
    assert KNOWN.parts["scale.centre"].at == datetime(2026, 1, 1, tzinfo=UTC)
    assert KNOWN.parts["gems"].at is None


def test_the_values_before_are_kept_and_those_before_them_are_not(file: Path) -> None:
    known = KNOWN
    for counts in (1501.0, 1502.0):
        known = known.learn("scale.centre", Weighed(counts_per_gram=counts, empty_counts=0.0, noise_grams=0.0), EVENING)
    write(file, known)
    learned = read(file).calibration.parts["scale.centre"]
    assert learned.value.counts_per_gram == 1502.0
    assert learned.previous is not None
    assert (learned.previous.value.counts_per_gram, learned.previous.previous) == (1501.0, None)
    assert read(file) == Loaded(known)


def test_nothing_but_what_belongs_to_a_part_can_be_learned_of_it() -> None:
    with pytest.raises(ValueError, match="gems: Weighed is nothing that can be learned of it"):
        Calibration().learn("gems", CELL, None)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (("-1500.25", "0"), "6: scale.centre.counts_per_gram: is 0; right is what a gram changes the count by, not 0"),
        (("-1500.25", "'much'"), "6: scale.centre.counts_per_gram: is 'much'; right is a number from"),
        (("2026-01-01T00:00:00Z", "'today'"), "5: scale.centre.at: is 'today'; right is a moment, as 2026-"),
        (("[gems]", "[gem]"), "10: gem: nothing of that name can be learned; known here: scale.centre, "),
        (("scale.centre", "scale.middle"), "4: scale.middle: nothing of that name can be learned; known here: centre"),
        (("noise_grams", "noise"), "8: scale.centre.noise: no such key; known here: counts_per_gram, empty_counts, "),
        (("[scale.centre]", "[scale"), "4: "),
        (("[slots]", "[slots.inner]"), "19: slots.inner: no such key; known here: contacts, "),
        (("spread = 0.03", "spread = 0.03\nprevious = 1"), "13: gems.previous: is 1; right is a table"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_its_line_and_what_was_learned_last_holds(
    file: Path, wrong: tuple[str, str], complaint: str
) -> None:
    write(file, KNOWN)
    file.write_text(file.read_text(encoding="utf-8").replace(*wrong, 1), encoding="utf-8")
    found = read(file)
    assert found.calibration == KNOWN
    assert found.complaint is not None
    assert "\n" not in found.complaint
    assert found.complaint.endswith("; until then what was learned last holds")
    assert found.complaint.startswith(f"{file}:{complaint}")


def test_a_spoiled_file_without_a_copy_leaves_the_values_of_box_toml(file: Path) -> None:
    file.write_text("scale = 3\n", encoding="utf-8")
    found = read(file)
    assert found.calibration == Calibration()
    assert found.complaint == (
        f"{file}:1: scale: is 3; right are the tables centre, corner; until then the values of box.toml hold "
        "(`boxref calibrate` learns it anew)"
    )


def test_a_copy_of_another_version_is_not_believed(file: Path) -> None:
    write(file, KNOWN)
    for path in file, file.with_name(f"{NAME}.last"):
        path.write_text("[colour]\nred = 1\n", encoding="utf-8")
    assert read(file).calibration == Calibration()


def test_a_file_that_lost_its_end_says_so_and_nothing_is_lost(file: Path) -> None:
    write(file, KNOWN)
    file.write_bytes(file.read_bytes()[:80])
    assert read(file) == Loaded(KNOWN, f"{file}: has lost its end; what was learned last holds")


def test_a_hand_may_change_a_value_and_name_another_time_zone(file: Path) -> None:
    write(file, KNOWN)
    text = file.read_text(encoding="utf-8").replace("-1500.25", "-1600").replace("00:00:00Z", "02:00:00+02:00", 1)
    file.write_text(text, encoding="utf-8")
    found = read(file)
    assert found.complaint is None
    learned = found.calibration.parts["scale.centre"]
    assert learned == Learned(
        Weighed(counts_per_gram=-1600, empty_counts=-12.4, noise_grams=0.025), datetime(2026, 1, 1, tzinfo=UTC)
    )


def test_what_a_hand_has_spoiled_is_kept_when_something_new_is_learned(file: Path) -> None:
    write(file, KNOWN)
    file.write_text("my words\n", encoding="utf-8")
    write(file, KNOWN)
    assert file.with_name(f"{NAME}.before").read_text(encoding="utf-8") == "my words\n"
    assert read(file) == Loaded(KNOWN)


def test_sensing_takes_what_was_learned_and_for_the_rest_what_was_assumed() -> None:
    plan = box.load()
    scale, knock = scale_of(calibrated(plan, KNOWN)), knock_of(calibrated(plan, KNOWN))
    assert scale.centre == Cell(-1500.25, -12)
    assert scale.corner == scale_of(plan).corner
    assert (scale.gems.grams, scale.gems.spread) == (1.6, 0.03)
    assert (knock.shortest, knock.hold_off) == (0.0006, 0.25)
    assert calibrated(plan, Calibration()) == plan
