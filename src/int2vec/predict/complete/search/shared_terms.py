"""Sequences in like company: those that hold the last term and many of those before it.

Unlike search it asks for no unbroken run, so that a list finds the larger list it was picked
from, and a sequence with gaps finds the one without.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.complete.base import Prediction, Source
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.suffix_array import SEPARATOR
from int2vec.text import checked_terms

_COMMON = 4_000  # a last term that stands more often than this says nothing
_BACK = 24  # terms compared, on both sides
_AHEAD = 3  # terms behind the last one that are voted for
_FADE = 0.3  # how much less each further one counts
_SHARED = 2  # terms that a companion must share besides the last


class CompanionCompleter:
    """What follows the last term in sequences that share terms with the prompt, by vote.

    Shared terms count by how rare they are.
    """

    name = "companions"

    def __init__(self, index: Index) -> None:
        self.index = index

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, those with most votes first."""
        prompt = checked_terms(terms, k)
        places, shared, weight = self._companions(prompt)
        # What stands at and soon behind the places, (companions, terms ahead).
        ahead = places[:, None] + np.arange(_AHEAD)
        codes = _inside_one(self.index.past().text, ahead)
        voters, nth = np.nonzero(codes != SEPARATOR)
        distinct, which = np.unique(codes[voters, nth], return_inverse=True)
        sums = np.bincount(which, weight[voters] * _FADE**nth, len(distinct))
        rising = all(a < b for a, b in pairwise(prompt[-6:]))
        found: list[Prediction] = []
        for i in np.argsort(-sums, kind="stable").tolist():
            if len(found) == k:
                break
            value = self.index.corpus.integer(int(distinct[i]))
            if rising and value <= prompt[-1]:
                continue
            mine = voters[which == i]
            best = int(mine[np.argmax(shared[mine])])
            sequence, position = self.index.locate(int(places[best]) - 1)
            label = self.index.label(sequence)
            there = set(self.index.corpus.terms(sequence)[: position + 1])
            held = sum(term in there for term in prompt)
            share = float(sums[i] / sums.sum())
            found.append(
                Prediction(
                    value=value, score=share, by=self.name,
                    why=f"it comes soon in {label}, which holds {held} of the {len(prompt)} terms",
                    evidence={
                        "share": round(share, 6), "shared": int(shared[best]),
                        "voters": len(mine), "sequences": [label],
                    },
                )
            )  # fmt: skip
        return found

    def _companions(
        self, prompt: list[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Places behind the last term, and how many terms, of what weight, are shared there."""
        past = self.index.past()
        *before, last = self.index.codes(prompt[-_BACK:])
        known = np.unique([SEPARATOR - 1, *(code for code in before if code >= 0)])
        places = past.places([last], _COMMON)
        there = _inside_one(past.text, places[:, None] - 2 - np.arange(_BACK))
        at = np.searchsorted(known, there, side="right") - 1
        hit = known[at] == there
        shared = hit.sum(axis=1)
        # Rows number integers by falling frequency: the logarithm is about the information.
        weight = np.where(hit, np.log2(2.0 + np.maximum(there, 0)), 0.0).sum(axis=1) ** 2
        enough = shared >= _SHARED
        return places[enough], shared[enough], weight[enough]


def _inside_one(text: NDArray[np.int32], places: NDArray[np.int64]) -> NDArray[np.int32]:
    """What stands at the places, in each row up to the first that lies in no sequence."""
    there = text[np.clip(places, 0, len(text) - 1)]  # separators stand at both ends
    return np.where(np.logical_or.accumulate(there == SEPARATOR, axis=1), SEPARATOR, there)


SOURCES = (
    Source(
        name="companions",
        make=CompanionCompleter,
        readings=("terms",),
        evidence=("share", "shared", "voters"),
    ),
)
