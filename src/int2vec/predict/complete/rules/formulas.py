"""Formulas: sums, differences and products of two functions of n, n counted from a small start."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, int_bits, ratio_bits, rule
from int2vec.predict.complete.rules.functions import LENGTH, Floats, Function, functions, window
from int2vec.predict.complete.rules.linear import mixture, relation

MIN_TERMS = 4
LOOK = 8  # terms by which a pair is found; the exact trial is on all
MAX_START = 10
PLAIN = 2  # the functions 1 and n come first
LONG, LONG_START = 12, 2  # many terms rarely start late
MAX_BITS = 1000
DENOMINATORS = 12
TOLERANCE = 1e-9


@rule(group="formulas", turn=26, prepare=functions)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
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


def _sums(table: Floats, wanted: Floats) -> list[tuple[int, int]]:
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
    return [(int(i), int(j)) for i, j in np.argwhere(good)[:12]]


def _products(table: Floats, wanted: Floats) -> list[tuple[int, int]]:
    """Pairs i ≤ j for which wanted/(f_i·g_j) is one and the same number, up to rounding."""
    with np.errstate(all="ignore"):
        quotient = wanted / (table[:, None, :] * table[None, :, :])
        first = quotient[..., :1]
        good = (np.abs(quotient - first) <= TOLERANCE * np.abs(first)).all(axis=2)
    good &= np.triu(np.ones_like(good)) & np.isfinite(first[..., 0])
    return [(int(i), int(j)) for i, j in np.argwhere(good)[:12] if i > 0]


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
        bits = 4 + int_bits(start) + _cost(c, f) + _cost(d, g)
        names = ["" if x.words == "1" else x.words for x in (g, f)]
        why = f"a(n) = {mixture(names, [d, c])}, n from {start}"
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
    bits = 7 + int_bits(start) + _cost(c, f) + _cost(d, g)
    bits += sum(ratio_bits(w.numerator, w.denominator) for w in (slope, shift))
    why = f"a(n) = {mixture([f.words, g.words, 'n', ''], found.weights)}, n from {start}"
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
        bits = 5 + int_bits(start) + f.bits + _cost(c, g)
        factor = "" if c == 1 else f"{c}·"
        square = f"({f.words})²" if i == j else f"({f.words})·({g.words})"
        why = f"a(n) = {factor}{square}, n from {start}"
        yield _fit(int(made[-1]), bits, why, n - 1 - (start > 1))


def _fit(value: int, bits: float, why: str, checked: int) -> Fit:
    return Fit(kind="formula", value=value, bits=bits, why=why, checked=checked)
