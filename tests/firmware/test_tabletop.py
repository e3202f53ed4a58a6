"""What the owner tunes in box.toml reaches whoever judges by it."""

from dataclasses import fields, replace

from firmware.tabletop import Tabletop
from firmware.tuning import scale_of, timing_of
from firmware.virtual import VirtualLoop
from hardware import box

SHIPPED = box.load()
TUNED = replace(
    SHIPPED,
    settle=replace(
        SHIPPED.settle, **{field.name: 2 * getattr(SHIPPED.settle, field.name) for field in fields(SHIPPED.settle)}
    ),
)


class Nothing:
    """Neither lamps nor sounds."""

    def announce(self, *_what: object) -> None:
        pass


def test_the_referee_waits_as_long_as_the_owner_says() -> None:
    shipped, tuned = timing_of(SHIPPED), timing_of(TUNED)
    for name in ("rest_contact", "rest_table", "undo", "late_gem", "patience"):
        assert getattr(tuned, name) == 2 * getattr(shipped, name), name


def test_weights_and_contacts_settle_as_the_owner_says() -> None:
    scale = scale_of(TUNED)
    settle = TUNED.settle
    assert (scale.window_s, scale.steady_grams) == (settle.weight_window_s, settle.weight_grams)
    assert scale.patience_s == settle.weight_patience_s
    loop = VirtualLoop()
    tabletop = Tabletop(TUNED, loop, Nothing())
    assert tabletop._slots.times[:2] == (settle.contact_ms / 1000, settle.skew_s)
    assert (tabletop._panel.contact_s, tabletop._panel.bounce_s) == (settle.contact_ms / 1000, settle.bounce_s)
    loop.close()
