"""Children who play a whole game of Dragon Battle: dice fall on the table, and are entered more or less well.

Law: `road` is what truly happened. Where the box knows something else, they do as a family does: they look at the
lamps, take back what is wrong and enter what is missing.
"""

from collections import Counter
from random import Random
from typing import Final, NamedTuple

from games.announcements.dragon_battle import Colour
from games.announcements.shared import Foul
from tests.whole.dragon_battle import truth
from tests.whole.dragon_battle.match import HEARD, Match
from tests.whole.dragon_battle.oracle import Box
from tests.whole.dragon_battle.tricks import AFTER, TRICKS
from tests.whole.dragon_battle.truth import FACES, Game, Lay, Ruled

STEPS: Final = 200
"""What is not right after so many steps never will be."""

PATIENCE: Final = 2000
"""Deeds after which a game must have ended."""

UNMASHED: Final = 1.3
"""After so many seconds a second `back` counts."""


class Deed(NamedTuple):
    """What is truly done: dice thrown, a colour laid out, the battle stopped, or residents taken (none of these)."""

    dice: tuple[Colour, ...] = ()
    lay: Lay | None = None
    stop: bool = False


class Child:
    """All players of one game."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.dice = Random(f"child {match.seed}")
        self.mischief = self.dice.choice([0.0, 0.03, 0.06, 0.12])
        self.road: list[Game] = [match.now.game]
        self.deeds: list[Deed] = []

    def play(self) -> None:
        """Until not every dragon can get a resident again."""
        for _ in range(PATIENCE):
            if self.road[-1].need == "over":
                break
            self.go_on()
            if self.dice.random() < 0.3 and self.road[-1].need == "colour":
                self.go_on()
            self._make_known()
        else:
            self.match.fail("the game does not end")
        self._after_the_end()

    # --- what truly happens -------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """The next thing is done on the table; nobody has entered it yet."""
        game = self.road[-1]
        deed = self._deed(game)
        ruled = _follows(game, deed)
        if isinstance(ruled, Foul):
            raise TypeError(f"{deed} breaks the rules: {ruled}")
        self.road.append(ruled[0])
        self.deeds.append(deed)

    def forget(self, game: int) -> None:
        """What happened after the game of this number is undone on the table, too."""
        del self.road[game + 1 :]
        del self.deeds[game:]

    def _deed(self, game: Game) -> Deed:
        ways = truth.lays(game) if game.need == "colour" else ()
        throws, stops = truth.may_throw(game), truth.may_stop(game)
        if ways and not ((throws or stops) and self.dice.random() < 0.3):
            return Deed(lay=self.dice.choice(ways))
        if throws and (not stops or self.dice.random() < 0.5):
            return Deed(dice=tuple(self.dice.choices(FACES, k=game.free)))
        return Deed(stop=stops)

    # --- telling the box ----------------------------------------------------------------------------------------------

    def _make_known(self) -> None:
        for _ in range(STEPS):
            if self.dice.random() < self.mischief:
                self._trick()
            elif self._known():
                return
            else:
                self._step()
            self.rest()
        self.match.fail(f"the box does not come to know what happened: {self.road[-1]}")

    def rest(self) -> None:
        """Mostly a moment, sometimes a while."""
        way = self.dice.random()
        if way < 0.5:
            self.match.rest(self.dice.uniform(HEARD, 1.4))
        elif way < 0.8:
            self.match.rest(self.dice.uniform(1.4, 3.0))
        else:
            self.match.rest(self.dice.uniform(3.0, 6.0))

    def pause(self) -> None:
        """Before the next finger."""
        self.match.passes(self.dice.choice([self.dice.uniform(0.0, 0.4), self.dice.uniform(0.4, 1.2)]))

    def _trick(self) -> None:
        tricks = [*TRICKS]
        self.dice.shuffle(tricks)
        for trick in tricks:
            if trick(self):
                return

    def _known(self) -> bool:
        """Whether the box knows all that happened, and nothing else."""
        road = tuple(self.road)
        return not self._aside() and all(
            box.road == road and not box.entered and not box.halfway for box in self.match.boxes
        )

    def _aside(self) -> bool:
        return any(box.leaving or box.page is not None for box in self.match.boxes)

    def _step(self) -> None:
        """One thing towards what truly happened."""
        box, known = self.match.now, len(self.match.now.past)
        if self._aside():
            self.match.press("back")
        elif box.road != tuple(self.road[: known + 1]) or known + 1 == len(self.road):
            self._take_back()
        elif box.undone and box.undone[-1] == self.road[known + 1] and self.dice.random() < 0.6:
            self.match.note("go brings it back")
            self.match.press("go")
        else:
            self._enter(box, self.deeds[known])

    def _take_back(self) -> None:
        self.match.note("take back")
        self.match.passes(self.dice.choice([0.3, UNMASHED]))
        self.match.press("back")

    def _enter(self, box: Box, deed: Deed) -> None:
        if deed.dice:
            self._enter_throw(box, deed.dice)
        elif deed.lay is not None:
            self._enter_lay(box, deed.lay)
        elif deed.stop:
            self._enter_go(box)
        else:
            self._enter_stars(box)

    def _enter_throw(self, box: Box, dice: tuple[Colour, ...]) -> None:
        if box.wants == "colour":
            self._enter_go(box)
            return
        missing = [*(Counter(dice) - Counter(box.entered)).elements()]
        if Counter(box.entered) - Counter(dice):
            self._take_back()
        elif missing:
            self.match.note("enter dice")
            self.dice.shuffle(missing)
            few = self.dice.randint(1, len(missing)) if self.dice.random() < 0.2 else len(missing)
            for colour in missing[:few]:
                self.press_colour(colour)
            if few == len(missing) and self.dice.random() < 0.3:
                self._hasten(box)
            elif few == len(missing) and self.dice.random() < 0.3:
                self.pause()
                self.match.press("go")
        elif self.dice.random() < 0.5:
            self.match.press("go")

    def _hasten(self, box: Box) -> None:
        """The colour to be laid out, or the first stars, come before the throw was ruled on."""
        known = len(box.past) + 1
        thrown, after = self.road[known], self.deeds[known:]
        if thrown.need == "stars":
            self.match.note("stars before the throw is ruled on")
            self.match.passes(self.dice.uniform(0.1, 1.2))
            self.match.press(f"p{truth.cards(thrown)[0]}")
        elif after and after[0].lay is not None:
            self.match.note("lay out before the throw is ruled on")
            self.match.passes(self.dice.uniform(0.4, 1.2))
            self.press_colour(after[0].lay.colour)

    def press_colour(self, colour: Colour) -> None:
        """A die, or what is laid out; the same key can only be pressed again when it is up."""
        self.match.passes(self.dice.uniform(0.3, 0.6) if self.dice.random() < 0.9 else self.dice.uniform(0.0, 2.5))
        self.match.press(f"k{FACES.index(colour) + 1}")

    def _enter_lay(self, box: Box, lay: Lay) -> None:
        if box.wants != "colour" or box.colour not in (None, lay.colour):
            self._take_back()
            return
        self.match.note("lay out")
        laying = box.laying
        if laying is None or (laying == "silver" and lay.colour != "silver"):
            self.press_colour(lay.colour)
        elif laying == "silver":
            self.press_colour(lay.dragon)
        else:
            self.press_colour("silver" if lay.joined else lay.colour)

    def _enter_go(self, box: Box) -> None:
        """`go`, once it brings nothing back and belongs to no entry."""
        if box.entered:
            self._take_back()
        elif box.undone:
            self.match.note("a colour, so that nothing is brought back")
            self.press_colour("black")
            if box.wants == "throw":
                self.match.passes(0.3)
                self.match.press("back")
        else:
            self.match.note("go")
            self.match.passes(self.dice.choice([0.1, 1.0, 2.2]))
            self.match.press("go")

    def _enter_stars(self, box: Box) -> None:
        cards = truth.cards(box.game)
        told = len(box.stars)
        if box.wants != "stars" or box.stars != cards[:told]:
            self._take_back()
            return
        wrong = self.dice.random() < self.mischief
        self.match.note("a wrong number of stars" if wrong else "stars")
        self.match.press(f"p{self.dice.randint(1, 6) if wrong else cards[told]}")

    # --- the end ------------------------------------------------------------------------------------------------------

    def _after_the_end(self) -> None:
        """What is told is what the cards show; and it is over, whatever is pressed."""
        for _ in range(self.dice.randint(0, 4)):
            self.dice.choice(AFTER)(self)
            self.rest()
            for _ in range(STEPS):
                if self._known():
                    break
                self._step()
                self.rest()
        game = self.road[-1]
        freed = sum(map(len, game.won))
        lie = sum(1 for card in game.under if card) + len(game.pile)
        if freed + lie != truth.RESIDENTS or self.match.now.game != game:
            self.match.fail(f"residents got lost: {game}")


def _follows(game: Game, deed: Deed) -> Ruled | Foul:
    if deed.dice:
        return truth.throw(game, deed.dice)
    if deed.lay is not None:
        return truth.lay(game, deed.lay)
    if deed.stop:
        return truth.stop(game)
    return truth.take(game, truth.cards(game))
