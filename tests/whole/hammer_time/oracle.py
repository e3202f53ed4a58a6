"""What the box must say of every press and of every time the box comes to rest, from the truth of table and fingers.

Written from panel.md and games/hammer_time/README.md; it shares no code with the referee nor with `games.talk`. What
the box asks and repeats is no ruling and is left out.
"""

from typing import Literal, NamedTuple

from games.announcements import Announcement
from games.announcements.hammer_time import GemsBack, SetTaken, Technique, WagonOpen
from games.announcements.shared import Foul, Resumed, Undone
from tests.whole.doubt import Doubt
from tests.whole.fingers import Press
from tests.whole.hammer_time import truth
from tests.whole.hammer_time.truth import COLOURS, KINDS, TECHNIQUES, Game, Ruled, Wagon

ENTRY, BELONGS, MASH = 1.5, 2.0, 1.0
REPEAT, LIST, LEAVE = 2.0, 1.0, 3.0
MOST = 12
SILENT = 3
NEVER = -1e9
LINES = 6
"""Of a page of the list, one for each pad."""

Restoring = Literal["dragon", "turned", "wagon", "table"]
KEPT = {"dragon": "HT-F13", "turned": "HT-F15", "wagon": "HT-F18"}


class Box(NamedTuple):
    """What the box must know, and what it has to have said since the oracle was asked last."""

    game: Game
    sets: tuple[tuple[Wagon, ...], ...]
    """The wagon cards of each set."""
    lies: int
    """The gems on the box, as it counts them."""
    unseen: int = 0
    """So many more than there are: of a gem that was moved while the scale was off nobody may know."""
    woken: bool = False
    """The scale was off, and the table has not been found right since."""
    adrift: bool = False
    """... and the players have not been asked since."""
    waits: bool = False
    """... and while the rest goes back they have to say that it is all there; nobody is blamed for one that is not."""
    went_at: float = NEVER
    looked: bool = False
    """... and nothing was known to be amiss when it was."""
    past: tuple[Game, ...] = ()
    undone: tuple[Game, ...] = ()
    restoring: Restoring | None = None
    entered: tuple[str, ...] = ()
    entered_at: float = NEVER
    insisted: int = 0
    half: Literal["", "full", "cards"] = ""
    timed_at: float = NEVER
    back_at: float = NEVER
    page: int | None = None
    leaving: bool = False
    overtaken: bool = False
    """Hands have played on while it was asked whether to leave, or the list was open: `back` may still answer that."""
    leaving_at: float = NEVER
    left: bool = False
    silent: int = 0
    doubted: bool = False
    ended_foul: bool = False
    """Playing on after the end was named."""
    kept_foul: bool = False
    """What was kept too long was named, and no hand has moved since."""
    deaf_panel: bool = False
    said: tuple[Announcement, ...] = ()

    def says(self, *said: Announcement) -> "Box":
        return self._replace(said=self.said + said)

    @property
    def missing(self) -> int:
        """Gems that have to go back before the turn goes on."""
        return self.game.least + self.game.down - self.lies

    @property
    def asks(self) -> bool:
        return not self.doubted and self.restoring is None

    @property
    def expected(self) -> int:
        """Colours of an entry; 0 where none is asked for."""
        if not self.asks:
            return 0
        if self.game.phase == "colours":
            return self.game.fell
        return len(self.game.fallen) if self.game.phase == "fill" and not self.game.loading else 0


# --- the table --------------------------------------------------------------------------------------------------------


def weigh(box: Box, lies: int, doubt: Doubt, *, knocked: bool, moved: bool = True, put: bool = False) -> Box:
    """The box came to rest, so many gems lie on it; a knock was heard meanwhile, gems were put there."""
    box = _counts(box, lies, doubt)._replace(undone=() if moved or knocked else box.undone)
    if knocked:
        box = box._replace(silent=0)
    if moved:
        box = box._replace(kept_foul=False)
    if box.waits and abs(box.missing) <= 1:
        knocked = False
    return settle(box, knocked=knocked and not put, moved=moved)


def vouch(box: Box) -> Box:
    """The players have said that all gems are there, where they were asked."""
    return settle(box._replace(waits=False, adrift=False))


