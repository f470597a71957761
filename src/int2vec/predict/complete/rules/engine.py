"""Runs the rules over the terms, cheap ones first, and ranks what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from int2vec.errors import InputError, OutOfBudgetError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.rules import (
    affine,
    catalogue,
    cyclic,
    digits,
    floors,
    formulas,
    holonomic,
    integral,
    interleave,
    known,
    membership,
    multiplicative,
    neighbours,
    polynomial,
    previous,
    quadratic,
    ratios,
    recurrence,
    regular,
    runs,
    series,
    simple,
    sumsets,
    tables,
    transforms,
    triangle,
)
from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    null_bits,
    terms_bits,
)

MAX_TERMS = 1_200
MAX_TOTAL_BITS = 120_000
MAX_TERM_BITS = 14_000
TOP_DEPTH = 3

Flat = Callable[[Terms, Search], Iterator[Fit]]
Nested = Callable[[Terms, Search, int], Iterator[Fit]]

LEAVES: tuple[Flat, ...] = (
    simple.constant,
    simple.arithmetic,
    simple.geometric,
    simple.periodic,
    known.fits,
    polynomial.low,
)
INNER: tuple[Flat, ...] = (affine.constant, recurrence.fits, catalogue.fits)
INNER_NESTED: tuple[Nested, ...] = (
    neighbours.differences,
    neighbours.quotients,
    neighbours.signs,
    interleave.fits,
)
FIRST: tuple[Flat, ...] = (
    polynomial.fits,
    catalogue.fits,
    affine.constant,
    recurrence.fits,
    holonomic.fits,
)
TOP: tuple[Flat, ...] = (
    previous.fits,
    cyclic.fits,
    cyclic.shared,
    affine.varying,
    affine.creeping,
    digits.fits,
    formulas.fits,
    floors.fits,
    quadratic.fits,
    membership.divisors,
    membership.fits,
    sumsets.fits,
    tables.fits,
    regular.fits,
    multiplicative.fits,
    triangle.fits,
    ratios.fits,
    transforms.fits,
    runs.fits,
    series.fits,
    integral.fits,
)
TOP_NESTED: tuple[Nested, ...] = (
    neighbours.differences,
    neighbours.quotients,
    neighbours.signs,
    interleave.fits,
    digits.backwards,
    neighbours.sums,
    neighbours.products,
)
SHORT = 8  # prompts of fewer terms get the benefit of the doubt
SHORT_MARGIN = 2.0
VERY_SHORT = 3
VERY_SHORT_MARGIN = 6.0
MARGIN = 4.0
SURE = ("recurrence", "holonomic")
SURE_BITS = 12
SETTLED = 0.5
SETTLED_BITS = 24.0
LONG_INNER = 10  # inner sequences from this length on must be shortened by their rule
KEPT = 6  # fits of an inner sequence that are looked at


@dataclass(frozen=True, kw_only=True)
class RulesConfig:
    """The bounds of one query; steps are about a microsecond each."""

    steps: int = 200_000
    seconds: float = 0.25


class RulesCompleter:
    """Exact rules that explain all the given terms, ranked by how short they are.

    >>> RulesCompleter().complete([2, 5, 7, 12, 19])[0].why
    'each term is the sum of the previous two'
    """

    name = "rules"

    def __init__(self, config: RulesConfig | None = None) -> None:
        self.config = config or RulesConfig()

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions with distinct values, the shortest explanation first."""
        given = _validated(terms, k)
        if len(given) < 2:
            return []
        _prepare()
        search = Search(solve, steps=self.config.steps, seconds=self.config.seconds)
        found = _gather(given, search)
        return _predictions(found, given, k)


@cache
def _prepare() -> None:
    """Make the tables that the rules look things up in, outside the time of any query."""
    _gather([2, 5, 6, 11, 13, 20, 21], Search(solve, steps=10**6, seconds=10.0))


def _validated(terms: Sequence[int], k: int) -> list[int]:
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise InputError(f"k is {k!r}; ask for 1 or more predictions")
    if isinstance(terms, str | bytes):
        raise InputError("the terms are text; give a list of integers such as [1, 2, 4, 8]")
    for t in terms:
        if isinstance(t, bool) or not isinstance(t, int):
            raise InputError(f"{t!r:.40} is not an integer; give whole numbers such as [1, 2, 4]")
    return _bounded(list(terms))


