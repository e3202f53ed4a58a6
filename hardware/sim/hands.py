"""Hands at the table: each verb becomes a gesture, a handful of movements in time. `Tidy` ones do what they are told.

Law: a gesture's dice are thrown when it begins, so the same verbs in the same order make the same gestures.
"""

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple

SlotId = tuple[int, int]
"""Section and slot in it."""

Stand = Literal["half", "blocked", "full"]
"""How deep a key stands: pushed to *entered* only; as far as a blocked slot lets it; all the way."""

Strength = Literal["soft", "firm", "hard"]
"""How a hammer hits: a soft blow may be just above what the knock sensor hears."""

Place = Literal["centre", "corner"]
Spot = Literal["centre", "corner", "hands"]

GEM_SECONDS = 0.4
"""One gem after another takes a hand so long."""

APART_SECONDS = 0.3
"""Between one press and the next where several keys are pressed in a row."""

_BLOWS: dict[Strength, tuple[float, float]] = {"soft": (5.5, 15), "firm": (25, 50), "hard": (80, 150)}
"""Grams that the cells feel of a blow for an instant, from and to."""

LET_GO = 0.01
"""Seconds between the last movement and the end of its gesture."""


class Impossible(Exception):
    """What no hand can do as the table stands; the text is a sentence."""


class KeyMoves(NamedTuple):
    """From this moment on the key in a slot stands so deep; None: it has left the slot."""

    at: float
    slot: SlotId
    to: Stand | None


class Slip(NamedTuple):
    """For a moment a slot's contacts feel what does not stay: a key that dips in, tilts or is half drawn."""

    at: float
    seconds: float
    slot: SlotId
    feels: Stand | None


class GemMoves(NamedTuple):
    """One gem changes its spot: one of that colour, or any (None)."""

    at: float
    source: Spot
    target: Spot
    dropped: bool = False
    colour: str | None = None


class Leans(NamedTuple):
    """A weight presses on a place for a while; `jerky` as a hand among gems does, else as an arm does."""

    at: float
    seconds: float
    place: Place
    grams: float
    jerky: bool = False


class ColumnMoves(NamedTuple):
    """The silver column leaves its place, or is back on it."""

    at: float
    up: bool


class Shows(NamedTuple):
    """From this moment on so much of a gem or die of this colour is before the gem gate's sensor; None: nothing."""

    at: float
    colour: str | None
    covered: float = 1.0


class Jolt(NamedTuple):
    """The table or the box is struck: every scale feels it for an instant, and the knock sensor hears it."""

    at: float
    grams: float


class Finger(NamedTuple):
    """A finger presses a key of the panel, or lets it go."""

    at: float
    key: str
    down: bool


class Touches(NamedTuple):
    """With the key-slot board off a finger presses a contact of a slot (port 0: *entry*, 1: *full*), or lets it go."""

    at: float
    slot: SlotId
    port: int
    down: bool


Movement = KeyMoves | Slip | GemMoves | ColumnMoves | Leans | Shows | Jolt | Finger | Touches

Gems = int | Sequence[str]
"""So many gems, whichever; or one of each of these colours."""


def which(gems: Gems) -> Sequence[str | None]:
    """The colour of each gem, where it was said."""
    return [None] * gems if isinstance(gems, int) else gems


class Gesture(NamedTuple):
    """What a verb makes the hands do: movements by seconds from its begin, and how long it takes in all."""

    seconds: float
    movements: tuple[Movement, ...] = ()


def one_after_another(*gestures: Gesture) -> Gesture:
    """Several gestures as one, each beginning where the one before it ends."""
    movements: list[Movement] = []
    begin = 0.0
    for gesture in gestures:
        movements += [movement._replace(at=movement.at + begin) for movement in gesture.movements]
        begin += gesture.seconds
    return Gesture(begin, tuple(movements))


def together(*gestures: Gesture) -> Gesture:
    """Several gestures at once: over when the longest is."""
    return Gesture(
        max(gesture.seconds for gesture in gestures),
        tuple(movement for gesture in gestures for movement in gesture.movements),
    )


