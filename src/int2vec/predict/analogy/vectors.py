"""Analogies by vector arithmetic: the option nearest to v(c) − v(a) + v(b).

Policy for integers without a vector: a model with subwords infers one; in any other model a
question about a, b or c without a vector has no answer, and an option without one comes last.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings

SCORINGS = ("add", "mul")
_TINY = 1e-3
"""The constant that keeps 3CosMul's quotient finite (Levy & Goldberg 2014)."""


def score_options(
    embeddings: Embeddings,
    a: int,
    b: int,
    c: int,
    options: Sequence[int],
    scoring: str = "add",
) -> list[float]:
    """A score for each option, higher is better; −inf for an option without a vector.

    `add` is the paper's cosine to v(c) − v(a) + v(b); `mul` is 3CosMul. An UnknownIntegerError
    says which of a, b, c has no vector.
    """
    prompt = embeddings.vectors_of((a, b, c))  # (3, dim)
    known = [i for i, option in enumerate(options) if has_vector(embeddings, option)]
    scores = [float("-inf")] * len(options)
    if known:
        matrix = embeddings.vectors_of(options[i] for i in known)  # (m, dim)
        for i, value in zip(known, similarity(matrix, prompt, scoring), strict=True):
            scores[i] = float(value)
    return scores


def similarity(
    matrix: NDArray[np.float32], prompt: NDArray[np.float32], scoring: str
) -> NDArray[np.float64]:
    """The score of each row of `matrix` (m, dim) given v(a), v(b), v(c) as `prompt` (3, dim)."""
    if scoring == "add":
        target = prompt[2] - prompt[0] + prompt[1]
        return np.asarray(_unit(matrix) @ _unit(target[None, :])[0])
    near = (1.0 + _unit(matrix) @ _unit(prompt).T) / 2.0  # (m, 3), shifted into 0…1
    return np.asarray(near[:, 1] * near[:, 2] / (near[:, 0] + _TINY))


def rank_vocabulary(
    embeddings: Embeddings, a: int, b: int, c: int, k: int, scoring: str = "add"
) -> list[tuple[int, float]]:
    """The k integers of the model that fit best, without a, b and c themselves."""
    scores = similarity(embeddings.matrix, embeddings.vectors_of((a, b, c)), scoring)
    rows = np.argsort(-scores, kind="stable")[: k + 3]
    found = [(embeddings.integers[row], float(scores[row])) for row in rows]
    return [pair for pair in found if pair[0] not in (a, b, c)][:k]


def has_vector(embeddings: Embeddings, n: int) -> bool:
    """Whether the model has or can infer a vector for n."""
    return n in embeddings or embeddings.has_subwords


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    wide = rows.astype(np.float64)
    length = np.linalg.norm(wide, axis=1, keepdims=True)
    return np.asarray(wide / np.where(length > 0, length, 1.0))
