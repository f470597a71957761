"""What the ensemble looks at: who proposed a candidate and why, and how it fits the prompt."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.complete.base import Prediction

ABSENT = -1.0
_MATCH = ("match_length", "support", "matches", "share", "whole")
_NGRAM = ("probability", "order")
# The numbers that each completer's evidence carries. Those of its first prediction are looked at
# for every candidate too: a candidate suffers from a strong rival.
EVIDENCE: dict[str, tuple[str, ...]] = {
    "rules": (
        "saved", "description_length", "data_bits", "checked", "agreeing", "rivals", "kind_rate",
    ),
    "search": (*_MATCH, "from_start"),
    "differences": _MATCH,
    "ratios": _MATCH,
    "affine": _MATCH,
    "ngrams": _NGRAM,
    "step-ngrams": _NGRAM,
    "local": (
        "value_probability", "value_order", "value_count",
        "step_probability", "step_order", "step_count",
    ),
    "transforms": ("match_length", "matches", "share", "whole", "distinct", "kind_rate"),
    "tables": ("match_length", "line", "share", "whole", "agreeing", "kind_rate"),
    "companions": ("share", "shared", "voters"),
    "lstm": ("probability",),
}  # fmt: skip
_RIVAL: dict[str, tuple[str, ...]] = {
    "rules": ("saved", "kind_rate"),
    "search": ("match_length", "share"),
    "differences": ("match_length", "share"),
    "affine": ("match_length", "share"),
    "lstm": ("probability",),
}
_PROMPT = (
    "n_terms", "last_size", "size_slope", "size_bend", "distinct_share", "n_distinct", "order",
    "step_distinct", "zero_share", "negative_share", "bits", "step_bits",
)  # fmt: skip
_CANDIDATE = (
    "n_sources", "n_first", "reciprocal_ranks", "size", "off_trend", "off_last", "is_last",
    "keeps_order", "seen_share", "step_seen_share", "keeps_factor", "keeps_sign", "keeps_parity",
    "match_bits", "difference_bits", "affine_bits",
)  # fmt: skip

_OPTIONAL = ("search", "affine", "lstm")  # a completer that is not asked differs from a silent one

NAMES: tuple[str, ...] = (
    *_PROMPT,
    *_CANDIDATE,
    *(f"has.{source}" for source in _OPTIONAL),
    *(f"{source}.{key}" for source, keys in EVIDENCE.items() for key in ("rank", *keys)),
    *(f"first.{source}.{key}" for source, keys in _RIVAL.items() for key in keys),
)


def feature_rows(
    prompt: Sequence[int], gathered: Mapping[str, list[Prediction]],
    kind_rates: Mapping[str, float] | None = None,
) -> tuple[list[int], NDArray[np.float64]]:  # fmt: skip
    """The distinct candidates, and one row of features each, (n_candidates, len(NAMES)).

    >>> values, rows = feature_rows([1, 2, 3], {"rules": [Prediction(value=4, score=1.0,
    ...     by="rules", why="each term is 1 more than the last", evidence={"saved": 9.0})]})
    >>> values, rows.shape == (1, len(NAMES))
    ([4], True)
    """
    ranks: dict[int, dict[str, tuple[int, Prediction]]] = {}
    for source, predictions in gathered.items():
        for rank, prediction in enumerate(predictions):
            ranks.setdefault(prediction.value, {}).setdefault(source, (rank, prediction))
    about_prompt = _Prompt(prompt)
    rates = kind_rates or {}
    rivals = [
        _number(gathered[source][0], key, rates) if gathered.get(source) else ABSENT
        for source, keys in _RIVAL.items()
        for key in keys
    ]
    asked = [float(source in gathered) for source in _OPTIONAL]
    rows = []
    for value, found in ranks.items():
        row = [*about_prompt.features(), *about_prompt.candidate(value, found), *asked]
        for source, keys in EVIDENCE.items():
            if source in found:
                rank, prediction = found[source]
                row += [float(rank), *(_number(prediction, key, rates) for key in keys)]
            else:
                row += [ABSENT] * (1 + len(keys))
        rows.append(row + rivals)
    return list(ranks), np.array(rows, np.float64).reshape(len(rows), len(NAMES))


def _number(prediction: Prediction, key: str, kind_rates: Mapping[str, float]) -> float:
    if key == "kind_rate":
        rule = f"{prediction.by}: {prediction.evidence.get('rule')}"
        return kind_rates.get(rule, kind_rates.get(prediction.by, 0.5))
    value = prediction.evidence.get(key, ABSENT)
    return float(value) if isinstance(value, int | float) else ABSENT


def _size(n: int) -> float:
    """The signed number of bits, with a fraction."""
    return math.log2(1 + abs(n)) * (1 if n >= 0 else -1)


class _Prompt:
    """The features of a prompt, and of candidates against it."""

    def __init__(self, prompt: Sequence[int]) -> None:
        self.terms = list(prompt[-100:])
        self.steps = [b - a for a, b in pairwise(self.terms)]
        self.sizes = [_size(t) for t in self.terms]
        self.seen = _counts(self.terms)
        self.step_seen = _counts(self.steps)
        tail = self.terms[2:] or self.terms
        self.factor = math.gcd(*tail)
        self.sign = _common(tail, lambda t: (t > 0) - (t < 0))
        self.order = _common(self.steps, lambda d: (d > 0) - (d < 0))
        if self.order is None and self.steps:
            self.order = 0.5 if min(self.steps) >= 0 else -0.5 if max(self.steps) <= 0 else None
        # How many bits the last 1, 2, … terms and steps take: what a match of that length is worth.
        self.bits = [0.0, *accumulate(abs(s) for s in reversed(self.sizes))]
        self.step_bits = [0.0, *accumulate(abs(_size(d)) for d in reversed(self.steps))]
        self.slopes = [b - a for a, b in pairwise(self.sizes)]

    def features(self) -> list[float]:
        n = len(self.terms)
        slopes = self.slopes[-3:] or [0.0]
        return [
            float(n), self.sizes[-1], slopes[-1], slopes[-1] - slopes[0],
            len(self.seen) / n, float(len(self.seen)),
            9.0 if self.order is None else float(self.order),
            float(len(self.step_seen)), self.seen.get(0, 0) / n,
            sum(t < 0 for t in self.terms) / n, self.bits[-1], self.step_bits[-1],
        ]  # fmt: skip

    def candidate(self, value: int, found: Mapping[str, tuple[int, Prediction]]) -> list[float]:
        size, last, n = _size(value), self.terms[-1], len(self.terms)
        slopes = self.slopes[-3:] or [0.0]
        step = value - last
        if self.order is None:
            keeps_order = ABSENT
        elif abs(self.order) == 0.5:
            keeps_order = float(step * self.order >= 0)
        else:
            keeps_order = float((step > 0) - (step < 0) == self.order)
        before = self.terms[-2] if n > 1 else last
        return [
            float(len(found)), float(sum(rank == 0 for rank, _ in found.values())),
            sum(1 / (1 + rank) for rank, _ in found.values()),
            size, size - self.sizes[-1] - sum(slopes) / len(slopes), size - self.sizes[-1],
            float(value == last), keeps_order, self.seen.get(value, 0) / n,
            self.step_seen.get(step, 0) / n,
            ABSENT if self.factor <= 1 else float(value % self.factor == 0),
            ABSENT if self.sign is None else float((value > 0) - (value < 0) == self.sign),
            float(2 * ((value - last) % 2) + (value - before) % 2),
            self._worth(found, "search", self.bits),
            self._worth(found, "differences", self.step_bits),
            self._worth(found, "affine", self.step_bits),
        ]  # fmt: skip

    @staticmethod
    def _worth(
        found: Mapping[str, tuple[int, Prediction]], source: str, bits: Sequence[float]
    ) -> float:
        if source not in found:
            return ABSENT
        length = found[source][1].evidence.get("match_length", 0)
        return bits[min(int(str(length)), len(bits) - 1)]


def _counts(items: Sequence[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def _common(items: Sequence[int], of: Callable[[int], int]) -> float | None:
    """What `of` gives for all items, None where it varies."""
    found = {of(item) for item in items}
    return float(found.pop()) if len(found) == 1 else None
