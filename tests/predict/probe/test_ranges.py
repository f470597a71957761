"""Probes by size: where vectors that know one thing stop knowing it."""

from __future__ import annotations

import numpy as np

from int2vec.embeddings import Embeddings
from int2vec.predict.probe.ranges import RANGES, RESIDUES, probe_ranges, ranges_table


def test_residues_know_divisors_and_digits_know_the_last_digit() -> None:
    found = {
        (r.embedding, r.last, r.property): r for r in probe_ranges([], ["div5", "div7"], sample=600)
    }
    for _, last in RANGES:
        assert found[RESIDUES, last, "div7"].accuracy == 1.0
        assert found["digits, one-hot", last, "div5"].accuracy == 1.0
        assert found["digits, one-hot", last, "div7"].accuracy < 0.95


def test_a_model_is_asked_only_where_it_has_vectors() -> None:
    integers = list(range(2_001, 10_001))
    parity = np.array([[n % 2, 1.0] for n in integers])
    found = probe_ranges([Embeddings(integers, parity, name="parity")], ["even"], sample=300)
    ours = [r for r in found if r.embedding == "parity"]
    assert [(r.last, r.accuracy) for r in ours] == [(10_000, 1.0)]
    text = ranges_table(found).to_markdown()
    assert "÷2" in text
    assert "÷7" in ranges_table(probe_ranges([], ["div7"], sample=60)).to_markdown()
    assert "| 10,000 | parity | 1.00 |" in text
    assert "| 30,000 | parity" not in text
