"""Leaks: test sequences whose answer stands in the training part.

A test sequence leaks where all its terms but the last occur side by side in one training
sequence. Each prefix is looked up by its rarest run of 16 terms (4, then 1, where it is shorter)
in a sorted index of all such runs in training, and each place found is checked with one hash of
the whole prefix, then term by term. Sorting dominates: O(n log n) for n training terms.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.rolling import Rolling, mix
from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus
from int2vec.corpus.vocabulary import term_mask

_ANCHORS = (16, 4, 1)  # run lengths, longest first


def leaked(corpus: Corpus, split: Split) -> NDArray[np.int32]:
    """The test sequences whose whole prefix occurs in a training sequence.

    A sequence of fewer than two terms has no prefix and does not leak.
    """
    hashes = Rolling(mix(corpus.rows.astype(np.uint64) + np.uint64(1)))
    training = np.flatnonzero(term_mask(corpus, split.train))
    ends = np.repeat(corpus.offsets[1:], np.diff(corpus.offsets))  # (n_terms,)
    lengths = np.diff(corpus.offsets)[split.test] - 1
    found = []
    limit = np.iinfo(np.int64).max
    for size in _ANCHORS:
        chosen = split.test[(lengths >= size) & (lengths < limit)]
        limit = size
        if len(chosen):
            places = training[training + size <= ends[training]]
            keys = hashes.runs(places, places + size)
            order = np.argsort(keys)
            index = keys[order], places[order]
            found += [i for i in chosen.tolist() if _occurs(corpus, hashes, ends, index, i, size)]
    return np.sort(np.array(found, np.int32))


def _occurs(
    corpus: Corpus, hashes: Rolling, ends: NDArray[np.int64],
    index: tuple[NDArray[np.uint64], NDArray[np.int64]], sequence: int, size: int,
) -> bool:  # fmt: skip
    """Whether the prefix of `sequence` stands at one of the indexed places."""
    start, end = int(corpus.offsets[sequence]), int(corpus.offsets[sequence + 1]) - 1
    anchors = np.arange(start, end - size + 1)
    wanted = hashes.runs(anchors, anchors + size)
    low = np.searchsorted(index[0], wanted)
    high = np.searchsorted(index[0], wanted, "right")
    rarest = int(np.argmin(high - low))
    places = index[1][low[rarest] : high[rarest]] - rarest
    # A place before the start of its sequence has its end in the one before.
    places = places[places >= 0]
    places = places[ends[places] == ends[places + rarest]]
    places = places[places + (end - start) <= ends[places]]
    whole = hashes.runs(np.array([start]), np.array([end]))
    places = places[hashes.runs(places, places + (end - start)) == whole]
    prefix = corpus.rows[start:end]
    return any(np.array_equal(corpus.rows[p : p + len(prefix)], prefix) for p in places.tolist())
