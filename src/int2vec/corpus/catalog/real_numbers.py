"""Families of expansions of real numbers: decimals, other bases, continued fractions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from int2vec.arithmetic import is_square
from int2vec.arithmetic.known.expansions import (
    digits_of,
    e,
    fraction_of,
    log,
    pi,
    root_digits,
    root_fraction,
    surd_digits,
)
from int2vec.corpus.catalog.base import Families, each

_NOT_SQUARES = [k for k in range(2, 460) if not is_square(k)]
_CONSTANTS = {"pi": pi(140), "e": e(140)}


def _convergents(k: int, before: int, last: int) -> Iterator[int]:
    """Numerators of the convergents of the root of k, from 0 and 1; denominators from 1 and 0."""
    for a in islice(root_fraction(k), 36):
        before, last = last, a * last + before
        yield last


FAMILIES: Families = {
    "decimal expansions": (
        each("Decimals of the root of {k}", root_digits, k=_NOT_SQUARES),
        each(
            "Decimals of the {order=3..8}th root of {k=2..59}",
            lambda k, order: root_digits(k, order),
        ),
        each("Decimals of ({a=1..8} + the root of {k=2,3,5,6,7,10,11,13})/{b=2..8}", surd_digits),
    ),
    "decimals of logarithms and of pi and e": (
        each("Decimals of the logarithm of {n=2..59}", lambda n: digits_of(log(n))),
        each(
            "Decimals of {a=1..15} {c}/{b=1..15}",
            lambda a, b, c: digits_of(_CONSTANTS[c] * a // b),
            c=_CONSTANTS,
        ),
        each("Decimals of {c}^{k=2..30}", lambda k, c: digits_of(_CONSTANTS[c] ** k), c=_CONSTANTS),
    ),
    "decimals of fractions": (
        each(
            "Decimals of {a=1,2,5}/{b=7,13..199}",
            lambda a, b: [int(digit) for digit in str(10**108 + a * 10**108 // b)[1:]],
        ),
    ),
    "expansions in other bases": (
        each(
            "Digits of the root of {k=2,3,5..8,10..15,17..23} in base {b=2..9,12,16}",
            lambda k, b: root_digits(k, 2, b),
        ),
    ),
    "continued fractions": (
        each("Continued fraction of the root of {k}", root_fraction, k=_NOT_SQUARES),
        each("Continued fraction of the logarithm of {k=2..39}", lambda k: fraction_of(log(k))),
        each(
            "Continued fraction of {a=1..13} pi/{b=1..13}",
            lambda a, b: fraction_of(_CONSTANTS["pi"] * a // b // 10**20),
        ),
    ),
    "convergents": (
        each(
            "Numerators of the convergents of the root of {k}",
            lambda k: _convergents(k, 0, 1),
            k=_NOT_SQUARES[:118],
        ),
        each(
            "Denominators of the convergents of the root of {k}",
            lambda k: _convergents(k, 1, 0),
            k=_NOT_SQUARES[:118],
        ),
    ),
}
