"""Hammer Time as the rulebook has it: tasks, wagons, the dragon, the end.

It shares no code with the game's rules.
Task cards are numbers, so that a card keeps its name wherever it lies; what each asks for is known once it was told.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.announcements import Announcement
from games.announcements.hammer_time import (
    CardsFill,
    CardsUsed,
    Dragon,
    Fell,
    GemsBack,
    Knocked,
    LastRound,
    Missing,
    Sorted,
    TaskDone,
    TaskMissed,
    TaskOpen,
    TurnedFall,
    WagonFull,
)

COLOURS = ("yellow", "red", "blue", "green", "black", "white")
LETTERS = {"y": "yellow", "r": "red", "b": "blue", "g": "green"}
KINDS = ("even", "odd", "1-3", "6-8", "2black")
CARDS = ("even", "even", "odd", "odd", "1-3", "1-3", "6-8", "6-8", "2black")
TECHNIQUES = ("handle", "fist", "thumbOff", "weakerHand", "headOnTable", "eyesClosed")
WAGONS = 4
DRAGON = 9

Phase = Literal["sets", "die", "knock", "task", "colours", "wagon", "fill", "cards", "honour", "over"]
Tasks = Literal["cards", "box", "off"]
"""Where task cards come from."""
Wagon = tuple[str, ...]
"""The colours of its spaces."""
Said = tuple[Announcement, ...]


class Family(NamedTuple):
    """Who plays, and by which readings."""

    players: int
    start: int = 0
    master: bool = False
    tracked: bool = False
    tasks: Tasks = "cards"
    touch: Literal["endTurn", "undo"] = "endTurn"


class Game(NamedTuple):
    """What has been agreed."""

    family: Family
    cur: int
    phase: Phase
    box: int
    """Gems on the box; on the players' honour with those in wagons."""
    deck: tuple[int, ...]
    told: tuple[str | None, ...]
    """What each task card asks for, as far as it was told."""
    held: tuple[tuple[int, ...], ...]
    done: tuple[int, ...]
    sets: tuple[int | None, ...]
    tops: tuple[Wagon, ...]
    below: tuple[tuple[Wagon, ...], ...]
    placed: tuple[Wagon, ...]
    """The gems in each top wagon, in the order of COLOURS."""
    fell: int = 0
    fallen: tuple[str, ...] = ()
    """Those that are neither in a wagon nor back, once they were told."""
    won: bool | None = None
    out: int = 0
    """Gems in wagons, where these are on the players' honour."""
    loading: bool = False
    """What goes into the wagon has been told: the rest goes back."""

    @property
    def down(self) -> int:
        return self.fell if self.phase in ("task", "colours", "honour") else len(self.fallen)

    @property
    def least(self) -> int:
        return self.box - self.out

    @property
    def most(self) -> int:
        return self.least + self.down + (0 if self.family.tracked else self.out)

    @property
    def loose(self) -> bool:
        """Gems may fall."""
        return self.phase in ("die", "knock")


Ruled = tuple[Game, Said]


def setup(family: Family, gems: int, order: Sequence[int]) -> Game:
    """All gems on the box; task cards in this order, known from the first where the box deals them."""
    nothing: tuple[Wagon, ...] = ((),) * family.players
    none: tuple[tuple[int, ...], ...] = ((),) * family.players
    return Game(
        family,
        family.start,
        "sets" if family.tracked else "die" if family.master else "knock",
        gems,
        () if family.tasks == "off" else tuple(order),
        CARDS if family.tasks == "box" else (None,) * len(CARDS),
        none,
        (0,) * family.players,
        (None,) * family.players,
        nothing,
        (nothing,) * family.players,
        nothing,
    )


def swap(each: tuple, player: int, now: object) -> tuple:  # type: ignore[type-arg]
    """What each has, with this player's changed."""
    return (*each[:player], now, *each[player + 1 :])


def heap(gems: Sequence[str]) -> Wagon:
    return tuple(sorted(gems, key=COLOURS.index))


def top_untold(game: Game) -> bool:
    return game.phase in ("die", "knock", "task") and bool(game.deck) and game.told[game.deck[0]] is None


def wagon_untold(game: Game) -> bool:
    return game.phase in ("die", "knock", "wagon") and not game.tops[game.cur] and bool(game.below[game.cur])


def task_done(kind: str, fell: int, fallen: Sequence[str]) -> bool:
    if kind == "2black":
        return fallen.count("black") >= 2
    if kind in ("even", "odd"):
        return fell % 2 == ("even", "odd").index(kind)
    low, high = map(int, kind.split("-"))
    return low <= fell <= high


def fits(wagon: Wagon, gems: Sequence[str]) -> bool:
    """Space by space: each gem on one of its own colour, whites on whatever is left."""
    left = [*wagon]
    for gem in gems:
        if gem != "white":
            if gem not in left:
                return False
            left.remove(gem)
    return gems.count("white") <= len(left)


