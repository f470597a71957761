"""Well-known partition numbers, trees and necklaces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import accumulate, chain, count
from math import isqrt

from int2vec.arithmetic import phi
from int2vec.arithmetic.power_series import euler
from int2vec.corpus.catalog import counting
from int2vec.corpus.catalog.known.elementary import Known
from int2vec.corpus.catalog.tables import primes

_PRIMES = frozenset(primes())


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    of = "partitions"
    sizes = range(1, 110)
    ones = [1] * 60
    prime = [int(k in _PRIMES) for k in sizes]
    square = [int(isqrt(k) ** 2 == k) for k in sizes]
    binary = [int(k & (k - 1) == 0) for k in sizes]
    yield 41, of, "Ways to write n as a sum", lambda: euler(ones)
    yield 9, of, "Ways to write n as a sum of different parts", lambda: euler([1, 0] * 37)
    yield 70, of, "Sums of the first partition numbers", lambda: accumulate(euler(ones))
    yield 219, of, "Plane partitions", lambda: euler(sizes[:44])
    yield 712, of, "Partitions in two colours", lambda: euler([2] * 44)
    yield 716, of, "Partitions in three colours", lambda: euler([3] * 40)
    yield 607, of, "Ways to write n as a sum of primes", lambda: euler(prime[:74])
    yield 1156, of, "Ways to write n as a sum of squares", lambda: euler(square[:84])
    yield 18819, of, "Ways to write n as a sum of powers of 2", lambda: euler(binary[:74])
    yield 123, of, "Ways to write 2n as a sum of powers of 2", lambda: euler(binary)[::2]
    for a_number, most in ((1399, 3), (1400, 4), (1401, 5)):
        yield (
            a_number,
            of,
            f"Partitions of n into at most {most} parts",
            (partial(euler, [1] * most + [0] * 72)),
        )
    yield 10815, of, "Coefficients of the product of 1 - x^k", lambda: euler([-1] * 90)
    yield 594, of, "Ramanujan's tau", lambda: euler([-24] * 30)
    of = "trees and necklaces"
    yield 81, of, "Rooted trees on n nodes", lambda: counting.rooted_trees(40)
    yield (
        31,
        of,
        "Necklaces of n beads in two colours",
        lambda: chain(
            [1], (sum((phi(d) or 0) * 2 ** (n // d) for d in _divisors(n)) // n for n in count(1))
        ),
    )
    yield (
        1037,
        of,
        "Words of n bits that come before their own turns",
        lambda: chain([1], (_aperiodic(n) // n for n in count(1))),
    )
    yield (
        27375,
        of,
        "Words of n bits that are no repetition",
        lambda: chain([0], map(_aperiodic, count(1))),
    )


def _divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def _aperiodic(n: int) -> int:
    return (1 << n) - sum(_aperiodic(d) for d in _divisors(n)[:-1])
