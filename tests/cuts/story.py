"""One real game, played while its disk is recorded: turns with `go` and undo, a restart, the end, the next games.

`python -m tests.cuts.story FOLDER [careless]` plays it with its state in FOLDER/disk, and leaves the record and a copy
of all files as they are then. Careless: the journal never flushes (synchronous=OFF), to see that it would be noticed.
"""

import os
import shutil
import sys
from pathlib import Path
from random import Random
from typing import Final

from games.announcements import Announcement, words
from games.announcements.lobby import Chosen, Lobby, Seated, Starts
from games.clever_keys import rules
from games.clever_keys.rules import Discard, Move, Phase, Place, Settings, State, Stop, Take, apply, legal
from games.table import Slot
from tests.cuts.calls import Call, Flushed, Said, Stood, write
from tests.cuts.shim import Shim
from tests.cuts.stage import GEMS, PACKED, PLAYERS, Stage

STATE: Final = "var/boxref"
"""The state directory, below the place where the record begins; neither folder is there yet."""

IN_LOBBY: Final = (Lobby, Chosen, Seated, Starts)
"""What is announced while no game is on."""

REST: Final = 3.0
"""Seconds after which a table is at rest and has been judged."""


class Story:
    """The players of all games, who know the rules and the board and never err; what they agreed on is `game`."""

    def __init__(self, disk: Path, dice: Random, *, careless: bool) -> None:
        self.calls: list[Call] = []
        self.dice = dice
        self.game: State = rules.setup(PLAYERS, 0, Settings(gems=GEMS))
        self._state, self._careless = disk / STATE, careless
        self._stage: Stage | None = None
        self._boots = 0
        self._stood: Stood | None = None
        Shim(disk, self._note)

    def _note(self, call: Call) -> None:
        if self._stage is not None and isinstance(call, Flushed | Said) and self._stage.stood() != self._stood:
            self._stood = self._stage.stood()
            self.calls.append(self._stood)
        self.calls.append(call)

    def tell(self) -> None:
        """From the first power-up to the fourth turn of the third game; the plug is pulled there."""
        self._power_up()
        half = GEMS // 2
        while self.game.chamber > half:
            self._turn()
        self._down()
        self._power_up()
        while self.game.phase is not Phase.OVER:
            self._turn()
        self._down()
        # An ended game stays on show until the box is set up anew; that is seen when the power comes back.
        self.calls.append(PACKED)
        self.game = rules.setup(PLAYERS, 0, Settings(gems=GEMS))
        self._power_up()
        self._choose_anew()
        for _ in range(4):
            self._turn()

    # --- the box ------------------------------------------------------------------------------------------------------

    def _power_up(self) -> None:
        self._boots += 1
        stood = next((call for call in reversed(self.calls) if isinstance(call, Stood)), PACKED)
        self._stage = stage = Stage(
            self._state,
            boot=f"boot {self._boots}",
            stood=stood,
            hear=self._hear,
            slow=self.dice,
        )
        if self._careless:
            record = stage.box.record
            assert record is not None
            record.journal._file.execute("PRAGMA synchronous = OFF")
        stage.wait(REST + 2)

    def _hear(self, said: Announcement) -> None:
        # Who sits where in the lobby is nowhere kept, and asked for again.
        if not isinstance(said, IN_LOBBY):
            self._note(Said(words=words(said)))

    def _down(self) -> None:
        stage, self._stage = self.stage, None
        stage.close()

    @property
    def stage(self) -> Stage:
        """The box that is on."""
        assert self._stage is not None
        return self._stage

    def _do(self, seconds: float, rest: float = REST) -> None:
        self.stage.wait(seconds + rest)

    # --- the players --------------------------------------------------------------------------------------------------

    def _agree(self, move: Move) -> None:
        self.game = apply(self.game, move)[0]
        assert self.stage.box.tabletop.scores() == rules.scores(self.game), self.stage.said[-9:]

    def _turn(self) -> None:
        """A key, perhaps another success, an undo in between; then what is due."""
        turn = self.game.cur
        while self.game.cur == turn and self.game.phase is not Phase.OVER:
            match self.game.phase:
                case Phase.CHOOSE:
                    self._place()
                    if self.dice.random() < 0.3:
                        self._change_mind()
                case Phase.DECIDE:
                    self._stop_or_not()
                case Phase.TAKE:
                    self._take(self.game.due)
                case Phase.DISCARD:
                    self._do(self.stage.world.take_gems("centre", 1), rest=0.5)
                    self._do(self.stage.world.put_gems("corner", 1))
                    self._agree(Discard(turn, 1))

    def _place(self) -> None:
        world = self.stage.world
        moves = [move for move in legal(self.game) if isinstance(move, Place)]
        true = [move for move in moves if (move.seated == "in") is (world.board[move.section] != move.slot)]
        move = self.dice.choice(true)
        key = self.game.keys[move.key]
        if key is not None:
            self._do(world.lift_key(Slot(key.section, key.slot)), rest=self.dice.uniform(0.2, 2.0))
        self._do(world.push_key(Slot(move.section, move.slot)))
        self._agree(move)

    def _change_mind(self) -> None:
        """The move is taken back and brought back again, all by presses."""
        self._do(self.stage.world.press("back"), rest=self.dice.uniform(0.1, 2.0))
        self._do(self.stage.world.press("go"))

    def _choose_anew(self) -> None:
        """The game that has begun by itself is left by hand, and another one chosen in the lobby."""
        world = self.stage.world
        self._do(world.hold(("back",), 3.2), rest=0.5)
        self._do(world.press("go"))
        for key in ("k1", *(f"p{pad}" for pad in range(1, PLAYERS + 1)), "go"):
            self._do(world.press(key), rest=0.5)
        # Whoever starts.
        self._do(world.press("p1"))

    def _stop_or_not(self) -> None:
        way = self.dice.random()
        if self.game.phase is not Phase.DECIDE:
            return
        if way < 0.3:
            self._place()
        elif way < 0.7:
            # The hand is in the chamber before the box has answered.
            self._do(self.stage.world.press("go"), rest=self.dice.choice((0.0, 0.05, REST)))
            self._agree(Stop(self.game.cur))
        else:
            self._take(min(self.game.total, self.game.chamber), stopping=True)

    def _take(self, gems: int, *, stopping: bool = False) -> None:
        self._do(self.stage.world.take_gems("centre", gems))
        player = self.game.cur
        if stopping:
            self.game = apply(self.game, Stop(player))[0]
        self._agree(Take(player, gems))


def main(folder: Path, *, careless: bool) -> None:
    """Play and record."""
    disk = folder / "disk"
    disk.mkdir()
    story = Story(disk, Random(4), careless=careless)
    story.tell()
    calls = tuple(story.calls)
    # The plug: an orderly end would still write.
    shutil.copytree(disk, folder / "left")
    write(folder / "record", calls)


if __name__ == "__main__":
    main(Path(sys.argv[1]), careless="careless" in sys.argv[2:])
    # No orderly end, like a box whose plug is pulled: SQLite would still call what Python has put away by then.
    os._exit(0)
