"""Every clumsy thing children do at Sultan's Swoop, one function each; each returns whether it could be done now.

What follows is not theirs: the child looks afterwards whether the box was told something that is not so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.whole.sultans_swoop.child import Child

Trick = Callable[["Child"], bool]

PADS = tuple(f"p{pad}" for pad in range(1, 7))
COLOUR_KEYS = tuple(f"k{number}" for number in range(1, 7))


# --- the panel --------------------------------------------------------------------------------------------------------


def somebody_elses_pad(child: Child) -> bool:
    child.match.note("somebody else's pad")
    child.match.press(child.dice.choice(PADS))
    return True


def wrong_colours(child: Child) -> bool:
    child.match.note("colours that are not there")
    child.match.press_each(*(child.dice.choice(COLOUR_KEYS) for _ in range(child.dice.randint(1, 3))))
    return True


def ninth_die(child: Child) -> bool:
    """More dice than there are."""
    if child.match.oracle.now.phase != "count":
        return False
    child.match.note("a ninth die")
    more = 9 - len(child.match.oracle.entered) + child.dice.randint(0, 2)
    child.match.press_each(*(child.dice.choice(COLOUR_KEYS) for _ in range(max(more, 1))))
    return True


def go(child: Child) -> bool:
    child.match.note("go, too early or too late")
    child.match.press("go")
    return True


def mash_go(child: Child) -> bool:
    if child.match.oracle.over:
        return False  # two that are hardly a second apart leave the game, or do not
    child.match.note("mash go")
    for _ in range(child.dice.randint(2, 5)):
        child.match.press("go")
    return True


def hold_go(child: Child) -> bool:
    child.match.note("hold go")
    child.match.hold("go", 2.6)
    return True


def back(child: Child) -> bool:
    child.match.note("press back")
    child.match.press("back")
    return True


def mash_back(child: Child) -> bool:
    child.match.note("mash back")
    for _ in range(child.dice.randint(2, 6)):
        child.match.press("back")
        child.match.wait(child.dice.choice((0.0, 0.0, 1.0)))
    return True


def twice(child: Child) -> bool:
    """A finger that trembles."""
    child.match.note("a double press")
    apart = child.dice.choice((0.02, 0.05, 0.1, 0.2, 0.35, 0.5))
    child.match.press_twice(child.dice.choice((*PADS[: child.match.crowd.players], "go", "k1", "k3")), apart)
    return True


def two_pads(child: Child) -> bool:
    child.match.note("two pads at once")
    child.match.press(*child.dice.sample(PADS[: child.match.crowd.players], 2))
    return True


def go_and_back(child: Child) -> bool:
    if child.match.crowd.contacts == "worn":
        return False
    child.match.note("go and back at once")
    child.match.press("go", "back")
    return True


def undo_a_bout(child: Child) -> bool:
    """A whole bout is taken back, and brought again or told anew."""
    bouts = child.match.oracle.now.bouts
    if not bouts:
        return False
    child.match.note("undo a whole bout")
    for _ in range(40):
        game = child.match.oracle.now
        if game.bouts < bouts and game.phase == "roll":
            break
        child.match.press("back")
        child.match.rest()
    while child.match.oracle.undone and child.dice.random() < 0.9:
        child.match.press("go")
        child.match.rest()
    return True


def read_the_list(child: Child) -> bool:
    child.match.note("look at the list")
    child.match.hold("back", 1.6)
    for _ in range(child.dice.randint(0, 3)):
        child.match.press(child.dice.choice(("go", "go", "k2")))
    child.match.press("back")
    return True


def report(child: Child) -> bool:
    codes = [code for code in child.match.oracle.codes() if code != "SS-F12"]
    if not codes:
        return False
    child.match.note("report what was seen")
    child.report(child.dice.choice(codes))
    return True


def nearly_leave(child: Child) -> bool:
    child.match.note("leave, and stay")
    child.match.hold("back", 3.4)
    child.match.rest()
    child.match.press(child.dice.choice(("p1", "k2", "back")))
    child.match.rest()
    if child.match.oracle.leaving:
        child.match.press("back")
    return True


# --- the column -------------------------------------------------------------------------------------------------------


def bump(child: Child) -> bool:
    """A sleeve lifts the column for a moment, or it is not set down squarely."""
    up = child.match.world.column_up
    child.match.note("bump the column")
    child.match.column(up=not up)
    child.match.wait(child.dice.choice((0.0, 0.1, 0.2)))
    child.match.column(up=up)
    return True


def false_swoop(child: Child) -> bool:
    """The column is taken, and all agree that this was nothing."""
    match = child.match
    if match.oracle.now.phase != "roll" or match.world.column_up or match.oracle.by_hand:
        return False
    match.note("a swoop that was none")
    match.column(up=True)
    match.rest()
    if child.dice.random() < 0.5:
        match.press("go" if child.dice.random() < 0.5 else "back")
    return True


def early_back(child: Child) -> bool:
    """The column is put back before the bout is settled, and perhaps taken again."""
    match = child.match
    if match.oracle.now.phase == "roll" or not match.world.column_up:
        return False
    match.note("the column is put back early")
    match.column(up=False)
    match.rest()
    if child.dice.random() < 0.5:
        match.column(up=True)
        match.wait(child.dice.choice((0.2, 0.7, 1.6)))
    return True


def taken_again(child: Child) -> bool:
    """The column is taken when nobody may."""
    match = child.match
    if match.oracle.now.phase not in ("deal", "surrender"):
        return False
    match.note("the column at the wrong time")
    if match.world.column_up:
        match.column(up=False)
        match.rest()
    match.column(up=True)
    match.rest()
    return True


def never_put_back(child: Child) -> bool:
    """`go` until the players are believed: from then on pads tell who has the column."""
    match = child.match
    if match.oracle.now.phase != "roll" or not match.world.column_up or match.oracle.by_hand:
        return False
    match.note("the column stays away")
    match.rest()
    for _ in range(3):
        match.press("go")
        match.rest()
    return True


# --- table and parts --------------------------------------------------------------------------------------------------


def elbow(child: Child) -> bool:
    child.match.note("an elbow on the scale")
    child.match.lean(child.dice.uniform(60, 400), child.dice.uniform(0.5, 5.0))
    child.step()
    return True


def knock(child: Child) -> bool:
    child.match.note("somebody knocks on the table")
    child.match.thump(child.dice.choice((-60.0, 15.0, 40.0, 120.0)))
    child.step()
    return True


def rolling_gems(child: Child) -> bool:
    child.match.note("gems roll off the scale and back")
    child.match.spill(child.dice.randint(1, 4))
    return True


def idle(child: Child) -> bool:
    child.match.note("nobody does anything for minutes")
    child.match.wait(child.dice.uniform(40, 400))
    return True


def no_panel(child: Child) -> bool:
    """Unplugged; the column may be taken meanwhile."""
    match = child.match
    if child.dice.random() < 0.6 or "slots4" in match.oracle.lost:
        return False
    match.note("the panel is unplugged")
    match.unplug("panel")
    if child.dice.random() < 0.5:
        match.column(up=not match.world.column_up)
        match.rest()
    match.plug("panel")
    match.rest()
    return True


def no_contact(child: Child) -> bool:
    """The part of the column's contact is unplugged, or plugged in again."""
    match = child.match
    if "slots4" in match.oracle.lost:
        match.note("slots4 is back")
        match.plug("slots4")
    elif child.dice.random() < 0.5:
        match.note("slots4 is unplugged")
        match.unplug("slots4")
    else:
        return False
    match.rest()
    return True


