"""Vectors from digit n-grams, as FastText makes them, for integers never seen in training."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import InputError

Integers = NDArray[np.int64]
Matrix = NDArray[np.float32]

_LONGEST = 30  # characters of an n-gram
_MANY = 64  # rows of one owner; above this owners are gone through one by one
_BASIS, _PRIME = 2166136261, 16777619  # of the 32-bit FNV-1a hash


def hashed_ngrams(
    integers: Sequence[int], min_n: int, max_n: int
) -> tuple[Integers, NDArray[np.uint32]]:
    """Which integer, by its place, has an n-gram of which hash: two arrays, by integer.

    N-grams are those of the decimal form between angle brackets, <17, 17> and <17> of 17; their
    hash is the 32-bit FNV-1a, as in FastText and gensim.

    >>> places, hashes = hashed_ngrams([5, 17], 3, 4)
    >>> places.tolist(), hashes.tolist()
    ([0, 1, 1, 1], [2367561884, 2517868907, 4012955933, 2514942159])
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


def add_by_owner(total: Matrix, owner: Integers, rows: Integers, table: Matrix) -> Integers:
    """Add rows of a table to those of their owners, who do not fall: how many each got, (n,)."""
    counts = np.bincount(owner, minlength=len(total))
    ends, most = np.cumsum(counts), int(counts.max(initial=0))
    if most > min(len(total), _MANY):
        for i, (end, n) in enumerate(zip(ends.tolist(), counts.tolist(), strict=True)):
            total[i] += table[rows[end - n : end]].sum(axis=0)
        return counts
    place = np.arange(len(owner)) - np.repeat(ends - counts, counts)
    for nth in range(most):  # an owner comes once each time
        total[owner[place == nth]] += table[rows[place == nth]]
    return counts


@dataclass(frozen=True, eq=False, kw_only=True)
class Subwords:
    """A table of bucket vectors; n-grams whose bucket was left out say nothing."""

    min_n: int
    max_n: int
    n_buckets: int
    buckets: NDArray[np.uint32]  # (m,) rising bucket numbers that have a vector
    matrix: Matrix  # (m, dim)

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

    def parts(self, integers: Sequence[int]) -> tuple[Integers, Integers]:
        """Which integer, by its place, has an n-gram in which row: two arrays, by integer."""
        owner, hashes = hashed_ngrams(integers, self.min_n, self.max_n)
        wanted = (hashes % np.uint64(self.n_buckets)).astype(np.uint32)
        rows = np.searchsorted(self.buckets, wanted, side="right") - 1
        known = self.buckets[rows] == wanted if len(self.buckets) else wanted < 0
        return owner[known], rows[known]

    def vectors(self, integers: Sequence[int]) -> Matrix:
        """The mean of the vectors of each integer's n-grams: (n, dim), zero if none is known."""
        total = np.zeros((len(integers), self.matrix.shape[1]), np.float32)
        counts = add_by_owner(total, *self.parts(integers), self.matrix)
        total /= np.maximum(counts, 1)[:, None]
        return total
