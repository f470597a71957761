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
        if not len(places):
            return []
        codes, votes, voters = _ballots(self.index.past().text, places, weight)
        rising = all(a < b for a, b in pairwise(prompt[-6:]))
        distinct, which = np.unique(codes, return_inverse=True)
        sums = np.bincount(which, votes, len(distinct))
        found: list[Prediction] = []
        for i in np.argsort(-sums, kind="stable").tolist():
            value = self.index.corpus.integer(int(distinct[i]))
            if rising and value <= prompt[-1]:
                continue
            mine = voters[which == i]
            best = int(mine[np.argmax(shared[mine])])
            label = self.index.label_at(int(places[best]) - 1)
            held = self._held(prompt, int(places[best]))
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
            if len(found) == k:
                break
        return found

    def _held(self, prompt: list[int], place: int) -> int:
        """How many of the given terms the sequence at a place holds up to there."""
        _, position = self.index.locate(place - 1)
        there = {self.index.integer(at) for at in range(place - 1 - position, place)}
        return sum(term in there for term in prompt)

    def _companions(
        self, prompt: list[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Places behind the last term, and how many terms, of what weight, are shared there."""
        nothing = np.empty(0, np.int64)
        past = self.index.past()
        *before, last = self.index.codes(prompt[-_BACK:])
        known = np.unique([code for code in before if code >= 0])
        stretches = past.stretches([last])
        if not stretches or not len(known) or stretches[0][1] - stretches[0][0] > _COMMON:
            return nothing, nothing, np.empty(0)
        places = past.order[slice(*stretches[0])].astype(np.int64)
        back = places[:, None] - 2 - np.arange(_BACK)  # (places, terms back)
        there = np.where(back >= 0, past.text[np.maximum(back, 0)], SEPARATOR)
        inside = np.cumsum(there == SEPARATOR, axis=1) == 0
        at = np.minimum(np.searchsorted(known, there), len(known) - 1)
        hit = (known[at] == there) & inside
        shared = hit.sum(axis=1)
        # Rows number integers by falling frequency: the logarithm is about the information.
        weight = np.where(hit, np.log2(2.0 + known[at]), 0.0).sum(axis=1) ** 2
        enough = shared >= _SHARED
        return places[enough], shared[enough], weight[enough]


def _ballots(
    text: NDArray[np.int32], places: NDArray[np.int64], weight: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.int64]]:
    """What stands at and soon behind the places: codes, votes, and who cast them."""
    codes, votes, voters = [], [], []
    alive = np.arange(len(places))
    for ahead in range(_AHEAD):
        at = places[alive] + ahead
        alive, at = alive[at < len(text)], at[at < len(text)]
        alive, at = alive[text[at] != SEPARATOR], at[text[at] != SEPARATOR]
        codes.append(text[at])
        votes.append(weight[alive] * _FADE**ahead)
        voters.append(alive)
    return np.concatenate(codes), np.concatenate(votes), np.concatenate(voters)


SOURCES = (
    Source(
        name="companions",
        make=CompanionCompleter,
        readings=("terms",),
        evidence=("share", "shared", "voters"),
    ),
)
