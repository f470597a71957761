"""A vector for a sequence: its terms' vectors, the rare ones weighed most, and its shape."""

from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.store import BIG, Corpus
from int2vec.embeddings import Embeddings, unit_vectors
from int2vec.predict.similar.derived import TUNED
from int2vec.predict.similar.signatures import batches

Floats = NDArray[np.float32]


def placed(space: Mapping[str, Floats], means: NDArray[np.floating], shapes: Floats) -> Floats:
    """Means of vectors and shapes in the space that `fit_space` gave, each of length 1."""
    turned = unit_vectors((means - space["center"]) @ space["axes"])
    bounded = np.clip((shapes - space["shape_center"]) / space["shape_scale"], -3, 3)
    return unit_vectors(np.concatenate([turned, TUNED.shape_weight * bounded], axis=1))


def logs_of(integers: Sequence[int]) -> NDArray[np.float64]:
    """The logarithm of 1 + |n| of each, with n's sign."""
    return np.array([log(1 + abs(n)) * (1 if n > 0 else -1) for n in integers])


def shapes_of(logs: NDArray[np.float64], there: NDArray[np.bool_]) -> Floats:
    """How sequences grow, turn and repeat, (n, 10), by their signed logarithms, (n, most terms)."""
    n = np.maximum(there.sum(axis=1), 1)
    size = np.where(there, np.abs(logs), 0.0)
    pairs = there[:, 1:]
    n_pairs = np.maximum(pairs.sum(axis=1), 1)
    steps = np.where(pairs, np.diff(logs, axis=1), 0.0)
    growth = np.where(pairs, np.diff(size, axis=1), 0.0)
    bend = np.where(there[:, 2:], np.abs(np.diff(growth, axis=1)), 0.0)
    last = np.take_along_axis(size, (n - 1)[:, None], axis=1)[:, 0]
    turns = (logs[:, 1:] * logs[:, :-1] < 0) & pairs
    return np.stack(
        [
            np.log1p(last), size.mean(axis=1) * there.shape[1] / n, growth.sum(axis=1) / n_pairs,
            np.log1p(bend.sum(axis=1) / n_pairs), (steps > 0).sum(axis=1) / n_pairs,
            ((steps == 0) & pairs).sum(axis=1) / n_pairs, ((logs < 0) & there).sum(axis=1) / n,
            turns.sum(axis=1) / n_pairs, ((logs == 0) & there).sum(axis=1) / n,
            (size < 1).sum(axis=1) / n,
        ],
        axis=1,
    ).astype(np.float32)  # fmt: skip


def means_and_shapes(
    corpus: Corpus, model: Embeddings, rarity: NDArray[np.float64]
) -> tuple[Floats, Floats]:
    """The mean of its terms' vectors, by their rarity, and the shape of every sequence."""
    values = np.asarray(corpus.values)
    logs = np.sign(values) * np.log1p(np.abs(values.astype(np.float64)))
    big = np.flatnonzero(values == BIG)
    logs[big] = logs_of(corpus.integers_of(big))
    means = np.zeros((corpus.n_sequences, model.dim), np.float32)
    shapes = []
    for numbers, chosen, there in batches(corpus, TUNED.placed_terms, "vectors of the sequences"):
        shapes.append(shapes_of(np.where(there, logs[chosen], 0.0), there))
        weights = np.where(there, rarity[chosen], 0.0).astype(np.float32)
        distinct, place = np.unique(chosen[weights > 0], return_inverse=True)
        vectors = model.vectors_of(corpus.integers_of(distinct))
        line, column = np.nonzero(weights)
        for nth in range(TUNED.placed_terms):
            here = column == nth
            means[numbers[line[here]]] += weights[line[here], nth, None] * vectors[place[here]]
        means[numbers] /= np.maximum(weights.sum(axis=1), 1e-6)[:, None]
    return means, np.concatenate(shapes)


def fit_space(means: Floats, shapes: Floats) -> dict[str, Floats]:
    """The axes along which means of vectors differ most, and the scale of each shape."""
    center = means.mean(axis=0)
    _, axes = np.linalg.eigh(np.cov((means - center).T))
    return {
        "center": center,
        "axes": np.ascontiguousarray(axes[:, ::-1][:, : TUNED.kept], dtype=np.float32),
        "shape_center": shapes.mean(axis=0),
        "shape_scale": np.maximum(shapes.std(axis=0), 1e-6),
    }
