"""A course of calibration on a box: readings go in, lamps light, words are said, and what was learned is written.

Only in the loop's thread. The same session serves the terminal and the keys: whoever types `go` or `back` does what the
panel does.
"""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware import calibration, cues
from firmware.calibrating.course import Course, End
from firmware.calibrating.words import CUES, MEANINGS, SAYS, Calibrated, NotCalibrated, Word
from firmware.compose import Box
from firmware.sensing.readings import Lost, Passed, Reading, Weight
from games.facts import Fact, Pressed

log = logging.getLogger(__name__)


def words() -> cues.Cues:
    """How the box speaks while it is calibrated. Raises PlanError as `cues.read`."""
    return cues.read(CUES, SAYS, MEANINGS)


class Session:
    """One box, and one course at a time on it."""

    def __init__(
        self,
        box: Box,
        known: Path,
        *,
        wall: Callable[[], float | None],
        hear: Callable[[float, Any], None],
        tell: Callable[[str], None] = lambda _line: None,
    ) -> None:
        """`known` is the file of what was learned. `hear` is told each word with its moment, `tell` each figure."""
        self._box = box
        self._loop = asyncio.get_running_loop()
        self._known = known
        self._wall = wall
        self._hear = hear
        self._tell = tell
        self._course: Course | None = None
        self._state: Any = None
        self._over: asyncio.Future[End] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._lit: tuple[Any, ...] | None = None
        self._keys: tuple[str, ...] = ()
        self._answer: asyncio.Future[str] | None = None
        box.announcer.use(words())
        box.tabletop.watching = self._watch

    async def run(self, course: Course) -> End:
        """The course from its begin to its end; what was learned is on the disk then."""
        self._course, self._over = course, self._loop.create_future()
        if course.heed is not None:
            self._box.scale.heed = course.heed
        try:
            self._take(*course.begin(self._loop.time()))
            if self._box.scale.railed:
                self._see(Weight(self._loop.time(), "centre", None))
            for part in self._box.lost:
                self._see(Lost(self._loop.time(), part))
            self._box.expanders.tell_anew()
            return await self._over
        finally:
            self._rest()

    async def asked(self, keys: tuple[str, ...], seconds: float) -> str | None:
        """The next of these keys that is pressed; None if none is for so long."""
        self._keys, self._answer = keys, self._loop.create_future()
        try:
            return await asyncio.wait_for(self._answer, seconds)
        except TimeoutError:
            return None
        finally:
            self._keys = ()

    def press(self, key: str) -> None:
        """`go` or `back`, typed by whoever sits at a terminal."""
        self._see(Pressed(at=self._loop.time(), key=key))

    def say(self, *said: Word, lit: tuple[Any, ...] = ()) -> None:
        """Words that belong to no course."""
        spoken: Any = said  # the announcer's own type names the words of the games
        self._box.announcer.announce(spoken, lit, lambda _said: True)
        for word in said:
            self._hear(self._loop.time(), word)

    def close(self) -> None:
        """The box belongs to itself again."""
        self._rest()
        self._box.tabletop.watching = None
        self._box.announcer.use(self._box.cues)

    def _rest(self) -> None:
        self._course = self._lit = None
        self._box.scale.alone, self._box.scale.heed = None, "centre"
        if self._timer is not None:
            self._timer.cancel()

    def _watch(self, reading: Reading, facts: tuple[Fact, ...]) -> None:
        for seen in (reading, *facts):
            self._see(seen)

    def _see(self, seen: Reading | Fact) -> None:
        if isinstance(seen, Pressed) and seen.key in self._keys and self._answer is not None:
            self._keys = ()
            self._answer.set_result(seen.key)
            return
        if self._course is not None:
            self._take(*self._course.see(self._state, seen))

    def _take(self, state: Any, said: tuple[Word, ...]) -> None:
        course = self._course
        if course is None or self._over is None:
            return
        self._state = state
        self._box.scale.alone = course.alone(state)
        end = course.end(state)
        if end is not None:
            end = self._kept(course, end)
            said = (*said, Calibrated(course.part) if end.cause is None else NotCalibrated(course.part, end.cause))
        lit = course.lit(state)
        if said or lit != self._lit:
            self._lit = lit
            self.say(*said, lit=lit)
        if end is None:
            self._set_timer(course.wake(state))
            return
        for figure in course.figures(state):
            self._tell(f"  {figure}")
        self._course = None
        self._over.set_result(end)

    def _kept(self, course: Course, end: End) -> End:
        """What was learned is written, or nothing was learned."""
        if not end.learned:
            return end
        found = calibration.load(self._known).calibration
        for part, value in end.learned:
            found = found.learn(part, value, self._wall())
        try:
            calibration.save(self._known, found)
        except OSError as wrong:
            log.warning("%s cannot be written (%s): %s is not calibrated", self._known, wrong, course.part)
            return End("unwritten")
        return end

    def _set_timer(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(when, self._ring, when)

    def _ring(self, when: float) -> None:
        self._see(Passed(when))
