"""Search: the index against a plain scan of all sequences, and against compiling them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.table import Row
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.data import data_folder
from int2vec.predict.complete.search.index import Index, open_index, text_of
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.predict.complete.search.suffix_array import order_by_past

_QUERIES = 300
_SCANNED = 3


def scan(sequences: Sequence[Sequence[int]], last: Sequence[int]) -> dict[int, int]:
    """What follows these terms, by going through every sequence: the plain way."""
    n, following = len(last), dict[int, int]()
    for terms in sequences:
        for i in range(len(terms) - n):
            if terms[i] == last[0] and terms[i : i + n] == last:
                following[terms[i + n]] = following.get(terms[i + n], 0) + 1
    return following


def seconds(work: Callable[[], object]) -> float:
    """The time that the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _prompts(corpus: Corpus) -> list[list[int]]:
    chosen = np.random.default_rng(0).choice(make_split(corpus).test, _QUERIES, replace=False)
    return [terms[:-1] for terms in map(corpus.terms, chosen.tolist()) if len(terms) > 6]


def rows() -> Iterator[Row]:
    """The figures of this benchmark, on the OEIS where it is there, else on the catalog."""
    oeis = data_folder() / "oeis" / "stripped.gz"
    corpus = open_corpus("oeis" if oeis.is_file() else "catalog")
    index = open_index(corpus)
    prompts = _prompts(corpus)
    sequences = [corpus.terms(i) for i in range(corpus.n_sequences)]
    scanned = seconds(lambda: [scan(sequences, p[-5:]) for p in prompts[:_SCANNED]]) / _SCANNED
    for mode in ("full", "last-5", "longest"):
        completer = SearchCompleter(index, mode)
        completer.complete([*prompts[0], 10**30])  # opens what is opened once
        ours = seconds(lambda c=completer: [c.complete(p) for p in prompts]) / len(prompts)  # type: ignore[misc]
        yield Row(f"search {mode}, a query", ours, "scan of all sequences", scanned, 1000)
    every = np.arange(corpus.n_sequences, dtype=np.int32)
    opening = min(
        seconds(lambda: Index(corpus, every, index.fingerprint, index.files).past().stretches([0]))
        for _ in range(5)
    )
    built = seconds(lambda: order_by_past(text_of(corpus, every, "terms")))
    yield Row("open the index", opening, "build it", built, 50)
    if oeis.is_file():
        with tempfile.TemporaryDirectory() as folder:
            compiled = seconds(lambda: compile_corpus(oeis, Path(folder)))
        yield Row("build the index", built, "compile the corpus", compiled)
