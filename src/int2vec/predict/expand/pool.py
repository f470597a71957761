"""Which integers are considered, with what sequences and vectors say about each."""

from __future__ import annotations

from collections.abc import Sequence
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
LARGE, HUGE = 10**9, 10**100
_PROGRESSED = 8
_TOP_PAGES = 400
_TOO_LONG = 10**MAX_DIGITS


@dataclass(frozen=True, eq=False)
class Pool:
    """Candidates with the weight of the sequences that hold each, and cosines where known."""

    integers: list[int]
    sequence_share: NDArray[np.float64]
    cosines: NDArray[np.float64] | None


def candidate_pool(
    seeds: Sequence[int],
    concepts: Concepts,
    postings: Postings | None,
    embeddings: Embeddings | None,
    centroid: NDArray[np.float32] | None,
    *,
    universe: Sequence[int] | None,
    by_size: bool,
    at_least: int,
) -> Pool:
    """The candidates: a given universe, or what sequences, sizes and vectors suggest."""
    shares = _sequence_shares(concepts, postings)
    if universe is not None:
        integers = [n for n in dict.fromkeys(universe) if n not in set(seeds)]
    else:
        likely = sorted(shares, key=lambda n: (-shares[n], n))
        suggested = dict.fromkeys(likely[: max(MOST_BY_SEQUENCE, 2 * at_least)])
        if by_size:
            suggested |= dict.fromkeys(near_in_size(seeds, max(MOST_BY_SIZE, 2 * at_least)))
        if embeddings is not None and centroid is not None:
            found = embeddings.nearest(centroid, max(_TOP_PAGES, at_least), leave_out=seeds)
            suggested |= dict.fromkeys(n for n, _ in found)
        for seed in seeds:
            suggested.pop(seed, None)
        integers = list(suggested)
    share = np.array([shares.get(n, 0.0) for n in integers])
    cosines = None
    if embeddings is not None and centroid is not None:
        cosines = _cosines(embeddings, centroid, integers)
    return Pool(integers, share, cosines)


def near_in_size(seeds: Sequence[int], room: int) -> list[int]:
    """About `room` integers around the seeds: the whole range where it fits, else windows."""
    low, high = min(seeds), max(seeds)
    if max(abs(low), abs(high)) > LARGE:
        # Each is tested on its own, slowly, and the longer it is the more slowly.
        room //= 10 if max(abs(low), abs(high)) < HUGE else 100
    margin = max(high - low, abs(high) // 2, 20)
    start = low - margin if low < 0 else max(low - margin, 0)
    if high + margin - start <= room:
        return list(range(start, high + margin + 1)) + _progressed(seeds)
    each = max(room // (2 * len(seeds)), 5)
    found = {n + step for n in seeds for step in range(-each, each + 1)}
    return sorted(n for n in found if n >= min(start, 0)) + _progressed(seeds)


def _progressed(seeds: Sequence[int]) -> list[int]:
    """What continues the seeds as a geometric progression: members of sparse sets lie there."""
    few = sorted(set(seeds))[-_PROGRESSED:]
    steps = {Fraction(y, x) for x in few for y in few if x and y and x != y}
    found = {n * step for n in few for step in steps}
    # A product of long seeds may be longer than any integer that is taken or can be written.
    return sorted(int(n) for n in found if n.denominator == 1 and abs(n) < _TOO_LONG)


def _sequence_shares(concepts: Concepts, postings: Postings | None) -> dict[int, float]:
    """The summed weight of the sequences that hold each integer."""
    if postings is None or not len(concepts.sequences):
        return {}
    both = np.concatenate([concepts.sequence_scores, concepts.property_scores])
    weights = np.exp(concepts.sequence_scores - both.max())
    kept = weights > weights.max() * 1e-9
    chosen, weights = concepts.sequences[kept], weights[kept]
    corpus = postings.corpus
    starts, ends = corpus.offsets[chosen], corpus.offsets[chosen + 1]
    lengths = ends - starts
    owner = np.repeat(np.arange(len(chosen)), lengths)
    at = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    rows = corpus.rows[np.repeat(starts, lengths) + at].astype(np.int64)
    pairs = _fresh(np.sort(rows * len(chosen) + owner))  # an integer counts once in a sequence
    integers = pairs // len(chosen)  # still rising
    distinct = _fresh(integers)
    first = np.searchsorted(integers, distinct)
    totals = np.add.reduceat(weights[pairs % len(chosen)], first)
    return dict(zip(corpus.integers_of(distinct), totals.tolist(), strict=True))


def _fresh(rising: NDArray[np.int64]) -> NDArray[np.int64]:
    """The distinct values of a rising array; np.unique would hash them, which is slower."""
    return rising[np.concatenate(([True], rising[1:] != rising[:-1]))]


def _cosines(
    embeddings: Embeddings, centroid: NDArray[np.float32], integers: Sequence[int]
) -> NDArray[np.float64]:
    """The cosine of each integer to the centroid; −1 where there is no vector to compare."""
    length = float(np.linalg.norm(centroid)) or 1.0
    known = [i for i, n in enumerate(integers) if n in embeddings]
    cosines = np.full(len(integers), -1.0)
    if known:
        rows = [embeddings.row(integers[i]) for i in known]
        cosines[known] = embeddings.unit[rows] @ (centroid / length)
    return cosines
