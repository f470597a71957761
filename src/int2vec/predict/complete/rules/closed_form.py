"""Functions of n: sums, differences and products of two, and rounded multiples ⌊α·g(n)⌋ of one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import log2

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import relation
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.functions import LENGTH, Floats, Function, functions, window

MIN_TERMS = 4
LOOK = 8  # terms by which a pair is found; the exact trial is on all
MAX_START = 10
PLAIN = 2  # the functions 1 and n come first
LONG, LONG_START = 12, 2  # many terms rarely start late
MAX_BITS = 1000
DENOMINATORS = 12
TOLERANCE = 1e-9
MAX_PAIRS = 12

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

Pairs = list[tuple[int, int]]


@rule(group="formulas", turn=26, prepare=functions)
def closed_form(terms: Terms, search: Search) -> Iterator[Fit]:
    """c·f(n) + d·g(n) and c·f(n)·g(n) for every pair of functions and every start up to 10."""
    n = len(terms)
    if n < MIN_TERMS or len(set(terms)) < 3 or max(t.bit_length() for t in terms) > MAX_BITS:
        return
    look = min(n, LOOK)
    wanted = np.array([float(t) for t in terms[:look]])
    for start in range((MAX_START if n < LONG else LONG_START) + 1):
        if start + n >= LENGTH:
            return
        search.spend(250)
        table = window(start, look)
        for i, j in _sums(table, wanted):
            yield from _sum(terms, start, i, j)
        if n >= LONG:
            # Second differences leave out what is added linearly in n.
            table = window(start, LOOK + 2)
            more = np.array([float(t) for t in terms[: LOOK + 2]])
            for i, j in _sums(np.diff(table[PLAIN:], 2), np.diff(more, 2)):
                yield from _sum_and_line(terms, start, i + PLAIN, j + PLAIN)
            table = table[:, :look]
        nonzero = wanted != 0
        if nonzero.sum() >= MIN_TERMS - 1:
            for i, j in _products(table[:, nonzero], wanted[nonzero]):
                yield from _product(terms, start, i, j)


def _sums(table: Floats, wanted: Floats) -> Pairs:
    """Pairs i < j for which some c·f_i + d·g_j meets all the wanted values, up to rounding."""
    with np.errstate(all="ignore"):
        f, g = table[:, None, :], table[None, :, :]
        # Two rows fix c and d: the second and the last, as the first are often degenerate.
        a, b = 1, table.shape[1] - 1
        det = f[..., a] * g[..., b] - f[..., b] * g[..., a]
        c = (wanted[a] * g[..., b] - wanted[b] * g[..., a]) / det
        d = (f[..., a] * wanted[b] - f[..., b] * wanted[a]) / det
        rest = np.abs(c[..., None] * f + d[..., None] * g - wanted)
        size = np.abs(c[..., None] * f) + np.abs(d[..., None] * g) + 1
        good = (rest <= TOLERANCE * size).all(axis=2)
    good &= np.triu(np.ones_like(good), 1)
    return [(int(i), int(j)) for i, j in np.argwhere(good)[:MAX_PAIRS]]


def _products(table: Floats, wanted: Floats) -> Pairs:
    """Pairs i ≤ j for which wanted/(f_i·g_j) is one and the same number, up to rounding."""
    with np.errstate(all="ignore"):
        quotient = wanted / (table[:, None, :] * table[None, :, :])
        first = quotient[..., :1]
        good = (np.abs(quotient - first) <= TOLERANCE * np.abs(first)).all(axis=2)
    good &= np.triu(np.ones_like(good)) & np.isfinite(first[..., 0])
    return [(int(i), int(j)) for i, j in np.argwhere(good)[:MAX_PAIRS] if i > 0]


def _sum(terms: Terms, start: int, i: int, j: int) -> Iterator[Fit]:
    f, g = functions()[i], functions()[j]
    n = len(terms)
    a, b = start + 1, start + min(n, LOOK) - 1
    det = f.values[a] * g.values[b] - f.values[b] * g.values[a]
    if not det:
        return
    t, u = terms[1], terms[b - start]
    c = Fraction(t * g.values[b] - u * g.values[a], det)
    d = Fraction(f.values[a] * u - f.values[b] * t, det)
    if not d or max(c.denominator, d.denominator) > DENOMINATORS:
        return
    made = [c * f.values[start + k] + d * g.values[start + k] for k in range(n + 1)]
    if made[-1].denominator == 1 and made[:-1] == list(terms):
        bits = COST.formula + int_bits(start) + _cost(c, f) + _cost(d, g)
        names = ["" if x.words == "1" else x.words for x in (g, f)]
        why = f"a(n) = {Mix(names, [d, c])}, n from {start}"
        yield _fit(int(made[-1]), bits, why, n - 1 - (c != 0) - (start > 1))


def _sum_and_line(terms: Terms, start: int, i: int, j: int) -> Iterator[Fit]:
    """c·f(n) + d·g(n) + e·n + h, all four read off four terms and tried on the others."""
    f, g = functions()[i], functions()[j]
    n = len(terms)
    span = range(start, start + n)
    columns = [[x.values[k] for k in span] for x in (f, g)] + [list(span), [1] * n]
    following = [f.values[start + n], g.values[start + n], start + n, 1]
    found = relation(columns, list(terms), following)
    if found is None or max(w.denominator for w in found.weights) > DENOMINATORS:
        return
    c, d, slope, shift = found.weights
    bits = COST.formula_of_sums + int_bits(start) + _cost(c, f) + _cost(d, g)
    bits += sum(ratio_bits(w.numerator, w.denominator) for w in (slope, shift))
    why = f"a(n) = {Mix([f.words, g.words, 'n', ''], found.weights)}, n from {start}"
    yield _fit(found.value, bits, why, found.checked)


def _cost(c: Fraction, f: Function) -> float:
    return f.bits + ratio_bits(c.numerator, c.denominator) if c else 0.0


def _product(terms: Terms, start: int, i: int, j: int) -> Iterator[Fit]:
    f, g = functions()[i], functions()[j]
    n = len(terms)
    at = next(k for k, t in enumerate(terms) if t)
    c = Fraction(terms[at], f.values[start + at] * g.values[start + at])
    if c.denominator > DENOMINATORS:
        return
    made = [c * f.values[start + k] * g.values[start + k] for k in range(n + 1)]
    if made[-1].denominator == 1 and made[:-1] == list(terms):
        bits = COST.formula_product + int_bits(start) + f.bits + _cost(c, g)
        factor = "" if c == 1 else f"{c}·"
        square = f"({f.words})²" if i == j else f"({f.words})·({g.words})"
        why = f"a(n) = {factor}{square}, n from {start}"
        yield _fit(int(made[-1]), bits, why, n - 1 - (start > 1))


def _fit(value: int, bits: float, why: str, checked: int) -> Fit:
    return Fit(kind="formula", value=value, bits=bits, why=why, checked=checked)


@rule(group="formulas", turn=27)
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
        table = window(start, n)
        search.spend(60 + n)
        for rank, function in enumerate(functions()):
            if function.words not in GROWING or start < function.first:
                continue
            row = table[rank]
            for shift, words in ROUNDINGS:
                # ⌊α·g + shift⌋ = a means (a − shift)/g ≤ α < (a + 1 − shift)/g.
                with np.errstate(all="ignore"):
                    low = np.nanmax((wanted - float(shift)) / row)
                    high = np.nanmin((wanted + 1 - float(shift)) / row)
                if low <= high + 1e-12:
                    yield from _settled(terms, start, function, shift, words)


def _settled(terms: Terms, start: int, g: Function, shift: Fraction, words: str) -> Iterator[Fit]:
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
