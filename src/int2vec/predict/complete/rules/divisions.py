"""Rounding: ⌊(p·a(n−1) + s·a(n−2) + q)/r⌋, remainders of such a mix."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import gcd
from typing import NamedTuple

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import Matrix
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS = 4
MAX_TERMS = 100
MAX_SIZE, MAX_REMAINDER = 1 << 40, 1 << 20  # so that all fits into 64 bits
MAX_COFACTOR = 61  # of the modulus in what it divides
REACH, DIVISORS = 12, 16  # of the weights and of the divisor that are tried
MAX_FITS = 3
MIN_CHECKED = 2
ABSENT_BITS = 0.5  # to say that a part is missing
# The parts of a mix: their names, how far back they reach, and their values from (n, x, y).
PAIRS: tuple[tuple[str, str, int, Callable[[int, int, int], tuple[int, int]]], ...] = (
    ("a(n−1)", "a(n−2)", 2, lambda i, x, y: (x, y)),
    ("a(n−1)", "n", 1, lambda i, x, y: (x, i)),
    ("a(n−1)²", "a(n−1)", 1, lambda i, x, y: (x * x, x)),
    ("a(n−1)·a(n−2)", "a(n−2)", 2, lambda i, x, y: (x * y, y)),
)


@cache
def _grid() -> Matrix:
    """Every choice of two weights and a divisor without common factor, (choices, 3)."""
    side, divisors = range(-REACH, REACH + 1), range(2, DIVISORS + 1)
    return np.array([(p, s, r) for p in side for s in side for r in divisors if gcd(p, s, r) == 1])


def _weight(k: int) -> float:
    return int_bits(k) - 1 if k else ABSENT_BITS


class Parts(NamedTuple):
    """What is mixed: names, the first term made, values up to the next one, and the terms made."""

    first: str
    second: str
    begun: int
    values: Matrix  # (2, places + 1)
    target: Matrix  # (places,)

    def fit(self, terms: Terms, form: str, numbers: Sequence[int], checked: int) -> Iterator[Fit]:
        """The mix with these weights and a last number that it is divided by, in this form."""
        p, s, q, m = numbers
        if checked < MIN_CHECKED:
            return
        u, v = map(int, self.values[:, -1])
        whole = p * u + s * v + q
        priced = (p, s, q, m - ("⌊" in form))
        bits = COST.division + sum(map(_weight, priced)) + sum(map(int_bits, terms[: self.begun]))
        said = form.format(mix=Mix([self.first, self.second, ""], [p, s, q]), m=m)
        said += ", n from 0" if s and self.second == "n" else ""
        reach = 2 if "a(n−2)" in said else 1 if "a(n−1)" in said else 0
        from_start = not reach and (q // m if "⌊" in form else q % m) == terms[0]
        late = "" if reach >= self.begun or from_start else f", from term {self.begun + 1} on"
        yield Fit(
            kind="division",
            value=whole // m if "⌊" in form else whole % m,
            bits=bits + COST.division_part * max(0, sum(map(bool, priced)) - 2),
            why=f"a(n) = {said}{late}",
            checked=checked,
        )


def _parts(terms: Terms, most: int, *, rounded: bool) -> Iterator[Parts]:
    """Every pair of things that may be mixed, while they are no larger than is looked at."""
    size = max(map(abs, terms))
    if not MIN_TERMS <= len(terms) <= MAX_TERMS or size >= most or len(set(terms)) < 2:
        return
    for first, second, lag, values in PAIRS[:3] if rounded else PAIRS:
        if first != "a(n−1)" and size > 1 << 20:
            continue
        # A term before the first may count as 0.
        for begun in (2, 1) if lag == 2 and rounded else (lag,):
            pairs = [
                values(i, terms[i - 1], terms[i - 2] if i > 1 else 0)
                for i in range(begun, len(terms) + 1)
            ]
            target = np.array(terms[begun:], dtype=np.int64)
            yield Parts(first, second, begun, np.array(pairs, dtype=np.int64).T, target)


@rule(group="expressions", turn=27, prepare=_grid)
def rounded_down(terms: Terms, search: Search) -> Iterator[Fit]:
    """⌊(p·u + s·v + q)/r⌋ for small p, s and r, and q where the terms leave room for one."""
    for parts in _parts(terms, MAX_SIZE, rounded=True):
        search.spend(300 + 10 * len(parts.target))
        choices = sorted(_choices(parts), key=lambda c: sum(map(_weight, c)))
        for p, s, q, r in choices[:MAX_FITS]:
            checked = len(parts.target) - sum(map(bool, (p, s, q))) - (r > 2)
            yield from parts.fit(terms, "⌊({mix})/{m}⌋", (p, s, q, r), checked)


def _choices(parts: Parts) -> Iterator[tuple[int, int, int, int]]:
    """(p, s, q, r) with r·t ≤ p·u + s·v + q < r·t + r at every place."""
    p, s, r = _grid().T
    low, high = np.full(len(p), -(1 << 62)), np.full(len(p), 1 << 62)
    for u, v, t in zip(*parts.values[:, :-1], parts.target, strict=True):
        least = r * t - p * u - s * v
        low, high = np.maximum(low, least), np.minimum(high, least + r - 1)
        left = low <= high
        if not left.all():
            p, s, r, low, high = (x[left] for x in (p, s, r, low, high))
    for p_, s_, r_, low_, high_ in zip(*(x.tolist() for x in (p, s, r, low, high)), strict=True):
        # A multiple of r is a smaller number behind the division.
        q, multiple = min(max(0, low_), high_), -(-low_ // r_) * r_
        yield p_, s_, multiple if multiple <= high_ and abs(multiple) < 2 * abs(q) else q, r_


@rule(group="expressions", turn=28)
def remainders(terms: Terms, search: Search) -> Iterator[Fit]:
    """(p·u + q) mod m and (p·u + s·v + q) mod m, the modulus read off the terms."""
    for parts in _parts(terms, MAX_REMAINDER, rounded=False) if min(terms) >= 0 else ():
        if len(parts.target) >= MIN_TERMS:
            search.spend(100 + 10 * len(parts.target))
            for p, s, m in _moduli(parts):
                yield from _with_modulus(terms, parts, p, s, m)


def _moduli(parts: Parts) -> Iterator[tuple[int, int, int]]:
    """(p, s, m) that may make the target: s small, and any p."""
    u, v = parts.values[:, :-1]
    du, dt = np.diff(u), np.diff(parts.target)
    for s in (0, 1, -1):
        moved = dt - s * np.diff(v)
        yield from ((p, s, int(np.gcd.reduce(moved - p * du))) for p in (1, 2, 3, -1))
        # All of p·Δu = Δt modulo m, so that Δu(i)·Δt(j) − Δu(j)·Δt(i) has the factor m.
        crossed = int(np.gcd.reduce(du[1:] * moved[:-1] - du[:-1] * moved[1:]))
        for k in range(1, MAX_COFACTOR) if crossed else ():
            m, rest = divmod(crossed, k)
            at = next((i for i, d in enumerate(du.tolist()) if gcd(d, m) == 1), None)
            if not rest and at is not None and m > parts.target.max():
                yield int(moved[at]) * pow(int(du[at]), -1, m) % m, s, m


def _with_modulus(terms: Terms, parts: Parts, p: int, s: int, m: int) -> Iterator[Fit]:
    if m > parts.target.max() and p % m:
        rests = [
            (t - p * u - s * v) % m
            for u, v, t in zip(*parts.values[:, :-1].tolist(), parts.target.tolist(), strict=True)
        ]
        if len(set(rests)) == 1:
            q = rests[0] if 2 * rests[0] <= m else rests[0] - m
            checked = len(parts.target) - 1 - sum(map(bool, (p != 1, s, q)))
            yield from parts.fit(terms, "({mix}) mod {m}", (p, s, q, m), checked)
