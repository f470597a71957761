"""Transforms of whole sequences, as the OEIS names them, in exact integers.

Each takes the terms and gives the transformed ones, or None where they are not integers. Each
term of a result depends on the given terms up to its own place alone, so that a known next term
of the result gives the next term of the prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

from int2vec.predict.complete.rules import power_series

Terms = list[int]
Transform = Callable[[Terms], Terms | None]


def differences(a: Terms) -> Terms:
    """a(n+1) - a(n)."""
    return [y - x for x, y in pairwise(a)]


def partial_sums(a: Terms) -> Terms:
    """a(0) + … + a(n)."""
    return list(accumulate(a))


def neighbour_sums(a: Terms) -> Terms:
    """a(n) + a(n+1)."""
    return [x + y for x, y in pairwise(a)]


def quotients(a: Terms) -> Terms | None:
    """a(n+1) / a(n)."""
    if any(x == 0 or y % x for x, y in pairwise(a)):
        return None
    return [y // x for x, y in pairwise(a)]


def euler(a: Terms) -> Terms:
    """Coefficients of the product of (1 - x^n)^-a(n), both from 1.

    >>> euler([1, 1, 1, 1, 1])
    [1, 2, 3, 5, 7]
    """
    return power_series.euler(a)[1:]


def exponential(b: Terms) -> Terms:
    """exp of the exponential generating function of b, both from 1.

    >>> exponential([1, 1, 1, 1])
    [1, 2, 5, 15]
    """
    return power_series.exponential(b)[1:]


def reversion(a: Terms) -> Terms | None:
    """Coefficients, from 1, of the series whose composition with a, from 1, is x (Lagrange).

    >>> reversion([1, -1, 0, 0, 0])
    [1, 1, 2, 5, 14]
    """
    inverse = power_series.reciprocal(a)
    if inverse is None or len(a) > 30:  # cubic time
        return None
    n, out = len(a), []
    power = [1] + [0] * (n - 1)
    for m in range(1, n + 1):
        power = [sum(power[j] * inverse[i - j] for j in range(i + 1)) for i in range(n)]
        if power[m - 1] % m:
            return None
        out.append(power[m - 1] // m)
    return out
