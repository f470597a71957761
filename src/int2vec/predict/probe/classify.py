"""Probes for yes-or-no properties, and two checks that they read the vectors and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log2

import numpy as np

from int2vec.predict.probe.config import (
    Bools,
    Floats,
    ProbeConfig,
    ProbeSplit,
    check_split,
    forward_folds,
    make_split,
    random_folds,
)
from int2vec.predict.probe.logistic import fit_all, fit_each, fit_tuned, log_loss, path
from int2vec.predict.probe.result import Code, Control, Run, Score, score

_FIRST_BLOCK = 16


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
        draws = config.controls
        control = control_labels(vectors, labels, split, C=config.C, draws=draws, seed=run.seed)
    if config.code:
        rows = np.sort(np.concatenate([split.train, split.test]))
        code = online_code(vectors[rows], labels[rows], config.strengths, run.seed)
    return replace(run, control=control, code=code)


def control_labels(
    vectors: Floats, labels: Bools, split: ProbeSplit, *, C: float, draws: int, seed: int
) -> Control:
    """How the probe does on labels that mean nothing (Hewitt & Liang 2019).

    Each integer keeps one random label, drawn by shuffling the true ones within either part, so
    that the balance stays. No integer is in both parts, so nothing of it carries over to the
    test part; what the probe learns by heart shows on the training part.
    """
    rng = np.random.default_rng([5, seed])
    known, unseen, scores = vectors[split.train], vectors[split.test], []
    for _ in range(draws):
        train, test = rng.permutation(labels[split.train]), rng.permutation(labels[split.test])
        fitted = fit_all(known, train, C=C)
        right = (fitted.decision(unseen) > 0) == test
        learned = (fitted.decision(known) > 0) == train
        scores.append((right.mean(), learned.mean()))
    accuracy, train_accuracy = np.mean(scores, axis=0)
    return Control(accuracy=float(accuracy), train_accuracy=float(train_accuracy), draws=draws)


def online_code(vectors: Floats, labels: Bools, strengths: Sequence[float], seed: int) -> Code:
    """The length in bits of the labels, given the vectors, in the online code.

    The labels are sent in random order in blocks that double: the first at one bit each, every
    other under a probe fitted on all before it (Voita & Titov 2020). The strength of the penalty
    and the scaling are those that make the code shortest; naming them costs log2 of how many
    there are.
    """
    order = np.random.default_rng([6, seed]).permutation(len(labels))
    x, y = vectors[order], labels[order]
    settings = [(scaled, C) for scaled in (False, True) for C in sorted(strengths)]
    bits = np.full(len(settings), float(min(_FIRST_BLOCK, len(y))))
    start = _FIRST_BLOCK
    while start < len(y):
        stop = min(2 * start, len(y))
        truth, yes = y[start:stop], int(y[:start].sum())
        if 0 < yes < start:
            for i, fitted in enumerate(path(x[:start], y[:start], settings)):
                odds = fitted.decision(x[start:stop])
                bits[i] += log_loss(np.where(truth, odds, -odds)).sum() / np.log(2)
        else:  # one class so far: Laplace's rule of succession
            p = (yes + 1) / (start + 2)
            bits -= log2(p) * truth.sum() + log2(1 - p) * (~truth).sum()
        start = stop
    return Code(bits=float(bits.min()) + log2(len(settings)), uniform_bits=float(len(y)))
