"""Triangles and tables read by rows or antidiagonals: rules between the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import log2

import numpy as np

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, int_bits, null_bits, rule
from int2vec.predict.complete.rules.linear import (
    PRIMES,
    Matrix,
    mix,
    mixture,
    relation,
    residues,
)

MIN_ROWS = 4
MAX_TERMS = 400
# Row lengths start + step·i that occur in practice.
SHAPES = ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2))

# Earlier cells, as (rows back, columns back), from the nearest on.
Cells = tuple[tuple[int, int], ...]
NEAR: Cells = ((1, 0), (1, 1))
SETS: tuple[tuple[Cells, int], ...] = (
    (NEAR, 0),
    (((1, 0), (1, 1), (2, 1), (2, 0), (2, 2)), 0),
    (((0, 1), (1, 0), (1, 1)), 0),
    (NEAR, 1),
    (((1, 0), (2, 0)), 1),
    (((1, 1), (2, 2)), 1),
    (((0, 1), (0, 2)), 1),
    (((0, 1), (1, 0), (1, 1)), 1),
    (((1, 0), (1, 1), (2, 1), (2, 0)), 1),
    (NEAR, 2),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Triangle:
    """The terms as rows; the next term goes to `row`, `column`."""

    rows: list[list[int]]
    row: int
    column: int
    start: int
    step: int

    def at(self, row: int, column: int) -> int:
        """The cell, 0 outside the triangle."""
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return 0

    def length(self, row: int) -> int:
        """How long the row is when full."""
        return self.start + self.step * row

    @property
    def words(self) -> str:
        """What the shape is called."""
        if (self.start, self.step) == (1, 1):
            return "read as a triangle by rows"
        return f"read in rows of {self.start}, {self.start + self.step}, … terms"


def shaped(terms: Terms, start: int, step: int) -> Triangle:
    """The terms cut into rows of start, start + step, start + 2·step, … cells.

    >>> shaped([1, 1, 1, 1, 2], 1, 1).rows
    [[1], [1, 1], [1, 2]]
    """
    rows: list[list[int]] = []
    at = 0
    while at < len(terms):
        length = start + step * len(rows)
        rows.append(list(terms[at : at + length]))
        at += length
    if rows and len(rows[-1]) < start + step * (len(rows) - 1):
        return Triangle(rows=rows, row=len(rows) - 1, column=len(rows[-1]), start=start, step=step)
    return Triangle(rows=[*rows, []], row=len(rows), column=0, start=start, step=step)


@rule(group="triangles", turn=35)
def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Symmetry of the rows, rules for their ends, and linear rules between neighbouring cells."""
    if not 9 <= len(terms) <= MAX_TERMS or len(set(terms)) < 3:
        return
    for start, step in SHAPES:
        triangle = shaped(terms, start, step)
        if len(triangle.rows) <= MIN_ROWS:
            continue
        search.spend(40 + len(terms) // 4)
        yield from _symmetric(triangle)
        depth = 1 if (start, step) == (1, 1) else 0
        yield from _edges(triangle, search, depth)
        if step == 1 and triangle.column and _plausible(triangle, search, depth):
            yield from _neighbours(triangle, terms, search)


def _plausible(t: Triangle, search: Search, depth: int) -> bool:
    """Whether the cells at one end of the rows follow a rule, as in most triangles."""
    return any(
        fit.checked >= 2
        for place in (0, -1)
        for fit in search.solve([r[place] for r in t.rows[: t.row]], depth)[:1]
    )


def _symmetric(t: Triangle) -> Iterator[Fit]:
    full = t.rows[: t.row]
    mirror = t.length(t.row) - 1 - t.column
    if mirror >= t.column or any(r != r[::-1] for r in full):
        return
    current = t.rows[t.row]
    for column, cell in enumerate(current):
        other = t.length(t.row) - 1 - column
        if other < len(current) and current[other] != cell:
            return
    checked = sum(len(r) // 2 for r in full)
    if sum(len(set(r)) > 1 for r in full) < 2:
        return
    left = [x for r in full for x in r[: (len(r) + 1) // 2]] + current
    yield Fit(
        kind="triangle/symmetric",
        value=current[mirror],
        bits=4 + null_bits(left),
        why=f"{t.words}, every row is the same backwards",
        checked=checked,
    )


def _edges(t: Triangle, search: Search, depth: int) -> Iterator[Fit]:
    """The first, second, last or last but one cell of every row as a sequence of its own."""
    length = t.length(t.row)
    places = [t.column] if t.column < 3 else []
    if length - t.column <= 3:
        places.append(t.column - length)
    for place in places:
        # A row that is too short for this place must not leave a gap in the cells.
        rows = [r for r in t.rows[: t.row] if -len(r) <= place < len(r)]
        cells = [r[place] for r in rows]
        if len(cells) < MIN_ROWS:
            continue
        for fit in search.solve(cells, depth)[:1]:
            if fit.checked < 2:
                continue
            saved = _cells_bits(t, cells) - fit.bits - (6 if depth else 12)
            where = f"cell {place + 1}" if place >= 0 else f"cell {-place} from the end"
            yield Fit(
                kind="triangle/edge",
                value=fit.value,
                bits=null_bits([x for r in t.rows for x in r]) - saved,
                why=f"{t.words}, {where} of each row: {fit.why}",
                checked=fit.checked,
            )


def _cells_bits(t: Triangle, cells: list[int]) -> float:
    """Bits that these cells take in a code fitted to how often each value occurs in the whole."""
    counts = Counter(x for r in t.rows for x in r)
    total = sum(counts.values())
    return sum(min(int_bits(x), log2(total / counts[x])) for x in cells)


def _neighbours(t: Triangle, terms: Terms, search: Search) -> Iterator[Fit]:
    """Each inner cell a mix of cells before it, the weights polynomials in row and column."""
    # Edges often start the rule rather than obey it.
    at_end = t.column == t.length(t.row) - 1
    for edge in (0,) if at_end else (0, 1):
        grid = _Grid(t, edge)
        for cells, degree in SETS:
            search.spend(60 + len(terms) * len(cells) // 8)
            fit = _mixed(t, grid, cells, degree)
            if fit is not None:
                yield fit
                return


class _Grid:
    """The cells that a rule is tried on, and residues of the cells around them."""

    def __init__(self, triangle: Triangle, edge: int) -> None:
        self.triangle = triangle
        self.cells = [
            (r, c)
            for r in range(1, len(triangle.rows))
            for c in range(edge, min(len(triangle.rows[r]), triangle.length(r) - edge))
        ]
        self.rows = np.array([r for r, _ in self.cells], dtype=np.int64)
        self.columns = np.array([c for _, c in self.cells], dtype=np.int64)
        self._cache: dict[tuple[int, int], Matrix] = {}

    def residues(self, back: tuple[int, int]) -> Matrix:
        """For each cell, the one so far back, modulo a prime."""
        if back not in self._cache:
            at, (i, j) = self.triangle.at, back
            self._cache[back] = residues([at(r - i, c - j) for r, c in self.cells], PRIMES[0])
        return self._cache[back]


def _mixed(t: Triangle, grid: _Grid, cells: Cells, degree: int) -> Fit | None:
    powers = [(i, j) for i, j in product(range(degree + 1), repeat=2) if i + j <= degree]
    reach = max(i for i, _ in cells)
    skip = int(np.searchsorted(grid.rows, reach + 1))
    unknowns = len(cells) * len(powers)
    if len(grid.cells) - skip < unknowns + 3:
        return None
    some = slice(skip, skip + 3 * unknowns + 12)  # enough to refuse most by
    weights = [grid.rows[some] ** p * grid.columns[some] ** q for p, q in powers]
    columns = [grid.residues(cell)[some] * w % PRIMES[0] for cell in cells for w in weights]
    if mix(np.stack([*columns, grid.residues((0, 0))[some]], axis=1), PRIMES[0]) is None:
        return None
    used = grid.cells[skip:]
    rows = [_entries(t, cells, powers, r, c) for r, c in used]
    found = relation(
        [list(c) for c in zip(*rows, strict=True)],
        [t.at(r, c) for r, c in used],
        _entries(t, cells, powers, t.row, t.column),
    )
    if found is None or found.checked < 3 or not any(found.weights):
        return None
    explained = set(used)
    left = [x for r, row in enumerate(t.rows) for c, x in enumerate(row) if (r, c) not in explained]
    names = [_name(cell, power) for cell in cells for power in powers]
    return Fit(
        kind="triangle/neighbours",
        value=found.value,
        bits=6 + found.bits + null_bits(left),
        why=f"{t.words}, T(n,k) = {mixture(names, found.weights)}, n and k from 0",
        checked=found.checked,
    )


def _entries(t: Triangle, cells: Cells, powers: list[tuple[int, int]], r: int, c: int) -> list[int]:
    return [t.at(r - i, c - j) * r**p * c**q for i, j in cells for p, q in powers]


def _name(cell: tuple[int, int], power: tuple[int, int]) -> str:
    i, j = cell
    body = f"T({'n' if not i else f'n−{i}'},{'k' if not j else f'k−{j}'})"
    head = "·".join(f"{v}" if p == 1 else f"{v}^{p}" for v, p in zip("nk", power, strict=True) if p)
    return f"{head}·{body}" if head else body
