"""What has to be announced, worked out from what hands did: a second, small model of the box's manner in this game.

It is written from the rulebook (rulebook.py), from panel.md's table of keys and from games/sultans_swoop/README.md.
It knows when fingers pressed and when the column left its place, never what a sensor told.

Decisions where the texts leave room (the referee must follow them too):

* Prompts are rulings: each has to come where the box begins to ask something else, or is asked what it waits for. Only
  the guide that asks for the column, and its thanks, come when they come; they must be true (match.py).
* A hand may be so quick that nobody can tell which side of a limit it was on (`BLUR`). Then both are followed, until
  what was said shows which one the box took: `after` gives all of them.
* A press that means nothing now is heard kindly and is no ruling.
"""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from games.announcements import Announcement
from games.announcements.shared import (
    Ask,
    Corrected,
    Foul,
    GameOver,
    Reports,
    Resumed,
    SensorBack,
    SensorLost,
    TurnStarts,
    Undone,
)
from games.announcements.sultans_swoop import (
    BothRoll,
    Bout,
    CountDice,
    Has,
    NewTask,
    OnBazaar,
    OpenTask,
    Replace,
    RollAgain,
    RollVoid,
    ShowTask,
    SixColours,
    Surrender,
    Surrendered,
    Swoop,
)
from tests.whole.doubt import Doubt, worlds
from tests.whole.sultans_swoop import rulebook
from tests.whole.sultans_swoop.rulebook import COLOURS, COLUMN, DICE, OPEN, TOWERS, Gold, Readings

GONE = 1.0
"""A column that is away so long was taken (`rest_table`)."""

STEADY = 0.35
"""... or so long, if a key is pressed meanwhile; one that stands so long is back (`rest_contact`)."""

ENTRY = 1.5
SAME = 2.0
PAUSE = 0.8
LIST = 1.0
REPEAT = 2.0
LEAVE = 3.0
MASH = 1.0
OVERTAKEN = 5.0
TWICE = 0.25
"""What a finger does so soon after it has moved is the same movement."""

CONTACT = 0.05
"""A contact that has bounced and is steady so long is believed."""

PAGE = 6
BELIEVED = 3
"""After so many guides `go` takes the table as it stands."""

IN_BOUT = ("SS-F12", "SS-A23", "SS-F15", "SS-F11", "SS-F04", "SS-F02", "SS-F06", "SS-F05", "SS-F07", "SS-F03", "SS-F13")
LISTED = (*IN_BOUT, "SS-F01", "SS-F08", "SS-F14", "SS-F09", "SS-F16")
"""What can be reported, in the order in which the list has it."""

PLAYED = frozenset({"roll", "grab", "count", "show"})
"""The phases of a bout that is not scored yet."""


class Position(NamedTuple):
    """What the box was told of the game."""

    phase: str
    roller: int
    bouts: int
    gold: Gold
    tasks: tuple[str | None, ...]
    """Between two players those that lie open; None: asked for."""
    got: tuple[tuple[str, ...], ...]
    voids: int = 0
    dice: tuple[str, ...] = ()
    taker: int | None = None


class Key(NamedTuple):
    """A key of the panel: whether a finger is on it, since when it is or is not, and what was made of it so far."""

    down: bool = False
    flipped: float = -1e9
    told: bool = False
    moved: float = -1e9


class Column(NamedTuple):
    """Where the column is, since when, and whether it had stood at rest when it left."""

    stands: bool = True
    since: float = -10.0
    home: bool = True


HOME = Column()


