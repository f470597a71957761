"""Powers, polynomials and recurrences modulo m, and sets of residues."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import comb, gcd

from int2vec.arithmetic.known.recurrences import linear
from int2vec.corpus.catalog.base import Entry, family

_N = range(0, 108)


@family("powers modulo m")
def _powers() -> Iterator[Entry]:
    for k, m in product((2, 3, 4, 5), range(3, 32)):
        yield f"n^{k} modulo {m}", [pow(n, k, m) for n in _N]


@family("exponentials modulo m")
def _exponentials() -> Iterator[Entry]:
    for base, m in product(range(2, 13), range(3, 42)):
        if base % m > 1 and gcd(base, m) == 1:
            yield f"{base}^n modulo {m}", [pow(base, n, m) for n in _N]


@family("recurrences modulo m")
def _recurrences() -> Iterator[Entry]:
    rules = {
        "Fibonacci numbers": ((0, 1), (1, 1)),
        "Lucas numbers": ((2, 1), (1, 1)),
        "Pell numbers": ((0, 1), (2, 1)),
        "Jacobsthal numbers": ((0, 1), (1, 2)),
        "tribonacci numbers": ((0, 0, 1), (1, 1, 1)),
    }
    for name, (start, weights) in rules.items():
        row = list(islice(linear(start, weights), 108))
        for m in range(2, 25):
            yield f"The {name} modulo {m}", [t % m for t in row]


@family("triangular numbers modulo m")
def _triangular() -> Iterator[Entry]:
    for m in range(2, 32):
        yield f"Triangular numbers modulo {m}", [n * (n + 1) // 2 % m for n in _N]
        yield f"C(2n, n) modulo {m}", [comb(2 * n, n) % m for n in _N]
        yield f"n^2 + n + 1 modulo {m}", [(n * n + n + 1) % m for n in _N]


@family("integers modulo m")
def _integers() -> Iterator[Entry]:
    for m in range(2, 40):
        yield f"n modulo {m}", [n % m for n in _N]
        yield f"-n modulo {m}", [-n % m for n in _N]
        yield f"How far n is from the nearest multiple of {m}", [min(n % m, -n % m) for n in _N]
        yield f"One at the multiples of {m}, else zero", [int(n % m == 0) for n in _N]
        yield f"n unless {m} divides it, else zero", [n if n % m else 0 for n in _N]


@family("sets of residues")
def _sets() -> Iterator[Entry]:
    for m in (4, 5, 6, 7):
        for mask in range(1, 2**m - 1):
            kept = [r for r in range(m) if mask >> r & 1]
            if 1 < len(kept) < m:
                yield (
                    f"Integers that leave {', '.join(map(str, kept))} modulo {m}",
                    [n for n in range(0, 420) if n % m in kept],
                )
    for m in range(3, 60):
        squares = sorted({n * n % m for n in range(m)})
        yield (
            f"Integers that are squares modulo {m}",
            [n for n in range(400) if n % m in set(squares)],
        )
        yield f"n such that {m} divides n^2 - 1", [n for n in range(4000) if (n * n - 1) % m == 0]


@family("orders and inverses")
def _orders() -> Iterator[Entry]:
    for base in range(2, 24):
        row = []
        for n in range(1, 220):
            if gcd(n, base) == 1:
                power, k = base % n if n > 1 else 0, 1
                while n > 1 and power != 1:
                    power, k = power * base % n, k + 1
                row.append(k)
        yield f"The order of {base} modulo the n that are prime to it", row
        yield (
            f"How many squares there are modulo {base}n",
            [len({j * j % (base * n) for j in range(base * n)}) for n in range(1, 25)],
        )
