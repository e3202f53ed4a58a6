"""An installation in a folder: put in, again, brought up to date, refused, rolled back, taken out."""

from dataclasses import replace
from pathlib import Path

import pytest

from systemd.install import files, steps, system, versions
from systemd.install.places import PACKAGED, Places
from systemd.install.refusing import Refused
from tests.install.staged import CONFIG, Told, files_of, job, laid, source, what_runs


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return laid(tmp_path / "card")


@pytest.fixture
def installed(places: Places, tmp_path: Path) -> Told:
    """Version `first` runs, after the restart that the boot files asked for."""
    list(steps.put_in(job(places, source(tmp_path / "first", "first"))))
    service = Told(places)
    service.reboot()
    return service


def test_a_first_installation_waits_for_the_boot_that_switches_the_bus_on(places: Places, tmp_path: Path) -> None:
    list(steps.put_in(job(places, source(tmp_path / "first", "first"))))
    service = Told(places)
    assert not service.running(), "without its bus it could only fail"
    service.reboot()
    assert service.state()["runs"] == "first"


def test_where_no_boot_file_changes_it_runs_at_once(tmp_path: Path) -> None:
    places = Places(root=tmp_path / "card")
    assert "it runs" in list(steps.put_in(job(places, source(tmp_path / "first", "first"))))
    assert Told(places).state()["runs"] == "first"


def test_lines_that_the_owner_writes_into_config_txt_while_a_version_is_built_are_not_lost(
    places: Places, tmp_path: Path
) -> None:
    config = places.boot / "config.txt"
    for done in steps.put_in(job(places, source(tmp_path / "first", "first"))):
        if done == "built 1.0-1":
            config.write_text(f"{CONFIG}\ndisplay_rotate=2\n")
    assert config.read_text().startswith(f"{CONFIG}\ndisplay_rotate=2\n# boxref begins")


