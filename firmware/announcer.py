"""The way from what the referee says to lamps and buzzer: thin, timed, and never in the way of a ruling.

Laws: nothing here blocks (lamps are written by the worker, melodies are stepped by timers); the latest picture wins;
the most important announcement sounds at once; what waits is bounded, and dropped if it no longer holds when its turn
comes; while nothing sounds or moves there is no timer, so that an idle box sleeps.
"""

import logging
import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from drivers.buzzer import BuzzerError
from drivers.lamps import RGB
from drivers.worker import Worker
from firmware import picture
from firmware.cues import Cues
from firmware.listening import StillHolds
from firmware.melody import Note, seconds, steps
from games.announcements import Announcement
from games.contract import Lit
from hardware.box import Plan
from hardware.typed import PlanError

log = logging.getLogger(__name__)

WAITING = 4
"""So many melodies may wait; beyond that the least important is dropped."""

RETRY_S = (0.25, 8.0)
"""A picture that could not be sent is sent again after this; doubled each time, up to the second."""

GAP_S = 0.15
"""Silence between two melodies."""


class Timer(Protocol):
    """What `call_at` gives."""

    def cancel(self) -> object:
        """Do not ring."""


class Clock(Protocol):
    """The part of an asyncio loop that is needed here."""

    def time(self) -> float:
        """Monotonic seconds."""

    def call_at(self, when: float, callback: Callable[[], object], /) -> Timer:
        """Ring at a moment."""


class Sounder(Protocol):
    """A buzzer."""

    def tone(self, hz: float | None) -> None:
        """Sound, or be silent; returns at once."""


class Lights(Protocol):
    """A chain of lamps."""

    @property
    def lost(self) -> str | None:
        """Why the last picture could not be sent; None: it was."""

    def show(self, colours: Sequence[RGB], *, again: bool = False) -> bool:
        """Send a picture, an unchanged one only `again`; whether it could be sent. Called by the worker."""


class _Waiting(NamedTuple):
    """Something to sound, and how to ask whether it is still true."""

    rank: int
    said: Announcement
    still_holds: StillHolds


