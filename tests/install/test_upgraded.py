"""Upgrades with the real program: each version in an environment of its own, proved, and started under a socket."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from systemd.install import building, steps
from systemd.install.places import Places
from systemd.install.refusing import Refused
from tests.install.kept import Kept, build, checkout
from tests.service.manager import Manager

BROKEN = "def _run(asked: Namespace) -> int:\n    raise SystemExit(1)\n\n\n_COMMANDS['run'] = _run"
"""It loads, its plan holds and its games go; only as a service it ends before it is ready."""


FALLS = """\
def _run(asked: Namespace) -> int:
    from firmware.notify import Notify
    from firmware.commands import run

    tell = Notify.tell

    def falls(notify, word):
        tell(notify, word)
        if word == "READY=1":
            os._exit(1)
        return True

    Notify.tell = falls
    return run.run(sim=True, game=None, players=None, start=None, gems=None, seed=None, plan=None)


_COMMANDS['run'] = _run"""
"""As a service it becomes ready, and ends right after."""


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Kept]:
    places = Places(root=tmp_path / "card")
    places.state.mkdir(parents=True)
    manager = Manager(str(tmp_path / "notify"))
    kept = Kept(places, manager)
    yield kept
    kept.stop()
    manager.close()


def put_in(box: Kept, source: Path) -> list[str]:
    """Install or upgrade from a checkout."""
    job = steps.Job(
        places=box.places,
        service=box,
        release="1.0",
        build=partial(build, source=source),
        prove=partial(building.prove, box.places),
        source=source,
    )
    return list(steps.put_in(job))


def test_the_box_goes_on_with_the_version_that_becomes_ready_and_stands(
    box: Kept, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    put_in(box, checkout(tmp_path / "first", ""))
    assert box.version == "1.0-1"
    put_in(box, checkout(tmp_path / "second", "# newer"))
    assert box.version == "1.0-2"
    with pytest.raises(Refused, match=r"1\.0-3 did not become ready as a service: rolled back, the old version runs"):
        put_in(box, checkout(tmp_path / "third", BROKEN))
    assert box.version == "1.0-2"
    with pytest.raises(Refused, match=r"1\.0-3 became ready as a service and fell: rolled back, the old version runs"):
        put_in(box, checkout(tmp_path / "fourth", FALLS))
    assert box.version == "1.0-2"
    assert box.places.current.readlink() == Path("versions/1.0-2")
    assert capfd.readouterr().out.count("  a game goes\n") == 4


@pytest.mark.parametrize(
    ("change", "plan", "says"),
    [
        ("import nothing_at_all", None, "every module loads: no: ModuleNotFoundError"),
        ("raise SystemExit(0)", None, "every module loads: no: SystemExit: 0"),
        ("", "[bus]\nnumber = 'one'\n", "the plan holds: no: PlanError"),
    ],
)
def test_a_version_that_does_not_work_here_is_told_why_and_not_put_in(
    change: str, plan: str | None, says: str, box: Kept, capfd: pytest.CaptureFixture[str]
) -> None:
    if plan is not None:
        box.places.config.mkdir(parents=True)
        (box.places.config / "box.toml").write_text(plan)
    with pytest.raises(Refused, match=r"1\.0-1 did not prove itself"):
        put_in(box, checkout(box.places.root.parent / "first", change))
    assert says in capfd.readouterr().err
    assert not box.running()
    assert list(box.places.versions.iterdir()) == []
