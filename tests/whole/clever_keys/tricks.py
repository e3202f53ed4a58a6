"""Every clumsy thing a child does at Clever Keys, one function each; each returns whether it could be done now.

What follows (guides, questions) is not theirs: the child looks at the lamps after each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from games.clever_keys.rules import Phase
from games.table import SECTIONS, SLOTS, Slot
from tests.whole.clever_keys.oracle import open_slots

if TYPE_CHECKING:
    from tests.whole.clever_keys.child import Child

Trick = Callable[["Child"], bool]

PADS_AND_COLOURS = ("p1", "p2", "p3", "k1", "k4", "k6")
"""They mean nothing in this game."""


# --- any time ---------------------------------------------------------------------------------------------------------


def pads(child: Child) -> bool:
    child.match.note("press pads and colour keys")
    for _ in range(child.dice.randint(1, 3)):
        child.match.press(child.dice.choice(PADS_AND_COLOURS))
    return True


def two_pads(child: Child) -> bool:
    child.match.note("two pads at once")
    child.match.press(*child.dice.sample(PADS_AND_COLOURS, 2))
    return True


def twice(child: Child) -> bool:
    """`go` a second time at once; a worn key may still bounce then, and make one press of them or none."""
    if child.match.crowd.contacts == "worn":
        return False
    child.match.note("a double press")
    for _ in range(2):
        child.match.press("go")
        child.match.wait(0.5)
    return True


def press_go(child: Child) -> bool:
    child.match.note("press go")
    child.match.press("go")
    return True


def hold_go(child: Child) -> bool:
    child.match.note("hold go")
    child.match.hold("go", 2.3)
    return True


def press_back(child: Child) -> bool:
    """The last move is taken back: brought again by `go`, or undone with the hands."""
    if not child.oracle.past:
        return False
    child.match.note("press back")
    child.match.press("back")
    child.match.rest()
    if child.dice.random() < 0.3:
        child.match.note("press back again")
        child.match.press("back")
        child.match.rest()
    while child.oracle.undone and child.dice.random() < 0.6:
        child.match.note("go brings it back")
        child.match.press("go")
        child.match.rest()
    return True


def back_at_once(child: Child) -> bool:
    """`back` right behind a key put in."""
    if child.oracle.game.phase not in (Phase.CHOOSE, Phase.DECIDE):
        return False
    child.match.note("back at once")
    child.place()
    child.match.wait(child.dice.uniform(0.7, 1.2))
    child.match.press("back")
    return True


def arm(child: Child) -> bool:
    child.match.note("an arm on the scale")
    place = "centre" if child.dice.random() < 0.6 else "corner"
    child.match.lean(place, child.dice.uniform(60, 400), child.dice.uniform(0.5, 5.0))
    child.match.wait(child.dice.uniform(0.0, 1.0))
    if child.oracle.game.phase in (Phase.CHOOSE, Phase.DECIDE):
        child.place()
    elif child.oracle.game.phase is Phase.TAKE:
        child.take_reward()
    else:
        child.discard()
    return True


def knock(child: Child) -> bool:
    """Cells that feel it might take it for a hand that plays on: what was undone would not come back."""
    if child.oracle.undone:
        return False
    child.match.note("somebody knocks on the table")
    child.match.thump(child.dice.uniform(10, 120))
    return True


def bump_gems(child: Child) -> bool:
    child.match.note("gems out and back at once")
    child.match.swap(child.dice.randint(1, min(3, child.match.world.gems_in("centre"))))
    return True


def gem_from_corner(child: Child) -> bool:
    if not child.match.world.gems_in("corner"):
        return False
    child.match.note("a gem from the corner")
    child.match.take(1, "corner")
    return True


def own_gem_into_corner(child: Child) -> bool:
    if not child.match.world.gems_in_hands or child.oracle.game.phase is Phase.DISCARD:
        return False
    child.match.note("a gem of one's own into the corner")
    child.match.put(1, "corner")
    return True


# --- keys -------------------------------------------------------------------------------------------------------------


def lift_and_back(child: Child) -> bool:
    """A key is lifted and put back where it stood: if it is the one that may move, that is nothing at all."""
    movable = [slot for slot in child.movable() if child.match.world.standing[slot] != "half"]
    if not movable:
        return False
    child.match.note("lift a key and put it back")
    slot = child.dice.choice(movable)
    child.match.lift(slot)
    child.pause()
    child.match.push(slot)
    return True


def into_locked(child: Child) -> bool:
    """Into a section in which another key shows red."""
    source = _mover(child)
    if source is None:
        return False
    slots = [
        slot for slot in SLOTS if slot.section in child.locked(but=source[0]) and child.free(slot) and slot != source[0]
    ]
    return _astray(child, "into a locked section", source[0], slots)


def wrong_section(child: Child) -> bool:
    """Not into the next open section: backwards, too far, or in the same section again."""
    source = _mover(child)
    if source is None or source[0] is None:
        return False
    allowed = open_slots(child.oracle.game, (source[0],), ())
    ahead = {slot.section for slot in allowed}
    slots = [
        slot
        for slot in SLOTS
        if slot.section not in ahead | child.locked(but=source[0]) and child.free(slot) and slot != source[0]
    ]
    return _astray(child, "into a wrong section", source[0], slots)


def _mover(child: Child) -> tuple[Slot | None] | None:
    """A key that may be moved now (None inside: one from beside)."""
    movable: list[Slot | None] = [*child.movable()]
    if child.oracle.game.phase is Phase.CHOOSE and child.match.world.keys_beside:
        movable.append(None)
    return (child.dice.choice(movable),) if movable else None


def _astray(child: Child, deed: str, source: Slot | None, slots: list[Slot]) -> bool:
    if not slots:
        return False
    child.match.note(deed)
    if source is not None:
        child.match.lift(source)
        child.pause()
    child.match.push(child.dice.choice(slots), child.dice.choice([0.4, 0.4, 1.8]))
    return True


def two_lifted(child: Child) -> bool:
    """Two keys in the hand, though one may be moved at most."""
    if len(child.standing()) < 2:
        return False
    child.match.note("two keys lifted")
    for slot in child.dice.sample(child.standing(), 2):
        child.match.lift(slot)
        child.pause()
    return True


def two_pushed(child: Child) -> bool:
    """Two keys from beside the board."""
    if child.match.world.keys_beside < 2:
        return False
    free = [slot for slot in SLOTS if child.free(slot) and slot.section not in child.locked()]
    child.match.note("two keys put in")
    first, second = child.dice.sample(free, 2)
    if child.match.crowd.hands == "tidy":
        child.match.push_both(first, second)
        return True
    child.match.push(first)
    child.match.wait(child.dice.uniform(0.7, 1.2))
    child.match.push(second)
    return True


def other_lifted(child: Child) -> bool:
    """A key that may not be moved now."""
    others = [slot for slot in child.standing() if slot not in child.movable()]
    if not others:
        return False
    child.match.note("the wrong key lifted")
    child.match.lift(child.dice.choice(others))
    return True


def other_pushed(child: Child) -> bool:
    """A key from beside is put in when it may not."""
    if not child.match.world.keys_beside:
        return False
    child.match.note("another key put in")
    child.match.push(child.dice.choice([slot for slot in SLOTS if child.free(slot)]))
    return True


def other_moved(child: Child) -> bool:
    """A key is lifted and put in elsewhere when it may not be moved."""
    others = [slot for slot in child.standing() if slot not in child.movable()]
    if not others:
        return False
    child.match.note("the wrong key moved")
    source = child.dice.choice(others)
    child.match.lift(source)
    child.pause()
    section = (source.section + 1) % SECTIONS
    child.match.push(child.dice.choice([slot for slot in SLOTS if child.free(slot) and slot.section == section]))
    return True


def stop_with_key_in_hand(child: Child) -> bool:
    """Pulled out to go on, and then `go` after all."""
    own = child.oracle.own_slot()
    assert own is not None
    child.match.note("go with the key in the hand")
    child.match.lift(own)
    child.pause()
    child.match.press("go")
    return True


def late_shove(child: Child) -> bool:
    """A key left half in long ago is pushed in."""
    own = child.oracle.own_slot() if child.oracle.game.phase is Phase.DISCARD else None
    half = [slot for slot in child.standing() if child.match.world.standing[slot] == "half" and slot != own]
    if not half:
        return False
    child.match.note("a key left half in is pushed in after play has gone on")
    child.match.shove(child.dice.choice(half))
    return True


def shove(child: Child) -> bool:
    """The key left half in is pushed in before anything else happens: it was a slow push."""
    own = child.oracle.own_slot()
    if own is None or child.match.world.standing.get(own) != "half":
        return False
    child.match.note("shoved in time")
    child.match.shove(own)
    return True


def shove_with_the_gem_out(child: Child) -> bool:
    """... or when the lost gem has been taken out already: play has gone on."""
    own = child.oracle.own_slot()
    if own is None or child.match.world.standing.get(own) != "half":
        return False
    child.match.note("shoved with the gem out")
    child.match.take(1)
    child.match.rest()
    child.match.shove(own)
    child.match.rest()
    child.make_right()
    child.match.put(1, "corner")
    return True


# --- gems -------------------------------------------------------------------------------------------------------------


def gems_first(child: Child) -> bool:
    child.match.note("gems before a key is placed")
    child.match.take(child.dice.randint(1, min(2, child.oracle.game.chamber)))
    if child.dice.random() < 0.4:
        child.match.rest()
        child.match.press("go")
    return True


def too_many(child: Child) -> bool:
    due, chamber = child.owed(), child.match.world.gems_in("centre")
    more = child.dice.randint(1, 2)
    if chamber < due + more:
        return False
    child.match.note("too many gems")
    child.match.take(due + more)
    return True


def too_many_and_back(child: Child) -> bool:
    due = child.owed()
    if child.match.world.gems_in("centre") <= due:
        return False
    child.match.note("a gem too many, and back before the scale rests")
    child.match.take(due + 1)
    child.match.put(1)
    return True


def one_more_after_the_turn(child: Child) -> bool:
    due = child.owed()
    if child.match.world.gems_in("centre") <= due:
        return False
    child.match.note("a gem too many after the turn passed")
    child.match.take(due)
    if not child.match.until_turn_passes():
        child.match.fail("the turn does not pass")
    child.match.wait(child.dice.choice([child.dice.uniform(0.1, 1.2), child.dice.uniform(2.6, 3.5)]))
    child.match.take(1)
    return True


def too_few_and_next_key(child: Child) -> bool:
    due = child.owed()
    if due < 2:
        return False
    child.match.note("too few gems, and the next key")
    child.match.take(child.dice.randint(1, due - 1))
    child.gem_pause()
    return (child.dice.random() < 0.5 and other_pushed(child)) or _next_key(child)


def _next_key(child: Child) -> bool:
    standing = child.standing()
    child.match.lift(child.dice.choice(standing))
    return True


def take_and_go(child: Child) -> bool:
    child.match.note("take the reward and press go")
    child.match.take(child.owed())
    child.match.press("go")
    return True


def forget_the_corner(child: Child) -> bool:
    child.match.note("the lost gem is kept, and the next key comes")
    child.match.take(1)
    child.gem_pause()
    _next_key(child)
    child.match.rest()
    child.make_right()
    child.match.put(1, "corner")
    return True


def two_into_corner(child: Child) -> bool:
    if child.oracle.game.chamber < 2:
        return False
    child.match.note("two gems into the corner")
    child.match.take(2)
    child.match.put(2, "corner")
    return True


def two_out_one_in(child: Child) -> bool:
    if child.oracle.game.chamber < 2:
        return False
    child.match.note("two gems out, one into the corner")
    child.match.take(2)
    child.match.put(1, "corner")
    return True


def own_gem_lost(child: Child) -> bool:
    """The lost gem comes out of the player's hand, not out of the chamber."""
    if not child.match.world.gems_in_hands:
        return False
    child.match.note("a gem of one's own is lost")
    child.match.put(1, "corner")
    return True


