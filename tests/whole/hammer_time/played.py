"""A whole game of Hammer Time, by its seed."""

from tests.whole.evening import Played
from tests.whole.hammer_time.child import Child
from tests.whole.hammer_time.crowds import crowd
from tests.whole.hammer_time.match import Match


def play(seed: int) -> Played:
    match = Match(seed, crowd(seed))
    try:
        Child(match).play()
        return match.played
    finally:
        match.close()
