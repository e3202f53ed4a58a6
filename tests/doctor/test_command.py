"""`boxref doctor` from end to end: a healthy Pi, a broken one, a laptop, and what scripts can rely on."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.commands import Refused
from firmware.commands.doctor import SICK, doctor, kept_in, owners_copy, owners_plan
from firmware.doctor.examination import CHECKS, examine
from firmware.doctor.finding import Case, Finding, Verdict
from firmware.doctor.report import WIDTH, as_json, lines, worst
from firmware.doctor.system import here
from firmware.journal import NAME
from hardware.box import load
from tests.doctor.computer import SPEED, THROTTLED, TODAY, UNIT, Computer, boxed

NOBODY = 65534
CALIBRATED = "".join(f"[{part}]\nat = {TODAY:%Y-%m-%d}\n" for part in ("scale.centre", "scale.corner", "gems"))


def asked(pi: Computer, *, everything: bool = False, as_json: bool = False) -> int:
    return doctor(state=str(pi.state), copy=None, plan=None, everything=everything, as_json=as_json, system=pi.system)


def test_on_a_sound_box_only_the_owner_s_copies_are_left_to_be_told(
    pi: Computer, capsys: pytest.CaptureFixture[str]
) -> None:
    pi.write("home/pi/state/calibration.toml", CALIBRATED)
    with boxed(pi):
        assert asked(pi) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("3 worth a look; ")
    assert told[0].endswith(" are well (--all lists them).")
    assert [line for line in told if line.startswith("  - ")] == [
        "  - Hammer Time is played with values that are assumed, since no rulebook prints them: sets, wagons,",
        "  - Dragon Battle is played with values that are assumed, since no rulebook prints them:",
        "  - Sultan's Swoop is played with values that are assumed, since no rulebook prints them: colours,",
    ]


def test_what_is_wrong_comes_first_with_the_command_that_mends_it(
    pi: Computer, capsys: pytest.CaptureFixture[str]
) -> None:
    pi.write(SPEED, (100_000).to_bytes(4, "big"))
    with boxed(pi) as world:
        world.unplug("slots2")
        assert asked(pi) == SICK
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("2 wrong, 4 worth a look; ")
    assert told[1:7] == [
        "",
        "Wrong:",
        "  - The I2C bus runs at 100 kHz and not at 400 kHz: every press is felt later.",
        (
            r"      printf '\n[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n' | sudo tee -a"
            " /boot/firmware/config.txt && sudo reboot"
        ),
        "  - slots2 at 0x22 does not answer: is it plugged in and powered, is its address right?",
        "",
    ]


def test_scripts_read_every_finding_as_json(pi: Computer, capsys: pytest.CaptureFixture[str]) -> None:
    pi.write(THROTTLED, "50005")
    with boxed(pi):
        assert asked(pi, as_json=True) == SICK
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == "wrong"
    assert {tuple(finding) for finding in told["findings"]} == {("part", "verdict", "sentence", "mend")}
    supply = next(finding for finding in told["findings"] if finding["part"] == "supply")
    assert supply["verdict"] == "wrong"


def test_a_laptop_is_told_what_a_pi_would_need(pi: Computer) -> None:
    pi.remove("proc/device-tree/model")
    needed = [found.sentence for found in examine(pi.case) if found.sentence.startswith("A Raspberry Pi would need ")]
    assert len(needed) == sum(check.needs is not None for check in CHECKS)
    assert "A Raspberry Pi would need the pin factory lgpio: pip install boxref[pi]." in needed
    assert (
        "A Raspberry Pi would need the chips slots0 at 0x20, slots1 at 0x21, slots2 at 0x22, slots3 at 0x23, slots4 at "
        "0x24, panel at 0x25, scale at 0x2a." in needed
    )
    assert "A Raspberry Pi would need its user in the groups gpio, i2c, spi, dialout." in needed
    # It is no fault of a laptop's not to be a Pi.
    assert worst(examine(pi.case)) == "warn"


def test_a_pi_of_which_nothing_can_be_read_is_examined_to_the_end(pi: Computer, tmp_path: Path) -> None:
    bare = Computer(tmp_path / "bare")
    bare.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4")
    with boxed(bare):
        verdicts = {found.part: found.verdict for found in examine(bare.case)}
    assert verdicts["kernel"] == verdicts["supply"] == "unknown"
    assert verdicts["groups"] == verdicts["/dev/i2c-1"] == verdicts["SPI buffer"] == "wrong"


def test_the_same_computer_is_told_the_same_twice(pi: Computer) -> None:
    with boxed(pi):
        assert list(examine(pi.case)) == list(examine(pi.case))


def test_the_state_of_an_installed_service_is_looked_at_unless_another_is_named(pi: Computer) -> None:
    pi.with_(environ={"XDG_STATE_HOME": "/home/pi/.state"})
    assert kept_in(pi.system, None) == Path("/home/pi/.state/boxref")
    assert owners_copy(pi.system, None, Path("/s")) == Path("/s/copy.toml")
    pi.write(UNIT, "[Service]\nStateDirectory=boxref\nConfigurationDirectory=boxref\n")
    assert kept_in(pi.system, None) == pi.root / "var/lib/boxref"
    assert kept_in(pi.system, "/elsewhere") == Path("/elsewhere")
    assert owners_copy(pi.system, None, Path("/s")) == pi.root / "etc/boxref/copy.toml"
    assert owners_copy(pi.system, "/mine.toml", Path("/s")) == Path("/mine.toml")
    pi.with_(environ={"STATE_DIRECTORY": "/run/state"})
    assert kept_in(pi.system, None) == Path("/run/state")


def test_the_plan_of_an_installed_box_is_its_owner_s_whoever_asks(pi: Computer) -> None:
    pi.write(UNIT, "[Service]\nConfigurationDirectory=boxref\n")
    assert owners_plan(pi.system, None) is None, "as shipped"
    owned = pi.write("etc/boxref/box.toml", "[bus]\nnumber = 'one'\n")
    assert owners_plan(pi.system, None) == owned
    assert owners_plan(pi.system, "/mine.toml") == Path("/mine.toml")
    with pytest.raises(Refused, match=f"{owned}:2: "):
        asked(pi)


def test_a_wrong_plan_is_no_finding(tmp_path: Path) -> None:
    plan = tmp_path / "box.toml"
    plan.write_text("[bus]\nnumber = 'one'\n")
    with pytest.raises(Refused, match=f"{plan}:2: "):
        doctor(state=None, copy=None, plan=str(plan), everything=False, as_json=False)


@pytest.mark.parametrize("how", [[], ["--all"], ["--json"]])
def test_through_a_pipe_it_is_plain_text(how: list[str], tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "firmware.cli", "doctor", "--state", str(tmp_path), *how]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode in {0, SICK}
    assert done.stderr == ""
    assert done.stdout.isascii()
    assert "\033" not in done.stdout


@pytest.mark.skipif(os.getuid() != 0, reason="only root can ask as somebody else")
def test_who_may_not_enter_the_state_directory_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    (tmp_path / "state" / NAME).touch()
    (tmp_path / "state" / "copy.toml").touch()
    system = replace(here(), uid=NOBODY, groups=frozenset({NOBODY}), user="nobody")
    case = Case(system=system, plan=load(), state=tmp_path / "state", copy=tmp_path / "state/copy.toml")
    seat = os.geteuid()
    os.seteuid(NOBODY)
    try:
        verdicts = {found.part: found.verdict for found in examine(case)}
    finally:
        os.seteuid(seat)
    assert verdicts["journal"] == verdicts["calibration"] == verdicts["copies"] == "unknown"
    assert verdicts["free space"] == "wrong"


def found(verdict: Verdict, sentence: str = "A sentence.", mend: str | None = None) -> Finding:
    return Finding(part="a part", verdict=verdict, sentence=sentence, mend=mend)


def test_the_worst_finding_is_the_verdict_of_the_whole() -> None:
    every: list[Verdict] = ["ok", "unknown", "warn", "wrong"]
    for place, verdict in enumerate(every):
        assert worst([found(each) for each in every[: place + 1]]) == verdict
    assert worst([]) == "ok"


def test_where_all_is_well_one_line_says_so_and_all_lists_it() -> None:
    assert list(lines([found("ok")] * 2, everything=False)) == ["All is well: 2 of 2 are well."]
    assert list(lines([found("ok")], everything=True)) == [
        "All is well: 1 of 1 are well.",
        "",
        "Well:",
        "  - A sentence.",
    ]


def test_sentences_are_broken_and_commands_are_not() -> None:
    long, command = "word " * 60, f"sudo {'x' * 2 * WIDTH}"
    told = list(lines([found("wrong", long.strip(), command)], everything=False))
    assert told[:3] == ["1 wrong; 0 of 1 are well (--all lists them).", "", "Wrong:"]
    assert all(len(line) <= WIDTH for line in told[:-1])
    assert told[-1] == f"      {command}"


def test_names_of_files_stay_readable_in_json() -> None:
    assert "/home/käthe" in as_json([found("ok", "/home/käthe")])
