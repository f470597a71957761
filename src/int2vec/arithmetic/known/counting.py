"""Known counting sequences: factorials, Catalan, Bell and Euler numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate, count, islice
from math import comb, factorial, lcm

from int2vec.arithmetic.known.base import Known, formula
from int2vec.arithmetic.known.recurrences import one_term, ratio, two_term
from int2vec.arithmetic.power_series import exponential
from int2vec.arithmetic.sums import boustrophedon


def _rows(rows: int, first: int, step: Callable[[int, int, int, int], int]) -> list[list[int]]:
    """A triangle in which n, k, the entry above and that to its left give the next entry."""
    triangle = [[1]]
    for n in range(first + 1, rows + first):
        last = [0, *triangle[-1], 0]
        triangle.append([step(n, k, last[k + 1], last[k]) for k in range(len(last) - 1)])
    return triangle


@lru_cache(maxsize=4)
def stirling2(rows: int) -> list[list[int]]:
    """The triangle of ways to split n things into k groups, rows 0 to rows - 1.

    >>> stirling2(5)[4]
    [0, 1, 7, 6, 1]
    """
    return _rows(rows, 0, lambda _, k, above, left: k * above + left)


@lru_cache(maxsize=4)
def stirling1(rows: int) -> list[list[int]]:
    """The triangle of permutations of n things with k cycles, rows 0 to rows - 1.

    >>> stirling1(5)[4]
    [0, 6, 11, 6, 1]
    """
    return _rows(rows, 0, lambda n, _, above, left: (n - 1) * above + left)


@lru_cache(maxsize=4)
def eulerian(rows: int) -> list[list[int]]:
    """The triangle of permutations of n things with k ascents, rows 1 to rows.

    >>> eulerian(4)[3]
    [1, 11, 11, 1]
    """
    return _rows(rows, 1, lambda n, k, above, left: (k + 1) * above + (n - k) * left)


def bell_rows() -> Iterator[list[int]]:
    """Aitken's triangle, whose rows begin with the Bell numbers: 1; 1, 2; 2, 3, 5; ..."""
    row = [1]
    while True:
        yield row
        row = list(accumulate(row, initial=row[-1]))


def _zigzag(n: int) -> list[int]:
    """The first n numbers of alternating permutations: 1, 1, 1, 2, 5, 16, 61, ..."""
    return boustrophedon([1] + [0] * (n - 1))


@lru_cache(maxsize=1)
def _bernoulli(n: int) -> list[Fraction]:
    """The first n Bernoulli numbers, with B(1) = -1/2."""
    found = [Fraction(1)]
    for m in range(1, n):
        total = sum((comb(m + 1, k) * b for k, b in enumerate(found)), Fraction(0))
        found.append(-total / (m + 1))
    return found


def _derangements() -> Iterator[int]:
    """The permutations of n things that move all of them: 1, 0, 1, 2, 9, 44, ..."""
    return one_term(1, lambda n, last: n * last + (-1) ** n)


