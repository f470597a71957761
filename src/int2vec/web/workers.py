"""Lanes of worker processes: a slow question never stands in the way of a quick one.

A question that takes longer than its lane allows ends with its process, which is replaced.

No library does this in fewer lines with the same guarantees. Pebble 5.2 ends slow work too, but
one idle process that is killed breaks its whole pool for good ("Unexpected error within the
Pool"), it cannot say when a process is ready, and it needs threads between itself and the event
loop; loky and concurrent.futures break in the same way and end no slow work; anyio.to_process
keeps no lanes and lets processes go that have been idle for five minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

from int2vec.errors import BusyError, SlowError, WorkerDiedError, WorkerError
from int2vec.web.config import AS_JSON, LANES, ServeConfig

START_SECONDS = 300.0
RETRY_SECONDS = 5.0
STOP_SECONDS = 2.0  # for a process to end by itself, before it is killed
_DIED = "the process that worked on this was ended; ask again in a moment"
_LONGEST_ANSWER = 64 * 1024 * 1024
Asked = tuple[str, bytes]  # a kind and the question in JSON
Reply = tuple[int, bytes]  # a status and a body in JSON


class Worker:
    """One process, asked one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process runs, as far as is known."""
        return self._process.returncode is None

    @classmethod
    async def start(cls, lane: str, config: ServeConfig) -> Worker:
        """A process that has loaded what its lane needs."""
        # Several processes share the cores, so that each does its linear algebra on one.
        threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "int2vec.web.worker", lane, AS_JSON.dump_json(config).decode()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | dict.fromkeys(threads, "1"),
            limit=_LONGEST_ANSWER,
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                status, body = await worker._reply()
            if status != 200:
                why = json.loads(body)["error"]
                raise WorkerError(f"the {lane} worker did not start: {why}")
        except (TimeoutError, WorkerDiedError) as error:
            await worker.stop()
            raise WorkerError(f"the {lane} worker did not start; its message is above") from error
        except BaseException:
            await worker.stop()
            raise
        return worker

    async def ask(self, kind: str, question: bytes) -> Reply:
        """The status and body that the process answers with."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b"%s %s\n" % (kind.encode(), question))
            await self._process.stdin.drain()
        except OSError:
            raise WorkerDiedError(_DIED) from None
        return await self._reply()

    async def _reply(self) -> Reply:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise WorkerDiedError(_DIED)
        status, _, body = line.partition(b" ")
        return int(status), body[:-1]

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with suppress(ProcessLookupError):
            self._process.terminate()
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await self._process.wait()
            self._process.kill()
        await self._process.wait()


