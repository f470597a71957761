"""Analogies by vector arithmetic: the option nearest to v(c) − v(a) + v(b).

Policy for integers without a vector: a model with subwords infers one; in any other model a
question about a, b or c without a vector has no answer, and an option without one comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError

Scoring = Literal["add", "mul"]
SCORINGS: tuple[Scoring, ...] = ("add", "mul")
_TINY = 1e-3
"""The constant that keeps 3CosMul's quotient finite (Levy & Goldberg 2014)."""


def score_options(
    embeddings: Embeddings,
    a: int,
    b: int,
    c: int,
    options: Sequence[int],
    scoring: Scoring = "add",
) -> list[float]:
    """A score for each option, higher is better; −inf for an option without a vector.

    `add` is the paper's cosine to v(c) − v(a) + v(b); `mul` is 3CosMul. An UnknownIntegerError
    says which of a, b, c has no vector.
    """
    if scoring not in SCORINGS:
        raise InputError(f"{scoring!r} is not a way to score; use one of {', '.join(SCORINGS)}")
    prompt = np.stack([vector_of(embeddings, n) for n in (a, b, c)])  # (3, dim)
    known = [i for i, option in enumerate(options) if has_vector(embeddings, option)]
    scores = [float("-inf")] * len(options)
    if known:
        matrix = np.stack([vector_of(embeddings, options[i]) for i in known])  # (m, dim)
        for i, value in zip(known, similarity(matrix, prompt, scoring), strict=True):
            scores[i] = float(value)
    return scores


def similarity(
    matrix: NDArray[np.float32], prompt: NDArray[np.float32], scoring: Scoring
) -> NDArray[np.float64]:
    """The score of each row of `matrix` (m, dim) given v(a), v(b), v(c) as `prompt` (3, dim)."""
    if scoring == "add":
        target = prompt[2] - prompt[0] + prompt[1]
        return _unit(matrix) @ _unit(target[None, :])[0]
    near = (1.0 + _unit(matrix) @ _unit(prompt).T) / 2.0  # (m, 3), shifted into 0…1
    return np.asarray(near[:, 1] * near[:, 2] / (near[:, 0] + _TINY))


def rank_vocabulary(
    embeddings: Embeddings, a: int, b: int, c: int, k: int, scoring: Scoring = "add"
) -> list[tuple[int, float]]:
    """The k integers of the model that fit best, without a, b and c themselves."""
    prompt = np.stack([vector_of(embeddings, n) for n in (a, b, c)])
    scores = similarity(embeddings.matrix, prompt, scoring)
    found: list[tuple[int, float]] = []
    for row in np.argsort(-scores, kind="stable"):
        integer = int(embeddings.integers[int(row)])
        if integer not in (a, b, c):
            found.append((integer, float(scores[row])))
        if len(found) >= k:
            break
    return found


def has_vector(embeddings: Embeddings, n: int) -> bool:
    """Whether the model has or can infer a vector for n."""
    return n in embeddings or embeddings.has_subwords


def vector_of(embeddings: Embeddings, n: int) -> NDArray[np.float32]:
    """The vector of n, inferred where the model can; UnknownIntegerError otherwise."""
    if n in embeddings:
        return embeddings[n]
    if embeddings.has_subwords:
        return embeddings.infer(n)
    raise UnknownIntegerError(
        f"{n} has no vector in {embeddings.name!r} ({len(embeddings):,} integers) and it cannot "
        "infer one; use a model with subwords or the rules alone"
    )


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    wide = rows.astype(np.float64)
    length = np.linalg.norm(wide, axis=1, keepdims=True)
    return np.asarray(wide / np.where(length > 0, length, 1.0))
