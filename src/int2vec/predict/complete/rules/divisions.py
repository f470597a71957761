"""Rounding and remainders: ⌊(p·a(n−1) + s·a(n−2) + q)/r⌋, (p·a(n−1)² + q) mod m and their kin."""

from collections.abc import Callable, Iterator
from functools import cache
from math import gcd

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import Matrix
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS, MAX_TERMS = 4, 100
MAX_SIZE, MAX_REMAINDER = 1 << 40, 1 << 20  # so that all fits into 64 bits
REACH, DIVISORS = 12, 16  # of the weights and of the divisor that are tried
REACH_MODULO = 60, 3
MAX_FITS, MAX_CHOICES = 3, 80
MIN_CHECKED = 2
ABSENT_BITS = 0.5  # to say that a part is missing
# What is mixed: names, how far back they reach, and their values from (n, x, y).
PAIRS: tuple[tuple[str, str, int, Callable[[int, int, int], tuple[int, int]]], ...] = (
    ("a(n−1)", "a(n−2)", 2, lambda i, x, y: (x, y)),
    ("a(n−1)", "n", 1, lambda i, x, y: (x, i)),
    ("a(n−1)²", "a(n−1)", 1, lambda i, x, y: (x * x, x)),
    ("a(n−1)·a(n−2)", "a(n−2)", 2, lambda i, x, y: (x * y, y)),
)
Numbers = tuple[int, int, int, int]  # the two weights, what is added, and what it is divided by


@cache
def _grid() -> Matrix:
    """Every choice of two weights and a divisor without common factor, (3, choices)."""
    side, divisors = range(-REACH, REACH + 1), range(2, DIVISORS + 1)
    choices = [(p, s, r) for p in side for s in side for r in divisors if p and gcd(p, s, r) == 1]
    return np.array(choices).T


@rule(group="expressions", turn=27, prepare=_grid)
def divisions(terms: Terms, search: Search) -> Iterator[Fit]:
    """A mix of two things that is divided and rounded down, or its remainder."""
    n, size = len(terms), max(map(abs, terms))
    modular = min(terms) >= 0 and size < MAX_REMAINDER
    if not MIN_TERMS <= n <= MAX_TERMS or size >= MAX_SIZE or len(set(terms)) < 2:
        return
    for first, second, lag, of in PAIRS:
        if first != "a(n−1)" and size >= MAX_REMAINDER:
            continue
        search.spend(400 + 20 * n)
        pairs = [of(i, terms[i - 1], terms[i - 2]) for i in range(lag, n + 1)]
        values, target = np.array(pairs, dtype=np.int64).T, np.array(terms[lag:], dtype=np.int64)
        ways = [("⌊{mix}/{m}⌋", _rounded), ("{mix} mod {m}", _remainders)]
        for form, found in ways if modular and n - lag >= MIN_TERMS else ways[:1]:
            choices = sorted(found(values[:, :-1], target), key=lambda c: sum(map(_weight, c)))
            for p, s, q, m in choices[:MAX_FITS]:
                whole = p * int(values[0, -1]) + s * int(values[1, -1]) + q
                rounded = form.startswith("⌊")
                numbers = (p, s, q, m - rounded)
                # A remainder needs no factor, a half is a plain divisor.
                checked = len(target) - sum(map(bool, (rounded or p != 1, s, q, m > 2)))
                mix = str(Mix([first, second, ""], [p, s, q]))
                said = form.format(mix=f"({mix})" if " " in mix else mix, m=m)
                if checked >= MIN_CHECKED and (lag == 1 or "a(n−2)" in said):
                    value = whole // m if rounded else whole % m
                    bits = COST.division + COST.division_part * max(0, sum(map(bool, numbers)) - 2)
                    bits += sum(map(_weight, numbers)) + sum(map(int_bits, terms[:lag]))
                    why = f"a(n) = {said}" + ", n from 0" * bool(s and second == "n")
                    yield Fit(kind="division", value=value, bits=bits, why=why, checked=checked)


def _weight(k: int) -> float:
    return int_bits(k) - 1 if k else ABSENT_BITS


def _rounded(values: Matrix, target: Matrix) -> Iterator[Numbers]:
    """(p, s, q, r) with r·t ≤ p·u + s·v + q < r·t + r at every place."""
    p, s, r = _grid()
    low, high = np.full(len(p), -(1 << 62)), np.full(len(p), 1 << 62)
    for u, v, t in zip(*values, target, strict=True):
        least = r * t - p * u - s * v
        low, high = np.maximum(low, least), np.minimum(high, least + r - 1)
        left = low <= high
        if not left.all():
            p, s, r, low, high = (x[left] for x in (p, s, r, low, high))
    few = np.argsort(np.abs(p) + np.abs(s) + r, kind="stable")[:MAX_CHOICES]
    for p_, s_, r_, low_, high_ in np.stack([p, s, r, low, high], axis=1)[few].tolist():
        # A multiple of r is a smaller number behind the division.
        q, multiple = min(max(0, low_), high_), -(-low_ // r_) * r_
        yield p_, s_, multiple if multiple <= high_ and abs(multiple) < 2 * abs(q) else q, r_


def _remainders(values: Matrix, target: Matrix) -> Iterator[Numbers]:
    """(p, s, q, m) with t = (p·u + s·v + q) mod m at every place: m divides all differences."""
    p, s = (x.reshape(-1, 1) for x in np.mgrid[-REACH_MODULO[0] : REACH_MODULO[0] + 1, -3:4])
    rests = target - p * values[0] - s * values[1]
    moduli = np.gcd.reduce(np.diff(rests), axis=1)
    for i in np.flatnonzero((moduli > target.max()) & (p[:, 0] != 0)).tolist():
        m = int(moduli[i])
        q = int(rests[i, 0]) % m
        yield int(p[i, 0]), int(s[i, 0]), q if 2 * q <= m else q - m, m
