"""Families of primes: by remainder, in patterns, of a form, functions and gaps."""

from __future__ import annotations

from itertools import pairwise
from math import gcd

from int2vec.arithmetic import is_prime, primes_up_to
from int2vec.corpus.catalog.base import Families, formula, numbers

_PRIMES = primes_up_to(10_000)
_GAPS = [q - p for p, q in pairwise(_PRIMES)]
_COPRIME = [(left, m) for m in range(3, 31) for left in range(1, m) if gcd(left, m) == 1]

FAMILIES: Families = {
    "primes by remainder": (
        numbers(
            "Primes that leave {r[0]} when divided by {r[1]}",
            lambda p, r: p % r[1] == r[0],
            _PRIMES,
            r=_COPRIME,
        ),
        formula("Primes modulo {m=3..24}", lambda n, m: _PRIMES[n] % m),
        formula("Primes divided by {m=3..24}, rounded down", lambda n, m: _PRIMES[n] // m),
    ),
    "primes in patterns": (
        numbers("Primes p with p + {gap=2..60} prime", lambda p, gap: is_prime(p + gap), _PRIMES),
        numbers(
            "Primes p with {a=2..12}p + {b=-9..9} prime",
            lambda p, a, b: is_prime(a * p + b),
            _PRIMES,
        ),
    ),
    "primes of a form": (
        numbers(
            "n such that {a=1..4}n^2 + {c=-9..29} is prime", lambda n, a, c: is_prime(a * n * n + c)
        ),
        numbers(
            "n such that {a=2..30}n + {c=-3,-1,1,3} is prime", lambda n, a, c: is_prime(a * n + c)
        ),
    ),
    "functions of primes": (
        formula("{a=1..8}p + {b=-8..12} for the primes p", lambda n, a, b: a * _PRIMES[n] + b),
        formula("p^{k=2..4} + {b=-4..4} for the primes p", lambda n, k, b: _PRIMES[n] ** k + b),
        formula("Every {k=2..12}th prime", lambda n, k: _PRIMES[k * n + k - 1]),
        formula("Sums of {k=2..12} neighbouring primes", lambda n, k: sum(_PRIMES[n : n + k])),
        formula("{k=-12..12}n + the n-th prime", lambda n, k: _PRIMES[n] + k * (n + 1)),
    ),
    "gaps between primes": (
        formula(
            "Gaps between primes from the prime number {k=1..30} on", lambda n, k: _GAPS[n + k - 1]
        ),
        formula("Gaps between primes modulo {k=3..9}", lambda n, k: _GAPS[n] % k),
    ),
}
