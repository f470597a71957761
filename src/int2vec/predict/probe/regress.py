"""Probes for quantities: value, number of digits and the like."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.linear import r2, r2_all, r2_each, ridge
from int2vec.predict.probe.score import Interval
from int2vec.predict.probe.split import random_folds

Floats = NDArray[np.float64]

_PENALTIES = np.logspace(-4, 5, 19)


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """R² of a quantity: the best dimension, all of them, and all of them on unseen integers."""

    dimension: int
    single: float
    all: float
    held_out: float
    held_out_ci95: Interval | None


def regress(vectors: Floats, values: Floats, config: ProbeConfig) -> Fitted:
    """The R² of a quantity in (n, dim) vectors: in-sample as in the paper, and held out.

    Held out: a ridge regression is fitted on all folds but one, its penalty chosen by
    leave-one-out inside them, and predicts the one left; the predictions are scored together.
    """
    each = r2_each(vectors, values)
    dimension = int(each.argmax())
    predicted = np.empty_like(values)
    for fold in random_folds(len(values), config.folds, config.seed):
        weights, intercept = ridge(vectors[fold.train], values[fold.train], _PENALTIES)
        predicted[fold.test] = vectors[fold.test] @ weights + intercept
    interval = None
    if config.resamples:
        interval = _bootstrap(values, predicted, config.resamples, config.seed)
    return Fitted(
        dimension=dimension, single=float(each[dimension]), all=r2_all(vectors, values),
        held_out=r2(values, predicted), held_out_ci95=interval,
    )  # fmt: skip


def _bootstrap(values: Floats, predicted: Floats, resamples: int, seed: int) -> Interval:
    rng = np.random.default_rng([7, seed])
    n = len(values)
    weights = rng.multinomial(n, np.full(n, 1 / n), size=resamples) / n  # (resamples, n)
    missed = weights @ (values - predicted) ** 2
    spread = weights @ values**2 - (weights @ values) ** 2
    low, high = np.quantile(1 - missed / np.maximum(spread, 1e-300), [0.025, 0.975])
    return float(low), float(high)
