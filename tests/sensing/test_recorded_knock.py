"""Recordings of real blows are heard one by one, and wrong labels are told apart from wrong hearing."""

from math import pi, sin
from pathlib import Path

import pytest

from tests.recorded import knock
from tests.recorded.replayed import WrongFile
from tests.recordings import SHARED, main
from tests.sensing.struck import counted, heard, struck, written

recordings = pytest.mark.skipif(not SHARED.exists(), reason="no recordings beside this checkout (../shared/data)")


@recordings
@pytest.mark.parametrize("taps", ["knuckle", "nail", "pad"])
def test_each_labelled_tap_is_one_knock_and_there_is_no_other(taps: str) -> None:
    replayed = knock.replay(SHARED / f"taps/{taps}.wav", None)
    assert replayed.mismatches == ()
    assert counted(replayed).endswith("10 hits, 0 misses, 0 doubles, 0 elsewhere")


@recordings
@pytest.mark.parametrize("taps", ["knuckle", "nail", "pad"])
def test_taps_are_found_without_their_labels_too(taps: str, tmp_path: Path) -> None:
    alone = tmp_path / "taps.wav"
    alone.symlink_to(SHARED / f"taps/{taps}.wav")
    replayed = knock.replay(alone, None)
    assert counted(replayed) == "10 blows found without labels: 10 hits, 0 misses, 0 doubles, 0 elsewhere"


@recordings
def test_each_hit_of_a_real_piezo_is_one_knock() -> None:
    replayed = knock.replay(SHARED / "piezo/pd120_single_hits.wav", None)
    assert counted(replayed) == "14 blows found without labels: 14 hits, 0 misses, 0 doubles, 0 elsewhere"


@recordings
@pytest.mark.parametrize("idle", ["piezo/teensy4_0_noise_test_first15s", "background/clock_tick_1-42139-A_16k"])
def test_impulses_of_an_idle_line_and_the_ticks_of_a_clock_are_no_knocks(idle: str, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.txt"
    nothing.touch()
    replayed = knock.replay(SHARED / f"{idle}.wav", nothing)
    assert replayed.mismatches == ()
    assert heard(replayed) == []


@recordings
def test_all_recordings_at_once_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knock"]) == 0
    assert capsys.readouterr().out.count("== ") == 8


def test_blows_are_heard_at_their_moment_however_loud_the_recording_is(tmp_path: Path) -> None:
    moments = (0.5, 0.85, 1.5)
    blow = struck(*moments)
    loud, faint = written(tmp_path / "loud.wav", blow), written(tmp_path / "faint.wav", lambda at: blow(at) / 5)
    for file in (loud, faint):
        assert heard(knock.replay(file, None)) == pytest.approx(moments, abs=0.003)
        assert knock.replay(file, None).mismatches == ()


def test_a_converter_that_rests_on_half_its_supply_is_no_blow(tmp_path: Path) -> None:
    file = written(tmp_path / "offset.wav", lambda at: 0.1 + 0.2 * struck(1.0)(at))
    assert heard(knock.replay(file, None)) == pytest.approx([1.0], abs=0.003)


def test_labels_beside_the_file_or_given_with_it_tell_misses_doubles_and_what_is_elsewhere(tmp_path: Path) -> None:
    file = written(tmp_path / "taps.wav", struck(0.5, 0.9, 2.0))
    beside = tmp_path / "taps.labels.txt"
    beside.write_text("# by ear\n0.45\t0.95\tboth\n\n1.4 1.5\n")
    replayed = knock.replay(file, None)
    assert counted(replayed).endswith("1 hits, 1 misses, 1 doubles, 1 elsewhere")
    assert replayed.mismatches == (
        "blow both at 0.450 s: expected 1 knock, got 2",
        "blow 4 at 1.400 s: expected 1 knock, got 0",
        "2.000 s: expected none, got a knock",
    )
    given = tmp_path / "given.txt"
    given.write_text("0.5 0.6 1\n0.9 1.0 2\n2.0 2.1 3\n")
    assert knock.replay(file, given).mismatches == ()


@pytest.mark.parametrize("late", [-0.2, 0.1])
def test_labels_that_a_hand_set_early_or_late_are_not_taken_for_their_neighbours(tmp_path: Path, late: float) -> None:
    file, labels = written(tmp_path / "taps.wav", struck(0.5, 0.8, 2.9)), tmp_path / "labels.txt"
    labels.write_text("".join(f"{at + late} {at + late + 0.1} tap\n" for at in (0.5, 0.8, 2.9)))
    assert knock.replay(file, labels).mismatches == ()
    labels.write_text(f"{1.5 + late} {1.6 + late} tap\n")
    assert counted(knock.replay(file, labels)).endswith("0 hits, 1 misses, 0 doubles, 3 elsewhere")


@pytest.mark.parametrize(
    "text",
    [
        "0.5\n0.9\n",
        "start,end,label\r\n0.5,0.6,1\r\n0.9,1.0,2\r\n",
        "0,5; 0,6; hard, loud\n0,9;1\n",
        "\t0.5\t0.6\n 0.9  1.0 soft, dull",
    ],
)
def test_labels_as_other_programs_write_them_are_read(tmp_path: Path, text: str) -> None:
    file, labels = written(tmp_path / "taps.wav", struck(0.5, 0.9)), tmp_path / "labels.txt"
    labels.write_text(text, newline="")
    assert counted(knock.replay(file, labels)).endswith("2 hits, 0 misses, 0 doubles, 0 elsewhere")


def test_a_recording_that_is_as_loud_where_nothing_happens_says_so(tmp_path: Path) -> None:
    file, labels = written(tmp_path / "hum.wav", lambda at: 0.8 * sin(2 * pi * 100 * at)), tmp_path / "labels.txt"
    labels.touch()
    replayed = knock.replay(file, labels)
    assert replayed.events[1] == "nothing reaches that level: it is too loud while nothing happens"
    assert replayed.mismatches == ()


def test_drumming_is_doubtful_and_not_judged_without_labels(tmp_path: Path) -> None:
    file = written(tmp_path / "roll.wav", struck(*(0.5 + 0.09 * n for n in range(10)), 2.3))
    replayed = knock.replay(file, None)
    assert heard(replayed) == pytest.approx([2.3], abs=0.003)
    assert sum(event.endswith("doubtful, no knock") for event in replayed.events) == 1
    assert "10 rises too close together to judge, 0 of them a knock" in counted(replayed)


def test_a_click_crosses_the_level_once_and_is_heard_where_the_sensitivity_is_gentle(tmp_path: Path) -> None:
    file = written(tmp_path / "click.wav", lambda at: struck(0.5)(at) + (0.5 if 2.0 <= at < 2.0005 else 0.0))
    replayed = knock.replay(file, None)
    assert heard(replayed) == pytest.approx([0.5], abs=0.003)
    assert [event for event in replayed.events if event.endswith(" knocks")] == [
        "gentle: 2 knocks", "normal: 1 knocks", "strong: 1 knocks",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0.1 0.2 1\nsoon\n", "line 2: 'soon' is not start and end in seconds"),
        ("0,1 0,2 1\n", "line 1: '0,1 0,2 1' is not start and end in seconds"),
        ("0.3 0.2", "line 1: a blow from 0.3 to 0.2 s cannot be"),
        ("0.3 inf", "line 1: a blow from 0.3 to inf s cannot be"),
        ("9 10", "line 1: a blow at 9.0 s cannot be: the recording ends after 3.000 s"),
    ],
)
def test_wrong_labels_are_named_with_their_line(tmp_path: Path, text: str, complaint: str) -> None:
    file, labels = written(tmp_path / "taps.wav", struck(0.1)), tmp_path / "wrong.txt"
    labels.write_text(text)
    with pytest.raises(WrongFile, match=complaint):
        knock.replay(file, labels)


