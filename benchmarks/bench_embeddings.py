"""Vectors: neighbours against gensim and FAISS; the kernel of units at FastText's own work.

Ten minutes on two cores. Peers that are not installed are left out. Trainings are timed in turns;
the probes beside them ask for integers that the paper's tables leave out, by which the kernel's
settings were chosen.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from gensim.models import KeyedVectors

from benchmarks.gensim_fasttext import FastTextConfig, train_fasttext, write_sequences
from benchmarks.table import Row
from int2vec.corpus.split import Split, Vocabulary, make_split
from int2vec.corpus.store import Corpus, open_corpus
from int2vec.data import has_oeis
from int2vec.embed.units import FASTTEXT, UnitsConfig, train_units
from int2vec.embeddings import Embeddings
from int2vec.predict.paper import PROBE_PROPERTIES
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe

faiss: Any = None
fasttext: Any = None
with suppress(ImportError):
    import faiss  # type: ignore[no-redef]
with suppress(ImportError):
    import fasttext  # type: ignore[no-redef]

_N, _DIM, _QUERIES = 118_000, 100, 200
_SAMPLE, _EPOCHS = 40_000, 4  # sequences to train on: enough for a ratio and for probes
_ASKED = (*PROBE_PROPERTIES, "value")  # all of 2001–7000 have four digits
_PROBED = ProbeConfig(first=2_001, last=7_000, split="random", tune=False)


def rows() -> Iterator[Row]:
    """Each claim about vectors with its peer."""
    yield from _neighbours()
    corpus, part = _part()
    workers = os.cpu_count() or 1
    # Once over a few sequences, so that nothing is compiled while the clock runs.
    train_units(corpus, replace(part, train=part.train[:200]), _as_fasttext(6, 1, 1), device="cpu")
    for max_n, label in ((6, "words and n-grams"), (0, "words")):
        yield from _training(corpus, part, max_n, label, workers)
    yield from _linear(corpus, part, workers)
    yield from _memory()


def _part() -> tuple[Corpus, Split]:
    corpus = open_corpus("oeis" if has_oeis() else "catalog")
    split = make_split(corpus)
    step = max(1, len(split.train) // _SAMPLE)
    return corpus, replace(split, train=split.train[::step])


def _best(work: Callable[[], object], repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _neighbours() -> Iterator[Row]:
    matrix = np.random.default_rng(0).standard_normal((_N, _DIM)).astype(np.float32)
    ours = Embeddings(range(_N), matrix, name="bench")
    gensim = KeyedVectors(_DIM)
    gensim.add_vectors([str(n) for n in range(_N)], matrix)
    gensim.fill_norms()
    unit = ours.unit.copy()
    asked = range(_QUERIES)
    mine = _best(lambda: [ours.neighbors(n, 10) for n in asked])
    theirs = _best(lambda: [gensim.most_similar(str(n), topn=10) for n in asked])
    what = f"10 neighbours among {_N:,} × {_DIM}, {_QUERIES} queries"
    yield Row(what, mine, "gensim most_similar", theirs, 1)
    if faiss is not None:
        index = faiss.IndexFlatIP(_DIM)
        index.add(unit)
        flat = _best(lambda: [index.search(unit[n : n + 1], 11) for n in asked])
        yield Row(what, mine, "FAISS IndexFlatIP", flat, 1)


def _training(corpus: Corpus, part: Split, max_n: int, label: str, workers: int) -> Iterator[Row]:
    """Our kernel, gensim and the C++ FastText in turns, and what probes read of the first two."""
    config = FastTextConfig(epochs=_EPOCHS, max_n=max_n, workers=workers)
    units, made = _as_fasttext(max_n, _EPOCHS, workers), dict[str, Embeddings]()
    times: dict[str, list[float]] = {"ours": [], "gensim": [], "C++": []}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sequences.txt"
        vocabulary = Vocabulary.build(corpus, part.train, config.min_count)
        write_sequences(corpus, part.train, vocabulary, path)
        works: dict[str, Callable[[], Any]] = {
            "ours": partial(train_units, corpus, part, units, device="cpu"),
            "gensim": partial(train_fasttext, corpus, part, config),
        }
        if fasttext is not None:
            works["C++"] = partial(_cpp, path, config)
        for _ in range(2):
            for name, work in works.items():
                start = time.perf_counter()
                made[name] = work()
                times[name].append(time.perf_counter() - start)
    what = f"units: {label}, {_EPOCHS} epochs over {len(part.train):,} sequences"
    ours = min(times["ours"])
    yield Row(what, ours, "gensim FastText", min(times["gensim"]), 2)
    if times["C++"]:
        yield Row(what, ours, "fasttext (C++)", min(times["C++"]))
    found = probe([made["ours"].renamed("ours"), made["gensim"].renamed("gensim")], _ASKED, _PROBED)
    figures = {(r.embedding, r.name): r.all.accuracy for r in found.properties}
    figures |= {(r.embedding, r.name): r.r2_held_out for r in found.quantities}
    for name in dict.fromkeys(name for _, name in figures):
        mine, theirs = figures["ours", name], figures["gensim", name]
        yield Row(f"{label}: {name}, 2001–7000", 1000 * mine, "gensim FastText", 1000 * theirs,
                  unit="‰")  # fmt: skip


def _linear(corpus: Corpus, part: Split, workers: int) -> Iterator[Row]:
    """The time of an epoch over parts of the sequences, beside their share of the whole."""
    units, whole = _as_fasttext(6, 1, workers), 0.0
    for eighths in (8, 4, 2, 1):
        some = replace(part, train=part.train[: len(part.train) * eighths // 8])
        took = _best(lambda some=some: train_units(corpus, some, units, device="cpu"), 2)
        whole = whole or took
        yield Row(f"units: an epoch over {eighths}/8 of it", took, "all of it, by its share",
                  whole * eighths / 8)  # fmt: skip


def _memory() -> Iterator[Row]:
    """The most memory that training takes in a process of its own, for parts of the sequences."""
    if not Path("/proc/self/status").is_file():
        return
    peaks = {}
    for eighths in (8, 4, 2, 1):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            peaks[eighths] = pool.submit(peak_memory, eighths).result()
        yield Row(f"units: memory, {eighths}/8 of it", peaks[eighths], "all of it", peaks[8],
                  unit="MiB")  # fmt: skip


def peak_memory(eighths: int) -> float:
    """The mebibytes that a process holds at most while it trains words on a part.

    Linux alone counts them for this process; what getrusage says is inherited from its parent.
    """
    corpus, part = _part()
    some = replace(part, train=part.train[: len(part.train) * eighths // 8])
    train_units(corpus, some, replace(_as_fasttext(0, 1, 1), min_count=200), device="cpu")
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _as_fasttext(max_n: int, epochs: int, workers: int) -> UnitsConfig:
    rate = 5e-3 if max_n else 8e-3
    return replace(FASTTEXT, epochs=epochs, max_n=max_n, workers=workers, learning_rate=rate)


def _cpp(path: Path, config: FastTextConfig) -> None:
    fasttext.train_unsupervised(
        str(path), model="skipgram", dim=100, ws=5, minCount=3, neg=5, epoch=_EPOCHS, verbose=0,
        minn=3 if config.max_n else 0, maxn=config.max_n, bucket=config.buckets,
        thread=config.workers, lr=config.learning_rate, t=config.sample,
    )  # fmt: skip
