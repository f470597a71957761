"""Linear regressions in NumPy, for quantities: value, number of digits and the like."""

from contextlib import AbstractContextManager, nullcontext
from importlib import import_module

import numpy as np

from int2vec.errors import InputError
from int2vec.predict.probe.config import Floats, ProbeConfig, random_folds
from int2vec.predict.probe.result import Interval, QuantityResult, drawn_weights, middle_95

try:
    threadpool_limits = import_module("threadpoolctl").threadpool_limits
except ImportError:  # comes with scikit-learn; without it the answers are the same
    threadpool_limits = None

_PENALTIES = np.logspace(-4, 5, 19)


def regress(
    embedding: str, name: str, vectors: Floats, values: Floats, config: ProbeConfig
) -> QuantityResult:
    """The R² of a quantity in (n, dim) vectors: in-sample as in the paper, and held out.

    Held out: a ridge regression is fitted on all folds but one, its penalty chosen by
    leave-one-out inside them, and predicts the one left; the predictions are scored together.
    """
    there = np.isfinite(values)  # some quantities are not defined everywhere
    if there.sum() < 2 * config.folds:
        raise InputError(
            f"{name!r} is defined for {there.sum()} of the integers covered by {embedding!r}; "
            "give a wider range"
        )
    vectors, values = vectors[there], values[there]
    each = r2_each(vectors, values)
    dimension = int(each.argmax())
    predicted = np.empty_like(values)
    for fold in random_folds(len(values), config.folds, config.seed):
        weights, intercept = ridge(vectors[fold.train], values[fold.train], _PENALTIES)
        predicted[fold.test] = vectors[fold.test] @ weights + intercept
    return QuantityResult(
        embedding=embedding,
        name=name,
        dim=vectors.shape[1],
        n_asked=len(config.integers),
        n_covered=len(values),
        r2_single=float(each[dimension]),
        dimension=dimension,
        r2_all=r2_all(vectors, values),
        r2_held_out=r2(values, predicted),
        r2_held_out_ci95=_bootstrap(values, predicted, config) if config.resamples else None,
    )


def _bootstrap(values: Floats, predicted: Floats, config: ProbeConfig) -> Interval:
    weights = drawn_weights(len(values), config.resamples, config.seed) / len(values)
    missed = weights @ (values - predicted) ** 2
    spread = weights @ values**2 - (weights @ values) ** 2
    return middle_95(1 - missed / np.maximum(spread, 1e-300))


def one_thread_a_product() -> AbstractContextManager[object]:
    """A context in which a matrix product keeps to one core, where that can be had."""
    if threadpool_limits is None:
        return nullcontext()
    limits: AbstractContextManager[object] = threadpool_limits(1, "blas")
    return limits


def r2_each(vectors: Floats, values: Floats) -> Floats:
    """R² of a straight line through each dimension, fitted and scored on the same rows: (dim,).

    >>> r2_each(np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]]), np.array([2.0, 4.0, 6.0])).tolist()
    [1.0, 0.0]
    """
    x, y = vectors - vectors.mean(axis=0), values - values.mean()
    spread = (x**2).sum(axis=0) * (y**2).sum()
    r2: Floats = (y @ x) ** 2 / np.where(spread > 0, spread, 1.0)
    return r2


def r2_all(vectors: Floats, values: Floats) -> float:
    """R² of ordinary least squares on all dimensions, fitted and scored on the same rows."""
    x, y = vectors - vectors.mean(axis=0), values - values.mean()
    solution = np.linalg.lstsq(x, y, rcond=None)[0]
    return r2(values, x @ solution + values.mean())


def r2(values: Floats, predicted: Floats) -> float:
    """The share of the values' variance that the predictions account for."""
    spread = float(((values - values.mean()) ** 2).sum())
    return 1.0 - float(((values - predicted) ** 2).sum()) / spread if spread else 0.0


def ridge(vectors: Floats, values: Floats, penalties: Floats) -> tuple[Floats, float]:
    """The weights (dim,) and intercept of the ridge whose leave-one-out error is least.

    One eigendecomposition serves every penalty; the left-out residual is e / (1 − h), h the
    diagonal of the hat matrix. Dimensions are standardised first.
    """
    centre, scale = vectors.mean(axis=0), vectors.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    x, y = (vectors - centre) / scale, values - values.mean()
    eigenvalues, basis = np.linalg.eigh(x.T @ x)
    z = x @ basis  # (n, dim)
    projected, squares = z.T @ y, z**2
    best, weights = np.inf, np.zeros(x.shape[1])
    for penalty in penalties:
        shrunk = 1.0 / (np.maximum(eigenvalues, 0.0) + penalty)
        leverage = squares @ shrunk + 1.0 / len(x)
        left_out = (y - z @ (shrunk * projected)) / np.maximum(1.0 - leverage, 1e-6)
        if (error := float((left_out**2).mean())) < best:
            best, weights = error, basis @ (shrunk * projected)
    weights = weights / scale
    return weights, float(values.mean() - weights @ centre)
