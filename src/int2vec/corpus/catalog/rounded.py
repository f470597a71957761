"""Families by division: quotients and roots rounded down, remainders, sets of residues."""

from __future__ import annotations

from itertools import combinations, islice
from math import gcd, isqrt

from int2vec.arithmetic import is_square
from int2vec.arithmetic.known.recurrences import linear
from int2vec.corpus.catalog.base import Families, each, formula, numbers

_NOT_SQUARES = [k for k in range(2, 100) if not is_square(k)]
_RESIDUES = [
    (m, left) for m in (4, 5, 6, 7) for size in range(2, m) for left in combinations(range(m), size)
]
_SQUARES = {m: {n * n % m for n in range(m)} for m in range(3, 60)}

FAMILIES: Families = {
    "floors of multiples": (
        formula("{a=1..19}n/{b=2..13} rounded down", lambda n, a, b: a * n // b),
        formula("n/{m=2..20} rounded up", lambda n, m: -(-n // m)),
        formula("n/{m=2..20} rounded to the nearest", lambda n, m: (2 * n + m) // (2 * m)),
        formula("n less n/{m=2..20} rounded down", lambda n, m: n - n // m),
    ),
    "Beatty sequences": (
        formula(
            "n times the root of {k}, rounded down", lambda n, k: isqrt(k * n * n), k=_NOT_SQUARES
        ),
        formula(
            "Steps of n times the root of {k}, rounded down",
            lambda n, k: isqrt(k * (n + 1) ** 2) - isqrt(k * n * n),
            k=_NOT_SQUARES,
        ),
        formula(
            "n times ({a=1..5} + the root of {k=2,3,5,6,7,10,13})/{b=1..5}, rounded down",
            lambda n, a, k, b: (a * n + isqrt(k * n * n)) // b,
        ),
    ),
    "floors of squares and powers": (
        formula("n^2/{k=2..40} rounded down", lambda n, k: n * n // k),
        formula("n^2/{k=2..40} rounded up", lambda n, k: -(-n * n // k)),
        formula("n(n + 1)/{k=2..40} rounded down", lambda n, k: n * (n + 1) // k),
        formula("n^3/{k=2..40} rounded down", lambda n, k: n**3 // k),
        formula("{b=2..7}^n/{k=3..17} rounded down", lambda n, b, k: b**n // k),
    ),
    "floors of roots": (
        formula("The root of {k=1..39}n, rounded down", lambda n, k: isqrt(k * n)),
        formula("The root of n + {k=1..39}, rounded down", lambda n, k: isqrt(n + k)),
        formula("{k=1..39}n less the largest square in it", lambda n, k: k * n - isqrt(k * n) ** 2),
    ),
    "powers modulo m": (
        formula("n^{k=2..5} modulo {m=3..31}", lambda n, k, m: pow(n, k, m)),
        formula("n^2 + n + 1 modulo {m=2..31}", lambda n, m: (n * n + n + 1) % m),
        formula("Triangular numbers modulo {m=2..31}", lambda n, m: n * (n + 1) // 2 % m),
    ),
    "exponentials modulo m": (
        formula("{b=2..12}^n modulo {m=3..41}", lambda n, b, m: pow(b, n, m)),
        formula("n^n modulo {m=3..31}", lambda n, m: pow(n, n, m), first=1),
    ),
    "recurrences modulo m": (
        each(
            "a(n) = a(n-1) + {b=1..3}a(n-2) from {a=0,2}, 1, modulo {m=2..29}",
            lambda a, b, m: [t % m for t in islice(linear((a, 1), (1, b)), 110)],
        ),
    ),
    "integers modulo m": (
        formula("n modulo {m=2..39}", lambda n, m: n % m),
        formula("-n modulo {m=2..39}", lambda n, m: -n % m),
        formula("n unless {m=2..39} divides it, else zero", lambda n, m: n if n % m else 0),
    ),
    "sets of residues": (
        numbers(
            "Integers that leave one of {r[1]} modulo {r[0]}",
            lambda n, r: n % r[0] in r[1],
            r=_RESIDUES,
        ),
        numbers("n such that {m=3..59} divides n^2 - 1", lambda n, m: (n * n - 1) % m == 0),
        numbers("Integers prime to {m=2..59}", lambda n, m: gcd(n, m) == 1),
        numbers("Integers that are squares modulo {m=3..59}", lambda n, m: n % m in _SQUARES[m]),
    ),
}
