"""One game of Dragon Battle on the simulated box, with the oracle beside it: every announcement is judged."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from firmware.setting import Hands, Setting
from games.announcements import words
from games.announcements.dragon_battle import Failed, Freed
from games.announcements.shared import Ask, SensorBack, SensorLost
from games.catalog import named
from games.dragon_battle.settings import Settings, Variant
from hardware.sim.contacts import Wear
from hardware.sim.hands import Finger
from tests.whole import fingers
from tests.whole.doubt import Doubt, worlds
from tests.whole.dragon_battle import oracle, truth
from tests.whole.dragon_battle.oracle import Box
from tests.whole.dragon_battle.truth import Family, Game
from tests.whole.evening import Evening

HEARD = 0.7
"""Seconds after the last finger until which everything pressed has been heard."""

NOTICED = 10.0
"""Seconds within which a part that was lost, or is back, must have been noticed."""


class Crowd(NamedTuple):
    """Who plays, with which cards, on which box."""

    family: Family
    cards: tuple[int, ...]
    hands: Hands = "clumsy"
    contacts: Wear = "new"
    journal: bool = False
    gems: int = 0
    """Gems of another game that lie in the box."""


class Match(Evening):
    """Verbs are World's; what is said is judged by `judge`, after each rest."""

    def __init__(self, seed: int, crowd: Crowd) -> None:
        family = crowd.family
        variant = Variant(family.variant)
        super().__init__(
            Setting(
                game=named("dragon_battle"),
                players=family.players,
                start=family.start,
                settings=Settings(variant=variant, must_place=family.must_place, silver_joins=family.silver_joins),
                seed=seed,
                hands=crowd.hands,
                gems=crowd.gems,
            ),
            crowd,
            contacts=crowd.contacts,
            journal=crowd.journal,
        )
        self.seed, self.crowd = seed, crowd
        self.boxes = [Box(truth.shuffled(family, crowd.cards)).says(self.box.said[0][1])]
        """What the box may know by all that was heard of it: mostly one thing."""
        self._blur = fingers.blur(crowd.contacts)
        self._moves: list[tuple[float, Finger]] = []
        self._happened: list[tuple[float, Callable[[Box], Box]]] = []
        self._deaf: list[float] = []
        self._listen()
        self.rest(HEARD)

    @property
    def now(self) -> Box:
        """What the box knows, as far as anybody can tell."""
        return self.boxes[0]

    # --- verbs --------------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        self.did(f"press {' '.join(keys)}")
        self.passes(self.world.press(*keys))

    def press_each(self, *keys: str) -> None:
        self.did(f"press {', '.join(keys)}")
        self.passes(self.world.press_each(*keys))

    def hold(self, *keys: str, seconds: float) -> None:
        self.did(f"hold {' '.join(keys)} {seconds:.2f}")
        self.passes(self.world.hold(keys, seconds))

    def thump(self, grams: float) -> None:
        self.did(f"thump {grams:.0f}")
        self.passes(self.world.thump(grams))

    def lean(self, place: Any, grams: float, seconds: float) -> None:
        self.did(f"lean {place} {grams:.0f} {seconds:.1f}")
        self.world.lean(place, grams, seconds)

    def unplug(self, part: str) -> None:
        """A part goes dead, and this is noticed."""
        self.did(f"unplug {part}")
        self._noticed(SensorLost(part), lambda: self.world.unplug(part), partial(oracle.lose, part=part))

    def plug(self, part: str) -> None:
        self.did(f"plug {part}")
        self._noticed(SensorBack(part), lambda: self.world.plug(part), partial(oracle.regain, part=part))

    def cut(self, seconds: float) -> None:
        """The plug of the box is pulled for a while."""
        self.did(f"power off {seconds:.1f}")
        self._deaf.append(self.box.now())
        self._happened.append((self.box.now(), oracle.power_gone))
        self.world.power(False)
        self.passes(seconds)
        self.world.power(True)
        self._happened.append((self.box.now(), oracle.power_back))

    def rest(self, seconds: float) -> None:
        """Hands are still for a while; then what was said must be what is true."""
        self.passes(seconds)
        self.judge()

    # --- judging ------------------------------------------------------------------------------------------------------

    def judge(self) -> None:
        """Raise WrongRuling unless what was said, lit and counted is what is true, in one of the ways in doubt."""
        fresh = [said for _, said in self.fresh()]
        for said in fresh:
            match said:
                case Ask("throw"):
                    self.questions["throw"] += 1
                case Ask(about):
                    self.prompts[about.split("_")[0]] += 1
                case Freed() | Failed():
                    self.turns += 1
        shines, now = self._shines(), self.box.now()
        ways = [way for box in self.boxes for way in worlds(self._blur, partial(self._way, box, now))]
        right = [box for box, lamps in ways if list(box.said) == fresh and lamps == shines]
        if not right:
            self._differ(ways, fresh, shines)
        self.boxes = [*dict.fromkeys(box._replace(said=()) for box in right)]
        self._moves.clear()
        self._happened.clear()
        self._deaf.clear()
        self._compare(self.now.game)

    def _way(self, box: Box, now: float, doubt: Doubt) -> tuple[Box, frozenset[str]]:
        events: list[tuple[float, Callable[[Box], Box]]] = []
        for made in fingers.presses(self._moves, self.crowd.contacts, doubt):
            # What was pressed just before the box went deaf may have been heard still.
            late = any(0 <= deaf - made.at < fingers.BOUNCE + self._blur for deaf in self._deaf)
            if not late or doubt.either():
                events.append((made.at, partial(oracle.press, made=made, doubt=doubt)))
        outside = [*self._happened]
        for at, event in events:
            while outside and outside[0][0] < at:
                when, happens = outside.pop(0)
                box = happens(oracle.pass_time(box, when, doubt))
            box = event(box)
        for when, happens in outside:
            box = happens(oracle.pass_time(box, when, doubt))
        box = oracle.pass_time(box, now, doubt)
        return box, oracle.lit(box, now, doubt)

    def _compare(self, game: Game) -> None:
        if self.box.scores() != truth.scores(game):
            self.fail(f"the score is {truth.scores(game)}, not {self.box.scores()}")
        turn = None if game.need == "over" else game.cur
        if self.box.turn() != turn:
            self.fail(f"it is the turn of {turn}, not of {self.box.turn()}")
        outcome = self.box.outcome()
        ended = None if outcome is None else (outcome.winners, outcome.scores)
        if ended != ((truth.winners(game), truth.scores(game)) if game.need == "over" else None):
            self.fail(f"the end is told as {ended} of {game}")

    def _differ(self, ways: list[tuple[Box, frozenset[str]]], fresh: list[Any], shines: frozenset[str]) -> None:
        told = "\n".join(f"  {words(said)}" for said in fresh)
        true = []
        for box, lamps in ways[:4]:
            true += ["true is (or may be)", *(f"  {words(said)}" for said in box.said), f"  lit {sorted(lamps)}"]
        self.fail(
            "\n".join(
                (*true, f"said was\n{told}\n  lit {sorted(shines)}", f"known: {self.now._replace(past=(), undone=())}")
            )
        )

    def _shines(self) -> frozenset[str]:
        return frozenset(name for name in self.box.plan.lamps.names if self.box.lamp(name) != "off")

    def _noticed(self, said: Any, happens: Callable[[], object], told: Callable[[Box], Box]) -> None:
        heard = len(self.box.said)
        self._deaf.append(self.box.now())
        happens()
        for _ in range(round(NOTICED / 0.1)):
            self.passes(0.1)
            for at, each in self.box.said[heard:]:
                if each == said:
                    self._happened.append((at, told))
                    return
        self.fail(f"nobody noticed {said}")

    def _listen(self) -> None:
        move, began = self.world._move, self.box._opened

        def moved(at: float, movement: Any) -> None:
            if isinstance(movement, Finger):
                self._moves.append((at - began, movement))
            move(at, movement)

        self.world._move = moved  # type: ignore[method-assign]
