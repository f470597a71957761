"""Recurrences with small whole coefficients, from fewer terms than would determine fractions.

That all coefficients come out whole and small is the check: n terms of many digits leave few
such recurrences to choose from, even where their order is a little above n/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, int_bits, null_bits, rule
from int2vec.predict.complete.rules.linear import PRIMES, Matrix, residues
from int2vec.predict.complete.rules.recurrence import relation

MIN_TERMS = 8
MAX_TERMS = 40
MIN_BITS = 10  # a term, on average
MAX_COEFFICIENT = 1 << 13
# How far the coefficients that stay free are tried, by how many there are.
REACH = {0: 0, 1: 300, 2: 40, 3: 9}
MAX_SKIPPED = 2
MOST_BITS = 0.65


@rule(group="recurrences", turn=40)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """The recurrence of least order that fits, a term or two at the start perhaps left out."""
    n = len(terms)
    if not MIN_TERMS <= n <= MAX_TERMS or null_bits(terms) < MIN_BITS * n:
        return
    for free in range(4):
        for skipped in range(MAX_SKIPPED + 1):
            part = list(terms[skipped:])
            order, odd = divmod(len(part) + free, 2)
            if odd or order < 3 or len(part) - order < 4:
                continue
            search.spend(150 + (2 * REACH[free] + 1) ** free // 8)
            coefficients = _whole(part, order, free)
            if coefficients is not None:
                fit = _fit(terms, part, coefficients, skipped)
                # With no term left to check, only a much shorter description speaks for it.
                if fit.bits < MOST_BITS * null_bits(terms):
                    yield fit
                return


def _whole(part: list[int], order: int, free: int) -> list[int] | None:
    """Coefficients, those of the latest terms first, that are whole, small and fit all terms."""
    prime = PRIMES[0]
    modular = residues(part, prime)
    rows = len(part) - order
    # Row i: a(i+order) = Σ c[j]·a(i+order−1−j).
    system = np.stack(
        [modular[order - 1 - j : order - 1 - j + rows] for j in range(order)]
        + [modular[order : order + rows]],
        axis=1,
    )
    reduced = _reduced(system, free, prime)
    if reduced is None:
        return None
    reach = REACH[free]
    grid = np.stack(
        [g.ravel() for g in np.meshgrid(*[np.arange(-reach, reach + 1)] * free, indexing="ij")]
        if free
        else [np.zeros(1, dtype=np.int64)]
    )
    # Each fixed coefficient is the constant less what the free ones take; kept while small.
    alive = np.arange(grid.shape[1])
    chosen: list[Matrix] = []
    for row in reduced:
        value = np.full(len(alive), row[-1], dtype=np.int64)
        for k in range(free):
            value = (value - row[k] * grid[k, alive]) % prime
        value = np.where(value > prime // 2, value - prime, value)
        small = np.abs(value) < MAX_COEFFICIENT
        alive = alive[small]
        chosen = [c[small] for c in chosen] + [value[small]]
        if not len(alive):
            return None
    return _smallest(part, grid[:free, alive], chosen, order)


def _reduced(system: Matrix, free: int, prime: int) -> Matrix | None:
    """Rows of (free coefficients, constant), one for each other coefficient."""
    work = system.copy()
    rows, columns = work.shape
    for pivot in range(rows):
        column = free + pivot
        nonzero = np.flatnonzero(work[pivot:, column])
        if not nonzero.size:
            return None
        first = pivot + int(nonzero[0])
        if first != pivot:
            work[[pivot, first]] = work[[first, pivot]]
        work[pivot] = work[pivot] * pow(int(work[pivot, column]), -1, prime) % prime
        factors = work[:, column].copy()
        factors[pivot] = 0
        work = (work - factors[:, None] * work[pivot][None, :] % prime) % prime
    return np.concatenate([work[:, :free], work[:, columns - 1 :]], axis=1)


def _smallest(part: list[int], free: Matrix, chosen: list[Matrix], order: int) -> list[int] | None:
    candidates = np.concatenate([free, np.stack(chosen)], axis=0).T
    for row in candidates[np.argsort(np.abs(candidates).sum(axis=1))][:4].tolist():
        if all(
            sum(c * part[i - 1 - j] for j, c in enumerate(row)) == part[i]
            for i in range(order, len(part))
        ):
            return [int(c) for c in row]
    return None


def _fit(terms: Terms, part: list[int], coefficients: list[int], skipped: int) -> Fit:
    order = len(coefficients)
    start = "" if not skipped else f", after the first {skipped + order} terms"
    return Fit(
        kind="integral",
        value=sum(c * part[-1 - j] for j, c in enumerate(coefficients)),
        bits=8 + int_bits(order) + null_bits(coefficients) + null_bits(terms[: order + skipped]),
        why=f"a recurrence with small whole coefficients fits, few terms check it: "
        f"{relation([Fraction(c) for c in coefficients])}{start}",
        checked=0,
    )
