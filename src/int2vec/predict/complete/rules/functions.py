"""Functions of n that formulas are put together from, as tables of exact values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import comb, factorial, isqrt

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import Omega, digit_sum, omega, phi, reverse_digits, sigma, tau
from int2vec.predict.complete.rules.known import primes

LENGTH = 128  # values of each function, n from 0
Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, slots=True)
class Function:
    """A function of n ≥ `first`: how it is written, what it costs to name, its exact values."""

    words: str
    bits: float
    values: tuple[int, ...]
    first: int = 0


def _fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def _or_zero(f: Callable[[int], int | None]) -> Callable[[int], int]:
    return lambda n: (f(n) or 0) if n > 0 else 0


@cache
def functions() -> tuple[Function, ...]:
    """The functions, the plainest first."""
    prime = list(islice(primes(), LENGTH + 1))
    rows: list[tuple[str, float, Callable[[int], int], int]] = [
        ("1", 1, lambda n: 1, 0),
        ("n", 1.5, lambda n: n, 0),
        ("n²", 2.5, lambda n: n * n, 0),
        ("n³", 3, lambda n: n**3, 0),
        ("2^n", 3, lambda n: 2**n, 0),
        ("(−1)^n", 3.5, lambda n: (-1) ** n, 0),
        ("3^n", 4, lambda n: 3**n, 0),
        ("n!", 4, factorial, 0),
        ("prime(n)", 4, lambda n: prime[n - 1], 1),
        ("n⁴", 4.5, lambda n: n**4, 0),
        ("prime(n)²", 5, lambda n: prime[n - 1] ** 2, 1),
        ("Fibonacci(n)", 5, _fibonacci, 0),
        ("n^n", 5, lambda n: n**n, 0),
        ("4^n", 5, lambda n: 4**n, 0),
        ("5^n", 5, lambda n: 5**n, 0),
        ("10^n", 5, lambda n: 10**n, 0),
        ("(n+1)!", 5.5, lambda n: factorial(n + 1), 0),
        ("n^(n−1)", 6, lambda n: n ** (n - 1), 1),
        ("n^(n+1)", 6, lambda n: n ** (n + 1), 0),
        ("n^(n−2)", 7, lambda n: n ** (n - 2), 2),
        ("(n+1)^n", 6, lambda n: (n + 1) ** n, 0),
        ("n·2^n", 5, lambda n: n << n, 0),
        ("n⁵", 5.5, lambda n: n**5, 0),
        ("C(2n,n)", 6, lambda n: comb(2 * n, n), 0),
        ("the n-th Catalan number", 6, lambda n: comb(2 * n, n) // (n + 1), 0),
        ("6^n", 6, lambda n: 6**n, 0),
        ("7^n", 6, lambda n: 7**n, 0),
        ("(−1)^n·n", 6, lambda n: (-1) ** n * n, 0),
        ("(−2)^n", 6, lambda n: (-2) ** n, 0),
        ("(2n−1)!!", 6, lambda n: factorial(2 * n) // (factorial(n) << n), 0),
        ("2^(n²)", 7, lambda n: 1 << (n * n) if n < 40 else 0, 0),
        ("2^C(n,2)", 7, lambda n: 1 << (n * (n - 1) // 2) if n < 60 else 0, 0),
        ("2^(2^n)", 7, lambda n: 1 << (1 << n) if n < 11 else 0, 0),
        ("prime(n+1)", 5, lambda n: prime[n], 0),
        ("prime(n+1)²", 7, lambda n: prime[n] ** 2, 0),
        ("prime(n)·prime(n+1)", 7, lambda n: prime[n - 1] * prime[n], 1),
        ("prime(n−1)", 6, lambda n: prime[n - 2], 2),
        ("n·prime(n)", 6, lambda n: n * prime[n - 1], 1),
        ("prime(n)³", 6, lambda n: prime[n - 1] ** 3, 1),
        ("the number of divisors of n", 6, _or_zero(tau), 1),
        ("the sum of the divisors of n", 6, _or_zero(sigma), 1),
        ("the totient of n", 6, _or_zero(phi), 1),
        ("the number of prime factors of n", 7, _or_zero(Omega), 1),
        ("the number of different primes in n", 7, _or_zero(omega), 1),
        ("the number of divisors of 2n", 8, lambda n: _or_zero(tau)(2 * n), 1),
        ("the number of divisors of n²", 8, lambda n: _or_zero(tau)(n * n), 1),
        ("the sum of the divisors of n²", 8, lambda n: _or_zero(sigma)(n * n), 1),
        ("the sum of the squared divisors of n", 8, lambda n: sigma(n, 2) or 0, 1),
        ("the digit sum of n", 7, digit_sum, 0),
        ("n with its digits reversed", 7, reverse_digits, 0),
        ("the number of 1s of n in base 2", 7, int.bit_count, 0),
        ("⌊√n⌋", 7, isqrt, 0),
        ("⌊n/2⌋", 5, lambda n: n // 2, 0),
        ("⌊n/3⌋", 6, lambda n: n // 3, 0),
        ("n written in base 2", 7, lambda n: int(f"{n:b}"), 0),
        ("the number of primes up to n", 7, lambda n: sum(p <= n for p in prime), 0),
    ]
    return tuple(
        Function(
            words=w,
            bits=b,
            first=first,
            values=tuple(f(n) if n >= first else 0 for n in range(LENGTH)),
        )
        for w, b, f, first in rows
    )


@cache
def window(start: int, length: int) -> Floats:
    """Each function at n = start, …, start + length − 1 as floats; NaN where it is not defined."""
    rows = []
    for f in functions():
        part = f.values[start : start + length]
        too_large = max(part).bit_length() > 900
        rows.append([np.nan] * length if start < f.first or too_large else [float(v) for v in part])
    return np.array(rows)
