"""Children that play a whole game: they tell the box what is true, and do every clumsy thing meanwhile.

Law: whatever the box was told wrongly is taken back, key by key, until it is right. Gems are known by where they truly
lie: on the box, in a wagon, or beside it.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from tests.whole.hammer_time import truth
from tests.whole.hammer_time.match import Match
from tests.whole.hammer_time.oracle import Box
from tests.whole.hammer_time.tricks import TRICKS
from tests.whole.hammer_time.truth import CARDS, COLOURS, KINDS, Game, Wagon

PATIENCE: Final = 4000
"""Deeds after which a game must have ended."""

KNOCKS: Final = ("soft", "firm", "hard")


class Child:
    """All players of one game."""

    def __init__(self, match: Match, *, mischief: float = 0.2) -> None:
        self.match, self.mischief = match, mischief
        self.dice = Random(f"child {match.seed}")
        family = match.crowd.family
        sets = [*range(4)]
        self.dice.shuffle(sets)
        self.sets = sets[: family.players]
        self.stacks = [self.dice.sample(match.crowd.wagons[of], 4) for of in self.sets]
        self.fallen: Wagon = ()
        """What the last blow brought down, by colour."""

    @property
    def box(self) -> Box:
        return self.match.now

    def play(self) -> None:
        """Until the last round is over."""
        self.match.rest()
        for _ in range(PATIENCE):
            if self.box.left or (self.box.game.phase == "over" and self.true()):
                break
            if not self._mischief():
                self.step()
            self.match.rest()
        else:
            self.match.fail("the game does not end")
        self._after_the_end()

    def step(self) -> None:
        """The next thing that has to be done, as the box stands."""
        match, box, game = self.match, self.box, self.box.game
        match.rest()
        if box.leaving or box.page is not None or box.doubted:
            match.press("back")
        elif not self.true():
            match.note("take back what is wrong")
            match.press("back")
            match.passes(1.2)
        elif box.restoring is not None:
            self.restore()
        elif box.undone and self.dice.random() < 0.3:
            match.note("bring it back")
            match.press("go")
        else:
            getattr(self, f"_{game.phase}")(game)

    def true(self) -> bool:
        """Whether all that the box was told so far is true."""
        box, game = self.box, self.box.game
        told = all(kind in (None, CARDS[card]) for card, kind in enumerate(game.told))
        sets = all(of in (None, mine) for of, mine in zip(game.sets, self.sets, strict=True))
        tops = all(not top or top == self.stack(game, player)[0] for player, top in enumerate(game.tops))
        if not (told and sets and tops) or (game.phase == "colours" and game.fell != len(self.fallen)):
            return False
        if game.phase == "colours" or (game.phase == "fill" and box.entered):
            lie = Counter(box.entered) - Counter(self.fallen if game.phase == "colours" else self._planned(game))
            if lie:
                return False
        if game.fell and game.fallen and game.family.tracked and not game.loading:
            return Counter(game.fallen) == Counter(self.fallen) - Counter()
        return not (game.fell and game.fallen and Counter(game.fallen) - Counter(self.fallen))

    def stack(self, game: Game, player: int) -> list[Wagon]:
        """The player's wagons that are not full yet, top first."""
        return [*self.stacks[player][game.done[player] :]] or [()]

    def restore(self) -> None:
        """Gems that belong on the box go there, and none else."""
        match, game = self.match, self.box.game
        lies = self.box.lies
        if lies < game.least:
            missing = game.least - lies
            self._put_back(missing)
        elif lies > game.most:
            match.take(lies - game.most)
        else:
            match.fail("nothing is missing, and play does not go on")

    # --- the phases ---------------------------------------------------------------------------------------------------

    def _sets(self, game: Game) -> None:
        self.match.press(f"k{self.sets[game.cur] + 1}")

    def _die(self, game: Game) -> None:
        if self.dice.random() < 0.06:
            self.match.note("gems fall before the die is rolled")
            self._fall_by(self.match.turn, 3)
        elif self.dice.random() < 0.06:
            self.match.note("a knock before the die")
            self._fall_by(lambda gems: self.match.knock("firm", gems), 3)
        else:
            self.match.press(f"k{self.dice.randint(1, 6)}")

    def _knock(self, game: Game) -> None:
        match = self.match
        if truth.top_untold(game) and self.dice.random() < 0.5:
            self._task(game)
            return
        if truth.wagon_untold(game) and self.dice.random() < 0.5:
            self._wagon(game)
            return
        if not match.lies:
            match.note("all gems lie in wagons, and some come back")
            match.put(10)
            return
        chance = self.dice.random()
        if chance < 0.08:
            match.note("gems fall while the box is turned")
            self._fall_by(match.turn, 4)
        elif chance < 0.14:
            match.note("the box is turned")
            match.turn(0)
        elif chance < 0.3:
            match.note("knock, and nothing falls")
            match.knock(self.dice.choice(KNOCKS), 0)
        elif chance < 0.4:
            match.note("blow after blow")
            self._blow_after_blow()
        else:
            match.note("knock")
            most = 14 if self.dice.random() < 0.1 else 8
            self._fall_by(lambda gems: match.knock(self.dice.choice(KNOCKS), gems), most)

    def _fall_by(self, how: Callable[[int], None], most: int) -> None:
        """Gems fall; their colours are those that lie beside the box and were not there before."""
        before = Counter(self.match.world.colours_in("centre"))
        gems = self.dice.randint(1, min(most, self.match.lies))
        how(gems)
        self.remember(before)

    def _blow_after_blow(self) -> None:
        """Where the box came to rest in between only the first ones count."""
        match = self.match
        before, first = Counter(match.world.colours_in("centre")), self.dice.randint(0, min(4, match.lies // 2))
        second = self.dice.randint(1, min(4, match.lies - first))
        match.knocks((first, second), self.dice.choice((0.0, 0.3, 0.8, 1.5, 2.5)))
        self.remember(before)
        if first and self.box.game.fell == first:
            self.fallen = truth.heap(match.first)

    def remember(self, before: Mapping[str, int]) -> None:
        """What is gone from the box since is what has fallen."""
        gone = Counter(before) - Counter(self.match.world.colours_in("centre"))
        self.fallen = truth.heap([*gone.elements()])

    def _task(self, game: Game) -> None:
        self.match.press(f"k{KINDS.index(CARDS[game.deck[0]]) + 1}")

    def _wagon(self, game: Game) -> None:
        top = self.stack(game, game.cur)[0]
        self.match.press(f"p{self.match.crowd.wagons[self.sets[game.cur]].index(top) + 1}")

    def _colours(self, game: Game) -> None:
        left = Counter(self.fallen) - Counter(self.box.entered)
        self._enter([*left.elements()])

    def _enter(self, colours: list[str]) -> None:
        self.dice.shuffle(colours)
        keys = [f"k{COLOURS.index(colour) + 1}" for colour in colours]
        if keys:
            self.match.press_each(*keys)
        if self.dice.random() < 0.4:
            self.match.press("go")
        elif self.dice.random() < 0.5:
            self.match.passes(self.dice.uniform(0.5, 3.0))

    def _planned(self, game: Game) -> Wagon:
        """Which of the gems that fell go into the wagon."""
        wagon, chosen = self.stack(game, game.cur)[0], [*game.placed[game.cur]]
        for gem in game.fallen:
            if gem != "black" and truth.fits(wagon, (*chosen, gem)):
                chosen.append(gem)
        return tuple((Counter(chosen) - Counter(game.placed[game.cur])).elements())

    def _fill(self, game: Game) -> None:
        match = self.match
        if game.loading:
            due = game.least + game.down
            if self.box.lies < due:
                self._put_back(due - self.box.lies)
            elif self.box.lies > due:
                match.take(self.box.lies - due)
            else:
                match.press("go")
            return
        planned = [*(Counter(self._planned(game)) - Counter(self.box.entered)).elements()]
        if planned:
            self._enter(planned)
            match.press("go")
        else:
            match.press("go")

    def _put_back(self, gems: int) -> None:
        """Of what lies beside the box, and now and then one too few."""
        if gems > 1 and self.dice.random() < 0.15:
            self.match.note("one too few goes back")
            gems -= 1
        beside = Counter(self.match.world.colours_in_hands)
        for placed in self.box.game.placed:
            beside -= Counter(placed)
        self.match.put(self.dice.sample([*beside.elements()], gems))

    def _cards(self, game: Game) -> None:
        self.match.press("go" if self.dice.random() < 0.8 else "back")
        self.match.passes(1.2)

    def _honour(self, game: Game) -> None:
        """A wagon of five spaces: what fits stays beside the box, the rest goes back, at once or after the turn."""
        match, box = self.match, self.box
        held = len(game.held[game.cur])
        beside = game.box + game.fell - match.lies
        if box.half == "full":
            match.press("go" if self.dice.random() < 0.7 else "back")
            match.passes(1.2)
            return
        if box.half == "cards":
            match.press(f"p{self.dice.randint(1, min(held, 6))}")
            return
        chance = self.dice.random()
        if chance < 0.45 and match.lies < game.most:
            match.put(self.dice.randint(1, min(game.most - match.lies, 6)))
        elif chance < 0.6 and beside >= 4:
            match.note("a wagon is full")
            match.press(f"p{game.cur + 1}")
        else:
            match.press("p" + str(game.cur + 1) if self.dice.random() < 0.35 else "go")

    # --- mischief -----------------------------------------------------------------------------------------------------

    def _mischief(self) -> bool:
        if self.dice.random() >= self.mischief:
            return False
        self.match.rest()
        if self.box.doubted:
            return False
        tricks = [*TRICKS]
        self.dice.shuffle(tricks)
        return any(trick(self) for trick in tricks)

    def _after_the_end(self) -> None:
        match = self.match
        if self.box.left:
            return
        match.note("play goes on after the end")
        match.knock("firm", min(2, match.lies))
        match.press("p1")
        match.rest()
