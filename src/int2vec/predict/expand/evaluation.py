"""How well sets are expanded: precision of the first ten, and mean average precision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from int2vec.embeddings import Embeddings
from int2vec.errors import UnknownIntegerError
from int2vec.predict.expand.expansion import rank
from int2vec.predict.expand.hidden import HiddenSet
from int2vec.predict.expand.postings import Postings
from int2vec.predict.intervals import mean_interval

DEPTH = 100
"""How far down a ranking average precision looks."""

Ranker = Callable[[HiddenSet], list[int]]


@dataclass(frozen=True, kw_only=True)
class ExpansionScores:
    """One method on many hidden sets; each list has a figure a set."""

    method: str
    precisions: tuple[float, ...]
    average_precisions: tuple[float, ...]

    @property
    def p_at_10(self) -> float:
        """The share of members among the first ten candidates."""
        return float(np.mean(self.precisions)) if self.precisions else 0.0

    @property
    def mean_average_precision(self) -> float:
        """Mean average precision over the first hundred candidates."""
        return float(np.mean(self.average_precisions)) if self.average_precisions else 0.0

    def to_json(self) -> dict[str, object]:
        """Plain values for a machine."""
        return {
            "method": self.method,
            "n": len(self.precisions),
            "p_at_10": self.p_at_10,
            "p_at_10_ci95": mean_interval(self.precisions),
            "map": self.mean_average_precision,
            "map_ci95": mean_interval(self.average_precisions),
        }


def precision_at(ranking: Sequence[int], hidden: frozenset[int], k: int = 10) -> float:
    """The share of the first k that are members; fewer than k candidates count as wrong.

    >>> precision_at([2, 3, 4, 5], frozenset({2, 3, 5, 7}), k=4)
    0.75
    """
    return sum(n in hidden for n in ranking[:k]) / k


def average_precision(ranking: Sequence[int], hidden: frozenset[int], depth: int = DEPTH) -> float:
    """The mean of the precision at each member found, over the members that could be found.

    >>> average_precision([2, 4, 3], frozenset({2, 3}))
    0.8333333333333333
    """
    hits, total = 0, 0.0
    for place, n in enumerate(ranking[:depth], start=1):
        if n in hidden:
            hits += 1
            total += hits / place
    return total / min(len(hidden), depth) if hidden else 0.0


def score_ranker(
    name: str,
    ranker: Ranker,
    sets: Sequence[HiddenSet],
    progress: Callable[[float, str], None] | None = None,
) -> ExpansionScores:
    """The scores of one way of ranking on the hidden sets."""
    precisions, averages = [], []
    for i, one in enumerate(sets):
        ranking = ranker(one)
        precisions.append(precision_at(ranking, one.hidden))
        averages.append(average_precision(ranking, one.hidden))
        if progress:
            progress((i + 1) / len(sets), name)
    return ExpansionScores(
        method=name, precisions=tuple(precisions), average_precisions=tuple(averages)
    )


def method_ranker(method: str, embeddings: Embeddings | None, postings: Postings | None) -> Ranker:
    """A ranker by one of the methods; a set that it cannot answer gets no candidates."""

    def ranking(one: HiddenSet) -> list[int]:
        try:
            found = rank(
                one.shown, using=method, embeddings=embeddings, postings=postings,
                universe=one.universe, at_least=DEPTH,
            )  # fmt: skip
        except UnknownIntegerError:
            return []
        return found[0][:DEPTH]

    return ranking


def frequency_ranker(postings: Postings) -> Ranker:
    """The baseline that always names the commonest integers that were not shown."""
    order = np.argsort(-postings.frequencies, kind="stable")[:5000]
    commonest = postings.corpus.integers_of(order)

    def ranking(one: HiddenSet) -> list[int]:
        allowed = None if one.universe is None else set(one.universe)
        return [n for n in commonest if n not in one.shown and (allowed is None or n in allowed)][
            :DEPTH
        ]

    return ranking


def evaluate_expansion(
    sets: Sequence[HiddenSet],
    models: Sequence[Embeddings],
    postings: Postings,
    *,
    progress: Callable[[float, str], None] | None = None,
) -> list[ExpansionScores]:
    """The scores of the baseline, of every model's vectors, and of our methods.

    `postings` must not hold the sequences that the sets were drawn from. The fused method is
    measured without vectors, and with the model whose vectors alone have the best precision.
    """
    singles: list[tuple[str, Ranker]] = [
        ("frequency", frequency_ranker(postings)),
        *((f"vectors {model.name}", method_ranker("vector", model, None)) for model in models),
        ("properties", method_ranker("property", None, None)),
        ("sequences", method_ranker("sequence", None, postings)),
        ("fused, no vectors", method_ranker("fused", None, postings)),
    ]
    steps = len(singles) + bool(models)
    found = [
        score_ranker(name, ranker, sets, _part(progress, done, steps))
        for done, (name, ranker) in enumerate(singles)
    ]
    if models:
        alone = found[1 : 1 + len(models)]
        best = models[max(range(len(models)), key=lambda i: alone[i].p_at_10)]
        fused = method_ranker("fused", best, postings)
        part = _part(progress, steps - 1, steps)
        found.append(score_ranker(f"fused {best.name}", fused, sets, part))
    return found


def _part(
    progress: Callable[[float, str], None] | None, done: int, parts: int
) -> Callable[[float, str], None] | None:
    if progress is None:
        return None
    return lambda share, what: progress((done + share) / parts, what)
