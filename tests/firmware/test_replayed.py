"""A game of the journal, told again as a play, holds: plays, power cuts, and whole games of clumsy hands."""

import shutil
from pathlib import Path

import pytest

from firmware.cli import main
from tests.firmware.ends import unplugged
from tests.plays.power import CUTS, PHASES, Written, guided, script
from tests.whole.clever_keys.child import Child
from tests.whole.clever_keys.crowds import crowd
from tests.whole.clever_keys.match import Match

FOLDER = Path(__file__).parents[1] / "plays"

UNTOLD = {
    *("evening", "lobby_by_hand", "power_gone_back", "power_new_game", "untold_corner_arm"),
    *("hammer_fewer_gems", "hammer_lobby", "hammer_poured", "hammer_power_gone"),
    *("hammer_power_colours", "hammer_power_one_due", "hammer_power_one_gem"),
    "swoop_foul_F16",
}
"""Games begun with a check of the table, for which plays have no word; an arm that hid when a gem went; and gems that
somebody vouched for with `go` behind a new zero: no fact tells when they came."""

PLAYS = [path.stem for path in sorted(FOLDER.glob("*.play")) if path.stem not in UNTOLD]

CUT_OFF = [
    (name, kind, written)
    for name in ("choose_later", "own_key_in_hand", "discard_in_hand", "undone", "asked_which_key")
    for kind, cut in CUTS.items()
    if (written := cut(PHASES[name])) is not None
]


def holds_again(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Copy what `boxref replay` prints into a file, the owner's copy beside it, and it is a test."""
    assert main(["replay", "--spoil", "--state", str(state)]) == 0
    again, printed = state.with_suffix(".play"), capsys.readouterr().out
    again.write_text(printed, encoding="utf-8")
    copy = [line.removeprefix("#> ") for line in printed.splitlines() if line.startswith("#> ")]
    again.with_name("game-1.toml").write_text("\n".join(copy), encoding="utf-8")
    assert "expect" in again.read_text(encoding="utf-8")
    status = main(["play", str(again)])
    told = capsys.readouterr()
    assert status == 0, "\n".join((again.read_text(encoding="utf-8"), told.out, told.err))


@pytest.mark.parametrize("name", PLAYS)
def test_a_play_is_told_again(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unplugged((FOLDER / f"{name}.play").read_text(encoding="utf-8"), tmp_path / "state", FOLDER)
    holds_again(tmp_path / "state", capsys)


@pytest.mark.parametrize(
    ("name", "written"), [(name, written) for name, _, written in CUT_OFF], ids=[f"{n}-{k}" for n, k, _ in CUT_OFF]
)
def test_a_game_with_a_cut_is_told_again(
    name: str, written: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phase = PHASES[name]
    unplugged(script(phase, written.lines, guided(phase, written.there)), tmp_path / "state")
    holds_again(tmp_path / "state", capsys)


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 7, 8, 12, 14, 16, 23])
def test_a_game_of_clumsy_hands_is_told_again(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(seed, crowd(seed), journal=True)
    try:
        Child(match).play()
        shutil.copytree(match.box.disk, tmp_path / "state")
    finally:
        match.close()
    holds_again(tmp_path / "state", capsys)
