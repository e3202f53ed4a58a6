"""Clumsy things that children do; each returns whether it could be done now.

What follows is not theirs: the child looks afterwards whether the box was told something that is not so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.whole.hammer_time.child import Child

Trick = Callable[["Child"], bool]

PADS = tuple(f"p{pad}" for pad in range(1, 7))
COLOUR_KEYS = tuple(f"k{number}" for number in range(1, 7))


# --- the panel --------------------------------------------------------------------------------------------------------


def somebody_elses_pad(child: Child) -> bool:
    child.match.note("somebody else's pad")
    child.match.press(child.dice.choice(PADS))
    return True


def wrong_colours(child: Child) -> bool:
    if child.box.insisted:
        return False
    child.match.note("colours that are not there")
    child.match.press_each(*(child.dice.choice(COLOUR_KEYS) for _ in range(child.dice.randint(1, 3))))
    return True


def go(child: Child) -> bool:
    if child.box.restoring or child.box.insisted or child.box.game.phase == "over" or _stuck(child):
        return False
    child.match.note("go, too early or too late")
    child.match.press("go")
    return True


def mash_go(child: Child) -> bool:
    if child.box.restoring or child.box.insisted or child.box.game.phase in ("over", "fill") or child.box.undone:
        return False
    child.match.note("mash go")
    for _ in range(child.dice.randint(2, 4)):
        child.match.press("go")
    return True


def _stuck(child: Child) -> bool:
    return child.box.game.loading


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
    for _ in range(child.dice.randint(2, 5)):
        child.match.press("back")
        child.match.passes(child.dice.choice((0.0, 0.0, 1.0)))
    return True


def twice(child: Child) -> bool:
    """A finger that trembles."""
    keys = (*PADS[:4], "k1", "k3", "k5") if child.box.restoring or child.box.undone else (*PADS[:4], "go", "k1", "k3")
    if child.box.insisted or child.box.game.phase == "fill":
        return False
    child.match.note("a double press")
    child.match.press_twice(child.dice.choice(keys), child.dice.choice((0.02, 0.05, 0.1, 0.2, 0.35, 0.5)))
    return True


def two_pads(child: Child) -> bool:
    child.match.note("two pads at once")
    child.match.press(*child.dice.sample(PADS[:4], 2))
    return True


def undo_and_redo(child: Child) -> bool:
    """Moves are taken back, and brought again."""
    if not child.box.past:
        return False
    child.match.note("undo, and redo")
    for _ in range(child.dice.randint(1, 4)):
        child.match.rest(1.2)
        child.match.press("back")
        child.match.rest()
    while child.box.undone and child.dice.random() < 0.9:
        child.match.rest(2.2)
        child.match.press("go")
        child.match.rest()
    return True


def read_the_list(child: Child) -> bool:
    child.match.note("look at the list")
    child.match.hold("back", 1.6)
    child.match.press(child.dice.choice(("back", "k2")))
    return True


def report(child: Child) -> bool:
    """What players have seen."""
    child.match.note("report what was seen")
    child.match.hold("back", 1.6)
    child.match.press(f"p{child.dice.randint(1, 6)}")
    return True


def nearly_leave(child: Child) -> bool:
    child.match.note("leave, and stay")
    child.match.hold("back", 3.4)
    child.match.rest()
    child.match.press(child.dice.choice(("p1", "k2", "back")))
    child.match.rest()
    if child.box.leaving:
        child.match.press("back")
    return True


# --- the table --------------------------------------------------------------------------------------------------------


def elbow(child: Child) -> bool:
    if not child.match.lies:
        return False
    child.match.note("an elbow on the scale")
    child.match.rest()
    child.match.lean(child.dice.uniform(60, 400), child.dice.uniform(0.5, 5.0))
    child.match.swap(1)
    return True


def bump(child: Child) -> bool:
    child.match.note("somebody knocks on the table")
    child.match.thump(child.dice.choice((-60.0, 15.0, 40.0, 120.0)))
    return True


def knock_again(child: Child) -> bool:
    """After gems fell, or while they go back."""
    if child.box.game.phase in ("die", "knock") and not child.box.restoring:
        return False
    child.match.note("one more knock")
    child.match.knock(child.dice.choice(("soft", "firm", "hard")), 0)
    return True


def knock_down_more(child: Child) -> bool:
    """A blow brings down more, when gems have fallen."""
    if child.box.game.phase not in ("task", "colours", "honour", "cards") or child.match.lies < 4:
        return False
    child.match.note("one more knock, and more gems fall")
    child.match.knock("firm", child.dice.randint(1, 2))
    return True


def sleeve(child: Child) -> bool:
    """A sleeve takes gems along, and they are put back."""
    if child.box.game.phase in ("die", "knock", "fill") or child.match.lies < 4:
        return False
    child.match.note("a sleeve takes gems along")
    child.match.turn(child.dice.randint(1, 2))
    return True


def rolling_gems(child: Child) -> bool:
    if child.match.lies < 5:
        return False
    child.match.note("gems roll off the box and back")
    child.match.swap(child.dice.randint(1, 4))
    return True


def late_gem(child: Child) -> bool:
    """A gem that nobody misses is found and put back."""
    match, game = child.match, child.box.game
    if game.family.tracked or game.phase != "knock" or child.box.restoring or match.lies >= game.box:
        return False
    match.note("a gem is found")
    match.put(1)
    return True


def idle(child: Child) -> bool:
    child.match.note("nobody does anything for minutes")
    child.match.rest(child.dice.uniform(40, 400))
    return True


# --- parts ------------------------------------------------------------------------------------------------------------


def no_panel(child: Child) -> bool:
    child.match.note("the panel is unplugged")
    child.match.unplug("panel")
    child.match.plug("panel")
    return True


def no_scale(child: Child) -> bool:
    child.match.note("the scale is unplugged")
    child.match.unplug("scale")
    child.match.plug("scale")
    return True


def power_cut(child: Child) -> bool:
    """In the middle of anything: behind a press, under a finger, while gems fall."""
    match = child.match
    if not match.crowd.journal:
        return False
    match.note("power cut")
    way = child.dice.random()
    game = child.box.game
    if way < 0.3 and game.phase == "knock" and match.lies > 6:
        before = match.world.colours_in("centre")
        match.fall_and_cut(child.dice.randint(1, 5), child.dice.choice((0.0, 0.5, 1.0, 2.0, 3.0)))
        child.remember(before)
        return True
    if way < 0.5 and not child.box.insisted:
        match.press_each(*(child.dice.choice(COLOUR_KEYS) for _ in range(child.dice.randint(1, 3))))
    elif way < 0.6 and not child.box.restoring:
        match.press(child.dice.choice(("back", *PADS[:4])))
    elif way < 0.7:
        match.world.press(child.dice.choice(PADS[:4]))
        match.passes(child.dice.uniform(0.0, 0.4))
    match.cut(1.0)
    return True


TRICKS: tuple[Trick, ...] = (
    somebody_elses_pad,
    wrong_colours,
    go,
    mash_go,
    hold_go,
    back,
    mash_back,
    twice,
    two_pads,
    undo_and_redo,
    read_the_list,
    report,
    nearly_leave,
    elbow,
    bump,
    knock_again,
    knock_down_more,
    sleeve,
    rolling_gems,
    late_gem,
    idle,
    no_panel,
    no_scale,
    power_cut,
)
