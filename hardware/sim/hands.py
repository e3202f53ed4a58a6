"""Hands at the table: each verb becomes a gesture, a handful of movements in time.

`Tidy` hands do what they are told. `Clumsy` ones do it as a five-year-old does: into the neighbouring slot and out
again, slowly, half first, a gem too many and back, an elbow on the scale. Both leave the table alike.

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

BUMP_SECONDS = 0.29
"""Whatever a clumsy hand undoes at once is over within this, the contact's last bounce included."""

_BLOWS: dict[Strength, tuple[float, float]] = {"soft": (5.5, 15), "firm": (25, 50), "hard": (80, 150)}
"""Grams that the cells feel of a blow for an instant, from and to."""

_LET_GO = 0.01  # seconds between the last movement and the end of its gesture


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


class Jolt(NamedTuple):
    """The table or the box is struck: every scale feels it for an instant, and the knock sensor hears it."""

    at: float
    grams: float


class Finger(NamedTuple):
    """A finger presses a key of the panel, or lets it go."""

    at: float
    key: str
    down: bool


Movement = KeyMoves | Slip | GemMoves | ColumnMoves | Leans | Jolt | Finger

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
        return Gesture(free + 0.015 + _LET_GO, (*down, *up))

    def _home(self, slot: SlotId, seconds: float, to: Stand) -> tuple[Movement, ...]:
        end = seconds - min(_LET_GO, seconds / 10)
        return KeyMoves(end, slot, to), Jolt(end, self._dice.uniform(1, 4))

    def _pick(self, place: Place, colour: str | None = None) -> Gesture:
        hand = Leans(0.05, 0.3, place, self._dice.uniform(5, 40), jerky=True)
        return Gesture(GEM_SECONDS, (hand, GemMoves(self._dice.uniform(0.2, 0.34), place, "hands", colour=colour)))

    def _lay(self, place: Place, colour: str | None = None, *, dropped: bool = False) -> Gesture:
        return Gesture(GEM_SECONDS, (GemMoves(self._dice.uniform(0.2, 0.34), "hands", place, dropped, colour),))

    def _fall(self, colours: Sequence[str], first: float, last: float) -> tuple[Movement, ...]:
        return tuple(GemMoves(self._dice.uniform(first, last), "centre", "hands", colour=colour) for colour in colours)


