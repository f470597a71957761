"""Triangles whose cells are linked: mixes of the cells before, with polynomials in row and column.

Either T(n,k) is such a mix itself, or P(n,k)·T(n,k) is, for a polynomial P.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from int2vec.arithmetic.costs import COST
from int2vec.arithmetic.formulas import Mix, index, monomial
from int2vec.arithmetic.linear_algebra import (
    PRIMES,
    Matrix,
    dependency,
    lifted,
    mix,
    relation,
    residues,
)
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.triangle import Triangle, shaped, shapes

# Earlier cells, as (rows back, columns back), from the nearest on.
Pair = tuple[int, int]
Links = tuple[Pair, ...]
SELF: Pair = (0, 0)
BEFORE: Pair = (0, 1)
ABOVE: Pair = (1, 0)
ABOVE_LEFT: Pair = (1, 1)
# Of T(n,k) as a mix: the cells linked and the degree of their weights.
MIXES: tuple[tuple[Links, int], ...] = (
    ((ABOVE, ABOVE_LEFT), 0),
    ((ABOVE, ABOVE_LEFT, (2, 1), (2, 0), (2, 2)), 0),
    ((BEFORE, ABOVE, ABOVE_LEFT), 0),
    ((ABOVE, ABOVE_LEFT), 1),
    ((ABOVE, (2, 0)), 1),
    ((ABOVE_LEFT, (2, 2)), 1),
    ((BEFORE, (0, 2)), 1),
    ((BEFORE, ABOVE, ABOVE_LEFT), 1),
    ((ABOVE, ABOVE_LEFT, (2, 1), (2, 0)), 1),
    ((ABOVE, ABOVE_LEFT), 2),
)
MIN_CHECKED = 3

# Of P(n,k)·T(n,k) as a mix:
MIN_TERMS, MAX_TERMS = 20, 200
RATIOS: tuple[Links, ...] = (
    (BEFORE,),
    (ABOVE,),
    (ABOVE_LEFT,),
    (BEFORE, (0, 2)),
    (ABOVE, ABOVE_LEFT),
    (ABOVE, (2, 0)),
)
DEGREES = (1, 2, 3)
SPARE = 4


def _powers(degree: int) -> list[Pair]:
    return [(i, j) for i, j in product(range(degree + 1), repeat=2) if i + j <= degree]


class Grid:
    """The cells that a rule is tried on, and residues of the cells around them."""

    def __init__(self, triangle: Triangle, cells: list[Pair]) -> None:
        self.triangle = triangle
        self.cells = cells
        self.rows = np.array([r for r, _ in cells], dtype=np.int64)
        self.columns = np.array([c for _, c in cells], dtype=np.int64)
        self._found: dict[tuple[Pair, int], Matrix] = {}

    def weighted(self, back: Pair, power: Pair, prime: int, some: slice) -> Matrix:
        """For some of the cells, n^p·k^q times the one so far back, modulo the prime."""
        if (back, prime) not in self._found:
            at, (i, j) = self.triangle.at, back
            cells = [at(r - i, c - j) for r, c in self.cells]
            self._found[back, prime] = residues(cells, prime)
        weight = self.rows[some] ** power[0] * self.columns[some] ** power[1]
        return self._found[back, prime][some] * weight % prime


@rule(group="triangles", turn=35)
def mixes(terms: Terms, search: Search) -> Iterator[Fit]:
    """Each inner cell a mix of cells before it, the weights polynomials in row and column."""
    for t in shapes(terms):
        if t.step != 1 or not t.column or not _plausible(t, search):
            continue
        # Edges often start the rule rather than obey it.
        for edge in (0,) if t.column == t.length(t.row) - 1 else (0, 1):
            inner = [range(edge, min(len(r), t.length(i) - edge)) for i, r in enumerate(t.rows)]
            grid = Grid(t, [(r, c) for r in range(1, len(t.rows)) for c in inner[r]])
            fit = _first_mix(grid, len(terms), search)
            if fit is not None:
                yield fit
                break


def _plausible(t: Triangle, search: Search) -> bool:
    """Whether the cells at one end of the rows follow a rule, as in most triangles."""
    return any(
        fit.checked >= 2
        for place in (0, -1)
        for fit in search.solve([r[place] for r in t.rows[: t.row]], t.edge_depth)[:1]
    )


def _first_mix(grid: Grid, n_terms: int, search: Search) -> Fit | None:
    for links, degree in MIXES:
        search.spend(60 + n_terms * len(links) // 8)
        fit = _mix(grid, links, _powers(degree))
        if fit is not None:
            return fit
    return None


def _mix(grid: Grid, links: Links, powers: list[Pair]) -> Fit | None:
    t, parts = grid.triangle, list(product(links, powers))
    skip = int(np.searchsorted(grid.rows, max(i for i, _ in links) + 1))
    if len(grid.cells) - skip < len(parts) + MIN_CHECKED:
        return None
    some = slice(skip, skip + 3 * len(parts) + 12)  # enough to refuse most by
    columns = [grid.weighted(link, power, PRIMES[0], some) for link, power in parts]
    target = grid.weighted(SELF, (0, 0), PRIMES[0], some)
    if mix(np.stack([*columns, target], axis=1), PRIMES[0]) is None:
        return None

    def entries(r: int, c: int) -> list[int]:
        return [t.at(r - i, c - j) * r**p * c**q for (i, j), (p, q) in parts]

    used = grid.cells[skip:]
    found = relation(
        list(zip(*(entries(r, c) for r, c in used), strict=True)),
        [t.at(r, c) for r, c in used],
        entries(t.row, t.column),
    )
    if found is None or found.checked < MIN_CHECKED or not any(found.weights):
        return None
    names = ["·".join(filter(None, (_power_name(p), _cell_name(link)))) for link, p in parts]
    return Fit(
        kind="triangle/neighbors",
        value=found.value,
        bits=COST.triangle_linear + found.bits + null_bits(t.unexplained(set(used))),
        why=f"{t.words}, T(n,k) = {Mix(names, found.weights)}, n and k from 0",
        checked=found.checked,
    )


def _cell_name(back: Pair) -> str:
    return f"T({index('n', back[0])},{index('k', back[1])})"


def _power_name(power: Pair) -> str:
    return monomial(dict(zip("nk", power, strict=True)))


@rule(group="triangles", turn=36)
def ratios(terms: Terms, search: Search) -> Iterator[Fit]:
    """P(n,k)·T(n,k) as a mix of polynomial multiples of cells before it."""
    if not MIN_TERMS <= len(terms) <= MAX_TERMS or len(set(terms)) < 6:
        return
    t = shaped(terms, 1, 1)
    for links in RATIOS:
        up, back = (max(places) for places in zip(*links, strict=True))
        if t.column < back or t.row < up + 1:
            continue
        cells = [(r, c) for r in range(up, len(t.rows)) for c in range(back, len(t.rows[r]))]
        grid = Grid(t, cells)
        for degree in DEGREES:
            powers = sorted(_powers(degree), key=sum)
            weights = _ratio(grid, links, powers, search)
            fit = None if weights is None else _verified(grid, links, powers, weights)
            if fit is not None:
                yield fit
                return


def _ratio(grid: Grid, links: Links, powers: list[Pair], search: Search) -> list[int] | None:
    """Weights by power and then by cell, the cell itself first, of a mix that comes to 0."""
    parts = list(product(powers, (SELF, *links)))
    if len(grid.cells) < len(parts) + SPARE:
        return None
    search.spend(100 + len(parts) ** 2 // 2 + len(grid.cells))
    vectors: list[tuple[Matrix, int]] = []
    few = slice(len(parts) + SPARE)  # enough to refuse most by
    for prime, some in ((PRIMES[0], few), *((p, slice(None)) for p in PRIMES[:3])):
        columns = [grid.weighted(cell, power, prime, some) for power, cell in parts]
        vector = dependency(np.stack(columns, axis=1), prime)
        if vector is None:
            return None
        vectors.append((vector, prime))
    return lifted(vectors[1:])


def _verified(grid: Grid, links: Links, powers: list[Pair], weights: list[int]) -> Fit | None:
    t, width = grid.triangle, len(links) + 1

    def coefficient(block: int, r: int, c: int) -> int:
        return sum(w * r**p * c**q for w, (p, q) in zip(weights[block::width], powers, strict=True))

    def rest(r: int, c: int) -> int:
        return sum(coefficient(b, r, c) * t.at(r - i, c - j) for b, (i, j) in enumerate(links, 1))

    # A leading coefficient of 0 inside the triangle would excuse cells from the rule.
    idle = 0
    for r, c in grid.cells:
        leading = coefficient(0, r, c)
        idle += not leading
        if leading * t.at(r, c) + rest(r, c):
            return None
    leading = coefficient(0, t.row, t.column)
    if not leading or idle > len(grid.cells) // 4:
        return None
    value, remainder = divmod(-rest(t.row, t.column), leading)
    checked = len(grid.cells) - idle - sum(1 for w in weights if w) + 1
    if remainder or checked < SPARE // 2:
        return None
    names = [_power_name(power) for power in powers]
    blocks = [(cell, weights[b::width]) for b, cell in enumerate((SELF, *links))]
    words = " + ".join(f"({Mix(names, w)})·{_cell_name(cell)}" for cell, w in blocks if any(w))
    return Fit(
        kind="triangle/ratios",
        value=value,
        bits=COST.ratio_series + null_bits(weights) + null_bits(t.unexplained(set(grid.cells))),
        why=f"{t.words}, {words} = 0, n and k from 0",
        checked=checked,
    )
