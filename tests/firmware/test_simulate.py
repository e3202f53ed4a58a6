"""`boxref simulate`: the same games on any number of cores, what they come to, and what a wrong question is told."""

import csv
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware import copyfile
from firmware.cli import main
from firmware.commands.simulate import _draws, _progress
from firmware.simulation import Asked, play, results
from firmware.standings import after, nothing, parts, wilson
from games.bots.catalog import BOTS
from games.bots.playing import Result

WIPED = "\r\x1b[K"

ASKED = Asked(game="clever_keys", strategies=("memory", "bold", "random"), seed=7)


def test_the_same_seed_gives_the_same_games_on_one_two_and_three_processes_however_they_are_handed_out() -> None:
    alone = [play(ASKED, number) for number in range(50)]
    assert list(results(ASKED, 50, processes=1)) == alone
    assert list(results(ASKED, 50, processes=2, chunk=7)) == alone
    assert list(results(ASKED, 50, processes=3, chunk=4)) == alone


def test_another_seed_another_number_or_another_beginner_is_another_game() -> None:
    other = Asked(game="clever_keys", strategies=ASKED.strategies, seed=8)
    assert len({play(ASKED, 0), play(ASKED, 3), play(other, 0)}) == 3
    assert [ASKED.begins(number) for number in range(4)] == [0, 1, 2, 0]
    assert Asked(game="clever_keys", strategies=("bold",) * 2, seed=1, start=1).begins(6) == 1


def test_whoever_has_seen_enough_sends_the_others_home() -> None:
    played = results(ASKED, 10_000_000, processes=2)
    assert next(played) == play(ASKED, 0)
    played.close()
    assert list(played) == []


