"""Terms that stand in the corpus, but not one behind the other.

`tables`: a prompt may be a table, written out row by row or by antidiagonals, whose columns or
diagonals stand in the corpus, or it may itself be a column, a diagonal, or every k-th term of one
that does. `companions`: sequences that hold the last term and many of those before it, so that a
list finds the larger list it was picked from, and a sequence with gaps the one without.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.predict.complete.search.suffix_array import SEPARATOR
from int2vec.text import checked_terms

_EACH = 2  # continuations taken from one line
_LEAST = 3  # entries of a column or diagonal
_LEAST_TERMS = 6
_COMMON = 3_000  # a last term that stands more often than this does not point anywhere
_WIDEST = 90  # terms between neighbors of a column
_BENDS = (0, 1)  # by how much the gap grows: 0 every k-th term, 1 columns
_COMMON_LAST = 4_000  # and this often, no companions
_BACK = 24  # terms compared with those of a companion, on both sides
_AHEAD = 3  # terms behind the last one that are voted for
_FADE = 0.3  # how much less each further one counts
_SHARED = 2  # terms that a companion must share besides the last


class TableCompleter:
    """What continues a column or a diagonal of the table that the prompt writes out, or is."""

    name = "tables"

    def __init__(self, index: Index) -> None:
        self.index = index
        self._search = SearchCompleter(index)

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, those that most lines through the place agree on first."""
        prompt = checked_terms(terms, k)
        if len(prompt) < _LEAST_TERMS:
            return []
        found: dict[int, list[Prediction]] = {}
        for p in (*self._across(prompt), *self._within(prompt)):
            found.setdefault(p.value, []).append(p)
        joined = []
        for alike in found.values():
            best = max(alike, key=lambda p: p.score)
            evidence = {**best.evidence, "agreeing": len({p.evidence["rule"] for p in alike})}
            joined.append(replace(best, score=sum(p.score for p in alike), evidence=evidence))
        return sorted(joined, key=lambda p: -p.score)[:k]

    def _across(self, prompt: list[int]) -> Iterator[Prediction]:
        """Columns and diagonals of the prompt, looked up."""
        for skipped in (0, 1):  # some tables have a term of their own in front
            for words, line in lines_through_next(prompt[skipped:]):
                if len(line) < _LEAST:
                    continue
                for p in self._search.longest(line, _EACH, _LEAST - 1):
                    why = f"{words} of this table stands in {p.evidence['sequences'][0]}"
                    yield _prediction(p.value, why, words, len(line), p.evidence)

    def _within(self, prompt: list[int]) -> Iterator[Prediction]:
        """Places where the last three terms stand at gaps that grow evenly."""
        past = self.index.past()
        fourth, third, second, last = self.index.codes(prompt[-4:])
        text, at = past.text, past.places([last], _COMMON) - 1
        if min(third, second) < 0:  # an integer never seen has the code of a separator
            return
        for gap, bend in product(range(1, _WIDEST), _BENDS):
            if gap <= bend or (gap, bend) == (1, 0):
                continue
            near = at[np.take(text, at - gap, mode="clip") == second]  # both ends are separators
            near = near[np.take(text, near - 2 * gap + bend, mode="clip") == third]
            for place in near.tolist():
                ends = (place - 3 * (gap - bend), place - 2 * gap + bend, place + gap + bend)
                earlier, first, final = self.index.sequences_at(np.array(ends)).tolist()
                if first != final or text.take(ends[2], mode="clip") == SEPARATOR:
                    continue
                longer = fourth >= 0 and gap > 2 * bend and earlier == first
                longer = longer and int(text[ends[0]]) == fourth
                label = self.index.corpus.label(self.index.locate(place)[0])
                found = {"match_length": 3 + longer, "share": 1.0, "sequences": [label]}
                why = f"the terms stand spread out in {label}"
                value = self.index.integer(ends[2])
                yield _prediction(value, why, f"spread, bend {bend}", 4, found)


def lines_through_next(prompt: Sequence[int]) -> Iterator[tuple[str, list[int]]]:
    """The column and the diagonal that the next entry of a triangle continues.

    >>> dict(lines_through_next([1, 1, 1, 1, 2, 1, 1]))  # Pascal's; next is binomial(3, 1)
    {'the column': [1, 2], 'the diagonal': [1]}
    """
    n = len(prompt)
    row = (isqrt(8 * n + 1) - 1) // 2
    column = n - row * (row + 1) // 2

    def entry(i: int, j: int) -> int:
        return prompt[i * (i + 1) // 2 + j]

    yield "the column", [entry(i, column) for i in range(column, row)]
    yield "the diagonal", [entry(i, i - row + column) for i in range(row - column, row)]


def _prediction(value: int, why: str, rule: str, line: int, found: Mapping[str, Any]) -> Prediction:
    """What a match of some entries of a line says."""
    length = found["match_length"]
    evidence = {**found, "rule": rule, "line": line, "whole": length >= line}
    score = length * found["share"] * (2 if length >= line else 1)
    return Prediction(value=value, score=score, by="tables", why=why, evidence=evidence)


class CompanionCompleter:
    """What follows the last term in sequences that share terms with the prompt, by vote."""

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
            label = self.index.corpus.label(sequence)
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
        known = np.unique([SEPARATOR - 1, *(code for code in before if code != SEPARATOR)])
        places = past.places([last], _COMMON_LAST)
        there = _inside_one(past.text, places[:, None] - 2 - np.arange(_BACK))
        at = np.searchsorted(known, there, side="right") - 1
        hit = known[at] == there
        shared = hit.sum(axis=1)
        # Rows number integers by falling frequency: the logarithm is about the information.
        weight = np.where(hit, np.log2(2.0 + there), 0.0).sum(axis=1) ** 2
        enough = shared >= _SHARED
        return places[enough], shared[enough], weight[enough]


def _inside_one(text: NDArray[np.int32], places: NDArray[np.int64]) -> NDArray[np.int32]:
    """What stands at the places, in each row up to the first that lies in no sequence."""
    there = np.take(text, places, mode="clip")  # separators stand at both ends
    return np.where(np.logical_or.accumulate(there == SEPARATOR, axis=1), SEPARATOR, there)
