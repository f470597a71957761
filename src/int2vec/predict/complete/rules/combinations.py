"""Mixes of two known sequences; and nested products: quotients of quotients, powers (a + bn)ⁿ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import lcm

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix, polynomial
from int2vec.arithmetic.known.register import everything_known
from int2vec.arithmetic.linear_algebra import PRIMES, Matrix, dependency, lifted, relation, residues
from int2vec.arithmetic.spans import PRIME, in_span
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_MIXED_TERMS = 8
LOOK = 12  # places at which sequences are compared
SHIFTS = (0, 1)  # where a sequence may begin
MAX_MIXED_BITS = 2_000
DENOMINATORS = 6
MAX_TRIED = 4
MAX_DEGREE = 3  # of a rational function
MAX_BITS = 4_000
BASES = tuple((a, b) for b in range(1, 6) for a in range(-3, 8) if a or b > 1)
POWER_DEGREE = 2

THIRDS = 80  # sequences that may stand beside any two others

Sequenced = tuple[str, float, tuple[int, ...]]


@cache
def _pool() -> tuple[Sequenced, ...]:
    """The names, prices and terms of known sequences, the best known first."""
    return tuple(
        (known.label + (", from term 2 on" if shift else ""), COST.catalog_name + 2 * shift, part)
        for known in everything_known()
        for shift in SHIFTS
        if len(part := tuple(known.terms[shift:])) > MIN_MIXED_TERMS
        and len(set(part[:MIN_MIXED_TERMS])) > 2
    )


@lru_cache(maxsize=64)
def _table(places: int, length: int) -> tuple[tuple[int, ...], Matrix]:
    """Which of the pool have `length` terms, and the residues of `places` up to there."""
    long = tuple(i for i, (*_, terms) in enumerate(_pool()) if len(terms) > length)
    rows = [residues(_pool()[i][2][length - places : length], PRIME) for i in long]
    return long, np.stack(rows) if rows else np.zeros((0, places), dtype=np.int64)


@rule(group="known", turn=36, prepare=_pool)
def mixed(terms: Terms, search: Search) -> Iterator[Fit]:
    """The terms as weights times two known sequences, plus a constant."""
    n = len(terms)
    if n < MIN_MIXED_TERMS or len(set(terms)) < 5 or max(map(abs, terms)) >> MAX_MIXED_BITS:
        return
    places = min(n, LOOK)
    long, table = _table(places, n)
    search.spend(1_500 + table.size // 10)
    one = np.ones(places, dtype=np.int64)
    wanted = residues(terms[-places:], PRIME)
    # With time, each of the best known ones is tried as a third.
    thirds = range(min(THIRDS, len(long))) if search.deep else ()
    for third in (None, *thirds):
        search.spend(table.size // 10)
        beside = [one] if third is None else [one, table[third]]
        _, pairs = in_span(table, wanted, beside)
        for pair in pairs[:MAX_TRIED]:
            chosen = [*pair] if third is None else [*pair, third]
            yield from _mix(terms, [_pool()[long[i]] for i in chosen])


def _mix(terms: Terms, chosen: Sequence[Sequenced]) -> Iterator[Fit]:
    """The weights of these sequences and of a constant, read off some terms, tried on all."""
    n = len(terms)
    columns: list[Sequence[int]] = [*(s for *_, s in chosen), [1] * (n + 1)]
    found = relation([c[:n] for c in columns], terms, [c[n] for c in columns])
    if found is None or max(w.denominator for w in found.weights) > DENOMINATORS:
        return
    if all(found.weights[:-1]):
        letters = "stu"[: len(chosen)]
        mix = Mix([*(f"{x}(n)" for x in letters), ""], found.weights)
        named = [f"{x} is {name}" for x, (name, *_) in zip(letters, chosen, strict=True)]
        yield Fit(
            kind="catalog/mix",
            value=found.value,
            bits=COST.catalog_affine + sum(price for _, price, _ in chosen) + found.bits,
            why=f"a(n) = {mix}, where {', and '.join(named)}",
            checked=found.checked,
        )


def _quotients(values: Sequence[Fraction]) -> list[Fraction]:
    return [b / a for a, b in pairwise(values)]


@rule(group="holonomic", turn=14)
def nested_products(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms whose quotients have quotients that are a rational function of n."""
    n = len(terms)
    if n < 7 or 0 in terms or max(map(abs, terms)) >> MAX_BITS or len(set(terms)) < 4:
        return
    first = _quotients([Fraction(t) for t in terms])
    second = _quotients(first)
    search.spend(100 + 20 * n)
    for degree in range(1, MAX_DEGREE + 1):
        found = _rational(second, degree)
        if found is None:
            continue
        top, bottom = found
        at = len(second)
        below = _at(bottom, at)
        value = terms[-1] * first[-1] * Fraction(_at(top, at), below) if below else Fraction(1, 2)
        numbers = sum(1 for w in (*top, *bottom) if w)
        if value.denominator == 1:
            yield Fit(
                kind="holonomic",
                value=int(value),
                bits=COST.ratio_series + null_bits([*top, *bottom]) + null_bits(terms[:2]),
                why="with b(n) = a(n+1)/a(n), "
                f"b(n+1)/b(n) = ({polynomial(top)}) / ({polynomial(bottom)}), n from 0",
                checked=n - 1 - numbers,
            )
        return


