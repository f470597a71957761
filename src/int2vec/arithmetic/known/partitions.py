"""Known partition numbers, trees and necklaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate, chain, count

from int2vec.arithmetic.divisors import divisors, mobius, phi
from int2vec.arithmetic.known.base import Known
from int2vec.arithmetic.power_series import euler
from int2vec.arithmetic.primes import is_prime
from int2vec.arithmetic.shapes import is_square


def partitions() -> Iterator[int]:
    """1, 1, 2, 3, 5, 7, 11, ...: ways to write n as a sum; the first 500 of them."""
    counts: list[int] = []
    for n in range(500):
        total, k = int(n == 0), 1
        # Euler's pentagonal number theorem.
        while (low := k * (3 * k - 1) // 2) <= n:
            sign = 1 if k % 2 else -1
            total += sign * counts[n - low]
            if (high := low + k) <= n:
                total += sign * counts[n - high]
            k += 1
        counts.append(total)
        yield total


def rooted_trees(n: int) -> list[int]:
    """The numbers of rooted trees on 0, 1, ..., n - 1 unlabelled nodes.

    >>> rooted_trees(8)
    [0, 1, 1, 2, 4, 9, 20, 48]
    """
    trees = [0, 1]
    while len(trees) < n:
        # A root with a tree for each branch: the Euler transform of the numbers themselves.
        trees.append(euler(trees[1:])[-1])
    return trees[:n]


def necklaces(colours: int) -> Iterator[int]:
    """Necklaces of n = 1, 2, ... beads, counted up to turning.

    >>> beads = necklaces(2)
    >>> [next(beads) for _ in range(6)]
    [2, 3, 4, 6, 8, 14]
    """
    for n in count(1):
        yield sum((phi(d) or 0) * colours ** (n // d) for d in divisors(n) or ()) // n


def aperiodic_words(letters: int) -> Iterator[int]:
    """Words of n = 1, 2, ... letters that are no repetition of a shorter one.

    >>> words = aperiodic_words(2)
    >>> [next(words) for _ in range(6)]
    [2, 2, 6, 12, 30, 54]
    """
    for n in count(1):
        yield sum((mobius(d) or 0) * letters ** (n // d) for d in divisors(n) or ())


def parts(test: Callable[[int], object], n: int) -> list[int]:
    """Ways to write 0..n as a sum of parts that pass a test.

    >>> parts(lambda k: k % 2, 8)
    [1, 1, 1, 2, 2, 3, 4, 5, 6]
    """
    return euler([int(bool(test(k))) for k in range(1, n + 1)])


SEQUENCES = (
    Known(41, "Ways to write n as a sum", partitions),
    Known(9, "Ways to write n as a sum of different parts", lambda: parts(lambda k: k % 2, 74)),
    Known(70, "Sums of the first partition numbers", lambda: accumulate(partitions())),
    Known(219, "Plane partitions", lambda: euler(range(1, 45))),
    Known(712, "Partitions in two colours", lambda: euler([2] * 44)),
    Known(716, "Partitions in three colours", lambda: euler([3] * 40)),
    Known(607, "Ways to write n as a sum of primes", lambda: parts(is_prime, 74)),
    Known(1156, "Ways to write n as a sum of squares", lambda: parts(is_square, 84)),
    Known(
        18819,
        "Ways to write n as a sum of powers of 2",
        lambda: parts(lambda k: k & (k - 1) == 0, 74),
    ),
    Known(
        123,
        "Ways to write 2n as a sum of powers of 2",
        lambda: parts(lambda k: k & (k - 1) == 0, 109)[::2],
    ),
    *(
        Known(
            a_number,
            f"Partitions of n into at most {most} parts",
            partial(euler, [1] * most + [0] * 72),
        )
        for a_number, most in ((1399, 3), (1400, 4), (1401, 5))
    ),
    Known(10815, "Coefficients of the product of 1 - x^k", lambda: euler([-1] * 90)),
    Known(594, "Ramanujan's tau", lambda: euler([-24] * 30)),
    Known(81, "Rooted trees on n nodes", lambda: rooted_trees(40)),
    Known(31, "Necklaces of n beads in two colours", lambda: chain([1], necklaces(2))),
    Known(
        1037,
        "Words of n bits that come before their own turns",
        lambda: chain([1], (words // n for n, words in enumerate(aperiodic_words(2), start=1))),
    ),
    Known(27375, "Words of n bits that are no repetition", lambda: chain([0], aperiodic_words(2))),
)
