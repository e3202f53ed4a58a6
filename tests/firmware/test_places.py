"""Where the box looks for what its owner told it."""

import pwd
from pathlib import Path

import pytest

from firmware.places import is_absent, plan_file, state_directory


def test_the_owner_s_plan_counts_where_there_is_one(tmp_path: Path) -> None:
    service = {"CONFIGURATION_DIRECTORY": f"{tmp_path}:/etc/other"}
    assert plan_file(None, service) is None, "the box is as shipped"
    (tmp_path / "box.toml").touch()
    assert plan_file(None, service) == tmp_path / "box.toml"
    assert plan_file("mine.toml", service) == Path("mine.toml")


def test_without_a_service_s_folder_the_box_is_as_shipped() -> None:
    assert plan_file(None, {}) is None
    assert plan_file(None, {"CONFIGURATION_DIRECTORY": ""}) is None


def test_a_user_that_nobody_knows_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_uid: int) -> pwd.struct_passwd:
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert state_directory(None, {}) == Path("/.local/state/boxref"), "that it cannot be made is said by the journal"


def test_a_link_that_leads_round_and_a_file_below_a_file_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "file").touch()
    assert is_absent(tmp_path / "round")
    assert is_absent(tmp_path / "file" / "box.toml")
    assert not is_absent(tmp_path / "file")
