"""What a probe finds, as data: scores on unseen integers with 95 % intervals."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from int2vec.errors import InputError
from int2vec.predict.intervals import wilson
from int2vec.predict.probe.config import Bools, Floats, ProbeConfig

Interval = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Score:
    """How well one classifier does on integers that it was not fitted on, or some on average."""

    n: int
    accuracy: float
    accuracy_ci95: Interval  # Wilson's
    balanced_accuracy: float
    auroc: float  # 0.5 where the test part holds one class alone
    balanced_accuracy_ci95: Interval | None = None
    auroc_ci95: Interval | None = None
    accuracy_sd: float = 0.0  # between several draws


def score(odds: Floats, labels: Bools, *, resamples: int = 0, seed: int = 0) -> Score:
    """The scores of log-odds against the truth.

    >>> score(np.array([-1.0, 2.0, 3.0]), np.array([False, False, True])).accuracy
    0.6666666666666666
    """
    order = np.argsort(odds, kind="stable")
    ranked, said, truth = odds[order], odds[order] > 0, labels[order]
    balanced, auroc = _weighted(np.ones((1, len(odds))), ranked, said, truth)
    intervals: list[Interval | None] = [None, None]
    if resamples:
        rng, even = np.random.default_rng([seed, len(odds)]), np.full(len(odds), 1 / len(odds))
        weights = rng.multinomial(len(odds), even, size=resamples).astype(np.float64)
        drawn = np.quantile(_weighted(weights, ranked, said, truth), [0.025, 0.975], axis=1)
        intervals = [(low, high) for low, high in drawn.T.tolist()]
    correct = int((said == truth).sum())
    return Score(
        n=len(odds),
        accuracy=correct / len(odds),
        accuracy_ci95=wilson(correct, len(odds)),
        balanced_accuracy=float(balanced[0]),
        auroc=float(auroc[0]),
        balanced_accuracy_ci95=intervals[0],
        auroc_ci95=intervals[1],
    )


def mean_score(scores: Sequence[Score]) -> Score:
    """The mean of several draws, with intervals as wide as one draw's test part makes them."""

    def mean(name: str) -> Any:
        drawn = [getattr(score, name) for score in scores]
        return None if None in drawn else np.mean(drawn, axis=0).tolist()

    measures = ("accuracy", "balanced_accuracy", "auroc", "balanced_accuracy_ci95", "auroc_ci95")
    n, means = round(mean("n")), {name: mean(name) for name in measures}
    spread = np.std([score.accuracy for score in scores], ddof=1) if len(scores) > 1 else 0.0
    sure = wilson(means["accuracy"] * n, n)
    return Score(n=n, accuracy_ci95=sure, accuracy_sd=float(spread), **means)


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


@dataclass(frozen=True, kw_only=True)
class Probed:
    """What was probed in which vectors."""

    embedding: str
    name: str
    dim: int
    n_asked: int
    n_covered: int
    dimension: int  # that tells most alone, from 0


@dataclass(frozen=True, kw_only=True)
class PropertyResult(Probed):
    """A yes-or-no property in one embedding: means over `draws` random splits, or one split.

    dimension, C, standardised   what "single" and "tuned" chose in the first
    selectivity   accuracy less that on control labels (Hewitt & Liang 2019), all dimensions
    by_heart      accuracy on the control labels that the probe was fitted on
    compression   how many times shorter the labels become in the online code
    """

    n_train: int
    draws: int
    majority: Score
    single: Score
    all: Score
    tuned: Score | None = None
    C: float | None = None
    standardised: bool | None = None
    selectivity: float | None = None
    by_heart: float | None = None
    compression: float | None = None


@dataclass(frozen=True, kw_only=True)
class QuantityResult(Probed):
    """A numeric quantity in one embedding."""

    r2_single: float
    r2_all: float
    r2_held_out: float  # ridge, predicted from the other folds; below 0 is worse than the mean


@dataclass(frozen=True, kw_only=True)
class ProbeTable:
    """The results of every embedding for every property and quantity."""

    config: ProbeConfig
    properties: tuple[PropertyResult, ...]
    quantities: tuple[QuantityResult, ...]

    @property
    def embeddings(self) -> list[str]:
        """The names of the rows, in order."""
        results = (*self.properties, *self.quantities)
        return list(dict.fromkeys(result.embedding for result in results))

    def result(self, embedding: str, name: str) -> Any:
        """The result of one embedding for one property or quantity."""
        for result in (*self.properties, *self.quantities):
            if (result.embedding, result.name) == (embedding, name):
                return result
        raise InputError(f"{name!r} was not probed in {embedding!r}; run probe with both")

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain values."""
        plain = asdict(self)
        for kind, key in (("properties", "property"), ("quantities", "quantity")):
            for result in plain[kind]:
                result[key] = result.pop("name")
        return plain

    def _repr_html_(self) -> str:
        from int2vec.predict.probe.shown import probe_tables  # which reads this file

        return "".join(table.to_html() for table in probe_tables(self))
