"""Falls: gems that are gone from the box, and the knock that explains them, or none.

Laws: a knock explains the fall that begins with it or soon after it; one that comes when the gems have come to rest
explains nothing. What has fallen when all is at rest counts (HT-A5). A knock that brings nothing down says nothing. A
fall that began with nothing but what may have been a knock is asked about.
"""

from collections.abc import Iterable

from games.announcements.shared import Counted, Foul
from games.hammer_time import rules
from games.hammer_time.asking import KNOCK
from games.hammer_time.playing import named, play
from games.hammer_time.rules import Knock, Phase, TurnFall
from games.hammer_time.watch import DOUBT, SILENT, Blow, Said, Watch, vouched


def fall(watch: Watch, *, hasty: bool) -> tuple[Watch, Said]:
    """Rule on what has fallen while the player may knock; in haste on whatever lies still."""
    gone, pan = watch.gone, watch.pan
    if gone is None or not watch.sure:
        return watch, ()
    if gone <= 0:
        return _nothing_fell(watch)
    if not (hasty or pan.rested(watch.now, watch.settings.settle_seconds)):
        return watch, ()
    knocked = explained(watch)
    if not knocked and (watch.deaf or perhaps(watch)):
        return watch._replace(doubted=gone, deaf=True), (KNOCK,)
    # A knock that came later answers to what is the case from now on.
    later = tuple(blow._replace(lay=watch.lies) for blow in watch.blows if blow.at > pan.since)
    watch = watch._replace(blows=later)
    return knock(watch, gone) if knocked else turned(watch, gone)


def explained(watch: Watch) -> bool:
    """Whether a knock was heard that the fall began with."""
    return _begins(watch, [blow.at for blow in watch.blows])


def perhaps(watch: Watch) -> bool:
    """Whether something was heard that the fall began with, and that the box itself may have made."""
    return _begins(watch, watch.perhaps)


def _begins(watch: Watch, moments: Iterable[float]) -> bool:
    """Whether the fall began with one of these, or soon after it."""
    begins = watch.left_at - watch.timing.rest_table
    return any(begins <= at <= watch.pan.since for at in moments)


def knock(watch: Watch, gems: int) -> tuple[Watch, Said]:
    """So many gems fell by a knock. Where the die comes first that is void: they go back."""
    return _ruled(watch, Knock(watch.game.cur, gems))


def turned(watch: Watch, gems: int) -> tuple[Watch, Said]:
    """So many gems fell without a knock; after three such falls in a row the knock sensor is asked about."""
    before = watch.past
    watch, said = _ruled(watch, TurnFall(watch.game.cur, gems))
    if watch.past == before:
        return watch, said
    watch = watch._replace(silent=watch.silent + 1)
    if watch.silent < SILENT or watch.game.phase is Phase.OVER:
        return watch, said
    return watch._replace(silent=0, doubted=gems), (*said, KNOCK)


def _ruled(watch: Watch, move: Knock | TurnFall) -> tuple[Watch, Said]:
    game, (watch, said) = watch.game, play(watch, move)
    return (watch._replace(restoring="table") if watch.game is game else watch), said


def _nothing_fell(watch: Watch) -> tuple[Watch, Said]:
    """Knocks that brought nothing down are forgotten once that is sure; gems that came back late belong to the box."""
    watch = _late(watch)
    if found(watch):
        return vouched(watch)._replace(found_at=watch.now), (Counted("centre", watch.least),)
    seconds = watch.timing.rest_table if watch.game.phase is Phase.DIE else watch.settings.settle_seconds
    if watch.pan.moving or not any(watch.now >= blow.at + seconds for blow in watch.blows):
        return watch, ()
    vain = [blow for blow in watch.blows if watch.now >= blow.at + seconds]
    watch = watch._replace(blows=watch.blows[len(vain) :])
    for _ in vain:
        game, ruled = rules.apply(watch.game, Knock(watch.game.cur, 0))
        if isinstance(ruled, Foul):
            return named(watch, ruled)
        if not game.mode.turn_between:  # only then it matters that the player has knocked
            watch = watch._replace(agreed=watch.agreed._replace(game=game))
    return watch, ()


def _late(watch: Watch) -> Watch:
    """On the players' honour gems may come back from a wagon at any time."""
    lies = watch.lies
    if watch.tracked or lies is None or lies <= watch.least:
        return watch
    return watch._replace(agreed=watch.agreed._replace(out=max(0, watch.game.box - lies)))


def found(watch: Watch) -> bool:
    """More gems lie on the box than there can be: they had gone unseen behind a new zero, and all are there now.

    After an undo it is what was done since that has brought them there, and at the first look nothing is counted yet.
    """
    counts_on = watch.adrift and not watch.resumed and watch.restoring != "undo"
    return counts_on and -DOUBT <= (watch.gone or 0) < 0 and watch.sure


def by_hand(watch: Watch) -> Watch:
    """Gems lie where they belong: what was heard until they came to rest were the hands that put them there."""
    return watch._replace(blows=tuple(blow for blow in watch.blows if blow.at > watch.pan.since))


def late_knocks(watch: Watch) -> tuple[Watch, tuple[Blow, ...]]:
    """Knocks at a time when nobody may knock, as far as they can be judged.

    One after which more gems lie on the box was a hand that put them there.
    """
    pan, lies = watch.pan, watch.lies
    if watch.under_hands:
        return watch, ()
    ready = [blow for blow in watch.blows if watch.now >= max(blow.at, pan.since) + watch.timing.rest_table]
    if not ready:
        return watch, ()
    watch = watch._replace(blows=tuple(blow for blow in watch.blows if blow not in ready))
    return watch, tuple(blow for blow in ready if lies is not None and blow.lay is not None and lies <= blow.lay)
