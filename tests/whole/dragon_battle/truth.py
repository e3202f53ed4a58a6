"""Dragon Battle as it truly is on the table, written from the rulebook: dice, dragons, residents, stars, end and ties.

It knows every card, which the box does not, and says what has to be announced. It shares no code with the game's rules.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.announcements import Announcement
from games.announcements.dragon_battle import (
    Battle,
    Colour,
    Dragon,
    Ends,
    Failed,
    Freed,
    Juggler,
    Refill,
    Rolled,
    Scared,
)
from games.announcements.shared import Foul, GameOver, TurnStarts

ROW: tuple[Dragon, ...] = ("yellow", "red", "blue", "purple")
FACES: tuple[Colour, ...] = (*ROW, "black", "silver")
DICE = 4
THROWS = 4
JUGGLERS = 8
RESIDENTS = 20

Need = Literal["throw", "colour", "stop", "stars", "over"]
"""What the player has to do: throw, lay out a colour, stop or throw on, take residents; nothing."""


class Family(NamedTuple):
    """Who plays, and by which readings."""

    players: int
    start: int = 0
    variant: Literal["base", "young", "older"] = "base"
    must_place: bool = True
    silver_joins: bool = False


class Game(NamedTuple):
    """The table."""

    family: Family
    cur: int
    under: tuple[int, ...]
    """The stars of the resident under each dragon; 0: nobody."""
    pile: tuple[int, ...]
    jugglers: int
    won: tuple[tuple[int, ...], ...]
    """The stars of the residents of each player, as they were told."""
    jugs: tuple[int, ...]
    need: Need = "throw"
    free: int = DICE
    throws: int = 0
    scared: tuple[Dragon, ...] = ()
    shown: tuple[Colour, ...] = ()
    """What the free dice show of the last throw."""


Ruled = tuple[Game, tuple[Announcement, ...]]


class Lay(NamedTuple):
    """All dice of a colour onto a dragon, with the silver ones or not."""

    colour: Colour
    dragon: Dragon
    joined: bool = False


def shuffled(family: Family, cards: Sequence[int]) -> Game:
    """The start of a game with these residents, in the order in which they are drawn."""
    nobody: tuple[int, ...] = (0,) * family.players
    won: tuple[tuple[int, ...], ...] = ((),) * family.players
    return Game(family, family.start, tuple(cards[:4]), tuple(cards[4:]), JUGGLERS, won, nobody)


def taken(game: Game) -> tuple[Dragon, ...]:
    """The scared dragons, in the order of the row."""
    return tuple(dragon for dragon in ROW if dragon in game.scared)


def cards(game: Game) -> tuple[int, ...]:
    """The stars to be told of the residents that are freed now, in the order in which their dragons were scared."""
    return tuple(game.under[ROW.index(dragon)] for dragon in game.scared)


def colours(game: Game) -> tuple[Colour, ...]:
    """The colours that can go onto a dragon without dice, by the alphabet."""
    return tuple(sorted({face for face in game.shown if face not in ("black", *game.scared)}))


def lays(game: Game) -> tuple[Lay, ...]:
    """Every way to lay out one colour."""
    ways: list[Lay] = []
    for colour in colours(game):
        if colour == "silver":
            ways += [Lay("silver", dragon) for dragon in ROW if dragon not in game.scared]
        elif colour != "black":
            ways.append(Lay(colour, colour))
            if game.family.silver_joins and "silver" in game.shown:
                ways.append(Lay(colour, colour, joined=True))
    return tuple(ways)


def may_throw(game: Game) -> bool:
    """Whether the free dice may be thrown now."""
    if game.need == "colour":
        return not game.family.must_place and game.throws < THROWS
    return game.need in ("throw", "stop")


def may_stop(game: Game) -> bool:
    """Whether the battle may be ended now."""
    return game.need == "stop" or (game.need == "colour" and not game.family.must_place and bool(game.scared))


def throw(game: Game, dice: Sequence[Colour]) -> Ruled | Foul:
    """The free dice are thrown and show this. What leaves no choice is done at once."""
    if game.need == "over":
        return Foul("DB-F18", game.cur)
    if game.need == "stars":
        return Foul("DB-F08", game.cur)
    if len(dice) != game.free:
        return Foul("DB-F02", game.cur, game.free)
    well = dice.count("black")
    shown = tuple(face for face in FACES for _ in range(dice.count(face)) if face != "black")
    game = game._replace(free=game.free - well, throws=game.throws + 1, shown=shown, need="colour")
    can = colours(game)
    rolled = Rolled(well, can)
    if not can:
        return _failed(game, rolled)
    ways = lays(game)
    if len(ways) == 1 and not may_stop(game) and not may_throw(game):
        return _after((rolled,), lay(game, ways[0]))
    return game, (rolled,)


def lay(game: Game, way: Lay) -> Ruled:
    """One of `lays`."""
    gone = (way.colour, "silver") if way.joined else (way.colour,)
    shown = tuple(face for face in game.shown if face not in gone)
    free = len(shown)
    game = game._replace(free=free, shown=shown, scared=(*game.scared, way.dragon), need="stop")
    said = (Scared(way.dragon, free),)
    if not free:
        return _after(said, _won(game, "dice"))
    if game.throws == THROWS:
        return _after(said, _won(game, "throws"))
    return game, said


def stop(game: Game) -> Ruled | Foul:
    """The player has had enough."""
    return _won(game, "stop") if may_stop(game) else Foul("DB-F09", game.cur)


def take(game: Game, stars: tuple[int, ...]) -> Ruled:
    """The residents of the scared dragons are taken, and these stars are told of them."""
    cur, residents = game.cur, len(game.scared)
    mine = stars or cards(game)
    won = tuple((*freed, *mine) if player == cur else freed for player, freed in enumerate(game.won))
    under = tuple(0 if dragon in game.scared else card for dragon, card in zip(ROW, game.under, strict=True))
    counted = None if game.family.variant == "young" else sum(mine)
    return _after((Freed(cur, residents, counted),), _next(game._replace(won=won, under=under)))


def scores(game: Game) -> tuple[int, ...]:
    """Stars with jugglers, one each; residents for younger children."""
    if game.family.variant == "young":
        return tuple(map(len, game.won))
    return tuple(sum(freed) + jugs for freed, jugs in zip(game.won, game.jugs, strict=True))


def winners(game: Game) -> tuple[int, ...]:
    """Most win; of those as good the ones with fewest residents."""
    best = max(scores(game))
    tied = [player for player, score in enumerate(scores(game)) if score == best]
    fewest = min(len(game.won[player]) for player in tied)
    return tuple(player for player in tied if len(game.won[player]) == fewest)


def _after(said: tuple[Announcement, ...], then: Ruled) -> Ruled:
    game, more = then
    return game, said + more


def _failed(game: Game, rolled: Rolled) -> Ruled:
    said: tuple[Announcement, ...] = (rolled, Failed(game.cur))
    if game.jugglers:
        left = game.jugglers - 1
        jugs = tuple(jugs + (player == game.cur) for player, jugs in enumerate(game.jugs))
        game = game._replace(jugglers=left, jugs=jugs)
        said = (*said, Juggler(game.cur, left))
    return _after(said, _next(game))


def _won(game: Game, ends: Ends) -> Ruled:
    game = game._replace(need="stars")
    said = (Battle(ends, taken(game)),)
    return _after(said, take(game, ())) if game.family.variant == "young" else (game, said)


def _next(game: Game) -> Ruled:
    """The dice are collected and empty places filled; where they cannot all be, that is the end."""
    game = game._replace(free=DICE, throws=0, scared=(), shown=(), need="throw")
    empty = tuple(dragon for dragon, card in zip(ROW, game.under, strict=True) if not card)
    if len(empty) > len(game.pile):
        game = game._replace(need="over")
        return game, (GameOver(winners(game), scores(game)),)
    drawn = iter(game.pile)
    under = tuple(card or next(drawn) for card in game.under)
    game = game._replace(under=under, pile=tuple(drawn), cur=(game.cur + 1) % game.family.players)
    refill = (Refill(empty, len(game.pile)),) if empty else ()
    return game, (*refill, TurnStarts(game.cur))
