"""What known sequences count: splits, permutations, trees, partitions, sums of squares."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise, takewhile
from math import comb, isqrt, lcm

from int2vec.arithmetic.power_series import euler
from int2vec.arithmetic.primes import all_primes, factorise
from int2vec.arithmetic.shapes import is_square
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


def zigzag(n: int) -> list[int]:
    """The first n numbers of alternating permutations: 1, 1, 1, 2, 5, 16, 61, ..."""
    return boustrophedon([1] + [0] * (n - 1))


@lru_cache(maxsize=1)
def bernoulli(n: int) -> list[Fraction]:
    """The first n Bernoulli numbers, with B(1) = -1/2."""
    found = [Fraction(1)]
    for m in range(1, n):
        total = sum((comb(m + 1, k) * b for k, b in enumerate(found)), Fraction(0))
        found.append(-total / (m + 1))
    return found


def rooted_trees(n: int) -> list[int]:
    """The numbers of rooted trees on 0, 1, ..., n - 1 unlabelled nodes."""
    trees = [0, 1]
    while len(trees) < n:
        # A root with a tree for each branch: the Euler transform of the numbers themselves.
        trees.append(euler(trees[1:])[-1])
    return trees[:n]


def parts(test: Callable[[int], object], n: int) -> list[int]:
    """Ways to write 0..n as a sum of parts that pass a test.

    >>> parts(lambda k: k % 2, 8)
    [1, 1, 1, 2, 2, 3, 4, 5, 6]
    """
    return euler([int(bool(test(k))) for k in range(1, n + 1)])


def record_gaps() -> Iterator[int]:
    """The gaps between primes that are larger than all before."""
    best = 0
    for p, q in pairwise(takewhile(lambda p: p < 20_000, all_primes())):
        if q - p > best:
            best = q - p
            yield best


def carmichael(n: int) -> int:
    """The order that every unit modulo n has."""
    factors = (factorise(n) or {}).items()
    return lcm(*(p ** (e - 1) * (p - 1) // (1 + (p == 2 < e)) for p, e in factors))


def two_squares(n: int) -> int:
    """Ways to write n as a sum of two squares of integers of either sign."""
    root = isqrt(n)
    return sum((2 if n > k * k else 1) for k in range(-root, root + 1) if is_square(n - k * k))


def top_bit(n: int) -> int:
    """The largest power of 2 up to n >= 1, and 0 for 0."""
    return 1 << n.bit_length() >> 1
