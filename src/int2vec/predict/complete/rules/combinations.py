"""Mixes of two known sequences, and products of a simple one with (a + bn)ⁿ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix, polynomial
from int2vec.arithmetic.known.register import everything_known
from int2vec.arithmetic.linear_algebra import Matrix, relation, residues
from int2vec.arithmetic.spans import PRIME, in_span
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_MIXED_TERMS = 8
LOOK = 12  # places at which sequences are compared
SHIFTS = (0, 1)  # where a sequence may begin
MAX_MIXED_BITS = 2_000
DENOMINATORS = 6
MAX_TRIED = 4
MAX_BITS = 4_000
BASES = tuple((a, b) for b in range(1, 6) for a in range(-3, 8) if a or b > 1)
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


@rule(group="expressions", turn=31)
def powers_of_n(terms: Terms, search: Search) -> Iterator[Fit]:
    """(a + b·n)ⁿ times a sequence that a simple rule explains."""
    n = len(terms)
    if n < 5 or len(set(terms)) < 4 or abs(terms[-1]) < 1 << n or abs(terms[-1]) >> MAX_BITS:
        return
    for start, (a, b) in product((0, 1), BASES):
        search.spend(5)
        powers = [(a + b * i) ** i for i in range(start, start + n + 1)]
        if 0 in powers or any(t % p for t, p in zip(reversed(terms), powers[-2::-1], strict=True)):
            continue
        for fit in search.solve([t // p for t, p in zip(terms, powers, strict=False)], 0)[:1]:
            if fit.checked > 1:
                yield fit.within(
                    "formula",
                    value=fit.value * powers[-1],
                    bits=COST.formula + int_bits(start) + int_bits(a) + int_bits(b),
                    why=f"a(n) = ({polynomial([a, b])})^n·s(n), n from {start}; of s: {fit.why}",
                )
