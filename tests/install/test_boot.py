"""The boot files: put in, taken out again, and nobody's line lost."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systemd.install import boot
from systemd.install.files import Edit, make, shown
from systemd.install.places import Places

CONFIG = "dtparam=audio=on\n[pi4]\narm_boost=1\ndtoverlay=vc4-kms-v3d"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=5e-02 rootwait  quiet\n"

any_text = st.text(st.characters(max_codepoint=255))
any_words = st.lists(
    st.sampled_from(
        ["console=serial0,115200", "console=tty1", "console=ttyAMA10,9600", "console=ttyS0", "root=/dev/x", "quiet"]
    )
)
any_gap = st.sampled_from([" ", "  ", "\t"])


@pytest.fixture
def places(tmp_path: Path) -> Places:
    made = Places(root=tmp_path)
    (tmp_path / "boot/firmware").mkdir(parents=True)
    (made.root / "boot/firmware/config.txt").write_bytes(CONFIG.encode())
    (made.root / "boot/firmware/cmdline.txt").write_bytes(CMDLINE.encode())
    return made


@given(any_text)
def test_the_block_comes_out_again_whatever_the_file_is_like(plain: str) -> None:
    assert boot.without_block(boot.with_block(plain), plain) == plain


@given(any_text, any_text)
def test_what_the_owner_wrote_around_the_block_meanwhile_stays(before: str, behind: str) -> None:
    now = boot.with_block(f"{before}\n") + behind
    assert boot.without_block(now, "something else") == f"{before}\n{behind}"


@given(any_words, any_gap, st.sampled_from(["", "\n", "\r\n", " \n"]))
def test_consoles_come_back_to_the_byte(words: list[str], gap: str, end: str) -> None:
    plain = gap.join(words) + end
    taken = boot.without_console(plain)
    assert not {"console=serial0,115200", "console=ttyS0"} & set(taken.split())
    assert [word for word in words if word in taken.split()] == taken.split()
    assert boot.with_console(taken, plain) == plain


def test_only_a_console_on_the_serial_line_of_the_header_goes() -> None:
    line = "console=serial0,115200 console=tty1 console=ttyAMA10,115200 console=ttyAMA0 xconsole=ttyS0 quiet\n"
    kept = "console=tty1 console=ttyAMA10,115200 xconsole=ttyS0 quiet\n"
    assert boot.without_console(line) == kept


@pytest.mark.parametrize(
    ("now", "right"),
    [
        ("console=tty1 root=PARTUUID=5e-02\n", "console=serial0,115200 console=tty1 root=PARTUUID=5e-02\n"),
        ("console=serial0,115200 root=/dev/sda2\n", "console=serial0,115200 root=/dev/sda2\n"),
    ],
)
def test_a_line_that_the_owner_changed_meanwhile_only_gets_its_console_back(now: str, right: str) -> None:
    assert boot.with_console(now, CMDLINE) == right


def test_what_was_taken_from_the_middle_comes_back_to_the_middle() -> None:
    assert boot.with_console("a b c\n", "a console=ttyS0,9600 b\n") == "a console=ttyS0,9600 b c\n"


def test_a_block_with_a_mark_lost_is_told_and_not_guessed_at() -> None:
    torn = boot.with_block(CONFIG).removesuffix("# boxref ends\n")
    with pytest.raises(boot.TornBlock, match=r"line 5.*put the missing one back"):
        boot.without_block(torn, None)


def test_putting_in_twice_is_putting_in_once(places: Places) -> None:
    assert make(boot.put_in(places))
    once = {file.name: file.read_bytes() for file in places.boot.iterdir()}
    assert b"console=serial0" not in once["cmdline.txt"]
    assert b"\ndtparam=spi=on\n" in once["config.txt"]
    assert not make(boot.put_in(places))
    assert {file.name: file.read_bytes() for file in places.boot.iterdir()} == once


def test_a_block_of_an_older_version_is_replaced_where_it_stands_last(places: Places) -> None:
    older = boot.with_block(CONFIG).replace("dtparam=spi=on\n", "")
    (places.boot / "config.txt").write_text(older)
    make(boot.put_in(places))
    assert (places.boot / "config.txt").read_text() == boot.with_block(f"{CONFIG}\n")


def test_a_console_switched_on_again_by_hand_is_taken_out_by_the_next_run_and_given_back_in_the_end(
    places: Places,
) -> None:
    make(boot.put_in(places))
    (places.boot / "cmdline.txt").write_text("console=ttyS0,9600 quiet\n")
    make(boot.put_in(places))
    assert (places.boot / "cmdline.txt").read_text() == "quiet\n"
    make(boot.take_out(places))
    assert (places.boot / "cmdline.txt").read_text() == "console=ttyS0,9600 quiet\n"


def test_taking_out_leaves_every_file_as_it_was(places: Places) -> None:
    make(boot.put_in(places))
    make(boot.take_out(places))
    assert {file.name: file.read_bytes() for file in places.boot.iterdir()} == {
        "config.txt": CONFIG.encode(),
        "cmdline.txt": CMDLINE.encode(),
    }
    assert not make(boot.take_out(places))


def test_a_computer_without_such_files_is_left_alone(tmp_path: Path) -> None:
    assert list(boot.put_in(Places(root=tmp_path))) == []
    assert not make(boot.take_out(Places(root=tmp_path)))


def test_before_bookworm_the_files_lie_in_boot_itself(tmp_path: Path) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/config.txt").touch()
    assert make(boot.put_in(Places(root=tmp_path)))
    assert "i2c_arm_baudrate" in (tmp_path / "boot/config.txt").read_text()


def test_a_diff_shows_what_would_change(places: Places) -> None:
    told = "".join(shown(edit) for edit in boot.put_in(places) if edit.path.name in ("config.txt", "cmdline.txt"))
    assert "+dtparam=spi=on\n" in told
    assert "-console=serial0,115200 console=tty1 root=PARTUUID=5e-02 rootwait  quiet\n" in told
    assert "\\ No newline at end of file\n" in told
    assert (places.boot / "config.txt").read_text() == CONFIG


def test_a_file_that_is_to_go_is_shown_to_go(places: Places) -> None:
    told = shown(Edit(path=places.boot / "cmdline.txt", content=None))
    assert told.splitlines()[1] == "+++ /dev/null"
