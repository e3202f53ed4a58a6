"""What the box must say of every press, worked out from the truth of the table and of the fingers alone.

Written from panel.md and games/dragon_battle/README.md, "How the referee behaves"; it shares no code with the referee
nor with `games.talk`. A press that means nothing now gets a kind sound, which is no ruling. Whatever depends on a
moment that is too close to call goes either way (`Doubt`).
"""

from typing import NamedTuple

from games.announcements import Announcement
from games.announcements.dragon_battle import Colour
from games.announcements.shared import (
    Ask,
    Foul,
    GameOver,
    Reports,
    Resumed,
    SensorBack,
    SensorLost,
    TurnStarts,
    Undone,
)
from tests.whole.doubt import Doubt
from tests.whole.dragon_battle import truth
from tests.whole.dragon_battle.truth import FACES, ROW, Game, Lay, Ruled
from tests.whole.fingers import Press

ENTRY, BELONGS, PAUSE, MASH = 1.5, 2.0, 0.8, 1.0
REPEAT, LIST, LEAVE = 2.0, 1.0, 3.0
MOST = 8
NEVER = -1e9

REPORTS = ("F15", "F17", "F13", "F14", "F10", "F11", "F12", "F02", "F06", "F07", "F01")
"""The list behind a long `back`; F14 for older children only. While a colour has to be laid out F03 comes last."""


class Box(NamedTuple):
    """What the box must know, and what it has to have said since the oracle was asked last."""

    game: Game
    past: tuple[Game, ...] = ()
    undone: tuple[Game, ...] = ()
    entered: tuple[Colour, ...] = ()
    entered_at: float = NEVER
    colour: Colour | None = None
    """Chosen, and not laid out yet: which dragon, or whether silver joins, is asked."""
    onward: bool = False
    """Nothing of the throw is laid out: the next one is waited for."""
    stars: tuple[int, ...] = ()
    timed_at: float = NEVER
    back_at: float = NEVER
    page: int | None = None
    leaving: bool = False
    leaving_at: float = NEVER
    left: bool = False
    lost: frozenset[str] = frozenset()
    said: tuple[Announcement, ...] = ()

    @property
    def wants(self) -> truth.Need:
        """What is to be entered."""
        if self.game.need == "stop" or (self.game.need == "colour" and self.onward):
            return "throw"
        return self.game.need

    @property
    def laying(self) -> Colour | None:
        """The colour whose dragon, or whose company, is asked for."""
        return self.colour or ("silver" if truth.colours(self.game) == ("silver",) else None)

    @property
    def halfway(self) -> bool:
        """A question with several parts was answered in part."""
        return self.colour is not None or self.onward or bool(self.stars)

    @property
    def road(self) -> tuple[Game, ...]:
        """All that was agreed and not undone."""
        return (*self.past, self.game)

    def says(self, *said: Announcement) -> "Box":
        return self._replace(said=self.said + said)


def press(box: Box, made: Press, doubt: Doubt) -> Box:
    """A key was pressed."""
    box = pass_time(box, made.at, doubt, late=made.late)
    if box.left or "panel" in box.lost:
        return box
    box = _hasten(box, made, doubt)
    aside = box.leaving or box.page is not None
    after = _pressed(box, made, doubt)
    if aside and not after.leaving and after.page is None:
        after = after._replace(entered_at=made.at)
    return after


def pass_time(box: Box, now: float, doubt: Doubt, *, late: float = 0.0) -> Box:
    """A complete entry is ruled on by time, perhaps before a press that was heard `late`."""
    waits = box.wants == "throw" and len(box.entered) >= box.game.free and not box.leaving and box.page is None
    if waits and doubt.since(now - box.entered_at - ENTRY, late):
        return _throw(box._replace(timed_at=box.entered_at + ENTRY))
    return box


def lose(box: Box, part: str) -> Box:
    box = box._replace(lost=box.lost | {part}).says(SensorLost(part))
    return _blank(box) if part == "panel" else box


def regain(box: Box, part: str) -> Box:
    box = box._replace(lost=box.lost - {part}).says(SensorBack(part))
    return _ask(box) if part == "panel" else box


def power_gone(box: Box) -> Box:
    """What is half entered is not ruled on in the dark."""
    return box._replace(entered=())


def power_back(box: Box) -> Box:
    """What was agreed and can be undone is kept, and nothing else."""
    return _ask(Box(box.game, box.past, said=box.said).says(Resumed()))


def reports(game: Game) -> tuple[str, ...]:
    """The lines of the list."""
    if game.need == "over":
        return ()
    lines = (*REPORTS, "F03") if game.need == "colour" and game.family.must_place else REPORTS
    return tuple(f"DB-{code}" for code in lines if code != "F14" or game.family.variant == "older")


