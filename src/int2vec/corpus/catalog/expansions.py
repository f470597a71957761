"""Decimal and other expansions of real numbers, and continued fractions, in exact integers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import gcd, isqrt

from int2vec.arithmetic import iroot
from int2vec.corpus.catalog.base import Entry, family

PLACES = 108
_GUARD = 12


def digits_of(scaled: int, base: int = 10) -> list[int]:
    """The leading digits of an integer that stands for a scaled real number."""
    found = []
    while scaled:
        scaled, digit = divmod(scaled, base)
        found.append(digit)
    return found[::-1][:PLACES]


@lru_cache(maxsize=4)
def pi(places: int) -> int:
    """The integer part of 10^places times pi (Machin's formula).

    >>> pi(10)
    31415926535
    """
    unit = 10 ** (places + _GUARD)
    return int(4 * (4 * _arctan(5, unit) - _arctan(239, unit)) // 10**_GUARD)


def _arctan(x: int, unit: int) -> int:
    """The arc tangent of 1/x, scaled by unit."""
    power, total, sign = unit // x, 0, 1
    for k in count(1, 2):
        if power == 0:
            return total
        total += sign * (power // k)
        power //= x * x
        sign = -sign
    return total


@lru_cache(maxsize=4)
def e(places: int) -> int:
    """The integer part of 10^places times e.

    >>> e(10)
    27182818284
    """
    term = total = 10 ** (places + _GUARD)
    for k in count(1):
        term //= k
        if term == 0:
            break
        total += term
    return int(total // 10**_GUARD)


def log(n: int, places: int = 120) -> int:
    """The integer part of 10^places times the natural logarithm of n >= 2.

    >>> log(2, 10)
    6931471805
    """
    # log n = sum of 2 artanh(1/(2k+1)) over the steps k -> k + 1 that lead from 1 to n.
    unit = 10 ** (places + _GUARD)
    total = sum(2 * _artanh(2 * k + 1, unit) for k in range(1, n))
    return int(total // 10**_GUARD)


@lru_cache(maxsize=64)
def _artanh(x: int, unit: int) -> int:
    power, total = unit // x, 0
    for k in count(1, 2):
        if power == 0:
            return total
        total += power // k
        power //= x * x
    return total


def root_digits(k: int, order: int = 2, base: int = 10) -> list[int]:
    """The digits of the root of k of some order.

    >>> root_digits(2)[:6]
    [1, 4, 1, 4, 2, 1]
    """
    return digits_of(iroot(k * base ** (order * PLACES), order), base)


def surd_digits(a: int, k: int, b: int) -> list[int]:
    """The digits of (a + the root of k)/b.

    >>> surd_digits(1, 5, 2)[:6]
    [1, 6, 1, 8, 0, 3]
    """
    unit = 10 ** (PLACES + _GUARD)
    return digits_of((a * unit + isqrt(k * unit * unit)) // b)


def log_digits(n: int) -> list[int]:
    """The digits of the natural logarithm of n.

    >>> log_digits(2)[:4]
    [6, 9, 3, 1]
    """
    return digits_of(log(n))


def root_fraction(k: int) -> Iterator[int]:
    """The continued fraction of the root of k, which is no square.

    >>> from itertools import islice
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
    while len(found) < PLACES:
        a = low.numerator // low.denominator
        if a != high.numerator // high.denominator:
            break
        found.append(a)
        low, high = low - a, high - a
        if not low or not high:
            break
        low, high = 1 / high, 1 / low
    return found


@family("decimal expansions")
def _decimals() -> Iterator[Entry]:
    for k in range(2, 420):
        if isqrt(k) ** 2 != k:
            yield f"Decimals of the root of {k}", root_digits(k)
    for order in range(3, 9):
        for k in range(2, 60):
            if iroot(k, order) ** order != k:
                yield f"Decimals of the {order}th root of {k}", root_digits(k, order)
    for a in range(1, 9):
        for b in range(2, 9):
            for k in (2, 3, 5, 6, 7, 10, 11, 13):
                if gcd(a, b) == 1:
                    yield f"Decimals of ({a} + the root of {k})/{b}", surd_digits(a, k, b)


@family("decimals of logarithms and of pi and e")
def _transcendental() -> Iterator[Entry]:
    for n in range(2, 60):
        yield f"Decimals of the logarithm of {n}", log_digits(n)
    three, other = pi(140), e(140)
    unit = 10**140
    for a in range(1, 16):
        for b in range(1, 16):
            if gcd(a, b) == 1:
                yield f"Decimals of {a} pi/{b}", digits_of(three * a // b)
                yield f"Decimals of {a} e/{b}", digits_of(other * a // b)
    for k in range(1, 30):
        yield f"Decimals of pi + {k}/7", digits_of(three + k * unit // 7)
        yield f"Decimals of the root of {k} pi", digits_of(isqrt(k * three * unit))
        yield f"Decimals of the root of {k} e", digits_of(isqrt(k * other * unit))
        yield f"Decimals of pi to the power {k + 1}", digits_of(three ** (k + 1))
        yield f"Decimals of e to the power {k + 1}", digits_of(other ** (k + 1))


@family("decimals of fractions")
def _fractions() -> Iterator[Entry]:
    for bottom in range(3, 200):
        if gcd(bottom, 10) == 1 or bottom % 7 == 0:
            for top in (1, 2, 5) if bottom < 60 else (1,):
                value = top * 10 ** (PLACES - 1) // bottom
                yield f"Decimals of {top}/{bottom}", [int(c) for c in str(value).zfill(PLACES - 1)]


@family("expansions in other bases")
def _bases() -> Iterator[Entry]:
    for base in (2, 3, 4, 5, 6, 7, 8, 9, 12, 16):
        for k in range(2, 24):
            if isqrt(k) ** 2 != k:
                yield f"Digits of the root of {k} in base {base}", root_digits(k, 2, base)
        scaled = pi(140) * base**100 // 10**140
        yield f"Digits of pi in base {base}", digits_of(scaled, base)
        yield f"Digits of e in base {base}", digits_of(e(140) * base**100 // 10**140, base)


@family("continued fractions")
def _continued() -> Iterator[Entry]:
    for k in range(2, 460):
        if isqrt(k) ** 2 != k:
            yield f"Continued fraction of the root of {k}", root_fraction(k)
    for k in range(2, 40):
        yield f"Continued fraction of the logarithm of {k}", fraction_of(log(k))
        cube = iroot(k * 10**360, 3)
        if cube**3 != k * 10**360:
            yield f"Continued fraction of the cube root of {k}", fraction_of(cube)
    for a in range(1, 14):
        for b in range(1, 14):
            if gcd(a, b) == 1:
                yield f"Continued fraction of {a} pi/{b}", fraction_of(pi(140) * a // b // 10**20)


@family("convergents")
def _convergents() -> Iterator[Entry]:
    for k in range(2, 130):
        if isqrt(k) ** 2 == k:
            continue
        tops, bottoms, before, last, under, below = [], [], 0, 1, 1, 0
        for a in root_fraction(k):
            before, last = last, a * last + before
            under, below = below, a * below + under
            tops.append(last)
            bottoms.append(below)
            if len(tops) == 36:
                break
        yield f"Numerators of the convergents of the root of {k}", tops
        yield f"Denominators of the convergents of the root of {k}", bottoms
