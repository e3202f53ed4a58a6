"""The world lines of a play (`box`, `board`, `gems`, `copy`, `game`), read into a Setting."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from firmware import copyfile
from firmware.copyfile import CopyFile
from firmware.owned import Owned
from firmware.plays import terms
from firmware.plays.script import Fault, Wrong
from firmware.setting import MOST_GEMS, Hands, Setting
from games import catalog
from games.contract import Game
from games.settings import settings_of
from games.table import SECTIONS, Slot

GAMES: Final = {game.name: game for game in catalog.GAMES}
"""The games there are, by name."""


class WrongCopy(Wrong):
    """The owner's copy file is wrong, in lines of its own."""

    def __init__(self, read: CopyFile) -> None:
        first = read.faults[0]
        super().__init__(first.what, first.right)
        self._read = read

    def faults(self, file: str, line: int) -> tuple[Fault, ...]:
        """Each where it stands in the copy file, whatever the line that names it."""
        del file, line
        return tuple(Fault(str(self._read.source), each.line, each.what, each.right) for each in self._read.faults)


@dataclass(slots=True)
class Draft:
    """The world as read so far; what no line has said keeps its default. `folder` is where the play lies."""

    folder: Path = Path()
    seed: int = 0
    hands: Hands = "tidy"
    board: tuple[Slot, ...] | None = None
    gems: int | None = None
    game: Game | None = None
    players: int = 0
    start: int = 0
    settings: Any = None
    copies: Mapping[str, Owned] = field(default_factory=dict)

    def read(self, words: tuple[str, ...]) -> None:
        """Take one world line; raises Wrong."""
        name, *rest = words
        WORLD[name](self, tuple(rest))

    def setting(self) -> Setting:
        """The world, complete; raises Wrong where lines do not agree with each other."""
        title, most = ("The box", MOST_GEMS) if self.game is None else (self.game.title, self.game.gems)
        if self.gems is not None and self.gems > most:
            raise Wrong(f"{title} has {most} gems, not {self.gems}", "write as many or fewer")
        if self.gems == 0 and self.game is not None and self.game.gems:
            raise Wrong("a number of gems 0 is out of range", f"{title} begins with 1 gem or more")
        usual = GAMES["clever_keys"].gems if self.game is None else self.game.gems
        return Setting(
            game=self.game,
            players=self.players,
            start=self.start,
            settings=self.settings,
            seed=self.seed,
            hands=self.hands,
            board=self.board,
            gems=usual if self.gems is None else self.gems,
            copies=self.copies,
        )


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise Wrong(f"{word!r} is no option", "write name=value, without spaces")
        if name in pairs:
            raise Wrong(f"{name!r} is said twice", "say it once")
        pairs[name] = value
    return pairs


def _box(draft: Draft, words: tuple[str, ...]) -> None:
    for name, value in _pairs(words).items():
        match name, value:
            case "seed", _:
                draft.seed = terms.whole(value, "seed")
            case "hands", "tidy" | "clumsy":
                draft.hands = value
            case "hands", _:
                raise Wrong(f"there are no hands {value!r}", "write hands=tidy or hands=clumsy")
            case _:
                raise Wrong(f"the box has no option {name!r}", "write box seed=N hands=tidy|clumsy")


def _board(draft: Draft, words: tuple[str, ...]) -> None:
    blocked = sorted(map(terms.slot, words))
    if [slot.section for slot in blocked] != list(range(SECTIONS)):
        raise Wrong(
            "a board has one blocked slot in each section",
            f"name {SECTIONS} slots, one in each section, like: board 0.3 1.0 2.2 3.1 4.0 5.3 6.2 7.1",
        )
    draft.board = tuple(blocked)


def _gems(draft: Draft, words: tuple[str, ...]) -> None:
    match words:
        case (number,):
            draft.gems = terms.whole(number, "a number of gems")
        case _:
            raise Wrong("it is not said how many gems lie in the chamber", "write gems N")


def _copy(draft: Draft, words: tuple[str, ...]) -> None:
    if not words:
        raise Wrong("it is not said which file", "write copy FILE, a copy.toml beside the play")
    source = draft.folder / " ".join(words)
    if not source.exists():
        raise Wrong(f"there is no file {source}", "put it beside the play (`boxref copy` writes one)")
    read = copyfile.read(source)
    if read.faults:
        raise WrongCopy(read)
    draft.copies = read.copies


def _game(draft: Draft, words: tuple[str, ...]) -> None:
    names = terms.choices(GAMES)
    match words:
        case (name, *options) if name in GAMES:
            game = GAMES[name]
        case (name, *_):
            raise Wrong(f"there is no game {name!r}", f"the games: {names}")
        case _:
            raise Wrong("it is not said which game", f"the games: {names}")
    pairs = _pairs(tuple(options))
    for name in ("players", "start"):
        if name not in pairs:
            raise Wrong(f"{name}= is missing", f"write it like: game {game.name} players={game.players[0]} start=0")
    least, most = game.players[0], game.players[-1]
    players = terms.whole(pairs.pop("players"), "the number of players", least, most)
    start = terms.whole(pairs.pop("start"), "the starting player", most=players - 1)
    variants = {variant.name: variant.settings for variant in game.variants}
    variant = terms.one_of(pairs.pop("variant", next(iter(variants))), tuple(variants), f"variant of {game.title}")
    if "gems" in pairs:
        raise Wrong("the gems stand on a line of their own", "write gems N above the first step")
    try:
        settings = settings_of(game.rules.settings, {**variants[variant], **pairs})
    except ValueError as wrong:
        what, _, right = str(wrong).partition("; ")
        raise Wrong(what, right) from None
    draft.game, draft.players, draft.start, draft.settings = game, players, start, settings


WORLD: Final[dict[str, Callable[[Draft, tuple[str, ...]], None]]] = {
    "box": _box,
    "board": _board,
    "gems": _gems,
    "copy": _copy,
    "game": _game,
}
"""The world lines, by their first word."""
