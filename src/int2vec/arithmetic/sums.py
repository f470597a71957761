"""Sums and differences of a sequence: of neighbors, over divisors, with binomial coefficients.

Term n of a result depends on the given terms up to n (or n + 1) alone. Where a result would not
be whole the answer is None.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from operator import add, sub


def differences(a: Sequence[int]) -> list[int]:
    """a(n+1) − a(n).

    >>> differences([1, 4, 9])
    [3, 5]
    """
    return list(map(sub, a[1:], a))


def partial_sums(a: Iterable[int]) -> list[int]:
    """a(0) + … + a(n).

    >>> partial_sums([1, 2, 3])
    [1, 3, 6]
    """
    return list(accumulate(a))


def neighbor_sums(a: Sequence[int]) -> list[int]:
    """a(n) + a(n+1).

    >>> neighbor_sums([1, 4, 9])
    [5, 13]
    """
    return list(map(add, a, a[1:]))


def divided(
    a: Sequence[int], factor: Callable[[int], int] = abs, first: int = 1
) -> list[int] | None:
    """a(n) over a factor of n, n from `first`, where whole; where that is 0, the others.

    >>> divided([1, 4, 9]), divided([0, 4, 9], first=0)
    ([1, 2, 3], None)
    """
    pairs = [(t, factor(n)) for n, t in enumerate(a, first)][factor(first) == 0 :]
    return None if any(t % f for t, f in pairs) else [t // f for t, f in pairs]


def divisor_sums(a: Sequence[int]) -> list[int]:
    """Σ a(d) over the divisors d of n, n from 1.

    >>> divisor_sums([1, 1, 1, 1, 1, 1])
    [1, 2, 2, 3, 2, 4]
    """
    out = [0] * len(a)
    for d, term in enumerate(a, 1):
        if term:
            for multiple in range(d, len(a) + 1, d):
                out[multiple - 1] += term
    return out


def mobius(a: Sequence[int]) -> list[int]:
    """What has these divisor sums.

    >>> mobius([1, 2, 2, 3, 2, 4])
    [1, 1, 1, 1, 1, 1]
    """
    out = list(a)
    for d in range(1, len(a) + 1):
        for multiple in range(2 * d, len(a) + 1, d):
            out[multiple - 1] -= out[d - 1]
    return out


def first_of_rows(row: Sequence[int], following: Callable[[Sequence[int]], list[int]]) -> list[int]:
    """The first terms of a sequence, of the one that follows from it, of what follows from that.

    >>> first_of_rows([1, 2, 4, 8], differences)
    [1, 1, 1, 1]
    """
    out = []
    while row:
        out.append(row[0])
        row = following(row)
    return out
