"""How sure a score is: intervals and paired tests for small benchmarks."""

from collections.abc import Sequence
from math import comb, sqrt

import numpy as np

_Z95 = 1.959963984540054  # the 97.5 % point of the normal distribution


def wilson(successes: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share.

    >>> low, high = wilson(27, 79)
    >>> round(low, 3), round(high, 3)
    (0.247, 0.452)
    """
    if n == 0:
        return 0.0, 1.0
    share, z2 = successes / n, _Z95 * _Z95
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z95 * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def paired_p(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The two-sided p of the exact McNemar test on two methods' hits on the same items.

    >>> paired_p([True] * 6, [False] * 6)
    0.03125
    """
    wins = sum(x and not y for x, y in zip(first, second, strict=True))
    losses = sum(y and not x for x, y in zip(first, second, strict=True))
    n = wins + losses
    tail = sum(comb(n, i) for i in range(min(wins, losses) + 1))
    share: float = 2 * tail / 2**n  # integers: 2**n passes the largest float
    return min(1.0, share)


def mean_interval(values: Sequence[float], seed: int = 0, draws: int = 2000) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean.

    >>> mean_interval([0.5, 0.5, 0.5])
    (0.5, 0.5)
    """
    if not len(values):
        return 0.0, 0.0
    scores = np.asarray(values, np.float64)
    picks = np.random.default_rng(seed).integers(0, len(scores), (draws, len(scores)))
    low, high = np.quantile(scores[picks].mean(axis=1), [0.025, 0.975])
    return float(low), float(high)