def _counts(box: Box, lies: int, doubt: Doubt) -> Box:
    """Behind a new zero one gem may go unseen until players are asked: where gems may fall, and as the rest is back.

    On the players' honour they are asked only where something was known to be amiss; else what nobody has seen shows
    when more lie there than there are.
    """
    game = box.game
    asks = box.woken or box.restoring not in KEPT if game.family.tracked else box.woken and not box.looked
    if game.loading or (game.loose and asks):
        return box._replace(lies=lies, unseen=0)
    box = box._replace(lies=lies + box.unseen)
    gone = game.least - box.lies if box.lies < game.least else min(0, game.most - box.lies)
    all_there = gone < 0 < box.unseen and not game.family.tracked
    if all_there or (abs(gone) == 1 and box.looked and doubt.either()):
        return box._replace(lies=box.lies + gone, unseen=box.unseen + gone)
    return box


def settle(box: Box, *, knocked: bool = False, moved: bool = False) -> Box:
    """What lies there is judged."""
    game = box.game
    if box.left:
        return box
    if box.restoring is not None:
        if knocked and box.restoring in KEPT:
            box = _kept(box)
        return right(box) if game.least <= box.lies <= game.most else box
    gone = game.least - box.lies
    if box.doubted and game.loose:
        return box
    if game.loose:
        if gone <= 0:
            if knocked and game.phase == "die":
                box = box.says(Foul("HT-F14", game.cur))
            if not game.family.tracked and gone < 0:
                box = box._replace(game=game._replace(out=max(0, game.box - box.lies)))
            return box
        return _falls(box, gone, knocked=knocked)
    if game.phase == "over":
        if knocked and not box.ended_foul:
            box = box._replace(ended_foul=True).says(Foul("HT-F20", game.cur))
        return box
    if game.phase == "fill" and game.loading:
        if not box.missing:
            return box if box.waits else settle(_ruled(box, truth.returned(game)))
        if knocked or (box.missing < (-1 if box.waits else 0) and not box.kept_foul):
            box = box._replace(kept_foul=True).says(Foul("HT-F07", game.cur))
        return box
    if knocked:
        box = box.says(Foul("HT-F06" if game.phase == "sets" else "HT-F02", game.cur))
    return box._replace(restoring="table") if gone > 0 else box


def falls(box: Box, lies: int) -> bool:
    """Whether gems have fallen where they may, if so many lie there now."""
    return box.game.loose and box.restoring is None and lies + box.unseen < box.game.least


def _falls(box: Box, gone: int, *, knocked: bool) -> Box:
    game = box.game
    if knocked and game.phase == "die":
        return box._replace(restoring="table").says(Foul("HT-F14", game.cur))
    box = _ruled(box, truth.fell(game, gone, knocked=knocked))
    if not knocked:
        box = box._replace(silent=box.silent + 1)
        if box.silent >= SILENT and box.game.phase != "over":
            box = box._replace(silent=0, doubted=True)
    return settle(box)


def _kept(box: Box) -> Box:
    code = KEPT.get(box.restoring or "")
    return box if code is None else box.says(Foul(code, box.past[-1].cur))


def right(box: Box) -> Box:
    back = box.restoring in KEPT
    box = box._replace(restoring=None, doubted=False, woken=False, looked=False)
    return settle(box.says(GemsBack()) if back else box)


def power_back(box: Box, lies: int, doubt: Doubt) -> Box:
    """What was agreed and can be undone is kept, and nothing else."""
    game = box.game
    restoring = None if game.phase == "over" else box.restoring or "table"
    woken = Box(game, box.sets, lies, box.unseen, past=box.past, restoring=restoring, silent=box.silent, said=box.said)
    woken = woken._replace(woken=restoring is not None, adrift=True, looked=box.looked or box.restoring is None)
    woken = woken._replace(waits=game.loading)
    return settle(_counts(woken, lies, doubt).says(Resumed()))


