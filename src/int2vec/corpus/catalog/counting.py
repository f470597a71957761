"""Generators of the classical counting sequences, shared by the families and the well-known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import comb, factorial

from int2vec.arithmetic.power_series import boustrophedon


@lru_cache(maxsize=4)
def stirling2(rows: int) -> list[list[int]]:
    """The triangle of ways to split n things into k groups, rows 0 to rows - 1.

    >>> stirling2(5)[4]
    [0, 1, 7, 6, 1]
    """
    triangle = [[1]]
    for n in range(1, rows):
        last = [*triangle[-1], 0]
        triangle.append([k * last[k] + (last[k - 1] if k else 0) for k in range(n + 1)])
    return triangle


@lru_cache(maxsize=4)
def stirling1(rows: int) -> list[list[int]]:
    """The triangle of permutations of n things with k cycles, rows 0 to rows - 1.

    >>> stirling1(5)[4]
    [0, 6, 11, 6, 1]
    """
    triangle = [[1]]
    for n in range(1, rows):
        last = [*triangle[-1], 0]
        triangle.append([(n - 1) * last[k] + (last[k - 1] if k else 0) for k in range(n + 1)])
    return triangle


@lru_cache(maxsize=4)
def eulerian(rows: int) -> list[list[int]]:
    """The triangle of permutations of n things with k ascents, rows 1 to rows.

    >>> eulerian(4)[3]
    [1, 11, 11, 1]
    """
    triangle = [[1]]
    for n in range(2, rows + 1):
        last = [*triangle[-1], 0]
        triangle.append([(k + 1) * last[k] + ((n - k) * last[k - 1] if k else 0) for k in range(n)])
    return triangle


@lru_cache(maxsize=2)
def zigzag(n: int) -> Sequence[int]:
    """The numbers of alternating permutations: 1, 1, 1, 2, 5, 16, 61, ...

    >>> zigzag(7)
    [1, 1, 1, 2, 5, 16, 61]
    """
    return boustrophedon([1] + [0] * (n - 1))


@lru_cache(maxsize=2)
def bernoulli(n: int) -> list[tuple[int, int]]:
    """The first n Bernoulli numbers in lowest terms, with B(1) = -1/2.

    >>> bernoulli(5)
    [(1, 1), (-1, 2), (1, 6), (0, 1), (-1, 30)]
    """
    found: list[Fraction] = []
    for m in range(n):
        total = sum((comb(m + 1, k) * found[k] for k in range(m)), Fraction(0))
        found.append(Fraction(1) if m == 0 else -total / (m + 1))
    return [(b.numerator, b.denominator) for b in found]


def derangements() -> Iterator[int]:
    """The permutations of n things that move all of them: 1, 0, 1, 2, 9, 44, ..."""
    term = 1
    for n in count(1):
        yield term
        term = n * term + (-1) ** n


def two_term(first: int, second: int, step: Callable[[int, int, int], int]) -> Iterator[int]:
    """A recurrence a(n) = step(n, a(n-1), a(n-2)) from its first two terms."""
    before, last = first, second
    for n in count(2):
        yield before
        before, last = last, step(n, last, before)


def fuss_catalan(p: int, r: int = 1) -> Iterator[int]:
    """r/(pn + r) times C(pn + r, n): trees whose nodes have p branches, r at a time."""
    return (r * comb(p * n + r, n) // (p * n + r) for n in count(0))


def multifactorials(step: int) -> Iterator[int]:
    """The products n (n - step) (n - 2 step) ... down to the last positive one."""
    for n in count(0):
        product = 1
        for k in range(n, 0, -step):
            product *= k
        yield product


def superfactorials() -> Iterator[int]:
    """The products of the first factorials: 1, 1, 2, 12, 288, ..."""
    product = 1
    for n in count(0):
        product *= factorial(n)
        yield product


def rooted_trees(n: int) -> list[int]:
    """The numbers of rooted trees on 0, 1, ..., n - 1 unlabelled nodes: 0, 1, 1, 2, 4, 9, ...

    >>> rooted_trees(8)
    [0, 1, 1, 2, 4, 9, 20, 48]
    """
    trees, sums = [0, 1], [0] * (n + 1)
    for m in range(1, n - 1):
        for multiple in range(m, n, m):
            sums[multiple] += m * trees[m]
        trees.append(sum(sums[k] * trees[m + 1 - k] for k in range(1, m + 1)) // m)
    return trees[:n]
