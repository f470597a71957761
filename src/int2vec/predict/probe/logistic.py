"""Logistic regressions solved by Newton's method in NumPy: one a dimension at once, or one of all.

The objective is scikit-learn's: |w|²/2 + C · Σ log(1 + exp(−t(x·w + b))), t = ±1,
with a free intercept b. It is convex with one minimum, so any converged solver gives the same
answer; the tests hold these two against `sklearn.linear_model.LogisticRegression`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from int2vec.predict.probe.config import Bools, Floats, ProbeSplit

Setting = tuple[bool, float]  # whether to standardise, and C
_MOST_STEPS = 200
_ROUNDING = 1e-13
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
    centre, scale = vectors.mean(axis=0), vectors.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    # Newton's path is the same for scaled columns; rounding is kinder to them. One row a
    # dimension, so that every sum runs along memory.
    x = np.ascontiguousarray(((vectors - centre) / scale).T)  # (dim, n)
    penalty = 1.0 / (C * scale**2)  # on the weight of the scaled column
    w, b = np.zeros(len(x)), np.full(len(x), _log_odds(labels))
    loss, p = _look(x, labels, w, b, penalty)
    for _ in range(_MOST_STEPS):
        step_w, step_b = _newton_step(x, p - labels, p * (1 - p), penalty, w)
        size = np.ones_like(w)
        for _ in range(40):  # halve the step of each dimension until its loss does not rise
            new_loss, new_p = _look(x, labels, w - size * step_w, b - size * step_b, penalty)
            worse = new_loss > loss + _ROUNDING * (1 + loss)
            if not worse.any():
                break
            size[worse] /= 2
        w, b, p = w - size * step_w, b - size * step_b, new_p
        gain, loss = loss - new_loss, new_loss
        if (gain <= _CLOSE * (1 + loss)).all():
            break
    return w / scale, b - (w / scale) * centre


def _look(x: Floats, labels: Bools, w: Floats, b: Floats, penalty: Floats) -> tuple[Floats, Floats]:
    """The loss of each dimension (dim,) and the probability of the property (dim, n)."""
    odds = x * w[:, None] + b[:, None]
    small = np.exp(-np.abs(odds))
    p = np.where(odds > 0, 1.0, small) / (1.0 + small)
    # log(1 + e^odds) − label · odds, summed
    total = np.log(1.0 + small).sum(axis=1) + np.maximum(odds, 0.0).sum(axis=1) - odds @ labels
    return total + penalty * w**2 / 2, p


def _newton_step(
    x: Floats, error: Floats, curve: Floats, penalty: Floats, w: Floats
) -> tuple[Floats, Floats]:
    """The step of each dimension's weight and intercept, from its own 2 × 2 system."""
    curve_x = curve * x
    ww = np.einsum("dn,dn->d", curve_x, x) + penalty + 1e-12
    wb, bb = curve_x.sum(axis=1), curve.sum(axis=1) + 1e-12
    gradient_w, gradient_b = np.einsum("dn,dn->d", error, x) + penalty * w, error.sum(axis=1)
    determinant = np.maximum(ww * bb - wb**2, 1e-300)
    return (
        (bb * gradient_w - wb * gradient_b) / determinant,
        (ww * gradient_b - wb * gradient_w) / determinant,
    )


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
        while new > loss + _ROUNDING * (1 + loss) and size > 1e-9:
            size /= 2
            new = _loss(odds - size * step_odds, t, w - size * step, penalty)
        w, odds = w - size * step, odds - size * step_odds
        gain, loss = loss - new, new
        if gain <= _CLOSE * (1 + loss):
            break
    weights = w[:-1] / scale
    intercept = float(w[-1] - weights @ centre)
    return Logistic(weights=weights, intercept=intercept, C=C, standardised=standardise)


def _loss(odds: Floats, t: Floats, w: Floats, penalty: Floats) -> float:
    return float(log_loss(t * odds).sum() + (penalty * w**2).sum() / 2)


def log_loss(margins: Floats) -> Floats:
    """log(1 + exp(−margin)) for each entry; several times faster than `np.logaddexp`.

    >>> log_loss(np.array([0.0, -1000.0])).round(3).tolist()
    [0.693, 1000.0]
    """
    loss: Floats = np.log(1.0 + np.exp(-np.abs(margins))) + np.maximum(-margins, 0.0)
    return loss


def _sigmoid(x: Floats) -> Floats:
    value: Floats = 0.5 * (1.0 + np.tanh(0.5 * x))  # no overflow for large |x|
    return value


def _log_odds(labels: Bools) -> float:
    yes = float(labels.sum())
    return float(np.log(yes / (len(labels) - yes)))


def fit_tuned(
    vectors: Floats, labels: Bools, strengths: Sequence[float], folds: Sequence[ProbeSplit]
) -> Logistic:
    """The logistic regression whose strength and scaling are the most accurate on the folds.

    Raw and standardised vectors compete. Ties go to raw vectors and the stronger penalty. Folds
    whose training part has one class alone are passed over.
    """
    settings = [(scaled, C) for scaled in (False, True) for C in sorted(strengths)]
    right = np.zeros(len(settings))
    for fold in folds:
        known, truth = labels[fold.train], labels[fold.test]
        if known.all() or not known.any():
            continue
        for i, fitted in enumerate(path(vectors[fold.train], known, settings)):
            right[i] += ((fitted.decision(vectors[fold.test]) > 0) == truth).sum()
    scaled, C = settings[int(right.argmax())]
    return fit_all(vectors, labels, C=C, standardise=scaled)


def path(vectors: Floats, labels: Bools, settings: Sequence[Setting]) -> list[Logistic]:
    """A fit for each setting; a weaker penalty starts from the stronger one before it."""
    fits: list[Logistic] = []
    for scaled, C in settings:
        last = fits[-1] if fits else None
        warm = last if last and last.standardised == scaled and last.C < C else None
        fits.append(fit_all(vectors, labels, C=C, standardise=scaled, start=warm))
    return fits
