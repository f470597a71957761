"""Two checks that a probe reads the vectors and does not learn by heart or by chance."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.probe.logistic import fit_all, log_loss
from int2vec.predict.probe.result import Code, Control
from int2vec.predict.probe.split import ProbeSplit
from int2vec.predict.probe.tune import path

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_FIRST_BLOCK = 16


def control_labels(
    vectors: Floats, labels: Bools, split: ProbeSplit, *, C: float, draws: int, seed: int
) -> Control:
    """How the probe does on labels that mean nothing (Hewitt & Liang 2019).

    Each integer keeps one random label, drawn by shuffling the true ones within either part, so
    that the balance stays. No integer is in both parts, so nothing of it carries over to the
    test part; what the probe learns by heart shows on the training part.
    """
    rng = np.random.default_rng([5, seed])
    scores = []
    for _ in range(draws):
        train, test = rng.permutation(labels[split.train]), rng.permutation(labels[split.test])
        fitted = fit_all(vectors[split.train], train, C=C)
        scores.append((((fitted.decision(vectors[split.test]) > 0) == test).mean(),
                       ((fitted.decision(vectors[split.train]) > 0) == train).mean()))  # fmt: skip
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
