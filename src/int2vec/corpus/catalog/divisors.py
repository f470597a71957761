"""Divisor functions, what is done to them, and where they take a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate, product

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic import factorise
from int2vec.arithmetic.power_series import dirichlet
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.tables import facts

_N = 3000
_ROOM = 120

Column = NDArray[np.int64]


def _multiplicative(local: Callable[[int, int], int]) -> Column:
    found = np.ones(_N + 1, dtype=np.int64)
    for n in range(2, _N + 1):
        value = 1
        for p, e in (factorise(n) or {}).items():
            value *= local(p, e)
        found[n] = value
    return found


def _additive(local: Callable[[int, int], int]) -> Column:
    found = np.zeros(_N + 1, dtype=np.int64)
    for n in range(2, _N + 1):
        found[n] = sum(local(p, e) for p, e in (factorise(n) or {}).items())
    return found


@lru_cache(maxsize=1)
def functions() -> dict[str, Column]:
    """The divisor functions by name, at 0..3000; position 0 means nothing."""
    table = facts()
    top = _N + 1
    n = table.n[:top]
    return {
        "the number of divisors of n": table.tau[:top],
        "the sum of the divisors of n": table.sigma[:top],
        "the totient of n": table.phi[:top],
        "the number of prime factors of n": table.Omega[:top],
        "the number of different primes in n": table.omega[:top],
        "the smallest prime in n": table.smallest_prime[:top],
        "the largest prime in n": table.largest_prime[:top],
        "the sum of the proper divisors of n": table.sigma[:top] - n,
        "the numbers up to n that share a factor with it": n - table.phi[:top],
        "Moebius of n": (table.max_exponent[:top] <= 1) * (1 - 2 * (table.omega[:top] % 2)),
        "Liouville of n": 1 - 2 * (table.Omega[:top] % 2),
        "the largest exponent in n": table.max_exponent[:top],
        "the smallest exponent in n": table.min_exponent[:top],
        "how often 2 divides n": table.twos[:top],
        "the largest odd divisor of n": n >> table.twos[:top],
        "the sum of the prime factors of n": _additive(lambda p, e: p * e),
        "the sum of the different primes in n": _additive(lambda p, e: p),
        "the product of the primes in n": _multiplicative(lambda p, e: p),
        "Dedekind's psi of n": _multiplicative(lambda p, e: p ** (e - 1) * (p + 1)),
        "the sum of the unitary divisors of n": _multiplicative(lambda p, e: p**e + 1),
        "the unitary totient of n": _multiplicative(lambda p, e: p**e - 1),
        "the product of the exponents in n": _multiplicative(lambda p, e: e),
        "the square part of n": _multiplicative(lambda p, e: p ** (e - e % 2)),
        "the squarefree part of n": _multiplicative(lambda p, e: p ** (e % 2)),
        "the arithmetic derivative of n": _derivative(),
    }


def _derivative() -> Column:
    found = np.zeros(_N + 1, dtype=np.int64)
    for n in range(2, _N + 1):
        found[n] = sum(e * n // p for p, e in (factorise(n) or {}).items())
    return found


@family("divisor functions")
def _plain() -> Iterator[Entry]:
    n = np.arange(_N + 1)
    for name, f in functions().items():
        yield name.capitalize(), f[1:_ROOM].tolist()
        yield f"Sums of {name}", np.cumsum(f[1:_ROOM]).tolist()
        yield f"Steps of {name}", np.diff(f[1:_ROOM]).tolist()
        yield f"n times {name}", (n * f)[1:_ROOM].tolist()
        yield f"n plus {name}", (n + f)[1:_ROOM].tolist()
        yield f"n less {name}", (n - f)[1:_ROOM].tolist()
        yield f"The greatest common divisor of n and {name}", np.gcd(n, f)[1:_ROOM].tolist()
        yield f"n modulo {name}", (n % np.maximum(np.abs(f), 1))[1:_ROOM].tolist()
        yield (
            f"n divided by {name}, rounded down",
            ((n // np.maximum(np.abs(f), 1))[1:_ROOM].tolist()),
        )
        for k in range(2, 9):
            yield f"{k} times {name}", (k * f)[1:_ROOM].tolist()
            yield f"{name.capitalize()}, plus {k}", (f + k)[1:_ROOM].tolist()


@family("divisor functions at multiples")
def _stretched() -> Iterator[Entry]:
    for name, f in functions().items():
        for k in range(2, 11):
            yield f"{name.capitalize()}, at {k}n", f[k : k * _ROOM : k].tolist()
            yield f"{name.capitalize()}, at {k}n - 1", f[k - 1 : k * _ROOM : k].tolist()
        for k in range(1, 7):
            yield f"{name.capitalize()}, at n + {k}", f[1 + k : _ROOM + k].tolist()
        yield f"{name.capitalize()}, at n^2", f[[i * i for i in range(1, 54)]].tolist()
        yield (
            f"{name.capitalize()}, at n(n + 1)/2",
            (f[[i * (i + 1) // 2 for i in range(1, 76)]].tolist()),
        )
        yield f"{name.capitalize()}, at n^2 + 1", f[[i * i + 1 for i in range(1, 54)]].tolist()
        yield f"{name.capitalize()}, at 2^n - 1", f[[2**i - 1 for i in range(1, 12)]].tolist()


@family("divisor functions modulo m")
def _modulo() -> Iterator[Entry]:
    for name, f in functions().items():
        for m in range(2, 8):
            row = (f % m)[1:_ROOM]
            if row.max() > 0:
                yield f"{name.capitalize()}, modulo {m}", row.tolist()


@family("divisor functions composed")
def _composed() -> Iterator[Entry]:
    for (outer, f), (inner, g) in product(functions().items(), repeat=2):
        inside = g[1:_ROOM]
        if inside.min() > 0 and inside.max() <= _N and inside.max() > 3:
            yield f"{outer.capitalize()} where n is {inner}", (f[inside].tolist())


@family("sums and products of divisor functions")
def _combined() -> Iterator[Entry]:
    items = list(functions().items())
    for i, (one, f) in enumerate(items):
        for other, g in items[i + 1 :]:
            yield f"{one.capitalize()} plus {other}", (f + g)[1:_ROOM].tolist()
            yield f"{one.capitalize()} times {other}", (f * g)[1:_ROOM].tolist()
            yield f"{one.capitalize()} less {other}", (f - g)[1:_ROOM].tolist()


@family("sums over divisors")
def _transforms() -> Iterator[Entry]:
    ones, integers = [1] * 80, list(range(1, 81))
    moebius = functions()["Moebius of n"][1:81].tolist()
    for name, f in functions().items():
        row = f[1:81].tolist()
        yield f"Sums over the divisors of n: {name}", dirichlet(row, ones)
        yield f"Moebius transform: {name}", dirichlet(row, moebius)
        yield f"Convolution with n: {name}", dirichlet(row, integers)
        yield f"Convolution with itself: {name}", dirichlet(row, row)
    for k in range(2, 13):
        yield f"Sums of the divisors to the power {k}", dirichlet([n**k for n in integers], ones)
        yield (
            f"Sums of the divisors of n that are multiples of {k}",
            dirichlet([n * (n % k == 0) for n in integers], ones),
        )
        for left in range(k):
            some = [int(n % k == left) for n in integers]
            yield f"Divisors of n that leave {left} modulo {k}", dirichlet(some, ones)
            yield (
                f"Sum of the divisors of n that leave {left} modulo {k}",
                dirichlet([n * s for n, s in zip(integers, some, strict=True)], ones),
            )


@family("where divisor functions take a value")
def _levels() -> Iterator[Entry]:
    for name, f in functions().items():
        row = f[1:]
        values, sizes = np.unique(row, return_counts=True)
        for value, size in zip(values.tolist(), sizes.tolist(), strict=True):
            if size >= 15 and -3 <= value <= 40:
                yield (
                    f"n such that {value} is {name}",
                    ((np.flatnonzero(row == value)[:_ROOM] + 1).tolist()),
                )


@family("where divisor functions compare")
def _comparisons() -> Iterator[Entry]:
    n = np.arange(1, _N + 1)
    for name, f in functions().items():
        row = f[1:]
        tests = {
            f"n such that n is divisible by {name}": n % np.maximum(np.abs(row), 1) == 0,
            f"Records: {name}": row > np.maximum.accumulate(np.r_[-9, row[:-1]]),
        }
        for gap in (1, 2, 3):
            near, far = row[:-gap], row[gap:]
            end = f"at n and n + {gap}: {name}"
            tests[f"n with one value {end}"] = np.r_[near == far, [False] * gap]
            tests[f"n with a rise {end}"] = np.r_[near < far, [False] * gap]
            tests[f"n with a fall {end}"] = np.r_[near > far, [False] * gap]
        for modulus in (2, 3, 4, 5):
            for left in range(modulus):
                tests[f"n such that {left} is left modulo {modulus}: {name}"] = (
                    row % modulus == left
                )
        for words, test in tests.items():
            found = np.flatnonzero(test)[:_ROOM] + 1
            if len(found) >= 12:
                yield words, found.tolist()
                if words.startswith("Records"):
                    yield f"Record values: {name}", row[found - 1].tolist()


@family("greatest common divisors")
def _gcds() -> Iterator[Entry]:
    n = np.arange(1, _ROOM)
    for k in range(2, 41):
        yield f"The greatest common divisor of n and {k}", np.gcd(n, k).tolist()
        yield f"The least common multiple of n and {k}", np.lcm(n, k).tolist()
        yield f"n over its greatest common divisor with {k}", (n // np.gcd(n, k)).tolist()
        yield f"Sums of gcd(k, {k}) for k = 1..n", list(accumulate(np.gcd(n, k).tolist()))
        yield f"Integers prime to {k}", [m for m in range(1, 400) if np.gcd(m, k) == 1]
