"""Triangles and tables read by rows or antidiagonals: rules between the rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits
from int2vec.predict.complete.rules.linear import mixture, relation

MIN_ROWS = 4
MAX_TERMS = 400
# Row lengths start + step·i that occur in practice.
SHAPES = ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2))

# Earlier cells, as (rows back, columns back), from the nearest on.
NEAR = ((1, 0), (1, 1))
SETS: tuple[tuple[tuple[tuple[int, int], ...], int], ...] = (
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


def fits(terms: Terms, search: Search) -> Iterator[Fit]:
    """Symmetry of the rows, rules for their ends, and linear rules between neighbouring cells."""
    if not 9 <= len(terms) <= MAX_TERMS or len(set(terms)) < 3:
        return
    for start, step in SHAPES:
        triangle = shaped(terms, start, step)
        if len(triangle.rows) <= MIN_ROWS:
            continue
        search.spend(40 + len(terms) // 4)
        yield from _symmetric(triangle, terms)
        yield from _edges(triangle, terms, search)
        if step == 1:
            yield from _neighbours(triangle, terms, search)


def _symmetric(t: Triangle, terms: Terms) -> Iterator[Fit]:
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


def _edges(t: Triangle, terms: Terms, search: Search) -> Iterator[Fit]:
    """The first, second, last or last but one cell of every row as a sequence of its own."""
    length = t.length(t.row)
    places = []
    if t.column < 3:
        places.append((t.column, f"cell {t.column + 1} of each row"))
    if length - t.column <= 3:
        back = length - t.column
        places.append((-back, "the last cell of each row" if back == 1 else f"cell {back} from the end"))
    for place, words in places:
        cells = [r[place] for r in t.rows[: t.row] if len(r) > abs(place) - (place < 0)]
        if len(cells) < MIN_ROWS or (place >= 0 and t.row > len(cells) + place + 1):
            continue
        for fit in search.solve(cells, 1)[:1]:
            if fit.checked < 2:
                continue
            left = [
                x
                for r in t.rows
                for i, x in enumerate(r)
                if i != place and not (place < 0 and i == t.length(0) * 0 + len(r) + place)
            ]
            yield Fit(
                kind="triangle/edge",
                value=fit.value,
                bits=4 + fit.bits + null_bits(left),
                why=f"{t.words}, {words}: {fit.why}",
                checked=fit.checked,
            )


def _neighbours(t: Triangle, terms: Terms, search: Search) -> Iterator[Fit]:
    """Each inner cell a mix of cells before it, the weights constant or linear in row and column."""
    if t.column == 0:
        return
    for cells, degree in SETS:
        search.spend(120 + len(terms) * len(cells) // 2)
        fit = _mixed(t, cells, degree)
        if fit is not None:
            yield fit
            return


def _monomials(degree: int) -> list[tuple[int, int]]:
    return [(i, j) for i, j in product(range(degree + 1), repeat=2) if i + j <= degree]


def _mixed(t: Triangle, cells: tuple[tuple[int, int], ...], degree: int) -> Fit | None:
    powers = _monomials(degree)
    # The first rows and the edges often start the rule rather than obey it.
    reach = max(i for i, _ in cells)
    at_end = t.column == t.length(t.row) - 1
    for edge in (0, 1):
        rows, target, left = [], [], []
        for r, row in enumerate(t.rows):
            for c, cell in enumerate(row):
                inner = r > reach and c >= edge and (at_end or c < t.length(r) - edge)
                if inner:
                    rows.append(_entries(t, cells, powers, r, c))
                    target.append(cell)
                else:
                    left.append(cell)
        if len(rows) < len(cells) * len(powers) + 3 or (edge and t.column < edge):
            continue
        if edge and at_end:
            continue
        columns = [list(c) for c in zip(*rows, strict=True)]
        found = relation(columns, target, _entries(t, cells, powers, t.row, t.column))
        if found is None or found.checked < 3 or not any(found.weights):
            continue
        names = [_name(cell, power) for cell in cells for power in powers]
        return Fit(
            kind="triangle/neighbours",
            value=found.value,
            bits=6 + found.bits + null_bits(left),
            why=f"{t.words}, T(n,k) = {mixture(names, found.weights)}, n and k from 0",
            checked=found.checked,
        )
    return None


def _entries(
    t: Triangle, cells: tuple[tuple[int, int], ...], powers: list[tuple[int, int]], r: int, c: int
) -> list[int]:
    return [t.at(r - i, c - j) * r**p * c**q for i, j in cells for p, q in powers]


def _name(cell: tuple[int, int], power: tuple[int, int]) -> str:
    i, j = cell
    body = f"T({'n' if not i else f'n−{i}'},{'k' if not j else f'k−{j}'})"
    head = "·".join(
        f"{v}" if p == 1 else f"{v}^{p}" for v, p in zip("nk", power, strict=True) if p
    )
    return f"{head}·{body}" if head else body
