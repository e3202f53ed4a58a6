"""A recording of a real ring of lamps, sent anew by our drivers."""

from pathlib import Path

import pytest

from tests.recorded import lamps
from tests.recorded.replayed import WrongFile
from tests.recordings import main

RING = Path(__file__).parents[3] / "shared" / "data" / "ws2812" / "neopixel24_frames.csv"
HEAD = "frame,start_us,nbits,bytes_hex\n"


def written(folder: Path, text: str) -> Path:
    file = folder / "lamps.csv"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.skipif(not RING.exists(), reason=f"the recording of a real ring is not beside the checkout: {RING}")
def test_our_drivers_send_a_real_rings_frames_byte_for_byte(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lamps", str(RING)]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == "     0.44 ms  24 lamps, 7 of them lit"


def test_an_order_unlike_the_recordings_is_a_mismatch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, HEAD + "0,444.71,48,17 00 00 00 00 00\n")
    assert lamps.replay(file, None).mismatches == ()
    monkeypatch.setattr(lamps, "ORDER", "RGB")
    assert lamps.replay(file, None).mismatches[0] == "0.44 ms, spi: expected 17 00 00 00 00 00, got 00 17 00 00 00 00"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("frame,bytes_hex\n", "line 1: a recording of lamps needs the columns start_us and bytes_hex"),
        (HEAD, "no frame of whole lamps in it, each of 24 bits"),
        (HEAD + "0,1.5,32,00 00 00 00\n", "no frame of whole lamps in it, each of 24 bits"),
        (HEAD + "0,now,24,00 00 00\n", "line 2: these are not microseconds, a number of bits and bytes in hexadecimal"),
        (HEAD + "0,1.5,24,00 00 00\n1,2.5,48,00 00\n", "line 3: 48 bits are not 2 bytes"),
    ],
)
def test_a_file_that_is_no_recording_of_lamps_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(WrongFile, match=said):
        lamps.replay(written(tmp_path, text), None)


def test_frames_that_the_recording_cut_off_are_passed_over_and_rings_of_two_lengths_are_sent(tmp_path: Path) -> None:
    text = HEAD + "0,1.5,17,80 00 80\n1,500,24,17 00 00\n2,900,48,17 00 00 00 00 01\n3,1300,8,17\n"
    replayed = lamps.replay(written(tmp_path, text), None)
    assert replayed.mismatches == ()
    assert [event.split("  ")[-1] for event in replayed.events[:4]] == [
        "cut off after 17 bits, passed over",
        "1 lamps, 1 of them lit",
        "2 lamps, 2 of them lit",
        "cut off after 8 bits, passed over",
    ]


def test_without_a_number_of_bits_the_bytes_tell_it(tmp_path: Path) -> None:
    replayed = lamps.replay(written(tmp_path, "Bytes_Hex\tStart_us\r\n170000\t1,5\r\n"), None)
    assert replayed.events[0] == "     0.00 ms  1 lamps, 1 of them lit"


def test_a_folder_is_searched_for_recordings_of_lamps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lamps", str(tmp_path)]) == 2
    assert "no recording of lamps in it" in capsys.readouterr().err
    (folder := tmp_path / "ws2812").mkdir()
    written(folder, HEAD + "0,444.71,48,17 00 00 00 00 00\n")
    assert main(["lamps", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("== ws2812/lamps.csv\n     0.44 ms  2 lamps, 1 of them lit\n")


def test_lamps_have_no_labels(tmp_path: Path) -> None:
    with pytest.raises(WrongFile, match="a recording of lamps has no labels"):
        lamps.replay(tmp_path / "lamps.csv", tmp_path / "labels.csv")
