"""Triangles and tables read by rows: symmetry, rules for the ends of rows, links between cells."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from math import log2
from typing import NamedTuple

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.formulas import Mix, index, monomial
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, null_bits, rule
from int2vec.predict.complete.rules.holonomic import holding, solved

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


class Triangle(NamedTuple):
    """The terms as rows, of which the last is not full yet, how long it will be, and the shape."""

    rows: list[list[int]]
    length: int
    plain: bool  # rows of 1, 2, 3, … cells
    words: str


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
    plain = start == step == 1
    words = "as a triangle by rows" if plain else f"in rows of {start}, {start + step}, … terms"
    return Triangle(rows, start + step * (len(rows) - 1), plain, f"read {words}")


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
            yield from _edges(terms, triangle, search)


def _symmetric(t: Triangle) -> Iterator[Fit]:
    *full, current = t.rows
    opposite = t.length - 1 - len(current)
    if opposite >= len(current) or sum(len(set(r)) > 1 for r in full) < 2:
        return
    doubled = current[opposite + 1 :]
    if doubled == doubled[::-1] and all(r == r[::-1] for r in full):
        left = [x for r in full for x in r[: (len(r) + 1) // 2]] + current
        bits, checked = COST.triangle_symmetric + null_bits(left), sum(len(r) // 2 for r in full)
        why, value = f"{t.words}, every row is the same backwards", current[opposite]
        yield Fit(kind="triangle/symmetric", value=value, bits=bits, why=why, checked=checked)


def _edges(terms: Terms, t: Triangle, search: Search) -> Iterator[Fit]:
    """The first or last three cells of every row, each as a sequence of its own."""
    *full, current = t.rows
    counts = Counter(terms)
    for place in (len(current), len(current) - t.length):
        # A row that is too short for this place must not leave a gap in the cells.
        cells = [r[place] for r in full if -len(r) <= place < len(r)]
        if not -3 <= place < 3 or len(cells) < MIN_ROWS:
            continue
        for fit in search.solve(cells, int(t.plain))[:1]:
            if fit.checked >= 2:
                named = COST.triangle_edge if t.plain else COST.triangle_edge_odd_shape
                # What the cells take in a code fitted to how often each value occurs.
                plainly = sum(min(int_bits(x), log2(len(terms) / counts[x])) for x in cells)
                where = f"cell {place + 1}" if place >= 0 else f"cell {-place} from the end"
                bits = null_bits(terms) - plainly + fit.bits + named
                why = f"{t.words}, {where} of each row: {fit.why}"
                yield replace(fit, kind="triangle/edge", bits=bits, why=why)


@rule(group="triangles", turn=36)
def cells(terms: Terms, search: Search) -> Iterator[Fit]:
    """P(n,k)·T(n,k) as a mix of polynomial multiples of the cells around it."""
    if MIN_LINKED <= len(terms) <= MAX_LINKED and len(set(terms)) >= 5:
        triangle = shaped(terms, 1, 1)
        found = (_linked(triangle, (SELF, *links), highest, search) for links, highest in LINKS)
        yield from islice(filter(None, found), 1)


def _linked(t: Triangle, linked: tuple[Pair, ...], highest: int, search: Search) -> Fit | None:
    """The widest system of weights that leaves cells to spare, solved and tried on every cell."""
    up, back = (max(places) for places in zip(*linked, strict=True))
    n, k = len(t.rows) - 1, len(t.rows[-1])
    if k < back or n < up + 1:
        return None
    used = [(r, c) for r in range(up, n + 1) for c in range(back, len(t.rows[r]))]
    room = 2 * (len(used) - SPARE) // len(linked)  # for (d + 1)(d + 2)/2 weights of each cell
    degrees = [d for d in range(highest, -1, -1) if (d + 1) * (d + 2) <= room]
    if not degrees:
        return None
    powers = [(i, d - i) for d in range(degrees[0] + 1) for i in range(d + 1)]

    def factors(r: int, c: int) -> list[int]:
        return [r**p * c**q for p, q in powers]

    def around(r: int, c: int, own: int) -> list[int]:
        inside = ((r - i, c - j) for i, j in linked[1:])
        return [own, *(t.rows[i][j] if j < len(t.rows[i]) else 0 for i, j in inside)]

    things = [around(r, c, t.rows[r][c]) for r, c in used]
    for weights in holding([factors(r, c) for r, c in used], things, search):
        own = weights[:: len(linked)]
        # Cells that a weight of 0 excuses from the rule.
        idle = sum(not sum(map(int.__mul__, own, factors(r, c))) for r, c in used)
        checked = len(used) - idle - sum(map(bool, weights)) + 1
        value = solved(weights, factors(n, k), lambda x: around(n, k, x))
        if value is None or idle > len(used) // 4 or checked < SPARE // 2:
            return None
        rest = [x for r, row in enumerate(t.rows) for c, x in enumerate(row) if (r, c) not in used]
        bits = COST.triangle_linear + null_bits(weights) + null_bits(rest)
        why = f"{t.words}, {_words(linked, powers, weights)}, n and k from 0"
        return Fit(kind="triangle/cells", value=value, bits=bits, why=why, checked=checked)
    return None


def _words(linked: tuple[Pair, ...], powers: list[Pair], weights: list[int]) -> str:
    """T(n,k) = … where its own weight is a number, else all of the equation."""
    names = [monomial(dict(zip("nk", power, strict=True))) for power in powers]
    cell_names = [f"T({index('n', i)},{index('k', j)})" for i, j in linked]
    own, width = weights[0], len(linked)
    names = names[: len(weights) // width]
    if not any(weights[width::width]):
        products = ["·".join(filter(None, pair)) for pair in product(names, cell_names[1:])]
        others = [Fraction(-w, own) for i, w in enumerate(weights) if i % width]
        return f"T(n,k) = {Mix(products, others)}"
    blocks = [(name, weights[b::width]) for b, name in enumerate(cell_names)]
    return " + ".join(f"({Mix(names, w)})·{name}" for name, w in blocks if any(w)) + " = 0"
