"""R² and ridge."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge, RidgeCV

from int2vec.predict.probe.linear import r2, r2_all, r2_each, ridge

RNG = np.random.default_rng(0)
X = RNG.standard_normal((120, 6))
Y = X @ [1.0, 0, 2, 0, 0, -1] + RNG.standard_normal(120)


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
