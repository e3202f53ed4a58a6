"""One game on the simulated box: time, deeds, and what was announced against what the oracle says."""

from collections.abc import Callable
from typing import Any, NamedTuple

from firmware.setting import Setting
from games.announcements import Announcement, words
from games.announcements.shared import Ask, Foul, Guide, Resumed, TableRight
from games.announcements.sultans_swoop import Bout, CountDice, ShowTask, Surrender
from games.catalog import named
from games.plain import load
from games.sultans_swoop.rules import Settings
from hardware.sim.contacts import Wear
from hardware.sim.hands import ColumnMoves, Finger
from tests.whole.evening import Evening
from tests.whole.sultans_swoop.oracle import Oracle, after
from tests.whole.sultans_swoop.rulebook import Readings

SETTLE = 4.2
"""Seconds after the last movement within which everything must have been said, and `go` means the next thing."""

LOOKS = 200
"""Seconds within which a part that fell silent, or is back, must have been noticed."""

FRESH = 0.07
"""What a hand does so shortly before the plug is pulled may be lost."""

LAG = 0.3
"""So long a worn contact may bounce before it is known how it stands."""

PUT_COLUMN = Guide("put", part="column")


class Crowd(NamedTuple):
    """How a game is set up, apart from its seed."""

    players: int
    readings: Readings = Readings()
    hands: Any = "clumsy"
    contacts: Wear = "new"
    journal: bool = False