class Announcer:
    """Lights and sounds what is announced. Everything here is called in the loop's thread."""

    def __init__(
        self, *, plan: Plan, cues: Cues, lamps: Lights | None, buzzer: Sounder | None, loop: Clock, worker: Worker
    ) -> None:
        """Without lamps or buzzer (None) the box plays on. Raises PlanError for a melody the buzzer cannot sound."""
        self.sounding_until = -math.inf
        """The box makes noise until this moment (monotonic seconds): a knock before it may be its own."""
        self.sounds: Callable[[float, float], None] = lambda _at, _until: None
        """Told whenever that changes: from when on, and until when."""
        _check(cues, plan)
        self._plan = plan
        self._index = plan.lamps.index
        self._cues = cues
        self._lamps = lamps
        self._buzzer = buzzer
        self._loop = loop
        self._worker = worker

        self._lit: tuple[Lit, ...] = ()
        self._since = 0.0  # when the picture last gained a light: movement starts there
        self._still = self._dim = False
        self._moves: Timer | None = None
        self._unsent: tuple[tuple[RGB, ...], bool] | None = None
        self._sending = False
        self._sent = True
        self._patience = RETRY_S[0]

        self._waiting: list[_Waiting] = []
        self._sounding: _Waiting | None = None
        self._notes: Iterator[Note] = iter(())
        self._due = 0.0
        self._sounds: Timer | None = None

    def announce(self, said: Sequence[Announcement], lit: Sequence[Lit], still_holds: StillHolds) -> None:
        """Light the picture; sound the most important announcement now, the others behind it while they hold."""
        if tuple(lit) != self._lit:
            if not set(lit) <= set(self._lit):
                self._since = self._loop.time()
            self._lit = tuple(lit)
            self._draw(again=bool(said))
        elif said:
            # An unchanged picture too: lamps that lost their supply for a moment shine again.
            self._draw(again=True)
        if said and self._buzzer is not None and not self._dim:
            self._sound([_Waiting(self._cues.rank(each), each, still_holds) for each in said])

    def use(self, cues: Cues) -> None:
        """Speak as another game does, from silence and darkness on. Raises PlanError as the constructor."""
        _check(cues, self._plan)
        # Neither what waits nor what is lit need have a cue there.
        self._hush()
        self._lit = ()
        self._cues = cues
        self._draw()

    def rest(self, *, still: bool, dim: bool) -> None:
        """Idle: the lamps stand still; later they are `dim` as well, and nothing sounds."""
        self._still, self._dim = still or dim, dim
        if dim:
            self._hush()
        self._draw()

    def close(self) -> None:
        """Fall silent and stand still. What the worker was given it may still send."""
        self._hush()
        self._lamps = None
        if self._moves is not None:
            self._moves.cancel()

    # Lamps

    def _draw(self, *, again: bool = False) -> None:
        if self._moves is not None:
            self._moves.cancel()
            self._moves = None
        if self._lamps is None:
            return
        at = self._loop.time()
        colours, until = picture.frame(
            self._lit, self._cues, self._index, at=at, since=self._since, still=self._still, dim=self._dim
        )
        if until is not None:
            self._moves = self._loop.call_at(until, self._draw)
        self._unsent = colours, again or (self._unsent is not None and self._unsent[1])
        if not self._sending:
            self._send()

    def _send(self) -> None:
        if self._lamps is None or self._unsent is None:
            return
        (colours, again), self._unsent = self._unsent, None
        self._sending = True
        self._worker.do(partial(self._lamps.show, colours, again=again), self._shown)

    def _shown(self, sent: bool) -> None:
        if sent is not self._sent:
            why = None if sent or self._lamps is None else self._lamps.lost
            log.warning("lamps: %s", "they are back" if sent else f"play goes on without: {why}")
        self._sending, self._sent = False, sent
        if sent:
            self._patience = RETRY_S[0]
        elif self._unsent is None and self._moves is None and self._lamps is not None:
            # Nothing else would send this picture again.
            self._moves = self._loop.call_at(self._loop.time() + self._patience, self._draw)
            self._patience = min(2 * self._patience, RETRY_S[1])
        self._send()

    # Buzzer

    def _sound(self, new: Sequence[_Waiting]) -> None:
        first = min(new, key=lambda each: each.rank)
        sounding = self._sounding
        if sounding is not None and first.rank > sounding.rank and sounding.still_holds(sounding.said):
            self._wait(new)
            return
        self._silence()
        self._wait([each for each in new if each is not first])
        self._play(first)

    def _wait(self, new: Sequence[_Waiting]) -> None:
        # Sorting keeps the order of equals: what was said first is sounded first.
        self._waiting = sorted([*self._waiting, *new], key=lambda each: each.rank)[:WAITING]

    def _play(self, what: _Waiting) -> None:
        notes = self._cues.melody(what.said)
        self._sounding, self._notes = what, iter(steps(notes))
        self._due = self._loop.time()
        self._sounds_until(self._due + seconds(notes))
        self._step()

    def _step(self) -> None:
        note = next(self._notes, None)
        self._tone(None if note is None else note.hz)
        if note is not None:
            # From the moment the last note was due, not from now: late timers do not add up.
            self._due += note.seconds
            self._sounds = self._loop.call_at(self._due, self._step)
            return
        self._sounding = self._sounds = None
        if self._waiting:
            self._sounds = self._loop.call_at(self._due + GAP_S, self._next)

    def _next(self) -> None:
        self._sounds = None
        while self._waiting:
            what = self._waiting.pop(0)
            if what.still_holds(what.said):
                self._play(what)
                return

    def _silence(self) -> None:
        if self._sounds is not None:
            self._sounds.cancel()
        if self._sounding is not None:
            self._tone(None)
            self._sounds_until(self._loop.time())
        self._sounding = self._sounds = None

    def _hush(self) -> None:
        self._silence()
        self._waiting = []

    def _sounds_until(self, until: float) -> None:
        self.sounding_until = until
        self.sounds(self._loop.time(), until)

    def _tone(self, hz: float | None) -> None:
        if self._buzzer is None:
            return
        try:
            self._buzzer.tone(hz)
        except BuzzerError as wrong:
            log.warning("%s; play goes on in silence", wrong)
            self._buzzer = None


def _check(cues: Cues, plan: Plan) -> None:
    lowest, highest = plan.buzzer.lowest_hz, plan.buzzer.highest_hz
    for kind, cue in cues.cues.items():
        for hz, _ in cue.melody:
            if hz is not None and not lowest <= hz <= highest:
                raise PlanError(
                    f"cue {'.'.join(kind)}: {hz:.0f} Hz; "
                    f"the buzzer sounds from {lowest:g} to {highest:g} Hz ({plan.source}: buzzer)"
                )
