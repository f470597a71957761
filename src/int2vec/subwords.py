"""Vectors from digit n-grams, as FastText makes them, for integers never seen in training."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import InputError

MAX_DIGITS = 4_000  # Python itself refuses to write an int of more than 4,300 digits


_LONGEST = 30  # characters of an n-gram


def ngram_hash(ngram: bytes) -> int:
    """The 32-bit FNV-1a hash of an n-gram, as FastText and gensim compute it."""
    value = 2166136261
    for byte in ngram:
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


def ngrams(n: int, min_n: int, max_n: int) -> list[bytes]:
    """The n-grams of an integer's decimal form between angle brackets.

    >>> ngrams(17, 3, 4)
    [b'<17', b'17>', b'<17>']
    """
    text = f"<{n}>".encode()
    return [
        text[start : start + size]
        for size in range(min_n, min(max_n, len(text)) + 1)
        for start in range(len(text) - size + 1)
    ]


@dataclass(frozen=True, eq=False, kw_only=True)
class Subwords:
    """A table of bucket vectors; n-grams whose bucket was left out say nothing."""

    min_n: int
    max_n: int
    n_buckets: int
    buckets: NDArray[np.uint32]  # (m,) rising bucket numbers that have a vector
    matrix: NDArray[np.float32]  # (m, dim)

    def __post_init__(self) -> None:
        if not (1 <= self.min_n <= self.max_n <= _LONGEST and 1 <= self.n_buckets <= 2**32):
            raise InputError(
                f"n-grams of {self.min_n} to {self.max_n} in {self.n_buckets} buckets were given; "
                f"give lengths from 1 to {_LONGEST} and 1 bucket or more"
            )
        if self.matrix.ndim != 2 or self.buckets.shape != self.matrix.shape[:1]:
            raise InputError(
                f"{len(self.buckets)} buckets and a matrix of {self.matrix.shape} were given; "
                "give one row a bucket"
            )

    def vector(self, n: int) -> NDArray[np.float32]:
        """The mean of the bucket vectors of an integer's n-grams: (dim,), zero if none is known."""
        found = self.matrix[self.places(n)]
        total = found.sum(axis=0, dtype=np.float32)
        result: NDArray[np.float32] = total / np.float32(max(len(found), 1))
        return result

    def places(self, n: int) -> NDArray[np.intp]:
        """The rows of the n-grams of an integer that have a vector."""
        grams = ngrams(n, self.min_n, self.max_n)
        wanted = np.array([ngram_hash(g) % self.n_buckets for g in grams], np.uint32)
        places = np.searchsorted(self.buckets, wanted)
        places = np.minimum(places, max(len(self.buckets) - 1, 0))
        return places[self.buckets[places] == wanted] if len(self.buckets) else places[:0]
