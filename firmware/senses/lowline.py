"""An interrupt line that stays low: no expander can tell anything any more, and only the poll sees contacts."""

import logging

log = logging.getLogger(__name__)

LINGERS_S = 5.0
"""A line that is found low at every look for so long tells nothing any more."""


class LowLine:
    """Says it in the log, once for as long as the box runs: a contact that chatters pulls the line again and again."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._told = False

    def seen(self, now: float, *, low: bool) -> None:
        """How the line is after a look; `low` only where every expander could be looked at."""
        if not low:
            self._since = None
        elif self._since is None:
            self._since = now
        elif now >= self._since + LINGERS_S and not self._told:
            self._told = True
            log.warning(
                "line interrupt has been low for %g s: it touches ground or a contact chatters, and keys are seen late",
                LINGERS_S,
            )
