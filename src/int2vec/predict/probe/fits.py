"""Logistic and linear regressions in NumPy: one a dimension at once, or one of all.

The objective of the logistic ones is scikit-learn's: |w|²/2 + C · Σ log(1 + exp(−t(x·w + b))),
t = ±1, with a free intercept b. It is convex with one minimum, so any converged solver gives the
same answer; the tests hold Newton's method against `sklearn.linear_model.LogisticRegression`.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from importlib import import_module

import numpy as np

from int2vec.predict.probe.config import STRENGTHS, Bools, Floats, ProbeSplit

Setting = tuple[bool, float]  # whether to standardise, and C
# Raw vectors and the stronger penalty come first: ties go to them.
SETTINGS = tuple((scaled, C) for scaled in (False, True) for C in STRENGTHS)
_MOST_STEPS = 200
_ROUNDING = 1e-13
_CLOSE = 1e-10  # a Newton step that gains less than this share of the loss ends the search
_PENALTIES = np.logspace(-4, 5, 19)


def one_thread_a_product() -> AbstractContextManager[object]:
    """A context in which a matrix product keeps to one core, where that can be had."""
    found: AbstractContextManager[object] = nullcontext()
    with suppress(ImportError):  # it comes with scikit-learn; without it the answers are the same
        found = import_module("threadpoolctl").threadpool_limits(1, "blas")
    return found


@dataclass(frozen=True, kw_only=True)
class Logistic:
    """A fitted logistic regression on raw vectors; `standardised` says what the penalty saw."""

    weights: Floats  # (dim,)
    intercept: float
    C: float
    standardised: bool

    def decision(self, vectors: Floats) -> Floats:
        """The log-odds of the property for each row: (n,)."""
        return np.asarray(vectors @ self.weights + self.intercept)

    def right(self, vectors: Floats, labels: Bools) -> float:
        """The share of the rows of which it says what is so."""
        return float(((self.decision(vectors) > 0) == labels).mean())


def fit_each(vectors: Floats, labels: Bools, C: float = 1.0) -> tuple[Floats, Floats]:
    """The weight and intercept of one logistic regression a dimension: two arrays (dim,).

    >>> fit_each(np.array([[-1.0], [1.0]]), np.array([False, True]))[0].round(2).tolist()
    [0.67]
    """
    # Newton's path is the same for scaled columns; rounding is kinder to them.
    scale = _scale(vectors)[:, None]
    weights, intercepts = _fit(vectors.T[:, None], labels, scale, 1 / (C * scale**2))
    return weights[:, 0], intercepts


def fit_all(
    vectors: Floats,
    labels: Bools,
    *,
    C: float = 1.0,
    standardise: bool = False,
    start: Logistic | None = None,
) -> Logistic:
    """A logistic regression on all dimensions, from `start` if one is given."""
    scale = _scale(vectors)[None] if standardise else np.ones((1, vectors.shape[1]))
    weights, intercepts = _fit(vectors.T[None], labels, scale, np.full(scale.shape, 1 / C), start)
    intercept = float(intercepts[0])
    return Logistic(weights=weights[0], intercept=intercept, C=C, standardised=standardise)


def _fit(
    columns: Floats, labels: Bools, scale: Floats, penalty: Floats, start: Logistic | None = None
) -> tuple[Floats, Floats]:
    """The weights, (m, k), and intercepts, (m,), of m regressions at once on (m, k, n) columns."""
    centre = columns.mean(axis=2)  # the penalty is on weights of centred and scaled columns
    x = np.ones((len(columns), columns.shape[1] + 1, columns.shape[2]))
    x[:, :-1] = (columns - centre[..., None]) / scale[..., None]
    first = np.zeros(x.shape[:2])
    if start is not None:
        first[0] = np.append(start.weights * scale, start.intercept + start.weights @ centre[0])
    found = _newton(x, labels, np.pad(penalty, ((0, 0), (0, 1))), first)
    weights = found[:, :-1] / scale
    return weights, found[:, -1] - (weights * centre).sum(axis=1)


def _newton(x: Floats, labels: Bools, penalty: Floats, w: Floats) -> Floats:
    """The weights of m regressions at once, (m, k), of columns (m, k, n), from `w` on."""

    def look(odds: Floats, w: Floats) -> tuple[Floats, Floats]:
        """The loss of each regression, (m,), and the probability of the property, (m, n)."""
        small = np.exp(-np.abs(odds))
        p = np.where(odds > 0, 1.0, small) / (1.0 + small)
        # log(1 + e^odds) − label · odds, summed
        total = np.log(1.0 + small).sum(axis=1) + np.maximum(odds, 0.0).sum(axis=1) - odds @ labels
        return total + (penalty * w**2).sum(axis=1) / 2, p

    odds = (w[:, None] @ x)[:, 0]  # (m, n)
    loss, p = look(odds, w)
    diagonal = np.arange(x.shape[1])
    for _ in range(_MOST_STEPS):
        gradient = (x @ (p - labels)[..., None])[..., 0] + penalty * w
        half = x * np.sqrt(p * (1 - p))[:, None]
        hessian = half @ half.transpose(0, 2, 1)  # of itself: NumPy works out one triangle alone
        hessian[:, diagonal, diagonal] += penalty + 1e-10
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        step_odds, size = (step[:, None] @ x)[:, 0], np.ones((len(x), 1))
        for _ in range(40):  # halve each step until the loss does not rise
            new, p = look(odds - size * step_odds, w - size * step)
            if not (worse := new > loss + _ROUNDING * (1 + loss)).any():
                break
            size[worse] /= 2
        w, odds = w - size * step, odds - size * step_odds
        gain, loss = loss - new, new
        if (gain <= _CLOSE * (1 + loss)).all():
            break
    return w


def log_loss(odds: Floats, labels: Bools) -> Floats:
    """−log of the probability given to each label, (n,) or (n, 1); faster than `np.logaddexp`.

    >>> log_loss(np.array([0.0, -1000.0]), np.array([True, True])).round(3).tolist()
    [0.693, 1000.0]
    """
    margins = np.where(labels, odds, -odds)
    return np.asarray(np.log(1.0 + np.exp(-np.abs(margins))) + np.maximum(-margins, 0.0))


def _scale(vectors: Floats) -> Floats:
    """The standard deviation of each column, 1 where it does not vary."""
    deviation = vectors.std(axis=0)
    return np.where(deviation > 0, deviation, 1.0)


def best_dimension(vectors: Floats, labels: Bools, C: float = 1.0) -> tuple[int, float, float]:
    """The dimension whose own regression fits the labels best, its weight and its intercept."""
    weights, intercepts = fit_each(vectors, labels, C)
    odds = vectors * weights + intercepts  # (n, dim)
    right = ((odds > 0) == labels[:, None]).sum(axis=0)
    loss = log_loss(odds, labels[:, None]).sum(axis=0)
    best = int(np.lexsort((loss, -right))[0])  # the most right; the lower loss; the first
    return best, float(weights[best]), float(intercepts[best])


def fit_tuned(
    vectors: Floats,
    labels: Bools,
    folds: Sequence[ProbeSplit],
    settings: Sequence[Setting] = SETTINGS,
) -> Logistic:
    """The logistic regression whose strength and scaling are the most accurate on the folds."""
    right = np.zeros(len(settings))
    for train, test in folds:
        if 0 < labels[train].sum() < len(train):  # not one class alone
            fits = path(vectors[train], labels[train], settings)
            right += [len(test) * fit.right(vectors[test], labels[test]) for fit in fits]
    scaled, C = settings[int(right.round().argmax())]
    return fit_all(vectors, labels, C=C, standardise=scaled)


def path(vectors: Floats, labels: Bools, settings: Sequence[Setting]) -> list[Logistic]:
    """A fit for each setting; a weaker penalty starts from the stronger one before it."""
    fits: list[Logistic] = []
    for scaled, C in settings:
        warm = fits[-1] if fits and fits[-1].standardised == scaled else None
        fits.append(fit_all(vectors, labels, C=C, standardise=scaled, start=warm))
    return fits


def r2_each(vectors: Floats, values: Floats) -> Floats:
    """R² of a straight line through each dimension, fitted and scored on the same rows: (dim,).

    >>> r2_each(np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]]), np.array([2.0, 4.0, 6.0])).tolist()
    [1.0, 0.0]
    """
    x, y = vectors - vectors.mean(axis=0), values - values.mean()
    spread = (x**2).sum(axis=0) * (y**2).sum()
    return np.asarray((y @ x) ** 2 / np.where(spread > 0, spread, 1.0))


def r2_all(vectors: Floats, values: Floats) -> float:
    """R² of ordinary least squares on all dimensions, fitted and scored on the same rows."""
    x = vectors - vectors.mean(axis=0)
    solution = np.linalg.lstsq(x, values - values.mean(), rcond=None)[0]
    return r2(values, x @ solution + values.mean())


def r2(values: Floats, predicted: Floats) -> float:
    """The share of the values' variance that the predictions account for."""
    spread = float(((values - values.mean()) ** 2).sum())
    return 1.0 - float(((values - predicted) ** 2).sum()) / spread if spread else 0.0


def ridge(vectors: Floats, values: Floats, penalties: Floats = _PENALTIES) -> tuple[Floats, float]:
    """The weights (dim,) and intercept of the ridge whose leave-one-out error is least.

    One eigendecomposition serves every penalty; the left-out residual is e / (1 − h), h the
    diagonal of the hat matrix. Dimensions are standardised first.
    """
    centre, scale = vectors.mean(axis=0), _scale(vectors)
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
