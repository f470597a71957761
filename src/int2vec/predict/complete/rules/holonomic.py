"""Recurrences whose coefficients are polynomials in n, with or without a polynomial added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import index, polynomial, shortened
from int2vec.arithmetic.linear_algebra import PRIMES, Matrix, dependency, lifted, residues
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MAX_ORDER = 4
MAX_ORDER_ADDED = 2  # with a polynomial added
MAX_TERMS = 80
MIN_TERMS = 6
MAX_UNKNOWNS = 36
MAX_EXCEPTION = 3
SPARE_ROWS = 6  # rows past the unknowns that are looked at before the exact trial on all


@dataclass(frozen=True, slots=True)
class Shape:
    """How far back the recurrence reaches, the degree of its coefficients, and what is added."""

    order: int
    degree: int
    added: bool

    @property
    def blocks(self) -> int:
        """How many polynomials there are."""
        return self.order + 1 + self.added

    @property
    def unknowns(self) -> int:
        """How many coefficients they have in all."""
        return self.blocks * (self.degree + 1)


@rule(group="holonomic", turn=13)
def holonomic(terms: Terms, search: Search) -> Iterator[Fit]:
    """The recurrence of fewest coefficients found, checked on one term or more."""
    part = list(terms[-MAX_TERMS:])
    n = len(part)
    if n < MIN_TERMS or len(set(part)) < 4:
        return
    modular = residues(part, PRIMES[0])
    for order in range(1, min(MAX_ORDER, n // 3) + 1):
        found = []
        for added in (False, True) if order <= MAX_ORDER_ADDED else (False,):
            # The widest system that still leaves one equation over as a check.
            degree = min(n - order, MAX_UNKNOWNS) // (order + 1 + added) - 1
            if degree < 0:
                continue
            shape = Shape(order, degree, added)
            search.spend(60 + shape.unknowns**2 // 3)
            vector = dependency(_system(modular, shape, PRIMES[0]), PRIMES[0])
            fit = None if vector is None else _lifted(part, shape, vector, search)
            found += [fit] if fit is not None else []
        if found:
            yield min(found, key=lambda fit: fit.bits)
            return


def _system(terms: Matrix, shape: Shape, prime: int) -> Matrix:
    """Row i: the columns i^d·a(i+j) by rising d, each time i^d for the added part behind them.

    Columns of the highest degrees come last, so that the dependency that ends soonest is the
    one of the lowest degree.
    """
    rows = min(len(terms) - shape.order, shape.unknowns + SPARE_ROWS)
    blocks = [terms[j : j + rows] for j in range(shape.order + 1)]
    if shape.added:
        blocks.append(np.ones(rows, dtype=np.int64))
    place = np.arange(rows, dtype=np.int64)
    power = np.ones(rows, dtype=np.int64)
    columns = []
    for _ in range(shape.degree + 1):
        columns += [power * block % prime for block in blocks]
        power = power * place % prime
    return np.stack(columns, axis=1)


def _lifted(part: list[int], shape: Shape, first: Matrix, search: Search) -> Fit | None:
    """The dependency of least degree, lifted to the integers and tried on every term."""
    vectors = [(first, PRIMES[0])]
    for prime in PRIMES[1:]:
        search.spend(60 + shape.unknowns**2 // 3)
        vector = dependency(_system(residues(part, prime), shape, prime), prime)
        if vector is None:
            return None
        vectors.append((vector, prime))
        if len(vectors) % 2 == 0:
            weights = lifted(vectors)
            fit = None if weights is None else _verified(part, weights, shape)
            if fit is not None:
                return fit
    return None


def _verified(part: list[int], weights: list[int], shape: Shape) -> Fit | None:
    order, blocks = shape.order, shape.blocks
    while len(weights) > blocks and not any(weights[-blocks:]):
        weights = weights[:-blocks]
    n = len(part)

    def coefficient(block: int, i: int) -> int:
        total = 0
        for w in reversed(weights[block::blocks]):
            total = total * i + w
        return total

    def rest(i: int) -> int:
        total = coefficient(order + 1, i) if shape.added else 0
        return total + sum(coefficient(j, i) * part[i + j] for j in range(order))

    for i in range(n - order):
        leading = coefficient(order, i)
        # Where the leading coefficient is 0 the row foretells nothing: fine for a start only.
        if (i > MAX_EXCEPTION and not leading) or rest(i) + leading * part[i + order]:
            return None
    leading = coefficient(order, n - order)
    value, remainder = divmod(-rest(n - order), leading) if leading else (0, 1)
    checked = n - order - (sum(1 for w in weights if w) - 1)
    if remainder or checked < 1:
        return None
    numbers = int_bits(order) + null_bits(weights) + null_bits(part[:order])
    return Fit(
        kind="holonomic",
        value=value,
        bits=COST.holonomic + numbers,
        why=f"a recurrence with polynomial coefficients: {_words(weights, shape)}",
        checked=checked,
    )


def _words(weights: list[int], shape: Shape) -> str:
    names = [f"·a({index('n', -j)})" for j in range(shape.order, -1, -1)]
    polynomials = [weights[j :: shape.blocks] for j in range(shape.order, -1, -1)]
    if shape.added:
        names.append("")
        polynomials.append(weights[shape.order + 1 :: shape.blocks])
    pairs = zip(polynomials, names, strict=True)
    text = " + ".join(f"({polynomial(p)}){name}" for p, name in pairs if any(p))
    return f"{shortened(text, 220, 200)} = 0, n from 0"
