"""Which integers a probe is fitted on and which it is tested on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

_CALIPER = 0.1


@dataclass(frozen=True, kw_only=True)
class ProbeSplit:
    """Rows of the probed integers: those to fit on, and those to test on."""

    train: Rows
    test: Rows


def halves(n_first: int, n: int) -> ProbeSplit:
    """The first rows to train on, the others to test on: the paper's split."""
    return ProbeSplit(train=np.arange(n_first), test=np.arange(n_first, n))


def random_halves(n: int, seed: int) -> ProbeSplit:
    """Two random halves."""
    order = np.random.default_rng([1, seed]).permutation(n)
    return ProbeSplit(train=np.sort(order[: n // 2]), test=np.sort(order[n // 2 :]))


def matched_halves(labels: Bools, frequency: Floats, seed: int) -> ProbeSplit:
    """Random halves of pairs, one integer with the property and one as frequent without it.

    The rarer class is gone through in random order; each member takes the nearest free partner
    by frequency, if one is within a tenth of a standard deviation. Rows without a partner are
    left out, so either class makes up half of each part and frequency alone tells nothing.
    """
    rng = np.random.default_rng([2, seed])
    few, many = np.flatnonzero(labels), np.flatnonzero(~labels)
    if len(few) > len(many):
        few, many = many, few
    many = many[np.argsort(frequency[many], kind="stable")]
    level = frequency[many]
    free = np.ones(len(many), dtype=bool)
    nearest = _CALIPER * float(frequency.std())
    pairs = []
    for row in rng.permutation(few):
        gap = np.where(free, np.abs(level - frequency[row]), np.inf)
        partner = int(gap.argmin())
        if gap[partner] > nearest:
            continue
        free[partner] = False
        pairs.append((int(row), int(many[partner])))
    order = rng.permutation(len(pairs))
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)[order]
    half = len(table) // 2
    return ProbeSplit(train=np.sort(table[:half].ravel()), test=np.sort(table[half:].ravel()))


def forward_folds(n: int) -> list[ProbeSplit]:
    """Two folds that look ahead: half to the next quarter, three quarters to the last.

    The paper's split asks for larger integers than any seen, so the strength of the penalty is
    chosen by the same kind of question inside the training part.
    """
    half, most = n // 2, 3 * n // 4
    return [
        ProbeSplit(train=np.arange(half), test=np.arange(half, most)),
        ProbeSplit(train=np.arange(most), test=np.arange(most, n)),
    ]


def random_folds(n: int, folds: int, seed: int) -> list[ProbeSplit]:
    """The folds of an ordinary cross-validation."""
    parts = np.array_split(np.random.default_rng([3, seed]).permutation(n), folds)
    return [
        ProbeSplit(train=np.sort(np.concatenate(parts[:i] + parts[i + 1 :])), test=np.sort(part))
        for i, part in enumerate(parts)
    ]
