"""I2C speed, SPI and the serial line: what the kernel has made of config.txt."""

from dataclasses import replace

import pytest

from firmware.doctor import boot, rights, wires
from tests.doctor.computer import CONFIG, SPEED, Computer

PI4 = "Raspberry Pi 4 Model B Rev 1.4\0"
PI5 = "Raspberry Pi 5 Model B Rev 1.0\0"


def test_a_bus_as_the_plan_has_it_is_well(pi: Computer) -> None:
    found = pi.one(wires.i2c_speed)
    assert (found.verdict, found.sentence) == ("ok", "The I2C bus runs at 400 kHz.")


@pytest.mark.parametrize(
    ("hertz", "why"), [(100_000, "every press is felt later"), (1_000_000, "the parts may not follow")]
)
def test_a_bus_at_another_speed_is_wrong_and_one_command_mends_it(hertz: int, why: str, pi: Computer) -> None:
    pi.write(SPEED, hertz.to_bytes(4, "big"))
    found = pi.one(wires.i2c_speed)
    assert found.verdict == "wrong"
    assert found.sentence == f"The I2C bus runs at {hertz // 1000} kHz and not at 400 kHz: {why}."
    assert found.mend == (
        r"printf '\n[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n' | sudo tee -a /boot/firmware/config.txt"
        " && sudo reboot"
    )


@pytest.mark.parametrize(
    ("config", "verdict"),
    [
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "ok"),
        ("dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000 # fast", "ok"),
        ("[pi5]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000", "wrong"),
        ("[pi02]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000", "ok"),
        ("dtparam=i2c_arm=on", "wrong"),
        ("# dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "wrong"),
    ],
)
def test_where_the_kernel_does_not_tell_the_speed_config_txt_does(config: str, verdict: str, pi: Computer) -> None:
    pi.remove(SPEED)
    pi.write(CONFIG, config)
    assert pi.one(wires.i2c_speed).verdict == verdict


def test_an_older_system_keeps_config_txt_elsewhere(pi: Computer) -> None:
    pi.remove(CONFIG)
    pi.remove(SPEED)
    pi.write("boot/config.txt", "dtparam=i2c_arm=on")
    assert "sudo tee -a /boot/config.txt" in str(pi.one(wires.i2c_speed).mend)


def test_without_any_config_txt_the_bus_is_as_slow_as_it_comes(pi: Computer) -> None:
    pi.remove(CONFIG)
    pi.remove(SPEED)
    assert "runs at 100 kHz" in pi.one(wires.i2c_speed).sentence


def test_spi_that_takes_a_whole_picture_is_well(pi: Computer) -> None:
    found = pi.one(wires.spi_buffer)
    assert (found.verdict, found.sentence) == ("ok", "The SPI driver takes 4096 bytes at once.")


def test_a_buffer_that_is_too_small_is_named_with_both_sizes(pi: Computer) -> None:
    pi.write("sys/module/spidev/parameters/bufsiz", "512\n")
    found = pi.one(wires.spi_buffer)
    assert found.verdict == "wrong"
    assert found.sentence == "The SPI driver takes 512 bytes at once, and the lamps are sent in up to 4096."
    assert found.mend == (
        "echo 'options spidev bufsiz=4096' | sudo tee /etc/modprobe.d/boxref-spidev.conf && sudo reboot"
    )


def test_spi_that_is_off_lights_no_lamp(pi: Computer) -> None:
    pi.remove("sys/module/spidev/parameters/bufsiz")
    found = pi.one(wires.spi_buffer)
    assert found.verdict == "wrong"
    assert found.sentence == "The kernel's SPI driver is not loaded, so no lamp can shine."
    assert r"printf '\n[all]\ndtparam=spi=on\n'" in str(found.mend)


@pytest.mark.parametrize(
    ("model", "config", "sentence"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", "core_freq=250", "The core clock stands still at 250 MHz."),
        (PI4, "core_freq=500\ncore_freq_min=500", "The core clock stands still at 500 MHz."),
        (PI5, "", "This Pi has a clock of its own for the lamps."),
    ],
)
def test_a_core_clock_that_stands_still_is_well(model: str, config: str, sentence: str, pi: Computer) -> None:
    pi.write("proc/device-tree/model", model)
    pi.write(CONFIG, config)
    found = pi.one(wires.core_clock)
    assert (found.verdict, found.sentence) == ("ok", sentence)


@pytest.mark.parametrize(
    ("model", "config", "mends"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", "", r"core_freq=250\ncore_freq_min=250"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "core_freq=400", r"core_freq=250\ncore_freq_min=250"),
        (PI4, "core_freq=500", r"core_freq=500\ncore_freq_min=500"),
        (PI4, "[pi5]\ncore_freq=500\ncore_freq_min=500", r"core_freq=500\ncore_freq_min=500"),
    ],
)
def test_a_core_clock_that_changes_may_spoil_the_colours(model: str, config: str, mends: str, pi: Computer) -> None:
    pi.write("proc/device-tree/model", model)
    pi.write(CONFIG, config)
    found = pi.one(wires.core_clock)
    assert found.verdict == "warn"
    assert found.sentence == (
        "The core clock changes with the load, and the lamps' bits with it: they may flicker in wrong colours."
    )
    assert mends in str(found.mend)


