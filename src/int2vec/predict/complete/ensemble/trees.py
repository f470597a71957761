"""Boosted trees as plain JSON, read with NumPy alone.

`benchmarks/fit_ensemble.py` fits them by scikit-learn; nobody needs that who only asks for answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import ModelError

Floats = NDArray[np.float64]
Tree = Any  # a leaf's log-odds, or [feature, threshold, tree where it is at most that, tree above]


class BoostedTrees:
    """Decision trees whose leaves are added up to log-odds.

    >>> BoostedTrees(0.5, [[0, 3.0, -1.0, [1, 2.0, 0.25, 4.0]]], 2).logits(
    ...     np.array([[3.0, 9.0], [3.5, 2.0], [3.5, 2.5]])).tolist()
    [-0.5, 0.75, 4.5]
    """

    def __init__(self, base: float, trees: Sequence[Tree], n_features: int) -> None:
        self.base = base
        self.trees = trees
        self._n_features = n_features
        # All nodes of all trees, one after the other; a leaf is its own child on both sides.
        nodes: list[tuple[int, float, int, int, float]] = []
        waiting = list(trees)
        for tree in waiting:  # grows while it is gone through
            if isinstance(tree, list):
                feature, threshold, *both = tree
                if not (isinstance(feature, int) and 0 <= feature < n_features and len(both) == 2):
                    raise ValueError(f"there is no split {tree!s:.30}")
                nodes.append((feature, float(threshold), len(waiting), len(waiting) + 1, 0.0))
                waiting += both
            else:
                nodes.append((0, 0.0, len(nodes), len(nodes), float(tree)))
        self._roots = np.arange(len(trees))
        columns = zip(*nodes, strict=True)
        self._feature, self._threshold, below, above, self._value = map(np.array, columns)
        self._children = np.stack([below, above], axis=1).ravel()

    def logits(self, rows: Floats) -> Floats:
        """The log-odds of each row, (n,)."""
        flat = np.ascontiguousarray(rows).ravel()
        first = np.arange(len(rows))[:, None] * self._n_features  # where a row starts
        node = np.broadcast_to(self._roots, (len(rows), len(self._roots)))
        while True:
            above = flat.take(first + self._feature.take(node)) > self._threshold.take(node)
            below = self._children.take(2 * node + above)
            if np.array_equal(below, node):
                return np.asarray(self._value.take(node).sum(axis=1)) + self.base
            node = below

    def probabilities(self, rows: Floats) -> Floats:
        """The probability of each row, (n,)."""
        return np.asarray(1 / (1 + np.exp(-np.clip(self.logits(rows), -30, 30))))

    def to_json(self) -> dict[str, Any]:
        """The trees as plain lists."""
        return {"base": self.base, "trees": list(self.trees)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any], n_features: int) -> BoostedTrees:
        """The trees out of plain lists; ModelError where they are none."""
        try:
            return cls(float(value["base"]), value["trees"], n_features)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(
                f"the ensemble's trees are broken ({error}); copy them again"
            ) from error