def test_a_folder_is_all_its_recordings_and_the_worst_of_them_is_the_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["knock", str(tmp_path)]) == 2
    assert "no WAV in it" in capsys.readouterr().err
    written(tmp_path / "a.wav", struck(0.5))
    assert main(["knock", str(tmp_path)]) == 0
    (tmp_path / "a.wav").rename(tmp_path / "A.WAV")
    assert main(["knock", str(tmp_path)]) == 0
    written(tmp_path / "b.wav", struck(0.5))
    (tmp_path / "b.labels.txt").write_text("2 2.1 1\n")
    assert main(["knock", str(tmp_path)]) == 1
    assert "MISMATCH blow 1 at 2.000 s: expected 1 knock, got 0" in capsys.readouterr().out
    assert main(["knock", str(tmp_path / "b.wav"), str(tmp_path / "none.txt")]) == 2


def test_labels_as_audacity_writes_them_with_frequencies_are_read(tmp_path: Path) -> None:
    file, labels = written(tmp_path / "taps.wav", struck(0.5)), tmp_path / "labels.txt"
    labels.write_text("\ufeff0.500000\t0.600000\thit\n\\\t100.000000\t4000.000000\n", encoding="utf-8")
    assert knock.replay(file, labels).mismatches == ()


def test_labels_that_are_no_text_are_named_and_not_the_recording(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, labels = written(tmp_path / "taps.wav", struck(0.5)), tmp_path / "labels.txt"
    labels.write_bytes("0.5\t0.6\tKnöchel\n".encode("latin-1"))
    assert main(["knock", str(file), str(labels)]) == 2
    assert capsys.readouterr().err == f"{labels}: is no text in UTF-8\n"
    assert main(["knock", str(file), str(tmp_path / "none.txt")]) == 2
    assert str(tmp_path / "none.txt") in capsys.readouterr().err


def test_help_is_no_mistake_and_a_folder_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["knock", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: python -m tests.recordings ")
    monkeypatch.setattr("tests.recordings.SHARED", tmp_path / "nowhere")
    assert main(["knock"]) == 2
    assert "there is no folder" in capsys.readouterr().err
