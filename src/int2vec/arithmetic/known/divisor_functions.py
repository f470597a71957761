"""Known divisor functions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, chain, count
from math import gcd, isqrt, lcm

from int2vec.arithmetic.divisors import divisors, fold_factors, phi, sigma, tau
from int2vec.arithmetic.known.base import Known, formula
from int2vec.arithmetic.primes import factorise
from int2vec.arithmetic.shapes import is_square


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


def carmichael(n: int) -> int:
    """The order that every unit modulo n has.

    >>> [carmichael(n) for n in range(1, 9)]
    [1, 1, 2, 2, 4, 2, 6, 2]
    """
    factors = _factors(n).items()
    return lcm(*(p ** (e - 1) * (p - 1) // (1 + (p == 2 < e)) for p, e in factors))


def two_squares(n: int) -> int:
    """Ways to write n as a sum of two squares of integers of either sign.

    >>> [two_squares(n) for n in range(6)]
    [1, 4, 4, 0, 4, 8]
    """
    root = isqrt(n)
    return sum((2 if n > k * k else 1) for k in range(-root, root + 1) if is_square(n - k * k))


_HIGHLY_COMPOSITE = (
    1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240, 360, 720, 840, 1260, 1680, 2520, 5040, 7560,
    10080, 15120, 20160, 25200, 27720, 45360, 50400, 55440, 83160, 110880, 166320, 221760, 277200,
    332640, 498960, 554400, 665280, 720720,
)  # fmt: skip

SEQUENCES = (
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
    formula(2322, "The order that every unit modulo n has", carmichael, 1),
    formula(265, "The largest odd divisor of n", lambda n: n // (n & -n), 1),
    formula(6519, "The largest power of 2 in n", lambda n: n & -n, 1),
    formula(
        14963,
        "p at the powers of a prime p, else one",
        lambda n: gcd(*_factors(n)) if n > 1 else 1,
        1,
    ),
    formula(4018, "Ways to write n as a sum of two squares", two_squares),
    formula(
        18804,
        "Sums of gcd(k, n) for k = 1..n",
        lambda n: sum(gcd(k, n) for k in range(1, n + 1)),
        1,
    ),
    Known(2182, "Highly composite numbers", lambda: _HIGHLY_COMPOSITE),
)
