"""One game on the simulated box: time, deeds, and what was announced against what the oracle says."""

from typing import Any, NamedTuple

from firmware.setting import Setting
from games.announcements import Announcement, words
from games.announcements.clever_keys import Discarded, Fits, Red, Took
from games.announcements.shared import (
    Ask,
    Corrected,
    GameOver,
    Guide,
    Reports,
    Resumed,
    TableRight,
    TurnStarts,
    Undone,
    Unsure,
)
from games.catalog import GAMES
from games.clever_keys.rules import Settings
from games.table import Slot
from hardware.sim.contacts import Wear
from hardware.sim.hands import Finger, Jolt, KeyMoves, Leans
from tests.whole.clever_keys.oracle import Expected, Kind, Oracle, Truth, agrees, open_slots
from tests.whole.evening import Evening

SETTLE = 5.0
"""Seconds after the last movement within which everything must have been said: an arm is waited out, a scale rests."""

JUDGED = 1.0
"""A key that shows red so long counts as red (`rest_table`)."""

HASTY = 0.35
"""... or so long, when something else is touched meanwhile (`rest_contact`)."""

BLUR = 0.35
"""So far the moments that contacts tell may be off the true ones: a worn contact's bounce, debouncing, a poll."""


class Crowd(NamedTuple):
    """How a game is set up, apart from its seed."""

    players: int
    gems: int
    hands: Any = "clumsy"
    contacts: Wear = "new"
    board: tuple[int, ...] | None = None
    journal: bool = False


