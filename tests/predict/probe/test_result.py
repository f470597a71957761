"""Scores and intervals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from int2vec.embeddings import Embeddings
from int2vec.predict.intervals import wilson
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe
from int2vec.predict.probe.result import score
from int2vec.predict.probe.shown import coverage_note, probe_tables, r2_interval
from int2vec.tables import interval


@given(st.lists(st.tuples(st.integers(-3, 3), st.booleans()), min_size=2, max_size=40))
def test_scores_equal_scikit_learn(items: list[tuple[int, bool]]) -> None:
    odds, labels = np.array([float(o) for o, _ in items]), np.array([b for _, b in items])
    found = score(odds, labels)
    assert found.accuracy == pytest.approx(((odds > 0) == labels).mean())
    if labels.any() and not labels.all():
        assert found.auroc == pytest.approx(roc_auc_score(labels, odds))
        assert found.balanced_accuracy == pytest.approx(balanced_accuracy_score(labels, odds > 0))
    else:
        assert found.auroc == 0.5


def test_wilson_intervals_from_the_textbook() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_bootstrap_intervals_hold_the_value_and_narrow_with_n() -> None:
    rng = np.random.default_rng(0)
    widths = []
    for n in (50, 2000):
        labels = rng.random(n) < 0.3
        found = score(labels + rng.standard_normal(n), labels, resamples=400)
        for value, bounds in (
            (found.auroc, found.auroc_ci95),
            (found.balanced_accuracy, found.balanced_accuracy_ci95),
        ):
            assert bounds is not None
            assert bounds[0] <= value <= bounds[1]
        assert found.auroc_ci95 is not None
        widths.append(found.auroc_ci95[1] - found.auroc_ci95[0])
    assert widths[1] < widths[0] / 3


def test_a_note_names_the_vectors_that_lack_most() -> None:
    whole = {"embedding": "whole", "n_covered": 9, "n_asked": 9}
    assert coverage_note({"properties": [whole], "quantities": []}) == []
    (note,) = coverage_note({"properties": [whole, {**whole, "embedding": "x", "n_covered": 7}]})
    assert "`x` has one for 7 of 9, the fewest" in note


def test_an_interval_needs_more_integers_than_dimensions() -> None:
    assert r2_interval(0.5, 10, 8) is None
    few, many = r2_interval(0.5, 40, 30), r2_interval(0.5, 40, 1)
    assert few is not None
    assert many is not None
    assert few[0] < many[0] < 0.5 < many[1] < few[1]


def test_the_papers_figures_stand_beside_the_papers_question_alone() -> None:
    noise = np.random.default_rng(0).standard_normal((2000, 2))
    vectors = Embeddings(range(1, 2001), noise, name="oeis-lsa")
    for last, beside in ((2000, True), (1000, False)):
        table = probe(vectors, ["even", "value"], ProbeConfig(last=last))
        accuracy, r2 = probe_tables(table)
        assert ("paper 0.62" in accuracy.to_markdown()) is beside
        assert ("paper" in r2.to_markdown().split("as in the paper")[-1]) is beside
        assert [found.title for found in probe_tables(table, details=True)] == [
            accuracy.title,
            "Checks on the same probes",
            r2.title,
        ]


def test_an_r2_has_the_interval_of_as_many_dimensions_as_were_read() -> None:
    noise = np.random.default_rng(0).standard_normal((60, 20))
    table = probe(
        Embeddings(range(1, 61), noise, name="e"), ["value"], ProbeConfig(last=60, tune=False)
    )
    (found,) = table.quantities
    (r2,) = probe_tables(table, details=True)
    _, single, everything, _ = r2.lines[0].cells
    assert single.interval == interval(r2_interval(found.r2_single, 60, 1))
    assert everything.interval == interval(r2_interval(found.r2_all, 60, 20))
