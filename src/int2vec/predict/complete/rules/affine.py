"""Mixed rules a(n) = p·a(n−1) + q(n): p small or creeping, q solved as a sequence of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, starmap

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import listing, plus_in_words, times_in_words
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

# Past this many terms a recurrence or a polynomial q(n) is found by linear algebra anyway.
LONG = 14
WHOLE = (2, 3, -1, 4, 5, -2, 6, 7, -3, 8, 9, 10)
BROKEN = ((1, 2), (3, 2), (1, 3), (5, 2), (2, 3))
FACTORS = (*map(Fraction, WHOLE), *starmap(Fraction, BROKEN))
# A creeping factor in halves: (by how much it moves, where it starts, halves in its unit).
CREEPS = (
    *((1, start, 2) for start in range(-1, 9)),
    *((-1, start, 2) for start in range(2, 12)),
    *((2, start, 2) for start in range(-1, 9)),
    *((1, start, 1) for start in range(-1, 9)),
)
MAX_LINK = 10
SHORT, SHORT_BITS = 5, 14.0  # so few terms' added numbers must follow a short rule


@rule(group="recurrences", turn=11, depth=1)
def affine(terms: Terms, search: Search) -> Iterator[Fit]:
    """p·a(n−1) + q with any fraction p and constant q."""
    if len(terms) < 4 or terms[0] == terms[1]:
        return
    a, b, c = terms[:3]
    p = Fraction(c - b, b - a)
    q = b - p * a
    top, bottom = p.numerator, p.denominator
    shift = q * bottom
    if p in (0, 1) or not q or shift.denominator != 1:
        return
    add = int(shift)
    if any(bottom * y != top * x + add for x, y in pairwise(terms)):
        return
    value, rest = divmod(top * terms[-1] + add, bottom)
    if not rest:
        numbers = int_bits(terms[0]) + ratio_bits(top, bottom) + ratio_bits(add, bottom)
        yield Fit(
            kind="affine",
            value=value,
            bits=COST.affine + numbers,
            why=f"each term is the previous {times_in_words(p)}{plus_in_words(q)}",
            checked=len(terms) - 3,
        )


@rule(group="operations", turn=23)
def varying(terms: Terms, search: Search) -> Iterator[Fit]:
    """p·a(n−1) + q(n) with p from a short list and q(n) moving by a simple rule of its own."""
    if len(terms) < 4:
        return
    for factor in FACTORS:
        top, bottom = factor.numerator, factor.denominator
        if any(top * a % bottom for a in terms):
            continue
        added = [b - top * a // bottom for a, b in pairwise(terms)]
        for fit in search.solve(added, 1 if len(terms) < LONG else 0)[:2]:
            if fit.checked >= 1 and fit.kind != "constant":
                yield fit.within(
                    "affine",
                    value=top * terms[-1] // bottom + fit.value,
                    bits=COST.affine_varying + int_bits(terms[0]) + ratio_bits(top, bottom),
                    why=f"each term is the previous {times_in_words(factor)} plus "
                    f"{listing(added)}; of these added numbers: {fit.why}",
                )


@rule(group="operations", turn=24)
def creeping(terms: Terms, search: Search) -> Iterator[Fit]:
    """m(n)·a(n−1) + c(n) where the factor m grows evenly: ×1 + 1, ×2 + 2, ×3 + 3, …"""
    n = len(terms)
    if not 4 <= n < LONG:
        return
    for step, start, unit in CREEPS:
        twice = [(start + i * step) * unit for i in range(n)]  # the factors, doubled
        added = [2 * b - m * a for m, (a, b) in zip(twice, pairwise(terms), strict=False)]
        moved = twice[-1] * terms[-1]
        bits = int_bits(terms[0]) + int_bits(start) + (unit == 1)
        shown = listing([str(Fraction(m, 2)) for m in twice[:4]][: n - 1], 3)
        # The added number is often the factor itself, or one that moves along with it.
        link = _link(added, twice)
        if link is not None and not (moved + link * twice[-1]) % 2:
            yield Fit(
                kind="affine/creeping",
                value=(moved + link * twice[-1]) // 2,
                bits=COST.affine_linked + bits + int_bits(link),
                why=f"each term is the previous times m {'+' if link > 0 else '−'} {abs(link)}·m, "
                f"for m = {shown}",
                checked=n - 3,
            )
        if moved % 2 or any(x % 2 for x in added):
            continue
        whole = [x // 2 for x in added]
        for fit in search.solve(whole, 0)[:1]:
            if fit.checked >= 1 and (n > SHORT or fit.bits <= SHORT_BITS):
                yield replace(
                    fit,
                    kind="affine/creeping",
                    value=moved // 2 + fit.value,
                    bits=fit.bits + COST.affine_creeping + bits + (unit == 1) + (step != 1),
                    why=f"each term is the previous times {shown} plus {listing(whole, 4)}",
                )


def _link(added: list[int], factors: list[int]) -> int | None:
    """c with added(i) = c·factor(i) for all i, c small and not 0."""
    if not factors[1] or added[1] % factors[1]:
        return None
    c = added[1] // factors[1]
    alike = all(x == c * m for x, m in zip(added, factors, strict=False))
    return c if alike and 0 < abs(c) <= MAX_LINK else None