def _blank(box: Box) -> Box:
    kept = Box(box.game, box.past, box.undone)
    return kept._replace(lost=box.lost, said=box.said)


# --- keys -------------------------------------------------------------------------------------------------------------


def _hasten(box: Box, made: Press, doubt: Doubt) -> Box:
    """A pad tells stars, and a colour after a pause is what is laid out, of the complete throw."""
    complete = box.wants == "throw" and len(box.entered) == box.game.free and not box.leaving and box.page is None
    if not complete or made.key not in _KEYS:
        return box
    ruled, colour = _throw(box), _meant(made.key)
    if colour is None:
        return ruled if ruled.game.need == "stars" else box
    laid = ruled.game.need == "colour" and colour in offered(ruled)
    return ruled if laid and doubt.since(made.at - box.entered_at - PAUSE) else box


def _meant(key: str) -> Colour | None:
    return FACES[int(key[1:]) - 1] if key[0] == "k" else None


def _pressed(box: Box, made: Press, doubt: Doubt) -> Box:
    match made.key:
        case "go" if doubt.since(made.held - REPEAT):
            return _ask(box)
        case "go":
            return _go(box, made.at, doubt)
        case "back" if doubt.since(made.held - LEAVE):
            return _ask(box._replace(leaving=True, leaving_at=NEVER, page=None))
        case "back" if doubt.since(made.held - LIST):
            return _ask(box._replace(leaving=False, page=0)) if reports(box.game) else box
        case "back":
            return _back(box, made.at, doubt)
        case key if box.leaving or key not in _KEYS:
            return box
        case key if (colour := _meant(key)) is not None:
            return _colour(box, colour, made.at) if box.page is None else box
        case key:
            return _pad(box, int(key[1:]))


_KEYS = frozenset(f"{kind}{number}" for kind in "kp" for number in range(1, 7))


def _go(box: Box, at: float, doubt: Doubt) -> Box:
    game = box.game
    if box.leaving:
        return box._replace(left=doubt.since(at - box.leaving_at - MASH))
    if box.page is not None:
        pages = (len(reports(game)) + 5) // 6
        return _ask(box._replace(page=(box.page + 1) % pages))
    if box.entered and box.wants == "throw":
        return _throw(box)
    if not doubt.since(at - box.timed_at - BELONGS):
        return box
    if box.undone:
        *undone, again = box.undone
        box = box._replace(game=again, past=box.road, undone=tuple(undone))
        return _ask(box.says(Resumed()))
    if game.need == "over":
        return _ask(box._replace(leaving=True, leaving_at=at))
    if game.need == "colour" and not box.onward and truth.may_throw(game):
        return _ask(box._replace(colour=None, onward=True))
    return _ruled(box, truth.stop(game))


def _back(box: Box, at: float, doubt: Doubt) -> Box:
    if box.leaving or box.page is not None:
        return _ask(box._replace(leaving=False, page=None))
    if box.entered:
        return box._replace(entered=box.entered[:-1], entered_at=at, back_at=at)
    if not doubt.since(at - box.back_at - MASH):
        return box
    box = box._replace(back_at=at, timed_at=NEVER)
    if box.stars:
        return _ask(box._replace(stars=box.stars[:-1]))
    if box.halfway:
        return _ask(box._replace(colour=None, onward=False))
    if not box.past:
        return box
    box = box._replace(game=box.past[-1], past=box.past[:-1], undone=(*box.undone, box.game))
    return _ask(box.says(Undone()))


def _pad(box: Box, number: int) -> Box:
    if box.page is not None:
        codes = reports(box.game)[box.page * 6 :][:6]
        if number > len(codes):
            return box
        code = codes[number - 1]
        free = box.game.free if box.game.need in ("throw", "stop") else None
        expected = {"DB-F02": free, "DB-F15": 1}.get(code)
        return box._replace(page=None, timed_at=NEVER).says(Foul(code, box.game.cur, expected))
    if box.wants != "stars":
        return box
    box = box._replace(stars=(*box.stars, number), undone=(), timed_at=NEVER)
    if len(box.stars) < len(box.game.scared):
        return _ask(box)
    return _ruled(box, truth.take(box.game, box.stars))


