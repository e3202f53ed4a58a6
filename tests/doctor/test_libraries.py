"""The libraries that reach the pins, as real metadata in a folder tells of them."""

import shutil

import pytest

from firmware.doctor import libraries
from tests.doctor.computer import UNIT, Computer

BUILD = "sudo apt install swig gcc python3-dev && sudo PYPI=1 /opt/boxref/bin/pip install 'lgpio>=0.2.2'"


def uninstall(pi: Computer, folder: str) -> None:
    shutil.rmtree(pi.root / "site" / folder)


def test_pins_through_lgpio_are_well(pi: Computer) -> None:
    found = pi.one(libraries.pin_factory)
    assert (found.verdict, found.sentence) == ("ok", "The pins are reached through lgpio 0.2.2.0.")


def test_another_pin_factory_would_be_deaf(pi: Computer) -> None:
    pi.with_(environ={"GPIOZERO_PIN_FACTORY": "rpigpio"})
    found = pi.one(libraries.pin_factory)
    assert found.verdict == "wrong"
    assert found.sentence == (
        "GPIOZERO_PIN_FACTORY is rpigpio, which sees no edges on this kernel: the box needs lgpio."
    )
    assert found.mend == "export GPIOZERO_PIN_FACTORY=lgpio"


@pytest.mark.parametrize(
    ("environment", "verdict"), [("GPIOZERO_PIN_FACTORY=lgpio", "ok"), ("GPIOZERO_PIN_FACTORY=pigpio", "wrong")]
)
def test_where_a_service_is_installed_its_environment_counts(environment: str, verdict: str, pi: Computer) -> None:
    pi.with_(environ={"GPIOZERO_PIN_FACTORY": "native"})
    pi.write(UNIT, f"[Service]\nEnvironment={environment} PYTHONUNBUFFERED=1\n")
    found = pi.one(libraries.pin_factory)
    assert found.verdict == verdict
    assert found.mend == (None if verdict == "ok" else "sudo systemctl edit boxref")


def test_without_lgpio_no_pin_can_be_reached(pi: Computer) -> None:
    uninstall(pi, "lgpio-0.2.2.0.dist-info")
    found = pi.one(libraries.pin_factory)
    assert (found.verdict, found.mend) == ("wrong", BUILD)
    assert found.sentence == "lgpio is not installed beside the box, so no pin can be reached."


def test_the_old_lgpio_that_a_resolver_falls_back_to_is_named(pi: Computer) -> None:
    uninstall(pi, "lgpio-0.2.2.0.dist-info")
    pi.install("lgpio", "0.0.0.2")
    found = pi.one(libraries.pin_factory)
    assert (found.verdict, found.mend) == ("wrong", BUILD)
    assert found.sentence == "lgpio 0.0.0.2 is an old one that was taken for want of a newer: it needs 0.2.2."


def test_rpi_lgpio_alone_is_well(pi: Computer) -> None:
    found = pi.one(libraries.one_gpio)
    assert (found.verdict, found.sentence) == ("ok", "The module RPi.GPIO: rpi-lgpio alone brings it.")


@pytest.mark.parametrize("brings", [(), ("RPi/GPIO/__init__.py",)])
def test_rpi_gpio_beside_rpi_lgpio_is_taken_away(brings: tuple[str, ...], pi: Computer) -> None:
    pi.install("RPi.GPIO", "0.7.1", *brings)
    found = pi.one(libraries.one_gpio)
    assert found.verdict == "wrong"
    assert found.sentence == "rpi-gpio and rpi-lgpio overwrite each other: only rpi-lgpio may be there."
    assert found.mend == (
        "sudo /opt/boxref/bin/pip uninstall --yes rpi-gpio rpi-lgpio && sudo /opt/boxref/bin/pip install rpi-lgpio"
    )


def test_any_other_that_brings_the_module_is_found_by_its_files(pi: Computer) -> None:
    pi.install("RPi.GPIO2", "0.3", "RPi/GPIO/__init__.py")
    assert pi.one(libraries.one_gpio).sentence.startswith("rpi-gpio2 and rpi-lgpio overwrite each other")


@pytest.mark.parametrize(
    ("model", "release", "verdict"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", "6.6.31", "warn"),
        ("Raspberry Pi 4 Model B Rev 1.4", "6.1.21", "ok"),
        ("Raspberry Pi 5 Model B Rev 1.0", "6.1.21", "warn"),
        ("Raspberry Pi 4 Model B Rev 1.4", "unheard of", "ok"),
    ],
)
def test_rpi_gpio_alone_has_seen_its_day(model: str, release: str, verdict: str, pi: Computer) -> None:
    uninstall(pi, "rpi_lgpio-0.6.dist-info")
    pi.install("RPi.GPIO", "0.7.1", "RPi/GPIO/__init__.py")
    pi.write("proc/device-tree/model", model)
    pi.write("proc/sys/kernel/osrelease", release)
    found = pi.one(libraries.one_gpio)
    assert found.verdict == verdict
    if verdict == "warn":
        assert found.sentence == ("RPi.GPIO itself is installed, which sees no edges on this kernel: rpi-lgpio does.")


def test_where_nothing_brings_the_module_nothing_is_wrong(pi: Computer) -> None:
    uninstall(pi, "rpi_lgpio-0.6.dist-info")
    found = pi.one(libraries.one_gpio)
    assert (found.verdict, found.sentence) == (
        "ok",
        "The module RPi.GPIO: nothing brings it, and nothing asks for it.",
    )


def test_a_distribution_without_a_name_disturbs_nobody(pi: Computer) -> None:
    pi.write("site/broken-1.dist-info/METADATA", "")
    assert pi.one(libraries.one_gpio).verdict == "ok"


def test_in_an_environment_of_one_s_own_no_sudo_is_needed(pi: Computer) -> None:
    (pi.root / "venv").mkdir()
    (pi.root / "venv").chmod(0o770)
    pi.with_(prefix=pi.root / "venv")
    pi.install("RPi.GPIO", "0.7.1")
    pip = f"{pi.root}/venv/bin/pip"
    assert pi.one(libraries.one_gpio).mend == (f"{pip} uninstall --yes rpi-gpio rpi-lgpio && {pip} install rpi-lgpio")
