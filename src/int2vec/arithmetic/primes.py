"""Primes and factorisation, bounded in time whatever the integer.

sympy could answer all of this, but importing it takes longer than half a second, which is
the whole budget of `import int2vec`; the few algorithms that we need fit in this file.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import gcd, isqrt, prod

import numpy as np
from numpy.typing import NDArray

MAX_BITS = 4096  # longer integers (some 1,233 digits) are never tested for primality
RHO_STEPS = 250_000  # multiplications that `factorise` spends on one 64-bit integer at most
# With these bases Miller-Rabin decides every n below 3.3e24 (Sorenson & Webster, 2015).
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
_SMALL_LIMIT, _TABLE, _LARGE_TABLE = 1 << 12, 1 << 16, 1 << 24


def prime_mask(limit: int) -> NDArray[np.bool_]:
    """A mask of length limit + 1 that is true at the primes.

    >>> prime_mask(7).tolist()
    [False, False, True, True, False, True, False, True]
    """
    mask = np.ones(max(limit + 1, 0), dtype=bool)
    mask[:2] = mask[4::2] = False
    for p in range(3, isqrt(len(mask)) + 1, 2):
        if mask[p]:
            mask[p * p :: 2 * p] = False
    return mask


def primes_up_to(limit: int) -> list[int]:
    """The primes p <= limit, in order.

    >>> primes_up_to(20)
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    return [int(p) for p in np.flatnonzero(prime_mask(limit))]


_SMALL_PRIMES = primes_up_to(_SMALL_LIMIT)
_SMALL_PRODUCT = prod(_SMALL_PRIMES[:60])
_SMALL_SET = frozenset(_SMALL_PRIMES)


@lru_cache(maxsize=8)
def _prime_array(limit: int) -> NDArray[np.int64]:
    return np.flatnonzero(prime_mask(limit))


def is_prime(n: int) -> bool:
    """Whether n is prime: certain below 3.3e24, a strong probable prime above.

    Past `MAX_BITS` bits the answer is False, which then means "not known to be prime".

    >>> [n for n in range(30) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    >>> is_prime(2**127 - 1), is_prime(2**127 + 1)
    (True, False)
    """
    if n <= _SMALL_LIMIT:
        return n in _SMALL_SET
    if n.bit_length() > MAX_BITS:
        return False
    if gcd(n, _SMALL_PRODUCT) > 1:
        return False
    if n < 283 * 283:
        return True
    # Four bases decide everything below 3.2e9, where almost every question lies. Past 1,024
    # bits four are kept for speed: a composite chosen without malice passes with odds < 2^-100.
    bases = _BASES[:4] if n < 3_215_031_751 or n.bit_length() > 1024 else _BASES
    return all(is_strong(n, base) for base in bases)


def is_strong(n: int, base: int) -> bool:
    """Whether a test by squares takes n for a prime.

    >>> is_strong(2047, 2), is_strong(2049, 2)
    (True, False)
    """
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    x = pow(base, (n - 1) >> twos, n) if n > 2 and n % 2 else 0
    return x == 1 or any(pow(x, 1 << i, n) == n - 1 for i in range(twos))


