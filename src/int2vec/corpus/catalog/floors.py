"""Floors: Beatty sequences, rounded quotients and roots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from math import gcd, isqrt

from int2vec.arithmetic import iroot
from int2vec.corpus.catalog.base import Entry, family

_N = range(0, 112)


@family("floors of multiples")
def _rational() -> Iterator[Entry]:
    for bottom in range(2, 14):
        for top in range(1, 3 * bottom):
            if gcd(top, bottom) == 1 and (bottom < 9 or top < bottom):
                yield f"{top}n/{bottom} rounded down", [top * n // bottom for n in _N]
    for m in range(2, 21):
        yield f"n/{m} rounded up", [-(-n // m) for n in _N]
        yield f"n/{m} rounded to the nearest", [(2 * n + m) // (2 * m) for n in _N]
        yield f"n less n/{m} rounded down", [n - n // m for n in _N]
        yield f"n plus n/{m} rounded down", [n + n // m for n in _N]


@family("Beatty sequences")
def _beatty() -> Iterator[Entry]:
    for k in range(2, 100):
        if isqrt(k) ** 2 == k:
            continue
        row = [isqrt(k * n * n) for n in _N]
        yield f"n times the root of {k}, rounded down", row
        yield f"Steps of n times the root of {k}, rounded down", [b - a for a, b in pairwise(row)]
        yield f"n divided by the root of {k}, rounded down", [isqrt(n * n // k) for n in _N]
        yield (
            f"n plus n times the root of {k}, rounded down",
            [n + value for n, value in zip(_N, row, strict=True)],
        )
    for a, k, b in product(range(1, 6), (2, 3, 5, 6, 7, 10, 13), range(2, 6)):
        row = [(a * n + isqrt(k * n * n)) // b for n in _N]
        yield f"n times ({a} + the root of {k})/{b}, rounded down", row
        yield f"Steps of n times ({a} + the root of {k})/{b}", [y - x for x, y in pairwise(row)]


@family("floors of squares and powers")
def _squares() -> Iterator[Entry]:
    for k in range(2, 41):
        yield f"n^2/{k} rounded down", [n * n // k for n in _N]
        yield f"n(n + 1)/{k} rounded down", [n * (n + 1) // k for n in _N]
        yield f"n^2/{k} rounded up", [-(-n * n // k) for n in _N]
        yield f"n^3/{k} rounded down", [n**3 // k for n in _N]
    for base, k in product((2, 3, 4, 5, 6, 7), range(2, 18)):
        if k % base:
            yield f"{base}^n/{k} rounded down", [base**n // k for n in range(90)]
    for top, bottom in ((3, 2), (4, 3), (5, 4), (5, 3), (5, 2), (7, 4), (7, 5), (8, 5), (9, 7)):
        yield f"({top}/{bottom})^n rounded down", [top**n // bottom**n for n in range(90)]
        yield f"({top}/{bottom})^n rounded up", [-(-(top**n) // bottom**n) for n in range(90)]


@family("floors of roots")
def _roots() -> Iterator[Entry]:
    for k in range(1, 40):
        yield f"The root of {k}n, rounded down", [isqrt(k * n) for n in _N]
        yield f"The root of n + {k}, rounded down", [isqrt(n + k) for n in _N]
        yield f"{k}n less the largest square in it", [k * n - isqrt(k * n) ** 2 for n in _N]
    for k in range(3, 8):
        yield f"The {k}th root of n, rounded down", [iroot(n, k) for n in _N]
        yield f"n^(1 + 1/{k}) rounded down", [iroot(n ** (k + 1), k) for n in _N]
        yield f"The {k}th root of n^2, rounded down", [iroot(n * n, k) for n in _N]
    for k in range(1, 9):
        yield f"The root of n^{2 * k + 1}, rounded down", [isqrt(n ** (2 * k + 1)) for n in _N]
        yield f"k, taken k + {k} times", [j for j in range(1, 30) for _ in range(j + k)]
        yield f"k, taken {k + 1} times", [j for j in range(110) for _ in range(k + 1)]
        yield f"k, taken {k} k times", [j for j in range(1, 40) for _ in range(k * j)]


@family("divisions summed up")
def _sums() -> Iterator[Entry]:
    for k in range(1, 7):
        yield (
            f"Sums of n^{k}/j rounded down, for j = 1..n",
            [sum(n**k // j for j in range(1, n + 1)) for n in range(1, 60)],
        )
        yield (
            f"Sums of n modulo j^{k}, for j = 1..n",
            [sum(n % j**k for j in range(1, n + 1)) for n in range(1, 70)],
        )
        yield (
            f"Sums of n/(j + {k}) rounded down, for j = 1..n",
            [sum(n // (j + k) for j in range(1, n + 1)) for n in range(1, 90)],
        )
    for m in range(2, 12):
        total, row = 0, []
        for n in _N:
            total += n // m
            row.append(total)
        yield f"Sums of n/{m} rounded down", row
