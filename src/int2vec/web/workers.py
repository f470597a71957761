"""Lanes of worker processes, replaced when they are late, die or work for nobody any more."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass

from int2vec.errors import BusyError, ServerError, SlowError, WorkerDiedError, WorkerError
from int2vec.web.questions import WORDS
from int2vec.web.worker import LANES, ServeConfig

RETRY_SECONDS = 5.0
_LONGEST_ANSWER = 64 * 1024 * 1024
Asked = tuple[str, bytes]  # a kind and the question in JSON
Reply = tuple[int, bytes]  # a status and a body in JSON


@asynccontextmanager
async def started(lane: str, config: ServeConfig) -> AsyncIterator[Process]:
    """A process that has loaded what its lane needs; it ends with the block."""
    # Several processes share the cores, so that each does its linear algebra on one.
    threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "int2vec.web.worker", lane, json.dumps(asdict(config))),
        stdin=PIPE,
        stdout=PIPE,
        env=os.environ | dict.fromkeys(threads, "1"),
        limit=_LONGEST_ANSWER,
    )
    try:
        status, body = await _exchange(process)
        if status != 200:
            raise WorkerError(f"the {lane} worker did not start: {json.loads(body)['error']}")
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _exchange(process: Process, line: bytes = b"") -> Reply:
    """What a process says next, after it was told this; OSError where it is dead already."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    said = await process.stdout.readline()
    if not said.endswith(b"\n"):
        raise WorkerDiedError(WORDS["died"])
    status, _, body = said.partition(b" ")
    return int(status), body[:-1]


@dataclass(kw_only=True, eq=False)
class _Turn:
    """A client's question, and the reply that it waits for."""

    client: str
    line: bytes
    reply: asyncio.Future[Reply]
    deaths: int = 0  # of processes that worked on it


class Lane:
    """Questions that wait together, and the processes that answer them."""

    def __init__(self, name: str, config: ServeConfig) -> None:
        self.name = name
        self.config = config
        self.seconds: float = LANES[name]["seconds"]
        self.processes: int = LANES[name]["processes"]
        self.most_waiting = 256  # questions, before further ones are turned away
        self.answered = self.restarts = self.idle = 0
        self.pids: set[int] = set()  # of the processes that are ready
        self._turns: list[_Turn] = []
        self._served: Counter[str] = Counter()  # the processes that work for each client
        self._news = asyncio.Event()  # a question came, or a process ended

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return len(self._turns)

    async def ask(self, kind: str, question: bytes, client: str = "") -> Reply:
        """The reply of a process; who stops waiting ends the work."""
        if self.waiting >= self.most_waiting + self.idle:
            raise BusyError(WORDS["busy"])
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        turn = _Turn(client=client, line=b"%s %s\n" % (kind.encode(), question), reply=reply)
        self._turns.append(turn)
        self._news.set()
        try:
            async with asyncio.timeout(3 * self.seconds):  # one of them for the work
                return await reply
        except TimeoutError:
            raise BusyError(WORDS["busy"]) from None
        finally:
            if turn in self._turns:
                self._turns.remove(turn)

    async def keep_one(self) -> None:
        """Keep one process at work; only the first may fail to start."""
        may_fail = True
        while True:
            try:
                async with started(self.name, self.config) as process:
                    may_fail = False
                    self.pids.add(process.pid)
                    await self._serve(process)
                self.pids.discard(process.pid)
                self.restarts += 1
                for turn in self._turns:
                    if turn.deaths and not self.pids and not turn.reply.done():
                        turn.reply.set_exception(WorkerDiedError(WORDS["died"]))
            except (ServerError, OSError):  # OSError: no memory or no file handle just now
                if may_fail:
                    raise
                await asyncio.sleep(RETRY_SECONDS)

    async def _serve(self, process: Process) -> None:
        """Ask the process one question after another while it is alive and in time.

        Clients that the fewest work for come first: one may use every process while it is alone,
        and never keeps others waiting for more than one question.
        """
        ended = asyncio.ensure_future(process.wait())
        ended.add_done_callback(lambda _: self._news.set())
        answered = True
        while answered and process.returncode is None:
            if not self._turns:
                self.idle += 1
                self._news.clear()
                await self._news.wait()
                self.idle -= 1
                continue
            turn = min(self._turns, key=lambda turn: self._served[turn.client])
            self._turns.remove(turn)
            self._served[turn.client] += 1
            answered = await self._answer(process, turn)
            self._served -= Counter([turn.client])  # and forgets those that nothing works for

    async def _answer(self, process: Process, turn: _Turn) -> bool:
        """Whether the process answered; where it died, another that is ready is tried once."""
        work = asyncio.ensure_future(_exchange(process, turn.line))
        try:
            either = work, turn.reply
            await asyncio.wait(either, timeout=self.seconds, return_when="FIRST_COMPLETED")
        finally:
            work.cancel()
        if turn.reply.done():
            return False
        if not work.done():
            turn.reply.set_exception(SlowError(self.seconds))
        elif work.exception() is None:
            self.answered += 1
            turn.reply.set_result(work.result())
            return True
        elif turn.deaths:
            turn.reply.set_exception(WorkerDiedError(WORDS["died"]))
        else:
            turn.deaths += isinstance(work.exception(), WorkerDiedError)
            self._turns.insert(0, turn)
            self._news.set()
        return False


