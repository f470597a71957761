"""Probes for yes-or-no properties."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from int2vec.errors import InputError
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.control import control_labels, online_code
from int2vec.predict.probe.logistic import fit_all, fit_each, log_loss
from int2vec.predict.probe.result import Run
from int2vec.predict.probe.score import Score, score
from int2vec.predict.probe.split import (
    ProbeSplit,
    forward_folds,
    halves,
    matched_halves,
    random_folds,
    random_halves,
)
from int2vec.predict.probe.tune import fit_tuned

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def classify(
    vectors: Floats,
    labels: Bools,
    integers: list[int],
    frequency: Floats,
    config: ProbeConfig,
    what: str,
) -> tuple[Run, ...]:
    """A run for each seed: (n, dim) vectors, (n,) labels, `what` for the error message."""
    runs: list[Run] = []
    for seed in range(config.seed, config.seed + config.seeds):
        split = make_split(labels, integers, frequency, config, seed)
        if runs and config.split == "paper":  # the split is the same; only what is drawn differs
            run = replace(runs[0], seed=seed)
        else:
            check_split(labels, split, what)
            run = _fit(vectors, labels, split, config, seed)
        runs.append(_with_checks(run, vectors, labels, split, config))
    return tuple(runs)


def best_dimension(vectors: Floats, labels: Bools, C: float = 1.0) -> tuple[int, float, float]:
    """The dimension whose own regression fits the labels best, its weight and its intercept.

    By accuracy on these rows; ties go to the lower log loss, then to the first dimension.
    """
    weights, intercepts = fit_each(vectors, labels, C)
    odds = vectors * weights + intercepts  # (n, dim)
    right = ((odds > 0) == labels[:, None]).sum(axis=0)
    loss = log_loss(np.where(labels[:, None], odds, -odds)).sum(axis=0)
    best = int(np.lexsort((loss, -right))[0])
    return best, float(weights[best]), float(intercepts[best])


def make_split(
    labels: Bools, integers: list[int], frequency: Floats, config: ProbeConfig, seed: int
) -> ProbeSplit:
    """The split that the config asks for, of integers in rising order."""
    if config.split == "random":
        return random_halves(len(labels), seed)
    if config.split == "frequency":
        return matched_halves(labels, frequency, seed)
    middle = config.first + len(config.integers) // 2
    return halves(int(np.searchsorted(integers, middle)), len(labels))


def check_split(labels: Bools, split: ProbeSplit, what: str) -> None:
    """InputError where there is nothing to fit on, nothing to test on, or one class alone."""
    if not len(split.train) or not len(split.test):
        raise InputError(f"{what}: {len(split.train)} integers to fit on and {len(split.test)} to "
                         "test on; give a wider range or another model")  # fmt: skip
    yes = int(labels[split.train].sum())
    if yes in (0, len(split.train)):
        raise InputError(f"{what}: {yes} of the {len(split.train)} integers to fit on have the "
                         "property, and a probe needs both kinds; give a wider range or "
                         "split='random'")  # fmt: skip


def _fit(vectors: Floats, labels: Bools, split: ProbeSplit, config: ProbeConfig, seed: int) -> Run:
    x, y = vectors[split.train], labels[split.train]
    unseen, truth = vectors[split.test], labels[split.test]

    def measured(odds: Floats, resamples: int = config.resamples) -> Score:
        return score(odds, truth, resamples=resamples, seed=seed)

    dimension, weight, intercept = best_dimension(x, y, config.C)
    everything = fit_all(x, y, C=config.C)
    tuned = None
    if config.tune:
        ahead = config.split == "paper"
        folds = forward_folds(len(y)) if ahead else random_folds(len(y), config.folds, seed)
        tuned = fit_tuned(x, y, config.strengths, folds)
    return Run(
        seed=seed,
        n_train=len(y),
        majority=measured(np.full(len(truth), y.mean() - 0.5), 0),
        single=measured(unseen[:, dimension] * weight + intercept),
        all=measured(everything.decision(unseen)),
        tuned=measured(tuned.decision(unseen)) if tuned else None,
        dimension=dimension,
        C=tuned.C if tuned else None,
        standardised=tuned.standardised if tuned else None,
    )


def _with_checks(
    run: Run, vectors: Floats, labels: Bools, split: ProbeSplit, config: ProbeConfig
) -> Run:
    control = code = None
    if config.controls:
        control = control_labels(vectors, labels, split, C=config.C,
                                 draws=config.controls, seed=run.seed)  # fmt: skip
    if config.code:
        rows = np.sort(np.concatenate([split.train, split.test]))
        code = online_code(vectors[rows], labels[rows], config.strengths, run.seed)
    return replace(run, control=control, code=code)
