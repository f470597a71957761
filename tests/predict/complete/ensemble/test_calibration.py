"""Boosted trees: fitted by scikit-learn, read alike by NumPy, and kept as plain JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from benchmarks.fit_ensemble import BoostingConfig, as_json, exported, fit_trees
from int2vec.errors import ModelError
from int2vec.predict.complete.ensemble.calibration import (
    BoostedTrees,
    Calibration,
    shipped_calibration,
)


@pytest.fixture(scope="module")
def rows() -> NDArray[np.float64]:
    return np.random.default_rng(0).normal(size=(4000, 5))


@pytest.fixture(scope="module")
def right(rows: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Right four times in five where two features agree in sign, else never."""
    sure = np.random.default_rng(1).random(len(rows)) < 0.8
    return np.asarray((rows[:, 0] * rows[:, 1] > 0) & sure)


@pytest.fixture(scope="module")
def trees(rows: NDArray[np.float64], right: NDArray[np.bool_]) -> BoostedTrees:
    return fit_trees(rows[:3000], right[:3000], BoostingConfig(trees=150, columns=1.0))


def test_it_learns_an_interaction(trees: BoostedTrees, rows: NDArray[np.float64]) -> None:
    found = trees.probabilities(rows[3000:])
    inside = rows[3000:, 0] * rows[3000:, 1] > 0
    assert found[inside].mean() > 0.7
    assert found[~inside].mean() < 0.1


def test_probabilities_keep_their_word(
    trees: BoostedTrees, rows: NDArray[np.float64], right: NDArray[np.bool_]
) -> None:
    found = trees.probabilities(rows[3000:])
    sure = found > 0.7
    assert abs(found[sure].mean() - right[3000:][sure].mean()) < 0.07


def test_trees_are_read_as_scikit_learn_reads_them(
    rows: NDArray[np.float64], right: NDArray[np.bool_]
) -> None:
    model = HistGradientBoostingClassifier(max_iter=200, random_state=0).fit(rows, right)
    trees = exported(model)
    again = BoostedTrees(trees.base, json.loads(json.dumps(trees.trees)), 5)
    edges = np.array([[tree[1]] * 5 for tree in trees.trees])  # at a threshold, not beside it
    for given in (rows, rows * 1e9, edges):
        np.testing.assert_allclose(
            again.probabilities(given), model.predict_proba(given)[:, 1], rtol=0, atol=1e-9
        )


def test_the_same_seed_gives_the_same_trees() -> None:
    rng = np.random.default_rng(1)
    rows, right = rng.normal(size=(300, 4)), rng.random(300) < 0.5
    one, two = (fit_trees(rows, right, BoostingConfig(trees=3)).trees for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    "broken",
    [
        {"trees": [[999, 1.0, 0.0, 1.0]]},
        {"trees": [[0, 1.0, 0.0]]},
        {"trees": [[0, 1.0, 0.0, {}]]},
        {"trees": None},
        {"base": "x"},
        {"first": []},
    ],
)
def test_a_broken_model_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ModelError, match="broken"):
        Calibration.from_json({**as_json(shipped_calibration()), **broken})
