"""The plan of the box: what is shipped is right, and whatever an owner mistypes is named where it stands."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from games import table
from hardware import box
from hardware.typed import PlanError

SHIPPED = box.SHIPPED.read_text(encoding="utf-8")


def complaint(tmp_path: Path, text: str) -> str:
    """What load says about a box.toml with this text, without the folder."""
    file = tmp_path / "box.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PlanError) as wrong:
        box.load(file)
    return str(wrong.value).removeprefix(f"{tmp_path}/")


def line_of(text: str, start: str) -> int:
    """The first line that begins so."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def test_the_shipped_box_is_the_default_and_knows_its_file() -> None:
    assert box.load() == box.load(box.SHIPPED)
    assert box.load().source == box.SHIPPED


def test_every_slot_has_two_contacts_of_its_own_and_none_on_bit_7() -> None:
    contacts = box.load().slot_contacts
    assert len(contacts) == len(set(contacts.values())) == 32
    assert {bit for _, bit in contacts.values()} == set(range(7))
    # Slot i: chip i // 7, bit i % 7; slot 3.2 is i = 14, slot 7.3 the last.
    assert contacts[0, 0] == ("slots0", 0)
    assert contacts[3, 2] == ("slots2", 0)
    assert contacts[7, 3] == ("slots4", 3)


def test_panel_keys_are_wired_in_their_order_and_the_pads_on_port_b() -> None:
    keys = box.load().panel_keys
    assert list(keys) == ["k1", "k2", "k3", "k4", "k5", "k6", "go", "p1", "p2", "p3", "p4", "p5", "p6", "back"]
    assert keys["go"] == ("A", 6)
    assert keys["p1"] == ("B", 0)
    assert keys["back"] == ("B", 6)


def test_the_chain_has_54_lamps_in_the_order_of_the_plan() -> None:
    lamps = box.load().lamps
    assert len(lamps.index) == 54
    places = [lamps.index[name] for name in ("slot.0.0", "slot.3.2", "key.1", "pad.1", "go", "back", "meter.1")]
    assert places == [0, 14, 32, 38, 44, 45, 46]
    assert lamps.index["meter.8"] == 53
    assert lamps.device == "/dev/spidev0.0"


def test_the_games_and_the_box_count_slots_and_lamps_alike() -> None:
    assert (table.SECTIONS, table.SLOTS_PER_SECTION) == (box.SECTIONS, box.SLOTS_PER_SECTION)
    assert [f"slot.{slot}" for slot in table.SLOTS] == list(box.LAMPS[: len(table.SLOTS)])
    assert sum(lamp.startswith("meter.") for lamp in box.LAMPS) == table.METER


