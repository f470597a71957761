"""Where a model's knowledge ends: probes on integers of rising size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from int2vec.arithmetic import property_table
from int2vec.corpus.store import Progress
from int2vec.embeddings import Embeddings
from int2vec.predict.probe.baselines import DIGITS, MAJORITY
from int2vec.predict.probe.config import Bools, Floats
from int2vec.predict.probe.linear import one_thread_a_product
from int2vec.predict.probe.logistic import fit_all
from int2vec.tables import Line, Table, left, right
from int2vec.units import UnitKinds

RANGES = ((2_001, 10_000), (10_000, 30_000), (30_000, 100_000), (100_000, 10**6), (10**6, 10**9))
PROPERTIES = ("even", "div3", "div4", "div5", "div6", "div7", "div8", "div9", "div10", "prime")
RESIDUES = "residues, one-hot"
_SAMPLE = 4_000
_C = 10.0  # inverse penalty on standardised vectors
_GIVEN = UnitKinds(moduli=tuple(range(2, 14)))


@dataclass(frozen=True, kw_only=True)
class RangeResult:
    """The accuracy of one probe on the half of a range that it was not fitted on."""

    embedding: str
    first: int
    last: int
    property: str
    accuracy: float
    majority: float


def probe_ranges(
    embeddings: Sequence[Embeddings],
    properties: Sequence[str] = PROPERTIES,
    *,
    sample: int = _SAMPLE,
    progress: Progress | None = None,
) -> list[RangeResult]:
    """Accuracies on random halves of a sample of each range, beside digits and bare residues.

    A model that infers no vectors is probed in the ranges where it knows most of the sample.

    >>> found = probe_ranges([], ["even"], sample=200)
    >>> {r.accuracy for r in found if r.embedding == RESIDUES}
    {1.0}
    """
    found = []
    with one_thread_a_product():
        for i, (first, last) in enumerate(RANGES):
            drawn = np.random.default_rng(0).integers(first, last, 2 * sample).tolist()
            integers = list(dict.fromkeys(drawn))[:sample]
            labels = property_table(properties, integers)
            for name, integers_known, vectors in _vectors(embeddings, integers):
                for wanted, held in zip(properties, labels[:, integers_known], strict=True):
                    accuracy, majority = _accuracy(vectors, held)
                    found.append(
                        RangeResult(
                            embedding=name,
                            first=first,
                            last=last,
                            property=wanted,
                            accuracy=accuracy,
                            majority=majority,
                        )
                    )
            if progress:
                progress((i + 1) / len(RANGES), f"up to {last:,}")
    return found


def _vectors(
    embeddings: Sequence[Embeddings], integers: list[int]
) -> list[tuple[str, Bools, Floats]]:
    """Names, which of the integers have a vector, and the vectors; baselines come last."""
    made = []
    for one in embeddings:
        known = np.array([n in one or one.has_subwords for n in integers])
        if known.sum() > len(integers) // 2:
            chosen = [n for n, there in zip(integers, known, strict=True) if there]
            made.append((one.name, known, one.vectors_of(chosen).astype(np.float64)))
    every = np.ones(len(integers), bool)
    units = _GIVEN.of(integers)  # (n, moduli)
    residues = np.zeros((len(integers), _GIVEN.n))
    np.put_along_axis(residues, units, 1.0, axis=1)
    width = len(str(max(integers)))
    text = np.array([list(str(n).zfill(width)) for n in integers]).astype(np.int64)
    digits = (text[:, :, None] == np.arange(10)).reshape(len(integers), -1).astype(np.float64)
    return [*made, (DIGITS, every, digits), (RESIDUES, every, residues)]


def _accuracy(vectors: Floats, held: Bools) -> tuple[float, float]:
    half = len(held) // 2
    share = float(held[half:].mean())
    majority = max(share, 1 - share)
    if not 0 < held[:half].sum() < half:
        return majority, majority
    probe = fit_all(vectors[:half], held[:half], C=_C, standardise=True)
    return float(((probe.decision(vectors[half:]) > 0) == held[half:]).mean()), majority


def ranges_table(found: Sequence[RangeResult]) -> Table:
    """A line for each range and model, a column for each property."""
    names = list(dict.fromkeys(r.property for r in found))
    lines = []
    for last in dict.fromkeys(r.last for r in found):
        here = [r for r in found if r.last == last]
        majorities = {r.property: r.majority for r in here}
        shown = {MAJORITY: [majorities[name] for name in names]}
        for r in here:
            shown.setdefault(r.embedding, []).append(r.accuracy)
        for embedding, figures in shown.items():
            kind = "baseline" if embedding in (MAJORITY, DIGITS, RESIDUES) else ""
            cells = [f"{figure:.3f}".removeprefix("0")[:4] for figure in figures]
            lines.append(Line([_short(last), embedding, *cells], kind=kind))
    return Table(
        title="Accuracy of logistic probes by size of the integers",
        columns=[*right("up to"), *left("vectors"), *right(*map(_heading, names))],
        lines=lines,
        notes=["fitted on a random half of 4,000 integers of each range, tested on the other"],
    )


def _short(last: int) -> str:
    return f"{last:,}" if last < 10**6 else f"10^{len(str(last)) - 1}"


def _heading(name: str) -> str:
    return "÷2" if name == "even" else name.replace("div", "÷")
