"""Rounding: ⌊(p·a(n−1) + s·a(n−2) + q)/r⌋, remainders of such a mix."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import gcd

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import Matrix
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS = 4
MAX_TERMS = 100
MAX_SIZE = 1 << 40  # so that all fits into 64 bits
REACH, DIVISORS = 12, 16  # of the weights and of the divisor that are tried
MAX_FITS = 3
MIN_CHECKED = 2
ABSENT_BITS = 0.5  # to say that a part is missing
# The parts of a mix: their names, how far back they reach, and their values from (n, x, y).
PAIRS = (
    ("a(n−1)", "a(n−2)", 2, lambda i, x, y: (x, y)),
    ("a(n−1)", "n", 1, lambda i, x, y: (x, i)),
    ("a(n−1)²", "a(n−1)", 1, lambda i, x, y: (x * x, x)),
)
REMAINDERS = (*PAIRS, ("a(n−1)·a(n−2)", "a(n−2)", 2, lambda i, x, y: (x * y, y)))


@cache
def _grid() -> Matrix:
    """Every choice of two weights and a divisor without common factor, (choices, 3)."""
    side, divisors = range(-REACH, REACH + 1), range(2, DIVISORS + 1)
    return np.array([(p, s, r) for p in side for s in side for r in divisors if gcd(p, s, r) == 1])


def _weight(k: int) -> float:
    return int_bits(k) - 1 if k else ABSENT_BITS


def _rows(terms: Terms, lag: int, values: object, padded: bool) -> tuple[Matrix, Matrix]:
    """The two parts at each term that has them and at the next one; the terms themselves."""
    first = lag - padded
    pairs = [
        values(i, terms[i - 1], terms[i - 2] if i > 1 else 0)  # type: ignore[operator]
        for i in range(first, len(terms) + 1)
    ]
    return np.array(pairs, dtype=np.int64).T, np.array(terms[first:], dtype=np.int64)


def _admitted(terms: Terms) -> bool:
    return (
        MIN_TERMS <= len(terms) <= MAX_TERMS
        and max(map(abs, terms)) < MAX_SIZE
        and len(set(terms)) > 1
    )


@rule(group="expressions", turn=27, prepare=_grid)
def rounded_down(terms: Terms, search: Search) -> Iterator[Fit]:
    """⌊(p·u + s·v + q)/r⌋ for small p, s and r, and q where the terms leave room for one."""
    if not _admitted(terms):
        return
    for first, second, lag, values in PAIRS:
        for padded in (False, True) if lag == 2 else (False,):
            if first != "a(n−1)" and max(map(abs, terms)) > 1 << 20:
                continue
            parts, target = _rows(terms, lag, values, padded)
            search.spend(300 + 10 * len(target))
            choices = [*_choices(parts[:, :-1], target)]
            choices.sort(key=lambda c: sum(map(_weight, c)))
            for p, s, r, q in choices[:MAX_FITS]:
                u, v = map(int, parts[:, -1])
                mix = Mix([first, second, ""], [p, s, q])
                checked = len(target) - sum(map(bool, (p, s, q))) - (r > 2)
                yield from _fit(
                    terms,
                    lag - padded,
                    f"⌊({mix})/{r}⌋",
                    checked,
                    (p * u + s * v + q) // r,
                    (p, s, r - 1, q),
                )


def _choices(parts: Matrix, target: Matrix) -> Iterator[tuple[int, int, int, int]]:
    """(p, s, r, q) with r·t ≤ p·u + s·v + q < r·t + r at every place."""
    p, s, r = _grid().T
    low, high = np.full(len(p), -(1 << 62)), np.full(len(p), 1 << 62)
    for u, v, t in zip(*parts, target, strict=True):
        least = r * t - p * u - s * v
        low, high = np.maximum(low, least), np.minimum(high, least + r - 1)
        left = low <= high
        if not left.all():
            p, s, r, low, high = (x[left] for x in (p, s, r, low, high))
    for numbers in zip(*(x.tolist() for x in (p, s, r, low, high)), strict=True):
        yield (*numbers[:3], min(max(0, numbers[3]), numbers[4]))


@rule(group="expressions", turn=28)
def remainders(terms: Terms, search: Search) -> Iterator[Fit]:
    """(p·u + q) mod m and (p·u + s·v + q) mod m, the modulus read off the terms."""
    if not _admitted(terms) or min(terms) < 0 or max(terms) > 1 << 20:
        return
    for first, second, lag, values in REMAINDERS:
        parts, target = _rows(terms, lag, values, False)
        if len(target) < MIN_TERMS:
            continue
        search.spend(100 + 10 * len(target))
        for p, s, q, m in _moduli(parts[:, :-1], target):
            u, v = map(int, parts[:, -1])
            mix = Mix([first, second, ""], [p, s, q])
            checked = len(target) - 1 - sum(map(bool, (p != 1, s, q)))
            yield from _fit(
                terms, lag, f"({mix}) mod {m}", checked, (p * u + s * v + q) % m, (p, s, q, m)
            )


def _moduli(parts: Matrix, target: Matrix) -> Iterator[tuple[int, int, int, int]]:
    """(p, s, q, m) that make the target: s small, and any p."""
    u, v = parts
    top = int(target.max())
    du, dt = np.diff(u), np.diff(target)
    for s in (0, 1, -1):
        moved = dt - s * np.diff(v)
        for p in (1, 2, 3, -1):
            yield from _modulus(p, s, int(np.gcd.reduce(moved - p * du)), top, parts, target)
        # All of p·Δu = Δt modulo m, so that Δu(i)·Δt(j) − Δu(j)·Δt(i) has the factor m.
        crossed = int(np.gcd.reduce(du[1:] * moved[:-1] - du[:-1] * moved[1:]))
        for m in _divisors_above(crossed, top):
            at = next((i for i, d in enumerate(du.tolist()) if gcd(d, m) == 1), None)
            if at is not None:
                p = int(moved[at]) * pow(int(du[at]), -1, m) % m
                yield from _modulus(p, s, m, top, parts, target)


def _modulus(
    p: int, s: int, m: int, top: int, parts: Matrix, target: Matrix
) -> Iterator[tuple[int, int, int, int]]:
    if m > top and p % m:
        q = (int(target[0]) - p * int(parts[0, 0]) - s * int(parts[1, 0])) % m
        rows = zip(*parts.tolist(), target.tolist(), strict=True)
        if all((p * u + s * v + q - t) % m == 0 for u, v, t in rows):
            yield p, s, q if 2 * q <= m else q - m, m


def _divisors_above(n: int, least: int) -> list[int]:
    """The divisors of n above `least` that are n over something small."""
    return [n // k for k in range(1, 61) if n and n % k == 0 and n // k > least]


def _fit(
    terms: Terms, begun: int, words: str, checked: int, value: int, numbers: tuple[int, ...]
) -> Iterator[Fit]:
    if checked >= MIN_CHECKED:
        bits = COST.division + sum(map(_weight, numbers)) + sum(map(int_bits, terms[:begun]))
        bits += COST.division_part * max(0, sum(map(bool, numbers)) - 2)
        why = f"a(n) = {words}"
        yield Fit(kind="division", value=value, bits=bits, why=why, checked=checked)
