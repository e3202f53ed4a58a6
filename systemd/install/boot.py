"""What the Pi's firmware is told: I2C at 400 kHz, SPI and the UART on, and no console on the serial line.

In config.txt that is a block between two marked lines, put behind everything else. cmdline.txt is one line without room
for marks: words are taken out of it. Beside each lies NAME.boxref, the file as it is without boxref.

Laws: putting in twice is putting in once; taking out what was put in gives the file back byte for byte; what the owner
changed meanwhile stays.
"""

import re
from collections.abc import Iterator
from typing import Final

from systemd.install.files import Edit, read
from systemd.install.places import Places

_BEGINS: Final = "# boxref begins: put in by its installer and taken out by its uninstaller; edits in here are lost"
_ENDS: Final = "# boxref ends"

# `dtoverlay=` ends whatever overlay stands above: a dtparam would be that one's. The bus runs at 400 kHz (bus.hertz in
# hardware/box.toml). SPI is divided from the core clock, which must stand still for the lamps' bits: a Pi 4 is told so;
# before it enable_uart does that, and a Pi 5 has another clock. Only a Pi 5 switches uart0 by a parameter of its own.
_BLOCK: Final = f"""\
{_BEGINS}
[all]
dtoverlay=
dtparam=i2c_arm=on,i2c_arm_baudrate=400000
dtparam=spi=on
enable_uart=1
[pi4]
core_freq=500
core_freq_min=500
[pi5]
dtparam=uart0=on
[all]
{_ENDS}
"""

# Single digits only: ttyAMA10 is the Pi 5's own connector for debugging, which takes no line from the box.
_CONSOLE: Final = re.compile(r"console=(serial0|ttyAMA\d|ttyS\d)(,\S*)?")


class TornBlock(Exception):
    """The block in config.txt has lost one of its two marks."""


def put_in(places: Places) -> Iterator[Edit]:
    """The edits of an installation; none where there are no such files, as on a computer that is no Pi."""
    for name, with_it, without_it in _FILES:
        path, beside = places.boot / name, places.boot / f"{name}.boxref"
        if (now := read(path)) is None:
            continue
        kept = read(beside)
        plain = without_it(_text(now), None if kept is None else _text(kept))
        if (wanted := with_it(plain)) != plain:
            yield Edit(path=beside, content=_bytes(plain))
            yield Edit(path=path, content=_bytes(wanted))


def take_out(places: Places) -> Iterator[Edit]:
    """The edits that undo it."""
    for name, _, without_it in _FILES:
        path, beside = places.boot / name, places.boot / f"{name}.boxref"
        now, kept = read(path), read(beside)
        if now is not None:
            yield Edit(path=path, content=_bytes(without_it(_text(now), None if kept is None else _text(kept))))
        yield Edit(path=beside, content=None)


def with_block(plain: str) -> str:
    """config.txt with the block behind it."""
    return plain + ("" if plain.endswith("\n") or not plain else "\n") + _BLOCK


def without_block(now: str, kept: str | None) -> str:
    """config.txt without the block. Raises TornBlock."""
    if kept is not None and now == with_block(kept):
        return kept
    lines = now.splitlines(keepends=True)
    marks = [(place, line.strip()) for place, line in enumerate(lines) if line.strip() in (_BEGINS, _ENDS)]
    if not marks:
        return now
    if [mark for _, mark in marks] != [_BEGINS, _ENDS]:
        where = ", ".join(f"line {place + 1}" for place, _ in marks)
        raise TornBlock(
            f"config.txt: marks of boxref's block stand in {where}, but right is one line {_BEGINS!r} and below it one "
            f"line {_ENDS!r}; put the missing one back, or take out what is between them and the marks"
        )
    return "".join(lines[: marks[0][0]] + lines[marks[1][0] + 1 :])


def without_console(plain: str) -> str:
    """cmdline.txt without a console on the serial line."""
    kept = re.sub(rf"(?<!\S){_CONSOLE.pattern}(?!\S)[ \t]*", "", plain)
    return kept if kept == plain else re.sub(r"[ \t]+(?=\r?\n|$)", "", kept)


def with_console(now: str, kept: str | None) -> str:
    """cmdline.txt with the words put back that were taken out of `kept`, each behind the word it stood behind."""
    if kept is None:
        return now
    if now == without_console(kept):
        return kept
    words = now.split()
    if any(map(_CONSOLE.fullmatch, words)):
        return now  # the owner has chosen one since
    before: list[str] = []
    for word in kept.split():
        if _CONSOLE.fullmatch(word):
            behind = max((words.index(other) + 1 for other in before if other in words), default=0)
            words.insert(behind, word)
        before.append(word)
    return now if words == now.split() else " ".join(words) + ("\n" if now.endswith("\n") else "")


_FILES: Final = (("config.txt", with_block, without_block), ("cmdline.txt", without_console, with_console))


def _text(content: bytes) -> str:
    # Every byte is a character, so that what is not understood comes back as it was.
    return content.decode("latin-1")


def _bytes(text: str) -> bytes:
    return text.encode("latin-1")
