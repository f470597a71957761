"""What a probe finds, as data: scores on unseen integers with 95 % intervals."""

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
    accuracy: float
    accuracy_ci95: Interval  # Wilson's
    balanced_accuracy: float
    auroc: float  # 0.5 where the test part holds one class alone
    balanced_accuracy_ci95: Interval | None = None
    auroc_ci95: Interval | None = None


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
        drawn = _weighted(drawn_weights(len(odds), resamples, seed), ranked, said, truth)
        intervals = [middle_95(values) for values in drawn]
    correct = int((said == truth).sum())
    return Score(
        correct=correct,
        n=len(odds),
        accuracy=correct / len(odds),
        accuracy_ci95=wilson(correct, len(odds)),
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


def drawn_weights(n: int, resamples: int, seed: int) -> Floats:
    """How often each of n items is drawn in a bootstrap sample: (resamples, n)."""
    rng = np.random.default_rng([seed, n])
    return rng.multinomial(n, np.full(n, 1 / n), size=resamples).astype(np.float64)


def middle_95(values: Floats) -> Interval:
    """What 95 % of the values lie between."""
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)


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
    control: float | None = None  # accuracy of the same probe on random labels of the same balance
    by_heart: float | None = None  # and on those that it was fitted on
    compression: float | None = None  # how many times shorter the labels become (online code)

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

    def mean(self, kind: str = "all", measure: str = "accuracy") -> float:
        """A measure ("accuracy", "balanced_accuracy", "auroc") averaged over the splits."""
        return float(np.mean([getattr(run.score(kind), measure) for run in self.runs]))

    def scores(self, kind: str = "all") -> dict[str, Any]:
        """The means of one kind of probe, with intervals as wide as one split's test part is."""
        scores = [run.score(kind) for run in self.runs]
        n = round(np.mean([score.n for score in scores]))
        accuracies = [score.accuracy for score in scores]
        found: dict[str, Any] = {
            "accuracy": self.mean(kind),
            "accuracy_ci95": wilson(self.mean(kind) * n, n),
            "accuracy_sd": float(np.std(accuracies, ddof=1)) if len(scores) > 1 else 0.0,
        }
        for measure in ("balanced_accuracy", "auroc"):
            drawn = [getattr(score, f"{measure}_ci95") for score in scores]
            found[measure] = self.mean(kind, measure)
            known = None not in drawn
            found[f"{measure}_ci95"] = np.mean(drawn, axis=0).tolist() if known else None
        return found

    def checks(self) -> dict[str, float | None]:
        """What tells knowledge from learning by heart, where it was measured.

        selectivity: accuracy less that on control labels (Hewitt & Liang 2019), all dimensions.
        """
        fitted = [(run.all.accuracy - run.control) for run in self.runs if run.control is not None]
        by_heart = [run.by_heart for run in self.runs if run.by_heart is not None]
        shorter = [run.compression for run in self.runs if run.compression is not None]
        lists = {"selectivity": fitted, "by_heart": by_heart, "compression": shorter}
        return {name: float(np.mean(found)) if found else None for name, found in lists.items()}

    def to_json(self) -> dict[str, Any]:
        """Everything, with the means worked out."""
        plain = asdict(self)
        kinds = ("majority", *(kind for kind in KINDS if getattr(self.runs[0], kind) is not None))
        means = {kind: self.scores(kind) for kind in kinds}
        return {"property": plain.pop("name"), **plain, **self.checks(), **means}


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
        return {"quantity": plain.pop("name"), **plain}


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

    def result(self, embedding: str, name: str) -> Any:
        """The result of one embedding for one property or quantity."""
        results: list[Any] = [*self.properties, *self.quantities]
        for result in results:
            if (result.embedding, result.name) == (embedding, name):
                return result
        raise InputError(f"{name!r} was not probed in {embedding!r}; run probe with both")

    def to_json(self) -> dict[str, Any]:
        """Everything, with the ratios worked out."""
        return {
            "config": asdict(self.config),
            "properties": [result.to_json() for result in self.properties],
            "quantities": [result.to_json() for result in self.quantities],
        }

    def _repr_html_(self) -> str:
        from int2vec.predict.probe.shown import probe_tables  # which reads this file

        return "".join(table.to_html() for table in probe_tables(self))
