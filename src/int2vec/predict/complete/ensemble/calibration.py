"""The fitted model that gives candidates their probabilities: boosted trees and a correction.

`benchmarks/fit_ensemble.py` fits the trees by scikit-learn; here they are plain JSON, read with
NumPy alone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import ModelError
from int2vec.files import read_json
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble.features import (
    candidate_features,
    feature_matrix,
    feature_names,
)

FORMAT = 3
SHIPPED = "ensemble.json"
_SHORT_TERMS, _SHORT_LENGTH = 12, 60  # terms, and characters, of a prompt that a person types
_SIMPLE = 22.0  # bits of a rule that a person would think of,
_TELLING = 18.0  # or of a longer one, of large numbers, less half of what it saves
_COMMON = 0.9  # share of the places where the terms stand that go on alike
_SEVERAL = 2  # such places; what people ask for stands in more than one sequence

Line = tuple[float, float]
Floats = NDArray[np.float64]
Tree = Any  # a leaf's log-odds, or [feature, threshold, tree where it is at most that, tree above]


def is_plain(prompt: Sequence[int], features: Mapping[str, float]) -> bool:
    """Whether few short terms, such as people type, have an answer that something explains.

    People ask what has an answer, so that a simple rule or a sequence which explains all of a short
    prompt is right more often than in terms picked from a corpus.

    >>> rule = {"rules.saved": 9.0, "rules.description_length": 8.0}
    >>> is_plain([1, 1, 2, 3, 5], rule), is_plain([1, 1, 2, 3, 5], {})
    (True, False)
    """
    if len(prompt) > _SHORT_TERMS or max(abs(t) for t in prompt) > 10**_SHORT_LENGTH:
        return False
    whole = features.get("search.whole", 0.0) > 0 and features["search.share"] >= _COMMON
    whole = whole and features.get("search.matches", 0.0) >= _SEVERAL
    length = features.get("rules.description_length", math.inf)
    saved = features.get("rules.saved", 0.0)
    explained = whole or (length <= _SIMPLE and saved > 0) or length - saved / 2 <= _TELLING
    return explained and sum(len(str(t)) for t in prompt) <= _SHORT_LENGTH


class BoostedTrees:
    """Decision trees whose leaves are added up to log-odds.

    >>> BoostedTrees(0.5, [[0, 3.0, -1.0, [1, 2.0, 0.25, 4.0]]], 2).probabilities(
    ...     np.array([[3.0, 9.0], [3.5, 2.0], [3.5, 2.5]])).round(2).tolist()
    [0.38, 0.68, 0.99]
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

    def probabilities(self, rows: Floats) -> Floats:
        """The probability of each row, (n,)."""
        flat = np.ascontiguousarray(rows).ravel()
        first = np.arange(len(rows))[:, None] * self._n_features  # where a row starts
        node = np.broadcast_to(self._roots, (len(rows), len(self._roots)))
        while True:
            above = flat.take(first + self._feature.take(node)) > self._threshold.take(node)
            below = self._children.take(2 * node + above)
            if np.array_equal(below, node):
                break
            node = below
        odds = self._value.take(node).sum(axis=1) + self.base
        return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


@dataclass(frozen=True, kw_only=True, eq=False)
class Calibration:
    """Trees over features, and a correction of the first answer."""

    features: tuple[str, ...]  # those that the trees split on, in their order
    trees: BoostedTrees
    about: Mapping[str, Any]
    first: Line = (1.0, 0.0)  # slope and offset of the first answer's log-odds
    first_plain: Line | None = None  # the same for short prompts that something explains

    def probabilities(
        self, prompt: Sequence[int], gathered: Mapping[str, list[Prediction]]
    ) -> tuple[list[int], Floats]:
        """The distinct candidates and the probability that each is the next term.

        Just one can be right, so probabilities that add up to more than 1 are scaled down. That
        makes the first answer too modest; how much so was measured on prompts held out.
        """
        found = candidate_features(prompt, gathered)
        if not found:
            return [], np.empty(0)
        rows = feature_matrix(list(found.values()), self.features)
        shares = self.trees.probabilities(rows)
        shares /= max(1.0, float(shares.sum()))
        best = list(found.values())[int(np.argmax(shares))]
        line = self.first_plain if is_plain(prompt, best) else None
        return list(found), _with_first(shares, line or self.first)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The model as ensemble.json has it; ModelError where this version lacks a feature."""
        features = tuple(value.get("features", ()))
        unknown = set(features).difference(feature_names())
        if value.get("format") != FORMAT or unknown:
            raise ModelError(
                "the ensemble's model was fitted for other features than this version has"
                f"{' (' + ', '.join(sorted(unknown)) + ')' if unknown else ''}; "
                "install the package again, or fit it by 'python -m benchmarks.fit_ensemble'"
            )
        try:
            return cls(
                features=features,
                trees=BoostedTrees(float(value["base"]), value["trees"], len(features)),
                first=(value["first"][0], value["first"][1]),
                first_plain=tuple(value.get("first_plain", value["first"])),
                about=value["about"],
            )
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise ModelError(f"the ensemble's model is broken ({error}); copy it again") from error


def log_odds(shares: Floats) -> Floats:
    """The logarithm of p : (1 - p), with 0 and 1 moved a little inwards."""
    inside = np.clip(shares, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(inside / (1 - inside)))


def _with_first(shares: Floats, line: Line) -> Floats:
    """The shares with the highest moved along the line; the others have what it leaves.

    >>> _with_first(np.array([0.2, 0.5]), (1.0, 1.0)).round(2).tolist()
    [0.2, 0.73]
    """
    best = int(np.argmax(shares))
    slope, offset = line
    first = float(1 / (1 + np.exp(-(slope * log_odds(shares[best]) + offset))))
    others = np.delete(shares, best)
    first = max(first, float(others.max(initial=0.0)))  # it stays the first
    moved = shares * min(1.0, (1 - first) / max(float(others.sum()), 1e-12))
    moved[best] = first
    return np.asarray(moved)


@cache
def shipped_calibration() -> Calibration:
    """The model that comes with the package."""
    return Calibration.from_json(read_json(Path(str(files("int2vec") / "models" / SHIPPED))))
