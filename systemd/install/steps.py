"""How a box is put in, brought up to date and taken out: one step after another, each of which may be the last.

Laws: whenever it is interrupted, the version that ran is the one that runs after the next boot, or the new one is
wholly there; the next run takes away what was left and does the rest; no step that is done already changes anything. A
new version runs first beside the old one's link, from a unit in run/ that a reboot forgets, and only when it has said
READY and has run on for a minute does the link change. One that is not put in leaves no rule of its own behind. Nothing
is restarted while a game is on.

The steps are generators that yield what has been done, so that a test can pull the plug behind each.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Final

from systemd.install import boot, files, system, versions
from systemd.install.files import Edit
from systemd.install.places import LOCAL, PACKAGED, SOURCE, Places
from systemd.install.refusing import Refused
from systemd.install.services import Failed, Service

_LOG: Final = "journalctl -u boxref tells why"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """An installation: where, from what, and who does what cannot be done in one file."""

    places: Places
    service: Service
    release: str
    """What the new version is called, such as 0.1.0."""
    build: Callable[[Path], None]
    """Makes a version in a folder. Raises Refused."""
    prove: Callable[[Path], None]
    """Lets a version show that it works. Raises Refused."""
    source: Path = SOURCE


def edits(job: Job) -> Iterator[Edit]:
    """Every file that `put_in` writes apart from the version itself."""
    return chain(system.rules(job.places, job.source), boot.put_in(job.places), system.units(job.places, job.source))


def removals(places: Places) -> Iterator[Edit]:
    """Every file that `take_out` writes or removes apart from the versions."""
    return chain(boot.take_out(places), system.gone(places))


def put_in(job: Job) -> Generator[str, None, None]:
    """Install or upgrade. Raises Refused with the box as it was, or running as it did."""
    places = job.places
    _not_in_a_game(job.service)
    tuple(boot.put_in(places))  # where that cannot be, nothing is begun
    old = versions.current(places)
    if _forget_trial(job):
        yield "an interrupted trial is over"
    for left in versions.sweep(places, versions.marked(places)):
        yield f"removed what was left of {left.name}"
    with _rules(job, old):
        yield "user, groups and device rules"
        new = versions.proved(places, made_of := versions.digest(job.source))
        if new is None:
            new = versions.unused(places, job.release)
            yield from _made(job, new, made_of)
        if old is None:  # there is no service yet that a boot could wait for
            yield from _told_firmware(places)
        for path, target in system.wants(places):
            if old is None or (path.is_symlink() and str(path.readlink()) != target):
                files.link(path, target)
                yield f"{path.name} starts at boot"
        # What is to start at boot is to run, unless the next boot is what it waits for.
        wanted = job.service.there and not places.restart_needed.exists() and _enabled(places)
        tried = wanted and old is not None and old != new
        if tried:
            _not_in_a_game(job.service)
            yield from _tried(job, new)
        elif old != new:
            versions.switch(places, new)
        if old != new:
            yield f"{new.name} is the version that runs"
    # Last, since on a computer that had none this is what makes the next boot start it.
    changed = files.make(system.units(places, job.source))
    # A package and a person may have taken turns: the other's units would come before ours, or after us.
    changed |= files.make(system.gone(replace(places, prefix=PACKAGED if places.prefix == LOCAL else LOCAL)))
    if _put_away_trial(places) or changed:
        job.service.reload()
        yield "units are in place"
    if wanted and not tried and (changed or not job.service.running()):
        if not job.service.start():
            raise Refused(f"it is installed, but did not become ready; {_LOG}")
        yield "it runs"
    yield from _told_firmware(places)
    for outdated in versions.sweep(places, versions.to_go_back_to(places, None if old == new else old)):
        yield f"removed {outdated.name}"


def take_out(job: Job, *, purge: bool) -> Generator[str, None, None]:
    """Uninstall; `purge` forgets the owner's files and all games too. Raises Refused while a game is on."""
    places = job.places
    _not_in_a_game(job.service)
    told_at_boot = tuple(boot.take_out(places))  # where that cannot be, nothing is begun
    job.service.stop()
    yield "stopped"
    for path, _ in system.wants(places):
        files.remove(path)
    _put_away_trial(places)
    if files.make(told_at_boot):
        yield "config.txt and cmdline.txt are as they were without it"
    files.make(system.gone(places))
    if places.prefix == LOCAL:  # a package's folders belong to many
        for edit in system.gone(places):
            if places.lib in edit.path.parents:
                files.prune(edit.path.parent, places.lib)
    job.service.reload()
    yield "units and rules are gone"
    files.remove(places.current)
    for version in versions.sweep(places, frozenset()):
        yield f"removed {version.name}"
    files.clear(places.home)
    files.remove(places.restart_needed)
    if purge:
        files.clear(places.config)
        files.clear(places.state)
        job.service.forget_user()
        yield "games and the owner's files are gone"


