"""Well-known counting sequences: factorials, Catalan, Bell and Euler numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain, count
from math import comb, factorial

from int2vec.arithmetic.power_series import exponential
from int2vec.corpus.catalog import counting
from int2vec.corpus.catalog.known.elementary import Known
from int2vec.corpus.catalog.series import ratio
from int2vec.corpus.catalog.tables import primes

_PRIMES = frozenset(primes())


def _factorials() -> Iterator[Known]:
    of = "factorial kin"
    yield 142, of, "Factorials", lambda: map(factorial, count(0))
    yield 1147, of, "Products of the first odd numbers", lambda: ratio(1, lambda k: 2 * k - 1)
    yield 165, of, "Products of the first even numbers", lambda: ratio(1, lambda k: 2 * k)
    yield 6882, of, "Double factorials", lambda: counting.multifactorials(2)
    yield 7661, of, "Triple factorials", lambda: counting.multifactorials(3)
    yield 166, of, "Permutations that move everything", counting.derangements
    yield (
        255,
        of,
        "Permutations of 1..n+1 in which no k is followed by k + 1",
        lambda: counting.two_term(1, 1, lambda n, a, b: n * a + (n - 1) * b),
    )
    yield 1563, of, "n times n factorial", lambda: (n * factorial(n) for n in count(0))
    yield (
        7489,
        of,
        "Sums of the factorials from 1!",
        lambda: chain([0], accumulate(map(factorial, count(1)))),
    )
    yield (
        3422,
        of,
        "Sums of the factorials from 0!",
        lambda: chain([0], accumulate(map(factorial, count(0)))),
    )
    yield 178, of, "Products of the first factorials", counting.superfactorials
    yield 2109, of, "Products of k^k", lambda: ratio(1, lambda k: k**k)
    yield 33312, of, "Factorials less one", lambda: (factorial(n) - 1 for n in count(0))
    yield 38507, of, "Factorials plus one", lambda: (factorial(n) + 1 for n in count(0))
    yield (
        1710,
        of,
        "Half the factorials",
        lambda: chain([1, 1], (factorial(n) // 2 for n in count(2))),
    )
    yield 1715, of, "A sixth of the factorials", lambda: (factorial(n) // 6 for n in count(3))
    yield 1813, of, "(2n)!/n!", lambda: ratio(1, lambda k: 4 * k - 2)
    yield 522, of, "Arrangements of the subsets of n things", _plus_one
    yield (
        240,
        of,
        "Permutations that keep exactly one thing",
        lambda: (n * d for n, d in zip(count(1), counting.derangements(), strict=False)),
    )
    yield (
        85,
        of,
        "Permutations that undo themselves",
        lambda: counting.two_term(1, 1, lambda n, a, b: a + (n - 1) * b),
    )
    yield (
        262,
        of,
        "Ways to split n things into ordered lists",
        lambda: counting.two_term(1, 1, lambda n, a, b: (2 * n - 1) * a - (n - 1) * (n - 2) * b),
    )
    yield (
        2866,
        of,
        "2^(n - 1) n!",
        lambda: chain([1], (2 ** (n - 1) * factorial(n) for n in count(1))),
    )
    yield (
        6125,
        of,
        "Labelled graphs on n nodes: 2^(n(n - 1)/2)",
        lambda: (2 ** (n * (n - 1) // 2) for n in count(0)),
    )
    yield 3418, of, "Least common multiple of 1..n", lambda: ratio(1, _lcm_step)


def _plus_one() -> Iterator[int]:
    """1, 2, 5, 16, 65, ...: each term is n times the last plus one."""
    term = 1
    for n in count(1):
        yield term
        term = n * term + 1


def _lcm_step(k: int) -> int:
    """p where k is a power of the prime p, else 1."""
    for p in primes():
        if k % p == 0:
            while k % p == 0:
                k //= p
            return p if k == 1 else 1
    return 1


def _catalan() -> Iterator[Known]:
    of = "Catalan kin"
    yield 108, of, "Catalan numbers", lambda: counting.fuss_catalan(2)
    yield 1764, of, "Trees with three branches at each node", lambda: counting.fuss_catalan(3)
    yield 2293, of, "Trees with four branches at each node", lambda: counting.fuss_catalan(4)
    yield 2294, of, "Trees with five branches at each node", lambda: counting.fuss_catalan(5)
    yield 984, of, "Central binomial coefficients", lambda: (comb(2 * n, n) for n in count(0))
    yield 1700, of, "C(2n + 1, n + 1)", lambda: (comb(2 * n + 1, n + 1) for n in count(0))
    yield (
        1405,
        of,
        "The largest entries in the rows of Pascal's triangle",
        lambda: (comb(n, n // 2) for n in count(0)),
    )
    yield 5809, of, "C(3n, n)", lambda: (comb(3 * n, n) for n in count(0))
    yield 5810, of, "C(4n, n)", lambda: (comb(4 * n, n) for n in count(0))
    yield (
        172,
        of,
        "Sums of the cubes of the binomial coefficients",
        lambda: (sum(comb(n, k) ** 3 for k in range(n + 1)) for n in count(0)),
    )
    yield (
        5258,
        of,
        "Apery numbers for zeta(2)",
        lambda: (sum(comb(n, k) ** 2 * comb(n + k, k) for k in range(n + 1)) for n in count(0)),
    )
    yield (
        5259,
        of,
        "Apery numbers for zeta(3)",
        lambda: (sum((comb(n, k) * comb(n + k, k)) ** 2 for k in range(n + 1)) for n in count(0)),
    )
    yield (
        2426,
        of,
        "Central coefficients of (1 + x + x^2)^n",
        lambda: counting.two_term(1, 1, lambda n, a, b: ((2 * n - 1) * a + 3 * (n - 1) * b) // n),
    )
    yield (
        1006,
        of,
        "Motzkin numbers",
        lambda: counting.two_term(
            1, 1, lambda n, a, b: ((2 * n + 1) * a + (3 * n - 3) * b) // (n + 2)
        ),
    )
    yield (
        6318,
        of,
        "Large Schroeder numbers",
        lambda: counting.two_term(1, 2, lambda n, a, b: ((6 * n - 3) * a - (n - 2) * b) // (n + 1)),
    )
    yield (
        1850,
        of,
        "King's walks across a square: central Delannoy numbers",
        lambda: counting.two_term(1, 3, lambda n, a, b: ((6 * n - 3) * a - (n - 1) * b) // n),
    )
    yield (
        245,
        of,
        "Steps between neighbouring Catalan numbers",
        lambda: chain([0], (3 * comb(2 * n, n - 1) // (n + 2) for n in count(1))),
    )
    yield (
        5043,
        of,
        "Motzkin paths without flat steps on the ground",
        lambda: counting.two_term(1, 0, lambda n, a, b: (n - 1) * (2 * a + 3 * b) // (n + 1)),
    )


def _bell() -> Iterator[Known]:
    of = "Bell and Stirling kin"
    yield 110, of, "Bell numbers", lambda: exponential([1] * 45)
    yield (
        296,
        of,
        "Ways to split n things into groups, none of one",
        lambda: exponential([0] + [1] * 45),
    )
    yield (
        587,
        of,
        "Splits into evenly many groups less those into oddly many",
        lambda: exponential([-1] * 40),
    )
    yield (
        670,
        of,
        "Weak orders on n things",
        lambda: (
            sum(factorial(k) * s for k, s in enumerate(row)) for row in counting.stirling2(32)
        ),
    )
    yield (
        392,
        of,
        "Ways to split n things into 3 groups",
        lambda: [row[3] if len(row) > 3 else 0 for row in counting.stirling2(60)],
    )
    yield (
        453,
        of,
        "Ways to split n things into 4 groups",
        lambda: [row[4] for row in counting.stirling2(60)[4:]],
    )
    yield (
        254,
        of,
        "Permutations of n + 1 things with two cycles",
        lambda: (row[2] if len(row) > 2 else 0 for row in counting.stirling1(32)[1:]),
    )
    yield (
        399,
        of,
        "Permutations with three cycles",
        lambda: (row[3] for row in counting.stirling1(32)[3:]),
    )
    yield (
        460,
        of,
        "Permutations with two ascents",
        lambda: (row[2] for row in counting.eulerian(40)[2:]),
    )
    of = "Euler and Bernoulli kin"
    yield 111, of, "Permutations that go up and down in turn", lambda: counting.zigzag(32)
    yield 364, of, "Secant numbers", lambda: counting.zigzag(42)[::2]
    yield 182, of, "Tangent numbers", lambda: counting.zigzag(42)[1::2]
    yield (
        27641,
        of,
        "Numerators of the Bernoulli numbers",
        lambda: (b[0] for b in counting.bernoulli(42)),
    )
    yield (
        27642,
        of,
        "Denominators of the Bernoulli numbers",
        lambda: (b[1] for b in counting.bernoulli(42)),
    )


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    return chain(_factorials(), _catalan(), _bell())
