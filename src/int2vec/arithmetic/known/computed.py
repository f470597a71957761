"""What known sequences are computed from: splits, partitions, runs, steps to 1, real numbers.

Real numbers stand as integers: their decimals and continued fractions are exact.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import islice, takewhile
from math import isqrt

Rows = list[list[int]]
PLACES = 108
_GUARD = 12


def _triangle(first: int, step: Callable[[int, int, int, int], int]) -> Callable[[int], Rows]:
    """So many rows of a triangle: n, k, the entry above and that to its left give each entry."""

    @lru_cache(maxsize=4)
    def rows(many: int) -> Rows:
        triangle = [[1]]
        for n in range(first + 1, many + first):
            last = [0, *triangle[-1], 0]
            triangle.append([step(n, k, last[k + 1], last[k]) for k in range(len(last) - 1)])
        return triangle

    return rows


stirling2 = _triangle(0, lambda _, k, above, left: k * above + left)
"""Ways to split n things into k groups, n and k from 0."""
stirling1 = _triangle(0, lambda n, _, above, left: (n - 1) * above + left)
"""Permutations of n things with k cycles, n and k from 0."""
eulerian = _triangle(1, lambda n, k, above, left: (k + 1) * above + (n - k) * left)
"""Permutations of n things with k ascents, n from 1 and k from 0."""


def kolakoski(*letters: int, length: int = 110) -> list[int]:
    """The sequence of two letters that describes its own runs.

    >>> kolakoski(1, 2, length=8)
    [1, 2, 2, 1, 1, 2, 1, 2]
    """
    found: list[int] = []
    runs = 0
    while len(found) < length:
        letter = letters[runs % 2]
        found += [letter] * (found[runs] if runs < len(found) else letter)
        runs += 1
    return found[:length]


def way(n: int) -> list[int]:
    """The Collatz steps that lead from n to 1, n itself among them.

    >>> way(3)
    [3, 10, 5, 16, 8, 4, 2, 1]
    """
    found = [n]
    while n > 1:
        n = 3 * n + 1 if n % 2 else n // 2
        found.append(n)
    return found


def scaled(number: Callable[[], Decimal], places: int) -> int:
    """The integer part of 10^places times what is worked out to as many digits.

    >>> scaled(Decimal(1).exp, 10)
    27182818284
    """
    with localcontext(prec=places + _GUARD):
        return int(number().scaleb(places))


@lru_cache(maxsize=4)
def pi(places: int) -> int:
    """The integer part of 10^places times pi (by the means of Gauss and Legendre).

    >>> pi(10)
    31415926535
    """
    with localcontext(prec=places + _GUARD):
        a, b, t = Decimal(1), 1 / Decimal(2).sqrt(), Decimal(1) / 4
        for k in range(places.bit_length()):  # each step doubles the digits
            t -= 2**k * ((a - b) / 2) ** 2
            a, b = (a + b) / 2, (a * b).sqrt()
        return int(((a + b) ** 2 / (4 * t)).scaleb(places))


def root_fraction(k: int) -> Iterator[int]:
    """The continued fraction of the root of k, which is no square.

    >>> list(islice(root_fraction(7), 6))
    [2, 1, 1, 1, 4, 1]
    """
    whole = isqrt(k)
    m, d, a = 0, 1, whole
    while True:
        yield a
        m = d * a - m
        d = (k - m * m) // d
        a = (whole + m) // d


def unfolded(x: Fraction) -> Iterator[int]:
    """The terms of the continued fraction of a number.

    >>> list(unfolded(Fraction(43, 30)))
    [1, 2, 3, 4]
    """
    while True:
        yield x // 1
        if x.denominator == 1:
            return
        x = 1 / (x % 1)


def fraction_of(scaled: int, places: int = 120) -> list[int]:
    """The sure terms of the continued fraction of a number known to so many places."""
    low, high = (unfolded(Fraction(n, 10**places)) for n in (scaled, scaled + 1))
    sure = takewhile(lambda both: both[0] == both[1], zip(low, high, strict=False))
    return [term for term, _ in islice(sure, PLACES)]
