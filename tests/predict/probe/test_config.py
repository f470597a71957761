"""Splits: what is fitted on and what is tested on never meet."""

from __future__ import annotations

import numpy as np
import pytest

from int2vec.predict.probe.config import (
    ProbeConfig,
    ProbeSplit,
    halves,
    matched_halves,
    random_halves,
)

N = 301
LABELS = np.arange(N) % 7 == 0
FREQUENCY = -np.log1p(np.random.default_rng(0).permutation(N).astype(float))


@pytest.mark.parametrize(
    "split",
    [
        halves(150, N),
        random_halves(N, 0),
        matched_halves(LABELS, FREQUENCY, 0),
        *ProbeConfig().tuning_folds(N, 0),
        *ProbeConfig(folds=4).random_folds(N, 0),
    ],
)
def test_no_row_is_in_both_parts(split: ProbeSplit) -> None:
    assert not set(split.train) & set(split.test)
    assert len(split.train)
    assert len(split.test)


def test_forward_folds_ask_for_larger_integers_than_any_seen() -> None:
    for fold in ProbeConfig().tuning_folds(100, 0):
        assert fold.train.max() < fold.test.min()
    near, far = ProbeConfig().tuning_folds(
        102, 0
    )  # the next quarter after half, the last after three
    assert (near.train.tolist(), near.test.tolist()) == ([*range(51)], [*range(51, 76)])
    assert (far.train.tolist(), far.test.tolist()) == ([*range(76)], [*range(76, 102)])


def test_every_row_is_tested_by_one_fold_and_trains_the_others() -> None:
    folds = ProbeConfig(folds=4).random_folds(22, 5)
    assert sorted(row for fold in folds for row in fold.test.tolist()) == [*range(22)]
    for fold in folds:
        assert sorted([*fold.train.tolist(), *fold.test.tolist()]) == [*range(22)]
        assert len(fold.test) in (5, 6)


def test_the_rarer_class_finds_partners_whichever_it_is() -> None:
    for labels in (np.arange(40) < 8, np.arange(40) >= 8):
        split = matched_halves(labels, np.arange(40) % 8 / 8, 0)
        assert (len(split.train), len(split.test)) == (8, 8)  # eight pairs, each alike
        for part in split:
            assert sorted(np.bincount(part % 8, minlength=8)) == [0, 0, 0, 0, 2, 2, 2, 2]


def test_matched_halves_are_balanced_and_alike_in_frequency() -> None:
    rare = np.median(FREQUENCY) > FREQUENCY
    labels = rare & (np.arange(N) % 2 == 0)  # every integer with the property is rare
    split = matched_halves(labels, FREQUENCY, 3)
    for rows in (split.train, split.test):
        assert labels[rows].mean() == 0.5
        gap = FREQUENCY[rows][labels[rows]].mean() - FREQUENCY[rows][~labels[rows]].mean()
        assert abs(gap) < 0.1
    unmatched = FREQUENCY[labels].mean() - FREQUENCY[~labels].mean()
    assert abs(unmatched) > 0.5


def test_a_seed_repeats_and_another_differs() -> None:
    assert (random_halves(N, 5).train == random_halves(N, 5).train).all()
    assert (random_halves(N, 5).train != random_halves(N, 6).train).any()


def test_random_parts_are_drawn_from_small_and_large_integers_alike() -> None:
    parts = [
        random_halves(1000, 0).test,
        *(fold.test for fold in ProbeConfig(folds=4).random_folds(1000, 0)),
    ]
    for rows in parts:
        assert 400 < rows.mean() < 600
        assert rows.min() < 50
        assert rows.max() > 950


def test_random_halves_are_halves() -> None:
    split = random_halves(300, 1)
    assert (len(split.train), len(split.test)) == (150, 150)
