"""The start of a game, and any position before a roll, laid out by hand (rules.md 3.2)."""

from functools import cache

from games.sultans_swoop import gold
from games.sultans_swoop.bout import go_on
from games.sultans_swoop.copy import PLAYERS, Copy, check
from games.sultans_swoop.settings import Settings
from games.sultans_swoop.state import OPEN_TASKS, Phase, State
from games.sultans_swoop.tower import Tower

_DEFAULTS = Settings()
_SHIPPED = Copy()
_doubts = cache(check)


def setup(players: int, start: int = 0, settings: Settings = _DEFAULTS, copy: Copy = _SHIPPED) -> State:
    """The start of a game: the tower is built, nobody has gold (3.2).

    Between two players the three open tasks are dealt by `Deal`, before the first roll. Between more nobody but their
    holders knows the tasks.

    Args:
        players: 2 to 6.
        start: Who rolls first, from 0: the family knows who talks fastest.
        settings: The readings taken.
        copy: The values of the owner's copy.

    Raises:
        ValueError: The game is not for so many, nobody sits at `start`, or no copy can be as this one says.
    """
    if players not in PLAYERS:
        raise ValueError(f"Sultan's Swoop is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")
    if start not in range(players):
        raise ValueError(f"player {start} cannot begin; the {players} players are 0 to {players - 1}")
    if doubts := _doubts(copy):
        raise ValueError("; ".join(doubts))
    return lay(cards=(gold.NONE,) * players, roller=start, settings=settings, copy=copy)


def lay(
    *,
    cards: tuple[gold.Cards, ...],
    roller: int = 0,
    bouts: int = 0,
    tasks: tuple[int | None, ...] = (),
    deck: tuple[int, ...] = (),
    tower: Tower | None = None,
    settings: Settings = _DEFAULTS,
    copy: Copy = _SHIPPED,
) -> State:
    """A position before a roll, laid out by hand; the supply is full, whatever the players hold.

    Args:
        cards: The gold cards each player holds.
        roller: Who is to roll.
        bouts: Bouts scored already.
        tasks: Each player's task, or the three open ones between two; none given, none known.
        deck: What is known of the draw pile, its top first.
        tower: Its pieces, if not those of the copy.
        settings: The readings taken.
        copy: The values of the owner's copy.
    """
    players = len(cards)
    supply = dict(copy.gold_cards) | {2: dict(copy.two_bag_in_use)[players]}
    pieces = dict(copy.tower)[players] if tower is None else tower
    state = State(
        phase=Phase.ROLL,
        roller=roller,
        bouts=bouts,
        cards=cards,
        stacks=tuple(supply[value] for value in gold.VALUES),
        tasks=tasks or (None,) * (OPEN_TASKS if players == 2 else players),
        deck=deck,
        voids=0,
        dice=None,
        left=pieces,
        got=((),) * players,
        taker=None,
        colours=copy.colours,
        tower=pieces,
        settings=settings,
    )
    return go_on(state)[0]