class Match(Evening):
    """The simulated box with the oracle beside it. Verbs are World's; each is checked once the table is at rest."""

    def __init__(self, seed: int, crowd: Crowd, *, journal: bool = False) -> None:
        self.seed, self.crowd = seed, crowd
        board = None if crowd.board is None else tuple(Slot(*slot) for slot in enumerate(crowd.board))
        setting = Setting(
            game=next(game for game in GAMES if game.name == "clever_keys"),
            players=crowd.players,
            start=seed % crowd.players,
            settings=Settings(gems=crowd.gems),
            seed=seed,
            hands=crowd.hands,
            board=board,
            gems=crowd.gems,
        )
        super().__init__(setting, crowd, contacts=crowd.contacts, journal=crowd.journal or journal)
        self.oracle = Oracle(crowd.players, setting.start, crowd.gems)
        self.pictures: list[tuple[str, ...]] = []
        """The colours of all lamps, each time the table came to rest."""
        self._unmatched: list[Announcement] = []
        self._last: Kind | None = None
        self._since = 0.0
        self._moves: list[tuple[float, object]] = []
        self._listen()
        self.oracle.expected.append(Expected(self.box.said[0][1]))
        self.rest()

    # --- deeds --------------------------------------------------------------------------------------------------------

    def push(self, slot: Slot, seconds: float = 0.4, *, half: bool = False) -> None:
        self._next("keys", f"push {slot} in={seconds:.1f}{' half' if half else ''}")
        since = len(self._moves)
        self.passes(self.world.push_key(slot, seconds, half))
        self._judge_slow(slot, since)

    def push_both(self, first: Slot, second: Slot) -> None:
        """With both hands at once."""
        self._next("keys", f"push {first} and {second}")
        self.passes(max(self.world.push_key(first), self.world.push_key(second)))

    def shove(self, slot: Slot) -> None:
        self._next("keys", f"shove {slot}")
        self.passes(self.world.shove_key(slot))

    def lift(self, slot: Slot) -> None:
        self._next("keys", f"lift {slot}")
        self.passes(self.world.lift_key(slot))

    def take(self, gems: int, place: Any = "centre") -> None:
        self._next("gems", f"take {place} {gems}")
        self.passes(self.world.take_gems(place, gems))

    def put(self, gems: int, place: Any = "centre") -> None:
        self._next("gems", f"put {place} {gems}")
        self.passes(self.world.put_gems(place, gems))

    def swap(self, gems: int) -> None:
        self._next("gems", f"swap centre {gems}")
        self.passes(self.world.swap_gems("centre", gems))

    def lean(self, place: Any, grams: float, seconds: float) -> None:
        """An arm: no deed at all, whatever else goes on."""
        self.oracle.undone.clear()
        self.did(f"lean {place} {grams:.0f} {seconds:.1f}")
        self.world.lean(place, grams, seconds)

    def thump(self, grams: float) -> None:
        """Somebody else knocks on the table: no deed at all."""
        self.did(f"thump {grams:.0f}")
        self.passes(self.world.thump(grams))

    def press(self, *keys: str) -> None:
        self._next("press", f"press {' '.join(keys)}")
        since, heard = len(self._moves), len(self.box.said)
        self.passes(self.world.press(*keys))
        if keys == ("go",):
            self.oracle.press_go(self.truth(), self.box.now())
        elif keys == ("back",):
            now = self.box.now()
            if self.crowd.contacts == "worn":
                self.passes(2 * BLUR)
                said = [said for _, said in self.box.said[heard:]]
                if any(isinstance(each, Reports) for each in said):  # it bounced for so long that it asks for the list
                    self.passes(self.world.press("back"))
                    return
                if self._is_blurred(since) and Undone() not in said:
                    return
            self.oracle.press_back(now)

    def hold(self, key: str, seconds: float) -> None:
        self._next("press", f"hold {key} {seconds:.1f}")
        self.passes(self.world.hold((key,), seconds))
        self.oracle._may_remind()

    def wait(self, seconds: float) -> None:
        """Less than it takes to come to rest: what comes next is done in haste."""
        self.passes(seconds)

    def rest(self) -> None:
        """Everything comes to rest; what was said must be what is true."""
        self._settle()
        while self._answer_unsure():
            self._settle()
        if self._last is not None:
            self.oracle.rest(self.truth(), self._since)
        self._last = None
        self._compare()

    def until_turn_passes(self) -> bool:
        """Wait until the turn has been said to pass; False if it does not."""
        before = len(self.box.said)
        for _ in range(80):
            self.passes(0.1)
            for at, said in self.box.said[before:]:
                if isinstance(said, TurnStarts):
                    self.oracle.rest(self.truth(), at)
                    self._last = None
                    return True
        return False

    def check_end(self) -> None:
        """The game is over, and the gems are where they were said to be."""
        outcome, scores = self.box.outcome(), self.oracle.game.gems
        if outcome is None or outcome.scores != scores:
            self.fail(f"the game is over with {scores}, not {outcome}")
        truth = self.truth()
        if sum(scores) + truth.centre + truth.corner != self.crowd.gems or sum(scores) != self.world.gems_in_hands:
            self.fail(f"the gems do not add up: {scores}, {truth}, {self.world.gems_in_hands} in the hands")

    # --- what is true, and what was said ------------------------------------------------------------------------------

    @property
    def visited(self) -> set[Slot]:
        """The slots into which keys have been put so far."""
        return {Slot(*move.slot) for _, move in self._moves if isinstance(move, KeyMoves)}

    def truth(self) -> Truth:
        standing = {Slot(*slot): "in" if stand == "full" else "red" for slot, stand in self.world.standing.items()}
        return Truth(standing, self.world.gems_in("centre"), self.world.gems_in("corner"))  # type: ignore[arg-type]

    @property
    def step(self) -> Guide | Ask | None:
        """What the box asks for now: the guide or the question said last, if no ruling has come since."""
        for _, said in reversed(self.box.said):
            match said:
                case Guide() | Ask("key" | "slot"):
                    return said
                case TableRight() | Fits() | Red() | Took() | Discarded() | Corrected() | Resumed() | GameOver():
                    return None
                case _:
                    continue
        return None

    def _next(self, kind: Kind, deed: str) -> None:
        """What stands when the hand does the next thing counts."""
        if self._last == "keys" or (self._last == "gems" and kind == "keys"):
            self.oracle.passing(self.truth(), self._since)
        self._since = self.box.now()
        if kind != "press":
            self.oracle.moved(kind, self.truth(), self._since)
        self._last = kind
        self._tell()
        self.did(deed)

    def _settle(self) -> None:
        left = self.world.busy_until - self.box.loop.time()
        self.passes(max(left, 0.0) + SETTLE)

    def _listen(self) -> None:
        move = self.world._move

        def moved(at: float, movement: object) -> None:
            self._moves.append((at, movement))
            move(at, movement)  # type: ignore[arg-type]

        self.world._move = moved  # type: ignore[method-assign]

    def _is_blurred(self, since: int) -> bool:
        """Whether a finger came back while a worn contact was bouncing still: one long hold, as far as can be told."""
        fingers = [(at, move.down) for at, move in self._moves[since:] if isinstance(move, Finger)]
        return self.crowd.contacts == "worn" and len(fingers) > 2 and fingers[2][0] - fingers[1][0] < BLUR

    def _judge_slow(self, slot: Slot, since: int) -> None:
        """Whether the key stood half in for so long on its way that it was red for a while."""
        moves = self._moves[since:]
        dips = [(at, move.to) for at, move in moves if isinstance(move, KeyMoves) and move.slot == slot]
        if len(dips) < 2 or dips[-1][1] != "full":
            return
        begin, end = dips[0][0], dips[-1][0]
        dwelt = end - begin
        weighed = [(at, getattr(move, "seconds", 0.0)) for at, move in self._moves if isinstance(move, Leans | Jolt)]
        # A hand on the scale meanwhile makes haste, or makes the key wait for it.
        touched = any(at + seconds > begin - BLUR and at < end - 0.01 for at, seconds in weighed)
        if dwelt > JUDGED + BLUR and not touched:
            self.oracle.slow(self.truth(), slot, must=True)
        elif dwelt > (HASTY if touched else JUDGED) - BLUR:
            self.oracle.slow(self.truth(), slot, must=False)

    def _tell(self) -> None:
        for _, said in self.fresh():
            match said:
                case Guide() | TableRight() | Reports():
                    continue
                case Ask(about):
                    if about in ("key", "slot"):
                        self.questions[about] += 1
                    continue
                case Unsure(place):
                    self.questions[f"unsure {place}"] += 1
                    continue
                case _:
                    self._unmatched.append(said)

    def _answer_unsure(self) -> bool:
        """A question about gems is answered as a child can: `go` if the number is right, else a hand among the gems."""
        fresh = [said for _, said in self.box.said[self._heard :] if isinstance(said, Unsure)]
        self._tell()
        if not fresh:
            return False
        right = self.world.gems_in(fresh[-1].place) == fresh[-1].gems
        self.did(f"{'press go' if right else 'swap'} (the box was unsure)")
        self.passes(self.world.press("go") if right else self.world.swap_gems(fresh[-1].place, 1))
        return True

    def _compare(self) -> None:
        self._tell()
        expected, said = self.oracle.expected, self._unmatched
        if not agrees(expected, said):
            wanted = "\n".join(f"  {'' if must else '(perhaps) '}{words(ruling)}" for ruling, must in expected)
            self.fail(f"true is\n{wanted}\nsaid was\n" + "\n".join(f"  {words(ruling)}" for ruling in said))
        self.pictures.append(tuple(self.box.lamp(name) for name in self.box.plan.lamps.names))
        self.turns += sum(1 for ruling in said if type(ruling).__name__ in ("Took", "Discarded"))
        expected.clear()
        said.clear()
        game = self.oracle.game
        if self.box.scores() != game.gems:
            self.fail(f"the score is {game.gems}, not {self.box.scores()}")
        if self.box.turn() != (None if self.oracle.over else game.cur):
            self.fail(f"it is player {game.cur}'s turn, not {self.box.turn()}'s")
        if not isinstance(self.step, Guide) and self.oracle.foul is None and not self.oracle.restoring:
            self._check_lamps()

    def _check_lamps(self) -> None:
        """White lamps follow from what lies open on the table: whoever knows the board learns nothing from them."""
        keys = self.oracle.difference(self.truth())
        white = open_slots(self.oracle.game, keys.lifted, keys.placed)
        names = {
            Slot(*map(int, name.split(".")[1:])): name for name in self.box.plan.lamps.names if name[:5] == "slot."
        }
        lit = frozenset(slot for slot, name in names.items() if self.box.lamp(name) == "white")
        shown = {slot for slot in white if slot not in self.truth().standing}
        if lit != shown:
            self.fail(f"white should be {sorted(map(str, shown))}, is {sorted(map(str, lit))}")
