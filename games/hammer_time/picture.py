"""What the lamps show in Hammer Time: a function of the referee's state alone, so no lamp is ever out of step."""

from games import talk
from games.announcements.shared import Guide
from games.contract import Lit
from games.hammer_time.asking import NAMES, panel, questions
from games.hammer_time.choices import cards_in_wagon, task_untold
from games.hammer_time.course import winners
from games.hammer_time.rules import Phase
from games.hammer_time.watch import Watch
from games.pressing import PANEL, lit_aside
from games.table import METER


def lamps(watch: Watch) -> tuple[Lit, ...]:
    """All lamps that are lit now; each lamp at most once."""
    if (talked := lit_aside(watch.talk, panel(watch))) is not None:
        return talked
    lit = _pads(watch)
    if PANEL not in watch.lost:
        for question in questions(watch):
            lit |= _keys(watch, question)
        if _go(watch):
            lit["go"] = "go"
        if _back(watch):
            lit["back"] = "go"
    lit |= {f"meter.{gem + 1}": "meter" for gem in range(min(METER, _counted(watch)))}
    return tuple(Lit(lamp, means) for lamp, means in lit.items())


def _pads(watch: Watch) -> dict[str, str]:
    game = watch.game
    if not watch.begun:
        return {}
    if game.phase is Phase.OVER:
        return {f"pad.{watch.seats[player] + 1}": "winner" for player in winners(game)}
    return {f"pad.{watch.seats[game.cur] + 1}": "turn"}


def _keys(watch: Watch, question: talk.Question) -> dict[str, str]:
    """Colour keys show the colour they mean, those of task cards and pads that can be chosen are lit."""
    match question:
        case talk.Colour(choices):
            of_tasks = task_untold(watch.game) and watch.game.phase is not Phase.DIE
            return {f"key.{NAMES.index(each) + 1}": "choice" if of_tasks else each for each in choices}
        case talk.Colours(expected, choices):
            return {f"key.{NAMES.index(each) + 1}": each for each in choices if len(watch.talk.entered) < expected}
        case talk.Number(_, choices):
            return {f"pad.{number}": "choice" for number in choices or cards_in_wagon(watch.game)[1:]}
        case _:
            return {}


def _counted(watch: Watch) -> int:
    """Gems that were entered, or that go back on the box."""
    if watch.talk.entered:
        return len(watch.talk.entered)
    step = watch.step
    return (step.gems or 0) if isinstance(step, Guide) and step.do == "put" else 0


def _go(watch: Watch) -> bool:
    """Whether `go` would do something now."""
    question = questions(watch)[0]
    if isinstance(question, talk.Colours) and watch.talk.entered:
        return True
    if watch.now < watch.talk.timed_at + talk.SAME:
        return False  # it would still belong to the entry before
    if watch.undone or isinstance(question, talk.YesNo):
        return True
    if watch.unsure or not watch.begun:
        return True
    if watch.restoring is not None or watch.agreed.placed:
        # A few gems are believed there at once; of more, or where nothing is in doubt, players have to insist.
        doubtful = watch.believable if watch.restoring is not None else watch.adrift
        return watch.blind or watch.stuck or doubtful or not (watch.sure or watch.under_hands)
    if watch.adrift and watch.tracked and watch.knocking:
        return True
    return watch.game.phase in (Phase.OVER, Phase.HONOUR, Phase.FILL)


def _back(watch: Watch) -> bool:
    """Whether `back` would."""
    answers = isinstance(questions(watch)[0], talk.YesNo)
    return answers or bool(watch.talk.entered or watch.past)
