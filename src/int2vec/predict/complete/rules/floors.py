"""Rounded multiples: a(n) = ⌊α·g(n)⌋ for one real number α and a function g of n."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import log2

import numpy as np

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, int_bits, rule
from int2vec.predict.complete.rules.functions import LENGTH, Function, functions, window

MIN_TERMS = 12
MAX_START = 3
MAX_BITS = 200
# Functions worth a real factor: they grow, but not so fast that α stays unknown.
GROWING = ("n", "n²", "n³", "prime(n)", "n⁴", "prime(n)²", "prime(n+1)", "n·prime(n)", "⌊√n⌋")
ROUNDINGS = (
    (Fraction(0), "rounded down"),
    (Fraction(1, 2), "rounded"),
    (Fraction(1), "rounded up"),
)


@rule(group="formulas", turn=27)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """The functions g for which some α meets all the terms and settles the next."""
    n = len(terms)
    if n < MIN_TERMS or terms[0] < 0 or terms[-1] <= terms[0] or terms[-1].bit_length() > MAX_BITS:
        return
    if any(b < a for a, b in pairwise(terms)):
        return
    wanted = np.array([float(t) for t in terms])
    for start in range(MAX_START + 1):
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
    bits = 8 + g.bits + int_bits(start) + max(0.0, -log2(float(high - low))) + int_bits(int(low))
    yield Fit(
        kind="rounded",
        value=value,
        bits=bits + (4 if share < 0.9 else 0),
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
