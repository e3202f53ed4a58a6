"""Choosing a game by hand: a pure fold over presses.

Laws: a colour key chooses, pads take a seat or leave it, `go` begins; players are numbered in the order of the pads
among those seated; a press that means nothing now changes nothing, and nobody sits down where nobody can play. Who sat
there before a game for fewer was chosen keeps the seat: the players say who looks on.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.announcements import Announcement
from games.announcements.lobby import AllSeated, Chosen, Lobby, Seated, Starts, TooMany
from games.announcements.shared import Ask, CutOff, NotNow, SensorBack, SensorLost, SwitchingOff
from games.contract import Game, Lit, Step
from games.facts import Fact, PartBack, PartLost, Pressed
from games.settings import settings_of
from games.talk import MASH, PADS, REPEAT, REPORT

VARIANT = "k5"
"""The key that steps through the ways to play the chosen game."""

SAYS = (Lobby, Chosen, Seated, AllSeated, TooMany, Starts, NotNow, Ask, SensorLost, SensorBack, SwitchingOff, CutOff)
"""All it may announce."""

MEANINGS = ("offer", "chosen", "go", "meter")
"""All its lamps may mean."""


class Choice(NamedTuple):
    """What was chosen: everything a game is begun with, save what its owner's copy tells."""

    game: Game
    settings: Any
    seats: tuple[int, ...]
    """The pad of each player, from 0."""
    start: int


class Hall(NamedTuple):
    """The state: the games on offer, which one and which way were chosen, and who sits there."""

    games: tuple[Game, ...]
    game: int | None = None
    variant: int = 0
    seats: tuple[int, ...] = ()
    """Pads from 0, in the order in which they were pressed: `back` takes back the last."""
    starting: bool = False
    """Who starts is asked for."""
    back_at: float = -1e9
    lost: frozenset[str] = frozenset()

    @property
    def chosen(self) -> Game | None:
        """The game, once one was chosen."""
        return None if self.game is None else self.games[self.game]

    @property
    def ready(self) -> bool:
        """A game was chosen, and as many sit there as can play it."""
        return self.chosen is not None and len(self.seats) in self.chosen.players

    @property
    def most(self) -> int:
        """So many may sit there: as can play the chosen game, or as there are pads."""
        return PADS if self.chosen is None else self.chosen.players[-1]


class Stay(NamedTuple):
    """What a fact led to; with a choice the lobby is over."""

    hall: Hall
    said: tuple[Announcement, ...] = ()
    choice: Choice | None = None


def begin(games: Sequence[Game]) -> Step[Hall]:
    """Nothing chosen, nobody seated."""
    return Step(Hall(tuple(games)), (Lobby(),))


def see(hall: Hall, fact: Fact) -> Stay:
    """Take a fact: a press, or a part lost or back; all others say nothing here."""
    match fact:
        case Pressed():
            return _press(hall, fact)
        case PartLost(part=part) if part not in hall.lost:
            return Stay(hall._replace(lost=hall.lost | {part}), (SensorLost(part),))
        case PartBack(part=part) if part in hall.lost:
            return Stay(hall._replace(lost=hall.lost - {part}), (SensorBack(part),))
    return Stay(hall)


def lamps(hall: Hall) -> tuple[Lit, ...]:
    """All lamps that are lit now."""
    if hall.starting:
        return (*(Lit(f"pad.{pad + 1}", "offer") for pad in sorted(hall.seats)), Lit("back", "go"))
    lit = [Lit(f"key.{n + 1}", "chosen" if n == hall.game else "offer") for n in range(len(hall.games))]
    game = hall.chosen
    if game is not None:
        free = len(hall.seats) < hall.most
        lit += (
            Lit(f"pad.{pad + 1}", "chosen" if pad in hall.seats else "offer")
            for pad in range(PADS)
            if free or pad in hall.seats
        )
        if len(game.variants) > 1:
            lit += (Lit("key.5", "offer"), *(Lit(f"meter.{n + 1}", "meter") for n in range(hall.variant + 1)))
    else:
        lit += (Lit(f"pad.{pad + 1}", "chosen") for pad in sorted(hall.seats))
    if hall.ready:
        lit.append(Lit("go", "go"))
    return tuple(lit)


