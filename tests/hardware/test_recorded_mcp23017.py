"""The replay of captures itself: it must find what is wrong, in the capture and in the file."""

from pathlib import Path

import pytest

from tests.recordings import KINDS, main

HEAD = "start_us,end_us,addr,rw,addr_ack,data,terminator,pins_after"
WARM = ("0,1,0x20,W,1,00 00 00,P,0e", "2,3,0x20,W,1,02 00 00,P,0e", "4,5,0x20,W,1,14 05 02,P,15")


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    return tmp_path / "capture.csv"


def run(capture: Path, *rows: str, head: str = HEAD) -> int:
    capture.write_text("\n".join((head, *rows)) + "\n")
    return main(["mcp23017", str(capture)])


def test_reads_after_a_repeated_start_are_compared_too(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    read = ("6,7,0x20,W,1,12,Sr,15", "8,9,0x20,R,1,05 02,P,15")
    assert run(capture, *WARM, *read) == 0
    assert "compared: 5 acknowledges, 16 bits read, 18 bits on pins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("6,7,0x20,W,1,14 04 02,P,15", "line 5: pins_after expected 15 got 14"),
        ("6,7,0x20,W,1,14 05 02,P,55", "line 5: pins_after expected 55 got 15"),
        ("6,7,0x21,W,1,14 04 02,P,14", "line 5: pins_after expected 14 got 15"),
        ("6,7,0x20,W,0,14 05 02,P,15", "line 5: addr_ack expected 0 got 1"),
        ("6,7,0x20,R,1,06,P,15", "line 5: byte 0 read expected 06 got"),
    ],
)
def test_a_capture_that_no_such_chip_made_is_a_mismatch(
    capture: Path, capsys: pytest.CaptureFixture[str], row: str, said: str
) -> None:
    setup = (*WARM[:2], "4,5,0x20,W,1,14 05 02 7f,P,15") if ",R," in row else WARM
    assert run(capture, *setup, row) == 1
    assert f"MISMATCH {said}" in capsys.readouterr().out


@pytest.mark.parametrize("level", ["a5", "5a"])
def test_what_moved_the_inputs_is_not_judged(capture: Path, capsys: pytest.CaptureFixture[str], level: str) -> None:
    rows = (
        "0,1,0x20,W,1,00 ff 00 ff 00,P,", "2,3,0x20,W,1,04 ff 00,P,", "4,5,0x20,W,1,0c ff 00,P,",
        "6,7,0x20,W,1,12,Sr,", f"8,9,0x20,R,1,{level},P,", "6,7,0x20,W,1,0e,Sr,", f"8,9,0x20,R,1,04 00 {level},P,",
        "10,11,0x20,W,1,13 33,P,", "12,13,0x20,W,1,12,Sr,",
    )  # fmt: skip
    assert run(capture, *rows, f"14,15,0x20,R,1,{level} 33,P,") == 0
    assert " 8 bits read" in capsys.readouterr().out  # of port B, which is all outputs
    assert run(capture, *rows, f"14,15,0x20,R,1,{level} 32,P,") == 1


@pytest.mark.parametrize("separator", ["\t", ";"])
def test_columns_in_another_order_behind_tabs_or_semicolons_are_found(capture: Path, separator: str) -> None:
    def turned(line: str) -> str:
        return separator.join(reversed(line.split(",")))

    capture.write_text("\r\n".join(turned(line) for line in (HEAD.upper(), *WARM)), newline="")
    assert main(["mcp23017", str(capture)]) == 0


def test_a_message_to_a_part_that_is_not_there_goes_unheard(capture: Path) -> None:
    assert run(capture, *WARM, "6,7,0x21,W,0,,P,15") == 0


def test_what_the_chip_held_before_is_not_judged(capture: Path) -> None:
    assert run(capture, "0,1,0x20,W,1,00 00 00,P,2a", "2,3,0x20,W,1,14,Sr,2a", "4,5,0x20,R,1,aa 55,P,2a") == 0


def test_a_folder_is_all_its_captures_and_nothing_else(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "scale.csv").write_text("time,data\n0,5\n")
    (tmp_path / "torn.csv").write_bytes(b"\xff\xfe\x00")
    assert main(["mcp23017", str(tmp_path)]) == 2
    assert "no capture of an MCP23017 in it" in capsys.readouterr().err
    run(capture, *WARM)
    capsys.readouterr()
    assert main(["mcp23017", str(tmp_path)]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("==")] == ["== capture.csv"]


@pytest.mark.parametrize(
    ("rows", "head", "said"),
    [
        (
            WARM,
            "time,data",
            "line 1: a capture of an MCP23017 needs the columns start_us, addr, rw, addr_ack, data and",
        ),
        ((*WARM, "1,2,3"), HEAD, "line 5: not a message of a capture: 1,3,"),
        ((*WARM, "6,7,0x20,X,1,14,P,15"), HEAD, "line 5: not a message"),
        (("0,1,0x50,W,1,00,P,00",), HEAD, "no message in it is acknowledged at 0x20 to 0x27"),
        ((), HEAD, "no message in it is acknowledged"),
    ],
)
def test_a_wrong_file_is_said_in_a_sentence(
    capture: Path, capsys: pytest.CaptureFixture[str], rows: tuple[str, ...], head: str, said: str
) -> None:
    assert run(capture, *rows, head=head) == 2
    error = capsys.readouterr().err
    assert said in error
    assert str(capture) in error


def test_a_missing_file_labels_and_an_unknown_kind_are_said(capture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp23017", str(capture)]) == 2
    assert "cannot be read" in capsys.readouterr().err
    capture.write_bytes(b"\xff\xfe\x00")
    assert main(["mcp23017", str(capture)]) == 2
    assert "is no text in UTF-8" in capsys.readouterr().err
    assert main(["mcp23017", str(capture), "labels.txt"]) == 2
    assert "has no labels" in capsys.readouterr().err
    for wrong in ([], ["mcp23017", "a", "b", "c"], ["violin", "x"]):
        assert main(wrong) == 2
        assert f"usage: python -m tests.recordings {'|'.join(KINDS)} [FILE [LABELS]]" in capsys.readouterr().err
