"""A game told again from its facts: what hands did, as the steps of a play, and what was announced, in order of time.

Law: what depends on this table's own gems (whether their weight left a doubt, and how that was answered) is left out.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from firmware.deeds import Hands
from firmware.replay import Begun, fold
from games.announcements import Announcement
from games.announcements.clever_keys import Red
from games.announcements.shared import Ask, Counted, Guide, NotNow, Unsure
from games.facts import Fact, GemsCounted, KeyStands, Pressed, Weighing
from games.table import Depth, Place, Slot

DOUBTS: Final = (Ask("stop"), Ask("gems"))
"""What is asked while a weight leaves a doubt."""


BRIEF: Final = 6.0
"""A weight that moved for less is no arm that stays: whether it was asked about is chance."""


class Moment(NamedTuple):
    """Seconds since the game began, and a step of the hands or an announcement."""

    at: float
    what: str | Announcement


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """A game told again: `moments` in order of time, and the referee's last state."""

    begun: Begun
    moments: tuple[Moment, ...]
    state: object
    blocked: tuple[Slot, ...]
    """Slots that were announced red."""


def retell(begun: Begun, facts: Iterable[Fact], without: Container[int] = ()) -> Retold:
    """Tell a game again; what hands did at the places `without` is told, but the game went on without it."""
    hands, said, red, doubted = Hands(begun.at, begun.gems), list[Moment](), list[Slot](), set[Place]()
    stirred: dict[Place, float] = {}
    facts = tuple(facts)
    steps = fold(begun, facts, without)
    last = next(steps)
    said += [Moment(0.0, announcement) for announcement in last.said]
    for fact, last in zip(facts, steps, strict=True):
        hands.see(fact)
        match fact:
            case Weighing(place=place):
                stirred[place] = hands.now
            case GemsCounted(at=at, place=place) if place in stirred:
                since = stirred.pop(place)
                if hands.late(at) or hands.now - since < BRIEF:
                    said = [moment for moment in said if moment.at < since or moment.what not in DOUBTS]
            case _:
                pass
        for announcement in last.said:
            match announcement:
                case NotNow():
                    continue
                case Unsure(place):
                    doubted.add(place)
                    continue
                case Counted(place) if place in doubted and isinstance(fact, Pressed):
                    hands.forget(fact.key)
                    doubted.clear()
                    continue
                case Red(slot=slot):
                    red.append(slot)
                case _:
                    pass
            said.append(Moment(hands.now, announcement))
    hands.end()
    full = {fact.slot for fact in facts if isinstance(fact, KeyStands) and fact.depth is Depth.FULL}
    blocked = {slot.section: slot for slot in red if slot not in full}
    # Where the board does not let a key in any further, it was pushed as far as it goes.
    whole = tuple(f"push {slot} " for slot in blocked.values())
    did = (Moment(at, step.removesuffix(" half") if f"{step} ".startswith(whole) else step) for at, step in hands.steps)
    # A step led to what was said at the same moment: it comes first.
    moments = _once(sorted((*did, *said), key=lambda moment: moment.at))
    return Retold(begun=begun, moments=tuple(moments), state=last.state, blocked=tuple(blocked.values()))


def _once(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Without the guides that were said again because a hand had only brushed something."""
    guide: Guide | None = None
    for moment in moments:
        if isinstance(moment.what, Guide):
            if moment.what == guide:
                continue
            guide = moment.what
        elif guide is None or not _is_half_of(moment.what, guide):
            guide = None
        yield moment


def _is_half_of(what: str | Announcement, guide: Guide) -> bool:
    """The first half of the very push that was asked for."""
    return isinstance(what, str) and what.startswith(f"push {guide.slot} ") and what.endswith("half")
