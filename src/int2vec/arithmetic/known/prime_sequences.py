"""Known sequences about primes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, count, islice, pairwise, takewhile
from operator import mul

from int2vec.arithmetic.divisors import omega
from int2vec.arithmetic.known.base import Known, formula
from int2vec.arithmetic.primes import all_primes, is_prime, next_prime


def _primes(a_number: int, name: str, test: Callable[[int], bool]) -> Known:
    """The primes that pass a test."""
    return Known(a_number, name, lambda: filter(test, all_primes()))


def _each_prime(a_number: int, name: str, value: Callable[[int], int]) -> Known:
    """A function of the primes, one after another."""
    return Known(a_number, name, lambda: map(value, all_primes()))


def _neighbors(a_number: int, name: str, value: Callable[[int, int], int]) -> Known:
    """A function of each prime and the next."""
    return Known(a_number, name, lambda: (value(p, q) for p, q in pairwise(all_primes())))


def _one_if_prime(n: int) -> int:
    return int(is_prime(n))


def _record_gaps() -> Iterator[int]:
    best = 0
    for p, q in pairwise(takewhile(lambda p: p < 20_000, all_primes())):
        if q - p > best:
            best = q - p
            yield best


_MERSENNE_EXPONENTS = (
    2, 3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607, 1279, 2203, 2281, 3217, 4253, 4423,
)  # fmt: skip

SEQUENCES = (
    Known(40, "Prime numbers", all_primes),
    Known(65091, "Odd primes", lambda: islice(all_primes(), 1, None)),
    Known(
        961, "One and the prime powers", lambda: (n for n in count(1) if n == 1 or omega(n) == 1)
    ),
    _primes(1359, "Lesser twin primes", lambda p: is_prime(p + 2)),
    _primes(6512, "Greater twin primes", lambda p: is_prime(p - 2)),
    _primes(23200, "Primes p with p + 4 prime", lambda p: is_prime(p + 4)),
    _primes(23201, "Primes p with p + 6 prime", lambda p: is_prime(p + 6)),
    _primes(30430, "Primes that end in 1", lambda p: p % 10 == 1),
    _primes(30431, "Primes that end in 3", lambda p: p % 10 == 3),
    _primes(30432, "Primes that end in 7", lambda p: p % 10 == 7),
    _primes(30433, "Primes that end in 9", lambda p: p % 10 == 9),
    _neighbors(1223, "Gaps between primes", lambda p, q: q - p),
    _each_prime(6093, "Primes less one", lambda p: p - 1),
    _each_prime(8864, "Primes plus one", lambda p: p + 1),
    _each_prime(100484, "Primes doubled", lambda p: 2 * p),
    _each_prime(1248, "Squares of primes", lambda p: p**2),
    _each_prime(30078, "Cubes of primes", lambda p: p**3),
    Known(7504, "Sums of the first primes", lambda: accumulate(all_primes(), initial=0)),
    Known(2110, "Products of the first primes", lambda: accumulate(all_primes(), mul, initial=1)),
    _neighbors(6094, "Products of neighbouring primes", mul),
    _neighbors(1043, "Sums of neighbouring primes", lambda p, q: p + q),
    Known(
        24675,
        "Midpoints of neighbouring odd primes",
        lambda: ((p + q) // 2 for p, q in pairwise(islice(all_primes(), 1, None))),
    ),
    Known(
        720, "How many primes there are up to n", lambda: accumulate(map(_one_if_prime, count(1)))
    ),
    formula(151800, "The smallest prime above n", next_prime),
    Known(5250, "Record gaps between primes", _record_gaps),
    Known(43, "Exponents of the Mersenne primes", lambda: _MERSENNE_EXPONENTS),
    Known(
        668,
        "Mersenne primes",
        lambda: (2**p - 1 for p in islice(all_primes(), 31) if is_prime(2**p - 1)),
    ),
    Known(
        1567,
        "Composites n that divide 2^n - 2",
        lambda: (n for n in range(3, 9000, 2) if pow(2, n - 1, n) == 1 and not is_prime(n)),
    ),
)
