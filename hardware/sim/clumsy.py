"""A child's hands: they do what they are told as a five-year-old does it, and leave the table as tidy ones do.

Into the neighbouring slot and out again, slowly, half first, a gem too many and back, an elbow on the scale.
"""

from collections.abc import Sequence

from hardware.sim.hands import (
    LET_GO,
    ColumnMoves,
    GemMoves,
    Gems,
    Gesture,
    Jolt,
    KeyMoves,
    Leans,
    Place,
    Slip,
    SlotId,
    Stand,
    Strength,
    Tidy,
    one_after_another,
    together,
    which,
)

BUMP_SECONDS = 0.29
"""Whatever a clumsy hand undoes at once is over within this, the contact's last bounce included."""


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
        return Gesture(back + LET_GO, (off, on))

    def _slip(self, slot: SlotId, feels: Stand | None) -> Gesture:
        begin = self._dice.uniform(0.05, 0.15)
        seconds = self._dice.uniform(0.03, BUMP_SECONDS - self._bounce)
        return Gesture(begin + seconds + LET_GO, (Slip(begin, seconds, slot, feels),))

    def _with_elbow(self, gesture: Gesture) -> Gesture:
        """Now and then an elbow comes to rest on a scale meanwhile, or the table is knocked."""
        if gesture.seconds and self._maybe(0.2):
            place: Place = "centre" if self._maybe(0.5) else "corner"
            elbow = Leans(0.0, self._dice.uniform(0.3, 0.8), place, self._dice.uniform(50, 400))
            return together(gesture, Gesture(elbow.seconds, (elbow,)))
        if gesture.seconds and self._maybe(0.2):
            return together(gesture, Gesture(0.0, (Jolt(0.1, self._dice.uniform(-30, 30)),)))
        return gesture
