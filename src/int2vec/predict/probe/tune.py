"""The strength of the penalty, chosen inside the training part alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from int2vec.predict.probe.logistic import Logistic, fit_all
from int2vec.predict.probe.split import ProbeSplit

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Setting = tuple[bool, float]  # whether to standardise, and C


def fit_tuned(
    vectors: Floats, labels: Bools, strengths: Sequence[float], folds: Sequence[ProbeSplit]
) -> Logistic:
    """The logistic regression whose strength and scaling are the most accurate on the folds.

    Raw and standardised vectors compete. Ties go to raw vectors and the stronger penalty. Folds
    whose training part has one class alone are passed over.
    """
    settings = [(scaled, C) for scaled in (False, True) for C in sorted(strengths)]
    right = np.zeros(len(settings))
    for fold in folds:
        known, truth = labels[fold.train], labels[fold.test]
        if known.all() or not known.any():
            continue
        for i, fitted in enumerate(path(vectors[fold.train], known, settings)):
            right[i] += ((fitted.decision(vectors[fold.test]) > 0) == truth).sum()
    scaled, C = settings[int(right.argmax())]
    return fit_all(vectors, labels, C=C, standardise=scaled)


def path(vectors: Floats, labels: Bools, settings: Sequence[Setting]) -> list[Logistic]:
    """A fit for each setting; a weaker penalty starts from the stronger one before it."""
    fits: list[Logistic] = []
    for scaled, C in settings:
        last = fits[-1] if fits else None
        warm = last if last and last.standardised == scaled and last.C < C else None
        fits.append(fit_all(vectors, labels, C=C, standardise=scaled, start=warm))
    return fits
