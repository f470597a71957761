"""Vectors that know nothing, or one plain thing: what a probe must be held against."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings

MAJORITY, DIGITS, FREQUENCY = "majority class", "digits, one-hot", "log frequency"
_PLAIN = {"method": "baseline"}


def baselines(embeddings: Sequence[Embeddings], integers: range, seed: int = 0) -> list[Embeddings]:
    """The majority class, random vectors of each size in use, the digits, the log frequency."""
    # The same vector for every integer: only the commoner class can be learned from it.
    rows = [_plain(integers, np.zeros((len(integers), 1)), MAJORITY)]
    rows += [random_vectors(integers, dim, seed) for dim in sorted({e.dim for e in embeddings})]
    rows.append(one_hot_digits(integers))
    if embeddings:
        known = [n for n in integers if n in embeddings[0]]
        rows.append(_plain(known, frequency(embeddings[0], known)[:, None], FREQUENCY))
    return rows


def _plain(integers: Sequence[int], matrix: NDArray[np.float64], name: str) -> Embeddings:
    return Embeddings(list(integers), matrix, name=name, manifest=_PLAIN)


def random_vectors(integers: range, dim: int, seed: int = 0) -> Embeddings:
    """Independent normal vectors with a variance of 1 in each dimension."""
    matrix = np.random.default_rng([4, seed, dim]).standard_normal((len(integers), dim))
    return _plain(integers, matrix, f"random, {dim}-d")


def one_hot_digits(integers: Sequence[int]) -> Embeddings:
    """Ten indicators for each decimal place, units first; none is set past the first digit.

    >>> one_hot_digits(range(10, 12))[11].nonzero()[0].tolist()
    [1, 11]
    """
    matrix = np.zeros((len(integers), 10 * len(str(max(integers)))))
    for row, n in enumerate(integers):
        for place, digit in enumerate(reversed(str(n))):
            matrix[row, 10 * place + int(digit)] = 1.0
    return _plain(integers, matrix, DIGITS)


def frequency_source(embeddings: Sequence[Embeddings], row: int) -> Embeddings:
    """The embeddings whose order tells how frequent an integer is, for one row of a table."""
    models = [e for e in embeddings if e.manifest.get("method") != _PLAIN["method"]]
    own = embeddings[row] in models or not models  # a baseline goes by the first model's corpus
    return embeddings[row] if own else models[0]


def frequency(embeddings: Embeddings, integers: Sequence[int]) -> NDArray[np.float64]:
    """−log(1 + rank) for each integer, a log frequency under Zipf's law: (n,)."""
    # Models list their integers by falling frequency; those that have no rank come last.
    ranks = [embeddings.row(n) if n in embeddings else len(embeddings) for n in integers]
    return -np.log1p(np.array(ranks, dtype=np.float64))
