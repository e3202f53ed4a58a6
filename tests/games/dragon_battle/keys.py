"""A box at whose keys a family plays Dragon Battle: facts in, words out, and no clock but its own."""

from games.announcements import Announcement, words
from games.announcements.dragon_battle import Colour
from games.contract import Timing
from games.dragon_battle.dice import FACES
from games.dragon_battle.referee import REFEREE
from games.dragon_battle.rules import Settings
from games.facts import Fact, PartBack, PartLost, PowerBack, Pressed, TimePassed

KEY = {face: f"k{number}" for number, face in enumerate(FACES, 1)}


class Keys:
    """`said` holds what was announced since it was read last."""

    def __init__(
        self,
        players: int = 2,
        start: int = 0,
        *,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        seats: tuple[int, ...] = (),
        gems: tuple[int, int] | None = (0, 0),
    ) -> None:
        self.at = 10.0
        timing = Timing()
        self.watch, said = REFEREE.begin(players, start, settings, at=self.at, gems=gems, timing=timing, seats=seats)
        self.announced: list[Announcement] = list(said)
        self._read = 0

    def feed(self, fact: Fact) -> None:
        step = REFEREE.see(self.watch, fact)
        self.watch = step.state
        self.announced += step.said

    def wait(self, seconds: float = 3.0) -> "Keys":
        """Time passes; the referee is woken whenever it asked to be."""
        until = self.at + seconds
        while (wake := REFEREE.wake(self.watch)) is not None and wake <= until:
            self.at = max(self.at, wake)
            self.feed(TimePassed(at=self.at))
        self.at = until
        return self

    def press(self, *keys: str, held: float = 0.1, pause: float = 0.3) -> "Keys":
        for key in keys:
            self.wait(pause)
            self.feed(Pressed(at=self.at, key=key, held=held if key in ("go", "back") else 0.0))
        return self

    def colour(self, *colours: Colour) -> "Keys":
        """Press these colours, and no more."""
        return self.press(*(KEY[colour] for colour in colours))

    def throw(self, *colours: Colour) -> "Keys":
        """Enter a throw, and wait until it has been ruled on by time and `go` says stop again."""
        return self.colour(*colours).wait(4)

    def stop(self) -> "Keys":
        return self.press("go", pause=1.1)

    def back(self) -> "Keys":
        return self.press("back", pause=1.1)

    def stars(self, *stars: int) -> "Keys":
        return self.press(*(f"p{number}" for number in stars))

    def lose(self, part: str = "panel") -> "Keys":
        self.feed(PartLost(at=self.at, part=part))
        return self

    def regain(self, part: str = "panel") -> "Keys":
        self.feed(PartBack(at=self.at, part=part))
        return self

    def cut(self) -> "Keys":
        """The plug is pulled, and the box starts again with stamps of its own."""
        self.at = 2.0
        self.feed(PowerBack(at=self.at))
        return self

    @property
    def said(self) -> list[str]:
        said, self._read = self.announced[self._read :], len(self.announced)
        return [words(each) for each in said]

    def hush(self) -> "Keys":
        """What was said so far is not looked at."""
        self._read = len(self.announced)
        return self

    @property
    def lit(self) -> dict[str, str]:
        return dict(REFEREE.lamps(self.watch))
