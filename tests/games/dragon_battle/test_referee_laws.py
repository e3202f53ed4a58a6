"""Laws of the referee, over streams of facts that no hand would make."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.announcements.dragon_battle import Freed, Juggler
from games.announcements.shared import GameOver, Resumed, Undone
from games.catalog import named
from games.dragon_battle.dice import DICE
from games.dragon_battle.referee import REFEREE
from games.dragon_battle.rules import Phase, Settings, State, Variant
from games.dragon_battle.watch import Watch
from games.facts import Fact, GemsCounted, PartBack, PartLost, PowerBack, Pressed, TimePassed
from tests.games.dragon_battle.keys import Keys
from tests.laws import examples

GAME = named("dragon_battle")
NOW = st.just(0.0)

anything = st.one_of(
    st.builds(Pressed, at=NOW, key=st.sampled_from([*(f"k{n}" for n in range(1, 7)), "p1", "p4", "back+go"])),
    st.builds(Pressed, at=NOW, key=st.sampled_from([f"k{n}" for n in range(1, 7)])),
    st.builds(
        Pressed, at=NOW, key=st.sampled_from(("go", "go", "back")), held=st.sampled_from((0.1, 0.1, 0.1, 1.5, 2.5, 3.5))
    ),
    st.builds(PartLost, at=NOW, part=st.sampled_from(("panel", "scale"))),
    st.builds(PartBack, at=NOW, part=st.sampled_from(("panel", "scale"))),
    st.builds(GemsCounted, at=NOW, place=st.just("centre"), gems=st.just(3)),
    st.builds(TimePassed, at=NOW),
    st.builds(PowerBack, at=NOW),
)
streams = st.lists(st.tuples(st.sampled_from((0.0, 0.3, 0.3, 1.1, 1.6, 3.5)), anything), max_size=60)
readings = st.builds(Settings, variant=st.sampled_from(Variant), must_place=st.booleans(), silver_joins=st.booleans())


def run(box: Keys, stream: list[tuple[float, Fact]]) -> list[tuple[Watch, Fact]]:
    """Feed all of it; what the referee knew before each fact."""
    seen = []
    for pause, fact in stream:
        box.wait(pause)
        told = replace(fact, at=box.at)
        seen.append((box.watch, told))
        box.feed(told)
    return seen


@given(stream=streams, chosen=readings)
@examples(200)
def test_any_facts_in_any_order_are_answered_alike_each_time_and_what_is_said_last_is_true(
    stream: list[tuple[float, Fact]], chosen: Settings
) -> None:
    for before, fact in run(Keys(settings=chosen), stream):
        step = REFEREE.see(before, fact)
        assert step == REFEREE.see(before, fact)
        assert hash(step.state) == hash(REFEREE.see(before, fact).state)
        lit = REFEREE.lamps(step.state)
        assert len({lamp for lamp, _ in lit}) == len(lit)
        assert {means for _, means in lit} <= set(GAME.lights)
        assert {type(said) for said in step.said} <= set(GAME.says)
        assert not step.said or REFEREE.still_holds(step.state, step.said[-1])
        if REFEREE.scores(step.state) != REFEREE.scores(before):
            assert {type(said) for said in step.said} & {Freed, Juggler, Undone, Resumed}
        game = step.state.game
        assert game.dice + game.well + sum(laid.dice for laid in game.on) == DICE


@given(stream=streams, chosen=readings)
@examples(100)
def test_a_box_at_which_nobody_presses_anything_falls_silent_and_may_sleep(
    stream: list[tuple[float, Fact]], chosen: Settings
) -> None:
    box = Keys(settings=chosen)
    run(box, stream)
    box.wait(10)
    heard = len(box.announced)
    box.at += 1000
    box.feed(TimePassed(at=box.at))
    assert len(box.announced) == heard
    assert REFEREE.wake(box.watch) is None


@given(stream=streams, chosen=readings, keys=st.lists(st.sampled_from(("go", "back")), max_size=20))
@examples(100)
def test_however_go_and_back_are_mashed_the_game_can_be_played_on(
    stream: list[tuple[float, Fact]], chosen: Settings, keys: list[str]
) -> None:
    box = Keys(settings=chosen)
    run(box, stream)
    box.regain().press(*keys)
    for _ in range(2000):
        if REFEREE.left(box.watch) is not None or REFEREE.outcome(box.watch) is not None:
            return
        answer(box)
    raise AssertionError(f"{box.watch.game}, last said {box.announced[-6:]}")


def answer(box: Keys) -> None:
    """Do what the box asks for, as its lamps show it."""
    lit = box.lit
    if box.watch.talk.leaving or box.watch.talk.page is not None:
        box.press("back")
    elif len(box.watch.talk.entered) >= box.watch.game.dice > 0:
        box.wait(4)
    else:
        key = next(lamp for lamp in (*(f"key.{n}" for n in (2, 3, 4, 1, 6, 5)), "pad.1") if lamp in lit)
        box.press(f"{key[0]}{key[-1]}", pause=0.1)


hidden = st.lists(st.integers(1, 6), min_size=20, max_size=20)


@given(stream=streams, one=hidden, other=hidden)
@examples(100)
def test_nothing_lit_waited_for_or_asked_tells_stars_of_residents_that_lie_face_down(
    stream: list[tuple[float, Fact]], one: list[int], other: list[int]
) -> None:
    box = Keys(settings=Settings(variant=Variant.OLDER))
    run(box, stream)
    box.wait(4)  # what was entered by then has been ruled on without any stars

    def known(stars: list[int]) -> Watch:
        def dealt(game: State) -> State:
            return game._replace(under=tuple(stars[:4]), pile=tuple(stars[4 : 4 + len(game.pile)]))

        return box.watch._replace(game=dealt(box.watch.game))

    if box.watch.game.phase in (Phase.TAKE, Phase.OVER):
        return
    a, b = known(one), known(other)
    assert REFEREE.lamps(a) == REFEREE.lamps(b)
    assert REFEREE.wake(a) == REFEREE.wake(b)
    asks = Pressed(at=box.at + 5, key="go", held=2.5)
    assert REFEREE.see(a, asks).said == REFEREE.see(b, asks).said


@given(stream=streams)
@examples(60)
def test_the_end_is_said_again_only_to_whoever_asks_takes_it_back_or_comes_back(
    stream: list[tuple[float, Fact]],
) -> None:
    box = Keys(settings=Settings(variant=Variant.YOUNG))
    for _ in range(16):
        box.throw("red", "black", "black", "black")
    for before, fact in run(box, stream):
        if (
            any(isinstance(said, GameOver) for said in REFEREE.see(before, fact).said)
            and before.game.phase is Phase.OVER
        ):
            assert isinstance(fact, PowerBack | PartBack) or (isinstance(fact, Pressed) and fact.key in ("go", "back"))
