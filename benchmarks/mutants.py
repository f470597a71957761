"""Faults planted by machine: `python -m benchmarks.mutants` prints the share that tests catch.

A fixed sample of small changes (`benchmarks.faults`) to the arithmetic, the rules, the search, the
ensemble, the probes, the embeddings, the splits and the limits. Which tests reach which line is
measured once and kept under `out/`; each fault is tried against the tests and the examples in
docstrings that reach its line, then its file, the quickest first, until one fails. mutmut and
cosmic-ray draw no seeded sample and start a new interpreter for every fault.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import coverage
import pytest

from benchmarks.faults import AREAS, ROOT, Mutant, sample, sources

SAMPLE, PROCESSES = 300, 2
STAGE_SECONDS = 15  # of tests near a fault that reach its line, of others that do, of its file's
TRACED_SECONDS = 3  # of each test, as it is slow to be watched
CPU_SECONDS = 90  # a fault that takes longer does not end
KEPT = ROOT / "out/mutants.json"
COPIED = ("src", "tests", "conftest.py", "pyproject.toml", "benchmarks", "README.md", "docs")
TESTS = (
    "tests/arithmetic", "tests/predict/complete", "tests/predict/probe", "tests/cli/test_probe.py",
    "tests/corpus/test_split.py", "tests/corpus/test_split_families.py", "tests/test_models.py",
    "tests/test_embeddings.py", "tests/test_embeddings_by_hand.py", "tests/test_units.py",
    "tests/test_files.py", "tests/test_limits.py", "tests/test_text.py",
)  # fmt: skip
LEFT_OUT = ("test_bounds.py",)  # asks hundreds of questions that have no answer: too slow for this
# Loaded once: each fault is tried in a fork of this process.
HEAVY = ("hypothesis", "scipy.optimize", "sklearn.ensemble", "sklearn.linear_model", "typer")

Reach = dict[str, dict[str, list[str]]]
"""The tests that reach a line, by file and by the line's text."""


