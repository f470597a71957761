"""Slow questions end, quick ones go on, nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from int2vec.errors import BusyError, SlowError, WorkerDiedError, WorkerError
from int2vec.web.worker import ServeConfig
from int2vec.web.workers import Lane, Workers, running, started

Crew = tuple[BlockingPortal, Workers]


@pytest.fixture(scope="module")
def portal() -> Iterator[BlockingPortal]:
    """A loop in a thread of its own: the browser tests keep one in this thread."""
    with start_blocking_portal() as opened:
        yield opened


@pytest.fixture(scope="module")
def crew(config: ServeConfig, portal: BlockingPortal) -> Iterator[Crew]:
    """Two lanes of workers and the loop that they live in."""
    with portal.wrap_async_context_manager(running(config, ("light", "heavy"))) as workers:
        yield portal, workers


def _analogy(a: int) -> bytes:
    return b'{"a": %d, "b": 456, "c": 789}' % a  # takes about a tenth of a second


def test_quick_questions_do_not_wait_for_slow_ones(crew: Crew) -> None:
    portal, workers = crew

    async def scene() -> None:
        slow = [
            asyncio.create_task(workers.ask("heavy", "analogy", _analogy(i))) for i in range(12)
        ]
        await asyncio.sleep(0.05)
        for n in range(1, 11):
            await workers.ask("light", "neighbors", b'{"integer": %d}' % n)
        assert not all(task.done() for task in slow)
        assert {status for status, _ in await asyncio.gather(*slow)} == {200}

    portal.call(scene)


def test_a_client_that_asks_much_keeps_nobody_waiting(crew: Crew) -> None:
    portal, workers = crew

    async def scene() -> None:
        ask = workers.ask
        many = [
            asyncio.create_task(ask("heavy", "analogy", _analogy(i), "a")) for i in range(99, 119)
        ]
        await asyncio.sleep(0.05)
        await ask("heavy", "analogy", _analogy(200), "b")
        assert sum(task.done() for task in many) <= 4  # two were at work, two came in between
        assert {status for status, _ in await asyncio.gather(*many)} == {200}

    portal.call(scene)


def test_the_same_question_is_worked_out_once(crew: Crew) -> None:
    portal, workers = crew
    heavy = workers.lanes["heavy"]

    async def scene() -> None:
        before = heavy.answered
        answers = await asyncio.gather(
            *(workers.ask("heavy", "analogy", _analogy(500)) for _ in range(20))
        )
        assert len(set(answers)) == 1
        assert heavy.answered == before + 1

    portal.call(scene)


def test_too_many_questions_are_turned_away(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    portal, workers = crew
    monkeypatch.setattr(workers.lanes["heavy"], "most_waiting", 2)

    async def scene() -> None:
        asked = [workers.ask("heavy", "analogy", _analogy(1000 + i)) for i in range(12)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = sum(isinstance(answer, BusyError) for answer in answers)
        assert (refused, len(answers) - refused) == (8, 4)  # two are at work, two wait

    portal.call(scene)


def test_a_slow_question_is_ended_and_its_process_replaced(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal, workers = crew
    heavy = workers.lanes["heavy"]

    async def scene() -> None:
        before = set(heavy.pids)
        with monkeypatch.context() as patch:
            patch.setattr(heavy, "seconds", 0.02)
            with pytest.raises(SlowError):
                await workers.ask("heavy", "analogy", _analogy(2000))
        status, body = await workers.ask("heavy", "analogy", b'{"a": 5, "b": 36, "c": 6}')
        assert status == 200
        assert b'"value":49' in body
        async with asyncio.timeout(60):
            while heavy.restarts < 1 or heavy.idle < heavy.processes:
                await asyncio.sleep(0.05)
        assert len(before & heavy.pids) == heavy.processes - 1

    portal.call(scene)


def test_a_process_that_died_is_replaced_unnoticed(crew: Crew) -> None:
    portal, workers = crew
    light = workers.lanes["light"]

    async def scene() -> None:
        (pid,) = light.pids
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            while not light.pids - {pid}:  # though nobody asks
                await asyncio.sleep(0.05)
        status, _ = await workers.ask("light", "neighbors", b'{"integer": 1234}')
        assert status == 200

    portal.call(scene)


def test_a_lane_whose_processes_were_all_killed_answers_again(crew: Crew) -> None:
    portal, workers = crew
    heavy = workers.lanes["heavy"]

    async def scene() -> None:
        killed = set(heavy.pids)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            while heavy.pids & killed:  # a busy machine takes its time to end them
                await asyncio.sleep(0.01)
        status, _ = await workers.ask("heavy", "analogy", _analogy(3000))
        assert status == 200

    portal.call(scene)


@pytest.mark.parametrize(("killed", "given_up"), [(1, 0), (2, 2)])
def test_a_question_is_given_up_at_once_where_no_process_is_left(
    crew: Crew, killed: int, given_up: int
) -> None:
    portal, workers = crew
    heavy = workers.lanes["heavy"]

    async def scene() -> None:
        async with asyncio.timeout(60):
            while heavy.idle < heavy.processes:
                await asyncio.sleep(0.05)
        asked = [
            asyncio.create_task(workers.ask("heavy", "analogy", _analogy(4000 + 100 * killed + i)))
            for i in range(8)
        ]
        while heavy.idle:
            await asyncio.sleep(0)
        for pid in list(heavy.pids)[:killed]:
            os.kill(pid, signal.SIGKILL)
        ended, _ = await asyncio.wait(asked, return_when="FIRST_EXCEPTION")
        died = [task for task in ended if isinstance(task.exception(), WorkerDiedError)]
        assert len(died) == given_up
        assert not died or not heavy.pids  # before any other process was ready
        answers = await asyncio.gather(*set(asked) - set(died))
        assert [status for status, _ in answers] == [200] * (8 - given_up)

    portal.call(scene)


def test_no_process_outlives_the_server(config: ServeConfig, portal: BlockingPortal) -> None:
    with portal.wrap_async_context_manager(running(config, ("rules",))) as workers:
        found = list(workers.lanes["rules"].pids)
    assert found
    deadline = time.monotonic() + 10
    while any(_is_alive(pid) for pid in found):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_that_cannot_start_says_why(config: ServeConfig, portal: BlockingPortal) -> None:
    lost = replace(config, corpus="/nowhere/terms.txt")
    opened = portal.wrap_async_context_manager(running(lost, ("rules", "light")))
    with pytest.raises(WorkerError, match=r"/nowhere/terms\.txt is not there"), opened:
        pass


class _Echo(Lane):
    """A lane that answers by itself and counts what it is asked."""

    async def ask(self, kind: str, question: bytes, client: str = "") -> tuple[int, bytes]:
        self.answered += 1
        return 404 if kind == "unknown" else 200, b"x" * (900 if question == b"long" else 90)


def test_kept_answers_are_bounded(config: ServeConfig, portal: BlockingPortal) -> None:
    workers = Workers(config, ())
    workers.most_kept = 1000
    lane = workers.lanes["echo"] = _Echo("light", config)

    async def asked_anew(kind: str, question: bytes) -> bool:
        before = lane.answered
        await workers.ask("echo", kind, question)
        await asyncio.sleep(0)
        return lane.answered > before

    async def scene() -> None:
        for i in range(100):
            assert await asked_anew("kind", b"%d" % i)
        assert not await asked_anew("kind", b"99")
        assert await asked_anew("kind", b"0")
        assert 0 < workers.kept <= 1000
        assert await asked_anew("kind", b"long")
        assert await asked_anew("kind", b"long")  # one answer may not push out all others
        assert not await asked_anew("kind", b"99")
        assert await asked_anew("unknown", b"1")
        assert await asked_anew("unknown", b"1")  # what went wrong may go right the next time

    portal.call(scene)


def test_a_process_that_finds_no_memory_is_tried_again(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal, workers = crew
    light = workers.lanes["light"]
    refused = [OSError(12, "Cannot allocate memory")] * 2

    def start(lane: str, config: ServeConfig) -> object:
        if refused:
            raise refused.pop()
        return started(lane, config)

    async def scene() -> None:
        (pid,) = light.pids
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            while pid in light.pids:
                await asyncio.sleep(0.01)
        status, _ = await workers.ask("light", "neighbors", b'{"integer": 1235}')
        assert status == 200

    monkeypatch.setattr("int2vec.web.workers.RETRY_SECONDS", 0.01)
    monkeypatch.setattr(light, "seconds", 60.0)  # a busy machine starts processes slowly
    monkeypatch.setattr("int2vec.web.workers.started", start)
    portal.call(scene)
    assert not refused
