"""Groups, device nodes and the folder of lgpio's pipe, by hand and for the service."""

import os
from pathlib import Path

import pytest

from firmware.doctor import rights
from firmware.doctor.system import Disk, disk, here
from tests.doctor.computer import GID, GROUPS, UNIT, Computer

SERVICE = """[Service]
User=boxref
SupplementaryGroups=gpio i2c spi dialout
RuntimeDirectory=boxref
WorkingDirectory=%t/boxref
Environment=GPIOZERO_PIN_FACTORY=lgpio PYTHONUNBUFFERED=1
"""
MANY = "gpio, i2c, spi, dialout"


def test_a_user_in_all_groups_is_well(pi: Computer) -> None:
    found = pi.one(rights.groups)
    assert (found.verdict, found.sentence) == ("ok", f"pi belongs to the groups {MANY}.")


def test_the_groups_that_are_lacking_are_named_and_joined(pi: Computer) -> None:
    pi.write("etc/group", f"gpio:x:{GID}:pi\ni2c:x:{GID + 1}:\nspi:x:{GID + 2}:lp\nbroken\n")
    found = pi.one(rights.groups)
    assert found.verdict == "wrong"
    assert found.sentence == (
        "pi does not belong to the groups i2c, spi, dialout, and may not use the devices of the box."
    )
    assert found.mend == "sudo usermod --append --groups i2c,spi,dialout pi && sudo reboot"


def test_the_voice_s_group_alone_stops_no_game(pi: Computer) -> None:
    pi.write("etc/group", GROUPS.replace(f"dialout:x:{GID}:pi", f"dialout:x:{GID + 1}:"))
    found = pi.one(rights.groups)
    assert (found.verdict, found.mend) == ("warn", "sudo usermod --append --groups dialout pi && sudo reboot")


def test_a_group_that_was_joined_just_now_counts_from_the_next_login_on(pi: Computer) -> None:
    pi.with_(groups=frozenset({GID + 1}))
    found = pi.one(rights.groups)
    assert (found.verdict, found.mend) == ("wrong", None)
    assert found.sentence == (
        f"pi has joined the groups {MANY}, which counts from the next login on: log out and in again."
    )


@pytest.mark.parametrize(
    ("unit", "verdict", "sentence"),
    [
        (SERVICE, "ok", f"boxref belongs to the groups {MANY}."),
        (SERVICE.replace("User=boxref\n", ""), "ok", f"root belongs to the groups {MANY}."),
        (
            SERVICE.replace(" spi dialout", ""),
            "wrong",
            "boxref does not belong to the groups spi, dialout, and may not use the devices of the box.",
        ),
    ],
)
def test_where_a_service_is_installed_its_user_counts(unit: str, verdict: str, sentence: str, pi: Computer) -> None:
    pi.write(UNIT, unit)
    pi.with_(groups=frozenset())
    found = pi.one(rights.groups)
    assert (found.verdict, found.sentence) == (verdict, sentence)


def test_a_service_user_may_be_in_the_groups_by_itself(pi: Computer) -> None:
    pi.write(UNIT, "[Service]\nUser=boxref\n")
    pi.write("etc/group", GROUPS.replace(":pi", ":pi,boxref"))
    assert pi.one(rights.groups).verdict == "ok"


def test_all_nodes_are_named_with_what_they_are_for(pi: Computer) -> None:
    assert [(found.verdict, found.sentence) for found in pi.look(rights.nodes)] == [
        ("ok", "/dev/gpiochip* for the lines of the pins is there."),
        ("ok", "/dev/i2c-1 for the I2C bus is there."),
        ("ok", "/dev/spidev0.0 for the lamps is there."),
        ("ok", "/dev/serial0 for the voice is there."),
    ]


@pytest.mark.parametrize(
    ("node", "verdict", "sentence", "mend"),
    [
        ("gpiochip0", "wrong", "/dev/gpiochip* for the lines of the pins is not there.", "sudo apt full-upgrade"),
        ("i2c-1", "wrong", "/dev/i2c-1 for the I2C bus is not there.", "sudo raspi-config nonint do_i2c 0"),
        ("spidev0.0", "wrong", "/dev/spidev0.0 for the lamps is not there.", "sudo raspi-config nonint do_spi 0"),
        ("serial0", "warn", "/dev/serial0 for the voice is not there.", "sudo raspi-config nonint do_serial_hw 0"),
    ],
)
def test_a_node_that_is_missing_is_switched_on(node: str, verdict: str, sentence: str, mend: str, pi: Computer) -> None:
    pi.remove(f"dev/{node}")
    (found,) = (found for found in pi.look(rights.nodes) if found.verdict != "ok")
    assert (found.verdict, found.sentence) == (verdict, sentence)
    assert mend in str(found.mend)