def test_a_plug_pulled_right_after_an_upgrade_finds_every_file_of_the_new_version_on_the_disk(
    installed: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[dict[str, bytes | str]] = []
    monkeypatch.setattr("os.sync", lambda: flushed.append(files_of(installed.places)))
    list(steps.put_in(job(installed.places, source(tmp_path / "second", "second"))))
    (on_disk,) = flushed
    assert "opt/boxref/versions/1.0-2/bin/boxref" in on_disk
    assert "opt/boxref/versions/1.0-2/.proved" not in on_disk, "what bears the mark is whole"
    assert on_disk["opt/boxref/current"] == "versions/1.0-1"


def test_installing_twice_builds_nothing_and_changes_nothing(installed: Told, tmp_path: Path) -> None:
    before = files_of(installed.places)
    done = list(steps.put_in(job(installed.places, tmp_path / "first")))
    assert done == ["user, groups and device rules"]
    assert files_of(installed.places) == before


def test_an_upgrade_runs_beside_the_old_version_until_it_is_ready(installed: Told, tmp_path: Path) -> None:
    places = installed.places
    for done in steps.put_in(job(places, source(tmp_path / "second", "second"))):
        if done == "1.0-2 is on trial":
            assert places.current.readlink() == Path("versions/1.0-1")
            assert what_runs(places) == "second"
    assert installed.state()["runs"] == "second"
    assert places.current.readlink() == Path("versions/1.0-2")
    assert not places.trial.exists()
    assert {folder.name for folder in places.versions.iterdir()} == {"1.0-1", "1.0-2"}, "one is kept to go back to"


def test_an_upgrade_that_changes_a_boot_file_too_is_tried_first_and_asks_for_a_restart_then(
    installed: Told, tmp_path: Path
) -> None:
    (installed.places.boot / "config.txt").write_text("# written anew\n")
    done = list(steps.put_in(job(installed.places, source(tmp_path / "second", "second"))))
    assert done.index("1.0-2 is ready") < done.index(
        "I2C at 400 kHz, SPI and UART on, serial console off: from the next boot on"
    )
    assert installed.places.restart_needed.exists()
    installed.reboot()
    assert not installed.places.restart_needed.exists()


def test_the_version_before_the_last_goes(installed: Told, tmp_path: Path) -> None:
    for name in ("second", "third"):
        list(steps.put_in(job(installed.places, source(tmp_path / name, name))))
    assert {folder.name for folder in installed.places.versions.iterdir()} == {"1.0-2", "1.0-3"}


def test_going_back_to_the_version_before_builds_nothing(installed: Told, tmp_path: Path) -> None:
    list(steps.put_in(job(installed.places, source(tmp_path / "second", "second"))))
    done = list(steps.put_in(job(installed.places, tmp_path / "first")))
    assert "1.0-1 is ready" in done
    assert not any(step.startswith("built") for step in done)
    assert installed.state()["runs"] == "first"


def test_a_version_that_does_not_become_ready_is_rolled_back(installed: Told, tmp_path: Path) -> None:
    before = files_of(installed.places)
    with pytest.raises(Refused, match="rolled back, the old version runs again; journalctl"):
        list(steps.put_in(job(installed.places, source(tmp_path / "mute", "mute"))))
    assert installed.state()["runs"] == "first"
    assert files_of(installed.places) == before
    assert not installed.places.trial.exists()


def test_a_version_that_becomes_ready_and_falls_within_a_minute_is_rolled_back(installed: Told, tmp_path: Path) -> None:
    before = files_of(installed.places)
    with pytest.raises(Refused, match=r"1\.0-2 became ready as a service and fell: rolled back, the old version runs"):
        list(steps.put_in(job(installed.places, source(tmp_path / "falls", "falls"))))
    assert installed.state()["runs"] == "first"
    assert files_of(installed.places) == before
    assert not installed.places.trial.exists()


@pytest.mark.parametrize("name", ["mute", "falls", "unfit"])
def test_a_version_that_is_not_put_in_leaves_no_rule_of_its_own_behind(
    name: str, installed: Told, tmp_path: Path
) -> None:
    before = files_of(installed.places)
    made = source(tmp_path / name, name)
    for rules in ("udev.rules", "journald.conf"):
        (made / "systemd" / rules).write_text("# of the new version\n")
    trying = steps.put_in(job(installed.places, made))
    assert next(trying) == "user, groups and device rules"
    assert files_of(installed.places) != before, "what tries it has its rules"
    trying.close()
    assert files_of(installed.places) == before, "interrupted"
    with pytest.raises(Refused):
        list(steps.put_in(job(installed.places, made)))
    assert files_of(installed.places) == before


def test_rules_that_a_killed_installer_left_are_those_of_the_version_that_runs_after_the_next_try(
    installed: Told, tmp_path: Path
) -> None:
    before = files_of(installed.places)
    made = source(tmp_path / "mute", "mute")
    (made / "systemd/udev.rules").write_text("# of the new version\n")
    (installed.places.lib / "udev/rules.d/70-boxref.rules").write_text("# of the new version\n")
    with pytest.raises(Refused):
        list(steps.put_in(job(installed.places, made)))
    assert files_of(installed.places) == before


def test_a_version_of_before_rules_were_kept_beside_it_can_be_gone_back_to(installed: Told, tmp_path: Path) -> None:
    files.clear(installed.places.current.resolve() / "systemd")
    with pytest.raises(Refused, match="the old version runs again"):
        list(steps.put_in(job(installed.places, source(tmp_path / "mute", "mute"))))


def test_where_the_old_version_does_not_get_ready_either_that_is_said(installed: Told, tmp_path: Path) -> None:
    (installed.places.current / "bin/boxref").write_text("mute")
    with pytest.raises(Refused, match="the old version does not get ready either"):
        list(steps.put_in(job(installed.places, source(tmp_path / "mute", "mute"))))


def test_a_version_that_does_not_prove_itself_never_comes_near_the_service(installed: Told, tmp_path: Path) -> None:
    before = files_of(installed.places)
    with pytest.raises(Refused, match="unfit"):
        list(steps.put_in(job(installed.places, source(tmp_path / "unfit", "unfit"))))
    assert files_of(installed.places) == before
    assert installed.state()["runs"] == "first"


def test_a_version_that_fails_again_and_again_may_be_replaced(installed: Told, tmp_path: Path) -> None:
    (installed.places.current / "bin/boxref").write_text("mute")
    installed.tell(runs="mute")
    list(steps.put_in(job(installed.places, source(tmp_path / "second", "second"))))
    assert installed.state()["runs"] == "second"


def test_nothing_is_touched_while_a_game_is_on(installed: Told, tmp_path: Path) -> None:
    before = files_of(installed.places)
    installed.tell(game="Clever Keys")
    later = job(installed.places, source(tmp_path / "second", "second"))
    with pytest.raises(Refused, match="Clever Keys is on: nothing is changed meanwhile; leave it"):
        list(steps.put_in(later))
    with pytest.raises(Refused, match="Clever Keys is on"):
        list(steps.take_out(later, purge=True))
    assert files_of(installed.places) == before


def test_a_game_that_begins_while_the_new_version_is_built_is_not_cut_off(installed: Told, tmp_path: Path) -> None:
    second = job(installed.places, source(tmp_path / "second", "second"))
    for done in (putting := steps.put_in(second)):
        if done == "1.0-2 proved itself":
            installed.tell(game="Hammer Time")
            break
    with pytest.raises(Refused, match="Hammer Time is on"):
        list(putting)
    assert installed.state() == {"runs": "first", "game": "Hammer Time"}
    installed.tell(game=None)
    again = list(steps.put_in(second))
    assert not any(step.startswith("built") for step in again), "what was built is still good"
    assert installed.state()["runs"] == "second"


def test_a_box_that_its_owner_keeps_from_starting_stays_so_over_an_upgrade(installed: Told, tmp_path: Path) -> None:
    (installed.places.root / "etc/systemd/system/multi-user.target.wants/boxref.service").unlink()
    installed.stop()
    list(steps.put_in(job(installed.places, source(tmp_path / "second", "second"))))
    assert not installed.running()
    assert what_runs(installed.places) == "second"


def test_the_owner_s_files_and_games_outlive_upgrades_and_the_box(installed: Told, tmp_path: Path) -> None:
    places = installed.places
    for folder, name in ((places.config, "box.toml"), (places.config, "copy.toml"), (places.state, "journal.db")):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine")
    second = job(places, source(tmp_path / "second", "second"))
    list(steps.put_in(second))
    list(steps.take_out(second, purge=False))
    assert [file.read_text() for file in (*places.config.iterdir(), *places.state.iterdir())] == ["mine"] * 3
    list(steps.take_out(second, purge=True))
    assert not places.config.exists()
    assert not places.state.exists()


def test_a_package_that_follows_a_checkout_leaves_nothing_of_it_in_its_way(installed: Told, tmp_path: Path) -> None:
    packaged = replace(installed.places, prefix=PACKAGED)
    list(steps.put_in(job(packaged, tmp_path / "first")))
    assert not installed.places.launcher.exists()
    assert not list((installed.places.root / "usr/local").rglob("boxref*"))
    assert installed.state()["runs"] == "first"
    assert {str(path.readlink()) for path, _ in system.wants(packaged)} == {
        "/usr/lib/systemd/system/boxref.service",
        "/usr/lib/systemd/system/boxref-poweroff.path",
    }


def test_uninstalling_leaves_the_card_as_it_was_to_the_byte(tmp_path: Path) -> None:
    places = laid(tmp_path / "card")
    before = files_of(places)
    first = job(places, source(tmp_path / "first", "first"))
    list(steps.put_in(first))
    assert files_of(places) != before
    list(steps.take_out(first, purge=False))
    assert files_of(places) == before
    assert not places.home.exists()
    assert list(places.lib.iterdir()) == []
    assert places.launcher.parent.is_dir(), "that one is the system's own"
    assert "stopped" in list(steps.take_out(first, purge=False)), "once more does no harm"


def test_what_a_version_is_made_of_is_told_by_its_files_and_nothing_else(tmp_path: Path) -> None:
    made = source(tmp_path / "first", "first")
    before = versions.digest(made)
    (made / "systemd/__pycache__").mkdir(exist_ok=True)
    (made / "systemd/__pycache__/x.pyc").touch()
    assert versions.digest(made) == before
    (made / "systemd/boxref.service").write_text("# another")
    assert versions.digest(made) != before
