"""Faults planted by machine: `python -m benchmarks.mutants [how many]` prints the share caught.

A fixed sample of small changes to the arithmetic, the rules, the search, the ensemble, the probes,
the embeddings, the splits and the limits: another operator, a constant one off, a condition turned
round. Each is tried against the tests of its own folder. mutmut and cosmic-ray draw no seeded
sample and run one and the same command for every module, which would take a day.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[1]
SAMPLE, SEED, SECONDS, PROCESSES = 300, 0, 120, 2
COMPLETE, TEST_COMPLETE = "predict/complete", "tests/predict/complete"
# What is changed, and the tests that should notice.
AREAS = {
    "arithmetic": (("arithmetic/*.py",), ("tests/arithmetic",)),
    "rules": ((f"{COMPLETE}/rules/*.py",), (f"{TEST_COMPLETE}/rules",)),
    "search": (
        (f"{COMPLETE}/search/*.py",),
        (f"{TEST_COMPLETE}/search", f"{TEST_COMPLETE}/test_contexts.py"),
    ),
    "ensemble": ((f"{COMPLETE}/ensemble/*.py",), (f"{TEST_COMPLETE}/ensemble",)),
    "probes": (("predict/probe/*.py",), ("tests/predict/probe", "tests/cli/test_probe.py")),
    "embeddings": (("embeddings.py", "subwords.py"), ("tests/test_embeddings.py",)),
    "splits": (("corpus/split.py",), ("tests/corpus/test_split.py",)),
    "limits": (("text.py", "files.py"), ("tests/test_text.py", "tests/test_files.py")),
}
_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
_DRAWN = "puzzles.py"  # draws practice questions by chance: others would be as good
_COUNTED = 2  # larger constants are tuned: one more or less of them is no fault
_NOT_CODE = (ast.JoinedStr, ast.Raise, ast.Assert, ast.AnnAssign, ast.arguments)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One small change to one file."""

    area: str
    path: str
    line: int
    was: str
    now: str
    text: str  # of the whole file


def mutants_of(area: str, path: Path) -> Iterator[Mutant]:
    """Every change of a file, in the order of its lines."""
    text = path.read_text(encoding="utf-8")
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _code(ast.parse(text)):
        was = ast.unparse(node)
        if (now := _changed(node)) is not None:
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            whole = text.encode()
            yield Mutant(
                area=area,
                path=path.relative_to(ROOT).as_posix(),
                line=node.lineno,
                was=was,
                now=now,
                text=(whole[:start] + f"({now})".encode() + whole[end:]).decode(),
            )


def _code(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions below a node, but for messages, types, defaults and decorators."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _NOT_CODE) or child in getattr(node, "decorator_list", ()):
            continue
        if isinstance(child, ast.expr):
            yield child
        yield from _code(child)


def _changed(node: ast.expr) -> str | None:
    """The expression with one thing about it changed."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER:
        ops = [_OTHER[type(node.ops[0])](), *node.ops[1:]]
        return ast.unparse(ast.Compare(node.left, ops, node.comparators))  # type: ignore[arg-type]
    if isinstance(node, ast.BinOp) and type(node.op) in _OTHER:
        other = _OTHER[type(node.op)]()
        return ast.unparse(ast.BinOp(node.left, other, node.right))  # type: ignore[arg-type]
    if isinstance(node, ast.BoolOp):
        return ast.unparse(ast.BoolOp(_OTHER[type(node.op)](), node.values))  # type: ignore[arg-type]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ast.unparse(node.operand)
    if isinstance(node, ast.IfExp):
        return ast.unparse(ast.IfExp(node.test, node.orelse, node.body))
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        if type(node.value) is bool:
            return str(not node.value)
        return str(node.value + 1) if node.value <= _COUNTED else None
    return None


def sample(n: int) -> list[Mutant]:
    """So many changes, as many of each area, the same ones every time."""
    dice, chosen = random.Random(SEED), list[Mutant]()
    for i, (area, (patterns, _)) in enumerate(AREAS.items()):
        found = [file for pattern in patterns for file in (ROOT / "src/int2vec").glob(pattern)]
        files = sorted(file for file in found if file.name != _DRAWN)
        every = [mutant for file in files for mutant in mutants_of(area, file)]
        chosen += dice.sample(every, n * (i + 1) // len(AREAS) - n * i // len(AREAS))
    return chosen


def is_caught(mutant: Mutant, copy: Path) -> bool:
    """Whether a test fails, or does not end, with the change in a copy of the project."""
    file = copy / mutant.path
    before = file.read_text(encoding="utf-8")
    file.write_text(mutant.text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    process = subprocess.Popen(
        [*command, "--hypothesis-seed=0", mutant.path, *AREAS[mutant.area][1]],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(SECONDS) not in (0, 5)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    finally:
        file.write_text(before, encoding="utf-8")


def main() -> None:
    """Plant the sample and print what survived, and the share of each area that was caught."""
    chosen = sample(int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE)
    caught, seen, started = Counter[str](), Counter[str](), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(PROCESSES) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for i in range(PROCESSES):
            copies.put(Path(folder) / str(i))
            for part in ("src", "tests", "conftest.py", "pyproject.toml", "benchmarks"):
                source, target = ROOT / part, Path(folder) / str(i) / part
                target.parent.mkdir(exist_ok=True)
                shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)

        def attempt(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return is_caught(mutant, copy)
            finally:
                copies.put(copy)

        for mutant, noticed in zip(chosen, pool.map(attempt, chosen), strict=True):
            seen[mutant.area] += 1
            caught[mutant.area] += noticed
            if not noticed:
                change = f"{mutant.was[:70]}  ->  {mutant.now[:70]}"
                print(f"survived: {mutant.path}:{mutant.line}: {change}", flush=True)
    for area, n in seen.items():
        print(f"{area}: {caught[area]} of {n}")
    share = caught.total() / seen.total()
    print(f"caught: {share:.3f} of {seen.total()}, {(time.monotonic() - started) / 60:.0f} min")


if __name__ == "__main__":
    main()
