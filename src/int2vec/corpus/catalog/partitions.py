"""Partitions and the products behind them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from int2vec.arithmetic import PROPERTIES
from int2vec.arithmetic.power_series import euler, multiply, reciprocal
from int2vec.corpus.catalog.base import Entry, family
from int2vec.corpus.catalog.tables import indicator

_LONG = 64
_SIZES = range(1, _LONG)


@family("partitions")
def _partitions() -> Iterator[Entry]:
    for c in range(1, 26):
        yield f"Partitions of n in {c} colours", euler([c] * 40)
        yield f"Partitions of n into parts up to {c}", euler([1] * c + [0] * (_LONG - c))
        yield (
            f"Partitions of n into parts from {c} on",
            euler([int(k >= c) for k in _SIZES]),
        )
        yield (
            f"Partitions of n with no part more than {c} times",
            euler([int(k % (c + 1) != 0) for k in _SIZES]),
        )
    for power in range(1, 5):
        yield (
            f"Partitions with k^{power} kinds of part k",
            euler([k**power for k in range(1, 36)]),
        )


@family("partitions by remainders")
def _remainders() -> Iterator[Entry]:
    for m in range(2, 11):
        for left in range(m):
            inside = [int(k % m == left) for k in range(1, 84)]
            yield f"Partitions into parts that leave {left} modulo {m}", euler(inside)
            outside = [1 - x for x in inside[:_LONG]]
            yield (
                f"Partitions into parts that do not leave {left} modulo {m}",
                (euler(outside)),
            )
        for left in range(1, (m + 1) // 2):
            both = [int(k % m in (left, m - left)) for k in range(1, 80)]
            yield f"Partitions into parts {left} or -{left} modulo {m}", euler(both)


@family("partitions into a set")
def _into_sets() -> Iterator[Entry]:
    for name, known in PROPERTIES.items():
        if known.family == "remainders":
            continue
        parts = indicator(name)
        if sum(parts[1:40]) >= 3:
            yield (
                f"Partitions of n where each part {known.words}",
                euler(parts[1:75]),
            )
            yield (
                f"Partitions of n into different parts, each of which {known.words}",
                (_distinct([k for k in range(1, 90) if parts[k]], 90)),
            )


def _distinct(parts: list[int], n: int) -> list[int]:
    counts = [1] + [0] * (n - 1)
    for part in parts:
        for total in range(n - 1, part - 1, -1):
            counts[total] += counts[total - part]
    return counts


@family("coins")
def _coins() -> Iterator[Entry]:
    for size in (2, 3, 4):
        for parts in combinations((1, 2, 3, 4, 5, 6, 7, 8, 10), size):
            counts = [1] + [0] * 100
            for part in parts:
                for total in range(part, 101):
                    counts[total] += counts[total - part]
            yield f"Ways to pay n with coins of {', '.join(map(str, parts))}", counts


@family("products of powers of 1 - x^k")
def _eta() -> Iterator[Entry]:
    for power in range(1, 25):
        yield (
            f"Coefficients of the {power}th power of the product of 1 - x^k",
            euler([-power] * 60),
        )
    for a, b in product(range(1, 7), range(1, 7)):
        for p, q in product((-2, -1, 1, 2), (-2, -1, 1, 2)):
            if a < b:
                yield (
                    f"Product of (1 - x^{a}k)^{p} (1 - x^{b}k)^{q}",
                    euler([-p * (k % a == 0) - q * (k % b == 0) for k in range(1, 66)]),
                )


@family("theta series")
def _theta() -> Iterator[Entry]:
    squares = [0] * 90
    for k in range(-10, 11):
        if k * k < 90:
            squares[k * k] += 1
    triangles = [0] * 90
    for k in range(13):
        triangles[k * (k + 1) // 2] += 1
    for name, seed in (("squares", squares), ("triangular numbers", triangles)):
        power = seed
        for k in range(2, 13):
            power = multiply(power, seed)
            yield f"Ways to write n as an ordered sum of {k} {name}", power
    for m in range(2, 16):
        spread = [squares[n // m] if n % m == 0 else 0 for n in range(90)]
        yield f"Ways to write n as x^2 + {m} y^2 with signs", multiply(squares, spread)
    yield "Reciprocal of the theta series of the squares", reciprocal(squares) or []
    yield "Reciprocal of the series of the triangular numbers", reciprocal(triangles) or []


@family("rational generating functions")
def _rational() -> Iterator[Entry]:
    for top in product((-1, 0, 1), repeat=3):
        for a, b in ((1, 1), (1, 2), (1, 3), (2, 3), (1, 4), (2, 2), (3, 4), (2, 5)):
            if any(top):
                yield (
                    f"Coefficients of (1 + {top[0]}x + {top[1]}x^2 + {top[2]}x^3)"
                    f"/((1 - x^{a})(1 - x^{b}))",
                    _over([1, *top], (a, b)),
                )
    for parts in combinations(range(1, 8), 3):
        yield (
            f"Coefficients of 1/((1 + x^{parts[0]})(1 - x^{parts[1]})(1 - x^{parts[2]}))",
            _over([1], parts, flip=True),
        )


def _over(top: list[int], parts: tuple[int, ...], *, flip: bool = False) -> list[int]:
    series = top + [0] * (100 - len(top))
    for i, part in enumerate(parts):
        sign = -1 if flip and i == 0 else 1
        for n in range(part, 100):
            series[n] += sign * series[n - part]
    return series