class Workers:
    """All lanes, and the latest answers that they gave, bounded in bytes."""

    def __init__(self, config: ServeConfig, lanes: Iterable[str]) -> None:
        self.lanes = {name: Lane(name, config) for name in lanes}
        self.most_kept = 24 * 1024 * 1024
        self.kept = 0  # bytes of questions and answers
        self._answers: dict[Asked, Reply] = {}  # the latest last
        self._working: dict[Asked, asyncio.Task[Reply]] = {}
        self._askers: Counter[Asked] = Counter()

    async def ask(self, lane: str, kind: str, question: bytes, client: str = "") -> Reply:
        """The status and JSON body for a question of this client that has been checked.

        Whoever asks what was answered lately, or is being worked out, gets the same answer. What
        nobody waits for any more is given up.
        """
        asked = (kind, question)
        if asked in self._answers:
            self._answers[asked] = reply = self._answers.pop(asked)
            return reply
        if asked not in self._working:
            work = self.lanes[lane].ask(kind, question, client)
            self._working[asked] = asyncio.create_task(work)
        self._askers[asked] += 1
        try:
            reply = await asyncio.shield(self._working[asked])
        finally:
            self._askers -= Counter([asked])
            if asked not in self._askers:
                self._working.pop(asked).cancel()
        self._keep(asked, reply)
        return reply

    def _keep(self, asked: Asked, reply: Reply) -> None:
        """Keep a good answer that is not too long, and let go of the oldest ones."""
        size = len(asked[1]) + len(reply[1])
        if reply[0] != 200 or size > self.most_kept // 8 or asked in self._answers:
            return
        self._answers[asked] = reply
        self.kept += size
        while self.kept > self.most_kept:
            oldest = next(iter(self._answers))
            self.kept -= len(oldest[1]) + len(self._answers.pop(oldest)[1])


@asynccontextmanager
async def running(config: ServeConfig, lanes: Iterable[str] = LANES) -> AsyncIterator[Workers]:
    """Workers, from when every process is ready until they are needed no more."""
    workers = Workers(config, lanes)
    every = [lane for lane in workers.lanes.values() for _ in range(lane.processes)]
    keepers = [asyncio.create_task(lane.keep_one()) for lane in every]
    try:
        while any(len(lane.pids) < lane.processes for lane in every):
            ended, _ = await asyncio.wait(keepers, timeout=0.05, return_when="FIRST_COMPLETED")
            for keeper in ended:
                keeper.result()  # why it did not start
        yield workers
    finally:
        tasks = [*workers._working.values(), *keepers]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
