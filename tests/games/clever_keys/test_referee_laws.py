"""Laws of the referee, over streams of facts that no hand would make and of deeds that hands do make."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.announcements.clever_keys import Took
from games.announcements.shared import Ask, Corrected, Guide, Resumed, Undone
from games.catalog import named
from games.clever_keys.referee import REFEREE
from games.clever_keys.rules import Phase, Settings
from games.clever_keys.state import STANDINGS, State
from games.clever_keys.watch import Watch
from games.facts import Fact, GemsCounted, KeyStands, PartBack, PartLost, PowerBack, Pressed, TimePassed, Weighing
from games.table import Depth, Slot
from tests.games.deeds import deeds, perform, slots
from tests.games.hands import Table
from tests.laws import examples

GAME = named("clever_keys")

places = st.sampled_from(("centre", "corner"))
anything = st.one_of(
    st.builds(KeyStands, at=st.just(0.0), slot=slots, depth=st.sampled_from(Depth)),
    st.builds(Weighing, at=st.just(0.0), place=places),
    st.builds(
        GemsCounted,
        at=st.just(0.0),
        place=places,
        gems=st.sampled_from((None, 0, 1, 2, 4, 5, 6, 7, 8)),
        odds=st.sampled_from((1.0, 0.5)),
    ),
    st.builds(
        Pressed,
        at=st.just(0.0),
        key=st.sampled_from(("go", "go", "back", "p1", "k1")),
        held=st.sampled_from((0.1, 0.1, 1.5, 2.5)),
    ),
    st.builds(PartLost, at=st.just(0.0), part=st.sampled_from(("slots0", "scale", "panel"))),
    st.builds(PartBack, at=st.just(0.0), part=st.sampled_from(("slots0", "scale", "panel"))),
    st.builds(TimePassed, at=st.just(0.0)),
    st.builds(PowerBack, at=st.just(0.0)),
)
pauses = st.sampled_from((0.0, 0.1, 0.4, 1.1, 3.5))
streams = st.lists(st.tuples(pauses, anything), max_size=30)
begins = st.sampled_from(((8, 0), (2, 0), None))
choices = st.sampled_from((Settings(gems=8), Settings(gems=8, touch_move=False, reseat=False)))


def gems_of(game: State) -> int:
    return game.chamber + game.corner + sum(game.gems)


def run(table: Table, stream: list[tuple[float, Fact]], check: Callable[[Watch, Fact], None] | None = None) -> None:
    for pause, fact in stream:
        table.wait(pause)
        before, told = table.watch, replace(fact, at=table.at)
        table.feed(told)
        if check is not None:
            check(before, told)


def rest(table: Table) -> None:
    """Until nothing more comes to rest."""
    for _ in range(20):
        wake = REFEREE.wake(table.watch)
        if wake is None:
            return
        assert wake > table.watch.now
        table.at = max(table.at, wake)
        table.feed(TimePassed(at=table.at))
    raise AssertionError(f"still to be woken at {REFEREE.wake(table.watch)}, after 20 times")


@given(stream=streams, gems=begins, chosen=choices)
@examples(150)
def test_any_facts_in_any_order_are_answered_alike_each_time_and_the_state_is_hashable(
    stream: list[tuple[float, Fact]], gems: tuple[int, int] | None, chosen: Settings
) -> None:
    table = Table(gems=gems, settings=chosen)

    def check(before: Watch, fact: Fact) -> None:
        again = REFEREE.see(before, fact)
        assert again.state == table.watch
        assert hash(again.state) == hash(table.watch)
        assert REFEREE.heed(again.state) in ("centre", "corner")
        lit = REFEREE.lamps(again.state)
        assert len({lamp for lamp, _ in lit}) == len(lit)
        assert {means for _, means in lit} <= set(GAME.lights)
        assert {type(said) for said in again.said} <= set(GAME.says)

    run(table, stream, check)


@given(stream=streams, gems=begins)
@examples(150)
def test_scores_change_only_by_took_and_gems_neither_come_nor_go_uncorrected(
    stream: list[tuple[float, Fact]], gems: tuple[int, int] | None
) -> None:
    table = Table(gems=gems, settings=Settings(gems=8))

    def check(before: Watch, fact: Fact) -> None:
        step = REFEREE.see(before, fact)
        said = {type(each) for each in step.said}
        if REFEREE.scores(before) != REFEREE.scores(step.state):
            assert said & {Took, Undone, Resumed}
        if before.begun and not said & {Corrected, Undone, Resumed}:
            assert gems_of(before.game) == gems_of(step.state.game)
        assert step.state.game.chamber >= 0
        assert step.state.game.corner >= 0

    run(table, stream, check)


@given(stream=streams, gems=begins)
@examples(150)
def test_a_table_at_rest_falls_silent_and_lets_the_box_sleep(
    stream: list[tuple[float, Fact]], gems: tuple[int, int] | None
) -> None:
    table = Table(gems=gems, settings=Settings(gems=8))
    run(table, stream)
    rest(table)
    table.hush()
    for _ in range(3):
        table.at += 100
        table.feed(TimePassed(at=table.at))
    assert table.said == []
    assert REFEREE.wake(table.watch) is None


@given(stream=streams, gems=begins)
@examples(150)
def test_what_is_said_last_is_true_when_it_is_said(
    stream: list[tuple[float, Fact]], gems: tuple[int, int] | None
) -> None:
    table = Table(gems=gems, settings=Settings(gems=8))

    def check(before: Watch, fact: Fact) -> None:
        step = REFEREE.see(before, fact)
        if step.said:
            assert REFEREE.still_holds(step.state, step.said[-1]), step.said

    run(table, stream, check)


boards = st.lists(st.integers(1, 15), min_size=8, max_size=8).map(tuple)


@given(stream=streams, gems=begins, board=boards)
@examples(100)
def test_nothing_lit_or_waited_for_tells_what_was_seen_to_fit(
    stream: list[tuple[float, Fact]], gems: tuple[int, int] | None, board: tuple[int, ...]
) -> None:
    table = Table(gems=gems, settings=Settings(gems=8))
    run(table, stream)

    def elsewhere(game: State) -> State:
        return game._replace(suspects=board)

    watch = table.watch
    other = watch._replace(
        game=elsewhere(watch.game),
        past=tuple(map(elsewhere, watch.past)),
        undone=tuple(undone._replace(game=elsewhere(undone.game)) for undone in watch.undone),
    )
    assert REFEREE.lamps(other) == REFEREE.lamps(watch)
    assert REFEREE.wake(other) == REFEREE.wake(watch)
    assert REFEREE.heed(other) == REFEREE.heed(watch)
    asked = Pressed(at=watch.now, key="go", held=2.5)
    settled = watch.game.phase in (Phase.TAKE, Phase.OVER)  # elsewhere a placement may be judged at that moment
    if settled:
        assert REFEREE.see(other, asked).said == REFEREE.see(watch, asked).said


def mend(table: Table) -> None:
    """Everything can be told again, and nothing moves."""
    for part in sorted(table.watch.lost):
        table.regain(part)
    table.wait(0.5)
    for place in ("centre", "corner"):
        seen = table.watch.seen.heap(place)
        table.heap[place] = seen.gems if seen.gems is not None else 4
        table.count(place)
    for spot, depth in table.watch.seen.slots:
        if depth is Depth.UNKNOWN:
            table.key(str(spot), Depth.ENTERED)
    rest(table)


def open_question(watch: Watch) -> bool:
    return watch.trouble is not None or watch.restoring or watch.unsure is not None or not watch.begun


@given(stream=streams, gems=begins, chosen=choices)
@examples(150)
def test_go_pressed_often_enough_ends_any_trouble(
    stream: list[tuple[float, Fact]], gems: tuple[int, int] | None, chosen: Settings
) -> None:
    table = Table(gems=gems, settings=chosen)
    run(table, stream)
    mend(table)
    for _ in range(40):
        over = table.watch.game.phase is Phase.OVER  # the box says so as often as it is asked
        if over or not open_question(table.watch) or nothing_to_begin_with(table.watch):
            return
        table.press("go", rest=0.0)
        rest(table)
    raise AssertionError(f"{table.watch}, last said {table.announced[-6:]}")


def nothing_to_begin_with(watch: Watch) -> bool:
    return not watch.begun and watch.seen.centre.gems == 0


@given(stream=streams, gems=begins, chosen=choices)
@examples(150)
def test_following_what_is_asked_for_ends_any_trouble(
    stream: list[tuple[float, Fact]], gems: tuple[int, int] | None, chosen: Settings
) -> None:
    table = Table(gems=gems, settings=chosen)
    run(table, stream)
    mend(table)
    for _ in range(60):
        if not open_question(table.watch):
            return
        follow(table)
        rest(table)
    raise AssertionError(f"{table.watch}, last said {table.announced[-6:]}")


def follow(table: Table) -> None:
    """Do what the box asks for."""
    watch = table.watch
    if watch.unsure is not None:
        table.press("go", rest=0.0)
        return
    if watch.trouble is None or watch.trouble.step is None:
        # After the end a key was put in: there is nothing to put right but to take it out.
        for spot in watch.keys.placed:
            table.lift(str(spot))
        return
    match watch.trouble.step:
        case Guide("lift", slot=Slot() as spot):
            table.lift(str(spot))
        case Guide("push", slot=Slot() as spot):
            agreed = next(key for key in watch.game.keys if key is not None and key[:2] == spot)
            table.push(str(spot), red=agreed.seated == "red")
        case Guide("shove", slot=Slot() as spot):
            table.key(str(spot), Depth.FULL)
        case Guide("put", place=str() as place, gems=int() as gems):
            table.put(gems, place)
        case Guide("take", place=str() as place, gems=int() as gems):
            table.take(gems, place)
        case Guide("press") | Ask("gems" | "resume"):
            table.press("go", rest=0.0)
        case Ask("slot"):
            for spot in watch.trouble.slots[1:]:
                table.lift(str(spot))
        case _:
            spot = watch.trouble.slots[0]
            table.push(str(spot), red=(*spot, "red") in {tuple(key) for key in watch.game.keys if key is not None})


@given(done=deeds())
@examples(100)
def test_hands_that_do_what_they_like_never_leave_the_table_in_a_state_the_referee_cannot_play_on_from(
    done: list[tuple[str, Slot, int]],
) -> None:
    table = Table(gems=(8, 0), settings=Settings(gems=8))
    for deed in done:
        perform(table, *deed)
        assert all(key is None or tuple(key) in STANDINGS for key in table.watch.game.keys)
    rest(table)
    for _ in range(60):
        if not open_question(table.watch):
            break
        follow(table)
        rest(table)
    assert not open_question(table.watch)
    assert table.watch.keys._replace(lifted=()).none or table.watch.game.phase is Phase.OVER
