"""One game on the simulated box, of whichever kind: time, the story of it, and what is counted in the end."""

from collections import Counter
from typing import NamedTuple, NoReturn

from firmware.setting import Setting
from firmware.simbox import Simulated
from games.announcements import Announcement, words
from hardware.sim.contacts import Wear

LINES = 60
"""Lines of the story that a failure tells."""


class WrongRuling(AssertionError):
    """What was announced is not what is true."""


class Played(NamedTuple):
    """What a whole game tells the report.

    Turns; things children did on purpose or by mishap; questions of a box in doubt (which key was meant, is the count
    right, what was that throw); and what it has to ask because only hands can tell it (which colour is laid out).
    """

    turns: int
    deeds: int
    questions: int
    prompts: int = 0


class Evening:
    """The simulated box, and everything that was done and said so far.

    Whoever matches a game against its oracle builds on this: verbs call `did` and `passes`, and what the box has said
    since comes from `fresh`.
    """

    def __init__(self, setting: Setting, crowd: object, *, contacts: Wear = "new", journal: bool = False) -> None:
        self.setting, self._crowd = setting, crowd
        self.box = Simulated(setting, contacts=contacts, journal=journal)
        self.world = self.box.world
        self.story: list[str] = []
        """Every deed and every announcement, to be read when something is wrong."""
        self.deeds: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self.prompts: Counter[str] = Counter()
        self.turns = 0
        self._heard = 0

    @property
    def played(self) -> Played:
        """What is counted."""
        return Played(self.turns, self.deeds.total(), self.questions.total(), self.prompts.total())

    def close(self) -> None:
        """Put the box away."""
        self.box.close()

    def note(self, deed: str) -> None:
        """What the child is up to."""
        self.deeds[deed] += 1
        self.story.append(f"{self.box.now():8.2f} # {deed}")

    def did(self, verb: str) -> None:
        """A verb begins."""
        self.story.append(f"{self.box.now():8.2f} > {verb}")

    def passes(self, seconds: float) -> None:
        """Time passes; a bug in the box is raised here."""
        self.box.run_until(self.box.now() + seconds)

    def fresh(self) -> list[tuple[float, Announcement]]:
        """What has been said since this was asked last, and when; the story tells it too."""
        said = self.box.said[self._heard :]
        self._heard = len(self.box.said)
        self.story += [f"{at:8.2f} < {words(each)}" for at, each in said]
        return said

    def fail(self, why: str) -> NoReturn:
        """Raise WrongRuling, with the end of the story."""
        self.fresh()
        told = "\n".join(self.story[-LINES:])
        raise WrongRuling(f"{why}\nseed {self.setting.seed}, {self._crowd}, board {self.world.board}\n{told}")