class Clumsy(Tidy):
    """A five-year-old's hands: the same end by a longer way, none of it at rest long enough to mean anything."""

    def push(self, slot: SlotId, seconds: float, to: Stand, near: Sequence[tuple[SlotId, Stand | None]]) -> Gesture:
        """Perhaps into a neighbouring slot first, against a key that stands there, slowly, or in two goes."""
        steps = []
        if near and self._maybe(0.35):
            steps.append(self._bump(*self._dice.choice(near)))
        if to != "half" and self._maybe(0.3):
            half = self._dice.uniform(0.1, 0.2)
            pause = self._dice.uniform(0.2, 0.8)
            steps.append(Gesture(half + pause, (KeyMoves(half, slot, "half"), *self._home(slot, half + pause, to))))
        else:
            slowly = max(seconds, self._dice.uniform(1, 3)) if self._maybe(0.3) else seconds
            steps.append(super().push(slot, slowly, to, near))
        if self._maybe(0.3):
            steps.append(self._straighten(slot, to))
        return self._with_elbow(one_after_another(*steps))

    def shove(self, slot: SlotId, seconds: float, to: Stand) -> Gesture:
        """Perhaps with a tilt at the end."""
        steps = [super().shove(slot, seconds, to)]
        if self._maybe(0.3):
            steps.append(self._straighten(slot, to))
        return self._with_elbow(one_after_another(*steps))

    def lift(self, slot: SlotId, stood: Stand) -> Gesture:
        """Perhaps half out, and fallen back, first."""
        steps = [super().lift(slot, stood)]
        if self._maybe(0.35):
            steps.insert(0, self._straighten(slot, stood))
        return self._with_elbow(one_after_another(*steps))

    def take(self, place: Place, gems: Gems, spare: int) -> Gesture:
        """Perhaps with a gem that slips back, and with one too many that goes back within a second."""
        steps = [Gesture(0.0)]
        for colour in which(gems):
            if self._maybe(0.2):
                steps += [self._pick(place, colour), self._lay(place, colour, dropped=True)]
            steps.append(self._pick(place, colour))
        if gems and spare and self._maybe(0.3):
            steps += [self._pick(place), Gesture(self._dice.uniform(0.0, 0.3)), self._lay(place)]
        return self._with_elbow(one_after_another(*steps))

    def put(self, place: Place, gems: Gems, spare: int) -> Gesture:
        """Perhaps let fall from high up, and with one too many that is taken back within a second."""
        steps = [Gesture(0.0), *(self._lay(place, colour, dropped=self._maybe(0.4)) for colour in which(gems))]
        if gems and spare and self._maybe(0.25):
            steps += [self._lay(place), Gesture(self._dice.uniform(0.0, 0.2)), self._pick(place)]
        return self._with_elbow(one_after_another(*steps))

    def knock(self, strength: Strength, falls: Sequence[str], loose: str | None) -> Gesture:
        """Perhaps with an elbow on the scale, or with the loose gem rolling off the box and back onto it."""
        knock = super().knock(strength, falls, loose)
        return self._with_elbow(together(knock, self._roll(0.2, loose)) if loose and self._maybe(0.3) else knock)

    def turn(self, falls: Sequence[str], loose: str | None) -> Gesture:
        """Perhaps with the loose gem rolling off the box and back onto it."""
        turn = super().turn(falls, loose)
        return together(turn, self._roll(0.6, loose)) if loose and self._maybe(0.3) else turn

    def column(self, up: bool) -> Gesture:
        """Perhaps tilted first, so that its contact lets go or touches for a moment."""
        column = super().column(up)
        if not self._maybe(0.35):
            return column
        seconds = self._dice.uniform(0.03, BUMP_SECONDS - self._bounce)
        tilt = Gesture(0.05 + seconds, (ColumnMoves(0.05, up), ColumnMoves(0.05 + seconds, not up)))
        return one_after_another(tilt, column)

    def press(self, keys: Sequence[str]) -> Gesture:
        """Perhaps long; and `back` perhaps twice, which within a second means the same as once."""
        press = super().hold(keys, self._dice.uniform(0.05, 0.5))
        if list(keys) == ["back"] and self._maybe(0.4):
            pause = Gesture(self._dice.uniform(0.1, 0.25))
            return one_after_another(press, pause, super().hold(keys, self._dice.uniform(0.05, 0.2)))
        return press

    def _maybe(self, odds: float) -> bool:
        return self._dice.random() < odds

    def _bump(self, slot: SlotId, stands: Stand | None) -> Gesture:
        """The key dips into a free neighbouring slot, or pushes against the key that stands there."""
        return self._straighten(slot, stands) if stands else self._slip(slot, "half")

    def _straighten(self, slot: SlotId, stands: Stand) -> Gesture:
        """A key is wriggled: the contact it reaches last lets go for a moment."""
        return self._slip(slot, "half" if stands == "full" else None)

    def _roll(self, at: float, gem: str) -> Gesture:
        """A gem of this colour leaves the box and is back on it at once."""
        back = at + self._dice.uniform(0.05, 0.25)
        off, on = (
            GemMoves(at, "centre", "hands", colour=gem),
            GemMoves(back, "hands", "centre", dropped=True, colour=gem),
        )
        return Gesture(back + _LET_GO, (off, on))

    def _slip(self, slot: SlotId, feels: Stand | None) -> Gesture:
        begin = self._dice.uniform(0.05, 0.15)
        seconds = self._dice.uniform(0.03, BUMP_SECONDS - self._bounce)
        return Gesture(begin + seconds + _LET_GO, (Slip(begin, seconds, slot, feels),))

    def _with_elbow(self, gesture: Gesture) -> Gesture:
        """Now and then an elbow comes to rest on a scale meanwhile, or the table is knocked."""
        if gesture.seconds and self._maybe(0.2):
            place: Place = "centre" if self._maybe(0.5) else "corner"
            elbow = Leans(0.0, self._dice.uniform(0.3, 0.8), place, self._dice.uniform(50, 400))
            return together(gesture, Gesture(elbow.seconds, (elbow,)))
        if gesture.seconds and self._maybe(0.2):
            return together(gesture, Gesture(0.0, (Jolt(0.1, self._dice.uniform(-30, 30)),)))
        return gesture
