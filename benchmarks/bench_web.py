"""The explorer under load: 32 clients on loopback asking mixed questions, beside a bare endpoint.

Nineteen of twenty questions were never asked before, so that no answer kept from earlier helps; a
client thinks for up to two seconds between two. `python -m benchmarks.bench_web 300` holds the load
for five minutes and prints what it did to memory as well; it fails where anything but an answer
comes back.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import quote

from rich.console import Console

from benchmarks.table import Row, show
from int2vec.arithmetic.primes import primes_up_to

CLIENTS = 32
SECONDS = 12.0
LIMIT = 0.05
"""The median that every question but a completion by all means promises."""
POPULAR = 40
"""Questions of each kind that are asked again and again."""
NEW = 0.95
"""The share of the others, each asked once."""
THINKING = 2.0
"""The longest that a client waits before its next question, in seconds."""

_SERVER = """
import sys
from int2vec.web.worker import ServeConfig
from int2vec.web.server import bind, prepare, run
config = ServeConfig()
prepare(config)
listening = bind("127.0.0.1", 0)
print(listening.getsockname()[1], flush=True)
run(config, listening)
"""
_BARE = """
import sys, uvicorn, socket
from fastapi import FastAPI
app = FastAPI()
@app.get("/")
async def answer() -> dict[str, bool]:
    return {"ok": True}
listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listening.bind(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning")).run([listening])
"""


@dataclass
class Load:
    """What a spell of load did: seconds of each answer by kind, refusals, memory in MiB."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)

    def median(self, kind: str) -> float:
        """The median seconds of one kind."""
        return median(self.times[kind])


def rows(seconds: float = SECONDS) -> Iterator[Row]:
    """Medians against the promise and against a bare endpoint; memory after against before."""
    short = min(seconds / 4, 10)
    with _server(_BARE) as (_, port):
        bare = asyncio.run(_load(port, {"bare": _Bare()}, short)).median("bare")
    with _server(_SERVER) as (process, port):
        fresh = asyncio.run(_one_by_one(port))
        kinds = _questions()
        asyncio.run(_ask_popular(port, kinds))
        alone = {
            kind: asyncio.run(_load(port, {kind: kinds[kind]}, short))
            for kind in ("neighbours", "health")
        }
        load = asyncio.run(_load(port, kinds, seconds, process.pid, THINKING))
    if load.errors:
        for kind, times in load.times.items():
            print(f"{kind}: median {median(times):.3f} s of {len(times):,}", file=sys.stderr)
        raise SystemExit(f"{len(load.errors)} errors under load, such as {load.errors[0]}")
    for kind, times in load.times.items():
        what = f"{kind} in the mix, median of {len(times):,}"
        wanted = None if kind == "completion by all" else 1
        yield Row(what, median(times), "the promise", LIMIT, wanted)
    for kind, only in alone.items():
        yield Row(f"{kind} alone", only.median(kind), "a bare FastAPI endpoint", bare)
    for kind, times in fresh.times.items():
        yield Row(f"{kind}, one client, never asked before", median(times), "the promise", LIMIT)
    tenths = load.memory[:: max(len(load.memory) // 10, 1)]
    print("memory in MiB, by tenths of the time:", *map(round, tenths), file=sys.stderr)
    # The first third fills caches that are bounded.
    settled = load.memory[len(load.memory) // 3]
    what = f"memory after {seconds:.0f} s of load"
    yield Row(what, load.memory[-1], "1.1 × that after a third", 1.1 * settled, 1, "MiB")


@contextmanager
def _server(code: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        _wait_until_it_answers(port)
        yield process, port
    finally:
        process.terminate()
        process.wait(30)


def _wait_until_it_answers(port: int) -> None:
    async def once() -> None:
        connection = await _connect(port)
        await _get(connection, "/")
        connection[1].close()

    deadline = time.monotonic() + 300
    while True:
        try:
            return asyncio.run(once())
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


# --- questions ------------------------------------------------------------------------------


class _Bare:
    def draw(self, dice: random.Random) -> str:
        return "/"


class _Kind:
    """Questions of one kind: new ones, and now and then a popular one."""

    def __init__(self, make: Callable[[random.Random], str], *, repeats: bool = False) -> None:
        self.make, self.repeats = make, repeats
        dice = random.Random(0)
        self.popular = [make(dice) for _ in range(POPULAR)]
        self.asked = set(self.popular)

    def draw(self, dice: random.Random) -> str:
        if self.repeats or dice.random() > NEW:
            return dice.choice(self.popular)
        while (question := self.make(dice)) in self.asked:
            pass
        self.asked.add(question)
        return question


def _neighbours(dice: random.Random) -> str:
    return f"/api/neighbors/{int(dice.paretovariate(0.3)) % 10**6 + 1}?k=10"


_PRIMES = primes_up_to(3000)


def _expansion(dice: random.Random) -> str:
    step = dice.randint(2, 60)
    recipes = (
        lambda: dice.sample(_PRIMES, 3),
        lambda: [step * dice.randint(1, 40) for _ in range(3)],
        lambda: [dice.randint(2, 99) ** 2 for _ in range(3)],
    )
    return "/api/expand?members=" + quote(",".join(map(str, dice.choice(recipes)())))


def _rules(dice: random.Random) -> str:
    a, b, c = (dice.randint(1, 99) for _ in range(3))
    recurring = [a, b]
    for _ in range(6):
        recurring.append(recurring[-1] + c * recurring[-2])
    terms = dice.choice(
        ([a * n * n + b * n + c for n in range(7)], [a * b**n + c for n in range(7)], recurring)
    )
    return "/api/complete?using=rules&terms=" + quote(",".join(map(str, terms)))


def _questions() -> dict[str, _Kind]:
    return {
        "neighbours": _Kind(_neighbours),
        "expansion": _Kind(_expansion),
        "rules": _Kind(_rules),
        "integer": _Kind(lambda dice: f"/api/integer/{dice.randint(1, 10**6)}"),
        "completion by all": _Kind(lambda dice: _rules(dice).replace("using=rules&", "")),
        "health": _Kind(lambda dice: "/api/health", repeats=True),
    }


# --- clients --------------------------------------------------------------------------------

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _connect(port: int) -> Connection:
    return await asyncio.open_connection("127.0.0.1", port)


async def _get(connection: Connection, path: str) -> int:
    """The status of one request on a connection that is kept open."""
    reader, writer = connection
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


async def _load(
    port: int, kinds: dict, seconds: float, pid: int | None = None, thinking: float = 0.0
) -> Load:
    load, end = Load(), time.monotonic() + seconds

    async def client(number: int) -> None:
        dice, connection = random.Random(number), await _connect(port)
        while time.monotonic() < end:
            kind = dice.choice(list(kinds))
            path = kinds[kind].draw(dice)
            start = time.perf_counter()
            try:
                status = await _get(connection, path)
            except asyncio.IncompleteReadError as error:
                if error.partial:
                    raise
                connection = await _connect(port)  # it was closed while this client was quiet
                status = await _get(connection, path)
            load.times[kind].append(time.perf_counter() - start)
            if status != 200:
                load.errors.append(f"{status} for {path}")
            await asyncio.sleep(thinking * dice.random())
        connection[1].close()

    async def watch() -> None:
        while time.monotonic() < end:
            load.memory.append(_memory(pid) if pid else 0.0)
            await asyncio.sleep(seconds / 60)

    await asyncio.gather(watch(), *(client(number) for number in range(CLIENTS)))
    return load


async def _ask_popular(port: int, kinds: dict) -> None:
    """Ask every popular question once, as a server that has run for a while has been."""
    connection = await _connect(port)
    for kind in kinds.values():
        for path in kind.popular:
            await _get(connection, path)
    connection[1].close()


async def _one_by_one(port: int) -> Load:
    """Questions that were never asked before, one at a time."""
    load, dice, connection = Load(), random.Random(99), await _connect(port)
    for kind, make in (("neighbours", _neighbours), ("expansion", _expansion), ("rules", _rules)):
        for _ in range(12):
            start = time.perf_counter()
            await _get(connection, make(dice))
            load.times[kind].append(time.perf_counter() - start)
        del load.times[kind][:2]  # what is loaded once
    connection[1].close()
    return load


def _memory(pid: int) -> float:
    """The memory of a process and its children in MiB, shared pages counted in proportion."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = [pid, *map(int, children.read_text().split())] if children.exists() else [pid]
    total = 0.0
    for one in found:
        try:
            text = Path(f"/proc/{one}/smaps_rollup").read_text()
            total += int(text.split("Pss:")[1].split()[0]) / 1024
        except (OSError, IndexError):
            continue
    return total


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    held = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    show(f"web, {held:.0f} s", rows(held), Console(width=None if sys.stdout.isatty() else 130))
