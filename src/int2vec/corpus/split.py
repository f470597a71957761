"""Train, dev and test parts of a corpus: 90, 5 and 5 % of its sequences.

random    any sequence may fall into any part, as in Ryskina & Knight (2021)
family    near-copies stay together: no run that is not trivial, no shifted, scaled, summed or
          differenced copy stands on both sides (`family` says what counts)
temporal  by A-number: the oldest 90 % train, the newest 5 % test

The vocabulary is made of the integers that the training part shows often enough.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.family import find_families
from int2vec.corpus.store import Corpus
from int2vec.errors import CorpusError, InputError

KINDS = ("random", "family", "temporal")
_HELD = 0.05  # each of dev and test
_DEV, _TEST = 1, 2  # 0 trains
UNK = -1  # the token of an integer outside the vocabulary


@dataclass(frozen=True, eq=False, kw_only=True)
class Split:
    """Sequence indexes of the three parts, rising."""

    kind: str
    seed: int
    train: NDArray[np.int32]
    dev: NDArray[np.int32]
    test: NDArray[np.int32]
    largest_family: int | None = None  # members; family splits alone


def make_split(corpus: Corpus, kind: str = "random", seed: int = 0) -> Split:
    """The 90/5/5 split of that kind and seed; families are found once, then read from the cache."""
    if kind not in KINDS:
        raise InputError(f"the split is '{kind}'; give one of {', '.join(KINDS)}")
    if seed < 0:
        raise InputError(f"the seed is {seed}; give 0 or more")
    n_held, largest = round(_HELD * corpus.n_sequences), None
    part = np.zeros(corpus.n_sequences, np.int8)
    if kind == "family":
        part, largest = _family(corpus, seed, n_held)
    elif kind == "random":
        order = np.random.default_rng(seed).permutation(corpus.n_sequences)
        part[order[:n_held]], part[order[n_held : 2 * n_held]] = _DEV, _TEST
    elif without := int(np.count_nonzero(corpus.a_numbers == 0)):
        problem = f"{without:,} of the {corpus.n_sequences:,} sequences in '{corpus.name}' have no"
        way = "choose the split 'random' or 'family'"
        raise InputError(f"{problem} A-number to order them by; {way}")
    else:
        newest_first = np.argsort(-corpus.a_numbers.astype(np.int64), kind="stable")
        part[newest_first[:n_held]], part[newest_first[n_held : 2 * n_held]] = _TEST, _DEV
    train, dev, test = (np.flatnonzero(part == i).astype(np.int32) for i in (0, _DEV, _TEST))
    return Split(kind=kind, seed=seed, train=train, dev=dev, test=test, largest_family=largest)


def open_families(corpus: Corpus) -> dict[str, NDArray[Any]]:
    """What `find_families` finds, from the cache where it is there."""
    # Without its malformed lines a file has other families.
    key, find = f"{corpus.hash[:16]}-{corpus.n_sequences}", partial(find_families, corpus)
    return corpus.cached_tensors("families", key, "families.safetensors", find)


def _family(corpus: Corpus, seed: int, n_held: int) -> tuple[NDArray[np.int8], int]:
    """The part of each sequence, and the size of the largest family.

    Whole families at random into dev and test until both are full, the rest for training.
    Families of over a tenth of a part, and those with a member whose terms but the last are
    trivial, train: the first would make the part lopsided, the second could occur anywhere.
    """
    found = open_families(corpus)
    families, testable = found["family"], found["testable"]
    sizes = np.bincount(families, minlength=corpus.n_sequences)
    may = (sizes > 0) & (sizes <= max(n_held // 10, 1))
    may[families[~testable]] = False
    roots = np.random.default_rng(seed).permutation(np.flatnonzero(may))
    part_of = np.zeros(corpus.n_sequences, np.int8)  # by family
    room = {_DEV: n_held, _TEST: n_held}
    for root, size in zip(roots.tolist(), sizes[roots].tolist(), strict=True):
        emptier = _DEV if room[_DEV] >= room[_TEST] else _TEST
        if size <= room[emptier]:
            room[emptier] -= size
            part_of[root] = emptier
    return part_of[families], int(sizes.max())


@dataclass(frozen=True, eq=False, kw_only=True)
class Vocabulary:
    """Integers by falling training frequency; a token is a position among them."""

    rows: NDArray[np.int32]  # (n,) corpus rows
    counts: NDArray[np.int64]  # (n,) occurrences in the training part
    token_of_row: NDArray[np.int32]  # (n_types,) token, or UNK
    integers: tuple[int, ...]
    min_count: int

    @classmethod
    def build(cls, corpus: Corpus, sequences: NDArray[np.int32], min_count: int = 3) -> Self:
        """The vocabulary of the integers seen `min_count` times or more in these sequences."""
        if min_count < 1:
            raise InputError(f"min_count is {min_count}; give 1 or more")
        seen = corpus.counts_in(sequences)
        if not len(often := np.flatnonzero(seen >= min_count)):
            problem = f"no integer of '{corpus.name}' occurs {min_count} times in training"
            raise CorpusError(f"{problem}; lower min_count or give a larger corpus")
        rows = often[np.argsort(-seen[often], kind="stable")].astype(np.int32)
        token_of_row = np.full(corpus.n_types, UNK, np.int32)
        token_of_row[rows] = np.arange(len(rows), dtype=np.int32)
        return cls(
            rows=rows,
            counts=seen[rows],
            token_of_row=token_of_row,
            integers=tuple(corpus.integers_of(rows)),
            min_count=min_count,
        )

    def __len__(self) -> int:
        return len(self.rows)
