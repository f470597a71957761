"""Leaks: test sequences whose answer stands in the training part.

A test sequence leaks where all its terms but the last occur side by side in one training
sequence. Each prefix is looked for by one run of 16 of its terms (4, or 1, where it is shorter)
around its rarest integer: one pass over the training terms finds where these runs stand, by
hash, and each place is checked with one hash of the whole prefix, then term by term. For n
training terms that is O(n) time and some 50 bytes a term.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.runs import Hashes
from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus

_ANCHORS = (16, 4, 1)  # run lengths, longest first
_CHUNK = 1 << 20
_FILTER = 1 << 20


def leaked(corpus: Corpus, split: Split) -> NDArray[np.int32]:
    """The test sequences whose whole prefix occurs in a training sequence.

    A sequence of fewer than two terms has no prefix and does not leak.
    """
    rows = np.asarray(corpus.rows)
    hashes = Hashes(rows.astype(np.uint64)[None])
    ends = np.repeat(corpus.offsets[1:], np.diff(corpus.offsets))  # (n_terms,)
    training = np.flatnonzero(corpus.mask_of(split.train))
    starts, stops = corpus.offsets[split.test], corpus.offsets[split.test + 1] - 1
    found, limit = [], np.iinfo(np.int64).max
    for size in _ANCHORS:
        chosen = (stops - starts >= size) & (stops - starts < limit)
        limit = size
        spans = list(zip(starts[chosen].tolist(), stops[chosen].tolist(), strict=True))
        # Rows rise as integers get rarer.
        rarest = [start + int(rows[start:stop].argmax()) for start, stop in spans]
        anchors = np.minimum(rarest, stops[chosen] - size).astype(np.int64)
        (wanted,) = hashes.runs(anchors, anchors + size)
        whole = training[training + size <= ends[training]]
        keys, places = _occurrences(hashes, whole, size, wanted)
        low, high = np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, "right")
        for i in np.flatnonzero(low < high).tolist():
            start, stop = spans[i]
            candidates = places[low[i] : high[i]] - (int(anchors[i]) - start)
            if _occurs(rows, hashes, ends, candidates, start, stop):
                found.append(split.test[np.flatnonzero(chosen)[i]])
    return np.sort(np.array(found, np.int32))


def _occurrences(
    hashes: Hashes, places: NDArray[np.int64], size: int, wanted: NDArray[np.uint64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The hashes of the runs at `places` that are wanted, rising, and their places."""
    # One look at a bitmap spares most runs the bisection.
    passes = np.zeros(_FILTER, bool)
    passes[wanted % np.uint64(_FILTER)] = True
    wanted = np.unique(wanted)
    keys, found = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
    for first in range(0, len(places) if len(wanted) else 0, _CHUNK):
        some = places[first : first + _CHUNK]
        (runs,) = hashes.runs(some, some + size)
        likely = np.flatnonzero(passes[runs % np.uint64(_FILTER)])
        nearest = np.minimum(np.searchsorted(wanted, runs[likely]), len(wanted) - 1)
        likely = likely[wanted[nearest] == runs[likely]]
        keys.append(runs[likely])
        found.append(some[likely])
    every, at = np.concatenate(keys), np.concatenate(found)
    order = np.argsort(every, kind="stable")
    return every[order], at[order]


def _occurs(
    rows: NDArray[np.int32],
    hashes: Hashes,
    ends: NDArray[np.int64],
    candidates: NDArray[np.int64],
    start: int,
    stop: int,
) -> bool:
    """Whether the prefix from `start` to `stop` stands at one of the candidate places.

    A candidate before the start of its sequence would reach into the one before: its end is
    past that one's.
    """
    length = stop - start
    candidates = candidates[candidates >= 0]
    candidates = candidates[candidates + length <= ends[candidates]]
    whole = hashes.runs(np.array([start]), np.array([stop]))
    candidates = candidates[hashes.runs(candidates, candidates + length)[0] == whole[0]]
    prefix = rows[start:stop]
    return any(np.array_equal(rows[at : at + length], prefix) for at in candidates.tolist())
