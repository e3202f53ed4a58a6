"""Recordings of a real load cell keep their count, and wrong files are told apart from wrong counts."""

from pathlib import Path

import pytest

from tests.recorded import scale
from tests.recorded.replayed import WrongFile
from tests.recordings import main

LOADCELL = Path(__file__).parents[2].parent / "shared/data/loadcell"

recordings = pytest.mark.skipif(not LOADCELL.exists(), reason="no recordings beside this checkout (../shared/data)")


def written(folder: Path, text: str, name: str = "scale.csv") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def stairs(folder: Path, *gems: float, counts_per_gram: float = 1540.32, gem_grams: float = 1.6) -> Path:
    """Five seconds at each number of gems."""
    lines = ["time,data"]
    for step, count in enumerate(gems):
        counts = round(9000 + count * gem_grams * counts_per_gram)
        lines += [f"{step * 5 + tick / 10:.2f},{counts}" for tick in range(50)]
    return written(folder, "\n".join(lines))


@recordings
def test_no_gem_comes_or_goes_in_ten_quiet_minutes() -> None:
    replayed = scale.replay(LOADCELL / "raw_steadystate.csv", None)
    assert replayed.mismatches == ()
    assert len(replayed.events) == 1


@recordings
def test_the_first_conversions_of_a_cold_start_are_no_rest() -> None:
    replayed = scale.replay(LOADCELL / "raw_startup.csv", None)
    assert replayed.mismatches == ()
    assert float(replayed.events[0].split()[0]) > 1.2  # 0.26 s of them are off, then one second has to be steady


def test_steps_are_counted_over_time_and_agree_with_the_labels(tmp_path: Path) -> None:
    labels = written(tmp_path, "time,gems\n1,8\n5,6 # two taken\n\n10,7\n", "labels.csv")
    replayed = scale.replay(stairs(tmp_path, 8, 6, 7), labels)
    assert replayed.mismatches == ()
    assert [event.split()[1] for event in replayed.events] == ["8", "moving", "6", "moving", "7"]


def test_a_count_unlike_its_label_is_a_mismatch(tmp_path: Path) -> None:
    labels = written(tmp_path, "1,8\n6,5\n", "labels.csv")
    assert scale.replay(stairs(tmp_path, 8, 6), labels).mismatches == ("6.00 s: expected 5 gems, got 6",)
    early = written(tmp_path, "0,8\n0.2,8\n", "early.csv")
    assert "got no count yet" in scale.replay(stairs(tmp_path, 8), early).mismatches[0]


def test_without_labels_a_gem_that_goes_is_a_mismatch(tmp_path: Path) -> None:
    assert scale.replay(stairs(tmp_path, 5, 4), None).mismatches == ("5.00 s: expected 10 gems to stay, got 9",)
    assert scale.replay(written(tmp_path, "time,data\n1,5\n"), None).mismatches == ("the weight never came to rest",)


def test_what_is_no_gem_is_told(tmp_path: Path) -> None:
    replayed = scale.replay(stairs(tmp_path, 5, 5.5 + 94, 5), None)
    assert "something that is no gem" in replayed.events[2]
    assert replayed.mismatches[0].endswith("expected 10 gems to stay, got None")


def test_what_a_coarse_cell_can_hardly_tell_is_told_with_lower_odds(tmp_path: Path) -> None:
    file = stairs(tmp_path, 8, 6)
    odds = [
        float(scale.replay(file, written(tmp_path, f"kilograms={carries}\n1,8", "labels.csv")).events[-1].split()[-1])
        for carries in (1, 5)
    ]
    assert odds[1] < odds[0]


