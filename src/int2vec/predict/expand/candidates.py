"""Which integers are considered, with what sequences and vectors say about each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings
from int2vec.predict.expand.concepts import Concepts
from int2vec.predict.expand.postings import Postings
from int2vec.subwords import MAX_DIGITS

MOST_BY_SIZE = 4000
MOST_BY_SEQUENCE = 2000
MOST_BY_VECTOR = 400
LARGE, HUGE = 10**9, 10**100
_LARGEST = 8
"""The seeds that are continued as a geometric progression."""
_TOO_LONG = 10**MAX_DIGITS


@dataclass(frozen=True, eq=False)
class Near:
    """A model, and the centre of the seeds in it."""

    embeddings: Embeddings
    centre: NDArray[np.float32]

    def cosines(self, integers: Sequence[int]) -> NDArray[np.float64]:
        """The cosine of each integer to the centre; −1 where there is no vector to compare."""
        length = float(np.linalg.norm(self.centre)) or 1.0
        known = [i for i, n in enumerate(integers) if n in self.embeddings]
        found = np.full(len(integers), -1.0)
        if known:
            rows = [self.embeddings.row(integers[i]) for i in known]
            found[known] = self.embeddings.unit[rows] @ (self.centre / length)
        return found


def suggested(
    seeds: Sequence[int],
    shares: Mapping[int, float],
    near: Near | None,
    *,
    by_size: bool,
    at_least: int,
) -> list[int]:
    """What sequences, sizes and vectors suggest."""
    likely = sorted(shares, key=lambda n: (-shares[n], n))
    found = likely[: max(MOST_BY_SEQUENCE, 2 * at_least)]
    if by_size:
        found += near_in_size(seeds, max(MOST_BY_SIZE, 2 * at_least))
    if near is not None:
        most = max(MOST_BY_VECTOR, at_least)
        found += [n for n, _ in near.embeddings.nearest(near.centre, most, leave_out=seeds)]
    return found


def near_in_size(seeds: Sequence[int], room: int) -> list[int]:
    """About `room` integers around the seeds: the whole range where it fits, else windows."""
    low, high = min(seeds), max(seeds)
    if max(abs(low), abs(high)) > LARGE:
        # Each is tested on its own, slowly, and the longer it is the more slowly.
        room //= 10 if max(abs(low), abs(high)) < HUGE else 100
    margin = max(high - low, abs(high) // 2, 20)
    start = low - margin if low < 0 else max(low - margin, 0)
    if high + margin - start <= room:
        return list(range(start, high + margin + 1)) + _geometric(seeds)
    each = max(room // (2 * len(seeds)), 5)
    found = {n + step for n in seeds for step in range(-each, each + 1)}
    return sorted(n for n in found if n >= min(start, 0)) + _geometric(seeds)


def _geometric(seeds: Sequence[int]) -> list[int]:
    """What continues the seeds as a geometric progression: members of sparse sets lie there."""
    few = sorted(set(seeds))[-_LARGEST:]
    steps = {Fraction(y, x) for x in few for y in few if x and y and x != y}
    found = {n * step for n in few for step in steps}
    # A product of long seeds may be longer than any integer that is taken or can be written.
    return sorted(int(n) for n in found if n.denominator == 1 and abs(n) < _TOO_LONG)


def sequence_shares(concepts: Concepts, postings: Postings | None) -> dict[int, float]:
    """The summed weight of the sequences that hold each integer."""
    if postings is None or not len(concepts.sequences):
        return {}
    weights = concepts.sequence_weights
    kept = weights > weights.max() * 1e-9
    chosen, weights = concepts.sequences[kept], weights[kept]
    corpus = postings.corpus
    starts, ends = corpus.offsets[chosen], corpus.offsets[chosen + 1]
    lengths = ends - starts
    owner = np.repeat(np.arange(len(chosen)), lengths)
    at = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    rows = corpus.rows[np.repeat(starts, lengths) + at].astype(np.int64)
    pairs = _distinct(np.sort(rows * len(chosen) + owner))  # an integer counts once in a sequence
    integers = pairs // len(chosen)  # still rising
    distinct = _distinct(integers)
    first = np.searchsorted(integers, distinct)
    totals = np.add.reduceat(weights[pairs % len(chosen)], first)
    return dict(zip(corpus.integers_of(distinct), totals.tolist(), strict=True))


def _distinct(rising: NDArray[np.int64]) -> NDArray[np.int64]:
    """The distinct values of a rising array; np.unique would hash them, which is slower."""
    return rising[np.concatenate(([True], rising[1:] != rising[:-1]))]
