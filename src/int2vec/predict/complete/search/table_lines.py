"""Search in two dimensions: tables that the OEIS writes out row by row or by antidiagonals.

A prompt may be such a table whose columns or diagonals stand in the corpus, or it may itself be
a column, a diagonal, or every k-th term of one that does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

import numpy as np

from int2vec.predict.complete.base import Prediction, Source
from int2vec.predict.complete.search.index import Index
from int2vec.text import checked_terms

_LEAST = 3  # entries of a column or diagonal
_LEAST_TERMS = 6
_COMMON = 3_000  # a term that stands more often than this does not point anywhere
_WIDEST = 90  # terms between neighbours of a column
_BENDS = range(5)  # by how much the gap grows: 0 every k-th term, 1 columns, 4 main diagonals


class TableCompleter:
    """What continues a column or a diagonal of the table that the prompt writes out, or is."""

    name = "tables"

    def __init__(self, index: Index) -> None:
        self.index = index

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, those that most lines through the place agree on first."""
        prompt = checked_terms(terms, k)
        if len(prompt) < _LEAST_TERMS:
            return []
        found: dict[int, list[Prediction]] = {}
        for p in (*self._across(prompt), *self._within(prompt)):
            found.setdefault(p.value, []).append(p)
        ranked = sorted(found.values(), key=lambda ps: -sum(p.score for p in ps))
        return [_joined(predictions) for predictions in ranked[:k]]

    def _across(self, prompt: list[int]) -> Iterator[Prediction]:
        """Columns and diagonals of the prompt, looked up."""
        past = self.index.past()
        for skipped in (0, 1):  # some tables have a term of their own in front
            for words, line in lines_through_next(prompt[skipped:]):
                if len(line) < _LEAST:
                    continue
                stretches = self.index.stretches(line)
                if len(stretches) < 2:
                    continue
                ranked, total = past.continuations(stretches[-1], 2)
                for following in ranked:
                    label = self.index.label_at(following.place)
                    yield _prediction(
                        self.index.corpus.integer(following.code),
                        f"{words} of this table stands in {label}", words, label,
                        length=len(stretches), line=len(line), share=following.count / total,
                    )  # fmt: skip

    def _within(self, prompt: list[int]) -> Iterator[Prediction]:
        """Places where the last three terms stand at gaps that grow evenly."""
        past = self.index.past()
        fourth, third, second, last = self.index.codes(prompt[-4:])
        text, stretches = past.text, past.stretches([last])
        if min(third, second) < 0 or not stretches or stretches[0][1] - stretches[0][0] > _COMMON:
            return
        at = past.order[stretches[0][0] : stretches[0][1]].astype(np.int64) - 1
        for gap in range(1, _WIDEST):
            near = at[at >= gap]
            near = near[text[near - gap] == second]
            for bend in _BENDS if len(near) else ():
                if gap <= bend or (gap, bend) == (1, 0):
                    continue
                start = near[near >= 2 * gap - bend]
                for place in start[text[start - 2 * gap + bend] == third].tolist():
                    onward, before = place + gap + bend, place - 3 * (gap - bend)
                    if onward >= len(text) or text[onward] < 0:
                        continue
                    ends = np.array([before, place - 2 * gap + bend, onward], np.int32)
                    earlier, first, final = self.index.sequences_at(ends).tolist()
                    if first != final:
                        continue
                    # An integer never seen has the code of a separator: it matches nothing.
                    longer = fourth >= 0 and gap > 2 * bend and earlier == first
                    longer = longer and int(text[before]) == fourth
                    label = self.index.label_at(place)
                    yield _prediction(
                        self.index.integer(onward), f"the terms stand spread out in {label}",
                        f"spread, bend {bend}", label, length=3 + longer, line=4, share=1.0,
                    )  # fmt: skip


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


def _prediction(
    value: int, why: str, rule: str, label: str, *, length: int, line: int, share: float
) -> Prediction:
    return Prediction(
        value=value, score=length * share * (2 if length >= line else 1), by="tables", why=why,
        evidence={
            "rule": rule, "match_length": length, "line": line, "whole": length >= line,
            "share": round(share, 6), "sequences": [label],
        },
    )  # fmt: skip


def _joined(predictions: list[Prediction]) -> Prediction:
    """The best of several predictions of one value, with how many lines agree on it."""
    best = max(predictions, key=lambda p: p.score)
    rules = {p.evidence["rule"] for p in predictions}
    return Prediction(
        value=best.value, score=sum(p.score for p in predictions), by=best.by, why=best.why,
        evidence={**best.evidence, "agreeing": len(rules)},
    )  # fmt: skip


SOURCES = (
    Source(
        name="tables",
        make=TableCompleter,
        readings=("terms",),
        evidence=("match_length", "line", "share", "whole", "agreeing"),
        names_rules=True,
        explains=1.7,
    ),
)