def test_parts_are_named_as_plays_name_them() -> None:
    assert box.PARTS == (
        "slots0", "slots1", "slots2", "slots3", "slots4", "panel", "scale", "knock", "lamps", "voice", "gate",
    )  # fmt: skip
    assert list(box.load().expanders.addresses) == list(box.EXPANDERS)


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ("interrupt = 17", "interrupt = 28", "lines.interrupt", "is 28; right is a whole number from 0 to 27"),
        ("interrupt = 17", "interrupt = 17.0", "lines.interrupt", "is 17.0; right is a whole number from 0 to 27"),
        ("interrupt = 17", "interrupt = true", "lines.interrupt", "is True; right is a whole number from 0 to 27"),
        ("buzzer = 13", "buzzer = 17", "lines.buzzer", "GPIO17 is lines.interrupt already; right is a pin of its own"),
        ("knock = 23", "knock = 9", "lines.knock", "GPIO9 is lines.spi_taken already; right is a pin of its own"),
        ("panel = 0x25", "panel = 0x20", "expanders.panel", "0x20 is expanders.slots0 already; right is an address"),
        ("panel = 0x25", "panel = 0x2A", "expanders.panel", "is 0x2a; right is a whole number from 0x20 to 0x27"),
        ("address = 0x2A", "address = 0x2B", "scale.address", "is 0x2b; right is 0x2a"),
        ("gain = 128", "gain = 100", "scale.gain", "is 100; right is one of 1, 2, 4, 8, 16, 32, 64, 128"),
        ('part = "nau7802"', 'part = "hx710"', "scale.part", 'is \'hx710\'; right is one of "nau7802", "hx711"'),
        ("corner = 2", "corner = 1", "scale.corner", "1 is scale.centre already; right is the other channel, 2"),
        ("read_hz = 12.5", "read_hz = 100", "scale.read_hz", "100 results a second, more than there are"),
        ("order = ", 'order = "GRBW" # ', "lamps.order", "is 'GRBW'; right is one of \"GRB\""),
        ("brightness = 0.4", "brightness = nan", "lamps.brightness", "is nan; right is a number from 0 to 1"),
        ("meter = 8", "meter = 10", "lamps.meter", "is 10; right is 8"),
        ('backend = "spi"', 'backend = "usb"', "lamps.backend", 'is \'usb\'; right is one of "spi", "pwm"'),
        (
            "rest_contact_s = 0.35",
            "rest_contact_s = 0.02",
            "settle.rest_contact_s",
            "is 0.02; right is more than 0.02, since a contact takes so long (settle.contact_ms)",
        ),
        (
            "contact_ms = 20",
            "contact_ms = 400",
            "settle.rest_contact_s",
            "is 0.35; right is more than 0.4, since a contact takes so long (settle.contact_ms)",
        ),
        (
            "rest_table_s = 1.0",
            "rest_table_s = 0.3",
            "settle.rest_table_s",
            "is 0.3; right is 0.35 (settle.rest_contact_s) or more",
        ),
        (
            "weight_window_s",
            "weight_window_s = 1000 #",
            "settle.weight_window_s",
            "is 1000; right is a number from 0.1",
        ),
        ("weight_window_s", "weight_window_s = 0.1 #", "settle.weight_window_s", "is 0.1; right is 0.16 or more: two"),
        ("weight_grams", "weight_grams = 1.6 #", "settle.weight_grams", "is 1.6; right is less than 1.6 (gems.grams)"),
        (
            "weight_patience_s",
            "weight_patience_s = 0.5 #",
            "settle.weight_patience_s",
            "is 0.5; right is 1.0 (settle.weight_window_s) or more",
        ),
        ("dim_s", "dim_s = 20 #", "settle.dim_s", "is 20; right is 30.0 (settle.idle_s) or more"),
        ("undo_s", "undo_s = 60 #", "settle.undo_s", "is 60; right is a number from 0.001 to 10"),
        ("rest_table_s", "rest_table_s = 100 #", "settle.rest_table_s", "is 100; right is a number from 0.001 to 10"),
        ("late_gem_s", "late_gem_s = 600 #", "settle.late_gem_s", "is 600; right is a number from 0.001 to 10"),
        ("contact_ms", "contact_ms = 900 #", "settle.contact_ms", "is 900; right is a number from 1 to 500"),
        ("corner_s", "corner_s = 600 #", "scale.corner_s", "is 600; right is a number from 0.001 to 10"),
        ("back_off_s", "back_off_s = [3600] #", "bus.back_off_s", "is [3600]; right is a list, [...], each a number"),
        ("budget_milliamps", "budget_milliamps = 54 #", "lamps.budget_milliamps", "is 54; right is more than 54"),
        ('go = "A6"', 'go = "A7"', "panel.go", "is 'A7'; right is a port and a bit of it"),
        ('go = "A6"', 'go = "B6"', "panel.back", "B6 is panel.go already; right is a contact of its own"),
        ('contact = "A4"', 'contact = "A3"', "column.contact", "A3 is slot 7.3 already; right is a contact of its own"),
        ("highest_hz = 3520", "highest_hz = 220", "buzzer.highest_hz", "is 220; right is more than 220"),
        ("back_off_s = ", "back_off_s = [] # ", "bus.back_off_s", "is []; right is a list, [...], each a number"),
        ("centre_counts_per_gram", "centre_counts_per_gram = 0 #", "scale.cell.centre_counts_per_gram", "is 0; right"),
        ('active = "high"', 'active = "up"', "knock.active", 'is \'up\'; right is one of "high", "low"'),
        ("hold_off_s = ", "hold_off_s = 0.09 # ", "knock.hold_off_s", "is 0.09; right is 0.1 (knock.veto_s) or more"),
        (
            "longest_s = ",
            "longest_s = 0.12 # ",
            "knock.longest_s",
            "is 0.12; right is more than 0.12 (knock.hold_off_s)",
        ),
        ("fitted = false", 'fitted = "no"', "gate.fitted", "is 'no'; right is true or false"),
        ("fitted = false", "fitted = 0", "gate.fitted", "is 0; right is true or false"),
        ("cycles = 24", "cycles = 60 #", "gate.read_hz", "is 10.0; right is 6.2 or less, since a result takes 0.161 s"),
        (
            "idle_read_hz = 2.0          # ... while nobody has touched anything for settle.idle_s\npatience",
            "idle_read_hz = 20.0\npatience",
            "gate.idle_read_hz",
            "is 20.0; right is 15.2",
        ),
        (
            "idle_poll_hz",
            "idle_poll_hz = 11 #",
            "expanders.idle_poll_hz",
            "is 11; right is 10.0 (expanders.poll_hz) or",
        ),
        ("idle_read_hz", "idle_read_hz = 80 #", "scale.idle_read_hz", "is 80; right is 12.5 (scale.read_hz) or less"),
        ("shortest_ms", "shortest_ms = 3.1 #", "knock.shortest_ms", "is 3.1; right is 3.0 (knock.stretch_ms) or less"),
        ("grams = 1.6", "gram = 1.6", "gems.gram", "no such key; known here: grams, spread, sure"),
    ],
)
def test_a_wrong_value_is_named_with_its_line_and_what_would_be_right(
    tmp_path: Path, old: str, new: str, key: str, what: str
) -> None:
    assert SHIPPED.count("\n" + old), "the shipped file no longer has this line"
    text = SHIPPED.replace("\n" + old, "\n" + new, 1)
    # Where two lines disagree the later of them is named, and it need not be the one that was changed.
    elsewhere = {
        "panel.back": "back = ",
        "settle.rest_contact_s": "rest_contact_s = ",
        "gate.read_hz": "read_hz = 10.0",
        "gate.idle_read_hz": "idle_read_hz = 20.0",
    }
    line = line_of(text, elsewhere.get(key, new))
    assert complaint(tmp_path, text).startswith(f"box.toml:{line}: {key}: {what}")


