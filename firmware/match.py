"""The game that is on, or the lobby: the fold, what is written down of a game, and what is said.

Laws: facts are ruled on in the order in which they came; what the sensors cannot show again (a press, a knock, the
column) is on the disk before it is ruled on, and what comes behind it waits; a ruling waits for no output. A bug in a
referee costs one fact and never the box: the state before that fact is the last good one, and from there the table is
looked at anew. A second bug before the game has moved on ends that game.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from firmware.known import Known
from firmware.listening import Listener, Outputs, StillHolds
from firmware.record import Record
from firmware.replay import Begun
from firmware.ruling import Ruled, ruling
from games.announcements import Announcement, words
from games.announcements.shared import CutOff, GaveUp, NotNow, Stumbled
from games.catalog import GAMES
from games.contract import Game, Lit, Outcome, Referee
from games.facts import Fact, Fleeting, PowerBack, Pressed
from games.lobby import lobby
from games.lobby.lobby import Choice, Hall
from games.settings import drawn

log = logging.getLogger(__name__)

ON = Lit("go", "go")
"""What shines when a game was given up: `go` leads to the lobby."""


class Match:
    """At most one game at a time. Only in the loop's thread."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        outputs: Outputs,
        known: Known,
        draw: Callable[[int], int],
        record: Record | None = None,
    ) -> None:
        """`known` is kept by whoever feeds the facts; `draw` gives a number lower than its own; `record` is kept."""
        self.listeners: list[Listener] = []
        self.ruled: Callable[[Ruled], None] = lambda _ruled: None
        """Told after every ruling, when it has been announced."""
        self.speaks: Callable[[Game | None], None] = lambda _game: None
        """Told whose words are spoken from now on: a game's, or (None) the lobby's."""
        self.went_on: Callable[[], None] = lambda: None
        """Told when what waited for the disk has been ruled on: the referee may want to be woken at another moment."""
        self.chosen: Callable[[Choice], None] = lambda _choice: None
        """Told in the lobby what to play now; begins it."""
        self._loop = loop
        self._outputs = outputs
        self._known = known
        self._draw = draw
        self._record = record
        self._begun: Begun | None = None
        self._referee: Referee[Any] | None = None
        self._now: Ruled | None = None
        self._hall: Hall | None = None
        self.over = False  # the box is being switched off: nothing is ruled on any more
        self._waking = False  # a resumed game goes on when the sensors have told how the table stands
        self._held: Callable[[], None] | None = None  # what is done when it is on the disk
        self._behind: deque[Fact] = deque()  # facts that wait behind it
        self.lit: tuple[Lit, ...] = ()  # the picture as it was announced last
        self._stumbled: tuple[Any, ...] | None = None  # how far the game had come at its last bug

    def begin(self, begun: Begun) -> None:
        """Start a game; what is known of the table is its first news. Raises ValueError as the rules."""
        # First: should it be given up at once, that is said in its words, which the lobby lacks.
        self.speaks(begun.game)
        step = begun.first()
        referee = begun.game.referee()
        now = ruling(referee, step.state, step.said)
        self._hall = None
        self._begun, self._referee, self._stumbled, self._waking = begun, referee, None, False
        if self._record is not None:
            self._record.begin(begun.game.name, begun.dump())
        log.info("begun: %s, players=%d start=%d", begun.game.title, begun.players, begun.start)
        self._now = now
        # A game that has been announced is there after a cut.
        self._hold(partial(self._take, now))
        for fact in self._known.facts():
            self.see(fact)

    def resume(self, begun: Begun, state: Any) -> None:
        """Take up a game that was cut off; it goes on with `wake_up`, and sees nothing before."""
        referee = begun.game.referee()
        self._begun, self._referee, self._now = begun, referee, ruling(referee, state, ())
        self._waking = True
        self.speaks(begun.game)

    def lobby(self) -> None:
        """No game is on any more: what is played next is chosen by hand."""
        self.leave()
        self._referee = self._now = None
        self.speaks(None)
        self._hall, said = lobby.begin(GAMES)
        self._show(self._hall, said)
        for fact in self._known.facts():
            self.see(fact)

    def wake_up(self) -> None:
        """The sensors have told how the table stands: the game goes on from there."""
        self._waking = False
        self._look_anew()

    def leave(self) -> None:
        """The game that is on will not be resumed."""
        if self._record is not None and self._referee is not None:
            self._record.leave()

    @property
    def begun(self) -> Begun | None:
        """How the last game began."""
        return self._begun

    @property
    def waking(self) -> bool:
        """A resumed game waits for the sensors."""
        return self._waking

    @property
    def state(self) -> Any:
        """The referee's state; None while no game is on."""
        return None if self._now is None else self._now.state

    @property
    def wake(self) -> float | None:
        """When the referee wants to hear that time has passed."""
        # While a fact is on its way to the disk nothing is ruled on: the referee would ask again at once.
        return None if self._now is None or self._waking or self.over or self._held is not None else self._now.wake

    @property
    def colours(self) -> tuple[str, ...]:
        """What the colour keys mean now; nothing where the game, or the lobby, asks for no colours."""
        begun = self._begun
        return () if begun is None or self._referee is None else begun.game.colours_of(begun.copy)

    def scores(self) -> tuple[int, ...]:
        """Everybody's score; nobody's while no game is on."""
        return () if self._referee is None else self._referee.scores(self.state)

    def turn(self) -> int | None:
        """Whose turn it is; None while no game is on."""
        return None if self._referee is None or self.outcome() is not None else self._referee.turn(self.state)

    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return None if self._now is None else self._now.outcome

    # --- the fold -----------------------------------------------------------------------------------------------------

    def see(self, fact: Fact) -> None:
        """Rule on a fact, at once where it may be; a fleeting one is on the disk first, and what comes later waits."""
        if self._waking or self.over:
            return
        if self._held is not None:
            self._behind.append(fact)
        elif self._referee is None:
            self._choose(fact)
        elif self._record is None:
            self._see(fact)
        elif isinstance(fact, Fleeting):
            self._record.add(fact)
            self._hold(partial(self._see, fact))
        else:
            self._record.add(fact)
            self._see(fact)

    def say(self, said: Announcement, lit: tuple[Lit, ...] | None = None) -> None:
        """Say what is no ruling; without `lit` the picture stays. What the game overtakes is not sounded any more."""
        now = self._now
        self._announce((said,), self.lit if lit is None else lit, lambda it: self._now is now or isinstance(it, CutOff))

    def flush(self) -> None:
        """Let what was ruled on reach the disk."""
        if self._record is not None:
            self._record.flush()

    def _hold(self, then: Callable[[], None]) -> None:
        """Do it when all that was written down is on the disk; facts that come meanwhile wait behind it."""
        if self._record is None:
            then()
            return
        self._held = then
        self._record.durable(self._kept)

    def _kept(self) -> None:
        """It is on the disk: now what it leads to may be announced, and what came behind it ruled on."""
        then, self._held = self._held, None
        if then is not None and not self.over:
            then()
        while self._behind and self._held is None:
            self.see(self._behind.popleft())
        self.flush()
        self.went_on()

    def _see(self, fact: Fact) -> None:
        referee, begun, now = self._referee, self._begun, self._now
        if referee is None or begun is None or now is None:
            return
        bug = None
        try:
            then = ruling(referee, *referee.see(now.state, fact))
        except Exception as wrong:  # noqa: BLE001 - whatever a referee gets wrong, its game is not lost by it
            bug, then = wrong, now
        if bug is not None:
            self._stumble(now, fact, bug)
            return
        if self._record is not None and then.outcome != now.outcome:
            self._record.end(then.outcome and asdict(then.outcome))
        self._take(then)
        if then.left == "again":
            self._anew(begun)
        elif then.left == "lobby":
            self.lobby()

    def _take(self, now: Ruled) -> None:
        self._now = now
        self._announce(now.said, now.lit, self._holds)
        self.ruled(now)

    def _announce(self, said: Sequence[Announcement], lit: tuple[Lit, ...], holds: StillHolds) -> None:
        self.lit = lit
        self._outputs.announce(said, lit, holds)
        at = self._loop.time()
        for each in said:
            if isinstance(each, NotNow | CutOff):
                continue
            log.info("%s", words(each, all_of_it=False))
            for listener in self.listeners:
                listener(at, each)

    def _holds(self, said: Announcement) -> bool:
        try:
            return self._referee is not None and self._referee.still_holds(self.state, said)
        except Exception:
            log.exception("a bug of the referee, asked whether %s still holds", words(said, all_of_it=False))
            return False

    # --- the lobby ----------------------------------------------------------------------------------------------------

    def _choose(self, fact: Fact) -> None:
        if self._hall is None:
            if isinstance(fact, Pressed) and fact.key == "go":
                self.lobby()
            return
        self._hall, said, choice = lobby.see(self._hall, fact)
        if choice is not None:
            self._try_to_begin(partial(self.chosen, choice))
        elif said:
            self._show(self._hall, said)

    def _show(self, hall: Hall, said: Sequence[Announcement]) -> None:
        self._announce(said, lobby.lamps(hall), lambda it: self._hall is not None and lobby.still_holds(self._hall, it))

    def _stumble(self, good: Ruled, fact: Fact, bug: Exception) -> None:
        """A referee could not rule on a fact: it goes on from its last good state, unless it has just done that."""
        log.error("a bug of the referee, at a %s: the game goes on from before it", type(fact).__name__, exc_info=bug)
        if self._record is not None:
            self._record.bug(bug)
        if good.history == self._stumbled:
            self._give_up()
            return
        self._stumbled = good.history
        self._announce((Stumbled(),), good.lit, lambda _said: True)
        self._look_anew()

    def _look_anew(self) -> None:
        """Whatever the referee had seen of the table is forgotten, and told once more."""
        known = self._known.facts()
        self.see(PowerBack(at=self._loop.time()))
        for fact in known:
            self.see(fact)

    def _give_up(self) -> None:
        """The same spot twice: the game ends without a winner, and `go` leads to the lobby."""
        self.leave()
        self._referee = self._now = self._hall = None
        self._announce((GaveUp(),), (ON,), lambda _said: self._referee is None)

    def _anew(self, begun: Begun) -> None:
        dealt = drawn(begun.settings, self._draw, anew=True)
        self._try_to_begin(partial(self.begin, replace(begun, at=self._loop.time(), gems=None, settings=dealt)))

    def _try_to_begin(self, begin: Callable[[], None]) -> None:
        try:
            begin()
        except Exception:
            log.exception("a bug of the referee, at the beginning of a game")
            self._give_up()
