"""Where the box looks for what its owner told it."""

from pathlib import Path

from firmware.places import plan_file


def test_the_owner_s_plan_counts_where_there_is_one(tmp_path: Path) -> None:
    service = {"CONFIGURATION_DIRECTORY": f"{tmp_path}:/etc/other"}
    assert plan_file(None, service) is None, "the box is as shipped"
    (tmp_path / "box.toml").touch()
    assert plan_file(None, service) == tmp_path / "box.toml"
    assert plan_file("mine.toml", service) == Path("mine.toml")


def test_without_a_service_s_folder_the_box_is_as_shipped() -> None:
    assert plan_file(None, {}) is None
    assert plan_file(None, {"CONFIGURATION_DIRECTORY": ""}) is None
