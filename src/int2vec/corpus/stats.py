"""Figures of a corpus and its split: sizes, unknown integers, frequencies, leaks."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.family import Hashes
from int2vec.corpus.split import Split
from int2vec.corpus.store import BIG, Corpus
from int2vec.errors import InputError
from int2vec.progress import progress

_CURVE_POINTS = 400
_MOST_DIGITS = 20  # integers of as many digits or more are counted together
_ANCHOR = 8  # terms that a prefix is looked for by
_TABLE = 20  # binary digits of a hash that most places are ruled out by
Counts = NDArray[np.int64]  # (n_types,) occurrences in a part


def corpus_stats(corpus: Corpus, split: Split, *, min_count: int = 3) -> dict[str, Any]:
    """The figures of a corpus under a split, as plain values.

    `leak` is the share of test sequences whose whole prefix occurs in training, `n_vocabulary`
    the number of integers seen `min_count` times or more there, `curve` has pairs of rank and
    occurrences, and `sizes` the integers of each number of digits.
    """
    if min_count < 1:
        raise InputError(f"min_count is {min_count}; give 1 or more")
    train, test = corpus.counts_in(split.train), corpus.counts_in(split.test)
    progress(0.4, "looking for leaks")
    n_leaked = len(leaked(corpus, split))
    return {
        "corpus": corpus.name,
        "split": split.kind,
        "seed": split.seed,
        "min_count": min_count,
        "train": _part(train, train, len(split.train), min_count),
        "dev": _part(corpus.counts_in(split.dev), train, len(split.dev), min_count),
        "test": _part(test, train, len(split.test), min_count),
        "n_types": corpus.n_types,
        "n_vocabulary": int(np.count_nonzero(train >= min_count)),
        "n_leaked": n_leaked,
        "leak": n_leaked / max(len(split.test), 1),
        "largest_family": split.largest_family,
        **{name: corpus.manifest[name] for name in ("n_repeats", "n_bad_lines", "bad_lines")},
        "curve": _curve(train),
        "sizes": _sizes(corpus, train, test, min_count),
    }


def _part(seen: Counts, train: Counts, n_sequences: int, min_count: int) -> dict[str, Any]:
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
    ranks = np.unique(np.geomspace(1, max(len(falling), 1), _CURVE_POINTS).round().astype(np.int64))
    ranks = ranks[: len(falling)]
    return list(zip(ranks.tolist(), falling[ranks - 1].tolist(), strict=True))


def _sizes(corpus: Corpus, train: Counts, test: Counts, min_count: int) -> list[dict[str, int]]:
    """By digits: the integers that training shows, those in the vocabulary, and test tokens."""
    powers = 10 ** np.arange(1, 19, dtype=np.int64)
    digits = np.searchsorted(powers, np.abs(corpus.values), "right") + 1  # (n_types,)
    big = np.flatnonzero(corpus.values == BIG)
    digits[big] = [min(len(str(abs(n))), _MOST_DIGITS) for n in corpus.integers_of(big)]
    seen, known = train > 0, train >= min_count
    counted = {"n_integers": seen, "n_vocabulary": known, "n_test": test}
    counted |= {"n_test_seen": test * seen, "n_test_vocabulary": test * known}
    totals = {name: np.bincount(digits, each) for name, each in counted.items()}
    there = np.unique(digits[seen | (test > 0)]).tolist()
    return [{"digits": d} | {name: int(n[d]) for name, n in totals.items()} for d in there]


def leaked(corpus: Corpus, split: Split) -> NDArray[np.int32]:
    """The test sequences whose terms but the last occur side by side in one training sequence."""
    rows = np.asarray(corpus.rows, np.int64)
    hashes, leaks = Hashes(rows), np.zeros(len(split.test), bool)
    ends = np.repeat(corpus.offsets[1:], np.diff(corpus.offsets))  # (n_terms,)
    training = np.flatnonzero(corpus.mask_of(split.train))
    starts, stops = corpus.offsets[split.test], corpus.offsets[split.test + 1] - 1
    prefixes = hashes.runs(starts, stops)
    for size in range(1, _ANCHOR + 1):  # what has fewer than two terms does not leak
        chosen = np.flatnonzero(np.minimum(stops - starts, _ANCHOR) == size)
        wanted = hashes.runs(starts[chosen], starts[chosen] + size)
        whole = training[training + size <= ends[training]]
        keys, places = _occurrences(hashes, whole, size, wanted)
        low, high = np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, "right")
        for i, first, last in zip(chosen.tolist(), low.tolist(), high.tolist(), strict=True):
            at, length = places[first:last], stops[i] - starts[i]
            at = at[at + length <= ends[at]]
            leaks[i] = (hashes.runs(at, at + length) == prefixes[i]).any()
    return split.test[leaks]


def _occurrences(
    hashes: Hashes, places: NDArray[np.int64], size: int, wanted: NDArray[np.uint64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The hashes of the runs at `places` that are wanted, rising, and their places."""
    runs, top = hashes.runs(places, places + size), np.uint64(64 - _TABLE)
    table = np.zeros(1 << _TABLE, bool)
    table[wanted >> top] = True
    near = np.flatnonzero(table[runs >> top])
    near = near[np.isin(runs[near], wanted, kind="sort")]  # by table, NumPy 2.0 overflows
    order = near[np.argsort(runs[near], kind="stable")]
    return runs[order], places[order]
