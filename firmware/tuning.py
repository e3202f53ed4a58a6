"""What the owner tunes in box.toml, as referees and sensing take it."""

from firmware.sensing import knock, scales
from firmware.sensing.counting import Gems
from games.catalog import GAMES
from games.contract import Timing
from hardware.box import Plan

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


def scale_of(plan: Plan) -> scales.Scale:
    """The plan's scale, as sensing takes it."""
    cell, gems, settle = plan.scale.cell, plan.gems, plan.settle
    return scales.Scale(
        centre=scales.Cell(cell.centre_counts_per_gram, cell.centre_empty_counts, cell.centre_kilograms),
        corner=scales.Cell(cell.corner_counts_per_gram, cell.corner_empty_counts, cell.corner_kilograms),
        # A gem that nobody misses may lie there all the same, and makes one more than was agreed.
        gems=Gems(gems.grams, gems.spread, most=max(game.gems for game in GAMES) + _UNSEEN),
        sure=gems.sure,
        window_s=settle.weight_window_s,
        steady_grams=settle.weight_grams,
        patience_s=settle.weight_patience_s,
    )


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
