"""Rounding and remainders: ⌊(p·a(n−1) + s·a(n−2) + q)/r⌋, (p·a(n−1)² + q) mod m and their kin."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from math import gcd

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import Matrix
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS, MAX_TERMS = 4, 100
MAX_SIZE, MAX_REMAINDER = 1 << 40, 1 << 20  # so that all fits into 64 bits
REACH, DIVISORS = 12, 16  # of the weights and of the divisor that are tried
MODULAR_GRID = np.array([(p, s) for p in range(-60, 61) if p for s in range(-3, 4)]).T
MIN_GENERATED = 7
MAX_FITS = 3
MIN_CHECKED = 2
ABSENT_BITS = 0.5  # to say that a part is missing
# What is mixed: names, how far back they reach, and their values from (n, x, y).
Pairs = tuple[tuple[str, str, int, Callable[[int, int, int], tuple[int, int]]], ...]
PAIRS: Pairs = (
    ("a(n−1)", "a(n−2)", 2, lambda i, x, y: (x, y)),
    ("a(n−1)", "n", 1, lambda i, x, y: (x, i)),
    ("a(n−1)²", "a(n−1)", 1, lambda i, x, y: (x * x, x)),
    ("a(n−1)·a(n−2)", "a(n−2)", 2, lambda i, x, y: (x * y, y)),
)
# What is mixed for remainders alone.
MODULAR_PAIRS: Pairs = (
    ("a(n−1)²", "n", 1, lambda i, x, y: (x * x, i)),
    ("n²", "n", 0, lambda i, x, y: (i * i, i)),
    ("n³", "n", 0, lambda i, x, y: (i**3, i)),
)


@cache
def _grid() -> NDArray[np.float64]:
    """Every choice of two weights and a divisor without common factor, (3, choices)."""
    side, divisors = range(-REACH, REACH + 1), range(2, DIVISORS + 1)
    choices = [(p, s, r) for p in side for s in side for r in divisors if p and gcd(p, s, r) == 1]
    return np.array([*zip(*choices, strict=True)], dtype=float)


@rule(group="expressions", turn=27, prepare=_grid)
def divisions(terms: Terms, search: Search) -> Iterator[Fit]:
    """A mix of two things that is divided and rounded down, or its remainder."""
    n, size = len(terms), max(map(abs, terms))
    modular = min(terms) >= 0 and size < MAX_REMAINDER
    falling = modular and any(b < a for a, b in pairwise(terms))
    if not MIN_TERMS <= n <= MAX_TERMS or size >= MAX_SIZE or len(set(terms)) < 2:
        return
    for first, second, lag, of in (*PAIRS, *MODULAR_PAIRS) if falling else PAIRS:
        if first != "a(n−1)" and size >= MAX_REMAINDER:
            continue
        search.spend(400 + 20 * n)
        pairs = [of(i, terms[i - 1], terms[i - 2]) for i in range(lag, n + 1)]
        values, target = np.array(pairs, dtype=np.int64).T, np.array(terms[lag:], dtype=np.int64)
        ways = [("⌊{mix}/{m}⌋", _rounded), ("{mix} mod {m}", _remainders)]
        rounding = (first, second, lag, of) in PAIRS
        for form, found in ways[not rounding : 1 + (modular and n - lag >= MIN_TERMS)]:
            choices = found(values[:, :-1], target)
            if not choices.size:
                continue
            shortest = np.argsort(_weights(choices).sum(axis=0), kind="stable")[:MAX_FITS]
            for p, s, q, m in choices.T[shortest].tolist():
                whole = p * int(values[0, -1]) + s * int(values[1, -1]) + q
                rounded = form.startswith("⌊")
                numbers = (p, s, q, m - rounded)
                # A remainder needs no factor, a half is a plain divisor.
                checked = len(target) - sum(map(bool, (rounded or p != 1, s, q, m > 2)))
                mix = str(Mix([first, second, ""], [p, s, q]))
                said = form.format(mix=f"({mix})" if " " in mix else mix, m=m)
                if checked >= MIN_CHECKED and (lag < 2 or "a(n−2)" in said):
                    value = whole // m if rounded else whole % m
                    bits = COST.division + COST.division_part * max(0, sum(map(bool, numbers)) - 2)
                    bits += sum(int_bits(k) - 1 if k else ABSENT_BITS for k in numbers)
                    bits += sum(map(int_bits, terms[:lag]))
                    why = f"a(n) = {said}" + ", n from 0" * bool(not lag or (s and second == "n"))
                    yield Fit(kind="division", value=value, bits=bits, why=why, checked=checked)


@rule(group="expressions", turn=26)
def congruential(terms: Terms, search: Search) -> Iterator[Fit]:
    """Generators of numbers at random, (p·a(n−1) + q) mod m: m divides what is 0 modulo m."""
    n, steps = len(terms), [b - a for a, b in pairwise(terms)]
    if n < MIN_GENERATED or min(terms) < 0 or sorted(terms) == list(terms):
        return
    search.spend(5 * n)
    m = gcd(*(a * c - b * b for a, b, c in zip(steps, steps[1:], steps[2:], strict=False)))
    start = next((i for i, step in enumerate(steps[:-1]) if m and gcd(step, m) == 1), None)
    if start is None or m <= max(terms):
        return
    p = steps[start + 1] * pow(steps[start], -1, m) % m
    q = (terms[1] - p * terms[0]) % m
    if all((p * a + q) % m == b for a, b in pairwise(terms)):
        mix = str(Mix(["a(n−1)", ""], [p, q]))
        said = f"a(n) = {f'({mix})' if q else mix} mod {m}"
        bits = COST.division + sum(map(int_bits, (p, q, m, terms[0])))
        value = (p * terms[-1] + q) % m
        yield Fit(kind="division", value=value, bits=bits, why=said, checked=n - 4)


def _weights(numbers: Matrix) -> NDArray[np.float64]:
    """Bits to write each number down."""
    length = np.log2(np.abs(numbers) + 1)
    return np.where(numbers, length + np.log2(length + 1) + (numbers < 0), ABSENT_BITS)


def _rounded(values: Matrix, target: Matrix) -> Matrix:
    """(p, s, q, r), of shape (4, n), with r·t ≤ p·u + s·v + q < r·t + r at every place."""
    # Between two places the rests are less than a divisor apart; floats are exact so far.
    (u, v), t = values[:, -1] - values[:, 0], target[-1] - target[0]
    grid = _grid()
    near = np.flatnonzero(np.abs(np.array([-u, -v, t], dtype=float) @ grid) < grid[2])
    p, s, r = weights = grid.take(near, axis=1).astype(np.int64)
    least = r * target[:, None] - p * values[0][:, None] - s * values[1][:, None]  # (places, n)
    low, high = least.max(axis=0), least.min(axis=0) + r - 1
    some = np.flatnonzero(low <= high)
    (p, s, r), low, high = weights.take(some, axis=1), low[some], high[some]
    q, multiple = np.minimum(np.maximum(low, 0), high), -(-low // r) * r
    # A multiple of r is a smaller number behind the division.
    smaller = (multiple <= high) & (np.abs(multiple) < 2 * np.abs(q))
    return np.array([p, s, np.where(smaller, multiple, q), r])


def _remainders(values: Matrix, target: Matrix) -> Matrix:
    """(p, s, q, m) with t = (p·u + s·v + q) mod m at every place: m divides all differences."""
    p, s = weights = MODULAR_GRID
    rests = target[:, None] - p * values[0][:, None] - s * values[1][:, None]  # (places, n)
    m = np.gcd.reduce(rests[1:] - rests[:-1])
    some = np.flatnonzero(m > target.max())
    (p, s), q, m = weights.take(some, axis=1), rests[0, some], m[some]
    return np.array([p, s, (q + (m - 1) // 2) % m - (m - 1) // 2, m])