def test_a_node_that_keeps_its_own_group_out_is_mended(pi: Computer) -> None:
    (pi.root / "dev/i2c-1").chmod(0o600)
    (found,) = (found for found in pi.look(rights.nodes) if found.verdict != "ok")
    assert found.verdict == "wrong"
    assert found.sentence == "/dev/i2c-1 for the I2C bus is there, and does not let the group i2c in."
    assert found.mend == "sudo chgrp i2c /dev/i2c-1 && sudo chmod 660 /dev/i2c-1"


def test_who_lacks_a_group_is_told_of_that_and_not_of_the_nodes_too(pi: Computer) -> None:
    pi.with_(groups=frozenset())
    assert {found.verdict for found in pi.look(rights.nodes)} == {"ok"}


def test_lgpio_s_pipe_has_a_folder(pi: Computer) -> None:
    found = pi.one(rights.pipe_folder)
    assert (found.verdict, found.sentence) == ("ok", "lgpio can make its pipe in /home/pi.")


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({}, "lgpio cannot make its pipe in /etc (the working directory): pi may not write there."),
        ({"LG_WD": "/etc"}, "lgpio cannot make its pipe in /etc ($LG_WD): pi may not write there."),
        ({"LG_WD": "/nowhere"}, "lgpio cannot make its pipe in /nowhere ($LG_WD): pi may not write there."),
    ],
)
def test_a_folder_that_may_not_be_written_to_keeps_lgpio_from_starting(
    environ: dict[str, str], sentence: str, pi: Computer
) -> None:
    (pi.root / "etc").chmod(0o755)
    pi.with_(folder=pi.root / "etc", environ=environ)
    found = pi.one(rights.pipe_folder)
    assert (found.verdict, found.sentence, found.mend) == ("wrong", sentence, "export LG_WD=/tmp")


def test_a_folder_elsewhere_is_named_as_it_is(pi: Computer) -> None:
    pi.with_(folder=Path("/"), uid=0)
    assert pi.one(rights.pipe_folder).sentence == "lgpio can make its pipe in /."


def test_nobody_writes_on_a_read_only_disk_not_even_root(pi: Computer) -> None:
    pi.with_(uid=0, disk=lambda _path: Disk(free=1, read_only=True))
    assert pi.one(rights.pipe_folder).verdict == "wrong"


@pytest.mark.parametrize(
    ("unit", "verdict", "sentence"),
    [
        (SERVICE, "ok", "The service starts in a folder of its own."),
        ("[Service]\nEnvironment=LG_WD=/run/boxref\n", "ok", "The service starts in a folder of its own."),
        ("[Service]\nUser=boxref\n", "wrong", "The service starts in /, where lgpio cannot make its pipe."),
    ],
)
def test_a_service_needs_a_folder_of_its_own(unit: str, verdict: str, sentence: str, pi: Computer) -> None:
    pi.write(UNIT, unit)
    found = pi.one(rights.pipe_folder)
    assert (found.verdict, found.sentence) == (verdict, sentence)
    assert (found.mend is None) == (verdict == "ok")


def test_this_computer_is_seen_as_it_is(tmp_path: Path) -> None:
    system = here()
    assert system.uid == os.getuid()
    assert system.may(tmp_path)
    assert not disk(tmp_path / "not there yet").read_only
    assert os.getpid() not in {process.pid for process in system.processes}
    assert "smbus2" in {each.name for each in system.distributions}


def test_a_user_without_a_name_in_a_folder_that_is_gone_is_examined_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr("os.getuid", lambda: 4_000_000)
    system = here()
    assert system.user == "4000000"
    assert not system.may(system.folder)


@pytest.mark.parametrize("folder", ["run/systemd/system", "usr/local/lib/systemd/system", "lib/systemd/system"])
def test_the_service_is_found_wherever_units_lie(folder: str, pi: Computer) -> None:
    assert pi.system.service is None
    pi.write(f"{folder}/boxref.service", SERVICE)
    assert rights.runner(pi.system) == "boxref"


def test_what_its_owner_has_added_to_the_service_counts(pi: Computer) -> None:
    pi.write("usr/lib/systemd/system/boxref.service", SERVICE)
    pi.write(f"{UNIT}.d/a.conf", "[Service]\nUser=pi\nEnvironment=GPIOZERO_PIN_FACTORY=native\n")
    pi.write(f"{UNIT}.d/b.conf", "[Service]\nSupplementaryGroups=\nSupplementaryGroups=gpio\n")
    pi.write(f"{UNIT}.d/notes.txt", "User=nobody\n")
    service = pi.system.service
    assert service is not None
    assert service["User"] == "pi"
    assert service["Environment"] == ("GPIOZERO_PIN_FACTORY=lgpio PYTHONUNBUFFERED=1 GPIOZERO_PIN_FACTORY=native")
    assert service["SupplementaryGroups"] == "gpio"


def test_commands_are_told_as_they_can_be_typed_here(pi: Computer) -> None:
    assert pi.system.program == "boxref"
    pi.with_(environ={})
    assert pi.system.program == "/opt/boxref/bin/boxref"
    pi.write(UNIT, SERVICE)
    assert pi.system.program == "sudo boxref"
