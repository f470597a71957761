"""Functions of the divisors of an integer; None where the factorisation is out of reach."""

from __future__ import annotations

from math import prod

from int2vec.arithmetic.primes import factorise

MAX_DIVISORS = 100_000


def divisors(n: int) -> list[int] | None:
    """The positive divisors of n in order, None if n is 0 or there are too many to find.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    factors = factorise(n) if n else None
    if factors is None or prod(e + 1 for e in factors.values()) > MAX_DIVISORS:
        return None
    found = [1]
    for p, e in factors.items():
        found = [d * p**k for d in found for k in range(e + 1)]
    return sorted(found)


def tau(n: int) -> int | None:
    """The number of divisors of n.

    >>> tau(12), tau(1), tau(0)
    (6, 1, None)
    """
    factors = factorise(n) if n else None
    return None if factors is None else prod(e + 1 for e in factors.values())


def sigma(n: int, power: int = 1) -> int | None:
    """The sum of the divisors of n, each raised to a power.

    >>> sigma(6), sigma(6, 2), sigma(6, 0)
    (12, 50, 4)
    """
    factors = factorise(n) if n else None
    if factors is None:
        return None
    return prod(sum(int(p ** (power * k)) for k in range(e + 1)) for p, e in factors.items())


def phi(n: int) -> int | None:
    """How many of 1..n share no factor with n (Euler's totient).

    >>> [phi(n) for n in range(1, 11)]
    [1, 1, 2, 2, 4, 2, 6, 4, 6, 4]
    """
    factors = factorise(n) if n else None
    return None if factors is None else prod(p ** (e - 1) * (p - 1) for p, e in factors.items())


def Omega(n: int) -> int | None:  # noqa: N802  the name that mathematics gives it
    """The number of prime factors of n, counted with multiplicity.

    >>> Omega(12), Omega(1)
    (3, 0)
    """
    factors = factorise(n) if n else None
    return None if factors is None else sum(factors.values())


def omega(n: int) -> int | None:
    """The number of distinct primes that divide n.

    >>> omega(12), omega(1)
    (2, 0)
    """
    factors = factorise(n) if n else None
    return None if factors is None else len(factors)


def mobius(n: int) -> int | None:
    """0 if a square above 1 divides n, else 1 or -1 as n has evenly or oddly many primes.

    >>> [mobius(n) for n in range(1, 11)]
    [1, -1, -1, 0, -1, 1, -1, 0, 0, 1]
    """
    factors = factorise(n) if n else None
    if factors is None:
        return None
    return 0 if any(e > 1 for e in factors.values()) else (-1) ** len(factors)
