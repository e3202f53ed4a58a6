"""The command line: what can be asked, what a wrong question is answered with, and where the box is simulated."""

from importlib.metadata import version
from pathlib import Path

import pytest

from firmware.cli import _COMMANDS, main
from firmware.commands.run import first_game, goes_on
from firmware.commands.start import is_pi, why_simulated
from games.catalog import named


def test_the_version_is_the_distribution_s(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"boxref {version('boxref')}\n"


@pytest.mark.parametrize("argv", [["--help"], *([command, "--help"] for command in _COMMANDS)])
def test_help_is_there_for_every_command(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(argv)
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("usage: boxref")


@pytest.mark.parametrize("argv", [[], ["dance"], ["play"], ["run", "--players", "many"]])
def test_a_command_line_nobody_can_mean_ends_with_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(argv)
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert "boxref" in told
    assert "invalid int" not in told, "no programmer reads it"


@pytest.mark.parametrize(
    ("argv", "unknown"),
    [
        ("simulate dragon_battle --games 5 young", "young"),
        ("simulate dragon_battle --games 5 --variant=young", "--variant=young"),
        ("simulate dragon_battle --games 5 --way variant=young", "--way variant=young"),
        ("simulate dragon_battle --games 5 variant=young older", "variant=young older"),
        ("games --state nowhere variant=young", "variant=young"),
    ],
)
def test_only_simulate_takes_settings_anywhere_and_nothing_but_settings(
    argv: str, unknown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(argv.split())
    assert end.value.code == 2
    assert capsys.readouterr().err.endswith(f"boxref: error: unrecognized arguments: {unknown}\n")


@pytest.mark.parametrize(
    ("argv", "answer"),
    [
        (["--players", "6"], "--players 6: Clever Keys is for 2 to 5 players"),
        (["--players", "3", "--start", "3"], "--start 3: with 3 players it can be 0 (the first pad) to 2"),
        (["--gems", "53"], "--gems 53: Clever Keys has 52, so it can be 1 to 52"),
        (["--plan", "missing.toml"], "missing.toml"),
    ],
)
def test_a_wrong_option_of_run_says_what_would_be_right(
    argv: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--sim", *argv]) == 2
    assert answer in capsys.readouterr().err


def test_a_wrong_plan_is_answered_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "box.toml"
    plan.write_text("[bus]\nnumber = 'one'\n")

    assert main(["run", "--sim", "--plan", str(plan)]) == 2
    assert f"{plan}:2: " in capsys.readouterr().err


def test_a_wrong_play_keeps_all_from_being_performed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.play", tmp_path / "bad.play"
    good.write_text("game clever_keys players=2 start=0\nwait 1\n")
    bad.write_text("game clever_keys players=2 start=0\npish\npush 0.0\nexpect Fits gained=x\n")

    assert main(["play", str(good), str(bad)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split(": ")[0] for line in err.splitlines()] == [f"{bad}:2", f"{bad}:4"]


def test_several_plays_have_headings_and_a_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held, missed, stuck = (tmp_path / f"{name}.play" for name in ("held", "missed", "stuck"))
    held.write_text("game clever_keys players=2 start=0\nexpect TurnStarts player=0\n")
    missed.write_text("game clever_keys players=2 start=1\nexpect turn 0\n")
    stuck.write_text("game clever_keys players=2 start=0\npush 0.0\n+0 take centre 2\n@1.5 put corner 2\n")

    assert main(["play", str(held)]) == 0
    assert capsys.readouterr().out == "    0.00 < TurnStarts player=0\n"
    assert main(["play", str(held), str(missed)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"== {held}",
        "    0.00 < TurnStarts player=0",
        f"== {missed}",
        "    0.00 < TurnStarts player=1",
        f"{missed}:2: expected turn 0; came turn 1",
        "2 plays: 1 held, 1 did not",
    ]
    assert main(["play", str(missed), str(stuck)]) == 1, "steps have run: the file is right, the play is not"
    assert f"{stuck}:4: 2 gems cannot be moved" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin = tmp_path / "latin.play"
    latin.write_bytes("wait 1\n# Schlüssel\n".encode("latin-1"))

    assert main(["play", str(tmp_path / "none.play"), str(latin)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "none.play: cannot be read (No such file or directory); " in first
    assert "latin.play:2: this is no UTF-8; " in second


def test_what_has_no_end_is_no_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "/dev/zero: more than 10,000,000 bytes are no play; name a text of steps\n"


def test_a_pi_is_known_by_its_device_tree(tmp_path: Path) -> None:
    assert not is_pi(tmp_path)
    model = tmp_path / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert is_pi(tmp_path)


def test_a_computer_without_a_box_says_why_it_simulates(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    assert why_simulated(tmp_path) == "There is no GPIO (/dev/gpiochip*) and no I2C (/dev/i2c-*) here"
    (tmp_path / "dev/gpiochip0").touch()
    assert why_simulated(tmp_path) == "There is no I2C (/dev/i2c-*) here"
    (tmp_path / "dev/i2c-1").touch()
    assert why_simulated(tmp_path) == "This is no Raspberry Pi, so its GPIO and I2C are left alone"


def test_on_a_pi_missing_lines_are_a_fault_to_name_and_no_reason_to_pretend(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware.commands.run.is_pi", lambda: True)

    assert main(["run"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("boxref: GPIO: ")


@pytest.mark.parametrize("argv", [["--gems", "10"], ["--seed", "3"], ["--seed", "0"]])
def test_a_real_box_is_not_told_what_its_world_is_like(
    argv: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware.commands.run.is_pi", lambda: True)

    assert main(["run", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"boxref: {' '.join(argv)}: this box is real, so its scale and keys tell; try it with --sim\n"


def test_gems_that_are_not_in_the_chamber_at_the_start_are_still_in_the_game() -> None:
    setting = first_game(game=None, players=2, start=0, gems=10, seed=None, metal=False)

    assert (setting.gems, setting.settings.gems) == (10, 52)
    assert setting.game is named("clever_keys")


def test_a_box_that_is_asked_for_no_game_begins_in_its_lobby() -> None:
    setting = first_game(game=None, players=None, start=None, gems=None, seed=4, metal=False)

    assert (setting.game, setting.seed, setting.gems) == (None, 4, 52)


def test_a_game_asked_for_begins_with_all_its_gems_and_as_few_players_as_can_play_it() -> None:
    setting = first_game(game="clever_keys", players=None, start=None, gems=None, seed=None, metal=False)

    assert (setting.players, setting.start, setting.gems) == (2, 0, 52)


def test_a_game_that_is_not_there_is_answered_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--sim", "--game", "chess"]) == 2
    assert "there are clever_keys" in capsys.readouterr().err


def test_players_alone_mean_the_first_game_with_all_its_gems() -> None:
    setting = first_game(game=None, players=4, start=3, gems=None, seed=9, metal=False)

    assert setting.game is named("clever_keys")
    assert (setting.players, setting.start) == (4, 3)
    assert (setting.gems, setting.seed, setting.hands, setting.board) == (52, 9, "tidy", None)


def test_a_game_that_was_cut_off_goes_on_before_the_one_asked_for_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = first_game(game="hammer_time", players=None, start=None, gems=None, seed=None, metal=False)
    goes_on(asked, named("clever_keys"))
    assert capsys.readouterr().out.startswith("Clever Keys was cut off and goes on; ")
    goes_on(asked, named("hammer_time"))
    goes_on(asked, None)
    assert capsys.readouterr().out == ""
