"""Recordings of blows in files of any make are heard alike, and what is no recording is said."""

import wave
from collections.abc import Callable, Sequence
from math import nan
from pathlib import Path
from struct import Struct

import pytest

from tests.recorded import knock
from tests.recorded.replayed import WrongFile
from tests.recorded.wav import EXTENSIBLE, FLOAT, WHOLE
from tests.sensing.struck import HERTZ, counted, heard, struck, written


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2])
def test_whatever_the_width_of_its_numbers_the_first_channel_counts(tmp_path: Path, width: int, channels: int) -> None:
    blow, half = struck(0.5), 1 << 8 * width - 1
    frames = bytearray()
    for n in range(HERTZ):
        first = round(blow(n / HERTZ) * (half - 1)) + (half if width == 1 else 0)
        frames += first.to_bytes(width, "little", signed=width > 1)
        frames += bytes([n % 200] * width * (channels - 1))
    file = tmp_path / "blow.wav"
    with wave.open(str(file), "wb") as wav:
        wav.setparams((channels, width, HERTZ, 0, "NONE", "not compressed"))
        wav.writeframes(bytes(frames))
    assert heard(knock.replay(file, None)) == pytest.approx([0.5], abs=0.003)


def made(file: Path, samples: Sequence[bytes], *, kind: int, channels: int = 1, hertz: int = HERTZ) -> Path:
    """A WAV chunk by chunk, with one that nobody asked for."""
    width = len(samples[0])
    frame = width * channels
    real = FLOAT if kind == FLOAT else WHOLE
    shape = Struct("<HHIIHH").pack(kind, channels, hertz, hertz * frame, frame, 8 * width)
    if kind == EXTENSIBLE:
        shape += Struct("<HHIH14s").pack(22, 8 * width, 0, real, bytes.fromhex("000000001000800000aa00389b71"))
    data = b"".join(samples)
    body = b"WAVE" + b"".join(
        name + len(chunk).to_bytes(4, "little") + chunk
        for name, chunk in ((b"LIST", b"INFO"), (b"fmt ", shape), (b"data", data))
    )
    file.write_bytes(b"RIFF" + len(body).to_bytes(4, "little") + body)
    return file


def in_24_bits(sound: Callable[[float], float]) -> list[bytes]:
    return [round(sound(n / HERTZ) * 0x7FFFFF).to_bytes(3, "little", signed=True) for n in range(HERTZ)]


def test_24_bits_as_many_programs_write_them_are_heard(tmp_path: Path) -> None:
    file = made(tmp_path / "blow.wav", in_24_bits(struck(0.5)), kind=EXTENSIBLE)
    assert heard(knock.replay(file, None)) == pytest.approx([0.5], abs=0.003)


def test_floats_are_heard_and_what_is_no_number_is_silence(tmp_path: Path) -> None:
    samples = [Struct("<f").pack(struck(0.5)(n / HERTZ)) for n in range(HERTZ)]
    samples[100] = Struct("<f").pack(nan)
    assert heard(knock.replay(made(tmp_path / "b.wav", samples, kind=FLOAT), None)) == pytest.approx([0.5], abs=0.003)


def test_a_first_channel_that_nobody_plugged_in_is_passed_over(tmp_path: Path) -> None:
    both = [side for sample in in_24_bits(struck(0.5)) for side in (bytes(3), sample)]
    file = made(tmp_path / "blow.wav", both, kind=WHOLE, channels=2)
    assert heard(knock.replay(file, None)) == pytest.approx([0.5], abs=0.003)


def test_a_recording_that_was_cut_off_is_heard_as_far_as_it_goes(tmp_path: Path) -> None:
    file = made(tmp_path / "blow.wav", in_24_bits(struck(0.2, 0.9)), kind=WHOLE)
    file.write_bytes(file.read_bytes()[: -HERTZ - 1])
    assert heard(knock.replay(file, None)) == pytest.approx([0.2], abs=0.003)


@pytest.mark.parametrize(("kind", "hertz"), [(WHOLE, 0), (2, HERTZ)])
def test_a_rate_of_nothing_and_a_packed_format_are_said(tmp_path: Path, kind: int, hertz: int) -> None:
    file = made(tmp_path / "wrong.wav", in_24_bits(struck(0.5)), kind=kind, hertz=hertz)
    with pytest.raises(WrongFile, match=r"0 a second|24 bits in format 2 are not known"):
        knock.replay(file, None)


@pytest.mark.parametrize(
    ("kept", "complaint"),
    [(b"RIFFsomething else", "no WAV"), (b"", "no WAV"), (None, "nothing is to be heard in it")],
)
def test_a_wrong_recording_is_said(tmp_path: Path, kept: bytes | None, complaint: str) -> None:
    file = tmp_path / "wrong.wav"
    if kept is None:
        written(file, struck(), seconds=0)
    else:
        file.write_bytes(kept)
    with pytest.raises(WrongFile, match=complaint):
        knock.replay(file, None)


def test_a_table_of_samples_is_heard_like_a_wav(tmp_path: Path) -> None:
    blow, file = struck(0.5, 0.9), tmp_path / "scope.csv"
    lines = (f"{n / HERTZ:.6f};{2048 + round(1000 * blow(n / HERTZ))}" for n in range(2 * HERTZ))
    file.write_text("\n".join(("Time (s);Value", *lines)))
    (tmp_path / "scope.labels.txt").write_text("0.5\n0.9\n")
    replayed = knock.replay(file, None)
    assert counted(replayed) == "2 blows labelled in scope.labels.txt: 2 hits, 0 misses, 0 doubles, 0 elsewhere"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a,b\n1,2", "line 1: a table of samples needs the columns time and volts"),
        ("time,volts\n0,x", "line 2: '0', 'x' are not seconds and volts"),
        ("time,volts\n0,1\n0,1", "line 3: time stands still or goes back from 0.0 to 0.0"),
        ("time,volts\n0,1\n", "no samples in it"),
        ("time,volts\n0,1\n0.1,2\n0.2,1\n", "10 samples a second are too few to show a blow"),
    ],
)
def test_a_table_that_holds_no_sound_is_said(tmp_path: Path, text: str, complaint: str) -> None:
    (file := tmp_path / "scope.csv").write_text(text)
    with pytest.raises(WrongFile, match=complaint):
        knock.replay(file, None)
