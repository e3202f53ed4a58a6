"""Every clumsy thing children do at the panel in Dragon Battle, one function each; each returns whether it was done.

What follows is not theirs: they look at the lamps after each, and put it right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.table import Slot

if TYPE_CHECKING:
    from tests.whole.dragon_battle.child import Child

Trick = Callable[["Child"], bool]

PADS = tuple(f"p{number}" for number in range(1, 7))
COLOURS = tuple(f"k{number}" for number in range(1, 7))

OTHERS = ("scale", "slots0", "slots2", "slots4")
"""Parts that matter to other games."""


# --- colours and pads -------------------------------------------------------------------------------------------------


def pads(child: Child) -> bool:
    child.match.note("pads of somebody else")
    for _ in range(child.dice.randint(1, 3)):
        child.pause()
        child.match.press(child.dice.choice(PADS))
        child.match.passes(0.3)
    return True


def two_pads(child: Child) -> bool:
    child.match.note("two pads at once")
    child.match.press(*child.dice.sample(PADS, 2))
    return True


def wrong_colour(child: Child) -> bool:
    child.match.note("a wrong colour")
    child.match.press(child.dice.choice(COLOURS))
    return True


def wrong_colour_and_back(child: Child) -> bool:
    child.match.note("a wrong colour, taken back")
    child.match.press(child.dice.choice(COLOURS))
    child.pause()
    child.match.press("back")
    return True


def two_colours(child: Child) -> bool:
    child.match.note("two colours at once")
    child.match.press(*child.dice.sample(COLOURS, 2))
    return True


def double_press(child: Child) -> bool:
    child.match.note("a double press")
    key = child.dice.choice([*COLOURS, *PADS])
    child.match.press(key)
    child.match.passes(child.dice.uniform(0.03, 0.5))
    child.match.press(key)
    return True


def more_than_dice(child: Child) -> bool:
    child.match.note("more colours than dice")
    child.match.press_each(*child.dice.choices(COLOURS, k=child.dice.randint(5, 10)))
    return True


# --- go and back ------------------------------------------------------------------------------------------------------


def _go_leaves(child: Child) -> bool:
    """At the end `go` asks whether to leave: nobody wants that yet."""
    return any(box.leaving or box.game.need == "over" for box in child.match.boxes)


def press_go(child: Child) -> bool:
    if _go_leaves(child):
        return False
    child.match.note("go, too early or too late")
    child.pause()
    child.match.press("go")
    return True


def mash_go(child: Child) -> bool:
    """Never so long that it would leave a game that is over: one `go` asks, and a late one answers."""
    if _go_leaves(child):
        return False
    child.match.note("go, mashed")
    ends = any(game.need == "over" for box in child.match.boxes for game in (box.game, *box.undone))
    for _ in range(2 if ends else child.dice.randint(2, 4)):
        child.match.press("go")
        child.match.passes(child.dice.uniform(0.05, 0.4))
    return True


def mash_go_at_the_end(child: Child) -> bool:
    """It is asked whether to leave, and who mashes has not answered."""
    child.match.note("go at the end, twice")
    child.match.press("go")
    child.match.passes(0.05)
    child.match.hold("go", seconds=0.05)
    return True


def hold_go(child: Child) -> bool:
    child.match.note("go held")
    child.match.hold("go", seconds=2.4)
    return True


def mash_back(child: Child) -> bool:
    child.match.note("back, mashed")
    for _ in range(child.dice.randint(2, 3)):
        child.match.press("back")
        child.match.passes(child.dice.uniform(0.05, 0.6))
    return True


def undo_and_redo(child: Child) -> bool:
    """Moves go back one by one, and some of them come again."""
    child.match.note("moves taken back")
    backs = child.dice.randint(1, 3)
    for _ in range(backs):
        child.match.rest(1.4)
        child.match.press("back")
    child.match.rest(1.4)
    while child.match.now.undone and child.dice.random() < 0.7 and not _go_leaves(child):
        child.match.press("go")
        child.match.rest(child.dice.uniform(0.7, 1.4))
    return True


def change_of_mind(child: Child) -> bool:
    """The last move is taken back, and another one made."""
    if len(child.road) < 2:
        return False
    child.match.note("a change of mind")
    child.match.rest(1.4)
    child.match.press("back")
    child.match.rest(1.4)
    box = child.match.now
    known = len(box.past)
    if (
        known + 1 < len(child.road)
        and box.road == tuple(child.road[: known + 1])
        and box.game.need in ("colour", "stop")
    ):
        child.forget(known)
        child.go_on()
    return True


def two_keys_back_and_go(child: Child) -> bool:
    child.match.note("go and back at once")
    child.match.hold("go", "back", seconds=child.dice.uniform(0.1, 2.5))
    return True


def report(child: Child) -> bool:
    child.match.note("a report")
    child.match.hold("back", seconds=1.6)
    child.match.rest(0.7)
    for _ in range(child.dice.randint(0, 2)):
        if not _go_leaves(child):
            child.match.press("go")
            child.match.rest(0.7)
    child.match.press(child.dice.choice([*PADS, "k2", "back"]))
    return True


def ask_to_leave(child: Child) -> bool:
    child.match.note("leaving, declined")
    child.match.hold("back", seconds=3.5)
    child.match.rest(0.7)
    child.match.press(child.dice.choice(["k1", "p1", "back"]))
    return True


# --- around the box ---------------------------------------------------------------------------------------------------


def knock(child: Child) -> bool:
    child.match.note("somebody knocks on the table")
    child.match.thump(child.dice.uniform(10, 120))
    return True


def elbow(child: Child) -> bool:
    child.match.note("an elbow on the scale")
    child.match.lean(child.dice.choice(["centre", "corner"]), child.dice.uniform(50, 400), child.dice.uniform(0.5, 8.0))
    return True


def keys_and_gems(child: Child) -> bool:
    """What belongs to another game is played with in the box."""
    child.match.note("keys and gems of another game")
    world = child.match.world
    slot = Slot(child.dice.randrange(8), child.dice.randrange(4))
    child.match.did(f"a key at {slot}")
    if slot in world.standing:
        child.match.passes(world.lift_key(slot))
    elif world.keys_in_hand or world.keys_beside:
        child.match.passes(world.push_key(slot))
    if world.gems_in("centre"):
        child.match.passes(world.swap_gems("centre", 1))
        child.match.passes(world.take_gems("centre", 1))
    elif world.gems_in_hands:
        child.match.passes(world.put_gems("centre", 1))
    return True


def idle(child: Child) -> bool:
    child.match.note("idle for minutes")
    child.match.rest(child.dice.uniform(200, 400))
    return True


def pull_the_plug(child: Child) -> bool:
    if not child.match.crowd.journal:
        return False
    child.match.note("the plug is pulled")
    child.pause()
    child.match.cut(child.dice.uniform(0.2, 20))
    return True


def unplug_the_panel(child: Child) -> bool:
    child.match.note("the panel is unplugged")
    child.pause()
    child.match.unplug("panel")
    child.match.rest(child.dice.uniform(0.0, 5.0))
    if child.dice.random() < 0.5:
        child.match.world.press(child.dice.choice([*PADS, *COLOURS]))
        child.match.passes(2.0)
        child.match._moves.clear()
    child.match.plug("panel")
    return True


def unplug_another_part(child: Child) -> bool:
    child.match.note("another part is unplugged")
    part = child.dice.choice(OTHERS)
    child.match.unplug(part)
    child.rest()
    if child.dice.random() < 0.5:
        wrong_colour_and_back(child)
        child.rest()
    child.match.plug(part)
    return True


_HANDS: tuple[Trick, ...] = (
    pads,
    two_pads,
    wrong_colour,
    wrong_colour_and_back,
    two_colours,
    double_press,
    more_than_dice,
    press_go,
    mash_go,
    hold_go,
    mash_back,
    undo_and_redo,
    change_of_mind,
    two_keys_back_and_go,
    report,
    ask_to_leave,
)
_AROUND: tuple[Trick, ...] = (
    knock,
    elbow,
    keys_and_gems,
    idle,
    pull_the_plug,
    unplug_the_panel,
    unplug_another_part,
)

TRICKS: tuple[Trick, ...] = (*_HANDS, *_AROUND)

AFTER: tuple[Trick, ...] = (
    mash_go_at_the_end,
    wrong_colour,
    pads,
    two_colours,
    hold_go,
    report,
    ask_to_leave,
    mash_back,
    knock,
    *_AROUND,
)
"""What is done once the game is over."""
