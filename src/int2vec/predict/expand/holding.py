"""The sequences that hold one integer or several, those that say most first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from int2vec.predict.expand.postings import Postings

_AROUND = 3
"""Terms that are shown before the integer; as many and one more after it."""


@dataclass(frozen=True, kw_only=True)
class SharedSequence:
    """A sequence that holds all the members; the fewer integers it holds, the more it says.

    Sequences of a file may have no A-number.
    """

    a_number: str | None
    name: str | None
    size: int

    @property
    def label(self) -> str:
        """The A-number as it is cited, with the name where there is one."""
        number = self.a_number or "a sequence without an A-number"
        return f"{number}: {self.name}" if self.name else number


def shared_sequences(
    postings: Postings, seeds: Sequence[int], limit: int = 10
) -> list[SharedSequence]:
    """The sequences that hold all seeds, the rarest (those with fewest integers) first."""
    found = postings.holding_all(list(seeds))
    corpus, sizes = postings.corpus, postings.sizes
    order = found[np.lexsort((corpus.a_numbers[found], sizes[found]))][:limit]
    return [
        SharedSequence(
            a_number=corpus.label(int(i)) if corpus.a_numbers[i] else None,
            name=corpus.sequence_name(int(i)),
            size=int(sizes[i]),
        )
        for i in order
    ]


@dataclass(frozen=True, kw_only=True)
class Holding:
    """A sequence that holds an integer, with the terms around its first occurrence."""

    label: str
    name: str | None
    size: int  # distinct integers
    terms: list[int]
    position: int  # of the first of these terms, from 0


def sequences_holding(postings: Postings, n: int, k: int = 10) -> tuple[int, list[Holding]]:
    """How many sequences hold n, and the `k` whose other terms are the rarest."""
    found = postings.of(n)
    order = found[np.argsort(postings.commonness[found], kind="stable")][:k]
    return len(found), [_holding(postings, int(i), n) for i in order]


def _holding(postings: Postings, i: int, n: int) -> Holding:
    corpus = postings.corpus
    terms = corpus.terms(i)
    start = max(terms.index(n) - _AROUND, 0)
    return Holding(
        label=corpus.label(i),
        name=corpus.sequence_name(i),
        size=int(postings.sizes[i]),
        terms=terms[start : start + 2 * _AROUND + 2],
        position=start,
    )
