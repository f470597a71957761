"""What a probe finds, as data: scores on unseen integers with 95 % intervals."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from int2vec.errors import InputError
from int2vec.predict.intervals import wilson
from int2vec.predict.probe.config import Bools, Floats, ProbeConfig

Interval = tuple[float, float]
KINDS = ("single", "all", "tuned")


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
        correct=int((said == truth).sum()),
        n=len(odds),
        balanced_accuracy=float(balanced[0]),
        auroc=float(auroc[0]),
        balanced_accuracy_ci95=intervals[0],
        auroc_ci95=intervals[1],
    )


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


@dataclass(frozen=True, kw_only=True)
class Control:
    """The same probe on random labels of the same balance, averaged over several draws."""

    accuracy: float  # on the test part: what the labels' balance alone gives
    train_accuracy: float  # on the training part: how much the probe can learn by heart
    draws: int


@dataclass(frozen=True, kw_only=True)
class Code:
    """How short the labels become when sent one block after another (Voita & Titov 2020)."""

    bits: float
    uniform_bits: float

    @property
    def compression(self) -> float:
        """How many times shorter than one bit a label."""
        return self.uniform_bits / self.bits


@dataclass(frozen=True, kw_only=True)
class Run:
    """One split: what was fitted and how it did."""

    seed: int
    n_train: int
    majority: Score
    single: Score
    all: Score
    tuned: Score | None
    dimension: int  # the one that "single" looks at, from 0
    C: float | None  # what "tuned" chose
    standardised: bool | None
    control: Control | None = None
    code: Code | None = None

    def score(self, kind: str) -> Score:
        """The score of "single", "all", "tuned" or "majority"."""
        found = getattr(self, kind)
        if not isinstance(found, Score):
            raise InputError(f"no {kind!r} probe was fitted; set tune=True in the config")
        return found


@dataclass(frozen=True, kw_only=True)
class PropertyResult:
    """A yes-or-no property in one embedding, over one or more splits."""

    embedding: str
    name: str
    dim: int
    n_asked: int
    n_covered: int
    runs: tuple[Run, ...]

    @property
    def coverage(self) -> float:
        """The share of the integers asked for that have a vector."""
        return self.n_covered / self.n_asked

    def mean(self, kind: str = "all", measure: str = "accuracy") -> float:
        """A measure ("accuracy", "balanced_accuracy", "auroc") averaged over the splits."""
        return float(np.mean([getattr(run.score(kind), measure) for run in self.runs]))

    def spread(self, kind: str = "all", measure: str = "accuracy") -> float:
        """The standard deviation of a measure between splits; 0 for one split."""
        values = [getattr(run.score(kind), measure) for run in self.runs]
        return float(np.std(values, ddof=1)) if len(values) > 1 else 0.0

    def accuracy_ci95(self, kind: str = "all") -> Interval:
        """The Wilson interval of the mean accuracy, as wide as one split's test part makes it."""
        n = round(np.mean([run.score(kind).n for run in self.runs]))
        return wilson(self.mean(kind) * n, n)

    def bootstrap_ci95(self, kind: str, measure: str) -> Interval | None:
        """The bootstrap interval of "balanced_accuracy" or "auroc", averaged over the splits."""
        found = [getattr(run.score(kind), f"{measure}_ci95") for run in self.runs]
        if None in found:
            return None
        low, high = np.mean(found, axis=0)
        return float(low), float(high)

    @property
    def selectivity(self) -> float | None:
        """Accuracy less that on control labels (Hewitt & Liang 2019), all dimensions."""
        pairs = [(run.all.accuracy, run.control.accuracy) for run in self.runs if run.control]
        return float(np.mean([real - control for real, control in pairs])) if pairs else None

    @property
    def by_heart(self) -> float | None:
        """Accuracy on control labels in training: how much the probe can learn by heart."""
        found = [run.control.train_accuracy for run in self.runs if run.control]
        return float(np.mean(found)) if found else None

    @property
    def compression(self) -> float | None:
        """How many times shorter the labels become, averaged over the draws."""
        found = [run.code.compression for run in self.runs if run.code]
        return float(np.mean(found)) if found else None

    def to_json(self) -> dict[str, Any]:
        """Everything, with the ratios worked out."""
        kinds = ("majority", *(kind for kind in KINDS if getattr(self.runs[0], kind) is not None))
        return {
            "embedding": self.embedding,
            "property": self.name,
            **{key: getattr(self, key) for key in ("dim", "n_asked", "n_covered", "coverage")},
            **{key: getattr(self, key) for key in ("selectivity", "by_heart", "compression")},
            **{kind: self._scores_to_json(kind) for kind in kinds},
            "runs": [asdict(run) for run in self.runs],
        }

    def _scores_to_json(self, kind: str) -> dict[str, Any]:
        scores: dict[str, Any] = {
            "accuracy": self.mean(kind),
            "accuracy_ci95": self.accuracy_ci95(kind),
            "accuracy_sd": self.spread(kind),
        }
        for measure in ("balanced_accuracy", "auroc"):
            scores[measure] = self.mean(kind, measure)
            scores[f"{measure}_ci95"] = self.bootstrap_ci95(kind, measure)
        return scores


@dataclass(frozen=True, kw_only=True)
class QuantityResult:
    """A numeric quantity in one embedding."""

    embedding: str
    name: str
    dim: int
    n_asked: int
    n_covered: int
    r2_single: float
    dimension: int
    r2_all: float
    r2_held_out: float  # ridge, predicted from the other folds; below 0 is worse than the mean
    r2_held_out_ci95: Interval | None = None

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain values."""
        plain = asdict(self)
        return {"embedding": plain.pop("embedding"), "quantity": plain.pop("name"), **plain}


@dataclass(frozen=True, kw_only=True)
class ProbeTable:
    """The results of every embedding for every property and quantity."""

    config: ProbeConfig
    properties: tuple[PropertyResult, ...]
    quantities: tuple[QuantityResult, ...]

    @property
    def embeddings(self) -> list[str]:
        """The names of the rows, in order."""
        rows = [result.embedding for result in self.properties]
        return list(dict.fromkeys(rows + [result.embedding for result in self.quantities]))

    def property_result(self, embedding: str, name: str) -> PropertyResult:
        """The result of one embedding for one property."""
        for result in self.properties:
            if (result.embedding, result.name) == (embedding, name):
                return result
        raise self._not_probed(embedding, name)

    def quantity_result(self, embedding: str, name: str) -> QuantityResult:
        """The result of one embedding for one quantity."""
        for result in self.quantities:
            if (result.embedding, result.name) == (embedding, name):
                return result
        raise self._not_probed(embedding, name)

    def to_json(self) -> dict[str, Any]:
        """Everything, with the ratios worked out."""
        return {
            "config": asdict(self.config),
            "properties": [result.to_json() for result in self.properties],
            "quantities": [result.to_json() for result in self.quantities],
        }

    def _not_probed(self, embedding: str, name: str) -> InputError:
        return InputError(f"{name!r} was not probed in {embedding!r}; run probe with both")
