"""The referee's own state: the game as agreed, the box as weighed, and what has to be right before play goes on."""

from typing import Literal, NamedTuple

from games.announcements import Announcement
from games.announcements.shared import Ask, Foul, Guide
from games.contract import Left, Timing
from games.hammer_time.copy import Copy
from games.hammer_time.pan import ARM, FILLING, Pan
from games.hammer_time.rules import Phase, Settings, State
from games.talk import SAME, Talk

SCALE = "scale"
"""The part that counts what falls."""

REPEATS = 3
"""Who insists so often on a step, or on a number, is believed: no dead ends."""

SILENT = 3
"""After so many falls in a row without a knock the knock sensor is asked about (design.md 6)."""

DOUBTS = 4
"""So many blows that may have been no knocks are remembered: a fall begins soon after its knock."""

Restoring = Literal["dragon", "turned", "wagon", "table", "undo", "look"]
"""Why gems have to lie on the box before play goes on: nine or more fell, some fell without a knock, a wagon is full,
the table has to be brought to where the game stands, or stood at another moment, or nothing is known to be amiss and
nobody has looked yet."""

KEPT: dict[Restoring, str] = {"dragon": "HT-F13", "turned": "HT-F15", "wagon": "HT-F18"}
"""The foul of playing on meanwhile; where the box itself has asked for the table there is none."""

NEAR = 1
"""Behind a new zero of the scale so many gems may be missing, or too many, whatever the odds of the count."""

DOUBT = 3
"""... and where so many are, `go` is believed at once: four standard deviations of what ninety gems weigh then."""

Said = tuple[Announcement, ...]


class Agreed(NamedTuple):
    """The game as agreed at some moment, and what the rules do not know of it."""

    game: State
    out: int = 0
    """Gems in wagons that the rules count as on the box: the players' affair, where wagons are on their honour."""
    placed: bool = False
    """What goes into the wagon has been told: the rest goes back."""


class Blow(NamedTuple):
    """A knock that was heard, and the gems that lay on the box then, as far as known."""

    at: float
    lay: int | None


class Half(NamedTuple):
    """What was answered of a question that has several parts."""

    full: bool = False
    """On the players' honour: the wagon is full. Are there task cards in it?"""
    cards: bool = False
    """There are: how many?"""
    told: str | None = None
    """The colours of a fall that was told by hand: they need not be asked for again."""
    insisted: tuple[int, ...] = ()
    """Numbers of colours entered that were not the scale's count."""


NOTHING = Half()