def scale_back(box: Box, lies: int, doubt: Doubt) -> Box:
    if box.game.phase == "over":
        return box
    looked = box.looked or box.restoring is None
    box = box._replace(restoring=box.restoring or "table", woken=True, adrift=True, looked=looked, undone=())
    box = box._replace(waits=box.game.loading)
    return settle(_counts(box, lies, doubt))


def power_gone(box: Box) -> Box:
    """Nothing half entered outlives it."""
    return box._replace(entered=())


def panel_lost(box: Box) -> Box:
    return box._replace(entered=(), page=None, leaving=False, overtaken=False, half="", timed_at=NEVER, back_at=NEVER)


# --- keys -------------------------------------------------------------------------------------------------------------


def pass_time(box: Box, now: float, doubt: Doubt, *, late: float = 0.0) -> Box:
    """A complete entry is ruled on by time."""
    complete = 0 < box.expected <= len(box.entered) and not box.leaving and box.page is None
    if complete and doubt.since(now - box.entered_at - ENTRY, late):
        return settle(_entry(box._replace(timed_at=box.entered_at + ENTRY), doubt))
    return box


def press(box: Box, made: Press, doubt: Doubt) -> Box:
    box = pass_time(box, made.at, doubt, late=made.late)
    if box.left:
        return box
    aside = box.leaving or box.page is not None
    undone = box.undone
    after, heard = _pressed(box, made, doubt)
    if heard and made.key not in ("go", "back"):
        after = after._replace(undone=() if after.undone == undone else after.undone, timed_at=NEVER)
    if made.key == "go":
        after = after._replace(went_at=made.at)
    if heard:
        after = after._replace(kept_foul=False, ended_foul=False) if after.said == box.said else after
    if aside and not after.leaving and after.page is None:
        after = after._replace(entered_at=made.at)
    return settle(after)


def reports(game: Game) -> tuple[str, ...]:
    """The lines of the list."""
    if game.phase == "over":
        return ()
    fallen, tasks = game.fell > 0, game.family.tasks != "off"
    lines = [
        *(("F12", "F02") if fallen else ()),
        *(("F11",) if fallen and game.family.master else ()),
        *((("F16" if game.won else "F08"),) if fallen and tasks else ()),
        *(("F19",) if tasks else ()),
        "F05",
        *(("F01",) if fallen else ()),
        *(("F09",) if game.held[game.cur] else ()),
    ]
    return tuple(f"HT-{line}" for line in lines)


def _pressed(box: Box, made: Press, doubt: Doubt) -> tuple[Box, bool]:
    match made.key:
        case "back+go":
            return box, False
        case "go" if doubt.since(made.held - REPEAT):
            return box, True
        case "go":
            return _go(box, made.at, doubt), True
        case "back" if doubt.since(made.held - LEAVE):
            return box._replace(leaving=True, leaving_at=NEVER, page=None), True
        case "back" if doubt.since(made.held - LIST):
            return (box._replace(page=0, leaving=False), True) if reports(box.game) else (box, False)
        case "back":
            return _back(box, made.at, doubt), True
        case _ if box.leaving:
            return box, False
        case key if box.page is not None:
            return _report(box, int(key[1:]) - 1) if key[0] == "p" else (box, False)
        case key if key[0] == "k":
            return _colour(box, int(key[1:]) - 1, made.at)
        case key:
            return _pad(box, int(key[1:]) - 1)


def _colour(box: Box, key: int, at: float) -> tuple[Box, bool]:
    game, cur = box.game, box.game.cur
    if not box.asks:
        return box, False
    if box.expected:
        most = MOST if game.phase == "colours" else box.expected
        if len(box.entered) >= max(most, box.expected):
            return box, False
        return box._replace(entered=(*box.entered, COLOURS[key]), entered_at=at), True
    if game.phase == "die":
        told = game._replace(phase="knock")
        return _ruled(box, (told, (Technique(TECHNIQUES[key]),))), True
    if game.phase == "sets":
        if key >= len(box.sets) or key in game.sets:
            return box, False
        taken = game._replace(
            sets=truth.swap(game.sets, cur, key),
            below=truth.swap(game.below, cur, box.sets[key]),
            cur=(cur + 1) % game.family.players,
        )
        taken = truth.uncover(taken, cur)
        if None not in taken.sets:
            taken = taken._replace(phase="die" if game.family.master else "knock")
        return _ruled(box, (taken, (SetTaken(cur, COLOURS[key]),))), True
    if game.phase in ("knock", "task") and truth.top_untold(game) and key < len(KINDS):
        return _ruled(box, truth.tell(game, KINDS[key])), True
    return box, False


