"""Files that a pulled plug cannot spoil: what is read of whole, cut, changed and missing ones."""

import re
from pathlib import Path

import pytest

from firmware import kept
from firmware.kept import Kept

ONE, OTHER = "[one]\nvalue = 1\n", "[other]\nvalue = 2\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "settings.toml"


def test_a_file_says_what_was_written_last(file: Path) -> None:
    kept.write(file, ONE)
    kept.write(file, OTHER)
    assert kept.read(file) == Kept(OTHER, sealed=True)
    assert sorted(path.name for path in file.parent.iterdir()) == ["settings.toml", "settings.toml.last"]


def test_a_file_that_is_not_there_says_nothing(file: Path) -> None:
    assert kept.read(file) is None
    assert kept.last_good(file) is None


@pytest.mark.parametrize("left", [0, 1, len(ONE), len(ONE) + 20, -1])
def test_a_file_that_lost_its_end_is_read_as_it_was_written_last(file: Path, left: int) -> None:
    kept.write(file, ONE)
    file.write_bytes(file.read_bytes()[:left])
    assert kept.read(file) == Kept(ONE, sealed=True, cut=True)


def test_a_file_full_of_zeros_is_read_as_it_was_written_last(file: Path) -> None:
    kept.write(file, ONE)
    file.write_bytes(bytes(len(ONE)))
    assert kept.read(file) == Kept(ONE, sealed=True, cut=True)


def test_a_file_that_a_hand_has_changed_says_what_the_hand_wrote(file: Path) -> None:
    kept.write(file, ONE)
    changed = file.read_text(encoding="utf-8").replace("1", "3", 1)
    file.write_text(changed, encoding="utf-8")
    assert kept.read(file) == Kept(changed, sealed=False)
    assert not kept.is_sealed(file)
    assert kept.last_good(file) == ONE


def test_a_file_that_a_hand_has_made_needs_no_seal(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(ONE, encoding="utf-8")
    assert kept.read(file) == Kept(ONE, sealed=False)


def test_a_copy_that_is_spoiled_itself_is_not_believed(file: Path) -> None:
    kept.write(file, ONE)
    file.with_name("settings.toml.last").write_text(OTHER, encoding="utf-8")
    file.write_text("", encoding="utf-8")
    assert kept.last_good(file) is None
    assert kept.read(file) == Kept("", sealed=False)


def test_a_disk_that_is_full_leaves_the_file_as_it_was_and_nothing_beside_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write(file, ONE)

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        kept.write(file, OTHER)
    assert kept.read(file) == Kept(ONE, sealed=True)
    assert not list(file.parent.glob(".*"))


_OPENS_TO_WRITE = re.compile(
    r"\.write_(text|bytes)\(|\.open\(\s*[\"'][wax]|\bopen\([^)]*[\"'][wax]b?\+?[\"']|O_CREAT|O_WRONLY"
    r"|NamedTemporaryFile|shutil\.(copy|move)|\.(rename|touch|symlink_to|hardlink_to)\("
)
_OTHERS = {
    "firmware/cli.py": "what nobody reads any more goes to /dev/null",
    "firmware/journal.py": "its lock, which has no bytes",
    "firmware/schema.py": "SQLite's own file, and one of no use put aside",
    "firmware/simbox.py": "the disk of a simulated box",
    "drivers/spidev.py": "the port of the lamps",
}


def test_nothing_else_in_the_box_writes_a_file() -> None:
    top = Path(kept.__file__).parents[1]
    writers = {
        str(file.relative_to(top))
        for room in ("firmware", "drivers", "games", "hardware")
        for file in (top / room).rglob("*.py")
        if _OPENS_TO_WRITE.search(file.read_text(encoding="utf-8"))
    }
    assert writers == {"firmware/kept.py", *_OTHERS}