def _rational(values: Sequence[Fraction], degree: int) -> tuple[list[int], list[int]] | None:
    """Numerator and denominator, lowest coefficients first, of the function through all values."""
    unknowns = 2 * (degree + 1)
    if len(values) < unknowns - 1:
        return None
    vectors: list[tuple[Matrix, int]] = []
    for prime in PRIMES[:4]:
        rows = []
        for i, v in enumerate(values):
            powers = [i**d for d in range(degree + 1)]
            row = [v.denominator * p for p in powers] + [-v.numerator * p for p in powers]
            rows.append([x % prime for x in row])
        vector = dependency(np.array(rows, dtype=np.int64), prime)
        if vector is None:
            return None
        vectors.append((vector, prime))
    weights = lifted(vectors)
    if weights is None:
        return None
    top, bottom = weights[: degree + 1], weights[degree + 1 :]
    if any(
        _at(top, i) * v.denominator != _at(bottom, i) * v.numerator or not _at(bottom, i)
        for i, v in enumerate(values)
    ):
        return None
    return top, bottom


def _at(coefficients: Sequence[int], n: int) -> int:
    return sum(c * n**d for d, c in enumerate(coefficients))


@rule(group="expressions", turn=31)
def powers_of_n(terms: Terms, search: Search) -> Iterator[Fit]:
    """(a + b·n)ⁿ times a polynomial of degree 2 at most."""
    n = len(terms)
    if n < 5 or len(set(terms)) < 4 or abs(terms[-1]) < 1 << n or abs(terms[-1]) >> MAX_BITS:
        return
    for start in (0, 1):
        for a, b in BASES:
            bases = [a + b * i for i in range(start, start + n + 1)]
            search.spend(5)
            if 0 in bases[1 - start :] or terms[-1] * 12 % bases[-2] ** max(n - 2 + start, 0):
                continue
            powers = [Fraction(base) ** i for i, base in enumerate(bases, start)]
            parts = [t / p for t, p in zip(terms, powers[:-1], strict=True)]
            scale = lcm(*(x.denominator for x in parts))
            columns = [[i**d for i in range(start, start + n)] for d in range(POWER_DEGREE + 1)]
            following = [(start + n) ** d for d in range(POWER_DEGREE + 1)]
            found = relation(columns, [int(x * scale) for x in parts], following)
            value = None if found is None else found.value * powers[-1] / scale
            if found is None or value is None or value.denominator != 1:
                continue
            weights = [w / scale for w in found.weights]
            factor = polynomial(weights)
            base = polynomial([a, b])
            yield Fit(
                kind="formula",
                value=int(value),
                bits=COST.formula + int_bits(start) + int_bits(a) + int_bits(b) + found.bits,
                why=f"a(n) = ({base})^n·({factor}), n from {start}",
                checked=found.checked - 1,
            )
