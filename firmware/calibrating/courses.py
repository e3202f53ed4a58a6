"""The courses of a box, made from its plan and from what it has learned before."""

from collections.abc import Mapping
from typing import Final

from firmware.calibrating import blows, showing, touching, weighing
from firmware.calibrating.cell import ONES, Cell
from firmware.calibrating.course import Course
from firmware.calibration import Calibration
from firmware.tuning import knock_of
from games.catalog import GAMES
from games.table import Place, Slot
from hardware.box import Plan

COLOURS: Final = tuple(dict.fromkeys(colour for game in GAMES for colour in game.colours))
"""Every colour of gems and dice that a game asks for."""


def courses(plan: Plan, known: Calibration, *, afresh: bool = False) -> Mapping[str, Course]:
    """By name, in the order of the colour keys that choose them: centre, corner, knock, slots, and a fitted gate.

    `plan` is as box.toml says; `afresh` forgets the tare that is known, after work on the mount.
    """
    gate = {"gate": showing.course(COLOURS)} if plan.gate.fitted else {}
    return {
        "centre": weighing.course(_cell(plan, known, "centre", afresh=afresh)),
        "corner": weighing.course(_cell(plan, known, "corner", afresh=afresh)),
        "knock": blows.course(knock_of(plan)),
        "slots": touching.course(
            {Slot(*slot): wired for slot, wired in plan.slot_contacts.items()},
            contact_s=plan.settle.contact_ms / 1000,
        ),
        **gate,
    }


def _cell(plan: Plan, known: Calibration, place: Place, *, afresh: bool) -> Cell:
    cell, before = plan.scale.cell, known.of(f"scale.{place}")
    return Cell(
        place=place,
        per_gram=cell.centre_counts_per_gram if place == "centre" else cell.corner_counts_per_gram,
        assumed=cell.centre_empty_counts if place == "centre" else cell.corner_empty_counts,
        known=None if before is None or afresh else before.empty_counts,
        gem_grams=plan.gems.grams,
        gem_spread=plan.gems.spread,
        # Only the chamber ever holds all gems of a game.
        totals=tuple(sorted({game.gems for game in GAMES if game.gems > ONES})) if place == "centre" else (),
        most=max(game.gems for game in GAMES),
        rate_hz=plan.scale.rate_hz,
    )
