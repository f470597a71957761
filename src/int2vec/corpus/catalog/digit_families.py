"""Families of digits: functions, counts and sets, in several bases."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from math import prod

from int2vec.arithmetic import digits, from_digits
from int2vec.arithmetic.known.digital import in_base
from int2vec.corpus.catalog.base import Families, each, formula, numbers

_DIGITS = [digits for size in (2, 3) for digits in combinations(range(10), size)]

_FUNCTIONS: dict[str, Callable[[int, list[int], int], int]] = {
    "Digit sums": lambda n, d, b: sum(d),
    "n plus its digit sum": lambda n, d, b: n + sum(d),
    "n less its digit sum": lambda n, d, b: n - sum(d),
    "n times its digit sum": lambda n, d, b: n * sum(d),
    "n modulo its digit sum": lambda n, d, b: n % max(sum(d), 1),
    "How many digits n has": lambda n, d, b: len(d),
    "Largest digits": lambda n, d, b: max(d),
    "First digits": lambda n, d, b: d[0],
    "How many different digits n has": lambda n, d, b: len(set(d)),
    "Sums of the squares of the digits": lambda n, d, b: sum(x * x for x in d),
    "Products of the digits": lambda n, d, b: prod(d),
    "Alternating digit sums": lambda n, d, b: sum(d[::-2]) - sum(d[-2::-2]),
    "Digits of n read backwards": lambda n, d, b: from_digits(d[::-1], b),
    "n plus n read backwards": lambda n, d, b: n + from_digits(d[::-1], b),
    "n with its first digit taken off": lambda n, d, b: from_digits(d[1:], b),
    "n with its digits turned by one": lambda n, d, b: from_digits(d[1:] + d[:1], b),
    "n with its digits in rising order": lambda n, d, b: from_digits(sorted(d), b),
}
_digits = lru_cache(maxsize=40_000)(digits)


def _over(allowed: tuple[int, ...], base: int) -> list[int]:
    """The integers with no other digits, in order."""
    found, level = list(allowed), [d for d in allowed if d]
    while len(found) < 110:
        level = [n * base + d for n in level for d in allowed]
        found += level
    return found


FAMILIES: Families = {
    "digit functions": (
        formula(
            "{name} in base {b=2..10}",
            lambda n, name, b: _FUNCTIONS[name](n, _digits(n, b), b),
            name=_FUNCTIONS,
        ),
    ),
    "counts of a digit": (
        numbers(
            "Integers with exactly {k=1,2} digits {d=0..9} in base {b=2..10}",
            lambda n, k, d, b: _digits(n, b).count(d) == k,
        ),
    ),
    "digit sums by remainder": (
        numbers(
            "Integers whose digit sum in base {b=2..10} leaves {left=0..5} modulo {m=2..6}",
            lambda n, b, left, m: sum(_digits(n, b)) % m == left,
        ),
    ),
    "digit sums of a size": (
        numbers("Integers with digit sum {s=2..23}", lambda n, s: sum(_digits(n)) == s),
        numbers(
            "Integers with digit sum {s=2..23} in base {b=2..10}",
            lambda n, s, b: sum(_digits(n, b)) == s,
        ),
    ),
    "integers with chosen digits": (
        each("Integers with the digits {some} alone", lambda some: _over(some, 10), some=_DIGITS),
        numbers(
            "Integers with the digits {some} in them",
            lambda n, some: set(some) <= set(_digits(n)),
            some=_DIGITS,
        ),
        numbers(
            "Integers without a {d=0..9} in base {b=3..10}", lambda n, d, b: d not in _digits(n, b)
        ),
        numbers("Integers with a {d=0..9} in base {b=3..10}", lambda n, d, b: d in _digits(n, b)),
    ),
    "integers in other bases": (
        formula("The squares in base {b=2..9}", lambda n, b: in_base(b, n * n)),
        formula("Powers of 2 in base {b=2..9}", lambda n, b: in_base(b, 2**n)),
        formula(
            "Digits of n in base {b=2..7} read in base {c=3..16}",
            lambda n, b, c: from_digits(_digits(n, b), c),
        ),
    ),
    "binary functions": (
        formula("Carry-free sum of n and {k=1..39} in binary", lambda n, k: n ^ k),
        formula("Bits common to n and {k=1..39}", lambda n, k: n & k),
        formula("Bits of n or {k=1..39}", lambda n, k: n | k),
        formula("Ones in {k=1..39}n in binary", lambda n, k: (k * n).bit_count()),
    ),
}
