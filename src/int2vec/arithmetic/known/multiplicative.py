"""Known sequences about primes, and divisor functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, chain, count, islice, pairwise, takewhile
from math import gcd, isqrt, lcm
from operator import mul

from int2vec.arithmetic.divisors import divisors, fold_factors, omega, phi, sigma, tau
from int2vec.arithmetic.known.base import Known, formula
from int2vec.arithmetic.primes import all_primes, factorise, is_prime, next_prime
from int2vec.arithmetic.shapes import is_square


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


def _factors(n: int) -> dict[int, int]:
    return factorise(n) or {}


def _fold(a_number: int, words: str, name: str) -> Known:
    """A function of the prime factors of n = 1, 2, ..."""
    return formula(a_number, words, lambda n: fold_factors(name, _factors(n)), 1)


def _sums(a_number: int, words: str, name: str, lead: tuple[int, ...] = (0,)) -> Known:
    """Sums of a function of the prime factors."""
    return Known(
        a_number,
        words,
        lambda: chain(lead, accumulate(fold_factors(name, _factors(n)) for n in count(1))),
    )


def _over_divisors(a_number: int, words: str, value: Callable[[int], int]) -> Known:
    """Sums of a function over the divisors of n = 1, 2, ..."""
    return formula(a_number, words, lambda n: sum(map(value, divisors(n) or ())), 1)


def _carmichael(n: int) -> int:
    """The order that every unit modulo n has."""
    factors = _factors(n).items()
    return lcm(*(p ** (e - 1) * (p - 1) // (1 + (p == 2 < e)) for p, e in factors))


def _two_squares(n: int) -> int:
    """Ways to write n as a sum of two squares of integers of either sign."""
    root = isqrt(n)
    return sum((2 if n > k * k else 1) for k in range(-root, root + 1) if is_square(n - k * k))


_HIGHLY_COMPOSITE = (
    1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240, 360, 720, 840, 1260, 1680, 2520, 5040, 7560,
    10080, 15120, 20160, 25200, 27720, 45360, 50400, 55440, 83160, 110880, 166320, 221760, 277200,
    332640, 498960, 554400, 665280, 720720,
)  # fmt: skip


_PRIMES = (
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

_DIVISOR_FUNCTIONS = (
    _fold(5, "How many divisors n has", "tau"),
    _fold(203, "The sum of the divisors of n", "sigma"),
    _fold(10, "How many of 1..n are prime to n", "phi"),
    _fold(1222, "How many prime factors n has", "Omega"),
    _fold(1221, "How many different primes divide n", "omega"),
    _fold(8836, "One or minus one as n has evenly or oddly many prime factors", "liouville"),
    _fold(8683, "The Moebius function", "mobius"),
    _fold(20639, "The smallest prime in n", "smallest_prime"),
    _fold(6530, "The largest prime in n", "largest_prime"),
    _fold(7947, "The product of the primes in n", "prime_product"),
    _fold(1615, "Dedekind's psi", "dedekind_psi"),
    _fold(34448, "The sum of the unitary divisors", "unitary_sigma"),
    _fold(34444, "How many unitary divisors n has", "unitary_tau"),
    _fold(7434, "Jordan's totient of order 2", "jordan_2"),
    _fold(1414, "The sum of the prime factors of n", "prime_sum"),
    _fold(8472, "The sum of the different primes in n", "distinct_prime_sum"),
    _sums(6218, "Sums of the numbers of divisors", "tau"),
    _sums(2088, "Sums of the totients", "phi"),
    _sums(24916, "Sums of the sums of divisors", "sigma", ()),
    formula(1065, "The sum of the proper divisors of n", lambda n: (sigma(n) or 0) - n, 1),
    _over_divisors(1157, "The sum of the squares of the divisors", lambda d: d * d),
    _over_divisors(1158, "The sum of the cubes of the divisors", lambda d: d**3),
    _over_divisors(593, "The sum of the odd divisors", lambda d: d % 2 * d),
    _over_divisors(1227, "How many odd divisors n has", lambda d: d % 2),
    _over_divisors(2654, "Divisors 4k + 1 less divisors 4k + 3", lambda d: (0, 1, 0, -1)[d % 4]),
    formula(38040, "n times how many divisors it has", lambda n: n * (tau(n) or 0), 1),
    formula(51953, "How many of 1..n share a factor with n", lambda n: n - (phi(n) or 0), 1),
    formula(2322, "The order that every unit modulo n has", _carmichael, 1),
    formula(265, "The largest odd divisor of n", lambda n: n // (n & -n), 1),
    formula(6519, "The largest power of 2 in n", lambda n: n & -n, 1),
    formula(
        14963,
        "p at the powers of a prime p, else one",
        lambda n: gcd(*_factors(n)) if n > 1 else 1,
        1,
    ),
    formula(4018, "Ways to write n as a sum of two squares", _two_squares),
    formula(
        18804,
        "Sums of gcd(k, n) for k = 1..n",
        lambda n: sum(gcd(k, n) for k in range(1, n + 1)),
        1,
    ),
    Known(2182, "Highly composite numbers", lambda: _HIGHLY_COMPOSITE),
)

SEQUENCES = (*_PRIMES, *_DIVISOR_FUNCTIONS)
