"""Figures of a corpus and its split: sizes, unknown integers, frequencies, leaks.

A test sequence leaks where all its terms but the last occur side by side in one training
sequence. Each prefix is looked for by one run of 16 of its terms (4, or 1, where it is shorter)
around its rarest integer: one pass over the training terms finds where these runs stand, by
hash, and each place is checked with one hash of the whole prefix, then term by term. For n
training terms that is O(n) time and some 50 bytes a term.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import BadLine
from int2vec.corpus.runs import Hashes
from int2vec.corpus.split import Split
from int2vec.corpus.store import BIG, Corpus, Progress
from int2vec.errors import InputError

_CURVE_POINTS = 400
_MOST_DIGITS = 20  # integers of as many digits or more are counted together


@dataclass(frozen=True, kw_only=True)
class PartStats:
    """One part of a split; None where a figure is not given, or makes no sense."""

    n_sequences: int
    n_tokens: int
    n_types: int
    n_singletons: int | None  # types that occur once, of the training part
    oov_rate: float  # share of tokens whose integer training never shows
    unk_rate: float | None = None  # share of tokens outside the vocabulary

    @property
    def mean_length(self) -> float:
        """Terms a sequence."""
        return self.n_tokens / self.n_sequences if self.n_sequences else 0.0


@dataclass(frozen=True, kw_only=True)
class SizeStats:
    """Integers of one number of digits."""

    digits: int
    n_integers: int  # that training shows
    n_vocabulary: int  # of these in the vocabulary
    n_test: int  # test tokens
    n_test_seen: int  # of these with an integer that training shows
    n_test_vocabulary: int  # of these with an integer in the vocabulary


@dataclass(frozen=True, kw_only=True)
class CorpusStats:
    """What there is to know about a split corpus before training on it."""

    corpus: str
    split: str
    seed: int
    min_count: int
    train: PartStats
    dev: PartStats
    test: PartStats
    n_types: int  # in the whole corpus
    n_vocabulary: int  # types seen `min_count` times or more in training
    n_leaked: int  # test sequences whose prefix occurs in training
    largest_family: int | None
    n_repeats: int
    n_bad_lines: int
    bad_lines: tuple[BadLine, ...]
    curve: tuple[tuple[int, int], ...]  # (rank, occurrences in training)
    sizes: tuple[SizeStats, ...]

    @property
    def leak(self) -> float:
        """The share of test sequences whose whole prefix occurs in training."""
        return self.n_leaked / self.test.n_sequences if self.test.n_sequences else 0.0

    @property
    def n_tokens(self) -> int:
        """Terms in all parts together."""
        return self.train.n_tokens + self.dev.n_tokens + self.test.n_tokens

    def to_json(self) -> dict[str, Any]:
        """Every figure as plain values, with those that follow from others."""
        parts = {
            name: {**asdict(part), "mean_length": part.mean_length}
            for name, part in (("train", self.train), ("dev", self.dev), ("test", self.test))
        }
        return {**asdict(self), **parts, "leak": self.leak}


def corpus_stats(
    corpus: Corpus, split: Split, *, min_count: int = 3, progress: Progress | None = None
) -> CorpusStats:
    """The figures of a corpus under a split."""
    if min_count < 1:
        raise InputError(f"min_count is {min_count}; give 1 or more")
    if progress:
        progress(0.1, "counting")
    train, dev, test = (corpus.counts_in(part) for part in (split.train, split.dev, split.test))
    if progress:
        progress(0.4, "looking for leaks")
    return CorpusStats(
        corpus=corpus.name,
        split=split.kind,
        seed=split.seed,
        min_count=min_count,
        train=_part(train, len(split.train), train, min_count),
        dev=_part(dev, len(split.dev), train, min_count),
        test=_part(test, len(split.test), train, min_count),
        n_types=corpus.n_types,
        n_vocabulary=int(np.count_nonzero(train >= min_count)),
        n_leaked=len(leaked(corpus, split)),
        largest_family=split.largest_family,
        n_repeats=int(corpus.manifest.get("n_repeats", 0)),
        n_bad_lines=int(corpus.manifest["n_bad_lines"]),
        bad_lines=tuple(corpus.bad_lines),
        curve=_curve(train),
        sizes=_sizes(_digits(corpus), train, test, min_count),
    )


def _part(
    seen: NDArray[np.int64], n_sequences: int, train: NDArray[np.int64], min_count: int
) -> PartStats:
    n_tokens = int(seen.sum())
    return PartStats(
        n_sequences=n_sequences,
        n_tokens=n_tokens,
        n_types=int(np.count_nonzero(seen)),
        n_singletons=int(np.count_nonzero(seen == 1)) if seen is train else None,
        oov_rate=float(seen[train == 0].sum() / max(n_tokens, 1)),
        unk_rate=float(seen[train < min_count].sum() / max(n_tokens, 1)),
    )


def _curve(train: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
    """Occurrences by rank, at ranks evenly spaced on a logarithmic axis."""
    falling = np.sort(train[train > 0])[::-1]
    if not len(falling):
        return ()
    ranks = np.unique(np.geomspace(1, len(falling), _CURVE_POINTS).round().astype(np.int64))
    return tuple(zip(ranks.tolist(), falling[ranks - 1].tolist(), strict=True))


def _digits(corpus: Corpus) -> NDArray[np.int64]:
    """The number of decimal digits of each integer, at most _MOST_DIGITS: int64 (n_types,)."""
    powers = 10 ** np.arange(1, 19, dtype=np.int64)
    digits = np.searchsorted(powers, np.abs(corpus.values), "right") + 1
    big = np.flatnonzero(corpus.values == BIG)
    integers = corpus.integers_of(big)
    digits[big] = [min(len(str(abs(n))), _MOST_DIGITS) for n in integers]
    return digits


def _sizes(
    digits: NDArray[np.int64], train: NDArray[np.int64], test: NDArray[np.int64], min_count: int
) -> tuple[SizeStats, ...]:
    sizes = []
    for size in np.unique(digits[(train > 0) | (test > 0)]).tolist():
        of_size = digits == size
        in_train, in_test = train[of_size], test[of_size]
        seen, known = in_train > 0, in_train >= min_count
        sizes.append(
            SizeStats(
                digits=size,
                n_integers=int(seen.sum()),
                n_vocabulary=int(known.sum()),
                n_test=int(in_test.sum()),
                n_test_seen=int(in_test[seen].sum()),
                n_test_vocabulary=int(in_test[known].sum()),
            )
        )
    return tuple(sizes)


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
