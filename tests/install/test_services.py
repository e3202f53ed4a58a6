"""What this computer's systemd is asked, and what the installer makes of its answers.

No systemd runs here: a small `systemctl` on the path writes down what it was asked and answers from files.
"""

from pathlib import Path

import pytest

from firmware.service import status_of
from firmware.setting import Setting
from firmware.simbox import Simulated
from games.catalog import named
from systemd.install.places import Places
from systemd.install.services import LOBBY, Failed, Live, Staged, found

COMMANDS = ("systemctl", "systemd-sysusers", "systemd-tmpfiles", "udevadm", "modprobe", "userdel")
_SCRIPT = """\
#!/bin/sh
echo "${{0##*/}} $*" >> {folder}/asked
if [ "${{0##*/}} $1" = "systemctl show" ]; then cat {folder}/shown; fi
if [ -e "{folder}/fails" ] && grep -qx -- "${{0##*/}} $1" {folder}/fails; then exit 1; fi
"""


class Stand:
    """The commands, each a script that writes down what it was asked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in COMMANDS:
            (folder / name).write_text(_SCRIPT.format(folder=folder))
            (folder / name).chmod(0o755)

    def shows(self, state: str, status: str, restarts: int = 0) -> None:
        (self._folder / "shown").write_text(f"ActiveState={state}\nStatusText={status}\nNRestarts={restarts}\n")

    def fails(self, *commands: str) -> None:
        (self._folder / "fails").write_text("\n".join(commands))

    @property
    def asked(self) -> list[str]:
        return (self._folder / "asked").read_text().splitlines()


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stand:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return Stand(tmp_path)


@pytest.mark.parametrize("game", [None, "clever_keys", "sultans_swoop"])
def test_the_box_s_own_word_tells_whether_a_game_is_on(game: str | None, systemd: Stand) -> None:
    asked = None if game is None else named(game)
    setting = (
        Setting(seed=0)
        if asked is None
        else Setting(game=asked, players=asked.players[0], start=0, settings=asked.rules.settings(), seed=0)
    )
    stage = Simulated(setting)
    systemd.shows("active", status_of(stage.box))
    stage.close()
    assert Live().playing() == (None if asked is None else asked.title)


@pytest.mark.parametrize(
    ("state", "status", "playing", "running"),
    [
        ("active", "Clever Keys; lost: scale.", "Clever Keys", True),
        ("active", f"{LOBBY}; lost: scale, slots0.", None, True),
        ("active", "", None, True),
        ("activating", "Clever Keys; every part answers.", None, True),
        ("inactive", "", None, False),
        ("failed", "Clever Keys; every part answers.", None, False),
    ],
)
def test_a_box_that_is_down_or_falls_again_and_again_plays_nothing(
    state: str, status: str, playing: str | None, running: bool, systemd: Stand
) -> None:
    systemd.shows(state, status)
    assert (Live().playing(), Live().running()) == (playing, running)


def test_a_service_that_was_never_there_does_not_run(systemd: Stand) -> None:
    systemd.shows("inactive", "")
    assert not Live().running()
    assert systemd.asked == ["systemctl show boxref.service --property=ActiveState,StatusText,NRestarts"]


def test_starting_waits_for_ready_and_listens_for_the_wish_to_power_off_afterwards(systemd: Stand) -> None:
    assert Live().start()
    assert systemd.asked == [
        "systemctl reset-failed boxref.service",
        "systemctl restart boxref.service",
        "systemctl start boxref-poweroff.path",
    ]
    systemd.fails("systemctl restart")
    assert not Live().start()


@pytest.mark.parametrize(
    ("falls_at", "state", "restarts", "told_at"),
    [(None, "", 0, 60), (0, "activating", 0, 0), (20, "activating", 0, 20), (59, "active", 1, 59)],
)
def test_a_version_that_is_started_anew_within_a_minute_does_not_stand_and_that_is_told_at_once(
    falls_at: int | None, state: str, restarts: int, told_at: int, systemd: Stand
) -> None:
    now = 0.0

    def pause(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now == falls_at:
            systemd.shows(state, f"{LOBBY}; every part answers.", restarts)

    systemd.shows("active", f"{LOBBY}; every part answers.")
    if falls_at == 0:
        systemd.shows(state, "", restarts)
    assert Live(lambda: now, pause).stands() is (falls_at is None)
    assert now == told_at


def test_users_come_before_the_folders_that_belong_to_them(systemd: Stand) -> None:
    systemd.fails("modprobe i2c-dev", "udevadm control", "udevadm trigger", "systemctl try-restart")
    Live().settle()
    asked = systemd.asked
    assert asked[:2] == ["systemd-sysusers boxref.conf", "systemd-tmpfiles --create boxref.conf"]
    assert "systemctl daemon-reexec" in asked, "the watchdog is read then"
    systemd.fails("systemd-sysusers boxref.conf")
    with pytest.raises(Failed, match=r"`systemd-sysusers boxref\.conf` failed"):
        Live().settle()


def test_a_computer_without_systemd_is_told_that_it_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("systemd.install.services.shutil.which", lambda _program, path: None)  # noqa: ARG005 - as asked
    with pytest.raises(Failed, match="there is no systemctl here: this needs systemd"):
        Live().reload()


def test_stopping_puts_away_both_units_and_a_purge_the_user(systemd: Stand) -> None:
    Live().stop()
    Live().reload()
    Live().forget_user()
    assert systemd.asked == [
        "systemctl stop boxref-poweroff.path boxref.service",
        "systemctl daemon-reload",
        "userdel boxref",
    ]


def test_below_another_root_nothing_of_this_computer_is_asked_to_start_or_stop(systemd: Stand, tmp_path: Path) -> None:
    staged = Staged(tmp_path / "card")
    assert (staged.there, staged.playing(), staged.running(), staged.start(), staged.stands()) == (
        False,
        None,
        False,
        False,
        False,
    )
    staged.settle()
    staged.reload()
    staged.stop()
    asked = (tmp_path / "asked").read_text().splitlines() if (tmp_path / "asked").exists() else []
    assert all(f"--root={tmp_path / 'card'}" in line for line in asked)


def test_in_a_chroot_in_which_an_image_is_made_nobody_is_asked_to_start_or_stop(tmp_path: Path) -> None:
    assert isinstance(found(Places(), booted=tmp_path / "nowhere"), Staged)
    assert isinstance(found(Places(), booted=tmp_path), Live)
    assert isinstance(found(Places(root=tmp_path), booted=tmp_path), Staged)
