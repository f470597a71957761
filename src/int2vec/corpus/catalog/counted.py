"""Families that count or expand: Catalan kin, partitions, coins, triangles, real numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, combinations, islice, product
from math import comb, factorial, gcd

from int2vec.arithmetic import PROPERTIES, is_square
from int2vec.arithmetic.known import counting, expansions, self_describing
from int2vec.arithmetic.known.counting import parts
from int2vec.arithmetic.known.expansions import digits_of, fraction_of, log, root_digits
from int2vec.arithmetic.known.register import famous
from int2vec.arithmetic.power_series import euler, exponential, multiply, reciprocal
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


def _algebraic(flat: int, arch: int, gap: int) -> list[int]:
    """S = 1 + flat x S + arch x^gap S^2: Schroeder paths for gap 1, Motzkin paths for gap 2."""
    found = [1]
    for n in range(1, 40):
        pairs = sum(found[k] * found[n - gap - k] for k in range(n - gap + 1))
        found.append(flat * found[-1] + arch * pairs)
    return found


def _rational(p: int, q: int, r: int, a: int, b: int) -> list[int]:
    return multiply([1, p, q, r] + [0] * 96, euler([(k == a) + (k == b) for k in range(1, 100)]))


def _powers(a: int, b: int, p: int, q: int) -> list[int]:
    return euler([-p * (k % a == 0) - q * (k % b == 0) for k in range(1, 66)])


def _convergents(k: int, before: int, last: int) -> Iterator[int]:
    """Numerators of the convergents of the root of k, from 0 and 1; denominators from 1 and 0."""
    for a in islice(expansions.root_fraction(k), 36):
        before, last = last, a * last + before
        yield last


def _decimals(a: int, b: int) -> list[int]:
    return [int(digit) for digit in str(10**108 + a * 10**108 // b)[1:]]


FAMILIES: Families = {
    "periodic sequences": (
        each("The pattern {cycle} over and over", lambda cycle: cycle * 110, cycle=_PATTERNS),
    ),
    "Kolakoski sequences": (
        each(
            "The sequence of {a=1..7}s and {b=1..7}s that describes its own runs",
            lambda a, b: self_describing.kolakoski(a, b) if a != b else (),
        ),
    ),
    "Recaman sequences": (each("Recaman's walk from {start=0..79}", self_describing.recaman),),
    "Van Eck sequences": (
        each("How long ago the last term was seen, from {start=0..79}", self_describing.van_eck),
    ),
    "Catalan kin": (
        each("{r=1..8}/({p=2..9}n + {r}) C({p}n + {r}, n)", counting.fuss_catalan),
        each(
            "Paths with {flat=0..6} kinds of flat step, {arch=1..6} kinds of arch {gap=1,2} wide",
            _algebraic,
        ),
    ),
    "Bell and Stirling kin": (
        each(
            "Ways to split n things into {k=2..15} groups",
            lambda k: [r[k] for r in counting.stirling2(70)[k:]],
        ),
        each(
            "Ways to split n things into groups in {k=2..15} colours",
            lambda k: exponential([k] * 30),
        ),
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
    "partitions": (
        each("Partitions of n in {c=1..25} colours", lambda c: euler([c] * 40)),
        each("Partitions of n into parts up to {c=1..25}", lambda c: parts(lambda k: k <= c, 64)),
        each("Partitions of n into parts from {c=1..25} on", lambda c: parts(lambda k: k >= c, 64)),
    ),
    "partitions by remainders": (
        each(
            "Partitions into parts that leave {left=0..9} modulo {m=2..10}",
            lambda left, m: parts(lambda k: k % m == left, 80),
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
    "products of powers of 1 - x^k": (
        each(
            "Product of (1 - x^({a=1..5}k))^({p=-2,-1,1,2}) (1 - x^({b=2..6}k))^({q=-2,-1,1,2})",
            _powers,
        ),
    ),
    "rational generating functions": (
        each(
            "(1 + {p=-1..1}x + {q=-1..1}x^2 + {r=-1..1}x^3)/((1 - x^{a=1..3})(1 - x^{b=1..5}))",
            _rational,
        ),
    ),
    "triangles": (each("{name}, {reading}", _read, name=_TRIANGLES, reading=_READINGS),),
    "decimal expansions": (
        each("Decimals of the root of {k}", root_digits, k=_NOT_SQUARES),
        each("Decimals of the {order=3..8}th root of {k=2..59}", root_digits),
        each(
            "Decimals of ({a=1..8} + the root of {k=2,3,5,6,7,10,11,13})/{b=2..8}",
            expansions.surd_digits,
        ),
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
    "decimals of fractions": (each("Decimals of {a=1,2,5}/{b=7,13..199}", _decimals),),
    "expansions in other bases": (
        each(
            "Digits of the root of {k=2,3,5..8,10..15,17..23} in base {b=2..9,12,16}",
            lambda k, b: root_digits(k, 2, b),
        ),
    ),
    "continued fractions": (
        each("Continued fraction of the root of {k}", expansions.root_fraction, k=_NOT_SQUARES),
        each("Continued fraction of the logarithm of {k=2..39}", lambda k: fraction_of(log(k))),
        each(
            "Continued fraction of {a=1..13} pi/{b=1..13}",
            lambda a, b: fraction_of(_CONSTANTS["pi"] * a // b // 10**20),
        ),
    ),
    "convergents": (
        each(
            "Convergents of the root of {k}, from {before=0,1}",
            lambda k, before: _convergents(k, before, 1 - before),
            k=_NOT_SQUARES[:118],
        ),
    ),
}