_ALWAYS: tuple[Trick, ...] = (
    pads,
    two_pads,
    twice,
    press_go,
    hold_go,
    press_back,
    arm,
    knock,
    bump_gems,
    gem_from_corner,
)
_MOVING: tuple[Trick, ...] = (lift_and_back, into_locked, wrong_section, two_lifted, back_at_once)

TRICKS: Mapping[Phase, tuple[Trick, ...]] = MappingProxyType(
    {
        Phase.CHOOSE: (*_ALWAYS, *_MOVING, two_pushed, late_shove, gems_first, own_gem_into_corner),
        Phase.DECIDE: (
            *_ALWAYS,
            *_MOVING,
            other_lifted,
            other_pushed,
            other_moved,
            stop_with_key_in_hand,
            too_many,
            too_many_and_back,
            one_more_after_the_turn,
            take_and_go,
            too_few_and_next_key,
        ),
        Phase.TAKE: (
            *_ALWAYS,
            other_lifted,
            other_pushed,
            other_moved,
            two_lifted,
            too_many,
            too_many_and_back,
            one_more_after_the_turn,
            take_and_go,
            too_few_and_next_key,
        ),
        Phase.DISCARD: (
            *_ALWAYS,
            shove,
            shove_with_the_gem_out,
            other_lifted,
            other_pushed,
            other_moved,
            two_lifted,
            forget_the_corner,
            two_into_corner,
            two_out_one_in,
            own_gem_lost,
        ),
    }
)
