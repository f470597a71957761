"""Where a model's knowledge ends: probes on integers of rising size."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from int2vec import models
from int2vec.arithmetic.properties import property_table
from int2vec.embeddings import Embeddings
from int2vec.predict.probe.baselines import DIGITS, MAJORITY, one_hot_digits
from int2vec.predict.probe.config import Bools, Floats
from int2vec.predict.probe.fits import fit_all, one_thread_a_product
from int2vec.progress import progress
from int2vec.tables import Line, Table, as_table, table_of
from int2vec.units import UnitKinds

RANGES = ((2_001, 10_000), (10_000, 30_000), (30_000, 100_000), (100_000, 10**6), (10**6, 10**9))
PROPERTIES = ("even", "div3", "div4", "div5", "div6", "div7", "div8", "div9", "div10", "prime")
_SHOWN = ("even", "div3", "div7", "prime")  # of the models that ship
RESIDUES = "residues, one-hot"
_KEPT = Path(models.__file__).with_name("ranges.json")
_SAMPLE = 4_000
_C = 10.0  # inverse penalty on standardised vectors
_GIVEN = UnitKinds(moduli=tuple(range(2, 14)))


@dataclass(frozen=True, kw_only=True)
class RangeCurve:
    """How well a property is read off some vectors, in each of the ranges that they know.

    Accuracies are those of the half of a range that the probe was not fitted on.
    """

    embedding: str
    property: str
    up_to: list[int] = field(default_factory=list)
    accuracy: list[float] = field(default_factory=list)
    majority: list[float] = field(default_factory=list)
    is_baseline: bool = False  # digits or bare residues, and no model


def shipped_curves() -> dict[str, list[RangeCurve]]:
    """The curves of the models that ship by property, kept in `models/ranges.json`.

    `int2vec probe --ranges --json` prints that file.

    >>> curves = shipped_curves()["div7"]
    >>> [curve.accuracy[0] > 0.99 for curve in curves if curve.embedding == "oeis-units"]
    [True]
    """
    kept: list[dict[str, Any]] = json.loads(_KEPT.read_text(encoding="utf-8"))
    return {name: [RangeCurve(**c) for c in kept if c["property"] == name] for name in _SHOWN}


def probe_ranges(
    embeddings: Sequence[Embeddings], properties: Sequence[str] = PROPERTIES, sample: int = _SAMPLE
) -> list[RangeCurve]:
    """Accuracies on random halves of a sample of each range, beside digits and bare residues.

    A model that infers no vectors is probed in the ranges where it knows most of the sample.

    >>> found = probe_ranges([], ["even"], sample=200)
    >>> [set(curve.accuracy) for curve in found if curve.embedding == RESIDUES]
    [{1.0}]
    """
    found: dict[tuple[str, str], RangeCurve] = {}
    with one_thread_a_product():
        for i, (first, last) in enumerate(RANGES):
            drawn = np.random.default_rng(0).integers(first, last, 2 * sample).tolist()
            integers = list(dict.fromkeys(drawn))[:sample]
            labels = property_table(properties, integers)
            residues = np.zeros((len(integers), _GIVEN.n))
            residues[_GIVEN.parts(integers)] = 1.0
            plain = [one_hot_digits(integers), Embeddings(integers, residues, name=RESIDUES)]
            for one in [*embeddings, *plain]:
                there = [i for i, n in enumerate(integers) if n in one or one.has_subwords]
                if 2 * len(there) <= len(integers):
                    continue
                vectors = one.vectors_of([integers[i] for i in there]).astype(np.float64)
                for wanted, held in zip(properties, labels[:, there], strict=True):
                    new = RangeCurve(embedding=one.name, property=wanted, is_baseline=one in plain)
                    curve = found.setdefault((one.name, wanted), new)
                    accuracy, majority = _accuracy(vectors, held)
                    curve.up_to.append(last)
                    curve.accuracy.append(accuracy)
                    curve.majority.append(majority)
            progress((i + 1) / len(RANGES), f"up to {last:,}")
    return list(found.values())


def _accuracy(vectors: Floats, held: Bools) -> tuple[float, float]:
    half = len(held) // 2
    share = float(held[half:].mean())
    majority = round(max(share, 1 - share), 4)
    if not 0 < held[:half].sum() < half:
        return majority, majority
    probe = fit_all(vectors[:half], held[:half], C=_C, standardise=True)
    return round(probe.right(vectors[half:], held[half:]), 4), majority


@as_table(RangeCurve)
def ranges_table(found: Sequence[RangeCurve]) -> Table:
    """A line for each range and model, a column for each property."""
    names = list(dict.fromkeys(curve.property for curve in found))
    lines = []
    for _, last in RANGES:
        shown: dict[str, dict[str, float]] = {}
        for curve in found:
            if last in curve.up_to:
                i = curve.up_to.index(last)
                shown.setdefault(MAJORITY, {})[curve.property] = curve.majority[i]
                shown.setdefault(curve.embedding, {})[curve.property] = curve.accuracy[i]
        for embedding, figures in shown.items():
            kind = "baseline" if embedding in (MAJORITY, DIGITS, RESIDUES) else ""
            cells = [f"{figures[name]:.3f}".removeprefix("0")[:4] for name in names]
            short = f"{last:,}" if last < 10**6 else f"10^{len(str(last)) - 1}"
            lines.append(Line([short, embedding, *cells], kind=kind))
    headings = ["÷2" if name == "even" else name.replace("div", "÷") for name in names]
    columns = [">up to", "vectors", *(f">{heading}" for heading in headings)]
    notes = ["fitted on a random half of 4,000 integers of each range, tested on the other"]
    return table_of(lines, columns, "Accuracy of logistic probes by size of the integers", notes)
