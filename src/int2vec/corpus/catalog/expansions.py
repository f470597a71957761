"""Decimal and other expansions of real numbers, and continued fractions, in exact integers."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, isqrt

from int2vec.arithmetic import iroot
from int2vec.arithmetic.known.expansions import (
    PLACES,
    digits_of,
    e,
    fraction_of,
    log,
    log_digits,
    pi,
    root_digits,
    root_fraction,
    surd_digits,
)
from int2vec.corpus.catalog.base import Entry, family


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
