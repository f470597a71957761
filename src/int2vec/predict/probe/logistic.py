"""Logistic regressions solved by Newton's method in NumPy: one a dimension at once, or one of all.

The objective is scikit-learn's: |w|²/2 + C · Σ log(1 + exp(−t(x·w + b))), t = ±1,
with a free intercept b. It is convex with one minimum, so any converged solver gives the same
answer; the tests hold these two against `sklearn.linear_model.LogisticRegression`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from int2vec.predict.probe.config import STRENGTHS, Bools, Floats, ProbeSplit

Setting = tuple[bool, float]  # whether to standardise, and C
# Raw vectors and the stronger penalty come first: ties go to them.
SETTINGS = tuple((scaled, C) for scaled in (False, True) for C in STRENGTHS)
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
    centre, scale = vectors.mean(axis=0), _scale(vectors)
    # Newton's path is the same for scaled columns; rounding is kinder to them.
    columns = np.ascontiguousarray(((vectors - centre) / scale).T)  # sums run along memory
    x = np.stack([columns, np.ones_like(columns)], axis=1)  # (dim, 2, n)
    penalty = np.stack([1.0 / (C * scale**2), np.zeros(len(scale))], axis=1)
    start = np.tile([0.0, _log_odds(labels)], (len(scale), 1))
    found = _minimise(x, labels, penalty, start)
    weights = found[:, 0] / scale
    return weights, found[:, 1] - weights * centre


def fit_all(
    vectors: Floats,
    labels: Bools,
    *,
    C: float = 1.0,
    standardise: bool = False,
    start: Logistic | None = None,
) -> Logistic:
    """A logistic regression on all dimensions, from `start` if one is given."""
    centre, dim = vectors.mean(axis=0), vectors.shape[1]
    scale = _scale(vectors) if standardise else np.ones(dim)
    columns = np.ascontiguousarray(((vectors - centre) / scale).T)
    x = np.vstack([columns, np.ones(len(vectors))])  # (dim + 1, n)
    penalty = np.append(np.full(dim, 1.0 / C), 0.0)
    first = np.append(np.zeros(dim), _log_odds(labels))
    if start is not None:
        first = np.append(start.weights * scale, start.intercept + start.weights @ centre)
    found = _minimise(x[None], labels, penalty[None], first[None])[0]
    weights = found[:-1] / scale
    intercept = float(found[-1] - weights @ centre)
    return Logistic(weights=weights, intercept=intercept, C=C, standardised=standardise)


def _minimise(x: Floats, labels: Bools, penalty: Floats, w: Floats) -> Floats:
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
        hessian = (x * (p * (1 - p))[:, None]) @ x.transpose(0, 2, 1)
        hessian[:, diagonal, diagonal] += penalty + 1e-10
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        step_odds, size = (step[:, None] @ x)[:, 0], np.ones((len(x), 1))
        for _ in range(40):  # halve each step until the loss does not rise
            new, p = look(odds - size * step_odds, w - size * step)
            worse = new > loss + _ROUNDING * (1 + loss)
            if not worse.any():
                break
            size[worse] /= 2
        w, odds = w - size * step, odds - size * step_odds
        gain, loss = loss - new, new
        if (gain <= _CLOSE * (1 + loss)).all():
            break
    return w


def log_loss(margins: Floats) -> Floats:
    """log(1 + exp(−margin)) for each entry; several times faster than `np.logaddexp`.

    >>> log_loss(np.array([0.0, -1000.0])).round(3).tolist()
    [0.693, 1000.0]
    """
    loss: Floats = np.log(1.0 + np.exp(-np.abs(margins))) + np.maximum(-margins, 0.0)
    return loss


def _scale(vectors: Floats) -> Floats:
    """The standard deviation of each column, 1 where it does not vary."""
    deviation = vectors.std(axis=0)
    return np.where(deviation > 0, deviation, 1.0)


def _log_odds(labels: Bools) -> float:
    yes = float(labels.sum())
    return float(np.log(yes / (len(labels) - yes)))


def fit_tuned(
    vectors: Floats,
    labels: Bools,
    folds: Sequence[ProbeSplit],
    settings: Sequence[Setting] = SETTINGS,
) -> Logistic:
    """The logistic regression whose strength and scaling are the most accurate on the folds.

    Folds whose training part has one class alone are passed over.
    """
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
        warm = fits[-1] if fits and fits[-1].standardised == scaled else None
        fits.append(fit_all(vectors, labels, C=C, standardise=scaled, start=warm))
    return fits
