"""Families of triangles read by rows, and of tables read by antidiagonals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate, chain
from math import comb, factorial, gcd, lcm

from int2vec.arithmetic.known.counting import eulerian, stirling1, stirling2
from int2vec.corpus.catalog.base import Families, each

_ROWS = 15

Rows = list[list[int]]

# Entries for all n, k >= 0.
_TABLES: dict[str, Callable[[int, int], int]] = {
    "C(n + k, k)": lambda n, k: comb(n + k, k),
    "k^n": lambda n, k: k**n,
    "n^k": lambda n, k: n**k,
    "(n + 1)(k + 1)": lambda n, k: (n + 1) * (k + 1),
    "n^2 + k^2": lambda n, k: n * n + k * k,
    "n^2 + nk + k^2": lambda n, k: n * n + n * k + k * k,
    "The larger of n and k": max,
    "The smaller of n and k": min,
    "Greatest common divisors": lambda n, k: gcd(n + 1, k + 1),
    "Least common multiples": lambda n, k: lcm(n + 1, k + 1),
    "n modulo k": lambda n, k: n % (k + 1),
    "n over k rounded down": lambda n, k: n // (k + 1),
    "Ones where k divides n": lambda n, k: int((n + 1) % (k + 1) == 0),
    "Carry-free sums": lambda n, k: n ^ k,
    "Bits in common": lambda n, k: n & k,
}
# Entries for 0 <= k <= n.
_TRIANGLES = _TABLES | {
    "Pascal's triangle": comb,
    "Ways to split n things into k groups": lambda n, k: stirling2(_ROWS)[n][k],
    "Permutations with k cycles": lambda n, k: stirling1(_ROWS)[n][k],
    "Permutations with k ascents": lambda n, k: eulerian(_ROWS)[n][k],
    "Narayana's triangle": lambda n, k: comb(n + 1, k + 1) * comb(n + 1, k) // (n + 1),
    "Catalan's triangle": lambda n, k: comb(n + k, k) * (n - k + 1) // (n + 1),
    "Splits into k ordered lists": lambda n, k: comb(n, k) * factorial(n + 1) // factorial(k + 1),
    "Arrangements of k out of n": lambda n, k: factorial(n) // factorial(n - k),
    "The integers by rows": lambda n, k: n * (n + 1) // 2 + k + 1,
    "The smaller distance to an end": lambda n, k: min(k, n - k),
}
_READINGS: dict[str, Callable[[Rows], Iterable[Iterable[int]]]] = {
    "by rows": lambda rows: rows,
    "rows backwards": lambda rows: [row[::-1] for row in rows],
    "with signs in turn": lambda rows: [[(-1) ** k * t for k, t in enumerate(r)] for r in rows],
    "sums along the rows": lambda rows: map(accumulate, rows),
    "twice": lambda rows: [[2 * t for t in row] for row in rows],
    "plus one": lambda rows: [[t + 1 for t in row] for row in rows],
    "modulo 2": lambda rows: [[t % 2 for t in row] for row in rows],
    "modulo 3": lambda rows: [[t % 3 for t in row] for row in rows],
    "without first entries": lambda rows: [row[1:] for row in rows],
    "columns times their number": lambda rows: [[k * t for k, t in enumerate(r, 1)] for r in rows],
}


@lru_cache(maxsize=64)
def _rows(name: str) -> Rows:
    return [[_TRIANGLES[name](n, k) for k in range(n + 1)] for n in range(_ROWS)]


FAMILIES: Families = {
    "triangles": (
        each(
            "{name}, {reading}",
            lambda name, reading: chain.from_iterable(_READINGS[reading](_rows(name))),
            name=_TRIANGLES,
            reading=_READINGS,
        ),
    ),
    "tables by antidiagonals": (
        each(
            "{a=1..3} times the table of {name} + {b=0..2}, by antidiagonals",
            lambda name, a, b: (
                a * _TABLES[name](n - k, k) + b for n in range(_ROWS) for k in range(n + 1)
            ),
            name=_TABLES,
        ),
    ),
}
