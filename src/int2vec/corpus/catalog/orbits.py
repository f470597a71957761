"""Maps iterated on the integers: Collatz, digits, aliquot sums, and their orbits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from int2vec.arithmetic import digit_sum, digits, reverse_digits
from int2vec.arithmetic.known.self_describing import collatz, orbit, peak, steps_to_one
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.tables import facts


def _by_parity(a: int, b: int) -> Callable[[int], int]:
    return lambda n: a * n + b if n % 2 else n // 2


def _quadratic_modulo(plus: int, m: int) -> Callable[[int], int]:
    return lambda x: (x * x + plus) % m


def _linear_modulo(factor: int, plus: int, m: int) -> Callable[[int], int]:
    return lambda x: (factor * x + plus) % m


@family("Collatz")
def _collatz() -> Iterator[Entry]:
    for start in range(3, 400, 2):
        yield f"The way of {start} under 3n + 1", orbit(start, collatz)
    for k in range(1, 12):
        yield f"Collatz steps from {k}n", [steps_to_one(k * n) for n in range(1, 112)]
        yield f"Collatz steps from n + {k}", [steps_to_one(n + k) for n in range(0, 112)]
        yield f"Highest points of the ways from {k}n", [peak(k * n) for n in range(1, 90)]
        yield (
            f"n that need exactly {k + 5} Collatz steps",
            [n for n in range(1, 4000) if steps_to_one(n) == k + 5],
        )


@family("other maps by parity")
def _parity_maps() -> Iterator[Entry]:
    for a, b in ((1, 1), (1, 3), (1, 5), (1, 7), (3, 5), (3, 7), (3, -1), (3, 11), (5, 1)):
        for start in range(3, 60, 4):
            yield (
                f"The way of {start} when odd n go to {a}n + {b} and even n to n/2",
                orbit(start, _by_parity(a, b)),
            )
        yield (
            f"Where odd n go to {a}n + {b} and even n to n/2",
            [a * n + b if n % 2 else n // 2 for n in range(110)],
        )


@family("digit maps")
def _digit_maps() -> Iterator[Entry]:
    for start in range(1, 130):
        yield (
            f"Digit sums added over and over from {start}",
            orbit(start, lambda n: n + digit_sum(n)),
        )
    for start in range(2, 90):
        yield (
            f"Squares of digits summed over and over from {start}",
            orbit(start, lambda n: sum(d * d for d in digits(n))),
        )
        yield f"Reverse and add from {start}", orbit(start, lambda n: n + reverse_digits(n))
    for start in range(2, 40):
        yield (
            f"Cubes of digits summed over and over from {start}",
            orbit(start, lambda n: sum(d**3 for d in digits(n))),
        )
        yield (
            f"Binary reverse and add from {start}",
            orbit(start, lambda n: n + reverse_digits(n, 2)),
        )
        yield (
            f"Digit sums in binary added over and over from {start}",
            orbit(start, lambda n: n + n.bit_count()),
        )


@family("aliquot and totient chains")
def _chains() -> Iterator[Entry]:
    table = facts()
    sigma, tau = table.sigma.tolist(), table.tau.tolist()
    for start in range(1, 160):
        yield (
            f"The number of divisors added over and over from {start}",
            orbit(start, lambda n: n + tau[n] if n < 20_000 else n),
        )
    for start in range(12, 1000, 6):
        chain: list[int] = []
        here = start
        while 0 < here < len(sigma) and len(chain) < 40:
            chain.append(here)
            here = sigma[here] - here
        yield f"Sums of proper divisors over and over from {start}", chain


@family("maps modulo m")
def _modular_maps() -> Iterator[Entry]:
    for m in (7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 64, 97, 100, 101, 127, 128, 256):
        for plus in (1, 2, 3, 5):
            yield (
                f"x^2 + {plus} modulo {m} over and over from 2",
                orbit(2, _quadratic_modulo(plus, m)),
            )
        for factor, plus in ((2, 1), (3, 2), (5, 3), (5, 1), (13, 7)):
            yield (
                f"{factor}x + {plus} modulo {m} over and over from 1",
                orbit(1, _linear_modulo(factor, plus, m)),
            )
