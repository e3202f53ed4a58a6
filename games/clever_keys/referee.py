"""The referee of Clever Keys: a pure fold from facts to announcements (design.md section 5).

Laws: it judges the table at rest, never edges: after `rest_contact` for a key lifted, after `rest_table` for keys put
in and for gems; but what stands when the hand does the next thing counts at once, if it stood for `rest_contact`. A
foul leaves the game as it was and is guided back one step at a time. Nothing said, lit or asked depends on which slots
were seen to fit.
"""

from games.announcements import (
    Announcement,
    Ask,
    Discard,
    Foul,
    Guide,
    Take,
    TurnStarts,
    Unsure,
)
from games.clever_keys import rules
from games.clever_keys.answers import go, lose, regain, undo
from games.clever_keys.naming import reminder
from games.clever_keys.picture import lamps
from games.clever_keys.rules import Phase, Settings, State
from games.clever_keys.seen import counted, stirred, with_slot
from games.clever_keys.settling import settle
from games.clever_keys.watch import Said, Watch
from games.contract import Outcome, Referee, Step, Timing
from games.facts import Fact, GemsCounted, KeyStands, PartBack, PartLost, Pressed, TimePassed, Weighing
from games.table import Depth, Place

REMIND = 2.0
"""`go` held so long repeats what the box waits for (panel.md)."""

HOLD = 1.0
"""`back` held so long is no undo (panel.md)."""


def begin(
    players: int,
    start: int,
    settings: Settings,
    *,
    at: float,
    gems: tuple[int, int] | None = None,
    timing: Timing = Timing(),  # noqa: B008 - frozen
) -> Step[Watch]:
    """Start a game; `gems` are the chamber and the corner as agreed, or None: then the table is checked first.

    Raises:
        ValueError: as `rules.setup`.
    """
    game = rules.setup(players, start, settings)
    if gems is None:
        return Step(Watch(game, settings, timing, now=at, begun=False), ())
    game = game._replace(chamber=gems[0], corner=gems[1])
    return Step(Watch(game, settings, timing, now=at), (TurnStarts(start),))


def see(watch: Watch, fact: Fact) -> Step[Watch]:
    """Take the next fact."""
    said: Said = ()
    watch = watch._replace(now=max(watch.now, fact.at))
    match fact:
        case KeyStands():
            watch, said = _hasten(watch, fact) if _is_next_thing(watch, fact) else (watch, ())
            watch = watch._replace(seen=with_slot(watch.seen, fact), undone=())
        case Weighing():
            watch, said = _hasten(watch, fact)
            watch = watch._replace(seen=stirred(watch.seen, fact), undone=(), unsure=None)
        case GemsCounted():
            watch, said = _count(watch, fact)
        case Pressed():
            watch, said = _press(watch, fact)
        case PartLost():
            watch, said = lose(watch, fact.part)
        case PartBack():
            watch, said = regain(watch, fact.part)
        case TimePassed():
            pass
    watch, more = settle(watch)
    return Step(watch, said + more)


def _is_next_thing(watch: Watch, fact: KeyStands) -> bool:
    """Whether a slot's change is a new deed, not the rest of a push that began as *entered*."""
    return not (watch.seen.depth(fact.slot) is Depth.ENTERED and fact.depth is Depth.FULL)


def _hasten(watch: Watch, fact: KeyStands | Weighing | Pressed) -> tuple[Watch, Said]:
    """The hand does the next thing: what stands now counts, if it has stood, and only as a move.

    A foul the hand is already undoing is not named.
    """
    stood = watch.timing.rest_contact if not isinstance(fact, Pressed) else 0.0
    keys_stood = fact.at - watch.seen.moved_at >= stood
    return settle(watch, hasty=True, keys_stood=keys_stood) if watch.begun else (watch, ())


def _count(watch: Watch, fact: GemsCounted) -> tuple[Watch, Said]:
    watch = watch._replace(seen=counted(watch.seen, fact), unsure=None)
    if fact.gems is None or fact.odds >= watch.timing.sure or not watch.begun:
        return watch, ()
    if fact.gems in _expected(watch.game, fact.place):
        return watch, ()
    return watch._replace(unsure=fact.place), (Unsure(fact.place, fact.gems),)


def _expected(game: State, place: Place) -> tuple[int, ...]:
    """Counts that need no question: nothing moved, or exactly what the turn makes due."""
    if place == "corner":
        return (game.corner, game.corner + 1) if game.phase is Phase.DISCARD else (game.corner,)
    return (game.chamber, game.chamber - _due(game))


def _due(game: State) -> int:
    match game.phase:
        case Phase.DECIDE:
            return min(game.total, game.chamber)
        case Phase.DISCARD:
            return 1
        case _:
            return game.due


def _press(watch: Watch, fact: Pressed) -> tuple[Watch, Said]:
    if fact.key == "go":
        if fact.held >= REMIND:
            return watch, reminder(watch)
        watch, said = _hasten(watch, fact)
        watch, more = go(watch)
        return watch, said + more
    if fact.key == "back" and fact.held < HOLD:
        watch, said = _hasten(watch, fact)
        watch, more = undo(watch, fact.at)
        return watch, said + more
    return watch, ()


def wake(watch: Watch) -> float | None:
    """The next moment at which something comes to rest; None while only a hand can bring news."""
    timing, seen = watch.timing, watch.seen
    moments = [seen.moved_at + timing.rest_contact, seen.moved_at + timing.rest_table]
    moments += [moment + timing.patience for moment in moments]
    moments += [heap.since + timing.rest_table for heap in (seen.centre, seen.corner) if not heap.moving]
    return min((moment for moment in moments if moment > watch.now), default=None)


def still_holds(watch: Watch, said: Announcement) -> bool:
    """Whether something said is still true, so that a voice that comes late does not say it."""
    game, trouble = watch.game, watch.trouble
    match said:
        case TurnStarts(player):
            return game.phase is Phase.CHOOSE and game.cur == player
        case Take(player, gems):
            return game.phase is Phase.TAKE and (game.cur, game.due) == (player, gems)
        case Discard(player):
            return game.phase is Phase.DISCARD and game.cur == player
        case Guide():
            return trouble is not None and trouble.guide == said
        case Ask("key" | "slot"):
            return trouble is not None and bool(trouble.asked)
        case Unsure(place):
            return watch.unsure == place
        case Foul(code):
            return trouble is not None and trouble.code == code
        case _:
            return True


def heed(watch: Watch) -> Place:
    """The place whose weight matters most now: the corner while a gem is due there or was taken from there."""
    guide = watch.trouble.guide if watch.trouble else None
    corner = watch.game.phase is Phase.DISCARD or (guide is not None and guide.place == "corner")
    return "corner" if corner else "centre"


def agreed(watch: Watch) -> tuple[int, int] | None:
    """The gems in the chamber and in the corner as last agreed; None while the set-up is checked."""
    return (watch.game.chamber, watch.game.corner) if watch.begun else None


def scores(watch: Watch) -> tuple[int, ...]:
    """The gems everybody holds."""
    return rules.scores(watch.game)


def turn(watch: Watch) -> int:
    """Whose turn it is."""
    return rules.turn(watch.game)


def outcome(watch: Watch) -> Outcome | None:
    """Who won, once the game is over."""
    return rules.outcome(watch.game)


REFEREE: Referee[Watch] = Referee(
    begin=begin,
    see=see,
    wake=wake,
    lamps=lamps,
    heed=heed,
    agreed=agreed,
    still_holds=still_holds,
    scores=scores,
    turn=turn,
    outcome=outcome,
)
"""The referee, as the catalogue lists it."""
