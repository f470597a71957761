"""Mixed rules a(n) = p·a(n−1) + q(n): p small or creeping, q solved as a sequence of its own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    digits_of,
    int_bits,
    listing,
    nested,
    ratio_bits,
    rule,
)
from int2vec.predict.complete.rules.simple import times

# Past this many terms a recurrence or a polynomial q(n) is found by linear algebra anyway.
LONG = 14
FACTORS = (2, 3, -1, 4, 5, -2, 6, 7, -3, 8, 9, 10)
FRACTIONS = ((1, 2), (3, 2), (1, 3), (5, 2), (2, 3))


@rule(group="recurrences", turn=11, depth=1)
def constant(terms: Terms, search: Search) -> Iterator[Fit]:
    """p·a(n−1) + q with any fraction p and constant q."""
    if len(terms) < 4:
        return
    a, b, c = terms[:3]
    if b == a:
        return
    p = Fraction(c - b, b - a)
    q = b - p * a
    if p in (0, 1) or not q:
        return
    top, bottom = p.numerator, p.denominator
    shift = q * bottom
    if shift.denominator != 1:
        return
    add = int(shift)
    if any(bottom * y != top * x + add for x, y in pairwise(terms)):
        return
    value, rest = divmod(top * terms[-1] + add, bottom)
    if not rest:
        word = "plus" if q > 0 else "minus"
        yield Fit(
            kind="affine",
            value=value,
            bits=2.5 + int_bits(terms[0]) + ratio_bits(top, bottom) + ratio_bits(add, bottom),
            why=f"each term is the previous {times(top, bottom)} {word} {digits_of(abs(q))}",
            checked=len(terms) - 3,
        )


@rule(group="operations", turn=23)
def varying(terms: Terms, search: Search) -> Iterator[Fit]:
    """p·a(n−1) + q(n) with p from a short list and q(n) moving by a simple rule of its own."""
    if len(terms) < 4:
        return
    for top, bottom in [(f, 1) for f in FACTORS] + list(FRACTIONS):
        inner = []
        for a, b in pairwise(terms):
            q, rest = divmod(bottom * b - top * a, bottom)
            if rest:
                break
            inner.append(q)
        if len(inner) < len(terms) - 1:
            continue
        for fit in search.solve(inner, 1 if len(terms) < LONG else 0)[:2]:
            value, rest = divmod(top * terms[-1], bottom)
            if rest or fit.checked < 1 or fit.kind == "constant":
                continue
            yield nested(
                fit,
                kind="affine/" + fit.kind.split("/")[0],
                value=value + fit.value,
                bits=3 + int_bits(terms[0]) + ratio_bits(top, bottom),
                why=f"each term is the previous {times(top, bottom)} plus {listing(inner)}; "
                f"of these added numbers: {fit.why}",
            )


@rule(group="operations", turn=24)
def creeping(terms: Terms, search: Search) -> Iterator[Fit]:
    """m(n)·a(n−1) + c(n) where the factor m grows evenly: ×1 + 1, ×2 + 2, ×3 + 3, …"""
    n = len(terms)
    if not 4 <= n < LONG:
        return
    for half in (2, 1):  # factors move in steps of 1, then of 1/2
        for step in (1, -1, 2) if half == 2 else (1,):
            for start in range(-1, 9) if step > 0 else range(2, 12):
                # m(i) = (start + i·step)·half/2
                inner = []
                for i, (a, b) in enumerate(pairwise(terms)):
                    doubled = 2 * b - (start + i * step) * half * a
                    inner.append(doubled)
                yield from _crept(terms, search, inner, (half, step, start))


def _crept(
    terms: Terms, search: Search, doubled: list[int], factor: tuple[int, int, int]
) -> Iterator[Fit]:
    half, step, start = factor
    if any(d % 2 for d in doubled) and half == 2:
        return
    n = len(doubled)
    factors = [Fraction((start + i * step) * half, 2) for i in range(n + 1)]
    moved = factors[n] * terms[-1]
    shown = listing([str(f) for f in factors[:n]], 3)
    # The added number is often the factor itself, or one that moves along with it.
    linked = _linked(doubled, factors, half)
    if linked is not None and n >= 3:
        value = moved + linked * factors[n]
        if value.denominator == 1:
            sign = "+" if linked > 0 else "−"
            yield Fit(
                kind="affine/creeping",
                value=int(value),
                bits=6 + int_bits(terms[0]) + int_bits(start) + int_bits(linked) + (half == 1),
                why=f"each term is the previous times m {sign} {abs(linked)}·m, for m = {shown}",
                checked=n - 2,
            )
    if all(d % 2 == 0 for d in doubled) and moved.denominator == 1:
        inner = [d // 2 for d in doubled]
        for fit in search.solve(inner, 0)[:1]:
            if fit.checked < 1 or (n < 5 and fit.bits > 14):
                continue
            yield nested(
                fit,
                kind="affine/creeping",
                value=int(moved) + fit.value,
                bits=5 + int_bits(terms[0]) + int_bits(start) + 2 * (half == 1) + (step != 1),
                why=f"each term is the previous times {shown} plus {listing(inner, 4)}",
            )


def _linked(doubled: list[int], factors: list[Fraction], half: int) -> int | None:
    """c with added(i) = c·factor(i) for all i, c small and not 0."""
    if not factors[1]:
        return None
    c = Fraction(doubled[1], 2) / factors[1]
    if c.denominator != 1 or not 0 < abs(c) <= 10:
        return None
    if any(Fraction(d, 2) != c * f for d, f in zip(doubled, factors, strict=False)):
        return None
    return int(c)
