"""Recurrences whose coefficients are polynomials in n, with or without a polynomial added."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from int2vec.predict.complete.rules.fit import (
    Fit,
    Search,
    Terms,
    digits_of,
    int_bits,
    null_bits,
    rule,
)
from int2vec.predict.complete.rules.linear import PRIMES, Matrix, dependency, lifted, residues

MAX_ORDER = 4
MAX_ORDER_ADDED = 2  # with a polynomial added
MAX_TERMS = 80
MIN_TERMS = 6
MAX_UNKNOWNS = 36
MAX_EXCEPTION = 3
SPARE_ROWS = 6  # rows past the unknowns that are looked at before the exact trial on all


@rule(group="holonomic", turn=13)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """The recurrence of fewest coefficients found, checked on one term or more."""
    part = list(terms[-MAX_TERMS:])
    n = len(part)
    if n < MIN_TERMS or len(set(part)) < 4:
        return
    modular = residues(part, PRIMES[0])
    best: Fit | None = None
    for order in range(1, min(MAX_ORDER, n // 3) + 1):
        for added in (False, True):
            # The widest system that still leaves one equation over as a check.
            blocks = order + 1 + added
            widest = min(n - order, MAX_UNKNOWNS) // blocks - 1
            if widest < 0 or (added and order > MAX_ORDER_ADDED):
                continue
            search.spend(60 + (blocks * (widest + 1)) ** 2 // 3)
            if dependency(_system(modular, order, widest, added, PRIMES[0]), PRIMES[0]) is None:
                continue
            fit = _narrowest(part, order, widest, added, search)
            if fit is not None and (best is None or fit.bits < best.bits):
                best = fit
        if best is not None:
            break
    if best is not None:
        yield best


def _system(terms: Matrix, order: int, degree: int, added: bool, prime: int) -> Matrix:
    """Row i: the columns i^d·a(i+j) by falling d, then i^d for the added part.

    Columns of the highest degrees come last, so that the dependency that ends soonest is the
    one of the lowest degree.
    """
    rows = min(len(terms) - order, (order + 1 + added) * (degree + 1) + SPARE_ROWS)
    index = np.arange(rows, dtype=np.int64)
    powers = [np.ones(rows, dtype=np.int64)]
    for _ in range(degree):
        powers.append(powers[-1] * index % prime)
    blocks = [terms[j : j + rows] for j in range(order + 1)]
    if added:
        blocks.append(np.ones(rows, dtype=np.int64))
    return np.stack([power * block % prime for power in powers for block in blocks], axis=1)


def _narrowest(part: list[int], order: int, widest: int, added: bool, search: Search) -> Fit | None:
    """The dependency of least degree, lifted to the integers and tried on every term."""
    blocks = order + 1 + added
    vectors: list[tuple[Matrix, int]] = []
    for prime in PRIMES:
        search.spend(60 + (blocks * (widest + 1)) ** 2 // 3)
        vector = dependency(_system(residues(part, prime), order, widest, added, prime), prime)
        if vector is None:
            return None
        vectors.append((vector, prime))
        if len(vectors) in (2, 4, 6):
            weights = lifted(vectors)
            if weights is not None:
                fit = _verified(part, weights, order, added)
                if fit is not None:
                    return fit
    return None


def _verified(part: list[int], weights: list[int], order: int, added: bool) -> Fit | None:
    blocks = order + 1 + added
    while len(weights) > blocks and not any(weights[-blocks:]):
        weights = weights[:-blocks]
    n = len(part)

    def coefficient(block: int, i: int) -> int:
        total = 0
        for w in reversed(weights[block::blocks]):
            total = total * i + w
        return total

    def rest(i: int) -> int:
        total = coefficient(order + 1, i) if added else 0
        return total + sum(coefficient(j, i) * part[i + j] for j in range(order))

    for i in range(n - order):
        # Where the leading coefficient is 0 the row foretells nothing: fine for a start only.
        if i > MAX_EXCEPTION and not coefficient(order, i):
            return None
        if rest(i) + coefficient(order, i) * part[i + order]:
            return None
    leading = coefficient(order, n - order)
    if not leading:
        return None
    value, remainder = divmod(-rest(n - order), leading)
    used = sum(1 for w in weights if w)
    checked = n - order - (used - 1)
    if remainder or checked < 1:
        return None
    bits = 6 + int_bits(order) + null_bits(weights) + null_bits(part[:order])
    return Fit(
        kind="holonomic",
        value=value,
        bits=bits,
        why=f"a recurrence with polynomial coefficients: {_words(weights, order, added)}",
        checked=checked,
    )


def _words(weights: list[int], order: int, added: bool) -> str:
    blocks = order + 1 + added
    parts = []
    for block in [*range(order, -1, -1), *([order + 1] if added else [])]:
        polynomial = _polynomial(weights[block::blocks])
        if polynomial == "0":
            continue
        name = "" if block > order else ("·a(n)" if not block else f"·a(n+{block})")
        parts.append(f"({polynomial}){name}")
    text = " + ".join(parts)
    return (text if len(text) < 220 else text[:200] + "…") + " = 0, n from 0"


def _polynomial(coefficients: list[int]) -> str:
    parts = []
    for power in range(len(coefficients) - 1, -1, -1):
        c = coefficients[power]
        if c:
            number = digits_of(abs(c)) if abs(c) != 1 or not power else ""
            variable = "" if not power else "n" if power == 1 else f"n^{power}"
            parts.append(("− " if c < 0 else "+ ") + number + variable)
    text = " ".join(parts) or "0"
    return text[2:] if text.startswith("+ ") else text.replace("− ", "−", 1)
