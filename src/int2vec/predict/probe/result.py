"""What a probe finds, as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from int2vec.errors import InputError
from int2vec.predict.intervals import wilson
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.score import Interval, Score

KINDS = ("single", "all", "tuned")


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
    def compression(self) -> float | None:
        """How many times shorter the labels become, averaged over the draws."""
        found = [run.code.compression for run in self.runs if run.code]
        return float(np.mean(found)) if found else None

    def to_json(self) -> dict[str, Any]:
        """Everything, with the ratios worked out."""
        kinds = ("majority", *(kind for kind in KINDS if getattr(self.runs[0], kind) is not None))
        scores = {
            kind: {
                "accuracy": self.mean(kind), "accuracy_ci95": self.accuracy_ci95(kind),
                "accuracy_sd": self.spread(kind),
                "balanced_accuracy": self.mean(kind, "balanced_accuracy"),
                "balanced_accuracy_ci95": self.bootstrap_ci95(kind, "balanced_accuracy"),
                "auroc": self.mean(kind, "auroc"),
                "auroc_ci95": self.bootstrap_ci95(kind, "auroc"),
            }
            for kind in kinds
        }  # fmt: skip
        return {"embedding": self.embedding, "property": self.name, "dim": self.dim,
                "n_asked": self.n_asked, "n_covered": self.n_covered, "coverage": self.coverage,
                "selectivity": self.selectivity, "compression": self.compression,
                **scores, "runs": [asdict(run) for run in self.runs]}  # fmt: skip


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
        return {"config": asdict(self.config),
                "properties": [result.to_json() for result in self.properties],
                "quantities": [result.to_json() for result in self.quantities]}  # fmt: skip

    def _not_probed(self, embedding: str, name: str) -> InputError:
        return InputError(f"{name!r} was not probed in {embedding!r}; run probe with both")
