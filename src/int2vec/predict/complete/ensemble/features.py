"""What the ensemble looks at: who proposed a candidate and why, and how it fits the prompt."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.sums import differences
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.registry import SOURCES

ABSENT = -1.0  # of a feature that a candidate does not have
_WINDOW = 100  # terms of a prompt that are looked at
_TREND = 3  # steps in size that make up the trend
# The order of terms by the signs of their steps: half where some repeat; 9 where it has no name.
_ORDERS = {
    frozenset(signs): order
    for signs, order in (((1,), 1.0), ((-1,), -1.0), ((0,), 0.0), ((0, 1), 0.5), ((0, -1), -0.5))
}

Features = dict[str, float]


def candidate_features(
    prompt: Sequence[int], gathered: Mapping[str, list[Prediction]]
) -> dict[int, Features]:
    """The distinct candidates with their features by name; those that are absent are left out.

    >>> found = candidate_features([1, 2, 3], {"rules": [Prediction(value=4, score=1.0,
    ...     by="rules", why="each term is 1 more than the last", evidence={"saved": 9.0})]})
    >>> found[4]["rules.saved"], found[4]["keeps_order"]
    (9.0, 1.0)
    """
    proposed: dict[int, dict[str, tuple[int, Prediction]]] = {}
    for name, predictions in gathered.items():
        if not SOURCES[name].weighs_itself:
            for rank, prediction in enumerate(predictions):
                proposed.setdefault(prediction.value, {}).setdefault(name, (rank, prediction))
    against = _Prompt(prompt)
    shared = {**against.features(), **_asked(gathered)}
    for name, predictions in gathered.items():  # a candidate suffers from a strong rival
        if predictions:
            shared |= _numbers(f"first.{name}", predictions[0], SOURCES[name].rival)
    found = {}
    for value, said in proposed.items():
        ranks = {name: rank for name, (rank, _) in said.items()}
        found[value] = {**shared, **against.candidate(value), **_agreement(ranks.values())}
        for name, (rank, prediction) in said.items():
            if SOURCES[name].evidence:
                found[value][f"{name}.rank"] = float(rank)
                found[value] |= _numbers(name, prediction, SOURCES[name].evidence)
    return found


def feature_matrix(rows: Sequence[Features], names: Sequence[str]) -> NDArray[np.float64]:
    """The features of these names, (n_rows, n_names)."""
    found = [[row.get(name, ABSENT) for name in names] for row in rows]
    return np.array(found, np.float64).reshape(len(rows), len(names))


def feature_groups() -> dict[str, tuple[str, ...]]:
    """Every feature that there can be, by what it is about, in a fixed order."""
    prompt = _Prompt([0])
    sources = SOURCES.values()
    return {
        "the prompt": tuple(prompt.features()),
        "the candidate against the prompt": tuple(prompt.candidate(0)),
        "how many agree": tuple(_agreement([])),
        "who was asked": tuple(_asked({})),
        "the completers' evidence": tuple(
            f"{s.name}.{key}" for s in sources if s.evidence for key in ("rank", *s.evidence)
        ),
        "the evidence for first answers": tuple(
            f"first.{s.name}.{key}" for s in sources for key in s.rival
        ),
    }


def feature_names() -> tuple[str, ...]:
    """Every feature that there can be, in a fixed order."""
    return tuple(name for names in feature_groups().values() for name in names)


def _asked(gathered: Mapping[str, object]) -> Features:
    """A completer that was not asked differs from one that has no idea."""
    told = (source.name for source in SOURCES.values() if source.tells_when_asked)
    return {f"has.{name}": float(name in gathered) for name in told}


def _agreement(ranks: Collection[int]) -> Features:
    """How many completers say so, and how loudly."""
    return {
        "n_sources": float(len(ranks)),
        "n_first": float(sum(rank == 0 for rank in ranks)),
        "reciprocal_ranks": sum(1 / (1 + rank) for rank in ranks),
    }


def _numbers(name: str, prediction: Prediction, keys: Sequence[str]) -> Features:
    given = {key: prediction.evidence.get(key) for key in keys}
    return {
        f"{name}.{key}": float(value) if isinstance(value, int | float) else ABSENT
        for key, value in given.items()
    }


def _size(n: int) -> float:
    """The signed number of bits, with a fraction."""
    return math.log2(1 + abs(n)) * _sign(n)


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


class _Prompt:
    """The features of a prompt, and of candidates against it."""

    def __init__(self, prompt: Sequence[int]) -> None:
        self.terms = list(prompt[-_WINDOW:])
        self.steps = differences(self.terms)
        self.sizes = [_size(t) for t in self.terms]
        self.slopes = [b - a for a, b in pairwise(self.sizes)][-_TREND:] or [0.0]
        self.seen = Counter(self.terms)
        self.step_seen = Counter(self.steps)
        tail = self.terms[2:] or self.terms  # first terms are often exceptions
        self.factor = math.gcd(*tail)
        self.signs = {_sign(t) for t in tail}
        self.step_signs = frozenset(map(_sign, self.steps))

    def features(self) -> Features:
        """What is the same for all candidates."""
        n = len(self.terms)
        return {
            "n_terms": float(n),
            "last_size": self.sizes[-1],
            "size_slope": self.slopes[-1],
            "size_bend": self.slopes[-1] - self.slopes[0],
            "distinct_share": len(self.seen) / n,
            "n_distinct": float(len(self.seen)),
            "order": _ORDERS.get(self.step_signs, 9.0),
            "step_distinct": float(len(self.step_seen)),
            "zero_share": self.seen[0] / n,
            "negative_share": sum(t < 0 for t in self.terms) / n,
            "bits": sum(abs(size) for size in reversed(self.sizes)),
            "step_bits": sum(abs(_size(step)) for step in reversed(self.steps)),
        }

    def candidate(self, value: int) -> Features:
        """How the candidate fits what came before."""
        size, last, n = _size(value), self.terms[-1], len(self.terms)
        step, before = value - last, self.terms[-2] if n > 1 else last
        ordered = self.step_signs in _ORDERS
        return {
            "size": size,
            "off_trend": size - self.sizes[-1] - sum(self.slopes) / len(self.slopes),
            "off_last": size - self.sizes[-1],
            "is_last": float(value == last),
            "keeps_order": float(_sign(step) in self.step_signs) if ordered else ABSENT,
            "seen_share": self.seen[value] / n,
            "step_seen_share": self.step_seen[step] / n,
            "keeps_factor": ABSENT if self.factor <= 1 else float(value % self.factor == 0),
            "keeps_sign": float(_sign(value) in self.signs) if len(self.signs) == 1 else ABSENT,
            "keeps_parity": float(2 * (step % 2) + (value - before) % 2),
        }