def has_root(p: int, g: int) -> bool:
    """Whether the powers of g leave every remainder by the prime p.

    >>> [p for p in (3, 5, 7, 11, 13) if has_root(p, 2)]
    [3, 5, 11, 13]
    """
    return g % p > 0 and all(pow(g, (p - 1) // q, p) != 1 for q in factorise(p - 1) or ())


def is_power(p: int, k: int, m: int) -> bool:
    """Whether m leaves the remainder of a k-th power by the prime p.

    >>> [p for p in (3, 5, 7, 11, 13, 17) if is_power(p, 2, 2)]
    [7, 17]
    """
    return m % p == 0 or pow(m, (p - 1) // gcd(k, p - 1), p) == 1


def next_prime(n: int, k: int = 1) -> int | None:
    """The k-th prime above n, or below n where k is negative; None where there is none.

    >>> next_prime(13), next_prime(-5), next_prime(10, 2), next_prime(10, -1), next_prime(2, -1)
    (17, 2, 13, 7, None)
    """
    for _ in range(abs(k)):
        n = n - 1 if k < 0 else max(n, 1) + 1
        while not is_prime(n):
            if n < 2:
                return None
            n += 1 if k > 0 else -1
    return n


def prime_index(p: int) -> int | None:
    """The place of a prime among the primes (2 is the first), None if p is not prime or >= 10**7.

    >>> prime_index(2), prime_index(97), prime_index(98)
    (1, 25, None)
    """
    if p >= 10**7 or not is_prime(p):
        return None
    limit = max(_TABLE, 1 << p.bit_length())
    return int(np.searchsorted(_prime_array(limit), p)) + 1


def nth_prime(k: int) -> int | None:
    """The k-th prime counted from 1, None outside 1 <= k <= 600,000.

    >>> nth_prime(1), nth_prime(100)
    (2, 541)
    """
    if not 1 <= k <= 600_000:
        return None
    primes = _prime_array(_TABLE if k <= 6542 else _LARGE_TABLE)
    return int(primes[k - 1])


def factorise(n: int) -> dict[int, int] | None:
    """The prime factors of |n| with their exponents, None if they are not found in time.

    Every n up to 10**18 is factorised, and larger ones with at most one prime factor past
    some 10**9; 0 has no factorisation.

    >>> factorise(1729), factorise(-8), factorise(1)
    ({7: 1, 13: 1, 19: 1}, {2: 3}, {})
    >>> factorise((2**89 - 1) * (2**107 - 1)) is None
    True
    """
    known, rest = partial_factors(n)
    return dict(known) if rest == 1 else None


@lru_cache(maxsize=4096)
def partial_factors(n: int) -> tuple[Mapping[int, int], int]:
    """What is found of the factors of |n| within the budget, and the part left over (1 if none).

    >>> partial_factors(12)
    ({2: 2, 3: 1}, 1)
    """
    n = abs(n)
    found: dict[int, int] = {}
    if n == 0 or n.bit_length() > MAX_BITS:
        return {}, n
    for p in _SMALL_PRIMES:
        if p * p > n:
            break
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
    # A step costs more as n grows; the budget shrinks with it so that the time stays bounded.
    steps = RHO_STEPS * 64 // max(64, n.bit_length()) * 512 // max(512, n.bit_length())
    rest, pending = 1, [n] if n > 1 else []
    while pending:
        m = pending.pop()
        if m < _SMALL_LIMIT**2 or is_prime(m):
            found[m] = found.get(m, 0) + 1
            continue
        divisor, steps = _rho(m, steps)
        if divisor is None:
            rest *= m
        else:
            pending += [divisor, m // divisor]
    return dict(sorted(found.items())), rest


def _rho(n: int, steps: int) -> tuple[int | None, int]:
    """A proper divisor of the composite n, or None, and the steps left (Brent, 1980)."""
    root = isqrt(n)
    if root * root == n:
        return root, steps
    for constant in range(1, 20):
        y, power, divisor = 2, 1, 1
        while divisor == 1 and steps > 0:
            x = y
            for _ in range(power):
                y = (y * y + constant) % n
            done = 0
            while done < power and divisor == 1:
                saved, product = y, 1
                for _ in range(min(64, power - done)):
                    y = (y * y + constant) % n
                    product = product * abs(x - y) % n
                divisor = gcd(product, n)
                done += 64
            steps -= 2 * power
            power *= 2
        if divisor == n:  # two factors met in one batch: walk it again one step at a time
            divisor = 1
            while divisor == 1:
                saved = (saved * saved + constant) % n
                divisor = gcd(abs(x - saved), n)
        if 1 < divisor < n:
            return divisor, steps
        if steps <= 0:
            break
    return None, 0
