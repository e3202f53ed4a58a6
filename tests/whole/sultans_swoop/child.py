"""Children that play a whole game: they tell the box what is true, and do every clumsy thing meanwhile.

Law: whatever the box was told wrongly is taken back, key by key, until it is right; so in the end the gold has to lie
where it truly lies.
"""

from random import Random
from typing import Final

from tests.whole.sultans_swoop.match import Match
from tests.whole.sultans_swoop.rulebook import COLOURS, DICE
from tests.whole.sultans_swoop.tricks import TRICKS
from tests.whole.sultans_swoop.truth import Bout, Truth

PATIENCE: Final = 2500
"""Deeds after which a game must have ended."""


class Child:
    """All players of one game."""

    def __init__(self, match: Match, *, mischief: float = 0.25) -> None:
        self.match = match
        self.dice = Random(f"child {match.seed}")
        crowd = match.crowd
        self.truth = Truth(Random(f"table {match.seed}"), crowd.players, match.start, crowd.readings)
        self.mischief = mischief

    def play(self) -> None:
        """Until the last bout."""
        for _ in range(PATIENCE):
            if self.match.oracle.over and self._is_true():
                break
            if not self._mischief():
                self.step()
            self.settle()
        else:
            self.match.fail("the game does not end")
        self._after_the_end()

    def settle(self) -> None:
        """Look at the box, or go on at once."""
        if len(self.match._beliefs) > 1 or self.dice.random() < 0.6:
            self.match.rest()
        else:
            self.match.wait(self.dice.uniform(0.0, 0.6))

    def step(self) -> None:
        """The next thing that has to be done, as the box stands."""
        oracle = self.match.oracle
        game, bout = oracle.now, self.truth.bout(oracle.now.bouts)
        if oracle.leaving or oracle.page is not None:
            self.press("back")
        elif not self._is_true():
            self.match.note("take back what is wrong")
            self.press("back")
        elif bout is not None and bout.stacked and game.phase not in ("roll", "surrender", "deal"):
            self.report("SS-F12")
            self.truth.void()
        elif game.phase == "roll":
            self._roll(bout)
        elif game.phase == "deal":
            self._enter(self.truth.undealt(game), len(oracle.entered))
        elif game.phase == "surrender":
            self.press(f"p{self.truth.bouts[game.bouts - 1].gives}")
        elif bout is None:
            self.match.note("that was no swoop")
            self.press("go")
        else:
            self._tell(bout)

    def _is_true(self) -> bool:
        oracle = self.match.oracle
        return self.truth.agrees(oracle.now, oracle.entered)

    # --- the bout -----------------------------------------------------------------------------------------------------

    def _roll(self, bout: Bout | None) -> None:
        match, oracle = self.match, self.match.oracle
        up = match.world.column_up
        if up and not oracle.by_hand:
            if oracle.column.home and bout is not None:
                match.rest()  # they have swooped
                return
            if self.dice.random() < 0.1:
                match.note("the column is not put back, whatever is asked")
                match.rest()
                self.press("go")
                return
            match.note("put the column back")
            match.column(up=False)
            match.rest()
        elif bout is None:
            self._throw()
        elif oracle.undone and self.dice.random() < 0.5:
            match.note("bring it back")
            self.press("go")
        else:
            self._swoop(bout)

    def _throw(self) -> None:
        match = self.match
        if not self.truth.roll():
            match.note("nobody swoops")
            self.press("go")
            return
        bout = self.truth.bouts[-1]
        if bout.stacked and self.dice.random() < 0.7:
            match.note("stacked dice")
            self.report("SS-F12")
            self.truth.void()
            return
        self._swoop(bout)

    def _swoop(self, bout: Bout) -> None:
        match = self.match
        match.note("swoop")
        if not match.world.column_up:
            match.column(up=True)
        if match.oracle.by_hand:
            self.press(f"p{bout.taker + 1}")
        elif self.dice.random() < 0.3:
            match.wait(self.dice.uniform(0.0, 1.2))
            self.press(f"p{bout.taker + 1}")

    def _tell(self, bout: Bout) -> None:
        match, oracle = self.match, self.match.oracle
        game = oracle.now
        match game.phase:
            case "grab" if game.taker is None:
                self.press(f"p{bout.taker + 1}")
            case "grab" if self.dice.random() < 0.06:
                match.note("nobody has it yet")
                self.press("back")
            case "grab":
                self.press(f"p{bout.holders[oracle.piece()] + 1}")
            case "count":
                self._count(bout)
            case "show":
                self.press(self.key(self.truth.task(game.bouts)))

    def _count(self, bout: Bout) -> None:
        match, entered = self.match, [*self.match.oracle.entered]
        left = [*bout.dice]
        for colour in entered:
            left.remove(colour)
        self._enter((*entered, *left), len(entered))
        if len(bout.dice) < DICE:
            self.press("go")
            if not bout.dice:
                match.rest()
                self.press("go")
        elif self.dice.random() < 0.4:
            self.press("go")
        elif self.dice.random() < 0.5:
            match.note("the card at once, the task or the one given up")
            match.wait(self.dice.uniform(0.0, 0.6))
            if match.crowd.players > 2:
                self.press(self.key(self.truth.task(match.oracle.now.bouts)))
            elif bout.gives:
                self.press(f"p{bout.gives}")
        else:
            match.rest()

    def _enter(self, colours: tuple[str, ...], begun: int) -> None:
        keys = [self.key(colour) for colour in colours[begun:]]
        if keys and self.dice.random() < 0.3:
            for key in keys:
                self.match.press_each(key)
                self.match.wait(self.dice.uniform(0.0, 1.5))
        elif keys:
            self.match.press_each(*keys)

    def report(self, code: str) -> None:
        """From the list behind a long `back`, if it is there."""
        match = self.match
        match.rest()
        codes = match.oracle.codes()
        if code not in codes:
            return
        match.hold("back", 1.5)
        line = codes.index(code)
        for _ in range(line // 6):
            match.press("go")
        match.press(f"p{line % 6 + 1}")
        match.rest()

    def press(self, key: str) -> None:
        self.match.press(key)

    def key(self, colour: str) -> str:
        return f"k{COLOURS.index(colour) + 1}"

    # --- mischief -----------------------------------------------------------------------------------------------------

    def _mischief(self) -> bool:
        if self.dice.random() >= self.mischief:
            return False
        self.match.rest()
        tricks = [*TRICKS]
        self.dice.shuffle(tricks)
        return any(trick(self) for trick in tricks)

    def _after_the_end(self) -> None:
        match = self.match
        match.note("an eleventh bout")
        if match.world.column_up:
            match.column(up=False)
            match.rest()
        if not match.oracle.by_hand:
            match.column(up=True)
            match.rest()
        match.press("go")
        match.rest()
        match.press("back")
        match.rest()