class Match(Evening):
    """The simulated box with the oracle beside it. Verbs are World's; each is checked once the table is at rest."""

    def __init__(self, seed: int, crowd: Crowd, *, gems: int = 6) -> None:
        self.seed, self.crowd = seed, crowd
        self.start = seed % crowd.players
        setting = Setting(
            game=named("sultans_swoop"),
            players=crowd.players,
            start=self.start,
            settings=settings(crowd.readings),
            seed=seed,
            hands=crowd.hands,
            gems=gems,
        )
        self._moves: list[tuple[float, object]] = []
        self._column: list[tuple[float, bool]] = []
        super().__init__(setting, crowd, contacts=crowd.contacts, journal=crowd.journal)
        blur = 0.25 if crowd.contacts == "worn" else 0.03
        self._beliefs = [Oracle(crowd.players, self.start, crowd.readings, blur)]
        self._said: list[Announcement] = []
        self._foul = False
        self.pictures: list[tuple[str, ...]] = []
        """The colours of all lamps, each time the table came to rest."""
        self._listen()
        self.rest()

    @property
    def oracle(self) -> Oracle:
        """What is true, as far as it matters to a child that looks at the box."""
        return self._beliefs[0]

    # --- deeds --------------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Keys together; the hand goes back before it does anything else."""
        self._act(f"press {' '.join(keys)}", self.world.press(*keys), together=keys)
        self.wait(0.6)

    def press_each(self, *keys: str) -> None:
        """Keys one after the other, a moment apart."""
        self._act(f"press {', '.join(keys)}", self.world.press_each(*keys))
        self.wait(0.1)

    def press_twice(self, key: str, apart: float) -> None:
        """A key a second time, as soon as a nervous finger can."""
        self.did(f"press {key} twice, {apart:.2f} apart")
        self.passes(self.world.hold((key,), 0.1) + apart)
        self._act("... again", self.world.hold((key,), 0.1))
        self.wait(0.6)

    def hold(self, key: str, seconds: float) -> None:
        self._act(f"hold {key} {seconds:.1f}", self.world.hold((key,), seconds))
        self.wait(0.6)

    def column(self, *, up: bool) -> None:
        self._act(f"column {'up' if up else 'down'}", self.world.column(up))

    def lean(self, grams: float, seconds: float) -> None:
        """An elbow on the scale."""
        self.did(f"lean {grams:.0f} {seconds:.1f}")
        self.world.lean("centre", grams, seconds)

    def thump(self, grams: float) -> None:
        """Somebody knocks on the table."""
        self._act(f"thump {grams:.0f}", self.world.thump(grams))

    def spill(self, gems: int) -> None:
        """Gems that lie on the scale roll off it and back."""
        self._act(f"swap centre {gems}", self.world.swap_gems("centre", gems))

    def wait(self, seconds: float) -> None:
        """Less than it takes to come to rest: what comes next is done in haste."""
        self.passes(seconds)
        self._fold()

    def unplug(self, part: str) -> None:
        """Part by part: until the box has noticed."""
        self.rest()
        self.did(f"unplug {part}")
        self.world.unplug(part)
        self._until("SensorLost", part)
        self._every(lambda oracle: oracle.lose(part))

    def plug(self, part: str) -> None:
        self.rest()
        self.did(f"plug {part}")
        self.world.plug(part)
        self._until("SensorBack", part)
        self._every(lambda oracle: oracle.regain(part))

    def cut(self, *, up: bool | None = None) -> None:
        """The plug of the whole box, and in again; meanwhile the column is taken or put back."""
        self.did("power off")
        cut = self.box.now()
        self.world.power(False)
        self._fold(cut=cut)
        self.passes(1.0)
        if up is not None:
            self.did(f"column {'up' if up else 'down'} in the dark")
            self.passes(self.world.column(up))
        self._moves.clear()
        self.did("power on")
        self.passes(self.world.power(True))
        stands = not self.world.column_up
        woken = next((at for at, said in reversed(self.box.said) if said == Resumed()), self.box.now())

        def wake(oracle: Oracle) -> None:
            oracle.column = oracle.column._replace(stands=stands)
            oracle.wake_up(woken)

        self._every(wake)
        self.rest()

    def rest(self) -> None:
        """Everything comes to rest; what was said must be what is true."""
        left = self.world.busy_until - self.box.loop.time()
        self.passes(max(left, 0.0) + SETTLE)
        self._fold()
        self._compare()

    def check_end(self) -> None:
        """The game is over, with the right winners."""
        outcome, gold = self.box.outcome(), self.oracle.now.gold
        if outcome is None or outcome.scores != gold.bags or outcome.winners != gold.winners():
            self.fail(f"the game is over with {gold.bags} and won by {gold.winners()}, not {outcome}")

    # --- what is true, and what was said ------------------------------------------------------------------------------

    def _act(self, verb: str, seconds: float, *, together: tuple[str, ...] = ()) -> None:
        self.did(verb)
        self.passes(seconds)
        self._fold(together=together)

    def _every(self, deed: Callable[[Oracle], None]) -> None:
        found: list[Oracle] = []
        for oracle in self._beliefs:
            found += [each for each in after(oracle, deed) if each not in found]
        self._beliefs = found

    def _fold(self, *, together: tuple[str, ...] = (), cut: float | None = None) -> None:
        """What hands did since is told to the oracle; before, what the box asked for since."""
        moves = [(at - self.box._opened, move) for at, move in self._moves]
        self._moves.clear()
        self._tell()
        now = self.box.now()

        def deed(oracle: Oracle) -> None:
            # Which of two keys pressed together comes first nobody can tell.
            other = dict(zip(together, together[::-1], strict=True)) if len(together) > 1 and oracle.doubt() else {}
            for at, move in moves:
                if cut is not None and at > cut - FRESH - oracle.blur and not oracle.doubt():
                    continue
                if isinstance(move, Finger):
                    oracle.finger(other.get(move.key, move.key), at, down=move.down)
                elif isinstance(move, ColumnMoves):
                    oracle.column_moved(at, up=move.up)
            oracle.rest(now if cut is None else cut)

        self._every(deed)

    def _tell(self) -> None:
        for at, said in self.fresh():
            if said == PUT_COLUMN:
                if not self._was_up(at) and not self._was_up(at - LAG):
                    self.fail("the column is asked for, and stands")
                for oracle in self._beliefs:
                    oracle.guides = (*oracle.guides, at)
            elif said == TableRight():
                if self._was_up(at) and self._was_up(at - LAG):
                    self.fail("the column is said to be back, and is not")
            else:
                self._count(said)
                self._said.append(said)

    def _count(self, said: Announcement) -> None:
        """Asked in doubt is whether none of the dice counts, and what comes again after an entry that cannot be."""
        if said == Ask("none"):
            self.questions["none"] += 1
        elif self._foul and isinstance(said, Ask):
            self.questions["once more"] += 1
        elif isinstance(said, Ask | CountDice | ShowTask | Surrender):
            self.prompts[type(said).__name__] += 1
        self._foul = isinstance(said, Foul)
        self.turns += isinstance(said, Bout)

    def _compare(self) -> None:
        self._tell()
        said, scores, turn = tuple(self._said), self.box.scores(), self.box.turn()
        right = [oracle for oracle in self._beliefs if oracle.expected == said]
        if not right:
            wanted = "\nor\n".join("\n".join(f"  {words(each)}" for each in o.expected) for o in self._beliefs)
            self.fail(f"true is\n{wanted}\nsaid was\n" + "\n".join(f"  {words(each)}" for each in said))
        self._said.clear()
        self._beliefs = []
        for oracle in right:
            oracle.expected = ()
            if oracle not in self._beliefs:
                self._beliefs.append(oracle)
        game = self.oracle.now
        if scores != game.gold.bags:
            self.fail(f"the score is {game.gold.bags}, not {scores}")
        if turn != self.oracle.turn:
            self.fail(f"it is player {self.oracle.turn}'s turn, not {turn}'s")
        self._check_column()
        self.pictures.append(tuple(self.box.lamp(name) for name in self.box.plan.lamps.names))

    def _check_column(self) -> None:
        """A column that is awaited has been asked for."""
        waits = self.oracle.now.phase == "roll" and not self.oracle.by_hand
        if waits and self.world.column_up and not any(oracle.guided() for oracle in self._beliefs):
            self.fail("the column is awaited, and nobody is told")

    def _until(self, what: str, part: str) -> None:
        self.wait(0.0)
        for _ in range(LOOKS):
            self.passes(1.0)
            if any(type(said).__name__ == what and said.part == part for _, said in self.box.said[self._heard :]):  # type: ignore[union-attr]
                return
        self.fail(f"{what} {part} was never said")

    def _was_up(self, when: float) -> bool:
        """Whether the column was up then."""
        return next((up for at, up in reversed(self._column) if at <= when), False)

    def _listen(self) -> None:
        move = self.world._move

        def moved(at: float, movement: object) -> None:
            self._moves.append((at, movement))
            if isinstance(movement, ColumnMoves):
                self._column.append((at - self.box._opened, movement.up))
            move(at, movement)  # type: ignore[arg-type]

        self.world._move = moved  # type: ignore[method-assign]


def settings(readings: Readings) -> Settings:
    """The readings as the box takes them: by the names of rules.md 3.8."""
    names = {
        "bothPays": readings.both_pays,
        "bothReplaces": readings.both_replaces,
        "edgeCounts": readings.edge_counts,
        "nextAfterSix": readings.after_six,
        "nextAfterWrong": readings.after_wrong,
        "end": readings.end,
        "bouts": readings.bouts,
        "twoPlayerReplace": readings.two_player_replace,
        "announceSix": readings.announce_six,
    }
    chosen = load(Settings, names)
    assert isinstance(chosen, Settings)
    return chosen
