"""What happens at the table of one game, whatever the box is told of it: dice, secret tasks, hands and gold."""

from collections import Counter
from random import Random
from typing import NamedTuple

from tests.whole.sultans_swoop import rulebook
from tests.whole.sultans_swoop.oracle import Position
from tests.whole.sultans_swoop.rulebook import COLOURS, COLUMN, DICE, OPEN, TASK_CARDS, TOWERS, Gold, Readings


class Bout(NamedTuple):
    """One bout as it truly was."""

    dice: tuple[str, ...]
    """Those that count."""
    taker: int
    holders: dict[str, int]
    """Who has each piece."""
    gives: int
    """The card that is given up, if one is."""
    stacked: bool
    """Two dice lie on one another, and nobody has noticed yet: the roll does not count."""

    def got(self, players: int) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(piece for piece, of in self.holders.items() if of == player) for player in range(players))


class Truth:
    """The table. `golds`, `rollers` and `tasks` tell how it stood after so many bouts."""

    def __init__(self, dice: Random, players: int, start: int, readings: Readings) -> None:
        self._dice, self.players, self.readings = dice, players, readings
        self.deck = [*TASK_CARDS]
        dice.shuffle(self.deck)
        self.bouts: list[Bout] = []
        self.golds = [rulebook.opening(players)]
        self.owed: list[Gold] = []
        """Before a card was given up."""
        self.rollers = [start]
        self.tasks = [tuple(self.deck.pop() for _ in range(OPEN if players == 2 else players))]

    def roll(self) -> bool:
        """Eight dice; whether somebody swoops now, with right or without."""
        number = len(self.bouts)
        lie = [self._dice.choice(COLOURS) if self._dice.random() < 0.93 else None for _ in range(DICE)]
        dice = tuple(colour for colour in lie if colour is not None)
        chosen = [player for player in range(self.players) if self._is_right(dice, player)]
        if not chosen and self._dice.random() < 0.6:
            return False
        taker = self._dice.choice(chosen or [*range(self.players)])
        got = Counter({taker: 1 if self.players == 2 else 2})
        holders = {COLUMN: taker}
        for piece in TOWERS[self.players][1:]:
            hand = self._dice.choice([player for player in range(self.players) if got[player] < 2])
            got[hand] += 1
            holders[piece] = hand
        bout = Bout(dice, taker, holders, 0, self._dice.random() < 0.06)
        settled = rulebook.settle(self.golds[number], bout.got(self.players), dice, self._mine(taker), self.readings)
        gold, tasks = settled.gold, list(self.tasks[number])
        if settled.gives_up:
            bout = bout._replace(gives=self._dice.choice(gold.hands[taker]))
            gold = gold.give_up(taker, bout.gives)
        for place in settled.replaced:
            tasks[place if self.players == 2 else taker] = self.deck.pop() if self.deck else COLOURS[0]
        self.bouts.append(bout)
        self.owed.append(settled.gold)
        self.golds.append(gold)
        self.rollers.append(rulebook.next_roller(self.players, self.rollers[-1], taker, settled, self.readings))
        self.tasks.append(tuple(tasks))
        return True

    def void(self) -> None:
        """The last roll does not count."""
        for kept in (self.bouts, self.owed):
            kept.pop()
        for after in (self.golds, self.rollers, self.tasks):
            after.pop()

    def bout(self, number: int) -> Bout | None:
        """The one behind so many, once somebody has swooped."""
        return self.bouts[number] if number < len(self.bouts) else None

    def agrees(self, game: Position, entered: tuple[str, ...]) -> bool:
        """Whether all that the box was told so far is true."""
        number = game.bouts
        if game.phase == "surrender":
            return game.gold == self.owed[number - 1] and game.roller == self.rollers[number]
        if (game.gold, game.roller) != (self.golds[number], self.rollers[number]):
            return False
        tasks = self.tasks[number]
        if any(task not in (None, true) for task, true in zip(game.tasks, tasks, strict=False)):
            return False
        if game.phase == "deal":
            wanted = self.undealt(game)
            return entered == wanted[: len(entered)]
        bout = self.bout(number)
        if game.phase in ("roll", "over"):
            return True
        if bout is None:
            return game.taker is None
        if any(bout.holders[piece] != of for of, pieces in enumerate(game.got) for piece in pieces):
            return False
        return not Counter(entered or game.dice) - Counter(bout.dice) and (
            game.phase != "show" or len(game.dice) == len(bout.dice)
        )

    def undealt(self, game: Position) -> tuple[str, ...]:
        """The open tasks that the box has to be told."""
        tasks = self.tasks[game.bouts]
        return tuple(true for task, true in zip(game.tasks, tasks, strict=True) if task is None)

    def task(self, number: int) -> str:
        """What the taker's card shows in the bout behind so many."""
        return self.tasks[number][self.bouts[number].taker]

    def _mine(self, player: int) -> tuple[str, ...]:
        tasks = self.tasks[len(self.bouts)]
        return tasks if self.players == 2 else (tasks[player],)

    def _is_right(self, dice: tuple[str, ...], player: int) -> bool:
        return set(dice) == set(COLOURS) or any(dice.count(task) >= 3 for task in self._mine(player))
