"""A child that plays a whole game: mostly what is allowed, and every clumsy thing a child does with it.

Law: whatever it does is told to the oracle verb by verb; after a foul it follows the blue lamp, perhaps after fumbling.
"""

from random import Random
from typing import Final

from games.announcements.shared import Ask, Guide
from games.clever_keys.rules import Phase
from games.table import SLOTS, Slot
from tests.whole.clever_keys.match import Match
from tests.whole.clever_keys.oracle import open_slots
from tests.whole.clever_keys.tricks import TRICKS

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
            self.make_right()
        else:
            self.match.fail("the game does not end")
        self._after_the_end()

    def _turn_or_trick(self) -> None:
        if self.dice.random() < self.mischief and not self.in_hand():
            tricks = [*TRICKS[self.oracle.game.phase]]
            self.dice.shuffle(tricks)
            for trick in tricks:
                if trick(self):
                    self.match.rest()
                    return
        self.play_on()
        self.match.rest()

    # --- as the rules want it -----------------------------------------------------------------------------------------

    def play_on(self) -> None:
        match self.oracle.game.phase:
            case Phase.CHOOSE:
                self.place()
            case Phase.DECIDE if self.in_hand() or self.dice.random() < 0.5:
                self.place()
            case Phase.DECIDE if self.dice.random() < 0.3:
                self.match.note("stop by go")
                self.match.press("go")
            case Phase.DECIDE | Phase.TAKE:
                self.take_reward()
            case Phase.DISCARD:
                self.discard()
            case _:
                pass

    def place(self) -> None:
        """A key goes where it may go, slowly or fast, straight or half first."""
        self.match.note("place a key")
        source, slot = self.choice()
        if source is not None and not self.free(source):
            self.match.lift(source)
            self.pause()
        self.push(slot)

    def choice(self) -> tuple[Slot | None, Slot]:
        """A key (the slot it stands in, None: one from beside) and a slot that is open to it."""
        game = self.oracle.game
        lifted = self.in_hand()
        if lifted:
            return lifted[0], self.dice.choice(sorted(open_slots(game, lifted, ())))
        movers = [n for n, _ in enumerate(game.keys)] if game.phase is Phase.CHOOSE else [game.moved]
        key = game.keys[self.dice.choice([n for n in movers if n is not None])]
        if key is None:
            beside = [slot for slot in SLOTS if self.free(slot) and slot.section not in self.locked()]
            return None, self.dice.choice(beside)
        source = Slot(key.section, key.slot)
        return source, self.dice.choice(sorted(open_slots(game, (source,), ())))

    def push(self, slot: Slot) -> None:
        way = self.dice.random()
        if way < 0.6:
            self.match.push(slot)
        elif way < 0.75:
            self.match.push(slot, self.dice.uniform(0.2, 0.6))
        elif way < 0.9:
            self.match.push(slot, self.dice.uniform(0.8, 3.5))
        else:
            self.half_push(slot)

    def half_push(self, slot: Slot) -> None:
        """Half in; shoved in time, or later, or left so."""
        self.match.note("half push")
        self.match.push(slot, half=True)
        if self.dice.random() < 0.3:
            return
        self.match.rest()
        if self.oracle.foul is None:
            self.match.shove(slot)

    def take_reward(self) -> None:
        due = self.owed()
        self.match.note("take the reward")
        if due > 1 and self.dice.random() < 0.5:
            for gem in range(due):
                self.match.take(1)
                if gem < due - 1:
                    self.gem_pause()
        else:
            self.match.take(due)

    def gem_pause(self) -> None:
        if self.dice.random() < 0.6:
            self.match.wait(self.dice.uniform(0.0, 2.5))
        else:
            self.match.rest()

    def discard(self) -> None:
        self.match.note("discard")
        self.match.take(1)
        self.gem_pause()
        self.match.put(1, "corner")

    def pause(self) -> None:
        if self.dice.random() < 0.6:
            self.match.wait(self.dice.uniform(0.0, 1.0))
        else:
            self.match.rest()

    # --- putting it right ---------------------------------------------------------------------------------------------

    def make_right(self) -> None:
        """Follow the guides until the table is right, perhaps after fumbling."""
        fumble = self.dice.random() < 0.3 and not self.oracle.restoring
        for _ in range(STEPS):
            step = self.match.step
            if not isinstance(step, Guide) and self.oracle.foul is None and not self.oracle.restoring:
                return
            if fumble and isinstance(step, Guide) and self._fumbled(step):
                fumble = False
                self.match.rest()
                continue
            match step:
                case Guide():
                    self._follow(step)
                case Ask():
                    self._answer()
                case None if self.oracle.over:
                    for slot in self.oracle.difference(self.match.truth()).placed:
                        self.match.lift(slot)
                case None:
                    self.match.fail("the table is not right, and no step is asked for")
            self.match.rest()
        self.match.fail("following the guides leads nowhere")

    def _fumbled(self, guide: Guide) -> bool:
        """Not what the box has asked for, the first time."""
        match guide:
            case Guide(do="put", place=str() as place, gems=int() as gems) if gems > 1:
                self.match.note("fumble: too few gems back")
                self.match.put(gems - 1, place)
            case Guide(do="lift", slot=Slot() as slot):
                self.match.note("fumble: into another slot")
                self.match.lift(slot)
                self.pause()
                self.match.push(self.dice.choice([other for other in SLOTS if self.free(other) and other != slot]))
            case Guide(do="push", slot=Slot() as slot):
                self.match.note("fumble: beside the slot")
                beside = Slot(slot.section, (slot.slot + 1) % 4)
                if not self.free(beside):
                    return False
                self.match.push(beside)
            case Guide() if self.oracle.foul is not None and self.oracle.foul.code not in ("CK-F14", "CK-F15"):
                self.match.note("fumble: press go")
                self.match.press("go")
            case _:
                return False
        return True

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
        for slot in self.standing():
            match.lift(slot)
            match.rest()

    # --- what the child sees ------------------------------------------------------------------------------------------

    def standing(self) -> list[Slot]:
        return sorted(Slot(*slot) for slot in self.match.world.standing)

    def in_hand(self) -> tuple[Slot, ...]:
        """Where the keys stood that were lifted and may be placed."""
        return self.oracle.difference(self.match.truth()).lifted

    def movable(self) -> list[Slot]:
        own = self.oracle.own_slot()
        match self.oracle.game.phase:
            case Phase.CHOOSE:
                return self.standing()
            case Phase.DECIDE if own is not None:
                return [own]
            case _:
                return []

    def owed(self) -> int:
        """Gems that are still to be taken, if the player stops now."""
        return self.oracle.due - (self.oracle.game.chamber - self.match.world.gems_in("centre"))

    def free(self, slot: Slot) -> bool:
        return slot not in self.match.world.standing

    def locked(self, *, but: Slot | None = None) -> set[int]:
        """The sections that are locked for the key that stands in `but`."""
        keys = [key for key in self.oracle.game.keys if key is not None and key[:2] != but]
        return {key.section for key in keys if key.seated == "red"}
