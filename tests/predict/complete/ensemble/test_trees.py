"""The boosted trees learn what a tree can and survive a trip through JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

from int2vec.errors import ModelError
from int2vec.predict.complete.ensemble.trees import BoostedTrees, BoostingConfig, fit_trees


@pytest.fixture(scope="module")
def fitted() -> tuple[BoostedTrees, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(4000, 5))
    right = (rows[:, 0] * rows[:, 1] > 0) & (rng.random(4000) < 0.8)
    trees = fit_trees(rows[:3000], right[:3000], BoostingConfig(trees=150, columns=1.0))
    return trees, rows[3000:], right[3000:]


def test_it_learns_an_interaction(fitted: tuple[BoostedTrees, np.ndarray, np.ndarray]) -> None:
    trees, rows, _ = fitted
    found = trees.probabilities(rows)
    inside = rows[:, 0] * rows[:, 1] > 0
    assert found[inside].mean() > 0.7
    assert found[~inside].mean() < 0.1


def test_probabilities_keep_their_word(
    fitted: tuple[BoostedTrees, np.ndarray, np.ndarray],
) -> None:
    trees, rows, right = fitted
    found = trees.probabilities(rows)
    sure = found > 0.7
    assert abs(found[sure].mean() - right[sure].mean()) < 0.07


def test_json_keeps_the_trees(fitted: tuple[BoostedTrees, np.ndarray, np.ndarray]) -> None:
    trees, rows, _ = fitted
    again = BoostedTrees.from_json(json.loads(json.dumps(trees.to_json())), 5)
    np.testing.assert_allclose(again.probabilities(rows), trees.probabilities(rows), atol=0.02)


def test_the_same_seed_gives_the_same_trees() -> None:
    rng = np.random.default_rng(1)
    rows, right = rng.normal(size=(300, 4)), rng.random(300) < 0.5
    one, two = (fit_trees(rows, right, BoostingConfig(trees=3)).to_json() for _ in range(2))
    assert one == two


_ONE = {"base": 0.0, "features": [[0]], "thresholds": [[0.0]], "leaves": [[0.0, 1.0]]}


@pytest.mark.parametrize(
    "broken",
    [{}, {**_ONE, "features": [[9]]}, {**_ONE, "base": "x"}, {**_ONE, "leaves": [[0.0]]}],
)
def test_broken_trees_are_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ModelError):
        BoostedTrees.from_json(broken, 5)
