"""Families that no line of families.txt states: patterns, parts, coins, triangles, properties."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, chain, combinations, product
from math import comb, factorial, gcd

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import PROPERTIES, Property
from int2vec.arithmetic.known import counting
from int2vec.arithmetic.known.counting import parts
from int2vec.arithmetic.known.register import famous
from int2vec.arithmetic.power_series import euler, reciprocal
from int2vec.arithmetic.power_series import product as product_of_powers
from int2vec.arithmetic.sums import boustrophedon
from int2vec.corpus.catalog.base import Entry, Families, each

_COINS = [parts for size in (2, 3, 4) for parts in combinations((1, 2, 3, 4, 5, 6, 7, 8, 10), size)]
_PARTS = [parts for size in range(2, 6) for parts in combinations(range(1, 9), size)]
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


_LIMIT = 32767
_ROOM = 130
_FEW = 12
"""A set needs at least so many members."""

_ALL = list(PROPERTIES.values())
_REMAINDERS = [p for p in _ALL if p.family == "remainders"]
_OTHERS = [p for p in _ALL if p.family != "remainders"]
_KINDS = [p for p in _OTHERS if p.mask(40)[1:].sum() >= 3]

Mask = NDArray[np.bool_]
Column = NDArray[np.int64]


@lru_cache(maxsize=512)
def _mask(p: Property) -> Mask:
    """Where 0..32767 has a property; read-only."""
    found = p.mask(_LIMIT)
    found.flags.writeable = False
    return found


def _members(p: Property) -> Column:
    """The first positive integers with a property."""
    return np.flatnonzero(_mask(p)[1:])[:_ROOM] + 1


def _positive(mask: Mask) -> Column:
    """The n >= 1 where a mask of 0, 1, 2, ... holds, unless it does for few or for most."""
    found = np.flatnonzero(mask[1:]) + 1
    return found[: _ROOM if _FEW <= len(found) < 0.8 * len(mask) else 0]


def _both(first: list[Property], second: list[Property], share: float) -> Iterator[Entry]:
    """Pairs of properties that together hold for a fair number of integers, but not for most."""
    for one in first:
        for other in second:
            a, b = _mask(one)[1:], _mask(other)[1:]
            found = np.flatnonzero(a & b) + 1
            if _FEW <= len(found) < share * min(a.sum(), b.sum()):
                yield f"n such that n {one.words} and {other.words}", found[:_ROOM].tolist()


def _pairs() -> Iterator[Entry]:
    families = {p.family: [q for q in _OTHERS if q.family == p.family] for p in _OTHERS}
    for one, other in combinations(families.values(), 2):
        yield from _both(one, other, 0.7)


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
    "sets by property": (
        each("Integers n such that n {p.words}", _members, p=_ALL),
        each("n such that n + {k=-1,1} {p.words}", lambda p, k: _members(p) - k, p=_OTHERS),
        each("{k=2,3} times the n such that n {p.words}", lambda p, k: k * _members(p), p=_OTHERS),
        each("Squares of the n such that n {p.words}", lambda p: _members(p) ** 2, p=_OTHERS),
    ),
    "complements of sets": (
        each(
            "Positive integers n unless n {p.words}",
            lambda p: np.flatnonzero(~_mask(p)[1:])[:_ROOM] + 1,
            p=_ALL,
        ),
    ),
    "characteristic functions": (
        each(
            "One if n {p.words}, else zero, from n = {first=0,1}",
            lambda p, first: _mask(p)[first:_ROOM].astype(int),
            p=_ALL,
        ),
    ),
    "counting functions": (
        each(
            "How many of 1..n have this: n {p.words}",
            lambda p: np.cumsum(_mask(p)[1:_ROOM]),
            p=_ALL,
        ),
    ),
    "gaps in sets": (
        each("Gaps between the n such that n {p.words}", lambda p: np.diff(_members(p)), p=_OTHERS),
        each("Sums of the n such that n {p.words}", lambda p: _members(p).cumsum(), p=_OTHERS),
    ),
    "neighbours with one property": (
        each(
            "n such that n and n + {gap=1..4,6} both have this: k {p.words}",
            lambda p, gap: _positive(_mask(p)[:-gap] & _mask(p)[gap:]),
            p=_OTHERS,
        ),
    ),
    "multiples with one property": (
        each(
            "n such that {a=2,3,5,10}n + {b=-1..1} has this: k {p.words}",
            lambda p, a, b: _positive(np.append(False, _mask(p)[a + b :: a])),
            p=_OTHERS,
        ),
    ),
    "pairs of properties": (_pairs,),
    "properties and remainders": (lambda: _both(_OTHERS, _REMAINDERS[:27], 0.9),),  # modulo 2 to 7
}