class Measured:
    """A pytest plugin that notes how long each test takes and which lines it reaches."""

    def __init__(self, files: Iterable[str]) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self._coverage = coverage.Coverage(
            data_file=None, include=list(files), config_file=False, concurrency="thread"
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self._coverage.start()
        self._coverage.switch_context(item.nodeid)
        signal.signal(signal.SIGPROF, lambda *_: self._coverage.stop())
        signal.setitimer(signal.ITIMER_PROF, TRACED_SECONDS)
        started = time.process_time()
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._coverage.stop()
            self.seconds[item.nodeid] = round(time.process_time() - started, 3)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:  # failed or left out
            self.failed.add(report.nodeid)

    def reach(self, copy: Path) -> Reach:
        data = self._coverage.get_data()
        found: Reach = {}
        for file in data.measured_files():
            texts = Path(file).read_text(encoding="utf-8").splitlines()
            lines = defaultdict[str, set[str]](set)
            for number, names in data.contexts_by_lineno(file).items():
                lines[texts[number - 1].strip()].update(names)
            path = Path(file).relative_to(copy).as_posix()
            found[path] = {text: sorted(names - self.failed) for text, names in lines.items()}
        return found


class Chosen:
    """A pytest plugin that runs some tests alone."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = set(names)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._names]


def run_pytest(copy: Path, paths: Iterable[str], plugin: object) -> int:
    """The exit status of the tests in a copy of the project, in this process."""
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy / "src")
    sys.path.insert(0, str(copy / "src"))
    shutil.rmtree(copy / "tmp", ignore_errors=True)
    options = ["-x", "-n0", "--timeout=300", "-pno:cacheprovider", "--hypothesis-seed=0"]
    options.append("-Wignore::pytest.PytestAssertRewriteWarning")
    if isinstance(plugin, Measured):
        options.remove("-x")
    return int(pytest.main([*options, f"--basetemp={copy / 'tmp'}", *paths], plugins=[plugin]))


def forked(work: Callable[[], int], log: Path) -> int:
    """The id of a child process that does the work and ends with what it gives back."""
    sys.stdout.flush()
    if child := os.fork():
        return child
    try:
        os.setsid()
        with log.open("w") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        status = work()
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def hashes() -> dict[str, str]:
    """A hash of each file with tests or examples in docstrings, by its path."""
    found = [file for area in AREAS for file in sources(area)]
    found += [file for part in TESTS for file in sorted((ROOT / part).rglob("test_*.py"))]
    found += [ROOT / part for part in TESTS if part.endswith(".py")]
    kept = [file for file in found if file.name not in LEFT_OUT]
    tables = {file: sorted(file.parent.glob("*.txt")) for file in kept}  # that the tests read
    return {
        file.relative_to(ROOT).as_posix(): hashlib.sha256(
            b"".join(part.read_bytes() for part in (file, *tables[file]))
        ).hexdigest()
        for file in kept
    }


def measure(copies: list[Path]) -> None:
    """Write down which tests reach which lines and how long they take, where tests have changed."""
    kept, now = known(), hashes()
    changed = [file for file, digest in now.items() if kept["of"].get(file) != digest]

    def stays(name: str) -> bool:
        file = name.split("::")[0]
        return file in now and file not in changed

    seconds = {name: s for name, s in kept["seconds"].items() if stays(name)}
    reach: Reach = {}

    def add(found: Reach, is_kept: Callable[[str], bool]) -> None:
        for path, lines in found.items():
            for text, names in lines.items():
                reach.setdefault(path, {}).setdefault(text, []).extend(filter(is_kept, names))

    add(kept["reach"], stays)
    for part in _measured(copies, changed, [file for file in now if file.startswith("src")]):
        seconds |= part["seconds"]
        add(part["reach"], lambda name: True)
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(json.dumps({"of": now, "seconds": seconds, "reach": reach}), encoding="utf-8")


def _measured(copies: list[Path], files: list[str], lines_of: list[str]) -> list[dict[str, Any]]:
    """What the tests of these files reach and take, a share of the files in each copy."""
    shares = [(copy, files[i :: len(copies)]) for i, copy in enumerate(copies)]

    def work(copy: Path, share: list[str]) -> int:
        measured = Measured(str(copy / file) for file in lines_of)
        run_pytest(copy, share, measured)
        found = {"seconds": measured.seconds, "reach": measured.reach(copy)}
        (copy / "measured.json").write_text(json.dumps(found), encoding="utf-8")
        print(f"{len(measured.seconds)} tests measured, {len(measured.failed)} of them left out")
        return 0

    busy = [
        (forked(partial(work, copy, share), copy / "log.txt"), copy)
        for copy, share in shares
        if share
    ]
    for child, copy in busy:
        os.waitpid(child, 0)
        print((copy / "log.txt").read_text(encoding="utf-8").splitlines()[-1], flush=True)
    return [json.loads((copy / "measured.json").read_text(encoding="utf-8")) for _, copy in busy]


def known() -> dict[str, Any]:
    """What has been measured so far."""
    if not KEPT.exists():
        return {"of": {}, "seconds": {}, "reach": {}}
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def tests_for(mutant: Mutant, reach: Reach, seconds: dict[str, float]) -> list[list[str]]:
    """The tests that reach the line in the folder of its own tests, then others, as time allows."""
    lines = reach.get(mutant.path, {})
    at_line = set(lines.get(mutant.source.strip(), ()))
    in_file = {name for names in lines.values() for name in names}
    mirrored = str(Path(mutant.path).parent).replace("src/int2vec", "tests")
    near = {name for name in in_file if name.startswith((f"{mirrored}/", mutant.path))}
    stages = (at_line & near, at_line - near, in_file - at_line)
    return [_within(stage & seconds.keys(), seconds) for stage in stages]


def _within(names: set[str], seconds: dict[str, float]) -> list[str]:
    """The quickest of these tests, as many as there is time for."""
    chosen, spent = [], 0.0
    for name in sorted(names, key=seconds.__getitem__):
        spent += seconds[name]
        if spent > STAGE_SECONDS:
            break
        chosen.append(name)
    return chosen


def attempt(mutant: Mutant, copy: Path, stages: list[list[str]]) -> int:
    """Whether a test fails (1) with the change in a copy of the project."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    (copy / mutant.path).write_text(mutant.text, encoding="utf-8")
    for names in stages:
        paths = dict.fromkeys(name.split("::")[0] for name in names)
        if names and run_pytest(copy, paths, Chosen(names)) not in (0, 5):
            return 1
    return 0


class Copies:
    """Copies of the project, each with one fault at a time tried in it."""

    def __init__(self, folder: Path, n: int) -> None:
        self.free = [folder / str(i) for i in range(n)]
        self._kept = folder / "kept"  # as the files were when the faults were drawn
        self._running: dict[int, tuple[Mutant, Path]] = {}
        shutil.copytree(ROOT / "src", self._kept / "src")
        for copy in self.free:
            for part in COPIED:
                source, target = ROOT / part, copy / part
                copy.mkdir(exist_ok=True)
                shutil.copytree(source, target) if source.is_dir() else shutil.copy2(source, target)

    def start(self, mutant: Mutant, stages: list[list[str]]) -> None:
        copy = self.free.pop()
        child = forked(lambda: attempt(mutant, copy, stages), copy / "log.txt")
        self._running[child] = mutant, copy

    def ended(self) -> tuple[Mutant, bool]:
        """The next fault whose tests have ended, and whether one failed."""
        child, status = os.wait()
        mutant, copy = self._running.pop(child)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what the tests had started
        shutil.copy2(self._kept / mutant.path, copy / mutant.path)  # with its time, as compiled
        self.free.append(copy)
        return mutant, status != 0


def main() -> None:
    """Plant the sample and print what survived, and the share of each area that was caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", nargs="?", type=int, default=SAMPLE)
    parser.add_argument("--seed", type=int, default=0, help="of the sample; 0 is the fixed one")
    parser.add_argument("--area", action="append", choices=AREAS, help="this one alone")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument(
        "--as-measured", dest="measure", action="store_false", help="take the lines measured before"
    )
    asked = parser.parse_args()
    for name in HEAVY:
        importlib.import_module(name)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copies = Copies(Path(folder), asked.processes)
        chosen = sample(asked.n, asked.seed, asked.area)
        if asked.measure:
            measure(list(copies.free))
            print(f"lines measured: {(time.monotonic() - started) / 60:.1f} min", flush=True)
        plant(chosen, copies)
    print(f"{(time.monotonic() - started) / 60:.1f} min")


def plant(chosen: list[Mutant], copies: Copies) -> None:
    """Try every fault and print the shares; Ctrl-C ends it early."""
    caught, seen, measured = Counter[str](), Counter[str](), known()
    waiting, every = _in_turn(chosen)[::-1], len(copies.free)
    with suppress(KeyboardInterrupt):
        while waiting or len(copies.free) < every:
            if waiting and copies.free:
                mutant = waiting.pop()
                copies.start(mutant, tests_for(mutant, measured["reach"], measured["seconds"]))
                continue
            mutant, noticed = copies.ended()
            seen[mutant.area] += 1
            caught[mutant.area] += noticed
            if not noticed:
                print(f"survived: {mutant}", flush=True)
    for area in dict.fromkeys(mutant.area for mutant in chosen):
        print(f"{area}: {caught[area]} of {seen[area]}")
    print(f"caught: {caught.total() / max(seen.total(), 1):.3f} of {seen.total()}")


def _in_turn(chosen: list[Mutant]) -> list[Mutant]:
    """One of each area after the other, so that an early end has seen as many of each."""
    place = Counter[str]()
    order = []
    for mutant in chosen:
        place[mutant.area] += 1
        order.append((place[mutant.area], len(order)))
    return [chosen[i] for _, i in sorted(order)]


if __name__ == "__main__":
    main()
