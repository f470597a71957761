"""Families about more than numbers: patterns, sets of parts or coins, triangles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, combinations, product
from math import comb, factorial, gcd

from int2vec.arithmetic import PROPERTIES, is_square
from int2vec.arithmetic.known import counting, expansions
from int2vec.arithmetic.known.counting import parts
from int2vec.arithmetic.known.register import famous
from int2vec.arithmetic.power_series import euler, reciprocal
from int2vec.arithmetic.power_series import product as product_of_powers
from int2vec.arithmetic.sums import boustrophedon
from int2vec.corpus.catalog.base import Families, each

_COINS = [parts for size in (2, 3, 4) for parts in combinations((1, 2, 3, 4, 5, 6, 7, 8, 10), size)]
_PARTS = [parts for size in range(2, 6) for parts in combinations(range(1, 9), size)]
_KINDS = [p for p in PROPERTIES.values() if p.family != "remainders" and p.mask(40)[1:].sum() >= 3]
_NOT_SQUARES = [k for k in range(2, 460) if not is_square(k)]
_CONSTANTS = {"pi": expansions.pi(140), "e": expansions.e(140)}
_PATTERNS = [
    *((value,) for value in range(4, 40)),
    *product(range(10), range(-1, 10)),
    *product((0, 1, 2, 5), repeat=3),
    *product((-1, 0, 1), repeat=4),
    *product((1, 2, 3), repeat=4),
    *product((0, 1), repeat=5),
]

Rows = list[list[int]]
_ROWS = 15
_TRIANGLES: dict[str, Callable[[int, int], int]] = {  # entries for 0 <= k <= n
    "Pascal's triangle": comb,
    "Ways to split n things into k groups": lambda n, k: counting.stirling2(_ROWS)[n][k],
    "Permutations with k cycles": lambda n, k: counting.stirling1(_ROWS)[n][k],
    "Permutations with k ascents": lambda n, k: counting.eulerian(_ROWS)[n][k],
    "Narayana's triangle": lambda n, k: comb(n + 1, k + 1) * comb(n + 1, k) // (n + 1),
    "Catalan's triangle": lambda n, k: comb(n + k, k) * (n - k + 1) // (n + 1),
    "Splits into k ordered lists": lambda n, k: comb(n, k) * factorial(n + 1) // factorial(k + 1),
    "Arrangements of k out of n": lambda n, k: factorial(n) // factorial(n - k),
    "C(n + k, k)": lambda n, k: comb(n + k, k),
    "k^n": lambda n, k: k**n,
    "(n + 1)(k + 1)": lambda n, k: (n + 1) * (k + 1),
    "n^2 + nk + k^2": lambda n, k: n * n + n * k + k * k,
    "Greatest common divisors": lambda n, k: gcd(n + 1, k + 1),
    "n modulo k": lambda n, k: n % (k + 1),
    "Carry-free sums": lambda n, k: n ^ k,
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
}


def _read(name: str, reading: str) -> Iterator[int]:
    rows = [[_TRIANGLES[name](n, k) for k in range(n + 1)] for n in range(_ROWS)]
    return chain.from_iterable(_READINGS[reading](rows))


FAMILIES: Families = {
    "periodic sequences": (
        each("The pattern {cycle} over and over", lambda cycle: cycle * 110, cycle=_PATTERNS),
    ),
    "Euler and Bernoulli kin": (
        each(
            "Permutations with {k=1..11} ascents",
            lambda k: [row[k] for row in counting.eulerian(40)[k:]],
        ),
        each(
            "To-and-fro transform of the {s.plural}",
            lambda s: boustrophedon(s.terms[:28]),
            s=famous(),
        ),
    ),
    "compositions with chosen parts": (
        each(
            "Ordered sums to n with the parts {parts}",
            lambda parts: reciprocal([1, *(-int(k in parts) for k in range(1, 80))]) or [],
            parts=_PARTS,
        ),
    ),
    "partitions into a set": (
        each(
            "Partitions of n where each part {kind.words}",
            lambda kind: euler(kind.mask(75)[1:].astype(int).tolist()),
            kind=_KINDS,
        ),
        each(
            "Partitions of n into different parts, each of which {kind.words}",
            lambda kind: product_of_powers(kind.mask(75)[1:].astype(int).tolist(), 1),
            kind=_KINDS,
        ),
    ),
    "coins": (
        each("Ways to pay n with coins of {c}", lambda c: parts(c.__contains__, 100), c=_COINS),
    ),
    "triangles": (each("{name}, {reading}", _read, name=_TRIANGLES, reading=_READINGS),),
}
