"""One look at the ports of expanders, on the worker."""

import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

from drivers.bus import BusError, BusTimeout
from drivers.mcp23017 import Mcp23017

log = logging.getLogger(__name__)


class Asked(NamedTuple):
    """An expander to look at, and its ports as they were read last."""

    part: str
    chip: Mcp23017
    ports: tuple[int, int] | None


class Look(NamedTuple):
    """What one look at an expander brought: its ports, or why not."""

    part: str
    at: float
    ports: tuple[int, int] | None
    forgot: bool = False
    """It answers, but its configuration is gone."""


def look_at(asked: Iterable[Asked], fell_at: float | None, now: Callable[[], float]) -> list[Look] | BusTimeout:
    """What changed changed at the edge, `fell_at`, however late it is read.

    A held bus ends the look: every other transfer would take its second to fail too.
    """
    looks = []
    for name, chip, last in asked:
        try:
            ports = chip.read()
            at = now()
            if ports == last:
                looks.append(Look(name, at, ports))
                continue
            moved_at = at if fell_at is None else min(at, fell_at)
            looks.append(Look(name, moved_at, ports, forgot=not chip.audit()))
        except BusTimeout as held:
            return held
        except BusError as error:
            log.debug("%s", error)
            looks.append(Look(name, now(), None))
    return looks
