"""The corpus: compiling against a plain loop, reopening against compiling, memory, families."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.table import Row
from int2vec.corpus.family import find_families
from int2vec.corpus.split import make_split
from int2vec.corpus.stats import leaked
from int2vec.corpus.store import compile_corpus, open_corpus
from int2vec.data import cache_folder, data_folder

_PEAK = """
import resource, sys
from pathlib import Path
from int2vec.corpus.store import compile_corpus
compile_corpus(Path(sys.argv[1]), Path(sys.argv[2]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def plain(path: Path) -> list[list[int]]:
    """All sequences of a file, in the plainest Python."""
    opener = gzip.open if path.suffix == ".gz" else open
    sequences = []
    with opener(path, "rt") as file:
        for line in file:
            if not line.startswith("#"):
                sequences.append([int(term) for term in line.split(",")[1:-1]])  # noqa: PERF401
    return sequences


def rows() -> Iterator[Row]:
    """What the corpus promises, on the OEIS where it is there, else on the built-in one."""
    path = data_folder() / "oeis" / "stripped.gz"
    name = "oeis" if path.is_file() else "catalog"
    corpus = open_corpus(name)
    path = path if name == "oeis" else next((cache_folder() / "catalog").glob("*/stripped"))
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder) / "compiled"
        # By turns, so that a busy moment of the machine hits both.
        turns = [
            (_seconds(lambda: compile_corpus(path, compiled)), _seconds(lambda: plain(path)))
            for _ in range(3)
        ]
        compiling, looping = (min(times) for times in zip(*turns, strict=True))
        reopening = min(_seconds(lambda: open_corpus(name)) for _ in range(5))
        peak = subprocess.run(
            [sys.executable, "-c", _PEAK, str(path), str(compiled)],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        shutil.rmtree(compiled)
    what = f"{corpus.n_sequences:,} sequences, {corpus.n_terms:,} terms"
    yield Row(f"compile {what}", compiling, "loop of split and int", looping, 2)
    yield Row("reopen the compiled corpus", reopening, "compile it", compiling, 50)
    yield Row("peak memory of compiling", float(peak.stdout), "what it may take", 1024, 1, "MiB")
    families = _seconds(lambda: find_families(corpus))
    yield Row("families of the corpus", families, "the minutes it may take", 180, 1)
    split = make_split(corpus)
    leak = _seconds(lambda: leaked(corpus, split))
    yield Row("leak of the random split", leak, "the minute it may take", 60, 1)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