def test_a_missing_key_is_named_at_its_table(tmp_path: Path) -> None:
    text = SHIPPED.replace("\nhighest_hz = 3520", "", 1)
    line = line_of(text, "[buzzer]")
    assert complaint(tmp_path, text) == (
        f"box.toml:{line}: buzzer.highest_hz: is missing; right is a number from 50 to 10000"
    )


def test_an_unknown_table_and_a_table_that_is_none_are_named(tmp_path: Path) -> None:
    text = SHIPPED + "\n[buttons]\nred = 1\n"
    assert complaint(tmp_path, text).startswith(f"box.toml:{line_of(text, '[buttons]')}: buttons: no such key; known")
    assert complaint(tmp_path, "bus = 1\n" + SHIPPED.replace("[bus]", "[buzz]", 1)).startswith("box.toml:")


@pytest.mark.parametrize(
    ("again", "said"),
    [
        ("[settle]\n", "settle: stands in line {settle} already; right is to say it once"),
        ("[knock]\naddress = 0x48\n", "knock: stands in line {knock} already; right is to say it once"),
        ('baud = 9600\ndevice = "x"\n', "voice.baud: stands in line {baud} already; right is to say it once"),
        ('baud = """\n\n"""\n', "voice.baud: stands in line {baud} already; right is to say it once"),
    ],
)
def test_what_is_said_twice_is_named_where_it_stands_again(tmp_path: Path, again: str, said: str) -> None:
    lines = {"settle": "[settle]", "knock": "[knock]", "baud": "baud"}
    said = said.format_map({name: line_of(SHIPPED, start) for name, start in lines.items()})
    assert complaint(tmp_path, SHIPPED + again) == f"box.toml:{SHIPPED.count(chr(10)) + 1}: {said}"


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text("\ufeff" + SHIPPED, encoding="utf-8")
    assert replace(box.load(file), source=box.SHIPPED) == box.load()
    assert complaint(tmp_path, "\ufeffbus = 1\n").startswith("box.toml:1: bus: ")