def fell(game: Game, gems: int, *, knocked: bool) -> Ruled:
    """So many have fallen in the phase of knocking."""
    if not knocked:
        game, said = passes(game)
        return game, (TurnedFall(gems), *said)
    said = (Knocked(), Fell(gems))
    if gems >= DRAGON:
        game, more = passes(game)
        return game, (*said, Dragon(gems), *more)
    game, more = go_on(game._replace(box=game.box - gems, fell=gems))
    return game, (*said, *more)


def go_on(game: Game) -> Ruled:
    """Phase 3 once what it needs is told; then what is needed to fill the wagon."""
    said: Said = ()
    if game.won is None:
        if game.deck:
            card = game.deck[0]
            kind = game.told[card]
            if kind is None:
                return game._replace(phase="task"), ()
            if kind == "2black" and not game.fallen:
                return game._replace(phase="colours"), ()
            if task_done(kind, game.fell, game.fallen):
                held = swap(game.held, game.cur, (*game.held[game.cur], card))
                game = game._replace(won=True, deck=game.deck[1:], held=held)
                said = (TaskDone(game.cur, kind), *_open(game))
            else:
                said = (TaskMissed(kind),)
        if game.won is None:
            game = game._replace(won=False)
    if not game.family.tracked:
        return game._replace(phase="honour"), said
    if not game.fallen:
        return game._replace(phase="colours"), said
    if not game.tops[game.cur] and game.below[game.cur]:
        return game._replace(phase="wagon"), said
    return game._replace(phase="fill"), said


def sort(game: Game, gems: Sequence[str]) -> Ruled:
    game, said = go_on(game._replace(fallen=heap(gems)))
    return game, (Sorted(heap(gems)), *said)


def _open(game: Game) -> Said:
    kind = game.told[game.deck[0]] if game.deck else None
    return () if kind is None else (TaskOpen(kind),)


def tell(game: Game, kind: str) -> Ruled:
    game = game._replace(told=swap(game.told, game.deck[0], kind))
    if not game.fell:
        return game, (TaskOpen(kind),)
    game, said = go_on(game)
    return game, (TaskOpen(kind), *said)


def returned(game: Game) -> Ruled:
    """What was left over is back."""
    cur = game.cur
    wagon, placed = game.tops[cur], game.placed[cur]
    free = len(wagon) - len(placed)
    game = game._replace(box=game.box + len(game.fallen), fallen=(), loading=False)
    if not free and wagon:
        game, said = full(game, 0)
        return game, (GemsBack(), *said)
    lacks = tuple(each for each in LETTERS.values() if placed.count(each) < wagon.count(each))
    said = (GemsBack(), Missing(free, lacks if free else ()))
    if 0 < free <= len(game.held[cur]):
        return game._replace(phase="cards"), (*said, CardsFill(cur, free))
    game, more = passes(game)
    return game, (*said, *more)


def full(game: Game, cards: int) -> Ruled:
    """The wagon is full, so many task cards included: they go under the stack, the oldest first."""
    cur = game.cur
    said: Said = ()
    if cards:
        used, empty = game.held[cur][:cards], not game.deck
        told = game.told
        if game.family.tasks == "cards":
            told = tuple(None if card in used else kind for card, kind in enumerate(told))
        game = game._replace(deck=(*game.deck, *used), told=told, held=swap(game.held, cur, game.held[cur][cards:]))
        said = (CardsUsed(cur, cards), *(_open(game) if empty else ()))
    first = WAGONS not in game.done
    done = swap(game.done, cur, game.done[cur] + 1)
    gems = len(game.placed[cur])
    game = game._replace(
        done=done, box=game.box + gems, tops=swap(game.tops, cur, ()), placed=swap(game.placed, cur, ())
    )
    game = uncover(game, cur)
    last = first and done[cur] == WAGONS and (cur + 1) % game.family.players != game.family.start
    game, more = passes(game)
    return game, (*said, WagonFull(cur, done[cur]), *((LastRound(),) if last else ()), *more)


def uncover(game: Game, player: int) -> Game:
    """Wagons that all look alike need not be told."""
    below = game.below[player]
    if below and len({*below}) == 1:
        return game._replace(tops=swap(game.tops, player, below[0]), below=swap(game.below, player, below[1:]))
    return game


def passes(game: Game) -> Ruled:
    cur = (game.cur + 1) % game.family.players
    game = game._replace(box=game.box + game.down, fell=0, fallen=(), won=None, loading=False)
    if cur == game.family.start and WAGONS in game.done:
        return game._replace(phase="over"), ()
    return game._replace(phase="die" if game.family.master else "knock", cur=cur), ()


def winners(game: Game) -> tuple[int, ...]:
    finished = [player for player, done in enumerate(game.done) if done == WAGONS]
    most = max(len(game.held[player]) for player in finished)
    return tuple(player for player in finished if len(game.held[player]) == most)
