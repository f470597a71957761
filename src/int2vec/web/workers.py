"""Lanes of worker processes: a slow question never stands in the way of a quick one.

A question that takes longer than its lane allows ends with its process, which is replaced.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress

from int2vec.errors import BusyError, SlowError, WorkerDiedError, WorkerError
from int2vec.web.answered import Answered
from int2vec.web.config import ServeConfig
from int2vec.web.lanes import HEADER, LANE_OF, LANES, READY

START_SECONDS = 300.0
RETRY_SECONDS = 5.0
Reply = tuple[int, bytes]


class Worker:
    """One process, asked one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @classmethod
    async def start(cls, lane: str, config: ServeConfig) -> Worker:
        """A process that has loaded what its lane needs."""
        # Several processes share the cores, so that each does its linear algebra on one.
        environment = os.environ | dict.fromkeys(
            ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"
        )
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "int2vec.web.worker",
            lane, str(LANES[lane].niceness), config.to_json(),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environment,
        )  # fmt: skip
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                status, body = await worker._reply()
        except (TimeoutError, asyncio.IncompleteReadError) as error:
            await worker.stop()
            raise WorkerError(f"the {lane} worker did not start; its message is above") from error
        except BaseException:
            await worker.stop()
            raise
        if status != READY:
            await worker.stop()
            raise WorkerError(f"the {lane} worker did not start: {json.loads(body)['error']}")
        return worker

    async def ask(self, kind: str, question: bytes) -> Reply:
        """The status and body that the process answers with."""
        assert self._process.stdin is not None
        name = kind.encode()
        self._process.stdin.write(HEADER.pack(len(question), len(name)) + name + question)
        await self._process.stdin.drain()
        return await self._reply()

    async def _reply(self) -> Reply:
        assert self._process.stdout is not None
        head = await self._process.stdout.readexactly(HEADER.size)
        length, status = HEADER.unpack(head)
        return status, await self._process.stdout.readexactly(length)

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


class Lane:
    """Processes of one kind and the questions that wait for them."""

    def __init__(self, name: str, config: ServeConfig) -> None:
        self.name = name
        self.config = config
        self.seconds: float = getattr(config, name)
        self.processes = LANES[name].processes
        self.most_waiting = config.waiting
        self.waiting = self.answered = self.restarts = 0
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self.workers: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> int:
        """How many processes have nothing to do."""
        return self._idle.qsize()

    async def start(self) -> None:
        """Start every process of the lane."""
        await asyncio.gather(*(self._start_one() for _ in range(self.processes)))

    async def _start_one(self) -> None:
        worker = await Worker.start(self.name, self.config)
        self.workers.add(worker)
        self._idle.put_nowait(worker)

    async def ask(self, kind: str, question: bytes) -> Reply:
        """The reply of the next free process."""
        try:
            return await self._ask_one(kind, question)
        except WorkerDiedError:
            # It may have died long before, of something else: a second one gets its chance.
            try:
                return await self._ask_one(kind, question)
            except WorkerDiedError:
                raise SlowError(self.seconds) from None

    async def _ask_one(self, kind: str, question: bytes) -> Reply:
        worker = await self._next_idle()
        try:
            async with asyncio.timeout(self.seconds):
                reply = await worker.ask(kind, question)
        except BaseException as error:
            # Late, dead or given up on: the process may still be at work, so it is replaced.
            self._replace(worker)
            if isinstance(error, TimeoutError):
                raise SlowError(self.seconds) from None
            if isinstance(error, asyncio.IncompleteReadError | OSError):
                raise WorkerDiedError from None
            raise
        self.answered += 1
        self._idle.put_nowait(worker)
        return reply

    async def _next_idle(self) -> Worker:
        if self.waiting >= self.most_waiting:
            raise BusyError
        self.waiting += 1
        try:
            async with asyncio.timeout(2 * self.seconds):
                return await self._idle.get()
        except TimeoutError:
            raise BusyError from None
        finally:
            self.waiting -= 1

    def _replace(self, worker: Worker) -> None:
        async def replace() -> None:
            self.workers.discard(worker)
            await worker.stop()
            self.restarts += 1
            while True:
                try:
                    return await self._start_one()
                except (WorkerError, OSError):  # OSError: no memory or no file handle just now
                    await asyncio.sleep(RETRY_SECONDS)

        task = asyncio.get_running_loop().create_task(replace())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def stop(self) -> None:
        """End every process of the lane."""
        for task in list(self._starting):
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers))
        self.workers.clear()


class Workers:
    """All lanes, and the answers that they gave."""

    def __init__(self, config: ServeConfig, lanes: Iterable[str] = tuple(LANES)) -> None:
        self.config = config
        self.lanes = {name: Lane(name, config) for name in lanes}
        self.answers = Answered()
        self._under_way: dict[tuple[str, bytes], asyncio.Task[Reply]] = {}

    async def start(self) -> None:
        """Start every process, or none."""
        try:
            await asyncio.gather(*(lane.start() for lane in self.lanes.values()))
        except BaseException:
            await self.stop()
            raise

    async def ask(self, kind: str, question: bytes) -> Reply:
        """The status and JSON body for a question that has been checked.

        Whoever asks what is being worked out already waits for the same answer.
        """
        if (known := self.answers.get(kind, question)) is not None:
            return 200, known
        key = (kind, question)
        if key not in self._under_way:
            task = asyncio.get_running_loop().create_task(self._answer(kind, question))
            task.add_done_callback(lambda done: self._finished(key, done))
            self._under_way[key] = task
        return await asyncio.shield(self._under_way[key])

    async def _answer(self, kind: str, question: bytes) -> Reply:
        status, body = await self.lanes[LANE_OF[kind]].ask(kind, question)
        if status == 200:
            self.answers.put(kind, question, body)
        return status, body

    def _finished(self, key: tuple[str, bytes], task: asyncio.Task[Reply]) -> None:
        self._under_way.pop(key, None)
        if not task.cancelled():
            task.exception()  # those who still wait get it; that nobody does is no fault

    async def stop(self) -> None:
        """End every process."""
        for task in list(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await asyncio.gather(*(lane.stop() for lane in self.lanes.values()))