class Tidy:
    """Hands that do what they are told, and nothing else.

    `bounce` is the longest bounce of the box's contacts in seconds: a held key is held so much longer, so that its
    contact rests closed for the whole time asked for.
    """

    def __init__(self, dice: Random, bounce: float) -> None:
        self._dice = dice
        self._bounce = bounce

    def push(self, slot: SlotId, seconds: float, to: Stand, near: Sequence[tuple[SlotId, Stand | None]]) -> Gesture:
        """A key goes into a free slot, passing *entered* on its way; `near` are the slots a hand may brush."""
        del near
        entered = KeyMoves(seconds * self._dice.uniform(0.28, 0.38), slot, "half")
        if to == "half":
            return Gesture(seconds, (entered,))
        return Gesture(seconds, (entered, *self._home(slot, seconds, to)))

    def shove(self, slot: SlotId, seconds: float, to: Stand) -> Gesture:
        """A key that stands in a slot goes on as deep as `to`."""
        return Gesture(seconds, self._home(slot, seconds, to))

    def lift(self, slot: SlotId, stood: Stand) -> Gesture:
        """A key leaves its slot, passing *entered* on its way out."""
        out = KeyMoves(self._dice.uniform(0.22, 0.3), slot, None)
        loose = (KeyMoves(self._dice.uniform(0.05, 0.15), slot, "half"),) if stood == "full" else ()
        return Gesture(0.4, (*loose, out))

    def take(self, place: Place, gems: Gems, spare: int) -> Gesture:
        """Gems leave a place; `spare` more would be there."""
        del spare
        return one_after_another(Gesture(0.0), *(self._pick(place, colour) for colour in which(gems)))

    def put(self, place: Place, gems: Gems, spare: int) -> Gesture:
        """Gems come to a place; the hands hold `spare` more."""
        del spare
        return one_after_another(Gesture(0.0), *(self._lay(place, colour) for colour in which(gems)))

    def swap(self, place: Place, gems: int) -> Gesture:
        """A handful leaves a place and is back at once."""
        out, back = 0.2, 0.2 + self._dice.uniform(0.2, 0.35)
        return Gesture(
            0.7,
            (
                Leans(0.05, 0.55, place, self._dice.uniform(5, 40), jerky=True),
                *(GemMoves(out + number * 0.001, place, "hands") for number in range(gems)),
                *(GemMoves(back + number * 0.001, "hands", place) for number in range(gems)),
            ),
        )

    def knock(self, strength: Strength, falls: Sequence[str], loose: str | None) -> Gesture:
        """A hammer hits the side of the box, and gems of these colours slide off it; one more lies there `loose`."""
        del loose
        hit = 0.1
        blow = Jolt(hit, self._dice.uniform(*_BLOWS[strength]))
        return Gesture(0.6, (blow, *self._fall(falls, hit + 0.03, hit + 0.4)))

    def turn(self, falls: Sequence[str], loose: str | None) -> Gesture:
        """Two hands turn the box on its scale, without a blow, and gems of these colours fall off it."""
        del loose
        hands = Leans(0.05, 1.1, "centre", self._dice.uniform(100, 400), jerky=True)
        return Gesture(1.2, (hands, *self._fall(falls, 0.2, 1.0)))

    def column(self, up: bool) -> Gesture:
        """A hand takes the silver column, or puts it back."""
        return Gesture(0.3, (ColumnMoves(self._dice.uniform(0.1, 0.2), up),))

    def show(self, colour: str) -> Gesture:
        """A hand holds a gem or a die into the gem gate, and takes it away."""
        comes, goes = self._dice.uniform(0.1, 0.2), self._dice.uniform(0.8, 0.9)
        near = Shows(comes, colour, self._dice.uniform(0.3, 0.7))
        leaves = Shows(goes, colour, self._dice.uniform(0.3, 0.7))
        return Gesture(1.0, (near, Shows(comes + 0.06, colour), leaves, Shows(goes + 0.06, None)))

    def press_each(self, keys: Sequence[str]) -> Gesture:
        """Keys of the panel are pressed one after the other, a moment apart."""
        presses = [
            one_after_another(Gesture(APART_SECONDS), self.hold([key], self._dice.uniform(0.1, 0.15))) for key in keys
        ]
        return one_after_another(Gesture(0.0), *presses)

    def press(self, keys: Sequence[str]) -> Gesture:
        """Keys of the panel are pressed together and let go."""
        return self.hold(keys, self._dice.uniform(0.1, 0.15))

    def hold(self, keys: Sequence[str], seconds: float) -> Gesture:
        """Keys of the panel are pressed together; all contacts rest closed for `seconds` at least."""
        down = [Finger(self._dice.uniform(0.0, 0.015), key, down=True) for key in keys]
        free = max(finger.at for finger in down) + self._bounce + seconds
        up = [Finger(free + self._dice.uniform(0.0, 0.015), key, down=False) for key in keys]
        return Gesture(free + 0.015 + LET_GO, (*down, *up))

    def _home(self, slot: SlotId, seconds: float, to: Stand) -> tuple[Movement, ...]:
        end = seconds - min(LET_GO, seconds / 10)
        return KeyMoves(end, slot, to), Jolt(end, self._dice.uniform(1, 4))

    def _pick(self, place: Place, colour: str | None = None) -> Gesture:
        hand = Leans(0.05, 0.3, place, self._dice.uniform(5, 40), jerky=True)
        return Gesture(GEM_SECONDS, (hand, GemMoves(self._dice.uniform(0.2, 0.34), place, "hands", colour=colour)))

    def _lay(self, place: Place, colour: str | None = None, *, dropped: bool = False) -> Gesture:
        return Gesture(GEM_SECONDS, (GemMoves(self._dice.uniform(0.2, 0.34), "hands", place, dropped, colour),))

    def _fall(self, colours: Sequence[str], first: float, last: float) -> tuple[Movement, ...]:
        return tuple(GemMoves(self._dice.uniform(first, last), "centre", "hands", colour=colour) for colour in colours)
