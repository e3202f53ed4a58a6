"""One game of Hammer Time on the simulated box, with the oracle beside it: every ruling is judged."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from firmware.owned import Owned
from firmware.setting import Hands, Setting
from games.announcements import Announcement, words
from games.announcements import hammer_time as say
from games.announcements.shared import (
    Ask,
    Corrected,
    Counted,
    Foul,
    GameOver,
    GaveUp,
    Guide,
    Resumed,
    SensorBack,
    SensorLost,
    Stumbled,
    TableRight,
    TurnStarts,
    Undone,
    Unsure,
)
from games.catalog import named
from games.hammer_time.copy import Copy
from games.hammer_time.settings import Settings, Tasks, TouchFall, Variant, Wagons
from hardware.sim.contacts import Wear
from hardware.sim.hands import Finger, Jolt, Leans
from tests.whole import fingers
from tests.whole.doubt import Doubt, worlds
from tests.whole.evening import Evening
from tests.whole.hammer_time import oracle, truth
from tests.whole.hammer_time.oracle import Box
from tests.whole.hammer_time.truth import Family, Wagon

SETTLE = 4.5
"""Seconds after the last movement within which everything must have been said."""

HEARD = 0.7
"""Seconds after the last finger until which everything pressed has been heard."""

NOTICED = 60
"""Seconds within which a part that fell silent, or is back, must have been noticed."""

DIM = 0.5
"""What comes to lie on the scale so soon before or after a blow may be the reason for it."""

TRIES = 6
"""So often gems are stirred for a scale that is not sure, before the players are asked in earnest."""

RULINGS = (
    say.Knocked,
    say.Fell,
    say.TurnedFall,
    say.Dragon,
    say.GemsBack,
    say.TaskOpen,
    say.TaskDone,
    say.TaskMissed,
    say.Sorted,
    say.SetTaken,
    say.WagonOpen,
    say.Missing,
    say.CardsFill,
    say.CardsUsed,
    say.WagonFull,
    say.Technique,
    say.LastRound,
    Foul,
    Undone,
    Resumed,
    Corrected,
    Stumbled,
    GaveUp,
)

SETTLING = (*(ruling for ruling in RULINGS if ruling is not Foul), Counted, TableRight)
"""With these nothing is asked any more; a foul may be one that players report, and leaves the question as it is."""

Happens = Callable[[Box, Doubt], Box]
"""What became of the box by something that is no press."""

LETTER = {name: letter for letter, name in truth.LETTERS.items()}


class Crowd(NamedTuple):
    """Who plays, with which wagon cards, on which box."""

    family: Family
    wagons: tuple[tuple[Wagon, ...], ...]
    """The cards of the four sets."""
    order: tuple[int, ...]
    """The task cards, top first."""
    gems: int = 90
    hands: Hands = "clumsy"
    contacts: Wear = "new"
    journal: bool = False


class Match(Evening):
    """Verbs are World's; what is said is judged by `judge`, after each rest."""

    def __init__(self, seed: int, crowd: Crowd) -> None:
        family = crowd.family
        cards = tuple(tuple("".join(LETTER[each] for each in wagon) for wagon in cards) for cards in crowd.wagons)
        settings = Settings(
            variant=Variant.MASTER if family.master else Variant.BASE,
            wagons=Wagons.TRACKED if family.tracked else Wagons.HONOUR,
            tasks=Tasks(family.tasks),
            touch_fall=TouchFall(family.touch),
            gems=crowd.gems,
            deal=1,
        )
        setting = Setting(
            game=named("hammer_time"),
            players=family.players,
            start=family.start,
            settings=settings,
            seed=seed,
            hands=crowd.hands,
            gems=crowd.gems,
            copies={
                "hammer_time": Owned(game=named("hammer_time"), copy=Copy(wagons=cards), entered=frozenset({"wagons"}))
            },
        )
        super().__init__(setting, crowd, contacts=crowd.contacts, journal=crowd.journal)
        self.seed, self.crowd = seed, crowd
        game = truth.setup(family, crowd.gems, crowd.order)
        self.boxes = [Box(game, crowd.wagons, crowd.gems)]
        if game.family.tasks == "box":
            self.boxes = [self.boxes[0].says(say.TaskOpen(truth.CARDS[crowd.order[0]]))]
        self._blur = fingers.blur(crowd.contacts)
        self._moves: list[tuple[float, Finger]] = []
        self._jolts: list[float] = []
        self._leans: list[tuple[float, float]] = []
        self._struck = False
        self._zeros = 0
        self._happened: list[tuple[float, Happens]] = []
        self._deaf: list[float] = []
        self._ours: list[Announcement] = []
        self._sure = True
        self._dice = Random(f"stir {seed}")
        self.first: list[str] = []
        """What the first of two blows brought down, by colour."""
        self._listen()

    @property
    def now(self) -> Box:
        """What the box knows, as far as anybody can tell."""
        return self.boxes[0]

    @property
    def lies(self) -> int:
        """The gems on the box, in truth."""
        return self.world.gems_in("centre")

    # --- fingers ------------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        self.did(f"press {' '.join(keys)}")
        self.passes(self.world.press(*keys) + 0.35)

    def press_each(self, *keys: str) -> None:
        self.did(f"press {', '.join(keys)}")
        self.passes(self.world.press_each(*keys) + 0.35)

    def press_twice(self, key: str, apart: float) -> None:
        self.did(f"press {key} twice, {apart:.2f} apart")
        self.passes(self.world.hold((key,), 0.1) + apart)
        self.passes(self.world.hold((key,), 0.1) + 0.35)

    def hold(self, key: str, seconds: float) -> None:
        self.did(f"hold {key} {seconds:.1f}")
        self.passes(self.world.hold((key,), seconds) + 0.35)

    # --- the table ----------------------------------------------------------------------------------------------------

    def knock(self, strength: Any, falls: int) -> None:
        self._stirs(f"knock {strength} {falls}", lambda: self.world.knock(strength, falls), knocks=True)

    def knocks(self, falls: tuple[int, int], apart: float) -> None:
        """Two blows. Where the box came to rest between them the second one is a foul, else they are one deed."""
        between, before = self.lies, Counter(self.world.colours_in("centre"))

        def blows() -> float:
            nonlocal between
            self.passes(self.world.knock("firm", falls[0]) + apart)
            between = self.lies
            self.first = [*(before - Counter(self.world.colours_in("centre"))).elements()]
            return self.world.knock("firm", falls[1])

        def rested(box: Box, doubt: Doubt) -> Box:
            return box if doubt.either() else oracle.weigh(box, between, doubt, knocked=True)

        self._stirs(f"knocks {falls} {apart:.1f} apart", blows, knocks=True, first=rested)

    def turn(self, falls: int) -> None:
        self._stirs(f"turn {falls}", lambda: self.world.turn(falls))

    def thump(self, grams: float) -> None:
        """Somebody knocks on the table."""
        self._stirs(f"thump {grams:.0f}", lambda: self.world.thump(grams), knocks=True)

    def lean(self, grams: float, seconds: float) -> None:
        """An elbow on the scale; whatever is done next is done meanwhile."""
        self.did(f"lean {grams:.0f} {seconds:.1f}")
        self.world.lean("centre", grams, seconds)

    def put(self, gems: Any) -> None:
        self._stirs(f"put {gems}", lambda: self.world.put_gems("centre", gems), put=True)

    def take(self, gems: Any) -> None:
        self._stirs(f"take {gems}", lambda: self.world.take_gems("centre", gems))

    def swap(self, gems: int) -> None:
        self._stirs(f"swap {gems}", lambda: self.world.swap_gems("centre", gems))

    def unplug(self, part: str) -> None:
        self.rest()
        self.did(f"unplug {part}")
        self.world.unplug(part)
        self._noticed(SensorLost(part))

    def plug(self, part: str) -> None:
        """A part is back."""
        self.did(f"plug {part}")
        self.world.plug(part)
        self._noticed(SensorBack(part))
        self.passes(SETTLE)
        lies = self.lies
        self._zeros += part == "scale"
        if part == "panel":
            self._happened.append((self.box.now(), lambda box, _: oracle.panel_lost(box)))
        else:
            self._happened.append((self.box.now(), lambda box, doubt: oracle.scale_back(box, lies, doubt)))
        self.rest()

    def cut(self, seconds: float) -> None:
        """The plug of the box is pulled for a while."""
        self.did(f"power off {seconds:.1f}")
        self._deaf.append(self.box.now())
        self._happened.append((self.box.now(), lambda box, _: oracle.power_gone(box)))
        self.world.power(False)
        self.passes(seconds)
        self._zeros += 1
        self._jolts.clear()
        self.world.power(True)
        self.did("power on")
        self.passes(SETTLE)
        lies = self.lies
        self._happened.append((self.box.now(), lambda box, doubt: oracle.power_back(box, lies, doubt)))
        self._still()
        self.judge()

    def fall_and_cut(self, falls: int, after: float) -> None:
        """The plug is pulled right behind a blow: the fall was ruled on, or it was not."""
        self.rest()
        before = self.lies
        self.did(f"knock {falls}, and the plug")
        self.passes(self.world.knock("firm", falls) + after)
        lies = self.lies
        self._happened.append(
            (self.box.now(), lambda box, doubt: oracle.weigh(box, lies, doubt, knocked=True) if doubt.either() else box)
        )
        self.note(f"{before - lies} fell")
        self.cut(1.0)

    def rest(self, seconds: float = HEARD) -> None:
        """Hands are still for a while; then what was said must be what is true."""
        self.passes(seconds)
        self._still()
        self.judge()

    def _stirs(
        self,
        verb: str,
        does: Callable[[], float],
        *,
        knocks: bool = False,
        put: bool = False,
        first: Happens = lambda box, _: box,
    ) -> None:
        """Something moves on the box and comes to rest; what was pressed before is past by then."""
        self.rest()
        self._jolts.clear()
        self._leans.clear()
        self._struck = knocks
        self.did(verb)
        began, before = self.box.now(), self.lies
        self.passes(does())
        self.passes(max(self.world.busy_until - self.box.loop.time(), 0.0) + SETTLE)
        lies, jolts, dim = self.lies, [*self._jolts], self._dim()
        self._jolts.clear()

        def rests(box: Box, doubt: Doubt) -> Box:
            heard = bool(jolts) and (knocks or doubt.either())
            box = first(box, doubt)
            if heard and dim and not (oracle.falls(box, lies) or doubt.either()):
                heard = False
            return oracle.weigh(box, lies, doubt, knocked=heard, put=put and lies > before)

        self._happened.append((began + 0.01, rests))
        self._still()
        self.judge()

    def _may_lie(self, gems: int) -> bool:
        """Whether so many lie on the box, as far as it can know.

        Each new zero of the scale may have made it one more or less, until players say that all of them are there; on
        their honour they never do, for it matters to nobody.
        """
        tracked = self.crowd.family.tracked
        return any(abs(gems - self.lies - box.unseen) <= (box.adrift if tracked else self._zeros) for box in self.boxes)

    def _dim(self) -> bool:
        """Whether a blow may pass for something that fell on the scale: an elbow came to lie there with it."""
        return any(begins - DIM <= jolt <= ends + DIM for begins, ends in self._leans for jolt in self._jolts)

    def _still(self) -> None:
        """Where the scale is not sure the players look: they say so if it is right, else they make it so, or stir.

        Where it is asked whether that was a knock they tell what is true.
        """
        for number in range(TRIES):
            match self._asked():
                case None:
                    return
                case Ask("knock"):
                    if any(way.doubted for way in self._true_so_far()):
                        return
                    self.note("that was a knock" if self._struck else "that was no knock")
                    self._answer("go" if self._struck else "back")
                case Unsure(_, gems) if not self._may_lie(gems):
                    self.note(f"the count is wrong: {gems} are {self.lies}")
                    self.passes(self.world.swap_gems("centre", 1 + number % 2) + SETTLE + 1)
                case Ask() | Guide() if not self._all_there():
                    if not self._complete():
                        return
                case asked:
                    self.note("all is right")
                    self._answer("go")
                    if not isinstance(asked, Unsure):
                        self._happened.append((self.box.now(), lambda box, _: oracle.vouch(box)))
                        return
        if self._asked() is not None:
            self.fail("the scale does not become sure")

    def _answer(self, key: str) -> None:
        """What the box asks is answered, by nobody who mashes; the oracle knows what is true without it."""
        self.passes(oracle.BELONGS)
        quiet = [*self._moves]
        self.passes(self.world.press(key) + HEARD)
        self._moves = quiet
        self.passes(SETTLE)

    def _asked(self) -> Unsure | Ask | Guide | None:
        """What the scale is not sure of still, or asks for although `go` would do."""
        latest: Unsure | Ask | Guide | None = None
        adrift, so_far = False, self.box.said
        settling = tuple(ruling for ruling in SETTLING if ruling is not Counted)
        settled = next((n for n in reversed(range(len(so_far))) if isinstance(so_far[n][1], settling)), 0)
        for _, said in so_far[settled:]:
            match said:
                case SensorBack("scale"):
                    adrift = True
                case Unsure() | Ask("gems" | "knock"):
                    latest = said
                case Guide() if adrift:
                    latest = said
                case Counted():
                    latest = None
                case Undone():
                    adrift, latest = self.now.adrift, None
                case _ if isinstance(said, SETTLING):
                    adrift = isinstance(said, Resumed)
                    latest = None
        if latest is None or not self._shines("go"):
            return None
        # What was taken back `go` brings again, before it answers anything but a count.
        redoes = not isinstance(latest, Unsure) and any(way.undone for way in self._true_so_far())
        return None if redoes else latest

    def _ways(self) -> list[Box]:
        now = self.box.now()
        return [way for box in self.boxes for way in worlds(self._blur, partial(self._way, box, now))]

    def _true_so_far(self) -> list[Box]:
        """What may be the case, by what has been said by now: what waits for the scale is not, an undo is at once."""
        rulings = [plain(said) for _, said in self.box.said[self._heard :] if isinstance(said, RULINGS)]
        heard = len(rulings)
        return [
            way
            for way in self._ways()
            if [plain(said) for said in way.said[:heard]] == rulings
            and not any(isinstance(said, Undone | Resumed) for said in way.said[heard:])
        ]

    def _all_there(self) -> bool:
        """Whether nothing is missing any more, whatever the box may have heard."""
        over = (None, "wagon") if self.now.game.loading else (None,)
        ways = self._true_so_far()
        return bool(ways) and all(
            not way.missing if way.waits or way.game.phase == "fill" else way.restoring in over for way in ways
        )

    def _complete(self) -> bool:
        """What is missing although the turn goes on is put back; what the turn waits for is left to children."""
        if not isinstance(self._asked(), Ask):
            return False
        ways = [way for way in self._true_so_far() if way.restoring == "table" and way.game.loose]
        missing = {way.game.least - way.lies for way in ways}
        if len(missing) != 1 or (gems := missing.pop()) <= 0:
            return False
        beside = Counter(self.world.colours_in_hands)
        for placed in ways[0].game.placed:
            beside -= Counter(placed)
        self.note("a gem that nobody has seen fall goes back")
        began = self.box.now()
        self.passes(self.world.put_gems("centre", self._dice.sample([*beside.elements()], gems)) + SETTLE)
        lies = self.lies
        self._happened.append((began, lambda box, doubt: oracle.weigh(box, lies, doubt, knocked=False, put=True)))
        return True

    def _shines(self, name: str) -> bool:
        return self.box.lamp(name) != "off"

    # --- judging ------------------------------------------------------------------------------------------------------

    def judge(self) -> None:
        """Raise WrongRuling unless what was said is what is true, in one of the ways in doubt."""
        fresh = [said for _, said in self.fresh()]
        for said in fresh:
            match said:
                case Unsure():
                    self.questions["count"] += 1
                case Ask(about):
                    (self.questions if about in ("gems", "knock", "resume") else self.prompts)[about] += 1
                case Counted(_, gems) if not self._may_lie(gems):
                    self.fail(f"{self.lies} gems lie on the box, not {gems}")
                case TurnStarts():
                    self.turns += 1
        rulings = [plain(said) for said in fresh if isinstance(said, RULINGS)]
        ways = self._ways()
        right = [box for box in ways if [plain(said) for said in box.said] == rulings]
        if not right:
            self._differ(ways, rulings)
        fitting = [box for box in right if self._fits(box)]
        if not fitting:
            game = right[0].game
            self.fail(
                f"it is the turn of {game.cur} with {game.done}, not of {self.box.turn()} with {self.box.scores()}"
            )
        self.boxes = [*dict.fromkeys(box._replace(said=()) for box in fitting)]
        self._moves.clear()
        self._happened.clear()
        self._deaf.clear()
        for said in fresh:
            if isinstance(said, GameOver):
                self._check_end(said.winners)

    def _check_end(self, told: tuple[int, ...]) -> None:
        ends = [box.game for box in self.boxes for box in (box, *(box._replace(game=game) for game in box.undone))]
        if not any(game.phase == "over" and truth.winners(game) == told for game in ends):
            self.fail(f"{told} are said to win")

    def _fits(self, box: Box) -> bool:
        game = box.game
        if box.left:
            return self.box.turn() is None
        if (self.box.scores(), self.box.turn()) != (game.done, None if game.phase == "over" else game.cur):
            return False
        outcome = self.box.outcome()
        return (None if outcome is None else outcome.winners) == (truth.winners(game) if game.phase == "over" else None)

    def _way(self, box: Box, now: float, doubt: Doubt) -> Box:
        events: list[tuple[float, Callable[[Box], Box]]] = []
        for made in fingers.presses(self._moves, self.crowd.contacts, doubt):
            # What was pressed just before the box went deaf may have been heard still.
            late = any(0 <= deaf - made.at < fingers.BOUNCE + self._blur for deaf in self._deaf)
            if not late or doubt.either():
                events.append((made.at, partial(oracle.press, made=made, doubt=doubt)))
        outside = [*self._happened]
        for at, event in events:
            while outside and outside[0][0] < at:
                box = self._happens(box, *outside.pop(0), doubt)
            box = event(box)
        for when, happens in outside:
            box = self._happens(box, when, happens, doubt)
        return oracle.pass_time(box, now, doubt)

    def _happens(self, box: Box, when: float, happens: Happens, doubt: Doubt) -> Box:
        return happens(oracle.pass_time(box, when, doubt), doubt)

    def _differ(self, ways: list[Box], rulings: list[Any]) -> None:
        told = "\n".join(f"  {said}" for said in rulings)
        true: list[str] = []
        for box in ways[:4]:
            true += ["true is (or may be)", *(f"  {words(said)}" for said in box.said)]
        known = self.now._replace(past=(), undone=())
        self.fail("\n".join((*true, f"said was\n{told}", f"{self.lies} lie there; known: {known}")))

    def _noticed(self, said: Any) -> None:
        heard = len(self.box.said)
        for _ in range(NOTICED * 10):
            self.passes(0.1)
            if any(each == said for _, each in self.box.said[heard:]):
                return
        self.fail(f"nobody noticed {said}")

    def _listen(self) -> None:
        move, began = self.world._move, self.box._opened

        def moved(at: float, movement: Any) -> None:
            if isinstance(movement, Finger):
                self._moves.append((at - began, movement))
            elif isinstance(movement, Jolt):
                self._jolts.append(at - began)
            elif isinstance(movement, Leans):
                self._leans.append((at - began, at - began + movement.seconds))
            move(at, movement)

        self.world._move = moved  # type: ignore[method-assign]


def plain(said: Announcement) -> object:
    """What is compared: of a foul its code and whose it is."""
    return ("Foul", said.code, said.player) if isinstance(said, Foul) else said
