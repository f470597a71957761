"""Transforms of a simple sequence, or of a known one.

A transform is undone, the sequence underneath solved, its next term added and the whole transformed
again; term n of one side depends on terms up to n of the other. Transforms of known sequences are
looked up in a table, from the terms' own transforms (`search.two_sided`).
"""

from collections.abc import Callable, Iterator
from functools import cache, partial, reduce
from itertools import product
from math import comb
from operator import add, mul, sub
from typing import NamedTuple

import numpy as np

from int2vec.arithmetic import power_series as series
from int2vec.arithmetic import sums
from int2vec.arithmetic.costs import COST, fame_bits, int_bits, ratio_bits
from int2vec.arithmetic.formulas import listing, polynomial
from int2vec.arithmetic.known.register import everything_known
from int2vec.arithmetic.known.stated import Known
from int2vec.arithmetic.linear_algebra import residues
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.known import catalog_sequence
from int2vec.predict.complete.rules.recurrence import linear
from int2vec.predict.complete.rules.simple import sparse
from int2vec.predict.complete.search.routes import ITSELF
from int2vec.predict.complete.search.two_sided import (
    PRIME,
    WIDTH,
    Hashes,
    agreements,
    sides,
    table_of,
)

MIN_WITH_POWERS, MIN_TRANSFORMED, MAX_TRANSFORMED = 5, 7, 60
MIN_VARIED = 5
BASES = [(a, b) for b in range(1, 6) for a in range(-3, 8) if a or b > 1]

Map = Callable[[list[int]], list[int] | None]


class Transform(NamedTuple):
    """A map of sequences and the map that undoes it."""

    words: str
    bits: float
    undo: Map
    do: Map
    leads: tuple[tuple[int, ...], ...] = ((),)  # what may be put in front of the terms first
    keeps_recurrences: bool = False  # one underneath shows in the terms themselves


def _over_series(sign: int, a: list[int]) -> list[int] | None:
    """Coefficients of (1 ± x)/A(x)."""
    turned = series.reciprocal(a)
    return None if turned is None else series.multiply(turned, [1, sign, *[0] * len(a)])


def _turned(words: str, bits: float, do: Map, keeps_recurrences: bool = False) -> Transform:
    """A transform that undoes itself."""
    return Transform(words, bits, do, do, keeps_recurrences=keeps_recurrences)


def _with_factors(factor: str, sign: int) -> Transform:
    undo, do = partial(series.factors, sign=sign), partial(series.product, sign=sign)
    return Transform(f"coefficients of Π {factor} for c =", 6, undo, do)


