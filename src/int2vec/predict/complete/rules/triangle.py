"""Triangles and tables read by rows or antidiagonals: symmetry, and rules for the ends of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import log2

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_ROWS = 4
MIN_TERMS, MAX_TERMS = 9, 400
# Row lengths start + step·i that occur in practice.
SHAPES = ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2))


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

    def unexplained(self, explained: Collection[tuple[int, int]]) -> list[int]:
        """The cells but for those at the given places."""
        return [
            cell
            for r, row in enumerate(self.rows)
            for c, cell in enumerate(row)
            if (r, c) not in explained
        ]

    @property
    def edge_depth(self) -> int:
        """How deeply the cells at the ends of its rows are looked into."""
        return 1 if (self.start, self.step) == (1, 1) else 0

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


def shapes(terms: Terms) -> Iterator[Triangle]:
    """The terms in rows of every length that occurs in practice, where there are rows enough."""
    if MIN_TERMS <= len(terms) <= MAX_TERMS and len(set(terms)) >= 3:
        for start, step in SHAPES:
            triangle = shaped(terms, start, step)
            if len(triangle.rows) > MIN_ROWS:
                yield triangle


@rule(group="triangles", turn=35)
def rows(terms: Terms, search: Search) -> Iterator[Fit]:
    """Symmetry of the rows, and rules for their ends."""
    for triangle in shapes(terms):
        search.spend(40 + len(terms) // 4)
        yield from _symmetric(triangle)
        yield from _edges(triangle, search)


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
        bits=COST.triangle_symmetric + null_bits(left),
        why=f"{t.words}, every row is the same backwards",
        checked=checked,
    )


def _edges(t: Triangle, search: Search) -> Iterator[Fit]:
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
        for fit in search.solve(cells, t.edge_depth)[:1]:
            if fit.checked < 2:
                continue
            named = COST.triangle_edge if t.edge_depth else COST.triangle_edge_odd_shape
            saved = _cells_bits(t, cells) - fit.bits - named
            where = f"cell {place + 1}" if place >= 0 else f"cell {-place} from the end"
            yield Fit(
                kind="triangle/edge",
                value=fit.value,
                bits=null_bits(t.unexplained(())) - saved,
                why=f"{t.words}, {where} of each row: {fit.why}",
                checked=fit.checked,
            )


def _cells_bits(t: Triangle, cells: list[int]) -> float:
    """Bits that these cells take in a code fitted to how often each value occurs in the whole."""
    counts = Counter(t.unexplained(()))
    total = sum(counts.values())
    return sum(min(int_bits(x), log2(total / counts[x])) for x in cells)
