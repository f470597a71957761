"""Vectors from digit n-grams, as FastText makes them, for integers never seen in training."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import InputError

MAX_DIGITS = 4_000  # Python itself refuses to write an int of more than 4,300 digits
_LONGEST = 30  # characters of an n-gram
_BASIS, _PRIME = 2166136261, 16777619  # of the 32-bit FNV-1a hash


def ngram_hash(ngram: bytes) -> int:
    """The 32-bit FNV-1a hash of an n-gram, as FastText and gensim compute it."""
    value = _BASIS
    for byte in ngram:
        value = ((value ^ byte) * _PRIME) & 0xFFFFFFFF
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


def hashed_ngrams(
    integers: Sequence[int], min_n: int, max_n: int
) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Which integer, by its place, has an n-gram of which hash: two arrays, by integer.

    >>> places, hashes = hashed_ngrams([5, 17], 3, 4)
    >>> places.tolist(), hashes[1] == ngram_hash(b"<17")
    ([0, 1, 1, 1], np.True_)
    """
    texts = [b"<%d>" % n for n in integers]
    lengths = np.array([len(text) for text in texts], np.int64)
    text = np.frombuffer(b"".join(texts) + bytes(max_n), np.uint8).astype(np.uint32)
    owner = np.repeat(np.arange(len(integers)), lengths)
    left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(owner))  # bytes to the end
    hashes = np.full(len(owner), _BASIS, np.uint32)
    owners, found = [], []
    for size in range(1, max_n + 1):  # every n-gram grows by a byte
        hashes = (hashes ^ text[size - 1 : size - 1 + len(owner)]) * np.uint32(_PRIME)
        if size >= min_n:
            owners.append(owner[left >= size])
            found.append(hashes[left >= size])
    whose = np.concatenate(owners)
    order = np.argsort(whose, kind="stable")
    return whose[order], np.concatenate(found)[order]


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
        hashes = hashed_ngrams([n], self.min_n, self.max_n)[1]
        wanted = (hashes % np.uint64(self.n_buckets)).astype(np.uint32)
        places = np.searchsorted(self.buckets, wanted)
        places = np.minimum(places, max(len(self.buckets) - 1, 0))
        return places[self.buckets[places] == wanted] if len(self.buckets) else places[:0]
