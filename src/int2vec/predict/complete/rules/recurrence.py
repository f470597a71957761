"""Linear recurrences with constant coefficients: any fractions, or small whole numbers alone."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import lcm
from operator import mul

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import recurrence
from int2vec.arithmetic.linear_algebra import (
    PRIMES,
    Matrix,
    connections,
    echelon,
    rationals,
    residues,
)
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

PRIME = (1 << 61) - 1
BIG_PRIME = (1 << 521) - 1
MAX_TERMS = 300
MAX_SKIPPED = 4
COUNTS = {2: "two", 3: "three", 4: "four"}

# Of recurrences with small whole coefficients:
MIN_WHOLE_TERMS, MAX_WHOLE_TERMS = 8, 40
MIN_BITS = 10  # a term, on average
MAX_COEFFICIENT = 1 << 13
REACH = (0, 300, 40, 9)  # how far the coefficients that stay free are tried, by how many there are
MAX_WHOLE_SKIPPED = 2
MOST_BITS = 0.65  # of what the terms take without a rule


@rule(group="recurrences", turn=12, depth=1)
def linear(terms: Terms, search: Search) -> Iterator[Fit]:
    """The shortest recurrence that the terms obey, the first few of them perhaps excepted."""
    if len(terms) < 4:
        return
    tail = list(terms[-MAX_TERMS:])
    for run, order in _runs(tail, search):
        skipped = len(tail) - run
        checked = run - 2 * order - skipped
        if checked < 1 or (skipped and (checked < 3 or skipped > MAX_SKIPPED)):
            continue
        fit = _exact(tail, run, order, checked, search)
        if fit is not None:
            yield fit
            return


def _runs(terms: list[int], search: Search) -> list[tuple[int, int]]:
    """(run, order) of the stretches up to the end that one recurrence explains, longest first."""
    # Backwards: a few odd terms at the start then come last, and spoil nothing before them.
    modular = [t % PRIME for t in reversed(terms)]
    n = len(modular)
    out = []
    current = [1]
    for i, connection in enumerate(connections(modular, PRIME)):
        order = len(current) - 1
        search.spend(order // 16 + 1)
        if connection is current:
            continue
        if i > 2 * order:
            out.append((i, order))
        current = connection
        if 2 * (len(current) - 1) >= n:
            break
    else:
        out.append((n, len(current) - 1))
    return out[::-1]


def _exact(tail: list[int], run: int, order: int, checked: int, search: Search) -> Fit | None:
    """The recurrence lifted to the rationals and tried on every term of the run."""
    part = tail[len(tail) - run :]
    search.spend(order * run // 8 + 1)
    fractions = _lifted(part[: 2 * order + 1], PRIME)
    if fractions is None:
        search.spend(order * order * 4 + 1)
        fractions = _lifted(part[: 2 * order + 1], BIG_PRIME)
    if fractions is None or len(fractions) != order:
        return None
    scale = lcm(*(f.denominator for f in fractions))
    weights = [int(f * scale) for f in fractions]
    if any(_applied(weights, part, i) != scale * part[i] for i in range(order, run)):
        return None
    value, rest = divmod(_applied(weights, part, run), scale)
    if rest:
        return None
    skipped = len(tail) - run
    weights_bits = min(
        sum(ratio_bits(f.numerator, f.denominator) for f in fractions),
        int_bits(scale - 1) + null_bits(weights),
    )
    start_bits = null_bits(tail[: order + skipped]) + (int_bits(skipped) if skipped else 0)
    return Fit(
        kind="recurrence",
        value=value,
        bits=COST.recurrence + int_bits(order) + weights_bits + start_bits,
        why=_words(fractions) + _exception(skipped, order),
        checked=checked,
    )


def _lifted(terms: list[int], prime: int) -> list[Fraction] | None:
    """The weights of the recurrence that the terms obey modulo the prime, as fractions."""
    *_, connection = connections([t % prime for t in terms], prime)
    return rationals((-c % prime for c in connection[1:]), prime)


def _applied(weights: list[int], terms: list[int], end: int) -> int:
    """Σ weights[j]·(the term j + 1 places before the end)."""
    return sum(map(mul, weights, reversed(terms[end - len(weights) : end])))


def _words(weights: list[Fraction]) -> str:
    if all(w == 1 for w in weights) and len(weights) > 1:
        count = COUNTS.get(len(weights), str(len(weights)))
        return f"each term is the sum of the previous {count}"
    return f"each term is a linear mix of those before it: {recurrence(weights)}"


def _exception(skipped: int, order: int) -> str:
    return f", after the first {skipped + order} terms" if skipped else ""


@rule(group="recurrences", turn=40)
def with_whole_coefficients(terms: Terms, search: Search) -> Iterator[Fit]:
    """Small whole coefficients, from fewer terms than would determine fractions.

    That all come out whole and small is the check: n terms of many digits leave few such
    recurrences to choose from, even where their order is a little above n/2.
    """
    n = len(terms)
    if not MIN_WHOLE_TERMS <= n <= MAX_WHOLE_TERMS or null_bits(terms) < MIN_BITS * n:
        return
    for free in range(len(REACH)):
        for skipped in range(MAX_WHOLE_SKIPPED + 1):
            part = list(terms[skipped:])
            order, odd = divmod(len(part) + free, 2)
            if odd or order < 3 or len(part) - order < 4:
                continue
            search.spend(150 + (2 * REACH[free] + 1) ** free // 8)
            weights = _whole(part, order, free)
            if weights is None:
                continue
            numbers = null_bits(weights) + null_bits(terms[: order + skipped])
            bits = COST.integral + int_bits(order) + numbers
            # With no term left to check, only a much shorter description speaks for it.
            if bits < MOST_BITS * null_bits(terms):
                yield Fit(
                    kind="integral",
                    value=_applied(weights, part, len(part)),
                    bits=bits,
                    why="a recurrence with small whole coefficients fits, few terms check it: "
                    + recurrence(weights)
                    + _exception(skipped, order),
                    checked=0,
                )
            return


def _whole(part: list[int], order: int, free: int) -> list[int] | None:
    """Coefficients, those of the latest terms first, that are whole, small and fit all terms."""
    prime = PRIMES[0]
    modular = residues(part, prime)
    rows = len(part) - order
    # Row i: a(i+order) = Σ c[j]·a(i+order−1−j); the free coefficients stand behind the others.
    columns = [modular[order - 1 - j : order - 1 - j + rows] for j in range(order)]
    work = np.stack([*columns[free:], *columns[:free], modular[order:]], axis=1)
    if len(echelon(work, rows, prime)) < rows:
        return None
    candidates = _small(work[:, rows:], free, prime)
    for weights in candidates[np.argsort(np.abs(candidates).sum(axis=1))][:4].tolist():
        if all(_applied(weights, part, i) == part[i] for i in range(order, len(part))):
            return [int(c) for c in weights]
    return None


@cache
def _grid(free: int) -> Matrix:
    """Every choice of the free coefficients within reach, one a column."""
    side = np.arange(-REACH[free], REACH[free] + 1)
    grid = np.array(np.meshgrid(*[side] * free, indexing="ij"), dtype=np.int64)
    return grid.reshape(free, len(side) ** free)


def _small(solved: Matrix, free: int, prime: int) -> Matrix:
    """Choices of all coefficients, one a row, the free ones first, of which none is large.

    Each row of `solved` holds what the free coefficients take off one of the others, and that one
    where they are all 0.
    """
    chosen = _grid(free)
    for row in solved:
        value = np.full(chosen.shape[1], row[-1], dtype=np.int64)
        for k in range(free):
            value = (value - row[k] * chosen[k]) % prime
        value = np.where(value > prime // 2, value - prime, value)
        small = np.abs(value) < MAX_COEFFICIENT
        chosen = np.concatenate([chosen[:, small], value[None, small]])
        if not chosen.shape[1]:
            break
    return chosen.T
