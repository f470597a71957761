"""Functions of the divisors of an integer; None where the factorisation is out of reach.

divisors.txt states each function of the prime factors once, for a single integer and for arrays.
"""

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

from int2vec.arithmetic import read_lines
from int2vec.arithmetic.primes import factorise

MAX_DIVISORS = 100_000


class Fold(NamedTuple):
    """The value to start from, and how each prime with its exponent, or each digit, changes it."""

    start: int
    step: Callable[..., Any]


FOLDS = {
    name: Fold(int(start), eval(f"lambda v, p, e: {step}"))
    for name, start, step in read_lines("divisors.txt", r"(\w+) (\d): (.*)")
}
"""The functions of the prime factors, by name."""


def of_factors(name: str, n: int) -> int | None:
    """A function of `FOLDS` at n; None for 0 and where the factorisation is out of reach.

    >>> of_factors("prime_product", 360), of_factors("dedekind_psi", 12)
    (30, 24)
    """
    factors = factorise(n)
    if factors is None:
        return None
    value, step = FOLDS[name]
    for p, e in factors.items():
        value = step(value, p, e)
    return value


def valuation(n: int, p: int) -> int:
    """How often p divides n; 0 for n = 0.

    >>> valuation(24, 2), valuation(25, 2)
    (3, 0)
    """
    times = 0
    while n and n % p == 0:
        n, times = n // p, times + 1
    return times


def divisors(n: int) -> list[int] | None:
    """The positive divisors of n in order, None if n is 0 or there are too many to find.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    factors = factorise(n)
    if factors is None or prod(e + 1 for e in factors.values()) > MAX_DIVISORS:
        return None
    found = [1]
    for p, e in factors.items():
        found = [d * p**k for d in found for k in range(e + 1)]
    return sorted(found)


def sigma(n: int, power: int = 1) -> int | None:
    """The sum of the divisors of n, each raised to a power.

    >>> sigma(6), sigma(6, 2), sigma(6, 0)
    (12, 50, 4)
    """
    factors = factorise(n)
    if factors is None:
        return None
    return prod(sum(int(p ** (power * k)) for k in range(e + 1)) for p, e in factors.items())


def _fold(name: str) -> Callable[[int], int | None]:
    def of(n: int) -> int | None:
        return of_factors(name, n)

    of.__name__ = name
    return of


tau, phi, Omega, omega, mobius = map(_fold, ("tau", "phi", "Omega", "omega", "mobius"))
"""The number of divisors, Euler's totient, how many primes with and without multiplicity, and 0
where a square above 1 divides n, else 1 or -1 as n has evenly or oddly many primes."""
