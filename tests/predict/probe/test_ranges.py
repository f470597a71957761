"""Probes by size: where vectors that know one thing stop knowing it."""

from __future__ import annotations

import numpy as np

from int2vec.embeddings import Embeddings
from int2vec.models import installed, load
from int2vec.predict.probe.ranges import (
    RANGES,
    RESIDUES,
    probe_ranges,
    ranges_table,
    shipped_curves,
)


def test_residues_know_divisors_and_digits_know_the_last_digit() -> None:
    curves = probe_ranges([], ["div5", "div7"], sample=600)
    found = {(curve.embedding, curve.property): curve.accuracy for curve in curves}
    assert found[RESIDUES, "div7"] == [1.0] * len(RANGES)
    assert found["digits, one-hot", "div5"] == [1.0] * len(RANGES)
    assert max(found["digits, one-hot", "div7"]) < 0.95


def test_a_model_is_asked_only_where_it_has_vectors() -> None:
    integers = list(range(2_001, 10_001))
    parity = np.array([[n % 2, 1.0] for n in integers])
    found = probe_ranges([Embeddings(integers, parity, name="parity")], ["even"], sample=300)
    (ours,) = [curve for curve in found if not curve.is_baseline]
    assert (ours.embedding, ours.up_to, ours.accuracy) == ("parity", [10_000], [1.0])
    text = ranges_table(found).to_markdown()
    assert "÷2" in text
    assert "÷7" in ranges_table(probe_ranges([], ["div7"], sample=60)).to_markdown()
    assert "| 10,000 | parity | 1.00 |" in text
    assert "| 30,000 | parity" not in text


def test_the_curves_that_ship_are_those_of_the_models_that_ship() -> None:
    panels = shipped_curves()
    models = {model.name for model in installed() if model.bundled}
    for curves in panels.values():
        assert {curve.embedding for curve in curves if not curve.is_baseline} == models
    (kept,) = [curve for curve in panels["div7"] if curve.embedding == "oeis-lsa"]
    assert kept in probe_ranges([load("oeis-lsa")], ["div7"])
