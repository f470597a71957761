"""Fit the weights of `int2vec similar` anew: `python -m benchmarks.fit_similar`.

They are learned from pairs that `int2vec evaluate similar` does not report: of hits first, then
of candidates by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from int2vec import models
from int2vec.files import write_json
from int2vec.predict.similar.derived import PARTS
from int2vec.predict.similar.evaluation import Pair, cited_pairs
from int2vec.predict.similar.ranking import (
    FEATURES,
    HIT_FEATURES,
    SequenceSpace,
    hit_numbers,
)
from int2vec.predict.similar.signatures import ROUTES, look_up, routes_from
from int2vec.session import Session

PAIRS = 2_500
Rows = list[NDArray[np.floating]]
Weights = NDArray[np.float64]


def fit_weights(space: SequenceSpace, pairs: Sequence[Pair]) -> tuple[Weights, Weights]:
    """The weights of hits and of candidates that tell cited sequences from others."""
    hit_weights = _logistic(*_hits(space, pairs))
    features, labels = list[NDArray[np.floating]](), list[NDArray[np.bool_]]()
    for pair in pairs:
        found = space.candidates(space.corpus.terms(pair.citing), hit_weights)
        others = found.sequences != pair.citing
        features.append(found.features[others])
        labels.append(found.sequences[others] == pair.cited)
    return hit_weights, _logistic(features, labels)


def _hits(space: SequenceSpace, pairs: Sequence[Pair]) -> tuple[Rows, list[NDArray[np.bool_]]]:
    """The features of right hits and of one wrong hit in twenty."""
    features, labels = list[NDArray[np.floating]](), list[NDArray[np.bool_]]()
    for done, pair in enumerate(pairs):
        hits = look_up(space.table, routes_from(space.corpus.terms(pair.citing)))
        right = hits.sequences == pair.cited
        kept = right | (np.arange(len(right)) % 20 == done % 20) & (hits.sequences != pair.citing)
        one_hot = np.zeros((int(kept.sum()), len(HIT_FEATURES)), np.float32)
        lines = np.arange(len(one_hot))
        one_hot[lines, hits.ours[kept]] = 1
        one_hot[lines, len(ROUTES) + hits.theirs[kept]] = 1
        one_hot[:, len(ROUTES) + len(PARTS) :] = hit_numbers(hits)[kept]
        features.append(one_hot)
        labels.append(right[kept])
    return features, labels


def _logistic(features: Rows, labels: list[NDArray[np.bool_]]) -> Weights:
    """The weights of a logistic regression; the last feature is its constant."""
    rows = np.concatenate(features)[:, :-1]
    scale = np.maximum(rows.std(axis=0, dtype=np.float64), 1e-3)
    model = LogisticRegression(max_iter=1_000).fit(rows / scale, np.concatenate(labels))
    return np.concatenate([model.coef_[0] / scale, model.intercept_])


def main() -> None:
    """Write the weights to where the package reads them."""
    space = Session("oeis").space
    choosing, _ = cited_pairs(space.corpus)
    of_hits, of_candidates = fit_weights(space, choosing[:PAIRS])
    fitted = {
        "hits": zip(HIT_FEATURES, of_hits.tolist(), strict=True),
        "candidates": zip(FEATURES, of_candidates.tolist(), strict=True),
    }
    stored = {part: {name: round(x, 4) for name, x in pairs} for part, pairs in fitted.items()}
    write_json(Path(models.__file__).parent / "similar.json", stored)


if __name__ == "__main__":
    main()
