"""Recurrences whose coefficients are polynomials in n: of the terms, or of their quotients."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import index, polynomial, shortened
from int2vec.arithmetic.linear_algebra import PRIMES, Matrix, residues, whole_dependencies
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MAX_ORDER = 4
MAX_ORDER_ADDED = 2  # with a polynomial added
MAX_TERMS = 80
MIN_TERMS = 6
MAX_UNKNOWNS = 36
MAX_EXCEPTION = 3
SPARE_ROWS = 6  # rows past the unknowns that are looked at before the exact trial on all
MIN_NESTED_TERMS = 7
MAX_NESTED_BITS = 4_000

Number = int | Fraction


@dataclass(frozen=True, kw_only=True, slots=True)
class Recurrence:
    """Σ P_j(n)·a(n+j) + Q(n) = 0: weights by rising power, P_0, P_1, … and perhaps Q each time."""

    weights: list[int]
    order: int
    blocks: int
    value: Number  # the next one
    checked: int

    def words(self, name: str) -> str:
        """The equation, the latest term first."""
        parts = [*range(self.order, -1, -1), *range(self.order + 1, self.blocks)]
        names = {j: f"·{name}({index('n', -j)})" for j in range(self.order + 1)}
        text = " + ".join(
            f"({polynomial(p)}){names.get(j, '')}"
            for j in parts
            if any(p := self.weights[j :: self.blocks])
        )
        return f"{shortened(text, 220, 200)} = 0, n from 0"


@rule(group="holonomic", turn=13)
def holonomic(terms: Terms, search: Search) -> Iterator[Fit]:
    """The recurrence of fewest coefficients found, checked on one term or more."""
    part = list(terms[-MAX_TERMS:])
    if len(part) < MIN_TERMS or len(set(part)) < 4:
        return
    for order in range(1, min(MAX_ORDER, len(part) // 3) + 1):
        found = [
            Fit(
                kind="holonomic",
                value=int(r.value),
                bits=COST.holonomic
                + int_bits(order)
                + null_bits(r.weights)
                + null_bits(part[:order]),
                why=f"a recurrence with polynomial coefficients: {r.words('a')}",
                checked=r.checked,
            )
            for added in range(1 + (order <= MAX_ORDER_ADDED))
            if (r := _shortest(part, order, added, search)) and r.value.denominator == 1
        ]
        if found:
            yield min(found, key=lambda fit: fit.bits)
            return


@rule(group="holonomic", turn=14)
def nested_products(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms whose quotients have quotients that are a rational function of n."""
    if len(terms) < MIN_NESTED_TERMS or len(set(terms)) < 4 or 0 in terms:
        return
    if max(map(abs, terms)) >> MAX_NESTED_BITS or any(t % p == 0 for t in terms for p in PRIMES):
        return
    quotients = [Fraction(b, a) for a, b in pairwise(terms)]
    r = _shortest(quotients, 1, 0, search)
    value = terms[-1] * r.value if r else Fraction(1, 2)
    if r and value.denominator == 1:
        yield Fit(
            kind="holonomic",
            value=int(value),
            bits=COST.ratio_series + null_bits(r.weights) + null_bits(terms[:2]),
            why=f"with b(n) = a(n+1)/a(n), {r.words('b')}",
            checked=r.checked,
        )


def _shortest(part: Sequence[Number], order: int, added: int, search: Search) -> Recurrence | None:
    """The recurrence of least degree: the widest system that leaves one equation as a check."""
    n, blocks = len(part), order + 1 + added
    degree = min(n - order, MAX_UNKNOWNS) // blocks - 1
    if degree < 0:
        return None
    unknowns = blocks * (degree + 1)
    rows = min(n - order, unknowns + SPARE_ROWS)
    search.spend(60 + unknowns**2 // 3)

    def system(prime: int) -> Matrix:
        """Row i: i^d·a(i+j) by rising d, so that the dependency ends soonest of least degree."""
        values = residues([t.numerator for t in part], prime)
        if any(t.denominator != 1 for t in part):
            values = values * residues([pow(t.denominator, -1, prime) for t in part], prime) % prime
        block = np.stack([values[j : j + rows] for j in range(order + 1)], axis=1)
        block = np.concatenate([block, np.ones((rows, added), dtype=np.int64)], axis=1)
        columns = [block]
        for _ in range(degree):
            columns.append(columns[-1] * np.arange(rows)[:, None] % prime)
        return np.concatenate(columns, axis=1)

    for weights in whole_dependencies(system):
        search.spend(120 + unknowns**2)
        found = _verified(part, order, blocks, weights)
        if found is not None:
            return found
    return None


def _verified(
    part: Sequence[Number], order: int, blocks: int, weights: list[int]
) -> Recurrence | None:
    """The recurrence that the weights make, where every term obeys it."""
    while len(weights) > blocks and not any(weights[-blocks:]):
        weights = weights[:-blocks]
    n = len(part)

    def coefficient(block: int, i: int) -> int:
        total = 0
        for w in reversed(weights[block::blocks]):
            total = total * i + w
        return total

    def rest(i: int) -> Number:
        total = sum(coefficient(j, i) * part[i + j] for j in range(order))
        return total + (coefficient(order + 1, i) if blocks > order + 1 else 0)

    for i in range(n - order):
        leading = coefficient(order, i)
        # Where the leading coefficient is 0 the row foretells nothing: fine for a start only.
        if (i > MAX_EXCEPTION and not leading) or rest(i) + leading * part[i + order]:
            return None
    leading = coefficient(order, n - order)
    checked = n - order - (sum(1 for w in weights if w) - 1)
    if not leading or checked < 1:
        return None
    value = Fraction(-rest(n - order)) / leading
    return Recurrence(weights=weights, order=order, blocks=blocks, value=value, checked=checked)