class Lane:
    """Processes of one kind and the questions that wait for them."""

    def __init__(self, name: str, config: ServeConfig) -> None:
        self.name = name
        self.config = config
        self.seconds = LANES[name].seconds
        self.processes = LANES[name].processes
        self.most_waiting = config.waiting
        self.answered = self.restarts = 0
        self._idle: deque[Worker] = deque()
        self._turns: list[tuple[str, asyncio.Future[Worker]]] = []  # who waits, in order
        self._served: Counter[str] = Counter()  # the processes that work for each client
        self.workers: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> int:
        """How many processes have nothing to do."""
        return len(self._idle)

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return len(self._turns)

    async def start(self) -> None:
        """Start every process of the lane."""
        await asyncio.gather(*(self._start_one() for _ in range(self.processes)))

    async def _start_one(self) -> None:
        worker = await Worker.start(self.name, self.config)
        self.workers.add(worker)
        self._hand_out(worker)

    async def ask(self, kind: str, question: bytes, client: str = "") -> Reply:
        """The reply of the next free process; of a second one, where the first died."""
        try:
            return await self._ask_one(kind, question, client)
        except WorkerDiedError:
            return await self._ask_one(kind, question, client)

    async def _ask_one(self, kind: str, question: bytes, client: str) -> Reply:
        worker = await self._next_idle(client)
        try:
            async with asyncio.timeout(self.seconds):
                reply = await worker.ask(kind, question)
        except BaseException as error:
            # Late, dead or given up on: the process may still be at work, so it is replaced.
            self._replace(worker)
            if isinstance(error, TimeoutError):
                raise SlowError(self.seconds) from None
            raise
        finally:
            self._served -= Counter([client])  # and forgets those that nothing works for
        self.answered += 1
        self._hand_out(worker)
        return reply

    async def _next_idle(self, client: str) -> Worker:
        """A process for this client, when it is its turn."""
        busy = BusyError("too many questions are waiting; ask again in a moment")
        if self.waiting >= self.most_waiting:
            raise busy
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._turns.append((client, turn))
        self._hand_out()
        try:
            async with asyncio.timeout(2 * self.seconds):
                return await asyncio.shield(turn)
        except BaseException as error:
            if turn.done():  # its turn came just now, too late
                self._served -= Counter([client])
                self._hand_out(turn.result())
            else:
                self._turns.remove((client, turn))
            raise (busy if isinstance(error, TimeoutError) else error) from None

    def _hand_out(self, worker: Worker | None = None) -> None:
        """Give free processes to those who wait: first to clients that the fewest work for.

        So one client may use every process while it is alone, and never keeps others waiting for
        more than one question.
        """
        self._idle.extend([worker] if worker is not None else [])
        while self._idle and self._turns:
            free = self._idle.popleft()
            if not free.is_alive:
                self._replace(free)
                continue
            first = min(self._turns, key=lambda turn: self._served[turn[0]])
            self._turns.remove(first)
            self._served[first[0]] += 1
            first[1].set_result(free)

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
    """All lanes, and the latest answers that they gave, bounded in bytes."""

    def __init__(
        self,
        config: ServeConfig,
        lanes: Iterable[str] = tuple(LANES),
        most_kept: int = 24 * 1024 * 1024,
    ) -> None:
        self.config = config
        self.lanes = {name: Lane(name, config) for name in lanes}
        self.most_kept = most_kept
        self.kept = 0  # bytes of questions and answers
        self._asked: OrderedDict[Asked, asyncio.Task[Reply]] = OrderedDict()
        self._askers: Counter[Asked] = Counter()
        self._sizes: dict[Asked, int] = {}  # of the answers that are kept

    async def start(self) -> None:
        """Start every process, or none."""
        try:
            await asyncio.gather(*(lane.start() for lane in self.lanes.values()))
        except BaseException:
            await self.stop()
            raise

    async def ask(self, lane: str, kind: str, question: bytes, client: str = "") -> Reply:
        """The status and JSON body for a question of this client that has been checked.

        Whoever asks what was answered lately, or is being worked out, gets the same answer.
        """
        asked = (kind, question)
        if asked not in self._asked:
            work = self.lanes[lane].ask(kind, question, client)
            self._asked[asked] = asyncio.get_running_loop().create_task(work)
            self._asked[asked].add_done_callback(lambda done: self._keep(asked, done))
        self._asked.move_to_end(asked)
        answering, self._askers[asked] = self._asked[asked], self._askers[asked] + 1
        try:
            return await asyncio.shield(answering)
        finally:
            self._askers[asked] -= 1
            if not self._askers[asked]:
                del self._askers[asked]
                if lane == "deep":  # nobody waits any more: work of many seconds is given up
                    answering.cancel()

    def _keep(self, asked: Asked, task: asyncio.Task[Reply]) -> None:
        """Keep a good answer that is not too long, and let go of the oldest ones."""
        failed = task.cancelled() or task.exception() is not None or task.result()[0] != 200
        size = 0 if failed else len(asked[1]) + len(task.result()[1])
        if failed or size > self.most_kept // 8:
            self._asked.pop(asked, None)
            return
        self._sizes[asked] = size
        self.kept += size
        while self.kept > self.most_kept:
            oldest = next(one for one in self._asked if one in self._sizes)
            self.kept -= self._sizes.pop(oldest)
            del self._asked[oldest]

    async def stop(self) -> None:
        """End every process."""
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(lane.stop() for lane in self.lanes.values()))


@asynccontextmanager
async def running(config: ServeConfig) -> AsyncIterator[Workers]:
    """All lanes, from when every process is ready until they are needed no more."""
    workers = Workers(config)
    await workers.start()
    try:
        yield workers
    finally:
        await workers.stop()