class Watch(NamedTuple):
    """Everything the referee knows."""

    agreed: Agreed
    settings: Settings
    copy: Copy
    timing: Timing
    seats: tuple[int, ...]
    """The pad of each player, from 0."""
    now: float = 0.0
    """The latest moment heard of."""
    pan: Pan = Pan()
    begun: bool = True
    """False while the set-up is checked."""
    talk: Talk = Talk()
    half: Half = NOTHING
    past: tuple[Agreed, ...] = ()
    """What was agreed before each deed or entry, oldest first: `back` takes the last one."""
    undone: tuple[Agreed, ...] = ()
    """What `go` brings back, latest last; forgotten as soon as a hand moves."""
    restoring: Restoring | None = None
    resumed: bool = False
    """The power is back, and the table has not been found right since."""
    adrift: bool = False
    """The scale has taken a new zero, behind which a gem more or less weighs nothing: nobody has said since that all of
    them lie where they belong. What comes and goes it counts as well as ever, and on the players' honour nothing else
    matters."""
    blows: tuple[Blow, ...] = ()
    """Knocks that explain nothing yet."""
    perhaps: tuple[float, ...] = ()
    """When blows came of late that may have been none of a hammer."""
    left_at: float = 0.0
    """When the weight left the rest at which it was last as agreed."""
    silent: int = 0
    """Falls in a row without a knock."""
    deaf: bool = False
    """The players have said that a knock was not heard: falls without one are asked about, until one is heard."""
    doubted: int = 0
    """Gems of a fall of which it is asked whether it came by a knock; 0: it is not asked."""
    unsure: bool = False
    """It was asked whether the count is right."""
    unsure_at: float = 0.0
    """When that was asked last."""
    loose: bool = False
    """On the players' honour: what is on the box when it next comes to rest is what belongs there."""
    went_at: float = -1e9
    """When `go` was pressed last: one that follows at once vouches for nothing, since children mash."""
    found_at: float = -1e9
    """When the gem that was missing had been found last: who put it there may say so by `go` as well."""
    step: Guide | Ask | None = None
    """What was asked for last, until the table is right."""
    asked_for: tuple[Guide | Ask, ...] = ()
    """Every step asked for since the table was right."""
    foul: Foul | None = None
    """The foul named last, until a hand does the next thing."""
    lost: frozenset[str] = frozenset()
    """Parts that do not answer."""
    resume: Literal["asked", "yes"] | None = None
    """Most of the game is gone from the table: it was asked whether it goes on, and was answered that it does."""
    left: Left | None = None
    """The players want another game instead of this one."""

    @property
    def game(self) -> State:
        """The game as agreed."""
        return self.agreed.game

    @property
    def before_the_fall(self) -> Agreed:
        """The game as it stood when the player could knock; a fall has its own moment before it."""
        return next(agreed for agreed in reversed(self.past) if agreed.game.phase is Phase.KNOCK)

    @property
    def least(self) -> int:
        """The gems that must lie on the box now."""
        return self.game.box - self.agreed.out

    @property
    def due(self) -> int:
        """The gems on the box once those that are to go back are back."""
        return self.least + (self.game.down if self.game.phase is Phase.FILL else 0)

    @property
    def most(self) -> int:
        """The gems that may lie on the box now: some of those that fell may be back early."""
        return self.least + self.game.down + (0 if self.tracked else self.agreed.out)

    @property
    def lies(self) -> int | None:
        """The gems on the box, at rest; None while that cannot be told."""
        return None if SCALE in self.lost else self.pan.lies

    @property
    def gone(self) -> int | None:
        """Gems that should lie on the box and do not (negative: too many); None while that cannot be told."""
        lies = self.lies
        if lies is None:
            return None
        return self.least - lies if lies < self.least else min(0, self.most - lies)

    @property
    def tracked(self) -> bool:
        """The box follows the gems into the wagons."""
        return self.game.mode.tracked

    @property
    def blind(self) -> bool:
        """The scale cannot tell how many gems there are: players do."""
        return self.lies is None and not self.under_hands

    @property
    def under_hands(self) -> bool:
        """Something moves on the box, and will come to rest when the hands have done what they do."""
        return SCALE not in self.lost and self.pan.moving and self.now < self.pan.since + self.patience

    @property
    def patience(self) -> float:
        """So long hands may be on the box before they are an arm."""
        return FILLING if self.restoring is not None or not self.begun else ARM

    @property
    def sure(self) -> bool:
        """The count is sure, as far as there is one."""
        return self.pan.odds >= self.timing.sure

    @property
    def knocking(self) -> bool:
        """Gems may fall."""
        return self.begun and self.restoring is None and self.game.phase in (Phase.KNOCK, Phase.DIE)

    @property
    def mashed(self) -> bool:
        """A `go` that comes now follows another one too closely to answer what was asked in between."""
        return self.now < self.went_at + SAME

    @property
    def astray(self) -> bool:
        """Gems have to lie on the box as they lay behind another zero of the scale."""
        return self.resumed or (self.adrift and self.restoring == "undo")

    @property
    def believable(self) -> bool:
        """... and, for all that the scale can tell, they may all lie there."""
        if self.gone is None:
            return False
        return abs(self.gone) <= DOUBT if self.resumed else self.astray and abs(self.gone) == NEAR

    @property
    def just_found(self) -> bool:
        """A `go` that comes now still answers whether all gems are there, which the scale has answered by itself."""
        return self.knocking and self.now < self.found_at + SAME

    @property
    def stuck(self) -> bool:
        """The same step was asked for again and again."""
        return self.step is not None and self.asked_for.count(self.step) >= REPEATS


def believed(watch: Watch) -> Watch:
    """A count that is not sure, or none at all, is taken for what belongs on the box."""
    gems = watch.least if watch.lies is None else watch.lies + (watch.gone or 0)
    return watch._replace(pan=watch.pan._replace(gems=gems, odds=1.0))


def vouched(watch: Watch) -> Watch:
    """The players say that all gems lie where they belong, and the scale counts on from there."""
    return believed(watch)._replace(adrift=False)
