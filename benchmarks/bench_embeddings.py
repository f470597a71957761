"""Vectors: neighbours against gensim and FAISS, training against gensim and the C++ FastText."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import faiss
import fasttext
import numpy as np
from gensim.models import FastText, KeyedVectors

from benchmarks.table import Row
from int2vec.corpus.split import Split, Vocabulary, make_split
from int2vec.corpus.store import Corpus, open_corpus
from int2vec.data import data_folder
from int2vec.embed.fasttext import FastTextConfig, train_fasttext, write_sequences
from int2vec.embed.units import UnitsConfig, train_units
from int2vec.embeddings import Embeddings

_N, _DIM, _QUERIES = 118_000, 100, 200
_SAMPLE, _EPOCHS = 40_000, 3  # sequences to train on: enough for a ratio


def rows() -> Iterator[Row]:
    """Each claim about vectors with its peer."""
    yield from _neighbours()
    yield from _training()


def _best(work: Callable[[], object], repeats: int = 3) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _best_in_turn(*works: Callable[[], object], rounds: int = 3) -> list[float]:
    """The best time of each, taken in turns: a machine that slows down slows all of them."""
    times = [[_best(work, 1) for work in works] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def _neighbours() -> Iterator[Row]:
    matrix = np.random.default_rng(0).standard_normal((_N, _DIM)).astype(np.float32)
    ours = Embeddings(range(_N), matrix, name="bench")
    gensim = KeyedVectors(_DIM)
    gensim.add_vectors([str(n) for n in range(_N)], matrix)
    gensim.fill_norms()
    unit = ours.unit.copy()
    index = faiss.IndexFlatIP(_DIM)
    index.add(unit)
    asked = range(_QUERIES)
    mine = _best(lambda: [ours.neighbors(n, 10) for n in asked])
    theirs = _best(lambda: [gensim.most_similar(str(n), topn=10) for n in asked])
    flat = _best(lambda: [index.search(unit[n : n + 1], 11) for n in asked])
    what = f"10 neighbours among {_N:,} × {_DIM}, {_QUERIES} queries"
    yield Row(what, mine, "gensim most_similar", theirs, 1)
    yield Row(what, mine, "FAISS IndexFlatIP", flat, 1)


def _training() -> Iterator[Row]:
    there = (data_folder() / "oeis" / "stripped.gz").is_file()
    corpus = open_corpus("oeis" if there else "catalog")
    split = make_split(corpus)
    step = max(1, len(split.train) // _SAMPLE)
    part = replace(split, train=split.train[::step])
    workers = os.cpu_count() or 1
    for max_n, label in ((6, "with subwords"), (0, "whole integers")):
        config = FastTextConfig(epochs=_EPOCHS, max_n=max_n, workers=workers)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sequences.txt"
            vocabulary = Vocabulary.build(corpus, part.train, config.min_count)
            write_sequences(corpus, part.train, vocabulary, path)  # all train on the same lines
            ours, bare, cpp = _best_in_turn(
                lambda config=config: train_fasttext(corpus, part, config),
                lambda path=path, max_n=max_n: _gensim(path, max_n, workers),
                lambda path=path, max_n=max_n: _cpp(path, max_n, workers),
            )
        what = f"FastText {label}, {_EPOCHS} epochs over {len(part.train):,} sequences"
        yield Row(what, ours, "bare gensim", bare, 0.95)
        yield Row(what, ours, "fasttext (C++)", cpp, 1)
    yield from _units(corpus, part, workers)


def _units(corpus: Corpus, part: Split, workers: int) -> Iterator[Row]:
    """The kernel of units at FastText's own work, and its time for parts of the corpus."""
    train_units(corpus, replace(part, train=part.train[:200]), _as_fasttext(6, 1, 1), device="cpu")
    for max_n, label in ((6, "words and n-grams"), (0, "words")):
        units = _as_fasttext(max_n, _EPOCHS, workers)
        config = FastTextConfig(epochs=_EPOCHS, max_n=max_n, workers=workers)
        mine, theirs = _best_in_turn(
            lambda units=units: train_units(corpus, part, units, device="cpu"),
            lambda config=config: train_fasttext(corpus, part, config),
            rounds=2,
        )
        yield Row(f"units: {label}, {_EPOCHS} epochs", mine, "gensim FastText", theirs, 2)
    units, whole = _as_fasttext(0, 1, workers), 0.0
    for eighths in (8, 4, 2, 1):
        some = replace(part, train=part.train[: len(part.train) * eighths // 8])
        took = _best(lambda some=some: train_units(corpus, some, units, device="cpu"), 2)
        whole = whole or took
        yield Row(f"units: an epoch over {eighths}/8 of it", took, "all of it, by its share",
                  whole * eighths / 8)  # fmt: skip


def _as_fasttext(max_n: int, epochs: int, workers: int) -> UnitsConfig:
    return UnitsConfig(
        dim=100, epochs=epochs, moduli="", largest_divisor=0, size_steps=0, leading=False,
        max_n=max_n, workers=workers,
    )  # fmt: skip


def _gensim(path: Path, max_n: int, workers: int) -> None:
    FastText(
        corpus_file=str(path), vector_size=100, window=5, min_count=3, negative=5, sg=1,
        epochs=_EPOCHS,
        min_n=3 if max_n else 1, max_n=max_n, bucket=FastTextConfig().buckets, workers=workers,
        alpha=FastTextConfig().learning_rate, sample=FastTextConfig().sample,
    )  # fmt: skip


def _cpp(path: Path, max_n: int, workers: int) -> None:
    fasttext.train_unsupervised(
        str(path), model="skipgram", dim=100, ws=5, minCount=3, neg=5, epoch=_EPOCHS, verbose=0,
        minn=3 if max_n else 0, maxn=max_n, bucket=FastTextConfig().buckets, thread=workers,
        lr=FastTextConfig().learning_rate, t=FastTextConfig().sample,
    )  # fmt: skip
