"""Cellular automata that grow from one ON cell: the rows, axes and numbers of cells they show.

Elementary automata have 256 rules; those in the plane whose cells look at themselves and at the
number of ON cells among their four neighbors have 1,024. Which one it is is looked up by its first
stages in `automata.npy`, which `python -m benchmarks.make_tables` writes; it is then run on.
"""

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.costs import COST
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule
from int2vec.predict.complete.rules.walks import looked_up, table_of

MIN_TERMS, MAX_TERMS = 10, 100
RULE_BITS = 10
KNOWN_BY = 5  # terms that it takes to tell which automaton it is
STEPS = (50, 1500)  # of the budget, for each stage
TABLE = Path(__file__).with_name("automata.npy")

ON, ROW = "number of ON cells", "row of cells"
VIEWS = (  # what is looked at, and whether it lies in the plane
    *((ROW, False), (ON, False), (ON, True)),
    ("x-axis from the edge to the origin", True),
    ("x-axis from the origin to the edge", True),
    ("diagonal from the corner to the origin", True),
    ("diagonal from the origin to the corner", True),
)


def seen(code: int, n_stages: int) -> Iterator[int]:
    """What a code's automaton shows at the stages 0, 1, 2, …: rows of cells as binary numbers.

    >>> list(seen(30, 5))
    [1, 7, 25, 111, 401]
    """
    view, plane = VIEWS[code >> RULE_BITS]
    for cells in _grown(code % 2**RULE_BITS, plane, n_stages):
        middle = len(cells) // 2
        if view == ON:
            yield int(cells.sum(dtype=np.int64))
        else:
            line = np.diagonal(cells) if "diagonal" in view else cells[middle] if plane else cells
            part = line if view == ROW else line[middle:]
            yield int("".join(map(str, part[:: -1 if "to the origin" in view else 1])), 2)


def _grown(number: int, plane: bool, n_stages: int) -> Iterator[NDArray[np.uint8]]:
    """The cells that may be reached, at each stage."""
    bits = (number >> np.arange(RULE_BITS) & 1).astype(np.uint8)
    cells = np.zeros([2 * n_stages + 1] * (1 + plane), np.uint8)
    cells[(n_stages,) * cells.ndim] = 1
    for stage in range(n_stages):
        yield cells[(slice(n_stages - stage, n_stages + stage + 1),) * cells.ndim]
        beside = [np.roll(cells, by, axis) for axis in range(1 + plane) for by in (1, -1)]
        left, right, *others = beside
        around = 2 * (left + right + sum(others)) + cells if plane else 4 * left + 2 * cells + right
        cells = bits[around]


Reading = tuple[str, list[int], Callable[[int], int]]
ROWS = ("the {} as a binary number", "the {} in binary digits")


def _readings(terms: Terms) -> Iterator[Reading]:
    """How the terms may have been made from what is seen: in words, that, and the way back."""
    last, n, plain = terms[-1], len(terms), list(terms)
    if set("".join(map(str, terms))) <= {"0", "1"}:
        yield ROWS[1], [int(str(t), 2) for t in terms], lambda x: int(f"{x:b}")
        return
    yield ROWS[0], plain, lambda x: x
    yield "the {}", plain, lambda x: x
    steps = [terms[0], *(b - a for a, b in pairwise(terms))]
    yield "the partial sums of the {}", steps, lambda x: last + x
    whole = list(accumulate(terms, initial=1))
    yield "the first differences of the {}", whole, lambda x: x - whole[-1]
    off, steps_off = ([2 * i + 1 - t for i, t in enumerate(a)] for a in (plain, steps))
    yield "2n + 1 less the {}", off, lambda x: 2 * n + 1 - x
    yield "the partial sums of 2n + 1 less the {}", steps_off, lambda x: last + 2 * n + 1 - x


@rule(group="automata", turn=28, prepare=lambda: table_of(TABLE))
def automata(terms: Terms, search: Search) -> Iterator[Fit]:
    """What a cellular automaton shows at each stage, when it grows from one ON cell."""
    n = len(terms)
    if not MIN_TERMS <= n <= MAX_TERMS or max(map(abs, terms)).bit_length() > 8 * n:
        return  # in binary digits, the longest row is below 10 to the 2n
    for form, shown, back in _readings(terms):
        for code in looked_up(TABLE, shown) if shown[0] == 1 else ():
            view, plane = VIEWS[code >> RULE_BITS]
            if (form in ROWS) == (view == ON):
                continue
            search.spend(STEPS[plane] * n)
            following = seen(code, len(shown) + 1)
            if all(a == b for a, b in zip(shown, following, strict=False)):
                sort = "two-dimensional (5 cells)" if plane else "elementary"
                name = f"{sort} cellular automaton 'Rule {code % 2**RULE_BITS}'"
                why = f"{form.format(view)} after n steps of the {name}, from one ON cell"
                value, bits = back(next(following)), COST.automaton
                yield Fit(kind="automaton", value=value, bits=bits, why=why, checked=n - KNOWN_BY)
