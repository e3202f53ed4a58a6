"""A play, performed: steps begin in their time, expectations wait for theirs.

Laws: virtual time never goes back, so a step whose moment has passed while an expectation waited begins now; an
expectation is no step; the mark only moves forward; the first expectation that does not hold ends the play, and so does
a step that the table does not allow at that moment (what can be known beforehand is a fault of the file).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from math import ceil
from typing import Final, assert_never

from firmware.plays import transcript
from firmware.plays.expect import matches
from firmware.plays.script import (
    At,
    Expectation,
    Fault,
    Lamp,
    Over,
    Play,
    Said,
    Scores,
    Silence,
    Step,
    Turn,
    Want,
)
from firmware.plays.stage import Stage, perform
from hardware.sim.hands import Impossible

PATIENCE: Final = 5.0
"""Seconds an expectation waits at most; while the step before it goes on, they are counted from that step's end."""

QUIET: Final = 2.0
"""Seconds that pass for `expect none` (counted likewise), and behind the last line of a play."""

_TICK: Final = 0.01
"""Virtual seconds from one look at an expectation to the next."""


class Verdict(IntEnum):
    """How a play ended; the values are exit statuses."""

    HELD = 0
    MISSED = 1
    WRONG = 2


@dataclass(slots=True)
class Performance:
    """A play on its stage. `tell` takes each line of the transcript; `ends` is when the last step ends."""

    play: Play
    stage: Stage
    tell: Callable[[str], None]
    mark: int = 0
    told: int = 0
    ends: float = 0.0

    def run(self) -> Verdict:
        """Perform the play up to its end, to the first expectation that does not hold, or to an impossible step."""
        for line in self.play.lines:
            match line:
                case Step():
                    try:
                        self._do(line)
                    except Impossible as impossible:
                        right = "the hands can do only what the table allows at that moment"
                        self.tell(str(Fault(self.play.file, line.line, str(impossible), right)))
                        return Verdict.MISSED
                case Expectation(number, text, want):
                    came = self._await(want)
                    if came is not None:
                        self.tell(transcript.missed(self.play.file, number, text, came))
                        return Verdict.MISSED
        self._pass(self._rest() + QUIET)
        return Verdict.HELD

    def _do(self, step: Step) -> None:
        begins = step.begins
        self._pass(begins.seconds if isinstance(begins, At) else self.ends + begins.seconds)
        at = self.stage.now()
        self.tell(transcript.did(at, step.text))
        self.ends = max(self.ends, at + perform(step.deed, self.stage))

    def _await(self, want: Want) -> str | None:
        """Let time run until what is wanted holds: None then, else what came instead."""
        if isinstance(want, Silence):
            self._pass(self._rest() + QUIET)
            return transcript.listed(self.stage.said[self.mark :]) if len(self.stage.said) > self.mark else None
        began, deadline = self.stage.now(), self._rest() + PATIENCE
        # Counted, not read off the clock: a moment asked for may come out a rounding short.
        looks = ceil((deadline - began) / _TICK)
        for tick in range(1, looks + 1):
            if self._look(want) is None:
                return None
            self._pass(min(began + tick * _TICK, deadline))
        return self._look(want)

    def _look(self, want: Said | Scores | Turn | Lamp | Over) -> str | None:
        """Move the mark and answer None where it holds now, else say what is there instead."""
        said = self.stage.said
        match want:
            case Said():
                for place in range(self.mark, len(said)):
                    if matches(want, said[place][1]):
                        self.mark = place + 1
                        return None
                return transcript.listed(said[self.mark :])
            case Scores(scores):
                there = self.stage.scores()
                holds, came = there == scores, f"scores {' '.join(map(str, there))}"
            case Turn(player):
                turn = self.stage.turn()
                holds, came = turn == player, "nobody's turn" if turn is None else f"turn {turn}"
            case Lamp(name, colour):
                shown = self.stage.lamp(name)
                holds, came = shown == colour, f"lamp {name} {shown}"
            case Over(winners):
                outcome = self.stage.outcome()
                holds = outcome is not None and tuple(sorted(outcome.winners)) == winners
                came = f"over {','.join(map(str, outcome.winners))}" if outcome else "a game that goes on"
            case _:
                assert_never(want)
        if holds:
            self.mark = len(said)
            return None
        return came

    def _rest(self) -> float:
        """When the hands are at rest."""
        return max(self.stage.now(), self.ends)

    def _pass(self, until: float) -> None:
        """Let time run, and tell what was said meanwhile."""
        if until > self.stage.now():
            self.stage.run_until(until)
        for at, announcement in self.stage.said[self.told :]:
            self.tell(transcript.said(at, announcement))
        self.told = len(self.stage.said)
