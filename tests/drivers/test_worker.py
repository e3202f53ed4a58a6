"""Jobs off the loop: order, bugs, and the end."""

import asyncio
import threading
from functools import partial
from typing import Any

import pytest

from drivers.worker import PATIENCE_S, InlineWorker, ThreadWorker


async def _all_of(worker: ThreadWorker) -> None:
    """Wait until the worker has done all it was given before."""
    done = asyncio.get_running_loop().create_future()
    worker.do(lambda: None, done.set_result)
    await done


def test_jobs_run_in_one_named_thread_and_results_come_back_in_the_loop_in_order() -> None:
    async def main() -> None:
        worker = ThreadWorker(asyncio.get_running_loop(), name="i2c")
        came: list[tuple[str, int, str]] = []

        def job(n: int) -> tuple[str, int]:
            return threading.current_thread().name, n

        for n in range(5):
            worker.do(partial(job, n), lambda result: came.append((*result, threading.current_thread().name)))
        await _all_of(worker)
        worker.close()
        here = threading.current_thread().name
        assert came == [("i2c", n, here) for n in range(5)]

    asyncio.run(main())


def test_a_bug_in_a_job_is_reported_and_the_thread_lives() -> None:
    async def main() -> None:
        reported: list[dict[str, Any]] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(context))
        worker = ThreadWorker(loop, name="i2c")
        worker.do(lambda: 1 // 0, lambda _: pytest.fail("a failed job has no result"))
        await _all_of(worker)
        worker.close()
        assert isinstance(reported[0]["exception"], ZeroDivisionError)
        assert reported[0]["message"] == "a job of i2c failed"

    asyncio.run(main())


def test_closing_finishes_the_job_at_hand_and_brings_nothing_more() -> None:
    async def main() -> None:
        worker = ThreadWorker(asyncio.get_running_loop(), name="i2c")
        begun = threading.Event()
        ran: list[str] = []

        def slow() -> None:
            begun.set()
            while worker._jobs.qsize() < 2:  # until `close` has put its end behind the next job
                pass
            ran.append("slow")

        worker.do(slow, lambda _: ran.append("brought"))
        begun.wait()
        worker.do(lambda: ran.append("next"), lambda _: None)
        worker.close()
        await asyncio.sleep(0)
        assert ran == ["slow"]
        with pytest.raises(RuntimeError, match="closed"):
            worker.do(lambda: None, lambda _: None)

    asyncio.run(main())


def test_the_last_job_runs_in_the_thread_behind_the_job_at_hand_and_what_it_raises_is_raised() -> None:
    async def main() -> None:
        ran: list[str] = []

        def last() -> None:
            ran.append(threading.current_thread().name)
            raise LookupError("a bug")

        worker = ThreadWorker(asyncio.get_running_loop(), name="i2c")
        worker.do(lambda: ran.append("job"), lambda _: None)
        await _all_of(worker)
        with pytest.raises(LookupError, match="a bug"):
            worker.close(last)
        assert ran == ["job", "i2c"]

    asyncio.run(main())


def test_a_job_that_hangs_is_left_behind_and_told_of(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        begun, kernel = threading.Event(), threading.Event()
        worker = ThreadWorker(asyncio.get_running_loop(), name="i2c", patience_s=0.01)

        def hangs() -> None:
            begun.set()
            kernel.wait()

        worker.do(hangs, lambda _: pytest.fail("nobody waits for its result any more"))
        begun.wait()
        assert not worker.close(lambda: None)
        assert worker._thread.daemon, "or it would keep the process from ending"
        kernel.set()
        worker._thread.join()
        await asyncio.sleep(0)

    asyncio.run(main())
    assert caplog.messages == ["i2c hangs in a job, which is left behind"]


def test_all_workers_of_a_box_together_leave_it_time_to_stop() -> None:
    assert 3 * PATIENCE_S < 4.5


def test_a_loop_that_ended_first_does_not_kill_the_thread_noisily() -> None:
    loop = asyncio.new_event_loop()
    worker = ThreadWorker(loop, name="i2c")
    loop.close()
    worker.do(lambda: 1, lambda _: None)
    worker.do(lambda: 1 // 0, lambda _: None)
    worker.close()
    assert not worker._thread.is_alive()


def test_in_virtual_time_a_job_runs_at_once_but_never_inside_another() -> None:
    worker = InlineWorker()
    order: list[str] = []

    def first_done(_: None) -> None:
        worker.do(lambda: order.append("second job"), lambda _: order.append("second done"))
        order.append("first done")

    worker.do(lambda: order.append("first job"), first_done)
    assert order == ["first job", "first done", "second job", "second done"]


def test_in_virtual_time_a_bug_reaches_the_test_and_leaves_nothing_behind() -> None:
    worker = InlineWorker()
    with pytest.raises(ZeroDivisionError):
        worker.do(lambda: 1 // 0, lambda _: None)
    came: list[int] = []
    worker.do(lambda: 1, came.append)
    assert came == [1]
    assert worker.close(lambda: came.append(2))
    assert came == [1, 2]
    with pytest.raises(RuntimeError, match="closed"):
        worker.do(lambda: None, lambda _: None)
