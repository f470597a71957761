"""Expansions of real numbers: decimals and continued fractions, in exact integers."""

from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import isqrt

from int2vec.arithmetic.digits import digits
from int2vec.arithmetic.shapes import iroot, is_square

PLACES = 108
_GUARD = 12


def digits_of(scaled: int, base: int = 10) -> list[int]:
    """The leading digits of an integer that stands for a scaled real number."""
    return digits(scaled, base)[:PLACES]


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


def e(places: int) -> int:
    """The integer part of 10^places times e.

    >>> e(10)
    27182818284
    """
    with localcontext(prec=places + _GUARD):
        return int(Decimal(1).exp().scaleb(places))


def log(n: int, places: int = 120) -> int:
    """The integer part of 10^places times the natural logarithm of n >= 2.

    >>> log(2, 10)
    6931471805
    """
    with localcontext(prec=places + _GUARD):
        return int(Decimal(n).ln().scaleb(places))


def root_digits(k: int, order: int = 2, base: int = 10) -> list[int]:
    """The digits of the root of k of some order.

    >>> root_digits(2)[:6]
    [1, 4, 1, 4, 2, 1]
    """
    return digits_of(iroot(k * base ** (order * PLACES), order), base)


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


def fraction_of(scaled: int, places: int = 120) -> list[int]:
    """The sure terms of the continued fraction of a number known to so many places."""
    low, high = Fraction(scaled, 10**places), Fraction(scaled + 1, 10**places)
    found: list[int] = []
    while len(found) < PLACES and low // 1 == high // 1:
        found.append(low // 1)
        low, high = low % 1, high % 1
        if not low or not high:
            break
        low, high = 1 / high, 1 / low
    return found


def convergents(k: int, before: int, last: int) -> Iterator[int]:
    """Numerators of the convergents of the root of k, from 0 and 1; denominators from 1 and 0.

    >>> list(convergents(2, 0, 1))[:4]
    [1, 3, 7, 17]
    """
    for a in () if is_square(k) else islice(root_fraction(k), 36):
        before, last = last, a * last + before
        yield last
