"""Parts that fall silent and come back."""

from games.announcements.shared import SensorBack, SensorLost
from games.hammer_time.asking import GEMS, asked, besides
from games.hammer_time.pan import unweighed
from games.hammer_time.restoring import weighed_again
from games.hammer_time.watch import SCALE, Said, Watch
from games.pressing import PANEL
from games.talk import Talk


def lose(watch: Watch, part: str, at: float) -> tuple[Watch, Said]:
    """A part fell silent: said once. What was half entered is asked for anew when the panel is back."""
    if part in watch.lost:
        return watch, ()
    watch = watch._replace(lost=watch.lost | {part})
    if part == PANEL:
        return watch._replace(talk=Talk(), half=watch.half._replace(full=False, cards=False)), (SensorLost(part),)
    if part == SCALE:
        # That nothing can be counted may have been seen, and asked about, the moment before.
        watch = watch._replace(pan=unweighed(at), unsure=False, step=GEMS if watch.step == GEMS else None)
        return watch, (SensorLost(part), *_by_hand(watch))
    return watch, (SensorLost(part),)


def _by_hand(watch: Watch) -> Said:
    return besides(watch) if watch.knocking else ()


def regain(watch: Watch, part: str) -> tuple[Watch, Said]:
    """A part answers again: said once."""
    if part not in watch.lost:
        return watch, ()
    watch = watch._replace(lost=watch.lost - {part})
    if part == SCALE:
        watch = weighed_again(watch)
    return watch, (SensorBack(part), *(asked(watch) if part == PANEL else ()))
