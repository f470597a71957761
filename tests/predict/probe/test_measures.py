"""What probes measure, against hand, brute force and other libraries."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, r2_score, roc_auc_score

from int2vec.arithmetic.primes import is_prime
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.predict.intervals import wilson
from int2vec.predict.probe.baselines import baselines, frequency, one_hot_digits
from int2vec.predict.probe.config import (
    ProbeConfig,
    make_split,
    matched_halves,
    random_halves,
)
from int2vec.predict.probe.fits import best_dimension, fit_all, fit_tuned, path
from int2vec.predict.probe.probing import control_labels, online_code, probe, regress
from int2vec.predict.probe.readings import find_neuron, read_off
from int2vec.predict.probe.result import Score, mean_score, score
from int2vec.predict.probe.shown import parts_in_words, r2_interval

RNG = np.random.default_rng(4)


@pytest.mark.parametrize(
    ("settings", "fine"),
    [
        ({"first": 0, "last": 19}, True), ({"first": 0, "last": 18}, False),
        ({"first": 5, "last": 24}, True), ({"first": 5, "last": 23}, False),
        ({"first": 1, "last": 200_000}, True), ({"first": 1, "last": 200_001}, False),
        ({"seeds": 1}, True), ({"seeds": 1000}, True), ({"seeds": 1001}, False),
        ({"seed": 0}, True), ({"seed": -1}, False), ({"folds": 2}, True), ({"folds": 1}, False),
        ({"controls": 0}, True), ({"controls": -1}, False), ({"resamples": -1}, False),
        ({"C": 1e-3}, True), ({"C": 0.0}, False), ({"C": -1.0}, False),
    ],
)  # fmt: skip
def test_settings_at_their_bounds(settings: dict[str, object], fine: bool) -> None:
    if fine:
        ProbeConfig(**settings)  # type: ignore[arg-type]
    else:
        with pytest.raises(InputError):
            ProbeConfig(**settings)  # type: ignore[arg-type]


def test_the_papers_split_trains_on_the_first_half_of_what_was_asked_for() -> None:
    config = ProbeConfig(first=1, last=21)
    integers = [n for n in config.integers if n != 3]  # one has no vector
    split = make_split(np.arange(20) % 2 == 0, integers, np.zeros(20), config, 0)
    assert [integers[i] for i in split.train] == [n for n in range(1, 11) if n != 3]
    assert [integers[i] for i in split.test] == list(range(11, 22))
    assert parts_in_words(config) == "trained on 1–10, tested on 11–21"
    assert parts_in_words(ProbeConfig()) == "trained on 1–1000, tested on 1001–2000"
    drawn = ProbeConfig(split="random", seeds=3)
    assert parts_in_words(drawn) == "random halves of 1–2000, mean of 3 draws"
    once = ProbeConfig(split="frequency", seeds=1)
    assert parts_in_words(once) == "pairs matched by frequency, random halves of 1–2000"


def test_folds() -> None:
    first, second = ProbeConfig().tuning_folds(100, 0)
    assert (first.train.tolist(), first.test.tolist()) == ([*range(50)], [*range(50, 75)])
    assert (second.train.tolist(), second.test.tolist()) == ([*range(75)], [*range(75, 100)])
    folds = ProbeConfig(folds=5).random_folds(23, 1)
    assert [len(fold.test) for fold in folds] == [5, 5, 5, 4, 4]
    assert sorted(i for fold in folds for i in fold.test) == list(range(23))
    for fold in folds:
        assert sorted([*fold.train, *fold.test]) == list(range(23))
    odd = random_halves(9, 0)
    assert (len(odd.train), len(odd.test)) == (4, 5)


@pytest.mark.parametrize("share", [0.2, 0.8])
def test_partners_are_as_frequent_and_taken_once(share: float) -> None:
    frequency = RNG.standard_normal(300)
    labels = RNG.random(300) < share
    split = matched_halves(labels, frequency, 2)
    rows = np.concatenate([split.train, split.test])
    assert len(set(rows.tolist())) == len(rows)
    assert len(split.train) % 2 == len(split.test) % 2 == 0
    assert 0 <= len(split.test) - len(split.train) <= 2
    few = min(labels.sum(), (~labels).sum())
    assert 0.8 * few <= len(rows) / 2 <= few
    yes, no = np.sort(frequency[rows[labels[rows]]]), np.sort(frequency[rows[~labels[rows]]])
    assert len(yes) == len(no)
    # Sorted partners are at most as far apart as drawn ones: a tenth of a standard deviation.
    assert np.abs(yes - no).max() <= 0.1 * frequency.std() + 1e-12


def test_nobody_is_paired_where_frequencies_lie_apart() -> None:
    labels = np.arange(40) < 20
    split = matched_halves(labels, np.where(labels, 5.0, 0.0), 0)
    assert len(split.train) == len(split.test) == 0


def settings(*strengths: float) -> list[tuple[bool, float]]:
    return [(scaled, C) for scaled in (False, True) for C in strengths]


def scores(correct: int = 8, **figures: Any) -> Score:
    plain = {"n": 10, "balanced_accuracy": 0.7, "auroc": 0.6, "accuracy_ci95": (0.0, 1.0)}
    return Score(accuracy=correct / 10, **(plain | figures))


def test_means_over_draws_by_hand() -> None:
    runs = [scores(auroc_ci95=(0.5, 0.7), balanced_accuracy_ci95=(0.1, 0.2), auroc=0.5)]
    runs += [scores(correct=6, auroc_ci95=(0.3, 0.9), n=12), scores(9, auroc_ci95=(0.4, 0.8), n=8)]
    found = mean_score(runs)
    assert found.accuracy == pytest.approx(23 / 30)
    assert found.accuracy_sd == pytest.approx(np.std([0.8, 0.6, 0.9], ddof=1))
    assert mean_score(runs[:1]).accuracy_sd == 0
    assert found.accuracy_ci95 == pytest.approx(wilson(23 / 3, 10))
    assert found.auroc_ci95 == pytest.approx((0.4, 0.8))
    assert found.auroc == pytest.approx(1.7 / 3)
    assert found.balanced_accuracy_ci95 is None  # it was not drawn each time
    assert found.n == 10


def test_bootstrap_intervals_are_those_of_drawing_again_and_again() -> None:
    labels = RNG.random(80) < 0.4
    odds = 1.2 * labels + RNG.standard_normal(80) - 0.5
    found = score(odds, labels, resamples=3000, seed=1)
    drawn = [RNG.integers(0, 80, 80) for _ in range(400)]
    for interval, measure, said in (
        (found.auroc_ci95, roc_auc_score, odds),
        (found.balanced_accuracy_ci95, balanced_accuracy_score, odds > 0),
    ):
        assert interval is not None
        values = [measure(labels[rows], said[rows]) for rows in drawn]
        assert interval == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=0.03)
    assert score(odds, labels).auroc_ci95 is None
    assert score(odds, labels, resamples=50, seed=1) == score(odds, labels, resamples=50, seed=1)
    assert score(odds, labels, resamples=50, seed=1) != score(odds, labels, resamples=50, seed=2)


def test_log_odds_of_zero_say_no() -> None:
    assert score(np.zeros(4), np.array([True, False, False, False])).accuracy == 0.75


def test_a_quantity_is_predicted_from_the_other_folds() -> None:
    vectors = RNG.standard_normal((150, 3))
    values = vectors @ [1.0, 2.0, 0.0] + 2 * RNG.standard_normal(150)
    config = ProbeConfig(last=150)
    table = Embeddings(config.integers, vectors, name="e")
    found = regress(vectors, values, config)
    predicted = np.empty(150)
    for fold in config.random_folds(150, config.seed):
        # Of three dimensions and 120 rows the penalty hardly matters.
        x = np.column_stack([vectors[fold.train], np.ones(len(fold.train))])
        weights = np.linalg.lstsq(x, values[fold.train], rcond=None)[0]
        predicted[fold.test] = vectors[fold.test] @ weights[:3] + weights[3]
    assert found["r2_held_out"] == pytest.approx(r2_score(values, predicted), abs=0.02)
    assert found["dimension"] == 1
    (value,) = probe(table, ["value"], config).to_json()["quantities"]
    assert (value["embedding"], value["quantity"]) == ("e", "value")
    assert (value["n_asked"], value["n_covered"], value["dim"]) == (150, 150, 3)


def test_a_quantity_needs_twice_as_many_values_as_folds() -> None:
    # Ten primes up to 30 have an index; 29 is left out of the second.
    for last, n in ((30, 10), (28, 9)):
        integers = range(1, last + 1)
        vectors = Embeddings(integers, RNG.standard_normal((last, 2)), name="e")
        if n == 10:
            config = ProbeConfig(last=last)
            assert probe(vectors, ["prime-index"], config).quantities[0].n_covered == n
        else:
            with pytest.raises(InputError, match="defined for 9 of the integers"):
                probe(vectors, ["prime-index"], ProbeConfig(last=last))


@pytest.mark.parametrize("label", [True, False])
def test_one_class_alone_is_sent_by_the_rule_of_succession(label: bool) -> None:
    x, labels = RNG.standard_normal((60, 2)), np.full(60, label)
    by_hand = 16 - 16 * log2(17 / 18) - 28 * log2(33 / 34) + log2(2 * 3)
    assert online_code(x, labels, 0, settings(0.1, 1.0, 10.0)) == pytest.approx(by_hand)
    assert online_code(x[:9], labels[:9], 0, settings(1.0)) == pytest.approx(9 + log2(2))


def test_the_code_is_what_blocks_cost_under_probes_fitted_before_them() -> None:
    rows, labels = RNG.standard_normal((70, 2)), np.arange(70) % 2 == 0
    rows[:, 0] += 1.5 * labels
    order = np.random.default_rng([6, 3]).permutation(70)
    x, y = rows[order], labels[order]
    totals = []
    for scaled in (False, True):
        for strength in (0.1, 10.0):
            bits, start = 16.0, 16
            while start < 70:
                stop = min(2 * start, 70)
                centre, scale = x[:start].mean(axis=0), x[:start].std(axis=0)
                if not scaled:
                    centre, scale = np.zeros(2), np.ones(2)
                peer = LogisticRegression(C=strength, tol=1e-10, max_iter=5000)
                peer.fit((x[:start] - centre) / scale, y[:start])
                said = peer.predict_proba((x[start:stop] - centre) / scale)
                bits -= np.log2(said[np.arange(stop - start), y[start:stop].astype(int)]).sum()
                start = stop
            totals.append(bits)
    found = online_code(rows, labels, 3, settings(0.1, 10.0))
    assert found == pytest.approx(min(totals) + log2(4), abs=1e-3)


def test_random_labels_are_learned_by_heart_and_no_further() -> None:
    wide = RNG.standard_normal((200, 150))
    labels = np.arange(200) % 4 == 0
    split = random_halves(200, 0)
    accuracy, by_heart = control_labels(wide, labels, split, ProbeConfig(C=1e4, controls=6), 0)
    assert by_heart == 1.0
    assert 0.45 < accuracy < 0.8
    narrow = control_labels(wide[:, :1], labels, split, ProbeConfig(C=1e-4, controls=4), 0)
    # Nothing can be learned: the commoner class is said throughout, in either part.
    train, test = (1 - labels[rows].mean() for rows in (split.train, split.test))
    assert narrow == pytest.approx((test, train))


def test_the_best_dimension_is_the_most_accurate_then_the_surest_then_the_first() -> None:
    labels = np.arange(40) % 2 == 0
    side = np.where(labels, 1.0, -1.0)
    noise = RNG.standard_normal(40)
    wrong = side.copy()
    wrong[0] = -1.0
    best, weight, intercept = best_dimension(
        np.column_stack([noise, wrong, side, 3 * side]), labels
    )
    assert best == 3  # as accurate as dimension 2, and surer
    assert weight > 0
    assert intercept == pytest.approx(0, abs=1e-6)
    assert best_dimension(np.column_stack([wrong, -side, -side]), labels)[0] == 1


@pytest.mark.parametrize("scaled", [False, True])
def test_a_path_of_penalties_leads_where_single_fits_lead(scaled: bool) -> None:
    x, labels = RNG.standard_normal((90, 4)) * [1, 5, 0.2, 1], RNG.random(90) < 0.4
    x[:, 1] += 4 * labels
    wanted = [(scaled, 0.01), (scaled, 1.0), (not scaled, 0.1), (scaled, 0.5)]
    for (standardise, strength), found in zip(wanted, path(x, labels, wanted), strict=True):
        alone = fit_all(x, labels, C=strength, standardise=standardise)
        assert (found.C, found.standardised) == (strength, standardise)
        assert found.weights == pytest.approx(alone.weights, abs=1e-5)
        assert found.intercept == pytest.approx(alone.intercept, abs=1e-5)
        centre, scale = (x.mean(axis=0), x.std(axis=0)) if standardise else (0, 1)
        peer = LogisticRegression(C=strength, tol=1e-10, max_iter=10_000)
        peer.fit((x - centre) / scale, labels)
        assert found.decision(x) == pytest.approx(
            peer.decision_function((x - centre) / scale), abs=2e-3
        )


def test_ties_in_tuning_go_to_raw_vectors_and_the_stronger_penalty() -> None:
    labels = np.arange(80) % 2 == 0
    x = np.where(labels, 1.0, -1.0)[:, None] * [1.0, 2.0]
    tuned = fit_tuned(
        x, labels, ProbeConfig(folds=4).random_folds(80, 0), settings(0.1, 1.0, 100.0)
    )
    assert (tuned.C, tuned.standardised) == (0.1, False)
    same = np.arange(80) >= 55  # the first fold trains on one class alone and is passed over
    column = np.where(same, 1.0, -1.0)[:, None] + 0.01 * RNG.standard_normal((80, 1))
    assert (
        fit_tuned(column, same, ProbeConfig().tuning_folds(80, 0), settings(1.0)).decision(column)
        > 0
    ).tolist() == same.tolist()


def test_repeating_the_papers_split_draws_control_labels_anew_and_nothing_else() -> None:
    integers = list(range(1, 101))
    noise = np.random.default_rng(2).standard_normal((100, 3))  # the same in any order of tests
    noisy = Embeddings(integers, noise, name="noise")
    config = ProbeConfig(last=100, controls=2, tune=False)
    first, second, both = (
        probe(noisy, ["even"], replace(config, **more)).properties[0]
        for more in ({}, {"seed": 1}, {"seeds": 2})
    )
    assert (first.all, first.single) == (second.all, second.single) == (both.all, both.single)
    assert first.selectivity != second.selectivity
    assert both.selectivity == pytest.approx((first.selectivity + second.selectivity) / 2)
    assert both.by_heart == pytest.approx((first.by_heart + second.by_heart) / 2)
    assert both.majority.accuracy == 0.5
    assert (first.draws, both.draws, both.n_train) == (1, 2, 50)
    assert both.C is both.standardised is both.compression is both.tuned is None


def test_a_neuron_by_hand() -> None:
    integers = list(range(1, 101))
    odd = np.array(integers) % 2
    matrix = np.column_stack([RNG.standard_normal(100), 6.0 * odd - 2])  # −2 or 4
    matrix[[0, 3], 1] = matrix[[3, 0], 1]  # 1 and 4 have each other's value
    neuron = find_neuron(
        Embeddings(integers, matrix, name="toy"), "even", ProbeConfig(last=100), shown=6
    )
    assert (neuron.dimension, neuron.sign) == (1, -1)
    assert -2 < neuron.threshold < 4
    assert [(v.integer, v.holds, v.right) for v in neuron.values] == [
        (1, False, False), (2, True, True), (3, False, True),
        (4, True, False), (5, False, True), (6, True, True),
    ]  # fmt: skip
    assert [v.value for v in neuron.values] == [-2, -2, 4, 4, 4, -2]
    assert neuron.n_right == 4
    plain = neuron.to_json()
    assert plain["n_right"] == 4
    assert plain["property"] == "even"
    assert plain["alone"]["accuracy"] == neuron.alone.accuracy == 1.0
    assert tuple(plain["alone"]["accuracy_ci95"]) == wilson(50, 50)
    with pytest.raises(InputError, match="'value' is a quantity"):
        find_neuron(Embeddings(integers, matrix, name="toy"), "value", ProbeConfig(last=100))


def test_frequency_falls_with_the_place_in_a_model() -> None:
    model = Embeddings([7, 3, 5], np.eye(3), name="m")
    assert frequency(model, [7, 3, 9]) == pytest.approx(-np.log([1, 2, 4]))
    names = [row.name for row in baselines([model], range(1, 30))]
    assert names == ["majority class", "random, 3-d", "digits, one-hot", "log frequency"]
    assert len(baselines([], range(1, 30))) == 2
    digits = one_hot_digits(range(8, 12))
    assert digits.dim == 20
    assert np.flatnonzero(digits[9]).tolist() == [9]
    assert np.flatnonzero(digits[10]).tolist() == [0, 11]


def test_readings_are_probabilities_of_the_probe_that_has_not_seen_the_integer() -> None:
    integers = list(range(1, 301))
    facts = np.array([[n % 2, float(is_prime(n))] for n in integers])
    vectors = facts + 0.8 * RNG.standard_normal((300, 2))
    noisy = Embeddings(integers, vectors, name="noisy")
    share = {name: [] for name in ("even", "prime")}  # type: dict[str, list[bool]]
    accuracies: dict[str, set[float]] = {"even": set(), "prime": set()}
    for n in integers:
        for reading in read_off(noisy, n):
            if reading.property in share:
                assert 0 < reading.read < 1
                share[reading.property].append((reading.read > 0.5) == reading.truth)
                accuracies[reading.property].add(reading.accuracy)
    for name, right in share.items():
        # Two probes, each scored on the half that it has not seen: read by it, right as often.
        assert len(accuracies[name]) == 2
        assert np.mean(right) == pytest.approx(np.mean(list(accuracies[name])), abs=0.01)


def test_the_interval_of_r2_by_fishers_z() -> None:
    low, high = r2_interval(0.25, 103, 1) or (0.0, 0.0)
    assert low == pytest.approx(np.tanh(np.arctanh(0.5) - 1.959964 / 10) ** 2)
    assert high == pytest.approx(np.tanh(np.arctanh(0.5) + 1.959964 / 10) ** 2)
    assert r2_interval(0.0, 103, 1) == (0.0, pytest.approx(np.tanh(0.1959964) ** 2))
    assert r2_interval(1.0, 103, 1) is None
    assert r2_interval(-0.1, 103, 1) is None
    assert r2_interval(0.5, 4, 1) is not None
    assert r2_interval(0.5, 3, 1) is None


def test_a_seed_draws_what_it_drew_before() -> None:
    """So that published figures come out again: the first seed's halves and pairs, written down."""
    train, test = random_halves(12, 0)
    assert (train.tolist(), test.tolist()) == ([0, 4, 5, 7, 8, 11], [1, 2, 3, 6, 9, 10])
    labels, even = np.arange(12) % 3 == 0, np.zeros(12)
    pairs = matched_halves(labels, even, 0)
    assert (pairs.train.tolist(), pairs.test.tolist()) == ([1, 2, 6, 9], [0, 3, 4, 5])


def test_a_baseline_that_knows_nothing_has_one_dimension() -> None:
    rows = baselines([], range(1, 30))
    assert [(row.name, row.dim) for row in rows] == [("majority class", 1), ("digits, one-hot", 20)]
