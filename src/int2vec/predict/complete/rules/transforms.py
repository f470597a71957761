"""Sequences that are a transform of a simple one: Euler, Möbius, binomial, reciprocal, logarithm.

Each transform is undone, the sequence underneath solved, its next term added and the whole
transformed again. All are triangular: term n of one side depends on terms up to n of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from int2vec.arithmetic.power_series import (
    binomial,
    divisor_sums,
    euler,
    exponential,
    exponential_reciprocal,
    factors,
    inverse_binomial,
    inverse_euler,
    logarithm,
    mobius,
    over_n,
    product,
    reciprocal,
    square_root,
    squared,
    times_n,
    with_factor,
    without_factor,
)
from int2vec.predict.complete.rules import catalogue, recurrence
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, listing, nested, rule
from int2vec.predict.complete.rules.simple import sparse

MIN_TERMS = 7
MAX_TERMS = 60

Map = Callable[[list[int]], list[int] | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Transform:
    """A map of sequences and the map that undoes it; `lead` terms are put in front first."""

    words: str
    bits: float
    undo: Map
    do: Map
    lead: tuple[int, ...] = ()


TRANSFORMS = (
    Transform(words="the Euler transform of", bits=5, undo=inverse_euler, do=euler),
    Transform(words="the Euler transform of", bits=6, undo=inverse_euler, do=euler, lead=(1,)),
    Transform(words="sums over the divisors of n of", bits=5, undo=mobius, do=divisor_sums),
    Transform(words="the reciprocal series of", bits=5, undo=reciprocal, do=reciprocal),
    Transform(words="the reciprocal series of", bits=6, undo=reciprocal, do=reciprocal, lead=(1,)),
    Transform(words="the reciprocal series of", bits=6, undo=reciprocal, do=reciprocal, lead=(-1,)),
    Transform(
        words="the series (1 + x) over that of",
        bits=7,
        undo=lambda terms: with_factor(terms, 1),
        do=lambda inner: without_factor(inner, 1),
    ),
    Transform(
        words="the series (1 − x) over that of",
        bits=7,
        undo=lambda terms: with_factor(terms, -1),
        do=lambda inner: without_factor(inner, -1),
    ),
    Transform(words="the exponential transform of", bits=5, undo=logarithm, do=exponential),
    Transform(
        words="the exponential transform of", bits=6, undo=logarithm, do=exponential, lead=(1,)
    ),
    Transform(
        words="the reciprocal exponential series of",
        bits=6,
        undo=exponential_reciprocal,
        do=exponential_reciprocal,
    ),
    Transform(words="the square of the series", bits=6, undo=square_root, do=squared),
    Transform(words="the square root of the series", bits=6, undo=squared, do=square_root),
    Transform(
        words="coefficients of Π (1 + c(k)·x^k) for c =",
        bits=6,
        undo=lambda terms: factors(terms, 1),
        do=lambda inner: product(inner, 1),
    ),
    Transform(
        words="coefficients of Π 1/(1 − c(k)·x^k) for c =",
        bits=6,
        undo=lambda terms: factors(terms, -1),
        do=lambda inner: product(inner, -1),
    ),
    Transform(words="n times", bits=4, undo=over_n, do=times_n),
    Transform(words="the binomial transform of", bits=6, undo=inverse_binomial, do=binomial),
)


# A recurrence underneath shows in the terms themselves here.
KEEPS_RECURRENCES = {t.words for t in TRANSFORMS if "reciprocal series" in t.words} | {
    "the series (1 + x) over that of",
    "the series (1 − x) over that of",
    "the binomial transform of",
    "n times",
    "the square of the series",
}


def _bits(fit: Fit) -> float:
    return fit.bits


@rule(group="transforms", turn=37)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Transforms of a sequence that the simple rules explain."""
    if not MIN_TERMS <= len(terms) <= MAX_TERMS:
        return
    size = max(t.bit_length() for t in terms)
    for transform in TRANSFORMS:
        whole = [*transform.lead, *terms]
        search.spend(len(whole) ** 2 // 20 + len(whole) * size // 400)
        inner = transform.undo(whole)
        if inner is None:
            continue
        found = [
            *search.solve(inner, 0),
            *sparse(inner, search),
            *search.ask(catalogue.fits, inner),
        ]
        if transform.words not in KEEPS_RECURRENCES:
            found += search.ask(recurrence.fits, inner)
        for fit in sorted(found, key=_bits)[:1]:
            if fit.checked < 2:
                continue
            result = transform.do([*inner, fit.value])
            if result is None or result[: len(whole)] != whole:
                continue
            yield nested(
                fit,
                kind="transform/" + fit.kind.split("/")[0],
                value=result[len(whole)],
                bits=transform.bits,
                why=f"{transform.words} {listing(inner, 6)}; of that: {fit.why}",
            )
