"""Regressions solved by Newton's method in NumPy, many at once where they are small.

The logistic objective is scikit-learn's: |w|²/2 + C · Σ log(1 + exp(−t(x·w + b))), t = ±1,
with a free intercept b. It is convex with one minimum, so any converged solver gives the same
answer; the tests hold these two against `sklearn.linear_model.LogisticRegression`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_MOST_STEPS = 200
_CLOSE = 1e-10  # a Newton step that gains less than this share of the loss ends the search


@dataclass(frozen=True, kw_only=True)
class Logistic:
    """A fitted logistic regression on raw vectors; `standardised` says what the penalty saw."""

    weights: Floats  # (dim,)
    intercept: float
    C: float
    standardised: bool

    def decision(self, vectors: Floats) -> Floats:
        """The log-odds of the property for each row: (n,)."""
        odds: Floats = vectors @ self.weights + self.intercept
        return odds


def fit_each(vectors: Floats, labels: Bools, C: float = 1.0) -> tuple[Floats, Floats]:
    """The weight and intercept of one logistic regression a dimension: two arrays (dim,).

    >>> fit_each(np.array([[-1.0], [1.0]]), np.array([False, True]))[0].round(2).tolist()
    [0.67]
    """
    centre = vectors.mean(axis=0)
    scale = vectors.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    x = (vectors - centre) / scale  # (n, dim); Newton's path does not depend on it, rounding does
    penalty = 1.0 / (C * scale**2)  # on the weight of the scaled column
    t = np.where(labels, 1.0, -1.0)[:, None]  # (n, 1)
    w = np.zeros(x.shape[1])
    b = np.full(x.shape[1], _log_odds(labels))

    def losses(w: Floats, b: Floats) -> Floats:
        total: Floats = np.logaddexp(0.0, -t * (x * w + b)).sum(axis=0) + penalty * w**2 / 2
        return total

    loss = losses(w, b)
    for _ in range(_MOST_STEPS):
        p = _sigmoid(x * w + b)  # (n, dim)
        error = p - (t > 0)
        gradient_w, gradient_b = (error * x).sum(axis=0) + penalty * w, error.sum(axis=0)
        curve = p * (1 - p)
        curve_x = curve * x
        ww, wb, bb = (curve_x * x).sum(axis=0) + penalty, curve_x.sum(axis=0), curve.sum(axis=0)
        ww, bb = ww + 1e-12, bb + 1e-12
        determinant = np.maximum(ww * bb - wb**2, 1e-300)
        step_w = (bb * gradient_w - wb * gradient_b) / determinant
        step_b = (ww * gradient_b - wb * gradient_w) / determinant
        size = np.ones_like(w)
        for _ in range(40):  # halve the step of each dimension until its loss does not rise
            new = losses(w - size * step_w, b - size * step_b)
            worse = new > loss
            if not worse.any():
                break
            size[worse] /= 2
        size[worse] = 0.0
        w, b = w - size * step_w, b - size * step_b
        gain, loss = loss - np.minimum(new, loss), np.minimum(new, loss)
        if (gain <= _CLOSE * (1 + loss)).all():
            break
    return w / scale, b - (w / scale) * centre


def fit_all(
    vectors: Floats,
    labels: Bools,
    *,
    C: float = 1.0,
    standardise: bool = False,
    start: Logistic | None = None,
) -> Logistic:
    """A logistic regression on all dimensions, from `start` if one is given."""
    centre = vectors.mean(axis=0)
    scale = vectors.std(axis=0) if standardise else np.ones(vectors.shape[1])
    scale = np.where(scale > 0, scale, 1.0)
    x = np.column_stack([(vectors - centre) / scale, np.ones(len(vectors))])  # (n, dim + 1)
    penalty = np.append(np.full(vectors.shape[1], 1.0 / C), 0.0)
    t = np.where(labels, 1.0, -1.0)
    if start is None:
        w = np.append(np.zeros(vectors.shape[1]), _log_odds(labels))
    else:
        w = np.append(start.weights * scale, start.intercept + start.weights @ centre)
    odds = x @ w
    loss = _loss(odds, t, w, penalty)
    for _ in range(_MOST_STEPS):
        p = _sigmoid(odds)
        gradient = x.T @ (p - (t > 0)) + penalty * w
        hessian = (x * (p * (1 - p))[:, None]).T @ x
        hessian[np.diag_indices_from(hessian)] += penalty + 1e-10
        step = np.linalg.solve(hessian, gradient)
        step_odds, size = x @ step, 1.0
        new = _loss(odds - step_odds, t, w - step, penalty)
        while new > loss and size > 1e-9:
            size /= 2
            new = _loss(odds - size * step_odds, t, w - size * step, penalty)
        if new > loss:
            break
        w, odds = w - size * step, odds - size * step_odds
        gain, loss = loss - new, new
        if gain <= _CLOSE * (1 + loss):
            break
    weights = w[:-1] / scale
    intercept = float(w[-1] - weights @ centre)
    return Logistic(weights=weights, intercept=intercept, C=C, standardised=standardise)


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


def _loss(odds: Floats, t: Floats, w: Floats, penalty: Floats) -> float:
    return float(np.logaddexp(0.0, -t * odds).sum() + (penalty * w**2).sum() / 2)


def _sigmoid(x: Floats) -> Floats:
    value: Floats = 0.5 * (1.0 + np.tanh(0.5 * x))  # no overflow for large |x|
    return value


def _log_odds(labels: Bools) -> float:
    yes = float(labels.sum())
    return float(np.log(yes / (len(labels) - yes)))
