"""The sequences that hold an integer, those of the rarest company first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from int2vec.predict.expand.postings import Postings

_AROUND = 3
"""Terms that are shown before the integer; as many and one more after it."""


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
