"""What probes read off one integer's vector, beside the truth."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from int2vec.arithmetic import PROPERTIES, property_table
from int2vec.embeddings import Embeddings
from int2vec.predict.probe.fits import Logistic, fit_all

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


def read_off(embeddings: Embeddings, n: int) -> list[Reading]:
    """One reading a property, by a probe that has not seen n.

    >>> integers = list(range(1, 200))
    >>> parity = np.array([[n % 2, 1.0] for n in integers])
    >>> readings = read_off(Embeddings(integers, parity, name="parity"), 97)
    >>> [reading.read < 0.5 for reading in readings if reading.property == "even"]
    [True]
    """
    vector = embeddings.infer(n).astype(np.float64)[None]  # (1, dim)
    half = int(not _SECOND[n]) if 1 <= n <= LAST else 0
    return [
        Reading(
            property=name,
            words=PROPERTIES[name].words,
            read=float(0.5 * (1 + np.tanh(0.5 * probe.decision(vector)[0]))),
            truth=PROPERTIES[name].holds(n),
            accuracy=accuracy,
        )
        for name, probes in _probes(embeddings).items()
        for probe, accuracy in [probes[half]]
    ]


@lru_cache(maxsize=4)
def _probes(embeddings: Embeddings) -> dict[str, list[tuple[Logistic, float]]]:
    """For each property of READ two probes, each fitted on one half, and accurate on the other."""
    known = embeddings.known(range(1, LAST + 1))
    matrix, second = embeddings.vectors_of(known).astype(np.float64), _SECOND[known]
    found: dict[str, list[tuple[Logistic, float]]] = {}
    for name, labels in zip(READ, property_table(READ, known), strict=True):
        if all(0 < labels[part].sum() < part.sum() for part in (second, ~second)):
            for part in (~second, second):
                probe = fit_all(matrix[part], labels[part], standardise=True, C=0.1)
                accuracy = probe.right(matrix[~part], labels[~part])
                found.setdefault(name, []).append((probe, accuracy))
    return found
