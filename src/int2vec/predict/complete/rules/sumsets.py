"""Sets of sums: numbers that are a sum of k powers, of the form a·x^p + b·y^q, or u^i + v^j."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS = 12
MAX_VALUE = 100_000
MAX_SUMMANDS = 12
EXPONENTS = range(2, 13)
ORDINARY = ((2, 2), (3, 3), (2, 3), (3, 2), (4, 4), (2, 4), (4, 2), (1, 2), (5, 2), (2, 5))

Mask = NDArray[np.bool_]


@rule(group="sets", turn=31)
def sums_of_powers(terms: Terms, search: Search) -> Iterator[Fit]:
    """Sets of sums whose members, from the first term on, are exactly the terms."""
    n = len(terms)
    if n < MIN_TERMS or terms[0] < 0 or terms[-1] > MAX_VALUE:
        return
    if any(b <= a for a, b in pairwise(terms)):
        return
    limit = terms[-1] + max(64, 4 * (terms[-1] - terms[0]) // n)
    wanted = np.zeros(limit + 1, dtype=bool)
    wanted[list(terms)] = True
    for words, bits, mask in _sets(terms, limit, search):
        search.spend(2 + limit // 4000)
        if np.array_equal(mask[terms[0] : terms[-1] + 1], wanted[terms[0] : terms[-1] + 1]):
            later = np.flatnonzero(mask[terms[-1] + 1 :])
            if len(later):
                yield Fit(
                    kind="membership",
                    value=terms[-1] + 1 + int(later[0]),
                    bits=COST.sumset + bits + int_bits(terms[0]),
                    why=f"these are the numbers {words}, in order",
                    checked=n - 3,
                )


def _sets(terms: Terms, limit: int, search: Search) -> Iterator[tuple[str, float, Mask]]:
    yield from _power_sums(terms, limit, search)
    yield from _binary_forms(terms, limit, search)
    yield from _exponential_sums(terms, limit, search)


def _values(exponent: int, limit: int, first: int) -> list[int]:
    out, x = [], first
    while x**exponent <= limit:
        out.append(x**exponent)
        x += 1
    return out


def _shifted_union(mask: Mask, shifts: list[int]) -> Mask:
    out = np.zeros_like(mask)
    for s in shifts:
        if s < len(mask):
            out[s:] |= mask[: len(mask) - s]
    return out


def _power_sums(terms: Terms, limit: int, search: Search) -> Iterator[tuple[str, float, Mask]]:
    """Sums of k powers: exactly k positive ones (the least is k), or at most k (it is 0 or 1)."""
    for exponent in EXPONENTS:
        at_most = terms[0] <= 1
        powers = _values(exponent, limit, 0 if at_most else 1)
        # The first gap tells how many ones may be added before a larger power is needed.
        count = terms[0] if not at_most else next((a for a, b in pairwise(terms) if b != a + 1), 0)
        if not 2 <= count <= MAX_SUMMANDS or len(powers) < 3:
            continue
        search.spend(count * len(powers) * (2 + limit // 20_000))
        mask = np.zeros(limit + 1, dtype=bool)
        mask[0] = True
        for _ in range(count):
            mask = _shifted_union(mask, powers)
        several = f"at most {count}" if at_most else count
        words = f"that are a sum of {several} positive {exponent}-th powers"
        yield words, COST.sumset_powers, mask


def _binary_forms(terms: Terms, limit: int, search: Search) -> Iterator[tuple[str, float, Mask]]:
    """a·x^p + b·y^q, x and y from 0 or from 1; a and b are read off the first terms."""
    members = set(terms)
    for (p, q), first in product(ORDINARY, (0, 1)):
        for a, b in _coefficients(terms, p, first):
            # The smallest members must be there before the whole set is worth making.
            if any(
                v <= terms[-1] and v >= terms[0] and v not in members
                for v in (a + b, a * 2**p + b, a + b * 2**q, a * 3**p + b)
            ):
                continue
            xs = [a * v for v in _values(p, limit // a, first)]
            ys = [b * v for v in _values(q, limit // b, first)]
            search.spend(4 + min(len(xs), len(ys)) * (1 + limit // 20_000))
            mask = np.zeros(limit + 1, dtype=bool)
            mask[xs if len(xs) > len(ys) else ys] = True
            mask = _shifted_union(mask, ys if len(xs) > len(ys) else xs)
            words = f"of the form {_factor(a)}x^{p} + {_factor(b)}y^{q}, x, y ≥ {first}"
            yield words, COST.sumset_form + int_bits(a) + int_bits(b), mask


def _factor(a: int) -> str:
    return "" if a == 1 else f"{a}·"


def _coefficients(terms: Terms, p: int, first: int) -> Iterator[tuple[int, int]]:
    if first:
        for a in range(1, min(terms[0], 40)):
            yield a, terms[0] - a
        return
    positive = [t for t in terms if t > 0][:40]
    a = positive[0]
    powers = {a * v for v in _values(p, positive[-1] // a, 1)}
    b = next((t for t in positive if t not in powers), 0)
    if b:
        yield a, b
        yield b, a
    yield a, a


def _exponential_sums(
    terms: Terms, limit: int, search: Search
) -> Iterator[tuple[str, float, Mask]]:
    """u^i + v^j, i and j from 0 or from 1."""
    for u, v in product(range(2, 13), repeat=2):
        if u > v:
            continue
        for first in (0, 1):
            if u**first + v**first != terms[0]:
                continue
            search.spend(8)
            mask = np.zeros(limit + 1, dtype=bool)
            sums = (u**i + v**j for i in range(first, 18) for j in range(first, 18))
            mask[[s for s in sums if s <= limit]] = True
            bits = COST.sumset_powers + int_bits(u) + int_bits(v)
            yield f"of the form {u}^i + {v}^j, i, j ≥ {first}", bits, mask
