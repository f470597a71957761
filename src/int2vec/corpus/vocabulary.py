"""The vocabulary: the integers that the training part shows often enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import Corpus
from int2vec.errors import CorpusError, InputError

UNK = -1  # the token of an integer outside the vocabulary


@dataclass(frozen=True, eq=False, kw_only=True)
class Vocabulary:
    """Integers by falling training frequency; a token is a position among them."""

    rows: NDArray[np.int32]  # (n,) corpus rows
    counts: NDArray[np.int64]  # (n,) occurrences in the training part
    token_of_row: NDArray[np.int32]  # (n_types,) token, or UNK
    integers: tuple[int, ...]
    min_count: int

    @classmethod
    def build(cls, corpus: Corpus, sequences: NDArray[np.int32], min_count: int = 3) -> Vocabulary:
        """The vocabulary of the integers seen `min_count` times or more in these sequences."""
        if min_count < 1:
            raise InputError(f"min_count is {min_count}; give 1 or more")
        seen = corpus.counts_in(sequences)
        often = np.flatnonzero(seen >= min_count)
        if not len(often):
            raise CorpusError(
                f"no integer of '{corpus.name}' occurs {min_count} times in training; "
                "lower min_count or give a larger corpus"
            )
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
