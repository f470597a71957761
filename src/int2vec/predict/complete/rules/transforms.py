"""Transforms of a simple sequence, or of a known one.

A transform is undone by a line of `arithmetic/routes.txt`, the sequence underneath solved, and its
next term led back. Transforms of known sequences are looked up in a table, from those of the terms.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce
from itertools import product
from math import comb
from zlib import crc32

import numpy as np

from int2vec.arithmetic import sums
from int2vec.arithmetic.costs import COST, fame_bits, int_bits, ratio_bits
from int2vec.arithmetic.formulas import listing, polynomial
from int2vec.arithmetic.known.register import everything_known
from int2vec.arithmetic.known.stated import Known
from int2vec.arithmetic.linear_algebra import residues
from int2vec.arithmetic.routes import (
    ALL_ROUTES,
    ITSELF,
    ROUTES,
    Route,
)
from int2vec.cache import cached
from int2vec.errors import DataError
from int2vec.files import open_tensors, save_tensors
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.generating_function import generating_function
from int2vec.predict.complete.rules.holonomic import holonomic
from int2vec.predict.complete.rules.known import begins_known, catalog_sequence
from int2vec.predict.complete.rules.recurrence import linear
from int2vec.predict.complete.rules.simple import sparse
from int2vec.predict.complete.search.two_sided import (
    BOTH_SIDES,
    KINDS_HASH,
    PRIME,
    WIDTH,
    Hashes,
    Sides,
    agreements,
    sides,
    table_of,
)

MIN_WITH_POWERS, MIN_TRANSFORMED, MAX_TRANSFORMED = 5, 7, 60
MIN_VARIED = 5
PROGRAMS = "programs.safetensors"
MOST_BITS = 0.65  # of what the terms take without a rule, for a chain among millions
# Where a + bn is 0 for no n from 1 on.
BASES = [
    (a, b) for b in range(1, 6) for a in range(-3, 8) if (a, b) != (0, 1) and (a >= 0 or a % b)
]


def _with_powers(a: int, b: int, start: int) -> Route:
    def power(n: int) -> int:
        return int((a + b * n) ** n)

    def there(terms: list[int]) -> list[int] | None:
        last = start + len(terms) - 1
        # Most often the last power is too large.
        return None if abs(terms[-1]) < abs(power(last)) else sums.divided(terms, power, start)

    words = f"({polynomial([a, b])})^n, n from {start}, times"
    bits = COST.formula + sum(map(int_bits, (start, a, b)))
    return Route(
        there=there, way_back=lambda a, b, x: x * power(start + len(a)), made=words, bits=bits
    )


def _beside_binomials(top: int, sign: int) -> Route:
    """A cubic beside C(top, n), or minus it."""

    def there(terms: list[int]) -> list[int] | None:
        rest = [t - sign * comb(top, n) for n, t in enumerate(terms)]
        fourth = reduce(lambda a, _: sums.differences(a), range(4), rest)
        return None if any(fourth) else rest

    words = f"{'−' * (sign < 0)}C({top},n), n from 0, plus"
    return Route(
        there=there,
        way_back=lambda a, b, x: x + sign * comb(top, len(a)),
        made=words,
        bits=COST.formula + int_bits(top),
    )


POWERS = [_with_powers(*base, start) for start, base in product((0, 1), BASES)]
BINOMIALS = [_beside_binomials(*row) for row in product(range(5, 21), (1, -1))]
EQUATIONS = (holonomic, generating_function)  # that what lies underneath may obey
SIMPLE = (*(route for route in ALL_ROUTES if route.made), *BINOMIALS)


@rule(group="transforms", turn=37)
def transformed(terms: Terms, search: Search) -> Iterator[Fit]:
    """Transforms of a sequence that the simple rules explain."""
    n, size, given = len(terms), max(t.bit_length() for t in terms), list(terms)
    if not MIN_WITH_POWERS <= n <= MAX_TRANSFORMED:
        return
    for route in (*(SIMPLE if n >= MIN_TRANSFORMED else ()), *POWERS):
        search.spend(n**2 // 20 + n * size // 400)
        inner = route.there(given)
        fit = _underneath(inner, search, route) if inner else None
        if inner is None or fit is None or fit.checked < 2:
            continue
        value = route.back(given, inner, fit.value)
        # What is plain, simpler rules say.
        if value is not None and not (fit.kind == "constant" and route.keeps):
            why = f"{route.made} {listing(inner, 6)}; of that: {fit.why}"
            yield fit.within("transform", value=value, bits=route.bits, why=why)


def _underneath(inner: list[int], search: Search, route: Route) -> Fit | None:
    """The shortest explanation of the sequence underneath."""
    found = [*search.solve(inner, 0), *sparse(inner), *search.ask(catalog_sequence, inner)]
    for asked in () if route.keeps else (linear, *(EQUATIONS if search.deep else ())):
        found += search.ask(asked, inner)
    return min(found, key=lambda fit: fit.bits, default=None)


@cache
def _programs(deep: bool) -> list[tuple[int, Known, Route]]:
    """The known sequences that are worked out and, with time, the transforms of each."""
    routes = BOTH_SIDES if deep else (ITSELF,)
    ranked = [(rank, s) for rank, s in enumerate(everything_known()) if not s.remembered]
    return [(rank, known, route) for rank, known in ranked for route in routes]


def _terms_of(program: tuple[int, Known, Route]) -> list[int]:
    _, known, route = program
    return route.there(known.terms) or []


@cache
def _table(deep: bool) -> Hashes:
    """What the transforms of the programs begin with; it is kept in the cache."""
    terms = repr([known.terms for _, known, _ in _programs(False)])
    try:
        folder = cached(
            "programs",
            f"{KINDS_HASH}-{crc32(terms.encode()):08x}{'' if deep else '-plain'}",
            lambda folder: save_tensors(folder / PROGRAMS, {"table": _made(deep)}),
            source=f"the known sequences through {'two transforms' if deep else 'a transform'}",
        )
    except DataError:  # nothing can be written: it is made for this process alone
        return _made(deep)
    return open_tensors(folder / PROGRAMS)[0]["table"]


def _made(deep: bool) -> Hashes:
    terms = [_terms_of(program) for program in _programs(deep)]
    lengths = np.array([len(part) for part in terms])
    codes = residues([t for part in terms for t in part], PRIME)
    return table_of(codes, np.cumsum(lengths) - lengths, lengths)


@rule(group="chains", turn=41)
def of_known(terms: Terms, search: Search) -> Iterator[Fit]:
    """A transform of the terms that is one of a known sequence, up to a factor.

    With time, up to two transforms on either side.
    """
    if not WIDTH <= len(terms) <= MAX_TRANSFORMED or len(set(terms)) < MIN_VARIED:
        return
    if begins_known(terms):
        return  # its transforms are its own, which says nothing
    ours, plain = sides(tuple(terms)), null_bits(terms)
    for deep in (False, True)[: 1 + search.deep]:
        search.spend(800)
        yield from _chained(list(terms), ours, plain, deep)
    for route, once in zip(ROUTES, ours[1:], strict=True) if search.deep else ():
        if route.step == 1 and once and len(once) >= WIDTH and len(set(once)) >= MIN_VARIED:
            search.spend(1_600)
            left, twice = MOST_BITS * min(plain, null_bits(once)), sides(tuple(once))
            for fit in (f for deep in (False, True) for f in _chained(once, twice, left, deep, 1)):
                value = route.back(list(terms), once, fit.value)
                if value is not None:
                    yield replace(fit, value=value, why=f"of {route.noun}: {fit.why}")


def _chained(
    terms: list[int], ours: Sides, plain: float, deep: bool, before: int = 0
) -> Iterator[Fit]:
    """The fits of less bits than the terms take: there are many transforms of many sequences.

    The terms may have gone through some `before`.
    """
    programs = _programs(deep)
    for found in agreements(_table(deep), terms, ours, lambda i: _terms_of(programs[i])):
        rank, known, made = programs[found.sequence]
        inner = found.here.there(terms) or []
        routes = [r for r in (found.here, found.there, made) if r is not ITSELF]
        bits = COST.catalog_name + COST.catalog_obscure * fame_bits(rank)
        bits += COST.transform * (len(routes) + before) + 3 * (len(inner) - found.length)
        bits += ratio_bits(found.factor.numerator, found.factor.denominator)
        # What is matched must tell enough by itself: a transform may bring little to much. And all
        # terms are to be explained, not every second one.
        enough = null_bits(inner) * (MOST_BITS if deep else 1)
        enough += COST.transform * (found.here is not ITSELF)
        if routes and found.here.step == 1 and bits < min(plain, enough):
            label = known.label if made is ITSELF else f"{made.noun} of {known.label}"
            yield Fit(
                kind="transform/catalog",
                value=found.value,
                bits=bits,
                why=found.words(label),
                checked=found.length - 2,
            )
