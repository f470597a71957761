"""Equations with polynomial weights between neighboring terms, or between products of them.

`holding` finds the weights of any such equation and `solved` the next term that obeys it;
triangles and generating functions use them too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from operator import mul

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix, index, polynomial, shortened
from int2vec.arithmetic.linear_algebra import Matrix, whole_dependencies
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MAX_ORDER, MAX_ORDER_ADDED = 4, 2  # without and with a polynomial added
MIN_TERMS, MIN_NESTED, MAX_TERMS = 6, 7, 80
MAX_UNKNOWNS = 36
MAX_EXCEPTION = 3
SPARE_ROWS = 6  # rows past the unknowns that are looked at before the exact trial on all
MAX_PRODUCT_BITS = 6_000  # of a term that is multiplied by others

Row = Sequence[int]


def holding(factors: Sequence[Row], things: Sequence[Row], search: Search) -> Iterator[list[int]]:
    """Whole weights, by factor and then by thing, with Σ weight·factor·thing = 0 on every row.

    They end as soon as they can: the factors that are best left out stand last.
    """
    width = len(things[0])
    unknowns = len(factors[0]) * width
    search.spend(60 + unknowns**2 // 3)

    def system(prime: int) -> Matrix:
        left, right = (
            np.array([[x % prime for x in row] for row in rows[: unknowns + SPARE_ROWS]])
            for rows in (factors, things)
        )
        products: Matrix = left[:, :, None] * right[:, None, :] % prime
        return products.reshape(len(left), unknowns)

    for weights in whole_dependencies(system):
        search.spend(120 + unknowns**2)
        if not any(map(left_side, [weights] * len(things), factors, things)):
            end = max(i for i, w in enumerate(weights) if w) // width + 1
            yield weights[: end * width]


def left_side(weights: list[int], factors: Row, things: Row) -> int:
    """Σ weight·factor·thing on one row."""
    width = len(things)
    return sum(x * sum(map(mul, weights[j::width], factors)) for j, x in enumerate(things) if x)


def solved(weights: list[int], factors: Row, row: Callable[[int], Row]) -> int | None:
    """The whole x, where there is one, with which the equation holds of the row made of it.

    >>> solved([2, -1], [1], lambda x: [5, x])
    10
    """
    rest = left_side(weights, factors, row(0))
    slope = rest - left_side(weights, factors, row(1))
    return rest // slope if slope and not rest % slope else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Scheme:
    """Of what an equation is made: of products of terms at places in a window, () being 1.

    The last place is that of the term to be foretold; it stands in one product only.
    """

    kind: str
    bits: float
    places: tuple[tuple[int, ...], ...]
    highest: int = MAX_UNKNOWNS  # degree of the weights

    def fits(self, terms: Terms, search: Search) -> Iterator[Fit]:
        """The equation of least degree that leaves one term as a check."""
        reach, width = max(map(max, filter(None, self.places))), len(self.places)
        rows = len(terms) - reach
        degree = min(min(rows, MAX_UNKNOWNS) // width - 1, self.highest)
        if degree < 0:
            return

        def row(window: Terms) -> list[int]:
            return [prod(window[p] for p in places) for places in self.places]

        factors = [[i**d for d in range(degree + 1)] for i in range(rows + 1)]
        things = [row(terms[i : i + reach + 1]) for i in range(rows)]
        own = next(j for j, places in enumerate(self.places) if reach in places)
        for weights in holding(factors[:-1], things, search):
            value = solved(weights, factors[-1], lambda x: row([*terms[rows:], x]))
            checked = rows + 1 - sum(map(bool, weights))
            # Where the own weight is 0 the row foretells nothing: fine for a start only.
            leading = [sum(map(mul, weights[own::width], powers)) for powers in factors]
            if value is not None and checked > 0 and all(leading[MAX_EXCEPTION + 1 :]):
                bits = self.bits + null_bits(weights) + null_bits(terms[:reach])
                why = self._words(weights, reach, own)
                yield Fit(kind=self.kind, value=value, bits=bits, why=why, checked=checked)
            return

    def _words(self, weights: list[int], reach: int, own: int) -> str:
        width, places = len(self.places), self.places
        if not self.highest:  # the own product is the first
            names = ["·".join(f"a(n−{reach - p})" for p in chosen) for chosen in places[1:]]
            mix = Mix(names, [Fraction(-w, weights[own]) for w in weights[1:]])
            return f"a(n) = ({mix}) / a(n−{reach})"
        text = " + ".join(
            f"({polynomial(part)})" + "".join(f"·a({index('n', -p)})" for p in chosen)
            for chosen, j in sorted(((chosen, j) for j, chosen in enumerate(places)), reverse=True)
            if any(part := weights[j::width])
        )
        text = shortened(text, 220, 200)
        return f"a recurrence with polynomial coefficients: {text} = 0, n from 0"


@rule(group="holonomic", turn=13)
def holonomic(terms: Terms, search: Search) -> Iterator[Fit]:
    """The recurrence of fewest terms back, checked on one term or more."""
    part = terms[-MAX_TERMS:]
    if len(part) < MIN_TERMS or len(set(part)) < 4:
        return
    for order in range(1, min(MAX_ORDER, len(part) // 3) + 1):
        places: list[tuple[int, ...]] = [(j,) for j in range(order + 1)]
        price = COST.holonomic + int_bits(order)
        found = [
            fit
            for made in (places, [*places, ()])[: 1 + (order <= MAX_ORDER_ADDED)]
            for fit in Scheme(kind="holonomic", bits=price, places=tuple(made)).fits(part, search)
        ]
        if found:
            yield min(found, key=lambda fit: fit.bits)
            return


NESTED = Scheme(kind="holonomic", bits=COST.ratio_series, places=((1, 1), (0, 2)))
# a(n)·a(n−k) as a mix of the other products whose places add up to the same, after Somos.
QUADRATIC = tuple(
    Scheme(
        kind="quadratic",
        bits=COST.quadratic_recurrence,
        places=((0, k), *((k - i, i) for i in range(1, k // 2 + 1)), ()),
        highest=0,
    )
    for k in range(2, 8)
)


@rule(group="products", turn=28)
def products_of_terms(terms: Terms, search: Search) -> Iterator[Fit]:
    """Equations between products of two terms: quotients of quotients, and quotients of mixes."""
    part = terms[-MAX_TERMS:]
    if len(set(part)) < 4 or 0 in part or max(map(abs, part)) >> MAX_PRODUCT_BITS:
        return
    if len(part) >= MIN_NESTED:
        yield from NESTED.fits(part, search)
    for scheme in QUADRATIC if len(part) > 4 else ():
        yield from scheme.fits(part, search)