@dataclass(slots=True)
class Oracle:
    """Told of every deed, it says what has to be announced. `expected` is emptied by whoever compares."""

    players: int
    start: int
    readings: Readings
    blur: float
    now: Position = field(init=False)
    expected: tuple[Announcement, ...] = ()
    past: tuple[Position, ...] = ()
    undone: tuple[Position, ...] = ()
    column: Column = HOME
    entered: tuple[str, ...] = ()
    pressed_at: float = -1e9
    timed_at: float = -1e9
    undone_at: float = -1e9
    stood_at: float = 0.0
    """Since when guides are counted."""
    page: int | None = None
    leaving: bool = False
    stayed_at: float = -1e9
    """When hands played on while it was asked whether to leave, or the list was open."""
    leaving_at: float = -1e9
    passed: tuple[str, ...] = ()
    none: bool = False
    overruled: bool = False
    lost: frozenset[str] = frozenset()
    keys: Mapping[str, Key] = field(default_factory=dict)
    chord: bool = False
    """`go` and `back` are held together, and say nothing more before both are let go."""
    heard_at: float = 0.0
    guides: tuple[float, ...] = ()
    """When the column was asked for."""
    script: Doubt | None = None
    """Decides what cannot be told, while a deed is looked at."""

    def __post_init__(self) -> None:
        tasks = (None,) * OPEN if self.players == 2 else ()
        phase = "deal" if self.players == 2 else "roll"
        gold = rulebook.opening(self.players)
        self.now = Position(phase, self.start, 0, gold, tasks, ((),) * self.players)
        self._say(*self.due())

    # --- as it stands -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.now.phase == "over"

    @property
    def by_hand(self) -> bool:
        return self.overruled or "slots4" in self.lost

    @property
    def turn(self) -> int | None:
        game = self.now
        if self.over:
            return None
        return game.taker if game.phase in ("show", "surrender") else game.roller

    def left(self) -> list[str]:
        taken = {piece for pieces in self.now.got for piece in pieces}
        return [piece for piece in TOWERS[self.players] if piece not in taken]

    def piece(self) -> str:
        """Which piece is asked about."""
        left = self.left()
        if self.now.taker is None:
            return COLUMN
        return next((piece for piece in left if piece not in self.passed), left[0])

    def guided(self, *, before: float = inf) -> int:
        """How often the column was asked for since it is missed."""
        return sum(self.stood_at - 0.01 <= when < before for when in self.guides)

    def codes(self) -> tuple[str, ...]:
        """What can be reported now."""
        if self.over:
            return ()
        barred = {"SS-F01", "SS-F04"} if self.players == 2 else {"SS-F11"}
        if self.now.phase not in PLAYED:
            barred |= {*IN_BOUT, "SS-F01"}
        if self.now.bouts:
            barred.add("SS-F16")
        return tuple(code for code in LISTED if code not in barred)

    def due(self) -> tuple[Announcement, ...]:
        """What the game waits for."""
        game, taker = self.now, -1 if self.now.taker is None else self.now.taker
        match game.phase:
            case "deal":
                return (Ask("tasks"),)
            case "roll":
                return (self._ready(), Ask("by_hand")) if self.by_hand else (self._ready(),)
            case "grab":
                return (Ask(self.piece()),)
            case "count":
                return (Ask("none") if self.none else CountDice(),)
            case "show":
                return (ShowTask(taker),)
            case "surrender":
                return (Surrender(taker),)
            case _:
                return (GameOver(game.gold.winners(), game.gold.bags),)

    def asked(self) -> tuple[Announcement, ...]:
        """What is said to whoever asks what the box waits for."""
        if self.leaving:
            return (Ask("leave"),)
        if self.page is not None:
            return (Reports(self.codes()[self.page * PAGE : (self.page + 1) * PAGE]),)
        return self.due()

    def _ready(self) -> Announcement:
        return BothRoll() if self.players == 2 else TurnStarts(self.now.roller)

    # --- what cannot be told ------------------------------------------------------------------------------------------

    def late(self, elapsed: float, limit: float) -> bool:
        """Whether so much time is at least the limit; either, where that is too close to be told."""
        if abs(elapsed - limit) > self.blur:
            return elapsed >= limit
        return self.doubt()

    def doubt(self) -> bool:
        """Either."""
        assert self.script is not None
        return self.script.either()

    # --- deeds --------------------------------------------------------------------------------------------------------

    def finger(self, key: str, at: float, *, down: bool) -> None:
        """A finger presses a key, or lets it go: what comes so soon after is the same movement."""
        self.rest(at)
        self.keys = {**self.keys, key: self.keys.get(key, Key())._replace(down=down, flipped=at)}

    def rest(self, at: float) -> None:
        """Nothing else happens until then."""
        for key in sorted(self.keys, key=lambda key: self.keys[key].flipped):
            self._told(key, at)
        self.passing(at)

    def _told(self, name: str, at: float) -> None:
        key = self.keys[name]
        if key.down is key.told or not self.late(at - key.flipped, CONTACT) or not self.late(at - key.moved, TWICE):
            return
        self.keys = {**self.keys, name: key._replace(told=key.down, moved=key.flipped)}
        held = [other for other in ("go", "back") if self.keys.get(other, Key()).told]
        if name not in ("go", "back"):
            if key.down:
                self.press(name, key.flipped)
        elif key.down:
            self.chord = self.chord or len(held) > 1
        elif not self.chord:
            self.press(name, key.flipped, key.flipped - key.moved)
        else:
            if held:
                self.press("back+go", key.flipped)
            self.chord = bool(held)

    def passing(self, at: float) -> None:
        """Time passes until then: an entry is complete, the column is away or back for long enough."""
        if self._is_complete() and self.late(at, self.pressed_at + ENTRY):
            due = self.heard_at = self.pressed_at + ENTRY
            self._column(due)
            self._enter()
            self.timed_at = due
        self._column(at)
        self.heard_at = at

    def _is_complete(self) -> bool:
        wanted = DICE if self.now.phase == "count" else self._missing_tasks()
        return 0 < wanted <= len(self.entered) and not self.leaving and self.page is None

    def _missing_tasks(self) -> int:
        return self.now.tasks.count(None) if self.now.phase == "deal" else 0

    def column_moved(self, at: float, *, up: bool) -> None:
        """The column leaves its place, or is back on it."""
        self.rest(at)
        self.column = self.column._replace(stands=not up, since=at)
        if "slots4" in self.lost:
            return
        self.overruled = self.overruled and up
        self.undone = ()

    def _column(self, at: float, limit: float = GONE) -> None:
        column = self.column
        if self.by_hand:
            return
        if column.stands:
            if not column.home and self.late(at - column.since, STEADY):
                self.column, self.stood_at = column._replace(home=True), column.since + STEADY
        elif column.home and self.late(at - column.since, limit):
            self.column, self.heard_at = column._replace(home=False), column.since + limit
            self._left()

    def _left(self) -> None:
        match self.now.phase:
            case "roll":
                self._say(Swoop())
                self._agree(self.now._replace(phase="grab", voids=0))
                if "panel" not in self.lost:
                    self._say(*self.due())
            case "deal" | "surrender":
                self._say(Foul("SS-F03", self.now.roller))
            case "over":
                self._say(Foul("SS-F17", self.now.roller))

    def _missing(self, at: float) -> bool:
        """The column is asked for before anything else."""
        column = self.column
        away = not column.stands and not column.home and not self.by_hand and self.now.phase == "roll"
        return away and self.late(at - column.since, GONE)

    def press(self, key: str, at: float, held: float = 0.0) -> None:
        """A key acts: `go` and `back` when they are let go."""
        before = len(self.expected)
        self.passing(at)
        due = self.pressed_at + ENTRY
        if key in ("go", "back") and self._is_complete() and due < at + TWICE and self.doubt():
            self.passing(due + 2 * self.blur)  # a key let go is heard of that much later
        self._column(at, STEADY)
        if self._answers_the_next(key, at):
            self._enter()
        if key == "go":
            if held and self.late(held, REPEAT):
                self._say(*self.asked())
            elif Swoop() not in self.expected[before:]:
                self._go(at)
        elif key == "back":
            self._hold_back(at, held)
        elif self.leaving:
            return
        elif key[0] == "p":
            self._pad(int(key[1:]) - 1)
        elif key[0] == "k" and self.page is None:
            self._colour(COLOURS[int(key[1:]) - 1], at)

    def _answers_the_next(self, key: str, at: float) -> bool:
        """A pad, or a colour after a pause, is what is asked next, where that is what will be asked."""
        wanted = DICE if self.now.phase == "count" else self._missing_tasks()
        if not 0 < wanted == len(self.entered) or self.page is not None or self.leaving:
            return False
        then = copy(self)
        then._enter()
        match then.now.phase:
            case "show" | "deal":
                return key[0] == "k" and self.late(at - self.pressed_at, PAUSE)
            case "surrender":
                return key[0] == "p"
            case "roll":
                return key[0] == "p" and then.by_hand and int(key[1:]) <= self.players
            case _:
                return False

    def _hold_back(self, at: float, held: float) -> None:
        if held and self.late(held, LEAVE):
            self.leaving, self.page = True, None
            self._say(*self.asked())
        elif held and self.late(held, LIST):
            if self.codes():
                self.page, self.leaving = 0, False
                self._say(*self.asked())
        else:
            self._back(at)

    def _go(self, at: float) -> None:
        game = self.now
        if self.leaving:
            self.leaving = not self.late(at - self.leaving_at, MASH)
            return
        if self.page is not None:
            pages = -(-len(self.codes()) // PAGE)
            self.page = None if pages == 1 else (self.page + 1) % pages
            self._say(*self.asked())
        elif game.phase == "count" and (self.entered or self.none):
            self._enter()
        elif self.entered:
            if len(self.entered) >= self._missing_tasks():
                self._enter()
        elif not self.late(at - self.timed_at, SAME):
            return
        elif self.undone:
            *undone, then = self.undone
            past = (*self.past, game)
            self._stand(then)
            self.past, self.undone = past, tuple(undone)
            self._say(Resumed(), *self.due())
        elif self._missing(at):
            if self.guided(before=at) >= BELIEVED:
                self.overruled, self.stood_at = True, at
                self._say(Corrected())
            self._say(*self.due())
        elif game.phase == "roll" or (game.phase == "grab" and game.taker is None):
            self._roll_again(game)
        elif game.phase == "count":
            self.none = True
            self._say(*self.due())
        elif game.phase == "over":
            self.leaving, self.leaving_at = True, at
            self._say(*self.asked())
        else:
            self._say(*self.due())

    def _back(self, at: float) -> None:
        if self.leaving or self.page is not None:
            self.leaving, self.page = False, None
            self.pressed_at = self.undone_at = at
            self._say(*self.due())
        elif self.entered:
            self.entered, self.pressed_at, self.undone_at, self.none = self.entered[:-1], at, at, False
        elif not self.late(at - self.stayed_at, OVERTAKEN):
            self.undone_at, self.stayed_at = at, -1e9
            self._say(*self.due())
        elif not self.late(at - self.undone_at, MASH):
            return
        else:
            self.undone_at, self.timed_at = at, -1e9
            self._take_back()

    def _take_back(self) -> None:
        game = self.now
        if game.phase == "grab" and game.taker is not None and self.piece() not in self.passed:
            self.passed = (*self.passed, self.piece())
            self._say(*self.due())
        elif self.none:
            self.none = False
            self._say(*self.due())
        elif self.past:
            *past, then = self.past
            undone = (*self.undone, game)
            self._stand(then)
            self.past, self.undone = tuple(past), undone
            self._say(Undone(), *self.due())

    def _pad(self, pad: int) -> None:
        game = self.now
        if self.page is not None:
            line = self.page * PAGE + pad
            if line < len(self.codes()):
                self.page, self.timed_at = None, -1e9
                self._report(self.codes()[line])
        elif game.phase == "surrender":
            self.undone, self.timed_at = (), -1e9
            self._surrender(pad + 1)
        elif pad >= self.players:
            return
        elif game.phase == "grab":
            self.undone, self.timed_at = (), -1e9
            self._grab(pad, self.piece())
        elif game.phase == "roll" and self.by_hand:
            self.undone, self.timed_at = (), -1e9
            self._say(Swoop())
            self._grab(pad, COLUMN)

    def _colour(self, colour: str, at: float) -> None:
        match self.now.phase:
            case "deal" if len(self.entered) < self._missing_tasks():
                pass
            case "count" if len(self.entered) <= DICE:
                pass
            case "show":
                self.undone, self.timed_at = (), -1e9
                self._settle(self.now.dice, (colour,))
                return
            case _:
                return
        self.entered, self.pressed_at, self.undone, self.none = (*self.entered, colour), at, (), False
        self.timed_at = -1e9

    # --- what follows -------------------------------------------------------------------------------------------------

    def _enter(self) -> None:
        """What was entered is all."""
        game, entered = self.now, self.entered
        self.entered, self.none = (), False
        if game.phase == "deal":
            kept = iter(entered)
            tasks = tuple(next(kept) if task is None else task for task in game.tasks)
            self._agree(game._replace(phase="roll", tasks=tasks))
            self._say(*map(OpenTask, entered), BothRoll())
            return
        if len(entered) > DICE:
            self._say(Foul("SS-F10", game.roller, DICE), CountDice())
            return
        self._say(OnBazaar(len(entered)))
        if self.readings.announce_six and set(entered) == set(COLOURS):
            self._say(SixColours())
        if self.players > 2:
            self._agree(game._replace(phase="show", dice=entered))
            self._say(*self.due())
        else:
            self._settle(entered, game.tasks)

    def _grab(self, player: int, piece: str) -> None:
        game = self.now
        code = None
        if player == game.taker and self.players > 2:
            code = "SS-F04"
        elif len(game.got[player]) == 2:
            code = "SS-F05"
        if code is not None:
            self._say(Foul(code, player), *self.due())
            return
        got = (*game.got[:player], (*game.got[player], piece), *game.got[player + 1 :])
        done = sum(map(len, got)) == len(TOWERS[self.players])
        passed = () if done else self.passed
        self._say(Has(player, piece))
        taker = player if piece == COLUMN else game.taker
        self._agree(game._replace(phase="count" if done else "grab", voids=0, got=got, taker=taker))
        self.passed = passed
        self._say(*self.due())

    def _settled(self, dice: tuple[str, ...], tasks: tuple[str | None, ...]) -> rulebook.Settled:
        known = tuple(task for task in tasks if task is not None)
        return rulebook.settle(self.now.gold, self.now.got, dice, known, self.readings)

    def _settle(self, dice: tuple[str, ...], tasks: tuple[str | None, ...]) -> None:
        game = self.now
        taker = game.taker
        assert taker is not None
        settled = self._settled(dice, tasks)
        roller = rulebook.next_roller(self.players, game.roller, taker, settled, self.readings)
        self._say(Bout(game.bouts + 1, settled.result, settled.pay))
        nobody: tuple[tuple[str, ...], ...] = ((),) * self.players
        scored = game._replace(roller=roller, bouts=game.bouts + 1, gold=settled.gold, dice=(), got=nobody)
        if settled.gives_up:
            self._agree(scored._replace(phase="surrender"))
            self._say(*self.due())
            return
        if settled.replaced:
            self._say(NewTask(taker))
        if self.players == 2:
            self._say(*(Replace(str(game.tasks[place])) for place in settled.replaced))
            left = tuple(None if place in settled.replaced else task for place, task in enumerate(game.tasks))
            scored = scored._replace(tasks=left)
        self._go_on(scored)

    def _go_on(self, scored: Position) -> None:
        """The next roll, a new open task, or the end."""
        phase = "deal" if None in scored.tasks else "roll"
        if rulebook.is_over(scored.gold, scored.bouts, self.readings):
            phase = "over"
        self._agree(scored._replace(phase=phase, taker=None))
        # Without its contact the pads are explained when somebody asks, not with every roll.
        self._say(*([self._ready()] if phase == "roll" else self.due()))

    def _surrender(self, value: int) -> None:
        game = self.now
        taker = game.taker
        assert taker is not None
        if value not in game.gold.hands[taker]:
            self._say(Foul("SS-F09", taker), *self.due())
            return
        self._say(Surrendered(taker, value))
        self._go_on(game._replace(gold=game.gold.give_up(taker, value)))

    def _roll_again(self, game: Position) -> None:
        nobody: tuple[tuple[str, ...], ...] = ((),) * self.players
        again = game._replace(phase="roll", voids=0, dice=(), got=nobody, taker=None)
        self._say(RollAgain(game.roller))
        self._agree(again)

    def _report(self, code: str) -> None:
        game = self.now
        if code not in ("SS-F12", "SS-A23", "SS-F15"):
            self._say(Foul(code, game.roller))
            return
        before = next(then for then in (game, *reversed(self.past)) if then.phase == "roll")
        if code == "SS-F12":
            if game.phase != "roll":
                self._say(Foul(code, game.roller if game.taker is None else game.taker))
            self._say(RollVoid())
            self._agree(before._replace(voids=before.voids + 1))
            return
        if code == "SS-F15":
            self._say(Foul(code, game.roller))
        self._say(RollAgain(before.roller))
        self._agree(before._replace(voids=0))

    def _agree(self, then: Position) -> None:
        """The game has come so far. A roll that leads back to where it began is one thing to take back."""
        if not (then == self.now and self.past[-1:] == (then,)):
            self.past = (*self.past, self.now)
        self._stand(then)
        if self.leaving or self.page is not None:
            self.stayed_at = self.heard_at
        self.undone, self.leaving, self.page = (), False, None

    def _stand(self, then: Position) -> None:
        self.now, self.entered, self.passed, self.none = then, (), (), False
        self.stood_at = self.heard_at

    def _say(self, *said: Announcement) -> None:
        self.expected += said

    # --- mishaps of the box -------------------------------------------------------------------------------------------

    def lose(self, part: str) -> None:
        """A part falls silent."""
        self.lost |= {part}
        self.stood_at = self.stood_at if part == "panel" else self.heard_at
        self._say(SensorLost(part))
        if part == "panel":
            self.entered, self.page, self.leaving, self.none = (), None, False, False
            self.undone_at = self.timed_at = self.stayed_at = -1e9
            self.keys, self.chord = {}, False
        elif self.now.phase == "roll":
            self._say(Ask("by_hand"))

    def regain(self, part: str) -> None:
        """It answers again."""
        self.lost -= {part}
        self._say(SensorBack(part))
        if part == "panel":
            self._say(*self.due())
        else:
            stands = self.column.stands
            self.column = self.column._replace(since=self.heard_at, home=stands)
            if stands:  # news of a contact that closes, as any
                self.overruled, self.undone = False, ()

    def wake_up(self, at: float) -> None:
        """The power is back; the column is looked for."""
        self.entered, self.page, self.leaving, self.none, self.passed = (), None, False, False, ()
        self.undone, self.undone_at, self.timed_at, self.stayed_at, self.stood_at = (), -1e9, -1e9, -1e9, at
        self.column = self.column._replace(since=at, home=False)
        self.keys, self.chord, self.heard_at = {}, False, at
        self.overruled = self.overruled and not self.column.stands
        self._say(Resumed(), *self.due())


def after(oracle: Oracle, deed: Callable[[Oracle], None]) -> list[Oracle]:
    """All that may be true after a deed: one, save where nobody can tell."""

    def step(doubt: Doubt) -> Oracle:
        branch = copy(oracle)
        branch.script = doubt
        deed(branch)
        branch.script = None
        return branch

    found: list[Oracle] = []
    for branch in worlds(oracle.blur, step):
        if branch not in found:
            found.append(branch)
    return found