def waits_for(hall: Hall) -> tuple[Announcement, ...]:
    """What is said when somebody asks what the box waits for."""
    if hall.starting:
        return (Starts(len(hall.seats)),)
    return (Lobby(),) if hall.chosen is None else _chosen(hall, hall.chosen)


def still_holds(hall: Hall, said: Announcement) -> bool:
    """Whether something said is still true."""
    match said:
        case Lobby():
            return hall.chosen is None
        case Starts():
            return hall.starting
        case Seated(players):
            return len(hall.seats) == players
        case TooMany(players, most):
            return (len(hall.seats), hall.most) == (players, most)
        case AllSeated(most):
            return len(hall.seats) == hall.most == most
        case Chosen():
            # The whole of it, not the game alone: each way to play it has a phrase of its own.
            return hall.chosen is not None and said in _chosen(hall, hall.chosen)
    return True


def _press(hall: Hall, press: Pressed) -> Stay:
    key = press.key
    if key == "go":
        return Stay(hall, waits_for(hall)) if press.held >= REPEAT else _go(hall)
    if key == "back":
        # A long one would list reports or leave a game, and there is none.
        return Stay(hall, (NotNow(),)) if press.held >= REPORT else _back(hall, press.at)
    number = int(key[1:]) - 1 if key[1:].isdecimal() else -1
    if key[:1] == "p" and 0 <= number < PADS:
        return _pad(hall, number)
    if hall.starting:
        return Stay(hall, (NotNow(),))
    if key[:1] == "k" and 0 <= number < len(hall.games):
        hall = hall._replace(game=number, variant=0)
        return Stay(hall, waits_for(hall))
    return _next_way(hall) if key == VARIANT else Stay(hall, (NotNow(),))


def _next_way(hall: Hall) -> Stay:
    """The next way to play the chosen game. Where there is but one, or no game yet, what can be done is said again."""
    ways = 1 if hall.chosen is None else len(hall.chosen.variants)
    hall = hall._replace(variant=(hall.variant + 1) % ways)
    return Stay(hall, (*(() if ways > 1 else (NotNow(),)), *waits_for(hall)))


def _go(hall: Hall) -> Stay:
    if hall.ready and not hall.starting:
        hall = hall._replace(starting=True)
        return Stay(hall, waits_for(hall))
    # Too few or too many: what was chosen is said again, and with it how many may play.
    return Stay(hall, (NotNow(), *(() if hall.starting else waits_for(hall))))


def _back(hall: Hall, at: float) -> Stay:
    if at < hall.back_at + MASH:
        return Stay(hall)
    hall = hall._replace(back_at=at)
    if hall.starting:
        hall = hall._replace(starting=False)
    elif hall.seats:
        return _seated(hall, hall.seats[:-1])
    elif hall.game is not None:
        hall = hall._replace(game=None, variant=0)
    else:
        return Stay(hall, (NotNow(),))
    return Stay(hall, waits_for(hall))


def _pad(hall: Hall, pad: int) -> Stay:
    if not hall.starting:
        if pad in hall.seats:
            return _seated(hall, tuple(seat for seat in hall.seats if seat != pad))
        seated = len(hall.seats)
        if seated < hall.most:
            return _seated(hall, (*hall.seats, pad))
        return Stay(hall, (AllSeated(seated) if seated == hall.most else TooMany(seated, hall.most),))
    game = hall.chosen
    if game is None or pad not in hall.seats:
        return Stay(hall, (NotNow(),))
    seats = tuple(sorted(hall.seats))
    settings = settings_of(game.rules.settings, game.variants[hall.variant].settings)
    return Stay(hall, (), Choice(game, settings, seats, seats.index(pad)))


def _seated(hall: Hall, seats: tuple[int, ...]) -> Stay:
    return Stay(hall._replace(seats=seats), (Seated(len(seats)),))


def _chosen(hall: Hall, game: Game) -> tuple[Announcement, ...]:
    """The game, the way to play it and for how many it is; and if more sit there already, that too."""
    chosen = Chosen(game.name, game.variants[hall.variant].name, game.players[0], hall.most)
    seated = len(hall.seats)
    return (chosen, TooMany(seated, hall.most)) if seated > hall.most else (chosen,)