def fuss_catalan(p: int, r: int = 1) -> Iterator[int]:
    """r/(pn + r) times C(pn + r, n): trees whose nodes have p branches, r at a time."""
    return (r * comb(p * n + r, n) // (p * n + r) for n in count(0))


def multifactorials(step: int) -> Iterator[int]:
    """The products n (n - step) (n - 2 step) ... down to the last positive one.

    >>> double = multifactorials(2)
    >>> [next(double) for _ in range(7)]
    [1, 1, 2, 3, 8, 15, 48]
    """
    window = [max(k, 1) for k in range(step)]
    for n in count(step):
        yield window[0]
        window = [*window[1:], n * window[0]]


def _apery(power: int) -> Callable[[int], int]:
    return lambda n: sum(comb(n, k) ** 2 * comb(n + k, k) ** power for k in range(n + 1))


def _two_term(
    a_number: int, name: str, start: tuple[int, int], step: Callable[[int, int, int], int]
) -> Known:
    return Known(a_number, name, partial(two_term, *start, step))


_FACTORIALS = (
    formula(142, "Factorials", factorial),
    Known(1147, "Products of the first odd numbers", lambda: ratio(1, lambda k: 2 * k - 1)),
    Known(165, "Products of the first even numbers", lambda: ratio(1, lambda k: 2 * k)),
    Known(6882, "Double factorials", lambda: multifactorials(2)),
    Known(7661, "Triple factorials", lambda: multifactorials(3)),
    Known(166, "Permutations that move everything", _derangements),
    _two_term(
        255,
        "Permutations of 1..n+1 in which no k is followed by k + 1",
        (1, 1),
        lambda n, a, b: n * a + (n - 1) * b,
    ),
    formula(1563, "n times n factorial", lambda n: n * factorial(n)),
    Known(
        7489,
        "Sums of the factorials from 1!",
        lambda: accumulate(map(factorial, count(1)), initial=0),
    ),
    Known(
        3422,
        "Sums of the factorials from 0!",
        lambda: accumulate(map(factorial, count(0)), initial=0),
    ),
    Known(178, "Products of the first factorials", lambda: ratio(1, factorial)),
    Known(2109, "Products of k^k", lambda: ratio(1, lambda k: k**k)),
    formula(33312, "Factorials less one", lambda n: factorial(n) - 1),
    formula(38507, "Factorials plus one", lambda n: factorial(n) + 1),
    formula(1710, "Half the factorials", lambda n: factorial(n) // 2, 2, (1, 1)),
    formula(1715, "A sixth of the factorials", lambda n: factorial(n) // 6, 3),
    Known(1813, "(2n)!/n!", lambda: ratio(1, lambda k: 4 * k - 2)),
    Known(
        522,
        "Arrangements of the subsets of n things",
        lambda: one_term(1, lambda n, last: n * last + 1),
    ),
    Known(
        240,
        "Permutations that keep exactly one thing",
        lambda: (n * moved for n, moved in enumerate(_derangements(), start=1)),
    ),
    _two_term(85, "Permutations that undo themselves", (1, 1), lambda n, a, b: a + (n - 1) * b),
    _two_term(
        262,
        "Ways to split n things into ordered lists",
        (1, 1),
        lambda n, a, b: (2 * n - 1) * a - (n - 1) * (n - 2) * b,
    ),
    formula(2866, "2^(n - 1) n!", lambda n: 2 ** (n - 1) * factorial(n), 1, (1,)),
    formula(6125, "Labelled graphs on n nodes: 2^(n(n - 1)/2)", lambda n: 2 ** (n * (n - 1) // 2)),
    Known(3418, "Least common multiple of 1..n", lambda: accumulate(count(1), lcm, initial=1)),
)

_CATALAN = (
    Known(108, "Catalan numbers", lambda: ratio(1, lambda k: 4 * k - 2, lambda k: k + 1)),
    Known(1764, "Trees with three branches at each node", partial(fuss_catalan, 3)),
    Known(2293, "Trees with four branches at each node", partial(fuss_catalan, 4)),
    Known(2294, "Trees with five branches at each node", partial(fuss_catalan, 5)),
    Known(984, "Central binomial coefficients", lambda: ratio(1, lambda k: 4 * k - 2, lambda k: k)),
    formula(1700, "C(2n + 1, n + 1)", lambda n: comb(2 * n + 1, n + 1)),
    formula(
        1405, "The largest entries in the rows of Pascal's triangle", lambda n: comb(n, n // 2)
    ),
    formula(5809, "C(3n, n)", lambda n: comb(3 * n, n)),
    formula(5810, "C(4n, n)", lambda n: comb(4 * n, n)),
    formula(
        172,
        "Sums of the cubes of the binomial coefficients",
        lambda n: sum(comb(n, k) ** 3 for k in range(n + 1)),
    ),
    formula(5258, "Apery numbers for zeta(2)", _apery(1)),
    formula(5259, "Apery numbers for zeta(3)", _apery(2)),
    _two_term(
        2426,
        "Central coefficients of (1 + x + x^2)^n",
        (1, 1),
        lambda n, a, b: ((2 * n - 1) * a + 3 * (n - 1) * b) // n,
    ),
    _two_term(
        1006,
        "Motzkin numbers",
        (1, 1),
        lambda n, a, b: ((2 * n + 1) * a + (3 * n - 3) * b) // (n + 2),
    ),
    _two_term(
        6318,
        "Large Schroeder numbers",
        (1, 2),
        lambda n, a, b: ((6 * n - 3) * a - (n - 2) * b) // (n + 1),
    ),
    _two_term(
        1850,
        "King's walks across a square: central Delannoy numbers",
        (1, 3),
        lambda n, a, b: ((6 * n - 3) * a - (n - 1) * b) // n,
    ),
    formula(
        245,
        "Steps between neighbouring Catalan numbers",
        lambda n: 3 * comb(2 * n, n + 1) // (n + 2),
    ),
    _two_term(
        5043,
        "Motzkin paths without flat steps on the ground",
        (1, 0),
        lambda n, a, b: (n - 1) * (2 * a + 3 * b) // (n + 1),
    ),
)

_SPLITS = (
    Known(110, "Bell numbers", lambda: (row[0] for row in islice(bell_rows(), 150))),
    Known(
        296, "Ways to split n things into groups, none of one", lambda: exponential([0] + [1] * 45)
    ),
    Known(
        587,
        "Splits into evenly many groups less those into oddly many",
        lambda: exponential([-1] * 40),
    ),
    Known(
        670,
        "Weak orders on n things",
        lambda: (sum(factorial(k) * s for k, s in enumerate(row)) for row in stirling2(32)),
    ),
    Known(
        392,
        "Ways to split n things into 3 groups",
        lambda: [0, 0, 0, *(row[3] for row in stirling2(60)[3:])],
    ),
    Known(453, "Ways to split n things into 4 groups", lambda: [r[4] for r in stirling2(60)[4:]]),
    Known(
        254,
        "Permutations of n + 1 things with two cycles",
        lambda: [0, *(row[2] for row in stirling1(32)[2:])],
    ),
    Known(399, "Permutations with three cycles", lambda: [r[3] for r in stirling1(32)[3:]]),
    Known(460, "Permutations with two ascents", lambda: [row[2] for row in eulerian(40)[2:]]),
    Known(111, "Permutations that go up and down in turn", lambda: _zigzag(32)),
    Known(364, "Secant numbers", lambda: _zigzag(42)[::2]),
    Known(182, "Tangent numbers", lambda: _zigzag(42)[1::2]),
    Known(
        27641, "Numerators of the Bernoulli numbers", lambda: [b.numerator for b in _bernoulli(42)]
    ),
    Known(
        27642,
        "Denominators of the Bernoulli numbers",
        lambda: [b.denominator for b in _bernoulli(42)],
    ),
)

SEQUENCES = (*_FACTORIALS, *_CATALAN, *_SPLITS)
