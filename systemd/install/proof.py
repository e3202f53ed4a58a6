"""A version proves itself, run by its own interpreter: modules load, the plan holds, a game goes, the chip opens."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import walk_packages

_GAME = Path(__file__).with_name("proof.play")


def main() -> int:
    """Answers the exit status: 0 only when everything held."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="where the owner's box.toml would be")
    parser.add_argument("--chip", action="store_true", help="open the GPIO chip too")
    asked = parser.parse_args()
    proofs: list[tuple[str, Callable[[], None]]] = [
        ("every module loads", _modules),
        ("the plan holds", lambda: _plan(asked.config / "box.toml")),
        ("a game goes", _game),
    ]
    if asked.chip:
        proofs.append(("the GPIO chip opens", _chip))
    for what, proof in proofs:
        try:
            proof()
        except BaseException as wrong:  # noqa: BLE001 - whatever it is, an exit too, the version is not fit
            print(f"  {what}: no: {type(wrong).__name__}: {wrong}", file=sys.stderr)
            return 1
        print(f"  {what}")
    if not asked.chip:
        print("  (the GPIO chip was not opened: this is no Raspberry Pi that runs)")
    return 0


def _modules() -> None:
    for room in ("firmware", "drivers", "games", "hardware"):
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            import_module(module.name)


def _plan(owned: Path) -> None:
    import_module("hardware.box").load(owned if owned.exists() else None)


def _game() -> None:
    play = import_module("firmware.commands.play").play
    with redirect_stdout(StringIO()) as transcript:
        status = play([str(_GAME)])
    if status != 0:
        raise AssertionError(f"its transcript is\n{transcript.getvalue()}")


def _chip() -> None:
    import_module("drivers.lines").open_pins("lgpio").close()


if __name__ == "__main__":
    sys.exit(main())
