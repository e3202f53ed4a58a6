"""A child that plays a whole game: mostly what is allowed, and every clumsy thing a child does with it.

Law: whatever it does is told to the oracle verb by verb; after a foul it follows the blue lamp, perhaps after fumbling.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from games.announcements import Ask, Guide
from games.clever_keys.rules import Phase
from games.table import SLOTS, Slot
from tests.whole.match import Match
from tests.whole.oracle import open_slots

STEPS: Final = 16
"""A table that is not right after so many guides never will be."""

PATIENCE: Final = 400
"""Deeds after which a game must have ended."""


class Child:
    """All players of one game."""

    def __init__(self, match: Match, *, mischief: float = 0.45) -> None:
        self.match = match
        self.oracle = match.oracle
        self.dice = Random(f"child {match.seed}")
        self.mischief = mischief

    def play(self) -> None:
        """Until the chamber is empty."""
        for _ in range(PATIENCE):
            if self.oracle.over:
                break
            self._turn_or_trick()
            self._make_right()
        else:
            self.match.fail("the game does not end")
        self._after_the_end()

    def _turn_or_trick(self) -> None:
        tricks = {
            Phase.CHOOSE: self._tricks_choosing,
            Phase.DECIDE: self._tricks_deciding,
            Phase.TAKE: self._tricks_taking,
            Phase.DISCARD: self._tricks_discarding,
        }[self.oracle.game.phase]
        if self.dice.random() < self.mischief:
            possible = [trick for trick in (*self._tricks_any_time(), *tricks()) if trick is not None]
            if possible:
                self.dice.choice(possible)()
                self.match.rest()
                return
        self._play_on()
        self.match.rest()

    # --- as the rules want it -----------------------------------------------------------------------------------------

    def _play_on(self) -> None:
        match self.oracle.game.phase:
            case Phase.CHOOSE:
                self._place()
            case Phase.DECIDE if self.dice.random() < 0.5:
                self._place()
            case Phase.DECIDE if self.dice.random() < 0.3:
                self.match.note("stop by go")
                self.match.press("go")
            case Phase.DECIDE | Phase.TAKE:
                self._take_reward()
            case Phase.DISCARD:
                self._discard()
            case _:
                pass

    def _place(self) -> None:
        """A key goes where it may go, slowly or fast, straight or half first."""
        self.match.note("place a key")
        source, slot = self._choice()
        if source is not None:
            self.match.lift(source)
            self._pause()
        self._push(slot)

    def _choice(self) -> tuple[Slot | None, Slot]:
        """A key (the slot it stands in, None: one from beside) and a slot that is open to it."""
        game = self.oracle.game
        movers = [n for n, _ in enumerate(game.keys)] if game.phase is Phase.CHOOSE else [game.moved]
        key = game.keys[self.dice.choice([n for n in movers if n is not None])]
        if key is None:
            beside = [
                slot for slot in SLOTS if self._free(slot) and slot.section not in self._locked()
            ]
            return None, self.dice.choice(beside)
        source = Slot(key.section, key.slot)
        return source, self.dice.choice(sorted(open_slots(game, (source,), ())))

    def _push(self, slot: Slot) -> None:
        way = self.dice.random()
        if way < 0.6:
            self.match.push(slot)
        elif way < 0.75:
            self.match.push(slot, self.dice.uniform(0.2, 0.6))
        elif way < 0.9:
            self.match.push(slot, self.dice.uniform(0.8, 3.5))
        else:
            self._half_push(slot)

    def _half_push(self, slot: Slot) -> None:
        """Half in; shoved in time, or later, or left so."""
        self.match.note("half push")
        self.match.push(slot, half=True)
        if self.dice.random() < 0.3:
            return
        self.match.rest()
        if self.oracle.foul is None:
            self.match.shove(slot)

    def _take_reward(self) -> None:
        due = self.oracle.due
        self.match.note("take the reward")
        if due > 1 and self.dice.random() < 0.5:
            for gem in range(due):
                self.match.take(1)
                if gem < due - 1:
                    self._gem_pause()
        else:
            self.match.take(due)

    def _gem_pause(self) -> None:
        if self.dice.random() < 0.6:
            self.match.wait(self.dice.uniform(0.0, 2.5))
        else:
            self.match.rest()

    def _discard(self) -> None:
        self.match.note("discard")
        self.match.take(1)
        self._gem_pause()
        self.match.put(1, "corner")

    def _pause(self) -> None:
        if self.dice.random() < 0.6:
            self.match.wait(self.dice.uniform(0.0, 1.0))
        else:
            self.match.rest()

    # --- tricks -------------------------------------------------------------------------------------------------------

    def _tricks_any_time(self) -> list[Callable[[], None] | None]:
        return [self._pads, self._lift_and_back if self._standing() else None]

    def _tricks_choosing(self) -> list[Callable[[], None] | None]:
        return [self._go]

    def _tricks_deciding(self) -> list[Callable[[], None] | None]:
        return [self._go]

    def _tricks_taking(self) -> list[Callable[[], None] | None]:
        return [self._go]

    def _tricks_discarding(self) -> list[Callable[[], None] | None]:
        return [self._go]

    def _pads(self) -> None:
        self.match.note("press pads and colour keys")
        for _ in range(self.dice.randint(1, 3)):
            self.match.press(self.dice.choice(["p1", "p2", "p3", "k1", "k4", "k6"]))

    def _go(self) -> None:
        self.match.note("press go")
        self.match.press("go")

    def _lift_and_back(self) -> None:
        """A key is lifted and put back where it stood: if it is the one that may move, that is nothing at all."""
        movable = self._movable()
        if not movable:
            return
        self.match.note("lift a key and put it back")
        slot = self.dice.choice(movable)
        self.match.lift(slot)
        self._pause()
        self.match.push(slot)

    # --- putting it right ---------------------------------------------------------------------------------------------

    def _make_right(self) -> None:
        """Follow the guides until the table is right."""
        for _ in range(STEPS):
            if self.oracle.foul is None and not self.oracle.restoring:
                return
            step = self.match.step
            match step:
                case Guide():
                    self._follow(step)
                case Ask():
                    self._answer()
                case None:
                    self.match.fail("the table is not right, and no step is asked for")
            self.match.rest()
        self.match.fail("following the guides leads nowhere")

    def _follow(self, guide: Guide) -> None:
        match guide:
            case Guide(do="lift", slot=Slot() as slot):
                self.match.lift(slot)
            case Guide(do="push", slot=Slot() as slot):
                self.match.push(slot)
            case Guide(do="shove", slot=Slot() as slot):
                if self.match.world.standing[slot] == "half":
                    self.match.shove(slot)
                else:
                    self.match.press("go")
            case Guide(do="put", place=str() as place, gems=int() as gems):
                self.match.put(gems, place)
            case Guide(do="take", place=str() as place, gems=int() as gems):
                self.match.take(gems, place)
            case Guide(do="press", part=str() as part):
                self.match.press(part)
            case _:
                self.match.fail(f"{guide} cannot be followed")

    def _answer(self) -> None:
        """With the hands: one key back, the other one is moved; or one of two new keys out again."""
        keys = self.oracle.difference(self.match.truth())
        if len(keys.placed) > 1:
            self.match.lift(self.dice.choice(keys.placed))
        else:
            self.match.push(self.dice.choice(keys.lifted))

    def _after_the_end(self) -> None:
        match = self.match
        match.note("pack up")
        for slot in self._standing():
            match.lift(slot)
            match.rest()

    # --- what the child sees ------------------------------------------------------------------------------------------

    def _standing(self) -> list[Slot]:
        return sorted(Slot(*slot) for slot in self.match.world.standing)

    def _movable(self) -> list[Slot]:
        own = self.oracle.own_slot()
        match self.oracle.game.phase:
            case Phase.CHOOSE:
                return self._standing()
            case Phase.DECIDE if own is not None:
                return [own]
            case _:
                return []

    def _free(self, slot: Slot) -> bool:
        return slot not in self.match.world.standing

    def _locked(self) -> set[int]:
        return {key.section for key in self.oracle.game.keys if key is not None and key.seated == "red"}
