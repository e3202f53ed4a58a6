"""The least that a service of this kind can be: a loop, a sleeping worker, a row in SQLite, a word when it is ready.

What the box costs is measured against it. It imports nothing of ours.
"""

import asyncio
import os
import signal
import socket
import sqlite3
import sys
from pathlib import Path
from queue import SimpleQueue
from threading import Thread


async def serve(directory: Path) -> None:
    """Until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    file = sqlite3.connect(directory / "bare.db", isolation_level=None)
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = FULL")
    file.execute("CREATE TABLE IF NOT EXISTS fact (fact TEXT)")
    file.execute("INSERT INTO fact VALUES ('it runs')")
    jobs: SimpleQueue[None] = SimpleQueue()
    worker = Thread(target=jobs.get)
    worker.start()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    await stop.wait()
    jobs.put(None)
    worker.join()
    file.close()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
