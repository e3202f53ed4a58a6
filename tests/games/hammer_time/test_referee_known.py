"""What anybody may ask the referee of Hammer Time: the history, whose turn it is, and whether a word still holds."""

from games.announcements.shared import Foul, GameOver, TurnStarts
from games.hammer_time.referee import REFEREE
from tests.games.hammer_time.box import Box


def test_the_history_grows_with_every_move_and_shrinks_with_every_undo() -> None:
    box = Box().hush()
    begun = len(REFEREE.history(box.watch))
    box.knock(2)
    grown = REFEREE.history(box.watch)
    assert len(grown) > begun
    assert grown[-1] == box.game
    box.back()
    assert len(REFEREE.history(box.watch)) < len(grown)


def test_whose_turn_it_is_and_what_holds_of_it() -> None:
    box = Box().hush()
    assert REFEREE.turn(box.watch) == 0
    assert REFEREE.still_holds(box.watch, TurnStarts(0))
    assert not REFEREE.still_holds(box.watch, TurnStarts(1))
    assert not REFEREE.still_holds(box.watch, GameOver((0,), (4, 0)))


def test_a_foul_holds_until_something_else_is_said() -> None:
    box = Box().hush().go()
    assert REFEREE.still_holds(box.watch, Foul("HT-F12", 0))
    assert not REFEREE.still_holds(box.watch, Foul("HT-F01", 0))
