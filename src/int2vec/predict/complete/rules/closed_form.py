"""Functions of n: sums, differences and products of two, and rounded multiples ⌊α·g(n)⌋ of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import log2
from operator import mul

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import relation
from int2vec.arithmetic.operations import operations
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

LENGTH = 128  # values of each function, n from 0
MAX_FLOAT_BITS = 900
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

Floats = NDArray[np.float64]
Pairs = list[tuple[int, int]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Function:
    """A function of n ≥ `first`: how it is written, what it costs to name, its exact values."""

    words: str
    bits: float
    values: tuple[int, ...]
    first: int = 0


@cache
def functions() -> tuple[Function, ...]:
    """The functions, the plainest first: 1 and n lead."""
    found = []
    for operation in operations("function"):
        values = [operation.of(n) for n in range(LENGTH)]
        found.append(
            Function(
                words=operation.words.format(x="n"),
                bits=operation.bits["function"],
                values=tuple(value or 0 for value in values),
                first=next(n for n, value in enumerate(values) if value is not None),
            )
        )
    return tuple(found)


@cache
def window(start: int, length: int) -> Floats:
    """Each function at n = start, …, start + length − 1 as floats; NaN where it is not defined."""
    rows = []
    for f in functions():
        part = f.values[start : start + length]
        too_large = max(part).bit_length() > MAX_FLOAT_BITS
        rows.append([np.nan] * length if start < f.first or too_large else [float(v) for v in part])
    return np.array(rows)


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
                yield from _sum(terms, start, i + PLAIN, j + PLAIN, line=True)
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


def _sum(terms: Terms, start: int, i: int, j: int, *, line: bool = False) -> Iterator[Fit]:
    """c·f(n) + d·g(n), or the same + e·n + h, read off some terms and tried on the others."""
    one, n, f, g = (functions()[k] for k in (0, 1, i, j))
    chosen = (f, g, n, one) if line else (g, f)
    columns = [x.values[start : start + len(terms) + 1] for x in chosen]
    found = relation([c[:-1] for c in columns], terms, [c[-1] for c in columns])
    if found is None or max(w.denominator for w in found.weights) > DENOMINATORS:
        return
    if not line and not found.weights[0]:
        return
    bits = COST.formula_of_sums if line else COST.formula
    bits += int_bits(start) + sum(map(_cost, found.weights[:2], chosen))
    bits += sum(ratio_bits(w.numerator, w.denominator) for w in found.weights[2:])
    names = ["" if x is one else x.words for x in chosen]
    why = f"a(n) = {Mix(names, found.weights)}, n from {start}"
    yield _fit(found.value, bits, why, found.checked - (start > 1 and not line))


def _cost(c: Fraction, f: Function) -> float:
    return f.bits + ratio_bits(c.numerator, c.denominator) if c else 0.0


def _product(terms: Terms, start: int, i: int, j: int) -> Iterator[Fit]:
    """c·f(n)·g(n), c read off one term and tried on the others."""
    f, g = functions()[i], functions()[j]
    span = slice(start, start + len(terms) + 1)
    *column, following = map(mul, f.values[span], g.values[span])
    found = relation([column], terms, [following])
    if found is None or found.weights[0].denominator > DENOMINATORS:
        return
    c = found.weights[0]
    bits = COST.formula_product + int_bits(start) + f.bits + _cost(c, g)
    factor = "" if c == 1 else f"{c}·"
    square = f"({f.words})²" if i == j else f"({f.words})·({g.words})"
    why = f"a(n) = {factor}{square}, n from {start}"
    yield _fit(found.value, bits, why, found.checked - (start > 1))


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