def _with_powers(a: int, b: int, start: int) -> Transform:
    def powers(terms: list[int]) -> list[int]:
        return [(a + b * n) ** n for n in range(start, start + len(terms))]

    def undo(terms: list[int]) -> list[int] | None:
        last = start + len(terms) - 1
        if abs(terms[-1]) < abs((a + b * last) ** last):
            return None  # as it is most often
        pairs = [*zip(terms, powers(terms), strict=True)]
        return None if any(not p or t % p for t, p in pairs) else [t // p for t, p in pairs]

    words = f"({polynomial([a, b])})^n, n from {start}, times"
    bits = COST.formula + sum(map(int_bits, (start, a, b)))
    return Transform(words, bits, undo, lambda terms: [*map(mul, terms, powers(terms))])


def _beside_binomials(top: int, sign: int) -> Transform:
    """A cubic beside C(top, n), or minus it."""

    def row(terms: list[int]) -> list[int]:
        return [sign * comb(top, n) for n in range(len(terms))]

    def undo(terms: list[int]) -> list[int] | None:
        rest = list(map(sub, terms, row(terms)))
        fourth = reduce(lambda a, _: sums.differences(a), range(4), rest)
        return None if any(fourth) else rest

    words = f"{'−' * (sign < 0)}C({top},n), n from 0, plus"
    return Transform(words, COST.formula + int_bits(top), undo, lambda a: [*map(add, a, row(a))])


WITH_SIGN = ((), (1,), (-1,))
TRANSFORMS = (
    Transform("the Euler transform of", 5, series.inverse_euler, series.euler, ((), (1,))),
    Transform("sums over the divisors of n of", 5, sums.mobius, sums.divisor_sums),
    Transform("the reciprocal series of", 5, series.reciprocal, series.reciprocal, WITH_SIGN, True),
    _turned("the series (1 + x) over that of", 7, partial(_over_series, 1), True),
    _turned("the series (1 − x) over that of", 7, partial(_over_series, -1), True),
    Transform("the exponential transform of", 5, series.logarithm, series.exponential, ((), (1,))),
    _turned("the reciprocal exponential series of", 6, series.exponential_reciprocal),
    _with_factors("(1 + c(k)·x^k)", 1),
    _with_factors("1/(1 − c(k)·x^k)", -1),
    Transform("n times", 4, sums.over_n, sums.times_n, keeps_recurrences=True),
    Transform("the binomial transform of", 6, sums.inverse_binomial, sums.binomial, ((),), True),
    _turned("the reversion of", 6, series.reversion),
    _turned("the reversion, as exponential series, of", 7, series.exponential_reversion),
    Transform("the Stirling transform of", 6, sums.inverse_stirling, sums.stirling),
    Transform(
        "the series with the logarithmic derivative",
        6,
        series.log_derivative,
        series.with_log_derivative,
        ((), (1,)),
    ),
)
POWERS = [_with_powers(*base, start) for start, base in product((0, 1), BASES)]
BINOMIALS = [_beside_binomials(*row) for row in product(range(5, 21), (1, -1))]


@rule(group="transforms", turn=37)
def transformed(terms: Terms, search: Search) -> Iterator[Fit]:
    """Transforms of a sequence that the simple rules explain."""
    n, size = len(terms), max(t.bit_length() for t in terms)
    if not MIN_WITH_POWERS <= n <= MAX_TRANSFORMED:
        return
    for transform in (*((*TRANSFORMS, *BINOMIALS) if n >= MIN_TRANSFORMED else ()), *POWERS):
        for lead in transform.leads:
            whole = [*lead, *terms]
            search.spend(len(whole) ** 2 // 20 + len(whole) * size // 400)
            inner = transform.undo(whole)
            if inner is None:
                continue
            fit = _underneath(inner, search, transform.keeps_recurrences)
            plain = fit is not None and fit.kind == "constant" and transform.keeps_recurrences
            if fit is None or fit.checked < 2 or plain:  # what is plain, simpler rules say
                continue
            result = transform.do([*inner, fit.value])
            if result is not None and result[: len(whole)] == whole:
                bits = transform.bits + len(lead)
                why = f"{transform.words} {listing(inner, 6)}; of that: {fit.why}"
                yield fit.within("transform", value=result[len(whole)], bits=bits, why=why)


def _underneath(inner: list[int], search: Search, keeps_recurrences: bool) -> Fit | None:
    """The shortest explanation of the sequence underneath."""
    found = [*search.solve(inner, 0), *sparse(inner), *search.ask(catalog_sequence, inner)]
    if not keeps_recurrences:
        found += search.ask(linear, inner)
    return min(found, key=lambda fit: fit.bits, default=None)


@cache
def _known() -> list[tuple[int, Known]]:
    """The known sequences that are worked out, with their ranks of fame."""
    return [(rank, s) for rank, s in enumerate(everything_known()) if not s.remembered]


@cache
def _known_table() -> Hashes:
    terms = [known.terms for _, known in _known()]
    lengths = np.array([len(part) for part in terms])
    codes = residues([t for part in terms for t in part], PRIME)
    return table_of(codes, np.cumsum(lengths) - lengths, lengths)


@rule(group="known", turn=41)
def of_known(terms: Terms, search: Search) -> Iterator[Fit]:
    """A transform of the terms that is one of a known sequence, up to a factor."""
    if not WIDTH <= len(terms) <= MAX_TRANSFORMED or len(set(terms)) < MIN_VARIED:
        return
    search.spend(800)
    ours, plain = sides(tuple(terms)), null_bits(terms)
    for found in agreements(_known_table(), list(terms), ours, lambda i: _known()[i][1].terms):
        rank, known = _known()[found.sequence]
        routes = [route for route in (found.here, found.there) if route is not ITSELF]
        if routes:  # or `known` says it
            bits = COST.catalog_name + COST.catalog_obscure * fame_bits(rank)
            bits += COST.transform * len(routes) + 3 * (len(terms) - found.length)
            bits += ratio_bits(found.factor.numerator, found.factor.denominator)
            value, checked = found.value, found.length - 2
            if bits < plain:  # as there are many transforms of many sequences
                why = found.words(known.label)
                yield Fit(
                    kind="transform/catalog", value=value, bits=bits, why=why, checked=checked
                )