def test_another_cell_and_other_gems_are_told_with_the_labels(tmp_path: Path) -> None:
    labels = written(tmp_path, "counts_per_gram = -420.5\ngem_grams=0.9\n2,3\n7,9", "labels.csv")
    file = stairs(tmp_path, 3, 9, counts_per_gram=-420.5, gem_grams=0.9)
    assert scale.replay(file, labels).mismatches == ()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "needs the columns time and data"),
        ("a,b\n1,2\n", "needs the columns time and data"),
        ("time,data\n", "no conversion in it"),
        ("time,data\n1,x\n", "line 2: '1', 'x' are not seconds and counts"),
        ("time,data\n1\n", "line 2: '1', '' are not seconds and counts"),
        ("time,data\n2,5\n1,5\n", "line 3: time goes back from 2.0 to 1.0"),
        ("time,data\nnan,5\n", "line 2: nan is no moment"),
    ],
)
def test_a_wrong_recording_is_named_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(WrongFile, match=complaint):
        scale.replay(written(tmp_path, text), None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "1,2\nmany",
            "line 2: 'many' is neither time,gems nor NAME=NUMBER of counts_per_gram, gem_grams, gem_spread, kilo",
        ),
        ("gem_grams=0", "line 1: 'gem_grams=0' cannot be; right is a number from 0.1 to 20"),
        ("grams=1", "line 1: 'grams=1' is neither"),
        ("2,3\n1,3", "labels have to be in order of time, with 0 to 99 gems"),
        ("1,100", "labels have to be in order of time, with 0 to 99 gems"),
    ],
)
def test_wrong_labels_are_named_with_their_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(WrongFile, match=complaint):
        scale.replay(stairs(tmp_path, 1), written(tmp_path, text, "labels.csv"))


def test_a_cell_at_its_rail_all_the_time_keeps_no_count(tmp_path: Path) -> None:
    rail = written(tmp_path, "time,data\n" + "".join(f"{tick / 10},8388607\n" for tick in range(50)))
    assert scale.replay(rail, None).mismatches == ("what lay there was never counted: the converter is at its rail",)


@pytest.mark.parametrize(
    "setting", ["kilograms=1e300", "counts_per_gram=nan", "gem_grams=-1", "gem_spread=0", "inf,3", "nan,3"]
)
def test_a_cell_that_cannot_be_is_refused(tmp_path: Path, setting: str) -> None:
    with pytest.raises(WrongFile):
        scale.replay(stairs(tmp_path, 8), written(tmp_path, setting, "labels.csv"))


@pytest.mark.parametrize("line", ["nan,1", "inf,1", "0,8388608"])
def test_a_conversion_that_cannot_be_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(WrongFile, match="line 2: "):
        scale.replay(written(tmp_path, f"time,data\n{line}\n"), None)


@pytest.mark.parametrize(
    ("heading", "line"),
    [
        ("Time [s],Data", "{at:.2f},{counts}"),
        ("data;time", "{counts};{comma}"),
        ("n\ttime_s\traw", "\t{at:.2f}\t{counts}\t"),
        ("# by hand\n\n time , raw_data , is_steady", "{at:.2f} , {counts:e} , 1"),
        ('"time","data"', '"{at:.2f}","{counts}"'),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tables_as_other_programs_write_them_are_read(tmp_path: Path, heading: str, line: str, end: str) -> None:
    rows = [
        line.format(at=tick / 10, comma=f"{tick / 10:.2f}".replace(".", ","), counts=round(9000 - 1540.32 * 1.6 * gone))
        for tick in range(100)
        for gone in [tick // 50]
    ]
    labels = written(tmp_path, f"Time;Gems{end}1;9{end}7;8{end}", "labels.csv")
    replayed = scale.replay(written(tmp_path, end.join((heading, *rows))), labels)
    assert [event.split()[1] for event in replayed.events] == ["9", "moving", "8"]
    assert replayed.mismatches == ()


def test_a_folder_is_all_its_recordings_with_the_labels_beside_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stairs(tmp_path, 5, 4)
    assert main(["scale", str(tmp_path)]) == 1
    written(tmp_path, "1,5\n7,4\n", "scale.labels.txt")
    capsys.readouterr()
    assert main(["scale", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("== scale.csv\n")


def test_a_line_that_is_no_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(WrongFile, match="is no table"):
        scale.replay(written(tmp_path, "time,data\n1,5\n2," + "9" * 200_000), None)


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    marked = written(tmp_path, "\ufeff" + stairs(tmp_path, 8).read_text(encoding="utf-8"), "marked.csv")
    assert scale.replay(marked, written(tmp_path, "\ufeff1,8\n", "labels.csv")).mismatches == ()