def _bounded(terms: list[int]) -> list[int]:
    """The last terms that fit into the size that the rules can look at."""
    kept = 0
    total = 0
    for t in reversed(terms[-MAX_TERMS:]):
        total += t.bit_length()
        if total > MAX_TOTAL_BITS or t.bit_length() > MAX_TERM_BITS:
            break
        kept += 1
    return terms[len(terms) - kept :]


def solve(search: Search, terms: Terms, depth: int) -> list[Fit]:
    """Fits of an inner sequence, shortest first; at depth 0 by the simplest rules alone."""
    found: list[Fit] = []
    if not terms:
        return found
    for rule in LEAVES:
        found.extend(rule(terms, search))
    if depth > 0:
        for rule in INNER:
            found.extend(rule(terms, search))
        for nested_rule in INNER_NESTED:
            found.extend(nested_rule(terms, search, depth))
    if len(terms) >= LONG_INNER and found:
        null = null_bits(terms)
        found = [f for f in found if f.bits < null + 8 or f.checked >= 2 * (len(terms) - f.checked)]
    found.sort(key=lambda f: f.bits)
    return found[:KEPT]


def _gather(terms: list[int], search: Search) -> list[Fit]:
    """All fits found before the budget ran out."""
    found: list[Fit] = []
    try:
        for rule in LEAVES + FIRST:
            found.extend(rule(terms, search))
        if _settled(found, terms):
            return found
        for rule in TOP:
            found.extend(rule(terms, search))
        for nested_rule in TOP_NESTED:
            found.extend(nested_rule(terms, search, TOP_DEPTH))
    except OutOfBudgetError:
        pass
    return found


def _settled(found: list[Fit], terms: list[int]) -> bool:
    """Whether a rule is so short and so well checked that no other need be tried."""
    if not found:
        return False
    best = min(found, key=lambda f: f.bits)
    return best.checked >= 6 and best.bits < max(SETTLED * null_bits(terms), SETTLED_BITS)


def _worth_it(fit: Fit, n_terms: int, plain: float, null: float) -> bool:
    """Whether the rule is shorter than the terms; many terms must be shortened by more."""
    if n_terms < SHORT:
        return fit.bits < plain + (SHORT_MARGIN if n_terms > VERY_SHORT else VERY_SHORT_MARGIN)
    # A linear relation among large terms does not hold by chance, however long it is.
    if fit.kind in SURE and fit.checked >= 3 and null > SURE_BITS * n_terms:
        return True
    # Long agreement speaks for a rule even where the terms are so plain that none is needed.
    free = n_terms - fit.checked
    return fit.bits < null - MARGIN or (fit.checked >= 8 and fit.checked >= 2 * free)


def _predictions(found: list[Fit], terms: list[int], k: int) -> list[Prediction]:
    """One prediction a value: its shortest fit, with how many fits agree on it."""
    by_value: dict[int, list[Fit]] = {}
    data_bits, null = terms_bits(terms), null_bits(terms)
    found = [fit for fit in found if _worth_it(fit, len(terms), data_bits, null)]
    for fit in sorted(found, key=lambda f: (f.bits, -f.checked)):
        by_value.setdefault(fit.value, []).append(fit)
    out = []
    for value, fits in list(by_value.items())[:k]:
        best = fits[0]
        evidence: dict[str, object] = {
            "rule": best.kind,
            "description_length": round(best.bits, 3),
            "data_bits": round(data_bits, 3),
            "saved": round(data_bits - best.bits, 3),
            "checked": best.checked,
            "margin": round(null - best.bits, 3),
            "exact": True,
            "agreeing": len({f.kind for f in fits}),
            "rivals": len(by_value) - 1,
            "n_terms": len(terms),
        }
        out.append(
            Prediction(
                value=value,
                score=data_bits - best.bits,
                by="rules",
                why=best.why,
                evidence=evidence,
            )
        )
    return out
