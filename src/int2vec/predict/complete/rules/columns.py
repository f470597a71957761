"""What the terms may be a mix of: functions of n or of the terms before, and known sequences.

Each is a column of numbers. `expressions.txt` lists what is made of the terms before.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate, chain
from math import gcd
from operator import mul
from pathlib import Path
from typing import cast

import numpy as np

from int2vec.arithmetic.costs import COST, fame_bits
from int2vec.arithmetic.known.register import everything_known
from int2vec.arithmetic.known.stated import function
from int2vec.arithmetic.linear_algebra import Matrix, residues
from int2vec.arithmetic.operations import OPERATIONS, Operation, operations
from int2vec.arithmetic.spans import PRIME, Spans
from int2vec.predict.complete.rules.fit import Terms

LENGTH = 128  # values of each function of n, n from 0
LOOK = 12  # places at which columns are compared; the exact trial is on all
MAX_LAG = 3
MAX_BITS = 20_000  # of all terms together, for their product
DISTINCT, SHOWN = 3, 8  # values that a known sequence must have among its first terms

# The three terms before, the latest first, and the sum and the product of all before.
Row = tuple[int, int, int, int, int | None]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Column:
    """An expression: its words, its price and its values.

    A function of n has them from n = 0 on and is defined from `first` on; what is made of earlier
    terms is worked out by `make`.
    """

    words: str
    bits: float
    values: Sequence[int] = ()
    make: Callable[..., int | None] | None = None  # of n and a Row
    reach: int = 0  # how many terms back; 0 for a function of n
    of_n: bool = True
    first: int = 0
    alone: str = ""  # the words of it by itself
    label: str = ""  # of a known sequence: what its words stand for
    mixed: bool = False  # a mix already: with others it would be another mix of theirs


class Sheet:
    """Blocks of columns, each with a start of n and the residues at the places to compare."""

    def __init__(self, blocks: Sequence[tuple[int, Sequence[Column], Matrix]]) -> None:
        starts, columns, tables = zip(*blocks, strict=True)
        self.columns = [*chain.from_iterable(columns)]
        of_rows = np.repeat(np.array(starts, dtype=np.uint64), [*map(len, columns)])
        self.starts: list[int] = of_rows.tolist()
        self.spans = Spans(np.concatenate(tables), of_rows)

    @cached_property
    def order(self) -> dict[str, int]:
        """Where each column stands, by its words, with the last start, which has them all."""
        first = self.starts.index(self.starts[-1])
        return {column.words: i for i, column in enumerate(self.columns[first:], first)}


@cache
def functions() -> tuple[Column, ...]:
    """The functions of n, the plainest first: 1 and n lead."""
    found = []
    for operation in operations("function"):
        values = [operation.of(n) for n in range(LENGTH)]
        made = Column(
            words=operation.words.format(x="n"),
            bits=operation.bits["function"],
            values=tuple(value or 0 for value in values),
            of_n=operation.words != "1",
            first=next(n for n, value in enumerate(values) if value is not None),
        )
        found.append(made)
    return tuple(found)


@cache
def residues_of_functions() -> Matrix:
    """The residues of all values of all functions."""
    return np.stack([residues(f.values, PRIME) for f in functions()])


@lru_cache(maxsize=512)
def _window(first: int, end: int, places: int) -> tuple[list[Column], Matrix]:
    """The functions defined from `first` on, and their residues at so many places up to the end."""
    used = [i for i, f in enumerate(functions()) if f.first <= first]
    return [functions()[i] for i in used], residues_of_functions()[used, end - places : end]


@lru_cache(maxsize=LENGTH)
def functions_sheet(n: int, starts: Sequence[int]) -> Sheet:
    """The functions of n at the places of so many terms, with each start of n."""
    return Sheet([(start, *_window(start, start + n, min(LOOK, n))) for start in starts])


@cache
def known_columns() -> tuple[Column, ...]:
    """1, and the known sequences from their first and from their second term on."""
    return functions()[:1] + tuple(
        Column(
            words=f"A{known.a_number:06d}({'n+1' if shift else 'n'})",
            bits=COST.catalog_name + COST.catalog_obscure * fame_bits(rank) + 2 * shift,
            values=tuple(known.terms[shift:]),
            label=known.name,
        )
        for rank, known in enumerate(everything_known())
        for shift in (0, 1)
        if known.a_number and len(set(known.terms[shift : SHOWN + shift])) >= DISTINCT
    )


@cache
def known_residues() -> Matrix:
    """The residues of their values, zeros behind the last."""
    found = np.zeros((len(known_columns()), LENGTH), dtype=np.int64)
    for row, column in zip(found, known_columns(), strict=True):
        values = residues(column.values[:LENGTH], PRIME)
        row[: len(values)] = values
    return found


@lru_cache(maxsize=2)
def known_sheet(length: int) -> Sheet:
    """The known sequences of more than `length` terms at the places of the terms."""
    long = [i for i, column in enumerate(known_columns()) if len(column.values) > length]
    table = known_residues()[long, max(0, length - LOOK) : length]
    return Sheet([(0, [known_columns()[i] for i in long], table)])


@cache
def _made(lag: int) -> tuple[Column, ...]:
    """The expressions that reach back at most `lag`."""
    every = sorted((*_stated(), *_on_last()), key=lambda column: column.reach)
    return tuple(column for column in every if column.reach <= lag)


def _stated() -> Iterator[Column]:
    text = Path(__file__).with_name("expressions.txt").read_text(encoding="utf-8")
    for line in re.findall(r"^\d.*", text, re.MULTILINE):
        reach, words, bits, make, *alone = line.split(" | ")
        yield Column(
            words=words,
            bits=float(bits),
            make=function("n, x, y, z, s, p", make, {"gcd": gcd}),
            reach=int(reach),
            of_n=re.search(r"\bn\b", make) is not None,
            alone="".join(alone),
            mixed=re.match(r"\((2·)?a\(n−1\) [+−]", words) is not None,
        )


def _on_last() -> Iterator[Column]:
    """The operations on the term before: on its digits, its divisors, its roots."""
    for operation in OPERATIONS:
        uses = {"step", "plus", "minus", "times"} if operation.family != "factor" else {"quantity"}
        bits = [operation.bits[use] for use in uses if use in operation.bits]
        if bits and operation.words not in ("{x}²", "{x}³"):
            yield Column(
                words=operation.words.format(x="a(n−1)"),
                bits=min(bits),
                make=_of_last(operation),
                reach=1,
                of_n=False,
                alone=operation.sentence.format(x="the previous"),
            )


def _of_last(operation: Operation) -> Callable[..., int | None]:
    """The operation on x where it is worth a try, never below 0; one call, as there are many."""
    of, low, high = operation.of, max(0, operation.low), operation.high
    if operation.nonzero:
        return lambda n, x, *others: (of(x) or None) if low <= x < high else None
    return lambda n, x, *others: of(x) if low <= x < high else None


class History:
    """The terms, what there is before each of them, and what columns make of that."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        before = [0] * MAX_LAG + list(terms)
        sums = [0, *accumulate(terms)]
        small = sum(t.bit_length() for t in terms) <= MAX_BITS
        wholes = [1, *accumulate(terms, mul)] if small else [None] * len(sums)
        parts = (before[2:], before[1:], before, sums, wholes)
        self._rows: list[Row] = [*zip(*parts, strict=False)]
        self._compared = range(max(1, len(terms) - LOOK), len(terms) + 1)  # and the next
        self._made: dict[tuple[Column, int], list[int | None]] = {}
        self._residues: dict[int, Matrix] = {}

    def values(self, column: Column, start: int, first: int) -> Sequence[int] | None:
        """The values from a term up to that of the next one, where there are all."""
        if column.make is None:
            return column.values[start + first : start + len(self.terms) + 1]
        found = self._at(column, start)[max(0, first - self._compared[0]) :]
        for i in range(self._compared[0] - 1, first - 1, -1):
            found = [column.make(start + i, *self._rows[i]), *found]
        return None if None in found else cast(list[int], found)

    def _at(self, column: Column, start: int) -> list[int | None]:
        """The values at the places that are compared and at the next; for all lags the same."""
        key = column, start if column.of_n else 0
        if key not in self._made:
            assert column.make is not None
            self._made[key] = [column.make(start + i, *self._rows[i]) for i in self._compared]
        return self._made[key]

    def _residues_at(self, start: int) -> Matrix:
        """The residues of these values, (columns, places), −1 for none."""
        if start not in self._residues:
            made = _made(1 if start else MAX_LAG)
            new = [i for i, column in enumerate(made) if column.of_n or not start]
            rows = [self._at(made[i], start) for i in new]
            found = np.array([[-1 if v is None else v % PRIME for v in row] for row in rows])
            if start:  # what does not depend on n is as it was
                found, changed = self._residues_at(0)[: len(made)].copy(), found
                found[new] = changed
            self._residues[start] = found
        return self._residues[start]

    def sheet(self, starts: Sequence[int], lag: int, begun: int) -> Sheet:
        """Functions of n, and what is made of so many terms before, for the terms from one on."""
        n, made, blocks = len(self.terms), _made(lag), []
        places = min(LOOK, n - begun)
        for start in starts:
            found = self._residues_at(start)[: len(made), -places - 1 :]
            used = np.flatnonzero((found >= 0).all(axis=1))
            blocks.append((start, *_window(start + begun, start + n, places)))
            blocks.append((start, [made[i] for i in used.tolist()], found[used, :-1]))
        return Sheet(blocks)
