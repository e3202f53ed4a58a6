"""The box on its twins without a terminal, until SIGTERM; it says when it is ready, as a service does."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

from firmware.commands.run import first_game
from firmware.journal import NAME, open_journal
from firmware.simbox import live_stage
from hardware.box import load


async def serve(directory: Path) -> None:
    """Until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    setting = first_game(game="clever_keys", players=2, start=0, gems=None, seed=None, metal=False)
    async with live_stage(setting, load(), open_journal(directory / NAME, boot="bench")) as stage:
        while not stage.box.settled:
            await asyncio.sleep(0.01)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
