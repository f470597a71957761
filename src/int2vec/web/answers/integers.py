"""What there is to say about one integer."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import (
    PROPERTIES,
    QUANTITIES,
    Property,
    partial_factors,
    properties_of,
    property_table,
)
from int2vec.embeddings import Embeddings
from int2vec.predict.complete.search import sequence_label
from int2vec.predict.probe.logistic import Logistic, fit_all
from int2vec.web import schemas as s
from int2vec.web.library import Library

REACH = 10_000
"""Properties are called rare or common among the integers from 1 to this."""
PROBED = 2_000
READ = ("even", "div3", "div4", "div5", "prime", "square", "squarefree", "palindrome")
_SECOND = np.random.default_rng(0).random(PROBED + 1) < 0.5
"""Which of the first integers are in the second of two halves."""
_AROUND = 3


def integer(library: Library, question: s.IntegerQuestion) -> s.IntegerAnswer:
    """The factorisation, the properties that hold and some quantities."""
    n = question.integer
    found, rest = partial_factors(abs(n)) if abs(n) > 1 else ({}, 1)
    rarity = _rarity(library)
    held = sorted(properties_of(n), key=lambda p: rarity[p.name] * _dullness(p))
    quantities = [(q, q.of(n)) for q in QUANTITIES.values() if q.name != "value"]
    return s.IntegerAnswer(
        integer=n,
        digits=len(str(abs(n))),
        factors=[s.Factor(prime=p, exponent=e) for p, e in sorted(found.items())],
        unfactored=rest if rest > 1 else None,
        properties=[
            s.PropertyOut(name=p.name, words=p.words, family=p.family, rarity=rarity[p.name])
            for p in held
        ],
        quantities=[
            s.QuantityOut(name=q.name, words=q.words, value=float(value))
            for q, value in quantities
            if value is not None and _is_plain(value)
        ],
    )


def _is_plain(value: float) -> bool:
    try:
        return isfinite(value)
    except OverflowError:
        return False


def neighbors(library: Library, question: s.VectorQuestion) -> s.NeighborsAnswer:
    """The nearest integers, each with what it shares with the one asked about."""
    vectors, n = library.vectors(question.model), question.integer
    found = vectors.neighbors(n, question.k)
    shared = _shared(library, n, [m for m, _ in found])
    return s.NeighborsAnswer(
        integer=n,
        model=vectors.name,
        inferred=n not in vectors,
        neighbors=[
            s.Neighbor(integer=m, cosine=round(cosine, 4), shares=words)
            for (m, cosine), words in zip(found, shared, strict=True)
        ],
    )


def _rarity(library: Library) -> dict[str, float]:
    """The share of the integers 1..REACH that have each property."""
    if "rarity" not in library.kept:
        table = _table(library)[:, 1:]
        library.kept["rarity"] = dict(zip(PROPERTIES, table.mean(axis=1).tolist(), strict=True))
    kept: dict[str, float] = library.kept["rarity"]
    return kept


def _dullness(wanted: Property) -> float:
    """Every integer has some remainder: one says less than another property as rare."""
    return 4.0 if wanted.family == "remainders" else 1.0


def _table(library: Library) -> NDArray[np.bool_]:
    """Which property each integer from 0 to REACH has: (properties, REACH + 1)."""
    if "table" not in library.kept:
        library.kept["table"] = property_table(list(PROPERTIES), range(REACH + 1))
    kept: NDArray[np.bool_] = library.kept["table"]
    return kept


def _shared(library: Library, n: int, others: Sequence[int], most: int = 3) -> list[list[str]]:
    """The rarest properties that n has in common with each of the others, in words."""
    table, rarity = _table(library), _rarity(library)
    words = [p.words for p in PROPERTIES.values()]
    order = np.array([rarity[p.name] * _dullness(p) for p in PROPERTIES.values()])
    own = _column(table, n)
    shared = []
    for m in others:
        both = np.flatnonzero(own & _column(table, m))
        shared.append([words[i] for i in both[np.argsort(order[both], kind="stable")][:most]])
    return shared


def _column(table: NDArray[np.bool_], n: int) -> NDArray[np.bool_]:
    if 0 <= n < table.shape[1]:
        return table[:, n]
    return np.array([p.holds(n) for p in PROPERTIES.values()])


def readings(library: Library, question: s.VectorQuestion) -> s.ReadingsAnswer:
    """What probes read off the vector of an integer that they were not fitted on."""
    vectors, n = library.vectors(question.model), question.integer
    vector = vectors.infer(n).astype(np.float64)
    half = int(not _SECOND[n]) if 1 <= n <= PROBED else 0
    return s.ReadingsAnswer(
        integer=n,
        model=vectors.name,
        inferred=n not in vectors,
        readings=[
            s.Reading(
                property=name,
                words=PROPERTIES[name].words,
                read=round(_probability(float(fits[half][0].decision(vector[None, :])[0])), 4),
                truth=PROPERTIES[name].holds(n),
                accuracy=round(fits[half][1], 4),
            )
            for name, fits in _probes(library, vectors).items()
        ],
    )


def _probes(
    library: Library, vectors: Embeddings
) -> dict[str, tuple[tuple[Logistic, float], tuple[Logistic, float]]]:
    """For each property two probes, each with its accuracy on the half it has not seen.

    Probe 0 was fitted on the first half and speaks for the second, probe 1 the other way round.
    """
    key = f"probes {vectors.name}"
    if key not in library.kept:
        known = [n for n in range(1, PROBED + 1) if n in vectors or vectors.has_subwords]
        matrix = vectors.vectors_of(known).astype(np.float64)
        second = _SECOND[known]
        found = {}
        for name, labels in zip(READ, property_table(READ, known), strict=True):
            if all(0 < labels[part].sum() < part.sum() for part in (second, ~second)):
                found[name] = (
                    _fit(matrix, labels, ~second),
                    _fit(matrix, labels, second),
                )
        library.kept[key] = found
    kept: dict[str, tuple[tuple[Logistic, float], tuple[Logistic, float]]] = library.kept[key]
    return kept


def _fit(
    matrix: NDArray[np.float64], labels: NDArray[np.bool_], part: NDArray[np.bool_]
) -> tuple[Logistic, float]:
    probe = fit_all(matrix[part], labels[part], standardise=True, C=0.1)
    right = (probe.decision(matrix[~part]) > 0) == labels[~part]
    return probe, float(right.mean())


def _probability(odds: float) -> float:
    return float(0.5 * (1 + np.tanh(0.5 * odds)))


def sequences(library: Library, question: s.SequencesQuestion) -> s.SequencesAnswer:
    """The sequences that hold the integer, those of the rarest company first."""
    n = question.integer
    found = library.postings.of(n)
    order = found[np.argsort(_company(library)[found], kind="stable")][: question.k]
    return s.SequencesAnswer(
        integer=n,
        corpus=library.config.corpus_label,
        total=len(found),
        sequences=[_around(library, int(i), n) for i in order],
    )


def _company(library: Library) -> NDArray[np.float64]:
    """How common the terms of each sequence are: the mean log count, (n_sequences,)."""
    if "company" not in library.kept:
        corpus = library.corpus
        logs = np.log(corpus.counts.astype(np.float32))[corpus.rows]
        total = np.concatenate(([0.0], np.cumsum(logs, dtype=np.float64)))
        sums = total[corpus.offsets[1:]] - total[corpus.offsets[:-1]]
        library.kept["company"] = sums / np.maximum(np.diff(corpus.offsets), 1)
    kept: NDArray[np.float64] = library.kept["company"]
    return kept


def _around(library: Library, i: int, n: int) -> s.SequenceOut:
    terms = library.corpus.terms(i)
    start = max(terms.index(n) - _AROUND, 0)
    return s.SequenceOut(
        label=sequence_label(library.index, i),
        name=library.corpus.sequence_name(i),
        size=int(library.postings.sizes[i]),
        terms=terms[start : start + 2 * _AROUND + 2],
        position=start,
    )