@pytest.mark.parametrize(
    ("model", "sections"),
    [
        ("Raspberry Pi Model B Rev 2", ("pi1",)),
        ("Raspberry Pi 2 Model B Rev 1.1", ("pi2",)),
        ("Raspberry Pi 3 Model B Rev 1.2", ("pi3",)),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", ("pi3", "pi3+")),
        ("Raspberry Pi Zero W Rev 1.1", ("pi0", "pi0w")),
        ("Raspberry Pi 400 Rev 1.0", ("pi4", "pi400")),
        ("Raspberry Pi 500 Rev 1.0", ("pi5", "pi500")),
    ],
)
def test_each_model_has_its_sections_of_config_txt(model: str, sections: tuple[str, ...]) -> None:
    assert boot.filters(model) == sections


def test_a_line_without_a_value_switches_a_parameter_on(pi: Computer) -> None:
    pi.write(CONFIG, "dtparam=spi\ngarbage\n")
    assert boot.settings(pi.system) == {"spi": "on"}


SPEAKS = "On the line {} of the voice {}: the two would talk into each other."


def test_a_line_that_is_the_voice_s_alone_is_well(pi: Computer) -> None:
    pi.write("proc/77/cmdline", "/sbin/agetty\0-o\0-p\0tty1\0linux\0")
    found = pi.one(wires.serial_console)
    assert (found.verdict, found.sentence) == ("ok", "Nobody else talks on the line of the voice.")


def test_a_kernel_that_prints_on_the_voice_s_line_is_named(pi: Computer) -> None:
    pi.write("proc/cmdline", "console=ttyS0,115200 console=tty1 root=/dev/mmcblk0p2")
    found = pi.one(wires.serial_console)
    assert found.verdict == "warn"
    assert found.sentence == SPEAKS.format("ttyS0", "the kernel prints its messages")
    assert found.mend == "sudo raspi-config nonint do_serial_cons 1 && sudo reboot"


def test_a_login_on_the_voice_s_line_is_named(pi: Computer) -> None:
    pi.write("proc/77/cmdline", "/sbin/agetty\0-o\0-p\0--keep-baud\x00115200,57600\0ttyS0\0vt220\0")
    assert pi.one(wires.serial_console).sentence == SPEAKS.format("ttyS0", "a login waits")


def test_the_debug_plug_of_a_pi_5_disturbs_nobody(pi: Computer) -> None:
    pi.write("proc/device-tree/model", PI5)
    pi.remove("dev/serial0")
    pi.write("proc/cmdline", "console=ttyAMA10,115200 console=tty1")
    assert pi.one(wires.serial_console).verdict == "ok"


@pytest.mark.parametrize("console", ["serial0", "ttyAMA0", "ttyS0"])
def test_where_the_link_is_missing_any_line_of_the_pins_counts(console: str, pi: Computer) -> None:
    pi.remove("dev/serial0")
    pi.write("proc/cmdline", f"console={console},115200")
    assert pi.one(wires.serial_console).verdict == "warn"


@pytest.mark.parametrize(
    ("model", "line", "verdict"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", "ttyS0", "ok"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "ttyAMA0", "warn"),
        (PI4, "ttyS0", "warn"),
    ],
)
def test_the_small_uart_holds_the_core_clock_still(model: str, line: str, verdict: str, pi: Computer) -> None:
    pi.write("proc/device-tree/model", model)
    pi.write(CONFIG, "enable_uart=1")
    pi.remove("dev/serial0")
    (pi.root / "dev/serial0").symlink_to(line)
    found = pi.one(wires.core_clock)
    assert found.verdict == verdict
    assert (found.sentence == "The core clock stands still for the serial line.") == (verdict == "ok")


def test_lamps_on_a_pwm_line_need_no_spi(pi: Computer) -> None:
    pi.remove("dev/spidev0.0")
    pi.remove("sys/module/spidev/parameters/bufsiz")
    pi.write(CONFIG, "")
    plan = replace(pi.case.plan, lamps=replace(pi.case.plan.lamps, backend="pwm"))
    case = replace(pi.case, plan=plan)
    assert [found.sentence for check in (wires.spi_buffer, wires.core_clock) for found in check(case)] == [
        "The lamps hang on a PWM line and need no SPI.",
        "The lamps hang on a PWM line with a clock of its own.",
    ]
    assert {found.verdict for found in rights.nodes(case)} == {"ok"}
