"""What fingers truly did to the panel, as presses of its keys (panel.md): when each acts, and for how long it was held.

Colour keys and pads act when pressed, `go` and `back` when let go; both together are one press, `back+go`. A key that
is pressed again while it may still bounce is one press or two, and its hold may be one long one: that is in doubt.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hardware.sim.contacts import LONGEST_BOUNCE, Wear
from hardware.sim.hands import Finger
from tests.whole.doubt import Doubt

BOUNCE = 0.25
"""What a key does so soon after it moved may be the same movement (box.toml, panel.bounce_s)."""

SLACK = 0.06
"""So much later than a contact settles a press may be stamped, at most: steady time, and a poll in between."""

CHORD = "back+go"


class Press(NamedTuple):
    """A key, the moment it acts, and for how long it was held (0 where that does not matter).

    It may be heard `late`: so soon after the key has moved it might bounce still.
    """

    at: float
    key: str
    held: float = 0.0
    late: float = 0.0


class _Touch(NamedTuple):
    key: str
    down: float
    up: float


def blur(contacts: Wear) -> float:
    """How far a difference of two stamps may be off that of the fingers."""
    return LONGEST_BOUNCE[contacts] + SLACK


def presses(moves: Iterable[tuple[float, Finger]], contacts: Wear, doubt: Doubt) -> list[Press]:
    """What was pressed, in the order in which it is heard: neighbours that are too close to call in either."""
    touches = [*_merged(_touches(moves), LONGEST_BOUNCE[contacts], doubt)]
    made = sorted(_acting(touches))
    for number in range(1, len(made)):
        first, second = made[number - 1 : number + 1]
        if second.at - first.at < BOUNCE + SLACK and first.key != second.key and doubt.either():
            made[number - 1 : number + 1] = second, first
    return made


def _touches(moves: Iterable[tuple[float, Finger]]) -> Iterator[_Touch]:
    down: dict[str, float] = {}
    for at, finger in sorted(moves, key=lambda move: move[0]):
        if finger.down:
            down[finger.key] = at
        elif finger.key in down:
            yield _Touch(finger.key, down.pop(finger.key), at)


def _merged(touches: Iterable[_Touch], bounce: float, doubt: Doubt) -> list[_Touch]:
    heard: list[_Touch] = []
    for touch in touches:
        before = next((number for number in reversed(range(len(heard))) if heard[number].key == touch.key), None)
        if before is None or _apart(heard[before], touch, bounce) or doubt.either():
            heard.append(touch)
        elif doubt.either():
            heard[before] = heard[before]._replace(up=touch.up)
    return heard


def _apart(first: _Touch, second: _Touch, bounce: float) -> bool:
    return second.down - first.up >= BOUNCE + 0.05 and second.up - first.up >= BOUNCE + bounce + 0.05


def _acting(touches: list[_Touch]) -> Iterator[Press]:
    ups: dict[str, float] = {}
    for touch in touches:
        if touch.key not in ("go", "back"):
            yield Press(touch.down, touch.key, late=max(0.0, ups.get(touch.key, 0.0) + BOUNCE - touch.down))
            ups[touch.key] = touch.up
            continue
        other = [t for t in touches if {t.key, touch.key} == {"go", "back"} and t.down < touch.up and touch.down < t.up]
        if not other:
            yield Press(touch.up, touch.key, touch.up - touch.down, max(0.0, touch.down + BOUNCE - touch.up))
        elif touch.key == "go":
            end = min(touch.up, other[0].up)
            yield Press(end, CHORD, end - max(touch.down, other[0].down))
