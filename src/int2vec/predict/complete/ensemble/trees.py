"""Gradient-boosted trees for a probability: small, in NumPy alone, saved as plain JSON.

Features are cut into at most 32 bins by quantile, so that a split is a search over sums in bins;
trees are grown level by level on the gradient and curvature of the logistic loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import ModelError

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class BoostingConfig:
    """The size of the model and how fast it learns."""

    trees: int = 300
    depth: int = 5
    rate: float = 0.06
    bins: int = 32  # at most 255
    ridge: float = 3.0  # on leaf values
    least: float = 5.0  # curvature, about four times the rows, in a leaf
    columns: float = 0.3  # share of features that a tree may split on
    seed: int = 0


class BoostedTrees:
    """Complete binary trees of equal depth, laid out level by level.

    A row goes right at a node where feature > threshold; `features` is -1 where a node does not
    split, and the row then goes left.
    """

    def __init__(
        self, base: float, features: NDArray[np.int32], thresholds: Floats, leaves: Floats
    ) -> None:
        self.base = base
        self.features = features  # (trees, 2**depth - 1)
        self.thresholds = thresholds  # (trees, 2**depth - 1)
        self.leaves = leaves  # (trees, 2**depth)

    def logits(self, rows: Floats) -> Floats:
        """The log-odds of each row, (n,)."""
        n_trees, n_nodes = self.features.shape
        node = np.zeros((len(rows), n_trees), np.int64)
        tree = np.arange(n_trees)
        every = np.arange(len(rows))[:, None]
        while node.size and node[0, 0] < n_nodes:
            feature = self.features[tree, node]
            right = (rows[every, feature] > self.thresholds[tree, node]) & (feature >= 0)
            node = 2 * node + 1 + right
        leaves: Floats = self.leaves[tree, node - n_nodes]
        return np.asarray(leaves.sum(axis=1)) + self.base

    def probabilities(self, rows: Floats) -> Floats:
        """The probability of each row, (n,)."""
        odds: Floats = np.exp(np.clip(self.logits(rows), -30, 30))
        return odds / (1.0 + odds)

    def to_json(self) -> dict[str, Any]:
        """The trees as plain lists."""
        return {
            "base": round(self.base, 6),
            "features": self.features.tolist(),
            "thresholds": [[float(f"{t:.6g}") for t in tree] for tree in self.thresholds.tolist()],
            "leaves": [[float(f"{leaf:.4g}") for leaf in tree] for tree in self.leaves.tolist()],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any], n_features: int) -> BoostedTrees:
        """The trees out of plain lists; ModelError where they do not fit together."""
        try:
            features = np.array(value["features"], np.int32)
            thresholds = np.array(value["thresholds"], np.float64)
            leaves = np.array(value["leaves"], np.float64)
            trees = cls(float(value["base"]), features, thresholds, leaves)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(
                f"the ensemble's trees are broken ({error}); copy them again"
            ) from error
        fits = features.ndim == 2 and features.shape == thresholds.shape and leaves.ndim == 2
        if not fits or leaves.shape != (len(features), features.shape[1] + 1):
            raise ModelError("the ensemble's trees differ in shape; copy them again")
        if features.max(initial=-1) >= n_features:
            raise ModelError("the ensemble's trees ask for features there are not; copy them again")
        return trees


def fit_trees(
    rows: Floats, right: NDArray[np.bool_], config: BoostingConfig | None = None,
    weights: Floats | None = None, report: Callable[[float], None] | None = None,
) -> BoostedTrees:  # fmt: skip
    """Trees fitted to rows (n, d) and whether each was right (n,)."""
    config = config or BoostingConfig()
    rng = np.random.default_rng(config.seed)
    cuts = [_cuts(column, config.bins) for column in rows.T]
    binned = np.empty(rows.T.shape, np.uint8)  # (d, n); bin b holds cuts[b-1] < x <= cuts[b]
    for j, cut in enumerate(cuts):
        binned[j] = np.searchsorted(cut, rows[:, j], side="left")
    weight = np.ones(len(rows)) if weights is None else weights
    share = float(np.average(right, weights=weight))
    base = float(np.log(share / (1 - share)))
    logit = np.full(len(rows), base)
    grown = []
    for i in range(config.trees):
        p = 1 / (1 + np.exp(-logit))
        usable = np.flatnonzero([len(c) > 0 for c in cuts])
        n_columns = max(int(len(usable) * config.columns), 1)
        columns = rng.choice(usable, n_columns, replace=False)
        tree = _grow(binned, columns, weight * (right - p), weight * p * (1 - p), cuts, config)
        logit += tree[2][tree[3]]
        grown.append(tree)
        if report:
            report((i + 1) / config.trees)
    return BoostedTrees(
        base,
        np.array([tree[0] for tree in grown], np.int32),
        np.array([tree[1] for tree in grown]),
        np.array([tree[2] for tree in grown]),
    )


def _cuts(column: Floats, bins: int) -> Floats:
    """Thresholds between distinct values, at about even quantiles."""
    distinct = np.unique(column)
    if len(distinct) > bins:
        distinct = np.unique(np.quantile(column, np.linspace(0, 1, bins + 1), method="nearest"))
    return distinct[:-1]


def _grow(
    binned: NDArray[np.uint8], columns: NDArray[np.int64], gradient: Floats, curvature: Floats,
    cuts: Sequence[Floats], config: BoostingConfig,
) -> tuple[list[int], list[float], Floats, NDArray[np.int64]]:  # fmt: skip
    """One tree: features, thresholds, leaves, and the leaf of each row."""
    n_nodes = 2**config.depth - 1
    features, thresholds = [-1] * n_nodes, [0.0] * n_nodes
    node = np.zeros(binned.shape[1], np.int64)  # within the level
    for level in range(config.depth):
        width = 2**level
        best = np.full(width, 1e-6)
        split_bin = np.zeros(width, np.int64)
        for column in columns.tolist():
            n_bins = len(cuts[column]) + 1
            key = node * n_bins + binned[column]
            g = np.bincount(key, gradient, width * n_bins).reshape(width, n_bins).cumsum(axis=1)
            h = np.bincount(key, curvature, width * n_bins).reshape(width, n_bins).cumsum(axis=1)
            gain = _gain(g, h, config)
            at = gain.argmax(axis=1)
            better = gain[np.arange(width), at] > best
            best[better] = gain[np.arange(width), at][better]
            split_bin[better] = at[better]
            for i in np.flatnonzero(better).tolist():
                features[width - 1 + i] = column
                thresholds[width - 1 + i] = float(cuts[column][at[i]])
        chosen = np.array(features[width - 1 : 2 * width - 1])
        at_row = chosen[node]
        right = binned[np.maximum(at_row, 0), np.arange(len(node))] > split_bin[node]
        node = 2 * node + (right & (at_row >= 0))
    total_g = np.bincount(node, gradient, 2**config.depth)
    total_h = np.bincount(node, curvature, 2**config.depth)
    return features, thresholds, config.rate * total_g / (total_h + config.ridge), node


def _gain(g: Floats, h: Floats, config: BoostingConfig) -> Floats:
    """What a split after each bin but the last gains, (nodes, bins - 1), from running sums."""
    left_g, left_h = g[:, :-1], h[:, :-1]
    right_g, right_h = g[:, -1:] - left_g, h[:, -1:] - left_h
    gain = (
        left_g**2 / (left_h + config.ridge)
        + right_g**2 / (right_h + config.ridge)
        - g[:, -1:] ** 2 / (h[:, -1:] + config.ridge)
    )
    return np.where((left_h < config.least) | (right_h < config.least), -1.0, gain)
