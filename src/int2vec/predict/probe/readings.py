"""What probes read off one integer's vector, beside the truth."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.embeddings import Embeddings
from int2vec.predict.probe.logistic import Logistic, fit_all

LAST = 2_000
"""Probes are fitted on integers from 1 to this."""
READ = ("even", "div3", "div4", "div5", "prime", "square", "squarefree", "palindrome")
_SECOND = np.random.default_rng(0).random(LAST + 1) < 0.5
"""Which of these integers are in the second of two halves."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The probability that a probe reads off a vector, the truth, and how good the probe is."""

    property: str
    words: str
    read: float
    truth: bool
    accuracy: float  # on the half of the integers that the probe was not fitted on


class Readers:
    """For each property of READ two probes, each fitted on one half of the integers.

    An integer is always read by a probe that has not seen it.

    >>> integers = list(range(1, 200))
    >>> parity = np.array([[n % 2, 1.0] for n in integers])
    >>> readers = Readers(Embeddings(integers, parity, name="parity"))
    >>> [r.read < 0.5 for r in readers.read(97) if r.property == "even"]
    [True]
    """

    def __init__(self, embeddings: Embeddings) -> None:
        self.embeddings = embeddings
        known = [n for n in range(1, LAST + 1) if n in embeddings or embeddings.has_subwords]
        matrix = embeddings.vectors_of(known).astype(np.float64)  # (n, dim)
        second = _SECOND[known]
        self._probes = {
            name: (_fit(matrix, labels, ~second), _fit(matrix, labels, second))
            for name, labels in zip(READ, property_table(READ, known), strict=True)
            if all(0 < labels[part].sum() < part.sum() for part in (second, ~second))
        }

    def read(self, n: int) -> list[Reading]:
        """One reading a property; UnknownIntegerError where n has no vector."""
        vector = self.embeddings.infer(n).astype(np.float64)[None, :]  # (1, dim)
        half = int(not _SECOND[n]) if 1 <= n <= LAST else 0
        return [
            Reading(
                property=name,
                words=PROPERTIES[name].words,
                read=float(0.5 * (1 + np.tanh(0.5 * probes[half][0].decision(vector)[0]))),
                truth=PROPERTIES[name].holds(n),
                accuracy=probes[half][1],
            )
            for name, probes in self._probes.items()
        ]


@lru_cache(maxsize=4)
def readers_of(embeddings: Embeddings) -> Readers:
    """The probes of an embedding, fitted once."""
    return Readers(embeddings)


def _fit(
    matrix: NDArray[np.float64], labels: NDArray[np.bool_], part: NDArray[np.bool_]
) -> tuple[Logistic, float]:
    """A probe fitted on a part, and its accuracy on the rest."""
    probe = fit_all(matrix[part], labels[part], standardise=True, C=0.1)
    right = (probe.decision(matrix[~part]) > 0) == labels[~part]
    return probe, float(right.mean())
