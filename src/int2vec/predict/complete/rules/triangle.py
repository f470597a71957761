"""Triangles and tables read by rows: symmetry, rules for the ends of rows, links between cells."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import log2

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix, index, monomial
from int2vec.arithmetic.linear_algebra import Matrix, residues, whole_dependencies
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule

MIN_ROWS = 4
MIN_TERMS, MAX_TERMS = 9, 400
# Row lengths start + step·i that occur in practice.
SHAPES = ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2))

# Cells that may be linked, as (rows back, columns back), and the highest degree of their weights.
Pair = tuple[int, int]
SELF, BEFORE, ABOVE, ABOVE_LEFT = (0, 0), (0, 1), (1, 0), (1, 1)
LINKS: tuple[tuple[tuple[Pair, ...], int], ...] = (
    ((ABOVE, ABOVE_LEFT), 1),
    ((BEFORE,), 3),
    ((ABOVE,), 3),
    ((ABOVE_LEFT,), 3),
    ((ABOVE, ABOVE_LEFT), 3),
    ((BEFORE, (0, 2)), 3),
    ((ABOVE, (2, 0)), 3),
    ((BEFORE, ABOVE, ABOVE_LEFT), 1),
    ((ABOVE, ABOVE_LEFT, (2, 1)), 1),
    ((ABOVE, ABOVE_LEFT, (2, 0), (2, 1), (2, 2)), 1),
)
MIN_LINKED, MAX_LINKED = 14, 200
SPARE = 4  # cells beyond those that determine the weights


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

    def unexplained(self, explained: Collection[Pair] = ()) -> list[int]:
        """The cells but for those at the given places."""
        return [
            cell
            for r, row in enumerate(self.rows)
            for c, cell in enumerate(row)
            if (r, c) not in explained
        ]

    @property
    def plain(self) -> bool:
        """Whether the rows have 1, 2, 3, … cells."""
        return (self.start, self.step) == (1, 1)

    @property
    def words(self) -> str:
        """What the shape is called."""
        if self.plain:
            return "read as a triangle by rows"
        return f"read in rows of {self.start}, {self.start + self.step}, … terms"


def shaped(terms: Terms, start: int, step: int) -> Triangle:
    """The terms cut into rows of start, start + step, start + 2·step, … cells.

    >>> shaped([1, 1, 1, 1, 2], 1, 1).rows
    [[1], [1, 1], [1, 2]]
    """
    rows: list[list[int]] = [[]]
    for term in terms:
        rows[-1].append(term)
        if len(rows[-1]) == start + step * (len(rows) - 1):
            rows.append([])
    return Triangle(rows=rows, row=len(rows) - 1, column=len(rows[-1]), start=start, step=step)


@rule(group="triangles", turn=35)
def rows(terms: Terms, search: Search) -> Iterator[Fit]:
    """Symmetry of the rows, and rules for their ends."""
    if not MIN_TERMS <= len(terms) <= MAX_TERMS or len(set(terms)) < 3:
        return
    for start, step in SHAPES:
        triangle = shaped(terms, start, step)
        if len(triangle.rows) > MIN_ROWS:
            search.spend(40 + len(terms) // 4)
            yield from _symmetric(triangle)
            yield from _edges(triangle, search)


def _symmetric(t: Triangle) -> Iterator[Fit]:
    *full, current = t.rows
    last = t.length(t.row) - 1
    if last - t.column >= t.column or any(r != r[::-1] for r in full):
        return
    if any(t.at(t.row, last - c) != cell for c, cell in enumerate(current) if last - c < t.column):
        return
    if sum(len(set(r)) > 1 for r in full) < 2:
        return
    left = [x for r in full for x in r[: (len(r) + 1) // 2]] + current
    yield Fit(
        kind="triangle/symmetric",
        value=current[last - t.column],
        bits=COST.triangle_symmetric + null_bits(left),
        why=f"{t.words}, every row is the same backwards",
        checked=sum(len(r) // 2 for r in full),
    )


def _edges(t: Triangle, search: Search) -> Iterator[Fit]:
    """The first or last three cells of every row, each as a sequence of its own."""
    length = t.length(t.row)
    places = [t.column] if t.column < 3 else []
    if length - t.column <= 3:
        places.append(t.column - length)
    for place in places:
        # A row that is too short for this place must not leave a gap in the cells.
        cells = [r[place] for r in t.rows[: t.row] if -len(r) <= place < len(r)]
        if len(cells) < MIN_ROWS:
            continue
        for fit in search.solve(cells, int(t.plain))[:1]:
            if fit.checked < 2:
                continue
            named = COST.triangle_edge if t.plain else COST.triangle_edge_odd_shape
            saved = _cells_bits(t, cells) - fit.bits - named
            where = f"cell {place + 1}" if place >= 0 else f"cell {-place} from the end"
            yield Fit(
                kind="triangle/edge",
                value=fit.value,
                bits=null_bits(t.unexplained()) - saved,
                why=f"{t.words}, {where} of each row: {fit.why}",
                checked=fit.checked,
            )


def _cells_bits(t: Triangle, cells: list[int]) -> float:
    """Bits that these cells take in a code fitted to how often each value occurs in the whole."""
    counts = Counter(t.unexplained())
    total = sum(counts.values())
    return sum(min(int_bits(x), log2(total / counts[x])) for x in cells)


@rule(group="triangles", turn=36)
def cells(terms: Terms, search: Search) -> Iterator[Fit]:
    """P(n,k)·T(n,k) as a mix of polynomial multiples of the cells around it."""
    if not MIN_LINKED <= len(terms) <= MAX_LINKED or len(set(terms)) < 5:
        return
    t = shaped(terms, 1, 1)
    for links, highest in LINKS:
        fit = _linked(t, (SELF, *links), highest, search)
        if fit is not None:
            yield fit
            return


def _linked(t: Triangle, linked: tuple[Pair, ...], highest: int, search: Search) -> Fit | None:
    """The widest system of weights that leaves cells to spare, solved and tried on every cell."""
    up, back = (max(places) for places in zip(*linked, strict=True))
    if t.column < back or t.row < up + 1:
        return None
    used = [(r, c) for r in range(up, len(t.rows)) for c in range(back, len(t.rows[r]))]
    for degree in range(highest, -1, -1):
        powers = [(i, d - i) for d in range(degree + 1) for i in range(d + 1)]
        unknowns = len(powers) * len(linked)
        if len(used) >= unknowns + SPARE:
            break
    else:
        return None
    search.spend(100 + unknowns**2 // 2 + len(used))
    # Enough cells to refuse most by; columns by rising powers, so that low degrees end first.
    some = used[: unknowns + 2 * SPARE]
    weight = [[r**p * c**q for p, q in powers] for r, c in some]
    around = [[t.at(r - i, c - j) for i, j in linked] for r, c in some]

    def system(prime: int) -> Matrix:
        left = np.array([residues(row, prime) for row in weight])
        right = np.array([residues(row, prime) for row in around])
        products: Matrix = left[:, :, None] * right[:, None, :] % prime
        return products.reshape(len(some), -1)

    for weights in whole_dependencies(system):
        fit = _verified(t, used, linked, powers, weights)
        if fit is not None:
            return fit
    return None


def _verified(
    t: Triangle, used: list[Pair], linked: tuple[Pair, ...], powers: list[Pair], weights: list[int]
) -> Fit | None:
    width = len(linked)

    def parts(r: int, c: int) -> tuple[int, int]:
        """The weight of the cell itself, and what the others come to."""
        at = [r**p * c**q for p, q in powers]
        by_cell = [sum(map(int.__mul__, weights[b::width], at)) for b in range(width)]
        others = zip(by_cell[1:], linked[1:], strict=True)
        return by_cell[0], sum(w * t.at(r - i, c - j) for w, (i, j) in others)

    idle = 0  # cells that a weight of 0 excuses from the rule
    for r, c in used:
        own, rest = parts(r, c)
        idle += not own
        if own * t.at(r, c) + rest:
            return None
    own, rest = parts(t.row, t.column)
    checked = len(used) - idle - sum(map(bool, weights)) + 1
    if not own or rest % own or idle > len(used) // 4 or checked < SPARE // 2:
        return None
    return Fit(
        kind="triangle/cells",
        value=-rest // own,
        bits=COST.triangle_linear + null_bits(weights) + null_bits(t.unexplained(set(used))),
        why=f"{t.words}, {_words(linked, powers, weights)}, n and k from 0",
        checked=checked,
    )


def _words(linked: tuple[Pair, ...], powers: list[Pair], weights: list[int]) -> str:
    """T(n,k) = … where its own weight is a number, else all of the equation."""
    names = [monomial(dict(zip("nk", power, strict=True))) for power in powers]
    cell_names = [f"T({index('n', i)},{index('k', j)})" for i, j in linked]
    own, width = weights[0], len(linked)
    if not any(weights[width::width]):
        products = ["·".join(filter(None, pair)) for pair in product(names, cell_names[1:])]
        others = [Fraction(-w, own) for i, w in enumerate(weights) if i % width]
        return f"T(n,k) = {Mix(products, others)}"
    blocks = [(name, weights[b::width]) for b, name in enumerate(cell_names)]
    return " + ".join(f"({Mix(names, w)})·{name}" for name, w in blocks if any(w)) + " = 0"
