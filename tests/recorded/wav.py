"""A WAV of any make: whole numbers of 8 to 32 bits or floats, plain or *extensible*, as many programs write 24 bits.

The standard library's module knows the extensible kind from Python 3.12 on, and no floats. After Microsoft's
*Multimedia Programming Interface and Data Specifications 1.0* (RIFF) and *Multiple channel audio data* (extensible).
"""

from array import array
from collections.abc import Iterator
from pathlib import Path
from struct import Struct, error
from sys import byteorder
from typing import NamedTuple

from tests.recorded.replayed import WrongFile

WHOLE, FLOAT, EXTENSIBLE = 1, 3, 0xFFFE
"""Formats; in an extensible one the real format comes behind."""

_CHUNK = Struct("<4sI")
_FORMAT = Struct("<HHIIHH")
_EXTENSION = 24
"""Where in the format's chunk an extensible one tells the real format."""


class Sound(NamedTuple):
    """A recording: samples, in a WAV from -1 to 1, and how many a second."""

    samples: list[float]
    hertz: float


def heard(file: Path) -> Sound:
    """The samples of the first channel in which there is anything to be heard.

    A file that was cut off is read as far as it goes. Raises WrongFile or OSError.
    """
    chunks = dict(_chunks(file, file.read_bytes()))
    try:
        kind, channels, hertz, _, frame, bits = _FORMAT.unpack_from(chunks[b"fmt "])
        if kind == EXTENSIBLE:
            kind = int.from_bytes(chunks[b"fmt "][_EXTENSION : _EXTENSION + 2], "little")
        data = chunks[b"data"]
    except (KeyError, error) as wrong:
        raise WrongFile(file, "no WAV (it ends before its samples)") from wrong
    if not (channels and hertz and bits) or frame != channels * ((bits + 7) // 8):
        what = f"no WAV ({channels} channels of {bits} bits, {frame} bytes for a sample of all, {hertz} a second)"
        raise WrongFile(file, what)
    if not (kind == WHOLE and bits <= 32) and not (kind == FLOAT and bits in {32, 64}):
        raise WrongFile(file, f"samples of {bits} bits in format {kind} are not known here; save it as 16-bit PCM")
    data = data[: len(data) - len(data) % frame]
    width, first = frame // channels, list[float]()
    for channel in range(channels):
        one = b"".join(data[n : n + width] for n in range(channel * width, len(data), frame))
        samples = _floats(one, width) if kind == FLOAT else list(_whole(one, width))
        if any(sample != samples[0] for sample in samples):
            return Sound(samples, hertz)
        first = first or samples
    return Sound(first, hertz)


def _chunks(file: Path, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise WrongFile(file, "no WAV (it does not begin with RIFF and WAVE)")
    at = 12
    while at + _CHUNK.size <= len(data):
        name, size = _CHUNK.unpack_from(data, at)
        at += _CHUNK.size
        yield name, data[at : at + size]
        at += size + size % 2


def _whole(data: bytes, width: int) -> Iterator[float]:
    half = 1 << 8 * width - 1
    for n in range(0, len(data), width):
        # Eight bits are the only ones that a WAV writes without a sign.
        count = data[n] - half if width == 1 else int.from_bytes(data[n : n + width], "little", signed=True)
        yield count / half


def _floats(data: bytes, width: int) -> list[float]:
    samples = array("f" if width == 4 else "d", data)
    if byteorder == "big":
        samples.byteswap()
    # What is no number is silence: a sample that an editor has spoiled is no blow.
    return [sample if abs(sample) < 1e6 else 0.0 for sample in samples]
