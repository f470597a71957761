"""Sequences that are a transform of a simple one: Euler, Möbius, binomial, reciprocal, logarithm.

Each transform is undone, the sequence underneath solved, its next term added and the whole
transformed again. All are triangular: term n of one side depends on terms up to n of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from int2vec.arithmetic import power_series as series
from int2vec.arithmetic import sums
from int2vec.arithmetic.formulas import listing
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.known import catalog_sequence
from int2vec.predict.complete.rules.recurrence import linear
from int2vec.predict.complete.rules.simple import sparse

MIN_TERMS = 7
MAX_TERMS = 60

Map = Callable[[list[int]], list[int] | None]


@dataclass(frozen=True, slots=True)
class Transform:
    """A map of sequences and the map that undoes it.

    `leads` are what may be put in front of the terms first, a bit for each further choice.
    `keeps_recurrences`: a recurrence underneath shows in the terms themselves.
    """

    words: str
    bits: float
    undo: Map
    do: Map
    leads: tuple[tuple[int, ...], ...] = ((),)
    keeps_recurrences: bool = False


def _over_series(sign: int, a: list[int]) -> list[int] | None:
    """Coefficients of (1 ± x)/A(x)."""
    turned = series.reciprocal(a)
    return None if turned is None else series.multiply(turned, [1, sign, *[0] * len(a)])


WITH_ONE = ((), (1,))
WITH_SIGN = ((), (1,), (-1,))
TRANSFORMS = (
    Transform("the Euler transform of", 5, series.inverse_euler, series.euler, WITH_ONE),
    Transform("sums over the divisors of n of", 5, sums.mobius, sums.divisor_sums),
    Transform("the reciprocal series of", 5, series.reciprocal, series.reciprocal, WITH_SIGN, True),
    *(
        Transform(
            f"the series (1 {sign} x) over that of",
            7,
            partial(_over_series, unit),
            partial(_over_series, unit),
            keeps_recurrences=True,
        )
        for sign, unit in (("+", 1), ("−", -1))
    ),
    Transform("the exponential transform of", 5, series.logarithm, series.exponential, WITH_ONE),
    Transform(
        "the reciprocal exponential series of",
        6,
        series.exponential_reciprocal,
        series.exponential_reciprocal,
    ),
    Transform(
        "the square of the series", 6, series.square_root, series.squared, keeps_recurrences=True
    ),
    Transform("the square root of the series", 6, series.squared, series.square_root),
    *(
        Transform(
            f"coefficients of Π {factor} for c =",
            6,
            partial(series.factors, sign=unit),
            partial(series.product, sign=unit),
        )
        for factor, unit in (("(1 + c(k)·x^k)", 1), ("1/(1 − c(k)·x^k)", -1))
    ),
    Transform("n times", 4, sums.over_n, sums.times_n, keeps_recurrences=True),
    Transform(
        "the binomial transform of",
        6,
        sums.inverse_binomial,
        sums.binomial,
        keeps_recurrences=True,
    ),
)


@rule(group="transforms", turn=37)
def transformed(terms: Terms, search: Search) -> Iterator[Fit]:
    """Transforms of a sequence that the simple rules explain."""
    if not MIN_TERMS <= len(terms) <= MAX_TERMS:
        return
    size = max(t.bit_length() for t in terms)
    for transform in TRANSFORMS:
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
                yield fit.within(
                    "transform",
                    value=result[len(whole)],
                    bits=transform.bits + len(lead),
                    why=f"{transform.words} {listing(inner, 6)}; of that: {fit.why}",
                )


def _underneath(inner: list[int], search: Search, keeps_recurrences: bool) -> Fit | None:
    """The shortest explanation of the sequence underneath."""
    found = [*search.solve(inner, 0), *sparse(inner), *search.ask(catalog_sequence, inner)]
    if not keeps_recurrences:
        found += search.ask(linear, inner)
    return min(found, key=lambda fit: fit.bits, default=None)
