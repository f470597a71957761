"""Triangles in which neighbouring cells stand in a ratio of polynomials in row and column."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.linear import (
    PRIMES,
    Matrix,
    dependency,
    lifted,
    mixture,
    residues,
)
from int2vec.predict.complete.rules.triangle import Triangle, shaped

MIN_TERMS = 20
MAX_TERMS = 200
SPARE = 4
# The cell before in the row, above, above to the left; two cells for rules of second order.
LINKS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 1),),
    ((1, 0),),
    ((1, 1),),
    ((0, 1), (0, 2)),
    ((1, 0), (1, 1)),
    ((1, 0), (2, 0)),
)
DEGREES = (1, 2, 3)

Powers = list[tuple[int, int]]


@rule(group="triangles", turn=36)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """P(n,k)·T(n,k) as a mix of polynomial multiples of cells before it."""
    if not MIN_TERMS <= len(terms) <= MAX_TERMS or len(set(terms)) < 6:
        return
    t = shaped(terms, 1, 1)
    for links in LINKS:
        if t.column < max(j for _, j in links) or t.row < max(i for i, _ in links) + 1:
            continue
        for degree in DEGREES:
            fit = _fit(t, links, degree, search)
            if fit is not None:
                yield fit
                return


def _cells(t: Triangle, links: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """The cells for which every linked cell lies inside the triangle or just beside it."""
    up = max(i for i, _ in links)
    back = max(j for _, j in links)
    return [(r, c) for r in range(up, len(t.rows)) for c in range(back, len(t.rows[r]))]


def _fit(
    t: Triangle, links: tuple[tuple[int, int], ...], degree: int, search: Search
) -> Fit | None:
    powers = [(i, j) for i, j in product(range(degree + 1), repeat=2) if i + j <= degree]
    powers.sort(key=sum)
    cells = _cells(t, links)
    unknowns = len(powers) * (len(links) + 1)
    if len(cells) < unknowns + SPARE:
        return None
    search.spend(100 + unknowns**2 // 2 + len(cells))
    vectors: list[tuple[Matrix, int]] = []
    for prime in PRIMES[:3]:
        few = cells if vectors else cells[: unknowns + SPARE]
        vector = dependency(_system(t, few, links, powers, prime), prime)
        if vector is None:
            return None
        if not vectors:
            vector = dependency(_system(t, cells, links, powers, prime), prime)
            if vector is None:
                return None
        vectors.append((vector, prime))
    weights = lifted(vectors)
    return None if weights is None else _verified(t, cells, links, powers, weights)


def _system(
    t: Triangle,
    cells: list[tuple[int, int]],
    links: tuple[tuple[int, int], ...],
    powers: Powers,
    prime: int,
) -> Matrix:
    rows = np.array([r for r, _ in cells], dtype=np.int64)
    columns = np.array([c for _, c in cells], dtype=np.int64)
    blocks = [residues([t.at(r - i, c - j) for r, c in cells], prime) for i, j in ((0, 0), *links)]
    return np.stack(
        [rows**p * columns**q % prime * block % prime for p, q in powers for block in blocks],
        axis=1,
    )


def _verified(
    t: Triangle,
    cells: list[tuple[int, int]],
    links: tuple[tuple[int, int], ...],
    powers: Powers,
    weights: list[int],
) -> Fit | None:
    width = len(links) + 1

    def coefficient(block: int, r: int, c: int) -> int:
        return sum(w * r**p * c**q for w, (p, q) in zip(weights[block::width], powers, strict=True))

    def rest(r: int, c: int) -> int:
        return sum(coefficient(b, r, c) * t.at(r - i, c - j) for b, (i, j) in enumerate(links, 1))

    # A leading coefficient of 0 inside the triangle would excuse cells from the rule.
    idle = 0
    for r, c in cells:
        leading = coefficient(0, r, c)
        idle += not leading
        if leading * t.at(r, c) + rest(r, c):
            return None
    leading = coefficient(0, t.row, t.column)
    if not leading or idle > len(cells) // 4:
        return None
    value, remainder = divmod(-rest(t.row, t.column), leading)
    checked = len(cells) - idle - sum(1 for w in weights if w) + 1
    if remainder or checked < SPARE // 2:
        return None
    explained = set(cells)
    left = [x for r, row in enumerate(t.rows) for c, x in enumerate(row) if (r, c) not in explained]
    return Fit(
        kind="triangle/ratios",
        value=value,
        bits=8 + null_bits(weights) + null_bits(left),
        why=f"{t.words}, {_words(weights, links, powers)} = 0, n and k from 0",
        checked=checked,
    )


def _words(weights: list[int], links: tuple[tuple[int, int], ...], powers: Powers) -> str:
    names = [
        "·".join(f"{v}^{e}" if e > 1 else v for v, e in zip("nk", power, strict=True) if e)
        for power in powers
    ]
    parts = []
    for block, (i, j) in enumerate(((0, 0), *links)):
        mixed = mixture(names, [Fraction(w) for w in weights[block :: len(links) + 1]])
        cell = f"T({f'n−{i}' if i else 'n'},{f'k−{j}' if j else 'k'})"
        if mixed != "0":
            parts.append(f"({mixed})·{cell}")
    return " + ".join(parts)
