"""Known partition numbers, trees and necklaces."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import accumulate

from int2vec.arithmetic.divisors import divisors, mobius, phi
from int2vec.arithmetic.known.base import Known, formula
from int2vec.arithmetic.power_series import euler
from int2vec.arithmetic.primes import is_prime
from int2vec.arithmetic.shapes import is_square


@lru_cache(maxsize=1)
def _partition_numbers() -> list[int]:
    return euler([1] * 499)


def _rooted_trees(n: int) -> list[int]:
    """The numbers of rooted trees on 0, 1, ..., n - 1 unlabelled nodes."""
    trees = [0, 1]
    while len(trees) < n:
        # A root with a tree for each branch: the Euler transform of the numbers themselves.
        trees.append(euler(trees[1:])[-1])
    return trees[:n]


def _over_divisors(weight: Callable[[int], int | None], n: int) -> int:
    """Σ weight(d)·2^(n/d) over the divisors d of n."""
    return sum((weight(d) or 0) * 2 ** (n // d) for d in divisors(n) or ())


def parts(test: Callable[[int], object], n: int) -> list[int]:
    """Ways to write 0..n as a sum of parts that pass a test.

    >>> parts(lambda k: k % 2, 8)
    [1, 1, 1, 2, 2, 3, 4, 5, 6]
    """
    return euler([int(bool(test(k))) for k in range(1, n + 1)])


SEQUENCES = (
    Known(41, "Ways to write n as a sum", _partition_numbers),
    Known(9, "Ways to write n as a sum of different parts", lambda: parts(lambda k: k % 2, 74)),
    Known(70, "Sums of the first partition numbers", lambda: accumulate(euler([1] * 60))),
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
    Known(81, "Rooted trees on n nodes", lambda: _rooted_trees(40)),
    formula(
        31, "Necklaces of n beads in two colours", lambda n: _over_divisors(phi, n) // n, 1, (1,)
    ),
    formula(
        1037,
        "Words of n bits that come before their own turns",
        lambda n: _over_divisors(mobius, n) // n,
        1,
        (1,),
    ),
    formula(
        27375, "Words of n bits that are no repetition", partial(_over_divisors, mobius), 1, (0,)
    ),
)
