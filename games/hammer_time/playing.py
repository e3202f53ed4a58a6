"""A move, agreed: what follows from it by itself, and what has to be right on the table before play goes on.

Law: what the rules leave no choice in is played in one step with the move that led there; one `back` takes all of it
back.
"""

from games.announcements.hammer_time import Dragon, TurnedFall, WagonFull
from games.announcements.shared import Foul, GameOver, TurnStarts
from games.hammer_time import rules
from games.hammer_time.asking import besides
from games.hammer_time.gems import heap
from games.hammer_time.rules import End, Move, Phase, Return, Sort, State
from games.hammer_time.wagons import FREE
from games.hammer_time.watch import NOTHING, Agreed, Restoring, Said, Watch
from games.talk import asked_anew, played_on


def play(watch: Watch, *moves: Move, placed: bool = False) -> tuple[Watch, Said]:
    """Moves that are one deed, and what follows from them; or the foul of one, and nothing has changed.

    `placed` tells that with these moves all that goes into the wagon is told.
    """
    game, told = watch.game, watch.half.told
    said: Said = ()
    for move in moves:
        game, ruled = rules.apply(game, move)
        if isinstance(ruled, Foul):
            return named(watch, ruled)
        said += ruled
    after, more = _by_itself(game, told=told, placed=placed)
    return _agree(watch, Agreed(after, watch.agreed.out, placed and after.phase is Phase.FILL), (*said, *more))


def named(watch: Watch, foul: Foul) -> tuple[Watch, Said]:
    """A foul: named, and the game stays as it was."""
    return watch._replace(foul=foul), (foul,)


def _agree(watch: Watch, agreed: Agreed, said: Said) -> tuple[Watch, Said]:
    before, after = watch.game, agreed.game
    passed = any(isinstance(each, TurnStarts | GameOver) for each in said)
    watch = watch._replace(
        agreed=agreed,
        past=(*watch.past, watch.agreed),
        undone=(),
        talk=played_on(asked_anew(watch.talk), watch.now),
        half=watch.half._replace(insisted=()) if after.phase is Phase.TASK else NOTHING,
        restoring=_restoring(before, said) if after.phase is not Phase.OVER else None,
        doubted=0,
        foul=None,
        step=None,
        asked_for=(),
    )
    if passed and not watch.tracked:
        watch = _as_it_lies(watch, before)
    if watch.restoring is not None:
        return watch, tuple(each for each in said if not isinstance(each, TurnStarts))
    return watch, said if after.phase is Phase.OVER else (*said, *besides(watch))


def _restoring(before: State, said: Said) -> Restoring | None:
    for each in said:
        match each:
            case Dragon():
                return "dragon"
            case TurnedFall():
                return "turned"
            case WagonFull() if before.mode.tracked:
                return "wagon"
    return None


def _as_it_lies(watch: Watch, before: State) -> Watch:
    """On the players' honour the turn has passed: what lies on the box now is what belongs there.

    But for a fall that wakes the dragon, or came without a knock: those gems all go back.
    """
    if before.phase is not Phase.HONOUR or watch.blind:
        return watch
    watch = watch._replace(agreed=watch.agreed._replace(out=watch.agreed.out + before.down))
    lies = watch.lies
    return watch._replace(loose=True) if lies is None or not watch.sure else as_it_lies(watch, lies)


def as_it_lies(watch: Watch, lies: int) -> Watch:
    """What lies on the box belongs there, the other gems are in wagons: as many as have fallen, and no more.

    Gems that are missing besides go back, and nobody is blamed for them.
    """
    out = max(0, watch.game.box - lies)
    if out > watch.agreed.out:
        return watch._replace(loose=False, restoring=watch.restoring or "table")
    return watch._replace(loose=False, agreed=watch.agreed._replace(out=out))


def _by_itself(game: State, *, told: str | None, placed: bool) -> tuple[State, Said]:
    """What the rules leave no choice in, and what was told already."""
    said: Said = ()
    while (move := _next(game, told=told, placed=placed)) is not None:
        game, ruled = rules.apply(game, move)
        said += () if isinstance(ruled, Foul) else ruled
    return game, said


def _next(game: State, *, told: str | None, placed: bool) -> Move | None:
    match game.phase:
        case Phase.COLOURS if told is not None:
            return Sort(game.cur, heap(told))
        case Phase.FILL if placed and not game.fallen:
            return Return(game.cur, 0)
        case Phase.CARDS if not 0 < game.placed[game.cur].count(FREE) <= len(game.held[game.cur]):
            return End(game.cur)
        case _:
            return None
