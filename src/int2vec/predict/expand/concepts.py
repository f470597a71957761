"""Concepts that may have produced the seeds, with their posterior weights; integers considered.

A concept is a set: a sequence of the corpus or a property of the catalog, weighed by the size
principle. A seed may also be a stray, with a small probability and at its background frequency; a
set that misses a seed is therefore weak, not dead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.expand.hypotheses import TUNED, Hypothesis, reach
from int2vec.predict.expand.postings import Postings
from int2vec.text import MAX_DIGITS

STRAY = 0.1  # the probability that a seed is not from the concept at all
_LARGE, _HUGE = 10**9, 10**100  # from where on integers are tested slowly, and more slowly
_TOO_LONG = 10**MAX_DIGITS


@dataclass(frozen=True, eq=False)
class Concepts:
    """Sequences and properties, heaviest first; the heaviest concept of all weighs 1."""

    sequences: NDArray[np.int32]
    sequence_weights: NDArray[np.float64]
    properties: tuple[Hypothesis, ...]
    property_weights: NDArray[np.float64]


def find_concepts(
    seeds: Sequence[int], named: Sequence[Hypothesis], postings: Postings | None
) -> Concepts:
    """The concepts that the seeds speak for, weighed against mere background.

    >>> from int2vec.predict.expand.hypotheses import hypotheses
    >>> find_concepts([73, 97, 83], hypotheses([73, 97, 83]), None).properties[0].words
    'is prime'
    """
    background = background_of(seeds, postings)
    sequences, by_sequence = _score_sequences(seeds, postings, background)
    properties = [one for one in named if one.names]
    sizes = np.array([one.size for one in properties])
    gains = np.log1p((1 - STRAY) / (sizes[:, None] * STRAY * background))  # (properties, seeds)
    scores = gains.sum(axis=1) + np.log([TUNED.named_prior * one.prior for one in properties])
    order = np.argsort(-scores, kind="stable")
    # The highest score is taken off before exponentials are formed.
    top = max((*by_sequence[:1], *scores[order[:1]]), default=0.0)
    by_property = tuple(properties[i] for i in order)
    return Concepts(sequences, np.exp(by_sequence - top), by_property, np.exp(scores[order] - top))


def background_of(seeds: Sequence[int], postings: Postings | None) -> NDArray[np.float64]:
    """How likely each seed is to turn up for no reason: its frequency, or one in its range."""
    if postings is None:
        return np.full(len(seeds), 1.0 / reach(seeds))
    counts = np.array([len(postings.of(n)) for n in seeds], np.float64)
    return np.asarray(np.maximum(counts, 0.5) / max(len(postings.sequences), 1))


def _score_sequences(
    seeds: Sequence[int], postings: Postings | None, background: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    if postings is None:
        return np.empty(0, np.int32), np.empty(0)
    total = np.zeros(postings.corpus.n_sequences)
    for found, share in zip(map(postings.of, seeds), background, strict=True):
        gain = (1 - STRAY) / (postings.sizes[found] * STRAY * share)
        total[found] += np.log1p(gain)
    candidates = np.flatnonzero(total).astype(np.int32)
    if len(candidates) > TUNED.most_sequences:
        top = np.argpartition(-total[candidates], TUNED.most_sequences)[: TUNED.most_sequences]
        candidates = np.sort(candidates[top])
    best = candidates[np.argsort(-total[candidates], kind="stable")]
    return best, total[best] - np.log(max(postings.n_sequences, 1))


def near_in_size(seeds: Sequence[int], room: int) -> list[int]:
    """About `room` integers around the seeds: the whole range where it fits, else windows."""
    low, high = min(seeds), max(seeds)
    if max(abs(low), abs(high)) > _LARGE:
        room //= 10 if max(abs(low), abs(high)) < _HUGE else 100
    margin = max(high - low, abs(high) // 2, 20)
    start = low - margin if low < 0 else max(low - margin, 0)
    if high + margin - start <= room:
        return list(range(start, high + margin + 1)) + _geometric(seeds)
    each = max(room // (4 * len(seeds)), 5)
    found = {n + step for n in seeds for step in range(-each, each + 1)}
    found.update(range(high, high + room))
    return sorted(n for n in found if n >= min(start, 0)) + _geometric(seeds)


def _geometric(seeds: Sequence[int]) -> list[int]:
    """What continues the seeds as a geometric progression: members of sparse sets lie there."""
    few = sorted(set(seeds))[-TUNED.continued :]
    steps = {Fraction(y, x) for x in few for y in few if x and y and x != y}
    found = {n * step for n in few for step in steps}
    # A product of long seeds may be longer than any integer that is taken or can be written.
    return sorted(int(n) for n in found if n.denominator == 1 and abs(n) < _TOO_LONG)


def sequence_shares(concepts: Concepts, postings: Postings | None) -> dict[int, float]:
    """The summed weight of the sequences that hold each integer."""
    weights = concepts.sequence_weights
    if postings is None or not weights.any():  # none, or beside a name that leaves no doubt
        return {}
    kept = weights > weights.max() * 1e-9
    chosen, weights = concepts.sequences[kept], weights[kept]
    corpus = postings.corpus
    spans = [corpus.rows[corpus.offsets[i] : corpus.offsets[i + 1]] for i in chosen]
    owner = np.repeat(np.arange(len(chosen)), [len(span) for span in spans])
    rows = np.concatenate(spans).astype(np.int64)
    pairs = np.unique(rows * len(chosen) + owner)  # an integer counts once in a sequence
    distinct, place = np.unique(pairs // len(chosen), return_inverse=True)
    totals = np.bincount(place, weights[pairs % len(chosen)])
    return dict(zip(corpus.integers_of(distinct), totals.tolist(), strict=True))