def power_cut(child: Child) -> bool:
    """In the middle of anything: behind a press, under a finger, while the column is in the air."""
    match = child.match
    if not match.crowd.journal or match.oracle.lost:
        return False
    match.note("power cut")
    way = child.dice.random()
    if way < 0.3:
        match.press_each(*(child.dice.choice(COLOUR_KEYS) for _ in range(child.dice.randint(1, 8))))
    elif way < 0.5:
        match.press(child.dice.choice(("go", "back", *PADS[: match.crowd.players])))
    elif way < 0.7:
        match.world.press(child.dice.choice(("go", *PADS[: match.crowd.players])))
        match.passes(child.dice.uniform(0.0, 0.4))
    elif way < 0.9:
        match.column(up=not match.world.column_up)
        match.wait(child.dice.choice((0.0, 0.3, 0.6, 1.2, 2.0)))
    up = match.world.column_up
    match.cut(up=not up if child.dice.random() < 0.3 else None)
    return True


TRICKS: tuple[Trick, ...] = (
    somebody_elses_pad,
    wrong_colours,
    ninth_die,
    go,
    mash_go,
    hold_go,
    back,
    mash_back,
    twice,
    two_pads,
    go_and_back,
    undo_a_bout,
    read_the_list,
    report,
    nearly_leave,
    bump,
    false_swoop,
    early_back,
    taken_again,
    never_put_back,
    elbow,
    knock,
    rolling_gems,
    idle,
    no_panel,
    no_contact,
    power_cut,
)