def _colour(box: Box, colour: Colour, at: float) -> Box:
    game = box.game
    if box.wants == "stars":
        return box.says(Foul("DB-F08", game.cur))
    if box.wants == "throw" and len(box.entered) >= MOST:
        return box
    box = box._replace(undone=(), timed_at=NEVER)
    match box.wants:
        case "over":
            return box.says(Foul("DB-F18", game.cur))
        case "throw":
            return box._replace(entered=(*box.entered, colour), entered_at=at)
    laying = box.laying
    if laying is None:
        return _choose(box, colour)
    if laying == "silver":
        if colour == "silver":
            return _ask(box)
        if colour == "black" or colour in game.scared:
            return box.says(Foul("DB-F04" if colour == "black" else "DB-F05", game.cur))
        return _ruled(box, truth.lay(game, Lay("silver", colour)))
    if laying == "black" or colour not in (laying, "silver"):
        return box.says(Foul("DB-F04", game.cur))
    return _ruled(box, truth.lay(game, Lay(laying, laying, joined=colour == "silver")))


def _choose(box: Box, colour: Colour) -> Box:
    game = box.game
    if colour == "black":
        return box.says(Foul("DB-F12", game.cur))
    if colour not in game.shown:
        return box.says(Foul("DB-F16", game.cur))
    if colour in game.scared:
        return box.says(Foul("DB-F05", game.cur))
    ways = [way for way in truth.lays(game) if way.colour == colour]
    if len(ways) == 1:
        return _ruled(box, truth.lay(game, ways[0]))
    return _ask(box._replace(colour=colour, onward=False))


def _throw(box: Box) -> Box:
    """What is entered is a throw, right or wrong."""
    ruled = truth.throw(box.game, box.entered)
    box = _ruled(box._replace(entered=()), ruled)
    return box.says(Ask("throw")) if isinstance(ruled, Foul) and ruled.code == "DB-F02" else box


def _ruled(box: Box, ruled: Ruled | Foul) -> Box:
    if isinstance(ruled, Foul):
        return box.says(ruled)
    game, said = ruled
    box = box._replace(game=game, past=box.road, colour=None, onward=False, stars=()).says(*said)
    return box if game.need in ("throw", "over") else _ask(box)


def _ask(box: Box) -> Box:
    """What the box waits for, said."""
    return box.says(_question(box))


def _question(box: Box) -> Announcement:
    game = box.game
    if "panel" in box.lost:
        return SensorLost("panel")
    if box.leaving:
        return Ask("leave")
    if box.page is not None:
        return Reports(reports(game)[box.page * 6 :][:6])
    match game.need:
        case "throw":
            return TurnStarts(game.cur)
        case "over":
            return GameOver(truth.winners(game), truth.scores(game))
        case "stars":
            return Ask(f"stars_{game.scared[len(box.stars)]}")
        case "colour" if not box.onward:
            return Ask({None: "colour", "silver": "dragon"}.get(box.laying, "silver"))
        case "colour" if not game.scared:
            return Ask("throw")
        case _:
            return Ask("stop")


# --- lamps ------------------------------------------------------------------------------------------------------------


def offered(box: Box) -> tuple[Colour, ...]:
    """The colours that can be pressed now."""
    if box.wants == "throw":
        return FACES if len(box.entered) < box.game.free else ()
    if box.wants != "colour":
        return ()
    match box.laying:
        case None:
            return truth.colours(box.game)
        case "silver":
            return tuple(dragon for dragon in ROW if dragon not in box.game.scared)
        case colour:
            return colour, "silver"


def lit(box: Box, now: float, doubt: Doubt) -> frozenset[str]:
    """The lamps that must shine."""
    if box.leaving:
        return frozenset({"go", "back"})
    if box.page is not None:
        lines = len(reports(box.game)) - 6 * box.page
        return frozenset({"go", "back", *(f"pad.{line + 1}" for line in range(min(6, lines)))})
    lamps = {f"pad.{pad + 1}" for pad in _pads(box)}
    if "panel" in box.lost:
        return frozenset(lamps)
    lamps |= {f"key.{FACES.index(colour) + 1}" for colour in offered(box)}
    lamps |= {f"meter.{die + 1}" for die in range(len(box.entered))}
    if box.entered or box.halfway or box.past:
        lamps.add("back")
    if _goes(box, now, doubt):
        lamps.add("go")
    return frozenset(lamps)


def _pads(box: Box) -> tuple[int, ...]:
    if box.game.need == "over":
        return truth.winners(box.game)
    if box.game.need == "stars" and "panel" not in box.lost:
        return tuple(range(6))
    return (box.game.cur,)


def _goes(box: Box, now: float, doubt: Doubt) -> bool:
    game = box.game
    if box.entered:
        return len(box.entered) >= game.free
    if not doubt.since(now - box.timed_at - BELONGS):
        return False
    onward = game.need == "colour" and not box.onward and truth.may_throw(game)
    return bool(box.undone) or game.need == "over" or onward or truth.may_stop(game)
