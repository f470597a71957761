"""The vectorised regressions give scikit-learn's answers."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, RidgeCV

from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.fits import (
    best_dimension,
    fit_all,
    fit_each,
    fit_tuned,
    r2,
    r2_all,
    r2_each,
    ridge,
)

Floats = NDArray[np.float64]
N = 400
RNG = np.random.default_rng(0)
X = RNG.standard_normal((120, 6))
Y = X @ [1.0, 0, 2, 0, 0, -1] + RNG.standard_normal(120)


def _vectors(kind: str) -> Floats:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((N, 12))
    n = np.arange(1, N + 1)
    x[:, 3] += n % 2  # a dimension that knows parity
    x[:, 5] = (n % 3 == 0) * 2.0  # one that separates multiples of 3 perfectly
    x[:, 7] = 1.0  # one that knows nothing at all
    if kind == "heavy":  # lengths that differ a thousandfold, as those of raw LSA do
        x *= 50 * np.exp(2 * rng.standard_normal((N, 1)))
    if kind == "tiny":
        x *= 1e-3
    return x


@pytest.mark.parametrize("kind", ["plain", "heavy", "tiny"])
@pytest.mark.parametrize("modulus", [2, 3])
def test_one_regression_a_dimension_equals_a_loop_over_scikit_learn(
    kind: str, modulus: int
) -> None:
    x, labels = _vectors(kind), np.arange(1, N + 1) % modulus == 0
    weights, intercepts = fit_each(x[:200], labels[:200])
    for j in range(x.shape[1]):
        column = x[:, [j]]
        peer = LogisticRegression(tol=1e-9, max_iter=100_000).fit(column[:200], labels[:200])
        assert weights[j] == pytest.approx(peer.coef_[0, 0], abs=1e-3, rel=1e-3)
        assert intercepts[j] == pytest.approx(peer.intercept_[0], abs=1e-3, rel=1e-3)
        odds = x[:, j] * weights[j] + intercepts[j]
        sure = abs(odds) > 1e-3
        assert ((odds > 0) == peer.predict(column))[sure].all()


@pytest.mark.parametrize("kind", ["plain", "heavy", "tiny"])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_all_dimensions_equal_scikit_learn(kind: str, C: float) -> None:
    x, labels = _vectors(kind), np.arange(1, N + 1) % 2 == 0
    ours = fit_all(x[:200], labels[:200], C=C)
    solver = "newton-cholesky"  # lbfgs does not get this close on vectors of such lengths
    peer = LogisticRegression(C=C, tol=1e-10, solver=solver, max_iter=1000)
    peer.fit(x[:200], labels[:200])
    assert ours.weights == pytest.approx(peer.coef_[0], abs=1e-3 * max(1, abs(peer.coef_).max()))
    assert ((ours.decision(x) > 0) == peer.predict(x)).mean() > 0.99


def test_a_warm_start_leads_to_the_same_place() -> None:
    x, labels = _vectors("plain"), np.arange(1, N + 1) % 2 == 0
    strong = fit_all(x, labels, C=0.01, standardise=True)
    warm = fit_all(x, labels, C=10.0, standardise=True, start=strong)
    assert warm.weights == pytest.approx(fit_all(x, labels, C=10.0, standardise=True).weights)


def test_the_best_dimension_is_the_one_that_knows() -> None:
    x, n = _vectors("plain"), np.arange(1, N + 1)
    assert best_dimension(x, n % 2 == 0)[0] == 3
    assert best_dimension(x, n % 3 == 0)[0] == 5


def test_tuning_finds_that_noise_must_be_silenced() -> None:
    rng = np.random.default_rng(1)
    x, labels = rng.standard_normal((200, 80)), np.arange(200) % 4 == 0
    tuned = fit_tuned(x, labels, ProbeConfig().tuning_folds(200, 0))
    assert tuned.C == 1e-3
    assert not (tuned.decision(rng.standard_normal((100, 80))) > 0).any()


def test_r2_equals_scikit_learn() -> None:
    assert r2_all(X, Y) == pytest.approx(LinearRegression().fit(X, Y).score(X, Y))
    each = [LinearRegression().fit(X[:, [j]], Y).score(X[:, [j]], Y) for j in range(6)]
    assert r2_each(X, Y) == pytest.approx(each)


def test_a_repeated_dimension_does_no_harm() -> None:
    assert r2_all(np.hstack([X, X]), Y) == pytest.approx(r2_all(X, Y))


def test_the_mean_has_an_r2_of_zero() -> None:
    assert r2(Y, np.full_like(Y, Y.mean())) == pytest.approx(0.0)


def test_ridge_takes_the_penalty_that_leave_one_out_prefers() -> None:
    penalties = np.array([1e-2, 1.0, 100.0, 1e4])
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    peer = RidgeCV(alphas=penalties).fit(scaled, Y)
    weights, intercept = ridge(X, Y, penalties)
    assert X @ weights + intercept == pytest.approx(peer.predict(scaled), abs=1e-6)
    assert X @ ridge(X, Y, np.array([1e4]))[0] == pytest.approx(
        X @ (Ridge(alpha=1e4).fit(scaled, Y).coef_ / X.std(axis=0)), abs=1e-6
    )


def test_the_penalty_is_the_one_that_leaving_each_row_out_prefers() -> None:
    """With few rows the mean that a left-out row takes along matters."""
    rng = np.random.default_rng(1)
    penalties = np.array([0.1, 1.0, 10.0, 100.0])
    for _ in range(20):
        x, y = rng.standard_normal((6, 2)), rng.standard_normal(6)
        x = (x - x.mean(axis=0)) / x.std(axis=0)

        def error(penalty: float, x: np.ndarray = x, y: np.ndarray = y) -> float:
            rows = np.arange(len(y))
            models = [Ridge(alpha=penalty).fit(x[rows != i], y[rows != i]) for i in rows]
            return sum((y[i] - models[i].predict(x[[i]])[0]) ** 2 for i in rows)

        best = Ridge(alpha=min(penalties, key=error)).fit(x, y)
        assert ridge(x, y, penalties)[0] == pytest.approx(best.coef_, abs=1e-9)
