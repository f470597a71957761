"""Scores and intervals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from int2vec.predict.intervals import wilson
from int2vec.predict.probe.result import score
from int2vec.predict.probe.shown import coverage_note, r2_interval


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
        for value, interval in (
            (found.auroc, found.auroc_ci95),
            (found.balanced_accuracy, found.balanced_accuracy_ci95),
        ):
            assert interval is not None
            assert interval[0] <= value <= interval[1]
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
