"""Analogies by vector arithmetic: the integers nearest to v(c) − v(a) + v(b).

Policy for integers without a vector: a model with subwords infers one; in any other model a
question about a, b or c without a vector has no answer, and an option without one is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings

SCORINGS = ("add", "mul")
_TINY = 1e-3
"""The constant that keeps 3CosMul's quotient finite (Levy & Goldberg 2014)."""


def rank_by_vectors(
    embeddings: Embeddings,
    prompt: tuple[int, int, int],
    options: Sequence[int] | None = None,
    k: int = 5,
    *,
    scoring: str = "add",
) -> list[tuple[int, float]]:
    """The options, or the k integers of the model, with their scores, best first.

    `add` is the paper's cosine to v(c) − v(a) + v(b); `mul` is 3CosMul. An UnknownIntegerError
    says which of a, b, c has no vector.
    """
    given = embeddings.vectors_of(prompt)  # (3, dim)
    if options is None:
        scores = similarity(embeddings.matrix, given, scoring)
        rows = np.argsort(-scores, kind="stable")[: k + len(prompt)]
        found = [(embeddings.integers[row], float(scores[row])) for row in rows]
        return [pair for pair in found if pair[0] not in prompt][:k]
    known = [n for n in options if n in embeddings or embeddings.has_subwords]
    scores = similarity(embeddings.vectors_of(known), given, scoring)
    return sorted(zip(known, scores.tolist(), strict=True), key=lambda pair: -pair[1])


def similarity(
    matrix: NDArray[np.float32], prompt: NDArray[np.float32], scoring: str
) -> NDArray[np.float64]:
    """The score of each row of `matrix` (m, dim) given v(a), v(b), v(c) as `prompt` (3, dim)."""
    if scoring == "add":
        target = prompt[2] - prompt[0] + prompt[1]
        return np.asarray(_unit(matrix) @ _unit(target[None, :])[0])
    near = (1.0 + _unit(matrix) @ _unit(prompt).T) / 2.0  # (m, 3), shifted into 0…1
    return np.asarray(near[:, 1] * near[:, 2] / (near[:, 0] + _TINY))


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    wide = rows.astype(np.float64)
    length = np.linalg.norm(wide, axis=1, keepdims=True)
    return np.asarray(wide / np.where(length > 0, length, 1.0))
