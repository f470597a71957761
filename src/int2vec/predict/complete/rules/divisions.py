"""Rounding: ⌊(p·a(n−1) + s·a(n−2) + q)/r⌋, remainders of such a mix, ⌊α·g(n)⌋ for any real α."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd, log2

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import Matrix
from int2vec.predict.complete.rules.expressions import LENGTH, Column, functions
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

# Of rounded multiples:
MIN_ROUNDED_TERMS = 12
MAX_ROUNDED_START = 3
MAX_ROUNDED_BITS = 200
MOST_SHARE = 0.9  # of the possible α must agree on the next term
# Functions worth a real factor: they grow, but not so fast that α stays unknown.
GROWING = ("n", "n²", "n³", "prime(n)", "n⁴", "prime(n)²", "prime(n+1)", "n·prime(n)", "⌊√n⌋")
ROUNDINGS = (
    (Fraction(0), "rounded down"),
    (Fraction(1, 2), "rounded"),
    (Fraction(1), "rounded up"),
)


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


@rule(group="formulas", turn=29)
def rounded(terms: Terms, search: Search) -> Iterator[Fit]:
    """The functions g for which some α meets all the terms and settles the next."""
    n = len(terms)
    if n < MIN_ROUNDED_TERMS or terms[-1].bit_length() > MAX_ROUNDED_BITS:
        return
    if not 0 <= terms[0] < terms[-1] or any(b < a for a, b in pairwise(terms)):
        return
    wanted = np.array([float(t) for t in terms])
    for start in range(MAX_ROUNDED_START + 1):
        if start + n >= LENGTH:
            return
        search.spend(60 + n)
        for function in functions():
            if function.words not in GROWING or start < function.first:
                continue
            row = np.array([float(v) for v in function.values[start : start + n]])
            for shift, words in ROUNDINGS:
                # ⌊α·g + shift⌋ = a means (a − shift)/g ≤ α < (a + 1 − shift)/g.
                with np.errstate(all="ignore"):
                    low = np.nanmax((wanted - float(shift)) / row)
                    high = np.nanmin((wanted + 1 - float(shift)) / row)
                if low <= high + 1e-12:
                    yield from _with_alpha(terms, start, function, shift, words)


def _with_alpha(terms: Terms, start: int, g: Column, shift: Fraction, words: str) -> Iterator[Fit]:
    n = len(terms)
    pairs = [(t, g.values[start + i]) for i, t in enumerate(terms) if g.values[start + i]]
    low = max(Fraction(t - shift, v) for t, v in pairs)
    high = min(Fraction(t + 1 - shift, v) for t, v in pairs)
    after = g.values[start + n]
    if low >= high or len(pairs) < n - 1 or not after:
        return
    alpha = simplest_between(low, high)
    value = (alpha * after + shift).__floor__()
    # The share of the possible α that agree with this next term.
    bottom, top = Fraction(value - shift, after), Fraction(value + 1 - shift, after)
    share = float((min(high, top) - max(low, bottom)) / (high - low))
    alpha_bits = max(0.0, -log2(float(high - low))) + int_bits(int(low))
    unsure = COST.floor_narrow if share < MOST_SHARE else 0
    yield Fit(
        kind="rounded",
        value=value,
        bits=COST.floor + g.bits + int_bits(start) + alpha_bits + unsure,
        why=f"a(n) = α·({g.words}) {words}, with α near {float(alpha):.6g}, n from {start}",
        checked=n - 2,
    )


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator in the interval, low included, high left out.

    >>> simplest_between(Fraction(314, 100), Fraction(315, 100))
    Fraction(22, 7)
    """
    floor = low.__floor__()
    if low == floor:
        return Fraction(floor)
    if floor + 1 < high:
        return Fraction(floor + 1)
    # Both lie within the same unit: turn the rest over and go on, as in a continued fraction.
    upper = high - floor
    inner = simplest_between(1 / upper if upper else Fraction(1), 1 / (low - floor))
    return floor + 1 / inner
