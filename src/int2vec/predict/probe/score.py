"""Accuracy, balanced accuracy and AUROC, with 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.intervals import wilson

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Interval = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Score:
    """How well one classifier does on integers that it was not fitted on."""

    correct: int
    n: int
    balanced_accuracy: float
    auroc: float  # 0.5 where the test part holds one class alone
    balanced_accuracy_ci95: Interval | None = None
    auroc_ci95: Interval | None = None

    @property
    def accuracy(self) -> float:
        """The share of right answers."""
        return self.correct / self.n

    @property
    def accuracy_ci95(self) -> Interval:
        """The Wilson interval of the accuracy."""
        return wilson(self.correct, self.n)


def score(odds: Floats, labels: Bools, *, resamples: int = 0, seed: int = 0) -> Score:
    """The scores of log-odds against the truth.

    >>> score(np.array([-1.0, 2.0, 3.0]), np.array([False, False, True])).accuracy
    0.6666666666666666
    """
    order = np.argsort(odds, kind="stable")
    ranked, said, truth = odds[order], odds[order] > 0, labels[order]
    whole = np.ones((1, len(odds)))
    balanced, auroc = _weighted(whole, ranked, said, truth)
    intervals: list[Interval | None] = [None, None]
    if resamples:
        rng = np.random.default_rng([seed, len(odds)])
        weights = rng.multinomial(len(odds), np.full(len(odds), 1 / len(odds)), size=resamples)
        drawn = _weighted(weights.astype(np.float64), ranked, said, truth)
        intervals = [_middle_95(values) for values in drawn]
    return Score(
        correct=int((said == truth).sum()), n=len(odds),
        balanced_accuracy=float(balanced[0]), auroc=float(auroc[0]),
        balanced_accuracy_ci95=intervals[0], auroc_ci95=intervals[1],
    )  # fmt: skip


def _weighted(weights: Floats, ranked: Floats, said: Bools, truth: Bools) -> tuple[Floats, Floats]:
    """Balanced accuracy and AUROC for each row of weights on the sorted items: two (m,)."""
    yes, no = weights * truth, weights * ~truth  # (m, n)
    n_yes, n_no = yes.sum(axis=1), no.sum(axis=1)
    safe_yes, safe_no = np.maximum(n_yes, 1e-300), np.maximum(n_no, 1e-300)
    recalls = np.stack([(yes * said).sum(axis=1) / safe_yes, (no * ~said).sum(axis=1) / safe_no])
    there = np.stack([n_yes > 0, n_no > 0])  # a class that is absent has no recall
    balanced = (recalls * there).sum(axis=0) / there.sum(axis=0)
    # Each positive beats the negatives ranked below it, and half of those tied with it.
    starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]])
    yes, no = np.add.reduceat(yes, starts, axis=1), np.add.reduceat(no, starts, axis=1)
    below = np.cumsum(no, axis=1) - no / 2
    auroc = np.where(there.all(axis=0), (yes * below).sum(axis=1) / (safe_yes * safe_no), 0.5)
    return balanced, auroc


def _middle_95(values: Floats) -> Interval:
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)