@pytest.mark.parametrize(("tail", "line"), [("\nhertz = = 3\n", 2), ("\n\n[open", 3), ('\nname = """never ends\n', 3)])
def test_a_syntax_error_has_its_line_too(tmp_path: Path, tail: str, line: int) -> None:
    said = complaint(tmp_path, SHIPPED.rstrip("\n") + tail)
    first = len(SHIPPED.rstrip("\n").splitlines())
    assert said.startswith(f"box.toml:{first + line - 1}: ")
    assert said.endswith("; right is `key = value`, numbers bare and names in quotes")


def test_a_file_that_is_not_there_or_is_none_is_said_to_be_so(tmp_path: Path) -> None:
    why = r"cannot be read \(No such file or directory\); right is a text file that is there and may be read"
    with pytest.raises(PlanError, match=rf"nowhere\.toml:1: {why}$"):
        box.load(tmp_path / "nowhere.toml")
    with pytest.raises(PlanError, match=r":1: cannot be read \(Is a directory\); right"):
        box.load(tmp_path)


def test_letters_of_another_encoding_are_named_with_their_line(tmp_path: Path) -> None:
    (file := tmp_path / "latin.toml").write_bytes("[bus]\n# für uns\n".encode("latin-1"))
    with pytest.raises(PlanError, match=r"latin\.toml:2: this is no UTF-8; save the file as UTF-8 text$"):
        box.load(file)


def test_lines_are_right_beyond_lists_and_texts_of_several_lines(tmp_path: Path) -> None:
    text = SHIPPED.replace("back_off_s = [", "back_off_s = [ # ] = [\n 0.25, # = \n ", 1)
    text = text.replace("\ngrams = 1.6", "\ngrams = 0", 1)
    assert complaint(tmp_path, text).startswith(f"box.toml:{line_of(text, 'grams = 0')}: gems.grams: is 0; right")


def test_lamps_on_pwm_need_a_pin_that_has_it(tmp_path: Path) -> None:
    text = SHIPPED.replace('backend = "spi"', 'backend = "pwm"')
    (good := tmp_path / "good.toml").write_text(text, encoding="utf-8")
    assert box.load(good).lamps.backend == "pwm"
    text = text.replace("lamps_pwm = 18", "lamps_pwm = 7")
    said = "GPIO7 has no PWM; right is one of 12, 13, 18, 19, since lamps.backend is pwm"
    assert complaint(tmp_path, text) == f"box.toml:{line_of(text, 'lamps_pwm = ')}: lines.lamps_pwm: {said}"


def test_the_readme_wires_the_box_as_the_plan_does() -> None:
    plan, readme = box.load(), box.SHIPPED.with_name("README.md").read_text(encoding="utf-8")
    rows = [[cell.strip(" `") for cell in row.split("|")[1:-1]] for row in readme.splitlines() if row.startswith("|")]

    lines = {field.name: getattr(plan.lines, field.name) for field in fields(plan.lines)}
    told = {line: pins for pins, line, *_ in rows if line in lines and not pins.startswith("0x")}
    assert told == {name: str(pins).strip("()") for name, pins in lines.items()}

    chips = {**plan.expanders.addresses, "scale": plan.scale.address, "knock": plan.knock.address}
    chips["gate"] = plan.gate.address
    assert {part: int(at, 16) for at, part, *_ in rows if at.startswith("0x")} == chips

    names = plan.lamps.names
    for first, lamp in ((0, "slot.0.0"), (32, "key.1"), (38, "pad.1"), (44, "go"), (45, "back"), (46, "meter.1")):
        assert names[first] == lamp
        assert any(row[0].split()[0] == str(first) and row[1].startswith(lamp) for row in rows)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gain = 128", "gain = 32", "scale.gain: is 32; right for an HX711 is 64 or 128"),
        ("rate_hz = 80", "rate_hz = 40", "scale.rate_hz: is 40; right for an HX711 is 10 or 80"),
    ],
)
def test_an_hx711_knows_fewer_gains_and_rates(tmp_path: Path, old: str, new: str, said: str) -> None:
    clocked = SHIPPED.replace('part = "nau7802"', 'part = "hx711"')
    assert said in complaint(tmp_path, clocked.replace(old, new))
    assert "hx711" in clocked
