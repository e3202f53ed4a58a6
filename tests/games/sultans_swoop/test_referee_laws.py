"""Laws of the referee, over streams of facts that no hand would make."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.announcements.shared import GameOver, Resumed, Undone
from games.announcements.sultans_swoop import Bout, Surrendered
from games.catalog import named
from games.facts import (
    ColumnMoved,
    Fact,
    GemsCounted,
    PartBack,
    PartLost,
    PowerBack,
    Pressed,
    TimePassed,
)
from games.sultans_swoop.referee import REFEREE
from games.sultans_swoop.rules import Phase, Settings, State
from games.sultans_swoop.watch import Watch
from tests.games.sultans_swoop.keys import REDS, Keys
from tests.laws import examples

GAME = named("sultans_swoop")
NOW = st.just(0.0)

anything = st.one_of(
    st.builds(Pressed, at=NOW, key=st.sampled_from([*(f"p{n}" for n in range(1, 7)), "back+go"])),
    st.builds(Pressed, at=NOW, key=st.sampled_from([*(f"p{n}" for n in range(1, 4))])),
    st.builds(Pressed, at=NOW, key=st.sampled_from([f"k{n}" for n in range(1, 7)])),
    st.builds(
        Pressed, at=NOW, key=st.sampled_from(("go", "back")), held=st.sampled_from((0.1, 0.1, 0.1, 1.5, 2.5, 3.5))
    ),
    st.builds(ColumnMoved, at=NOW, up=st.booleans()),
    st.builds(ColumnMoved, at=NOW, up=st.booleans()),
    st.builds(PartLost, at=NOW, part=st.sampled_from(("panel", "slots4", "scale"))),
    st.builds(PartBack, at=NOW, part=st.sampled_from(("panel", "slots4", "scale"))),
    st.builds(GemsCounted, at=NOW, place=st.just("centre"), gems=st.just(3)),
    st.builds(TimePassed, at=NOW),
    st.builds(PowerBack, at=NOW),
)
streams = st.lists(st.tuples(st.sampled_from((0.0, 0.3, 0.3, 0.5, 1.1, 1.6, 3.5)), anything), max_size=60)


@st.composite
def boxes(draw: st.DrawFn) -> Keys:
    """A game at its start, in its set-up, or with a bout behind it and only cards to come."""
    players = draw(st.sampled_from((2, 3, 6)))
    gems = draw(st.sampled_from(((0, 0), None)))
    chosen = Settings(bouts=draw(st.sampled_from((1, 2, 10))), announce_six=draw(st.booleans()))
    box = Keys(players, settings=chosen, gems=gems, column=draw(st.booleans()))
    if gems is not None and players == 3 and draw(st.booleans()):
        box.down().swoop(*draw(st.sampled_from(((), (0,), (0, 1, 1), (0, 1, 1, 2)))))
    return box


def run(box: Keys, stream: list[tuple[float, Fact]]) -> list[tuple[Watch, Fact]]:
    """Feed all of it; what the referee knew before each fact."""
    seen = []
    for pause, fact in stream:
        box.wait(pause)
        told = replace(fact, at=box.at)
        seen.append((box.watch, told))
        box.feed(told)
    return seen


@given(stream=streams, box=boxes())
@examples(250)
def test_any_facts_in_any_order_are_answered_alike_each_time_and_what_is_said_last_is_true(
    stream: list[tuple[float, Fact]], box: Keys
) -> None:
    for before, fact in run(box, stream):
        step = REFEREE.see(before, fact)
        assert step == REFEREE.see(before, fact)
        assert hash(step.state) == hash(REFEREE.see(before, fact).state)
        lit = REFEREE.lamps(step.state)
        assert len({lamp for lamp, _ in lit}) == len(lit)
        assert {means for _, means in lit} <= set(GAME.lights)
        assert {type(said) for said in step.said} <= set(GAME.says)
        assert not step.said or REFEREE.still_holds(step.state, step.said[-1])
        if REFEREE.scores(step.state) != REFEREE.scores(before):
            assert {type(said) for said in step.said} & {Bout, Surrendered, Undone, Resumed}
        history = REFEREE.history(step.state)
        assert history[-1] == step.state.game


@given(stream=streams, box=boxes())
@examples(100)
def test_a_box_at_which_nobody_does_anything_falls_silent_and_may_sleep(
    stream: list[tuple[float, Fact]], box: Keys
) -> None:
    run(box, stream)
    box.wait(10)
    heard = len(box.announced)
    box.at += 1000
    box.feed(TimePassed(at=box.at))
    assert len(box.announced) == heard
    assert REFEREE.wake(box.watch) is None


@given(stream=streams, box=boxes(), keys=st.lists(st.sampled_from(("go", "back")), max_size=20))
@examples(100)
def test_however_go_and_back_are_mashed_the_game_can_be_played_on(
    stream: list[tuple[float, Fact]], box: Keys, keys: list[str]
) -> None:
    run(box, stream)
    box.regain().regain("slots4").press(*keys)
    for _ in range(2000):
        if REFEREE.left(box.watch) is not None or REFEREE.outcome(box.watch) is not None:
            return
        answer(box)
    raise AssertionError(f"{box.watch.game}, last said {box.announced[-6:]}")


def answer(box: Keys) -> None:
    """Do what the box asks for, as its lamps show it."""
    watch, lit = box.watch, box.lit
    if watch.talk.leaving or watch.talk.page is not None:
        box.press("back")
    elif not watch.begun or (watch.game.phase is Phase.ROLL and not watch.by_hand):
        # The hands forget whether the column stands: a contact that says the same twice has said it once.
        box.down().press("go") if not watch.begun else box.down().wait(1).up()
    elif watch.talk.entered and lit.get("go"):
        box.wait(2).press("go")
    else:
        lamps = (lamp for lamp in lit if lamp.startswith(("pad", "key")))
        key = max(lamps, key=lambda lamp: (lit[lamp] != "turn", lamp))
        box.press(f"{key[0]}{key[-1]}")


@given(
    stream=streams,
    one=st.tuples(*[st.integers(0, 5)] * 6),
    other=st.tuples(*[st.integers(0, 5)] * 6),
)
@examples(100)
def test_nothing_lit_waited_for_said_or_written_tells_what_tasks_show(
    stream: list[tuple[float, Fact]], one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    """The box knows no task; were it told them, nothing but the settled bout would depend on them."""
    box = Keys(6)
    run(box, stream)

    def known(tasks: tuple[int, ...]) -> Watch:
        def dealt(game: State) -> State:
            return game._replace(tasks=tasks)

        return box.watch._replace(game=dealt(box.watch.game))

    a, b = known(one), known(other)
    assert REFEREE.lamps(a) == REFEREE.lamps(b)
    assert REFEREE.wake(a) == REFEREE.wake(b)
    assert repr(a) == repr(b)
    asks = Pressed(at=box.at + 5, key="go", held=2.5)
    assert REFEREE.see(a, asks).said == REFEREE.see(b, asks).said


@given(card=st.sampled_from(("yellow", "red", "blue", "green", "purple", "orange")))
def test_what_a_card_showed_is_kept_by_nobody(card: str) -> None:
    box = Keys(3).bout(0, 1, 1, 2, dice=REDS)
    box.colour(card)
    assert {task for state in REFEREE.history(box.watch) for task in state.tasks} == {None}
    assert (card in repr(box.watch)) == (card in repr(Keys(3).bout(0, 1, 1, 2, dice=REDS).watch))


@given(stream=streams)
@examples(60)
def test_the_end_is_said_again_only_to_whoever_asks_takes_it_back_or_comes_back(
    stream: list[tuple[float, Fact]],
) -> None:
    box = Keys(3, settings=Settings(bouts=1)).bout(0, 1, 1, 2, task="red")
    for before, fact in run(box, stream):
        if (
            any(isinstance(said, GameOver) for said in REFEREE.see(before, fact).said)
            and before.game.phase is Phase.OVER
        ):
            assert isinstance(fact, PowerBack | PartBack) or (isinstance(fact, Pressed) and fact.key in ("go", "back"))