def _pad(box: Box, pad: int) -> tuple[Box, bool]:
    game, cur = box.game, box.game.cur
    if not box.asks:
        return box, False
    if game.phase == "honour":
        held = len(game.held[cur])
        if box.half == "cards":
            if pad >= held:
                return box.says(Foul("HT-F10", cur, held)), True
            return _ruled(box, truth.full(game, pad + 1)), True
        if box.half or pad >= game.family.players:
            return box, False
        if pad != cur:
            return box.says(Foul("HT-F01", cur)), True
        return (box._replace(half="full"), True) if held else (_ruled(box, truth.full(game, 0)), True)
    set_of = game.sets[cur]
    if truth.wagon_untold(game) and set_of is not None and pad < len(box.sets[set_of]):
        wagon = box.sets[set_of][pad]
        if wagon in game.below[cur]:
            below = [*game.below[cur]]
            below.remove(wagon)
            told = game._replace(
                tops=truth.swap(game.tops, cur, wagon), below=truth.swap(game.below, cur, tuple(below))
            )
            said: tuple[Announcement, ...] = (WagonOpen(cur, wagon),)
            if told.fell:
                told, more = truth.go_on(told)
                said = (*said, *more)
            return _ruled(box, (told, said)), True
    return box, False


def _go(box: Box, at: float, doubt: Doubt) -> Box:
    game, cur = box.game, box.game.cur
    if box.leaving:
        return box._replace(left=True, leaving=False) if doubt.since(at - box.leaving_at - MASH) else box
    if box.page is not None:
        pages = -(-len(reports(game)) // LINES)
        return box._replace(page=None if pages == 1 else (box.page + 1) % pages)
    if box.expected and box.entered:
        return _entry(box, doubt)
    if not doubt.since(at - box.timed_at - BELONGS):
        return box
    if box.doubted:
        raise AssertionError("a child lies about a knock")
    if box.asks and game.phase == "cards":
        return _ruled(box, truth.full(game, len(game.tops[cur]) - len(game.placed[cur])))
    if box.asks and game.phase == "honour" and box.half == "full":
        if len(game.held[cur]) == 1:
            return _ruled(box, truth.full(game, 1))
        return box._replace(half="cards")
    if box.undone:
        *undone, again = box.undone
        return _to(box._replace(past=(*box.past, game), undone=tuple(undone)).says(Resumed()), again)
    if box.restoring is not None:
        return _kept(box)
    if game.phase == "over":
        return box._replace(leaving=True, leaving_at=at)
    if game.phase == "fill":
        if box.waits and not box.missing:
            return box._replace(waits=not doubt.since(at - box.went_at - BELONGS))
        if game.loading:  # behind a new zero nobody is blamed
            return box if box.adrift and doubt.either() else box.says(Foul("HT-F07", cur))
        return _loaded(box, (), doubt)
    if game.phase == "honour":
        return _ruled(box, truth.passes(game))
    if game.phase != "knock" or (box.adrift and doubt.either()):  # behind a new zero it may be an answer
        return box
    return box.says(Foul("HT-F12", cur))


def _back(box: Box, at: float, doubt: Doubt) -> Box:
    game = box.game
    if box.leaving or box.page is not None:
        return box._replace(leaving=False, page=None, back_at=at)
    if box.entered:
        return box._replace(entered=box.entered[:-1], entered_at=at, back_at=at)
    if box.overtaken and doubt.either():
        return box._replace(overtaken=False, back_at=at)
    box = box._replace(overtaken=False)
    if not doubt.since(at - box.back_at - MASH):
        return box
    box = box._replace(back_at=at, timed_at=NEVER)
    if box.doubted:
        return box._replace(doubted=False)
    if box.asks and game.phase == "cards":
        return _ruled(box, truth.passes(game))
    if box.asks and game.phase == "honour" and box.half == "full":
        return _ruled(box, truth.full(game, 0))
    if box.half == "cards":
        return box._replace(half="full")
    if box.half:
        return box._replace(half="")
    past = [*box.past]
    if not past:
        return box
    before = past.pop()
    while before.loading:
        before = past.pop()
    return _to(box._replace(past=tuple(past), undone=(*box.undone, game)).says(Undone()), before)


def _to(box: Box, game: Game) -> Box:
    """The game stands as it stood at another moment; the hands bring the box there."""
    restoring: Restoring | None = None if game.phase == "over" else "table"
    return box._replace(
        game=game, restoring=restoring, waits=False, half="", insisted=0, doubted=False, kept_foul=False
    )


def _report(box: Box, line: int) -> tuple[Box, bool]:
    game, codes = box.game, reports(box.game)
    line += (box.page or 0) * LINES
    if line >= len(codes):
        return box, False
    code = codes[line]
    box = box._replace(page=None).says(Foul(code, game.cur))
    if code not in ("HT-F12", "HT-F02", "HT-F11", "HT-F01"):
        return box, True
    box = box._replace(entered=())
    before = next(each for each in reversed(box.past) if each.phase == "knock")
    past = (*box.past, game)
    if code == "HT-F12" and game.family.touch == "endTurn":
        box = _ruled(box, truth.fell(before, game.fell, knocked=False))
        return box._replace(past=past), True
    return box._replace(game=before, past=past, undone=(), half="", insisted=0, restoring="table"), True


def _loaded(box: Box, gems: tuple[str, ...], doubt: Doubt) -> Box:
    waits = box.adrift and not doubt.either()
    return _ruled(box, _load(box.game, gems))._replace(waits=waits)


def _entry(box: Box, doubt: Doubt) -> Box:
    """What is entered is complete, or all there is."""
    game, cur, gems = box.game, box.game.cur, box.entered
    box = box._replace(entered=())
    if game.phase == "colours":
        if len(gems) != game.fell:
            return box._replace(insisted=box.insisted + 1)
        return _ruled(box, truth.sort(game, gems))
    wagon, placed = game.tops[cur], game.placed[cur]
    among = all(gems.count(gem) <= game.fallen.count(gem) for gem in gems)
    if among and "black" not in gems and truth.fits(wagon, (*placed, *gems)):
        return _loaded(box, gems, doubt)
    if "black" in gems:
        code = "HT-F17"
    elif not among:
        code = "HT-F05"
    else:
        foreign = any(gem not in (*wagon, "white") for gem in gems)
        code = "HT-F03" if foreign and len(gems) <= len(wagon) - len(placed) else "HT-F04"
    return box.says(Foul(code, cur))


def _load(game: Game, gems: tuple[str, ...]) -> Ruled:
    left = [*game.fallen]
    for gem in gems:
        left.remove(gem)
    placed = truth.heap((*game.placed[game.cur], *gems))
    game = game._replace(fallen=tuple(left), placed=truth.swap(game.placed, game.cur, placed), loading=True)
    return (game, ()) if left else truth.returned(game)


def _ruled(box: Box, ruled: Ruled) -> Box:
    """A move is agreed: what must be right before play goes on, and on the players' honour what belongs on the box."""
    game, said = ruled
    before = box.game
    kinds = {type(each).__name__: each for each in said}
    restoring: Restoring | None = None
    if "Dragon" in kinds:
        restoring = "dragon"
    elif "TurnedFall" in kinds:
        restoring = "turned"
    elif "WagonFull" in kinds and game.family.tracked:
        restoring = "wagon"
    if game.phase == "over":
        restoring = None
    if before.phase == "honour" and game.phase != "honour" and not restoring:
        game = game._replace(out=max(0, game.box - box.lies))
    return box._replace(
        game=game,
        past=(*box.past, before),
        undone=(),
        restoring=restoring,
        waits=False,
        leaving=False,
        page=None,
        overtaken=box.overtaken or box.leaving or box.page is not None,
        half="",
        insisted=0,
        doubted=False,
        kept_foul=False,
    ).says(*said)
