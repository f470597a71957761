"""Probes: one regression a dimension at once, against a loop over scikit-learn."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LinearRegression, LogisticRegression

from benchmarks.table import Row
from int2vec.arithmetic.properties import property_table, quantity_table
from int2vec.embeddings import Embeddings
from int2vec.predict.paper import PROBE_PROPERTIES, PROBE_QUANTITIES
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.fits import best_dimension, one_thread_a_product
from int2vec.predict.probe.probing import probe

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_INTEGERS = range(1, 2001)
_SIZES = (65, 100, 100, 200, 300, 50, 300, 400)  # the eight rows of vectors in the paper's table


def made_up(dim: int, seed: int) -> Embeddings:
    """Vectors as hard to fit as trained ones: residues and size, mixed, under noise."""
    rng = np.random.default_rng(seed)
    n = np.array(_INTEGERS)
    known = np.column_stack([n % m == r for m in (2, 3, 4, 5) for r in range(m)] + [n / 2000])
    mixed = known @ rng.standard_normal((known.shape[1], dim)) * 0.2
    noise = rng.standard_normal((len(n), dim)) * 0.3
    return Embeddings(list(_INTEGERS), mixed + noise, name=f"{dim}-d, {seed}")


def loop_over_scikit_learn(vectors: Floats, labels: Bools) -> int:
    """The dimension most accurate in training, one `LogisticRegression` after another."""
    right = []
    for j in range(vectors.shape[1]):
        column = vectors[:, [j]]
        fitted = LogisticRegression(max_iter=1000).fit(column, labels)
        right.append((fitted.predict(column) == labels).sum())
    return int(np.argmax(right))


def table_by_scikit_learn(embeddings: list[Embeddings]) -> None:
    """The paper's two tables, as one would write them with scikit-learn."""
    labels = property_table(PROBE_PROPERTIES, _INTEGERS)
    values = quantity_table(PROBE_QUANTITIES, _INTEGERS)
    for row in embeddings:
        x = row.vectors_of(_INTEGERS).astype(np.float64)
        for y in labels:
            loop_over_scikit_learn(x[:1000], y[:1000])
            LogisticRegression(max_iter=10_000).fit(x[:1000], y[:1000]).score(x[1000:], y[1000:])
        for y in values:
            LinearRegression().fit(x, y).score(x, y)
            for j in range(row.dim):
                LinearRegression().fit(x[:, [j]], y).score(x[:, [j]], y)


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """The least time that the work takes."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def rows() -> list[Row]:
    """Probing against the same work written as a loop; both on one core a matrix product."""
    x = made_up(100, 0).vectors_of(range(1, 1001)).astype(np.float64)
    labels = property_table(PROBE_PROPERTIES, range(1, 1001))
    eight = [made_up(dim, seed) for seed, dim in enumerate(_SIZES)]
    with one_thread_a_product():
        single = seconds(lambda: [best_dimension(x, y) for y in labels], times=3)
        loop = seconds(lambda: [loop_over_scikit_learn(x, y) for y in labels])
        untuned = seconds(lambda: probe(eight, config=ProbeConfig(tune=False)))
        peer = seconds(lambda: table_by_scikit_learn(eight))
        whole = seconds(lambda: probe(eight))
    return [
        Row("probe: best of 100 dimensions, 4 properties", single, "scikit-learn in a loop", loop),
        Row("probe: the paper's tables, 8 embeddings", untuned, "scikit-learn in a loop", peer),
        Row("probe: the same, tuned and held out as well", whole, "the minute it may take", 60.0),
    ]
