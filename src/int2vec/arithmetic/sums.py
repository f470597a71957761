"""Sums and differences of a sequence: of neighbours, over divisors, with binomial coefficients.

Term n of a result depends on the given terms up to n (or n + 1) alone. Where a result would not
be whole the answer is None.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate, count, pairwise
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


def quotients(a: Sequence[int]) -> list[int] | None:
    """a(n+1) / a(n), where whole.

    >>> quotients([1, 1, 2, 6, 24]), quotients([1, 0, 3])
    ([1, 2, 3, 4], None)
    """
    if any(x == 0 or y % x for x, y in pairwise(a)):
        return None
    return [y // x for x, y in pairwise(a)]


def times_n(a: Sequence[int]) -> list[int]:
    """n·a(n), n from 1."""
    return [n * t for n, t in enumerate(a, 1)]


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


def _first_of_rows(
    row: Sequence[int], following: Callable[[Sequence[int]], list[int]]
) -> list[int]:
    out = []
    while row:
        out.append(row[0])
        row = following(row)
    return out


binomial = partial(_first_of_rows, following=neighbor_sums)
"""Σ C(n, k)·a(k): [1, 2, 4, 8] of [1, 1, 1, 1]."""
inverse_binomial = partial(_first_of_rows, following=differences)
"""What has this binomial transform: the first entries of the rows of differences."""


def stirling(a: Sequence[int]) -> list[int]:
    """Σ S(n, k)·a(k), Stirling numbers of the second kind, n and k from 1.

    >>> stirling([1, 1, 1, 1])
    [1, 2, 5, 15]
    """
    return _first_of_rows(a, lambda row: [n * x + y for n, (x, y) in enumerate(pairwise(row), 1)])


def inverse_stirling(a: Sequence[int]) -> list[int]:
    """What has this Stirling transform.

    >>> inverse_stirling([1, 2, 5, 15])
    [1, 1, 1, 1]
    """
    steps = count(1)
    return _first_of_rows(a, lambda row: list(map(sub, row[1:], map(next(steps).__mul__, row))))


def boustrophedon(a: Sequence[int]) -> list[int]:
    """The ends of a triangle filled to and fro: each row starts with a(n) and adds up the last.

    >>> boustrophedon([1, 0, 0, 0, 0, 0])
    [1, 1, 1, 2, 5, 16]
    """
    out: list[int] = []
    row: list[int] = []
    for term in a:
        row = list(accumulate([term, *reversed(row)]))
        out.append(row[-1])
    return out
