"""Figures of a corpus and its split: sizes, unknown integers, frequencies, leaks.

A test sequence leaks where all its terms but the last occur side by side in one training
sequence. Each prefix is looked for by one run of 16 of its terms (4, or 1, where it is shorter)
around its rarest integer: one pass over the training terms finds where these runs stand, by
hash, and each place is checked with one hash of the whole prefix, then term by term. For n
training terms that is O(n) time and some 50 bytes a term.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.runs import Hashes
from int2vec.corpus.split import Split
from int2vec.corpus.store import BIG, Corpus, Progress
from int2vec.errors import InputError

_CURVE_POINTS = 400
_MOST_DIGITS = 20  # integers of as many digits or more are counted together


Counts = NDArray[np.int64]  # (n_types,) occurrences in a part


def corpus_stats(
    corpus: Corpus, split: Split, *, min_count: int = 3, progress: Progress | None = None
) -> dict[str, Any]:
    """The figures of a corpus under a split, as plain values.

    `leak` is the share of test sequences whose whole prefix occurs in training, `n_vocabulary`
    the number of integers seen `min_count` times or more there, `curve` has pairs of rank and
    occurrences, and `sizes` the integers of each number of digits.
    """
    if min_count < 1:
        raise InputError(f"min_count is {min_count}; give 1 or more")
    if progress:
        progress(0.1, "counting")
    train, dev, test = (corpus.counts_in(part) for part in (split.train, split.dev, split.test))
    if progress:
        progress(0.4, "looking for leaks")
    n_leaked = len(leaked(corpus, split))
    return {
        "corpus": corpus.name,
        "split": split.kind,
        "seed": split.seed,
        "min_count": min_count,
        "train": _part(train, len(split.train), train, min_count),
        "dev": _part(dev, len(split.dev), train, min_count),
        "test": _part(test, len(split.test), train, min_count),
        "n_types": corpus.n_types,
        "n_vocabulary": int(np.count_nonzero(train >= min_count)),
        "n_leaked": n_leaked,
        "leak": n_leaked / max(len(split.test), 1),
        "largest_family": split.largest_family,
        **{name: corpus.manifest[name] for name in ("n_repeats", "n_bad_lines", "bad_lines")},
        "curve": _curve(train),
        "sizes": _sizes(_digits(corpus), train, test, min_count),
    }


def _part(seen: Counts, n_sequences: int, train: Counts, min_count: int) -> dict[str, Any]:
    """One part: shares of tokens whose integers training never shows (oov), or too rarely (unk)."""
    n_tokens = int(seen.sum())
    return {
        "n_sequences": n_sequences,
        "n_tokens": n_tokens,
        "mean_length": n_tokens / max(n_sequences, 1),
        "n_types": int(np.count_nonzero(seen)),
        "n_singletons": int(np.count_nonzero(seen == 1)) if seen is train else None,
        "oov_rate": float(seen[train == 0].sum() / max(n_tokens, 1)),
        "unk_rate": float(seen[train < min_count].sum() / max(n_tokens, 1)),
    }


def _curve(train: Counts) -> list[tuple[int, int]]:
    """Occurrences by rank, at ranks evenly spaced on a logarithmic axis."""
    falling = np.sort(train[train > 0])[::-1]
    if not len(falling):
        return []
    ranks = np.unique(np.geomspace(1, len(falling), _CURVE_POINTS).round().astype(np.int64))
    return list(zip(ranks.tolist(), falling[ranks - 1].tolist(), strict=True))


def _digits(corpus: Corpus) -> Counts:
    """The number of decimal digits of each integer, at most _MOST_DIGITS: int64 (n_types,)."""
    powers = 10 ** np.arange(1, 19, dtype=np.int64)
    digits = np.searchsorted(powers, np.abs(corpus.values), "right") + 1
    big = np.flatnonzero(corpus.values == BIG)
    integers = corpus.integers_of(big)
    digits[big] = [min(len(str(abs(n))), _MOST_DIGITS) for n in integers]
    return digits


def _sizes(digits: Counts, train: Counts, test: Counts, min_count: int) -> list[dict[str, int]]:
    """By digits: the integers that training shows, those in the vocabulary, and test tokens."""
    sizes = []
    for size in np.unique(digits[(train > 0) | (test > 0)]).tolist():
        in_train, in_test = train[digits == size], test[digits == size]
        seen, known = in_train > 0, in_train >= min_count
        figures = {
            "n_integers": seen.sum(),
            "n_vocabulary": known.sum(),
            "n_test": in_test.sum(),
            "n_test_seen": in_test[seen].sum(),
            "n_test_vocabulary": in_test[known].sum(),
        }
        sizes.append({"digits": size, **{name: int(n) for name, n in figures.items()}})
    return sizes


_ANCHORS = (16, 4, 1)  # run lengths, longest first
_CHUNK = 1 << 20


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
    parts = []
    for some in np.array_split(places, 1 + len(places) // _CHUNK):
        (runs,) = hashes.runs(some, some + size)
        held = np.isin(runs, wanted)
        parts.append((runs[held], some[held]))
    every, at = map(np.concatenate, zip(*parts, strict=True))
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
