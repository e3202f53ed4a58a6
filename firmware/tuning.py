"""What the owner tunes in box.toml and the box has learned of its parts, as referees and sensing take it."""

from dataclasses import replace
from typing import Final

from firmware.calibration import BlowsHeard, Calibration
from firmware.sensing import column, contacts, gate, knock, panel
from firmware.sensing.counting import Gems
from firmware.sensing.pan import Cell, Scale
from games.catalog import GAMES
from games.contract import Timing
from games.table import Slot
from hardware.box import Plan
from hardware.plan import Knock

NEAREST_BLOWS_S: Final = 0.3
"""Deliberate blows are further apart (310 ms in the recordings, hardware-facts 11)."""


def calibrated(plan: Plan, calibration: Calibration) -> Plan:
    """The plan with what the box has learned in the place of what was assumed."""
    cells = {}
    for place in ("centre", "corner"):
        if (weighed := calibration.of(f"scale.{place}")) is not None:
            cells[f"{place}_counts_per_gram"] = weighed.counts_per_gram
            cells[f"{place}_empty_counts"] = round(weighed.empty_counts)
    gems, blows = calibration.of("gems"), calibration.of("knock")
    return replace(
        plan,
        scale=replace(plan.scale, cell=replace(plan.scale.cell, **cells)),
        gems=plan.gems if gems is None else replace(plan.gems, grams=gems.grams, spread=gems.spread),
        knock=plan.knock if blows is None else _heard(plan.knock, blows),
    )


def _heard(wired: Knock, blows: BlowsHeard) -> Knock:
    """A pulse half as wide as the narrowest one heard still is a blow; ringing is over a quarter later than it was."""
    hold_off = max(wired.hold_off_s, min(1.25 * blows.longest_ring_s, NEAREST_BLOWS_S))
    return replace(wired, shortest_ms=min(wired.shortest_ms, blows.shortest_ms / 2), hold_off_s=hold_off)


_UNSEEN = 2
"""Gems that may be counted beyond those a game has."""

_HEAP = 1.5
"""Gems that fall onto the box and may be heard: two or more, a single one is too light."""


def timing_of(plan: Plan) -> Timing:
    """The plan's settling times, as referees take them."""
    settle = plan.settle
    return Timing(
        rest_contact=settle.rest_contact_s,
        rest_table=settle.rest_table_s,
        undo=settle.undo_s,
        late_gem=settle.late_gem_s,
        patience=settle.patience_s,
        sure=plan.gems.sure,
    )


def scale_of(plan: Plan) -> Scale:
    """The plan's scale, as sensing takes it."""
    cell, gems, settle = plan.scale.cell, plan.gems, plan.settle
    return Scale(
        centre=Cell(cell.centre_counts_per_gram, cell.centre_empty_counts, cell.centre_kilograms),
        corner=Cell(cell.corner_counts_per_gram, cell.corner_empty_counts, cell.corner_kilograms),
        # A gem that nobody misses may lie there all the same, and makes one more than was agreed.
        gems=Gems(gems.grams, gems.spread, most=max(game.gems for game in GAMES) + _UNSEEN),
        sure=gems.sure,
        window_s=settle.weight_window_s,
        steady_grams=settle.weight_grams,
        patience_s=settle.weight_patience_s,
    )


def column_of(plan: Plan) -> column.Column:
    """The silver column's contact, nothing read yet."""
    port, bit = plan.column.contact
    return column.begin(plan.column.part, port, bit, contact_s=plan.settle.contact_ms / 1000)


def slots_of(plan: Plan) -> contacts.Slots:
    """The key slots, nothing read yet; the column's contact hangs on one of their expanders."""
    return contacts.begin(
        {part_bit: Slot(*slot) for slot, part_bit in plan.slot_contacts.items()},
        contact_s=plan.settle.contact_ms / 1000,
        skew_s=plan.settle.skew_s,
        beside={plan.column.part: column_of(plan).contacts.watched},
    )


def panel_of(plan: Plan) -> panel.Panel:
    """The keys of the panel, nothing read yet."""
    return panel.begin(
        {("a" if contact.port == "A" else "b", contact.bit): name for name, contact in plan.panel_keys.items()},
        contact_s=plan.settle.contact_ms / 1000,
        bounce_s=plan.settle.bounce_s,
    )


def gate_of(plan: Plan, learned: gate.Learned) -> gate.Gate:
    """The plan's gem gate, as its owner taught it, with nothing seen yet."""
    return gate.begin(learned, sure=plan.gems.sure, patience_s=plan.gate.patience_s)


def knock_of(plan: Plan) -> knock.Bounds:
    """What tells a knock from anything else, as sensing takes it."""
    wired = plan.knock
    return knock.Bounds(
        shortest=wired.shortest_ms / 1000,
        stretch=wired.stretch_ms / 1000,
        longest=wired.longest_s,
        hold_off=wired.hold_off_s,
        veto=wired.veto_s,
        least=knock.LEAST[wired.sensitivity],
        load=plan.scale.cell.centre_counts_per_gram * plan.gems.grams * _HEAP,
    )