def _not_in_a_game(service: Service) -> None:
    if (game := service.playing()) is not None:
        raise Refused(
            f"{game} is on: nothing is changed meanwhile; leave it for the lobby (hold `back` for 3 s, then `go`) and "
            "try again"
        )


def _told_firmware(places: Places) -> Iterator[str]:
    # Read only now: a version takes minutes to build, and the owner may have edited the files meanwhile.
    if files.make(tuple(boot.put_in(places))):
        files.put(places.restart_needed, b"")
        yield "I2C at 400 kHz, SPI and UART on, serial console off: from the next boot on"


@contextmanager
def _rules(job: Job, old: Path | None) -> Iterator[None]:
    """What belongs to the system is as the new version wants it, and as the old one did where that is not put in.

    The link tells which one is: once it has changed, an interruption no longer makes the old one that of the next boot.
    """
    try:
        files.make(system.rules(job.places, job.source))
        job.service.settle()
        yield
    except BaseException:
        if old is not None and old == versions.current(job.places) and files.make(system.rules_of(old, job.places)):
            with suppress(Failed):  # why the new version is not put in is what must be told
                job.service.settle()
        raise


def _made(job: Job, new: Path, made_of: str) -> Iterator[str]:
    try:
        job.build(new)
        yield f"built {new.name}"
        job.prove(new)
    except BaseException:
        versions.forget(new)  # it may be large, and the card small
        raise
    files.make(system.kept_rules(new, job.source))
    versions.mark(new, made_of)
    yield f"{new.name} proved itself"


def _tried(job: Job, new: Path) -> Iterator[str]:
    """Run the new version as the service, then change the link; where it does not get so far, the old one again.

    The link changes in here, so that no interruption finds a trial that is over and a link that is still the old one.
    """
    ready = back = False
    try:
        files.put(job.places.trial, system.trial(new, job.source))
        yield f"{new.name} is on trial"
        job.service.reload()
        ready = job.service.start()
        if ready:
            yield f"{new.name} is ready"
            yield "it is watched for a minute"
            if job.service.stands():
                yield f"{new.name} stands"
                versions.switch(job.places, new)
    finally:
        if versions.current(job.places) != new:
            _put_away_trial(job.places)
            job.service.reload()
            back = job.service.start()
            versions.forget(new)
    if versions.current(job.places) != new:
        failed = "became ready as a service and fell" if ready else "did not become ready as a service"
        told = "the old version runs again" if back else f"the old version does not get ready either ({_LOG})"
        raise Refused(f"{new.name} {failed}: rolled back, {told}; {_LOG}")


def _forget_trial(job: Job) -> bool:
    """The trial that an interruption left: back to the version that the link tells."""
    if not _put_away_trial(job.places):
        return False
    job.service.reload()
    if job.service.running():
        job.service.start()
    return True


def _enabled(places: Places) -> bool:
    (service, _), *_ = system.wants(places)
    return service.is_symlink()


def _put_away_trial(places: Places) -> bool:
    there = places.trial.exists()
    files.remove(places.trial)
    return there