@pytest.mark.parametrize("bots", BOTS, ids=[bots.game for bots in BOTS])
def test_a_table_tells_of_every_seat_what_it_won_and_earned(bots: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", bots.game, "--games", "30", "--strategies", "bold,cautious"]) == 0
    out, err = capsys.readouterr()
    heading, _, columns, first, second, *_ = out.splitlines()
    assert heading.startswith(f"{bots.title}: 30 games, ")
    assert f"{bots.scored} a game" in columns
    assert first.split()[:2] == ["0", "bold"]
    assert second.split()[:2] == ["1", "cautious"]
    won = [float(line.split()[2].rstrip("%")) for line in (first, second)]
    assert sum(won) == pytest.approx(100, abs=0.02)
    assert err == "", "no bar where nobody looks"


def test_csv_has_a_line_for_each_game_and_seat_and_says_the_same_as_the_results(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = ",".join(ASKED.strategies)
    assert main(["simulate", "clever_keys", "--games", "20", "--strategies", names, "--seed", "7", "--csv"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(lines) == 60
    for number in range(20):
        result = play(ASKED, number)
        told = lines[3 * number : 3 * number + 3]
        assert [int(line["game"]) for line in told] == [number] * 3
        assert [int(line["start"]) for line in told] == [number % 3] * 3
        assert [line["strategy"] for line in told] == ["memory", "bold", "random"]
        assert tuple(int(line["score"]) for line in told) == result.scores
        assert tuple(int(line["own_turns"]) for line in told) == result.took
        assert tuple(int(line["failed"]) for line in told) == result.failed
        assert tuple(float(line["won"]) for line in told) == pytest.approx(parts(result), abs=1e-6)


def test_strategies_are_dealt_round_the_table_and_the_game_is_for_as_few_as_can_play_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = [
        "simulate",
        "sultans_swoop",
        "--games",
        "2",
        "--players",
        "5",
        "--strategies",
        "bold,random",
        "--start",
        "4",
    ]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert [line.split()[1] for line in out.splitlines()[3:8]] == ["bold", "random", "bold", "random", "bold"]
    assert "seat 4 begins" in out
    assert main(["simulate", "hammer_time", "--games", "2"]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[3:5]] == [
        ["0", "random"],
        ["1", "random"],
    ]


@pytest.mark.parametrize(
    ("argv", "answer"),
    [
        (["chess"], "no game is called 'chess'; there are clever_keys, dragon_battle, sultans_swoop, hammer_time"),
        (["dragon_battle", "--strategies", "memory"], "Dragon Battle has random, cautious, bold, not 'memory'"),
        (["clever_keys", "--players", "6"], "--players 6: Clever Keys is for 2 to 5 players"),
        (
            ["clever_keys", "--players", "2", "--strategies", "bold,bold,bold"],
            "these are 3, and 2 play; name 2 at most",
        ),
        (["clever_keys", "--start", "2"], "--start 2: with 2 players it can be 0 to 1"),
        (["clever_keys", "--games", "0"], "--games 0: it must be at least 1"),
        (["clever_keys", "--processes", "0"], "--processes 0: it must be at least 1"),
    ],
)
def test_a_wrong_option_of_simulate_says_what_would_be_right(
    argv: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert answer in err


def test_who_names_no_game_is_told_that_it_is_the_game_that_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate"])
    assert capsys.readouterr().err.endswith("the following arguments are required: GAME\n")


@contextmanager
def playing() -> Iterator[subprocess.Popen[bytes]]:
    """A long run on two processes that has told of its first game."""
    asked = [sys.executable, "-m", "firmware.cli", "simulate", "clever_keys", "--games", "10000000", "--csv"]
    with subprocess.Popen(  # noqa: S603 - our own command
        [*asked, "--processes", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"game,start,turns,seat,strategy,won,score,own_turns,failed\n"
        run.stdout.readline()
        yield run


def test_ctrl_c_ends_all_who_play_without_a_word() -> None:
    with playing() as run:
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate()  # which waits for all that hold the pipes: each of those who play
    assert run.returncode == 130
    assert err == b""


def test_nobody_plays_on_when_who_asked_was_killed() -> None:
    with playing() as run:
        run.kill()
        run.communicate()  # likewise: it would wait for ever for one who goes on
    assert run.returncode == -signal.SIGKILL


def test_the_bar_shows_how_far_it_is_and_is_wiped_away() -> None:
    moments = iter([0.0, 0.05, 0.5, 0.55])
    out, result = io.StringIO(), Result((1, 2), (1,), 2, (1, 1), (0, 0))

    assert list(_progress(iter([result] * 3), 3, out, lambda: next(moments))) == [result] * 3
    assert out.getvalue() == "\r" + "#" * 20 + "." * 10 + " 2 of 3 games, 4 a second\x1b[K" + WIPED


def test_a_bar_wider_than_the_terminal_is_cut_since_a_line_that_wraps_could_not_be_wiped_away() -> None:
    moments = iter([0.0, 0.5, 0.55])
    out, result = io.StringIO(), Result((1, 2), (1,), 2, (1, 1), (0, 0))
    list(_progress(iter([result] * 2), 2, out, lambda: next(moments), columns=20))
    assert out.getvalue().removesuffix(WIPED) == "\r" + "#" * 15 + "." * 4 + "\x1b[K"


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"TERM": "xterm"}])
def test_only_a_terminal_that_can_wipe_a_line_gets_a_bar(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.environ", environ)
    assert _draws(Terminal()) is (environ["TERM"] == "xterm")
    assert not _draws(io.StringIO())


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_the_bar_and_the_table_is_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["simulate", "dragon_battle", "--games", "5"]
    assert main(asked) == 0
    table = capsys.readouterr().out
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    assert main(asked) == 0
    assert capsys.readouterr().out == table
    assert terminal.getvalue().endswith(WIPED)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_wilson_s(won: float, games: int, low: float, high: float) -> None:
    """The last is Newcombe's example (Statistics in Medicine 17, 1998, table I, method 3)."""
    share = wilson(won, games)
    assert share.share == won / games
    assert (share.low, share.high) == pytest.approx((low, high), abs=5e-5)


def test_a_shared_game_counts_for_each_winner_as_its_part() -> None:
    shared = Result(scores=(5, 5, 1), winners=(0, 1), turns=7, took=(3, 2, 2), failed=(1, 0, 2))
    standings = after(after(nothing(3), shared), shared)
    assert [seat.won for seat in standings.seats] == [1, 1, 0]
    assert (standings.games, standings.turns) == (2, 14)
    assert standings.seats[2].failed == 4
    assert standings.seats[0].scored == 10


def score(capsys: pytest.CaptureFixture[str], *asked: str) -> int:
    """Everybody's of five games of Dragon Battle together."""
    assert main(["simulate", "dragon_battle", *asked, "--games", "5", "--csv"]) == 0
    return sum(int(line["score"]) for line in csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_games_are_played_by_the_family_s_own_settings_and_with_its_own_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = score(capsys, "--state", str(tmp_path))
    (tmp_path / "copy.toml").write_text("[dragon_battle]\njugglerStars = 6\n", encoding="utf-8")
    assert score(capsys, "--state", str(tmp_path)) > usual, "jugglers are worth more"
    young = score(capsys, "variant=young", "--state", str(tmp_path / "shipped"))
    assert young <= 5 * 20 < usual, "residents count, and there are twenty"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["variant=old"], "variant=old: Dragon Battle has base, young, older"),
        (["young"], "'young' is no option; write NAME=VALUE, as on the game line of a play"),
        (["mustPlace=perhaps"], "mustPlace is 'perhaps'; it can be true or false"),
        (["--copy", "{wrong}"], "{wrong}:2: dragon_battle.jugglerStars: is 9; a juggler has 1 to 6"),
    ],
)
def test_a_way_that_cannot_be_played_is_told_what_would_be_right(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "copy.toml"
    wrong.write_text("[dragon_battle]\njugglerStars = 9\n", encoding="utf-8")
    state = ["--state", str(tmp_path / "none")]
    assert main(["simulate", "dragon_battle", *(option.format(wrong=wrong) for option in options), *state]) == 2
    assert capsys.readouterr().err == f"boxref: {told.format(wrong=wrong)}\n"


def test_a_slip_in_the_section_of_another_game_keeps_nobody_from_this_one_and_is_told_as_a_box_tells_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, asked = tmp_path / "copy.toml", ["simulate", "dragon_battle", "--games", "5", "--copy"]
    ours, slip = "[dragon_battle]\njugglerStars = 6\n", "[hammer_time]\nwagons = 3\n"
    copy.write_text(ours, encoding="utf-8")
    assert main([*asked, str(copy)]) == 0
    table, told = capsys.readouterr()
    assert told == ""

    copy.write_text(ours + slip, encoding="utf-8")
    assert main([*asked, str(copy)]) == 0
    out, err = capsys.readouterr()
    assert out == table, "our jugglers are believed"
    assert err == f"{copyfile.read(copy).warning()}\n"
    assert err.startswith(f"{copy}:4: hammer_time.wagons: ")
    assert err.endswith("until then played as shipped: Hammer Time\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[dragon_battle\n", "1: "),
        ("[hammer_time]\nwagons = 3\n[chess]\n", "3: chess: no such game; "),
        ("[hammer_time]\nwagons = 3\n[dragon_battle]\njugglerStars = 9\n", "4: dragon_battle.jugglerStars: is 9; "),
    ],
)
def test_a_file_that_is_wrong_about_this_game_or_as_a_whole_is_refused_with_the_line_that_matters(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(text, encoding="utf-8")
    assert main(["simulate", "dragon_battle", "--games", "5", "--copy", str(copy)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith(f"boxref: {copy}:{told}")


@pytest.mark.parametrize(
    "words",
    [
        "dragon_battle variant=young --games 5",
        "dragon_battle --games 5 variant=young",
        "--games 5 dragon_battle variant=young",
        "--games 5 dragon_battle --csv variant=young",
        "dragon_battle mustPlace=true --games 5 variant=older variant=young",
    ],
)
def test_a_way_to_play_may_be_named_after_the_options_too(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = ["--state", str(tmp_path)]
    assert main(["simulate", "dragon_battle", "variant=young", "--games", "5", "--csv", *state]) == 0
    young = capsys.readouterr().out
    assert main(["simulate", *words.split(), "--csv", *state]) == 0
    assert capsys.readouterr().out == young
