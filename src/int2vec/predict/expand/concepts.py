"""Concepts that may have produced the seeds, each with its posterior weight.

A concept is a set: a sequence of the corpus or a property of the catalog. A member drawn from
it is any of its integers alike, so a small set that holds the seeds is worth more than a large
one (the size principle of Tenenbaum & Griffiths 2001). A seed may also be a stray, with a small
probability and at its background frequency; a set that misses a seed is therefore weak, not dead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import property_table
from int2vec.arithmetic.property import is_late
from int2vec.predict.expand.postings import Postings
from int2vec.predict.expand.properties import common_properties, density, integers_near, prior

STRAY = 0.1
"""The probability that a seed is not from the concept at all."""
PROPERTY_PRIOR = 6.0
"""How much likelier a set is to be a property than a sequence, each kind taken whole."""
LISTED = 20
"""A property counts at least as many members as a sequence lists, if it has them at all: both
are cut off somewhere, and the members shown need not reach that far."""
MOST_SEQUENCES = 3000
_PAIRED = 12
_COUNTED = 1 << 13
_WIDEST = 10**300


@dataclass(frozen=True, eq=False)
class Concepts:
    """Sequences and properties, heaviest first; the heaviest concept of all weighs 1."""

    sequences: NDArray[np.int32]
    sequence_weights: NDArray[np.float64]
    properties: tuple[tuple[str, ...], ...]  # one name, or two that must both hold
    property_weights: NDArray[np.float64]


def find_concepts(
    seeds: Sequence[int], postings: Postings | None, *, properties: bool = True
) -> Concepts:
    """The concepts that the seeds speak for, weighed against mere background.

    >>> find_concepts([73, 97, 83], None).properties[0]
    ('prime',)
    """
    background = background_of(seeds, postings)
    sequences, by_sequence = np.empty(0, np.int32), np.empty(0)
    if postings is not None:
        sequences, by_sequence = _score_sequences(seeds, postings, background)
    names, by_property = _score_properties(seeds, background) if properties else ((), np.empty(0))
    # The highest score is taken off before exponentials are formed.
    top = max((*by_sequence[:1], *by_property[:1]), default=0.0)
    return Concepts(sequences, np.exp(by_sequence - top), names, np.exp(by_property - top))


def background_of(seeds: Sequence[int], postings: Postings | None) -> NDArray[np.float64]:
    """How likely each seed is to turn up for no reason: its frequency, or one in its range."""
    if postings is None:
        return np.full(len(seeds), 1.0 / _range_of(seeds))
    counts = np.array([len(postings.of(n)) for n in seeds], np.float64)
    return np.asarray(np.maximum(counts, 0.5) / max(postings.n_postings, 1))


def _range_of(seeds: Sequence[int]) -> float:
    # Past the largest float all ranges are as good as one another.
    return float(min(2 * max(abs(n) for n in seeds) + 20, _WIDEST))


def _score_sequences(
    seeds: Sequence[int], postings: Postings, background: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    total = np.zeros(postings.corpus.n_sequences)
    touched = [postings.of(n) for n in seeds]
    for found, share in zip(touched, background, strict=True):
        gain = (1 - STRAY) / (postings.sizes[found] * STRAY * share)
        total[found] += np.log1p(gain)
    candidates = np.flatnonzero(total).astype(np.int32)
    if len(candidates) > MOST_SEQUENCES:
        top = np.argpartition(-total[candidates], MOST_SEQUENCES)[:MOST_SEQUENCES]
        candidates = np.sort(candidates[top])
    best = candidates[np.argsort(-total[candidates], kind="stable")]
    return best, total[best] - np.log(max(postings.n_sequences, 1))


def _score_properties(
    seeds: Sequence[int], background: NDArray[np.float64]
) -> tuple[tuple[tuple[str, ...], ...], NDArray[np.float64]]:
    """Properties that all seeds have, alone and in pairs, with their log weights."""
    names = common_properties(seeds)
    if not names:
        return (), np.empty(0)
    table = property_table(names, integers_near(max(seeds, key=abs)))  # (properties, window)
    if is_late():
        return (), np.empty(0)
    listed = np.minimum(property_table(names, range(_COUNTED)).sum(axis=1), LISTED)
    priors = np.array([prior()[name] for name in names])

    def weigh(concepts: list[list[int]]) -> NDArray[np.float64]:
        held = np.stack([table[rows].all(axis=0) for rows in concepts])
        few = np.array([listed[rows].min() for rows in concepts])
        chances = np.array([priors[rows].prod() for rows in concepts])
        # So many members up to twice the largest seed.
        sizes = np.maximum(density(held) * _range_of(seeds), few)
        gains = np.log1p((1 - STRAY) / (sizes[:, None] * STRAY * background[None, :]))
        return np.asarray(gains.sum(axis=1) + np.log(PROPERTY_PRIOR * chances))

    concepts = [[i] for i in range(len(names))]
    scores = weigh(concepts)
    best = np.argsort(-scores, kind="stable")[:_PAIRED].tolist()
    pairs = [[i, j] for i, j in combinations(best, 2) if _says_more(table[i], table[j])]
    if pairs:
        concepts, scores = concepts + pairs, np.concatenate([scores, weigh(pairs)])
    order = np.argsort(-scores, kind="stable")
    return tuple(tuple(names[i] for i in concepts[k]) for k in order), scores[order]


def _says_more(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> bool:
    """Whether two properties together say more than either alone."""
    both = int((first & second).sum())
    return both < 0.8 * min(int(first.sum()), int(second.sum()))
