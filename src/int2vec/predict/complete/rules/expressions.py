"""Formulas in n and in the terms before: sums of two or three expressions, or products of two.

One search for all: every expression is a column of numbers, and `arithmetic.spans` finds the
columns of which the terms are a mix, whatever the weights. What is found is solved and tried
exactly. `expressions.txt` lists what is made of the terms before.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import accumulate
from math import gcd, inf
from operator import mul
from pathlib import Path

import numpy as np

from int2vec.arithmetic.costs import COST, fame_bits, int_bits, ratio_bits
from int2vec.arithmetic.formulas import Mix, plus_in_words
from int2vec.arithmetic.known.register import everything_known
from int2vec.arithmetic.known.stated import function
from int2vec.arithmetic.linear_algebra import Matrix, relation, residues
from int2vec.arithmetic.operations import OPERATIONS, Operation, operations
from int2vec.arithmetic.spans import PRIME, in_span, products
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

LENGTH = 128  # values of each function of n, n from 0
MIN_TERMS = 3
MAX_BITS, MAX_BITS_OF_N = 20_000, 1_000  # of a term; of one that is a function of n alone
LOOK = 12  # places at which columns are compared; the exact trial is on all
MAX_START = 10
LONG, LONG_START = 12, 2  # many terms rarely start late
MAX_LAG = 3
LAGGED_STARTS = 5
SHORT = 10  # terms below which every lag is tried by itself
DENOMINATORS = 12
MAX_TRIED = 8
MIN_PLACES_OF_THREE = 6
MIN_MIXED_TERMS, MAX_MIXED_BITS = 8, 2_000  # of mixes of known sequences
THIRDS = 80  # known sequences that may stand beside any two others
ALONG = ("n", "a(n−1)", "a(n−2)", "a(n−3)")  # one of these may stand beside any two others

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

    @property
    def mixed(self) -> bool:
        """Whether it is a mix already: with others it would be another mix of theirs."""
        return self.words.startswith("(a(n−1) ") and "mod" not in self.words


Used = list[tuple[Column, Fraction]]


@cache
def functions() -> tuple[Column, ...]:
    """The functions of n, the plainest first: 1 and n lead."""
    found = []
    for operation in operations("function"):
        values = [operation.of(n) for n in range(LENGTH)]
        found.append(
            Column(
                words=operation.words.format(x="n"),
                bits=operation.bits["function"],
                values=tuple(value or 0 for value in values),
                of_n=operation.words != "1",
                first=next(n for n, value in enumerate(values) if value is not None),
            )
        )
    return tuple(found)


@cache
def _known() -> tuple[Column, ...]:
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
        if known.a_number and len(set(known.terms[shift : MIN_MIXED_TERMS + shift])) > 2
    )


@lru_cache(maxsize=64)
def _known_window(places: int, length: int) -> tuple[list[Column], Matrix]:
    """The known sequences of more than `length` terms, and the residues of `places` up to there."""
    long = [column for column in _known() if len(column.values) > length]
    return long, np.stack([residues(c.values[length - places : length], PRIME) for c in long])


@lru_cache(maxsize=512)
def _window(first: int, end: int, places: int) -> tuple[list[Column], Matrix]:
    """The functions defined from `first` on, and their residues at so many places up to the end."""
    used = [i for i, f in enumerate(functions()) if f.first <= first]
    return [functions()[i] for i in used], _residues()[used, end - places : end]


@cache
def _residues() -> Matrix:
    """The residues of all values of all functions."""
    return np.stack([residues(f.values, PRIME) for f in functions()])


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
                make=partial(_of_last, operation),
                reach=1,
                of_n=False,
                alone=operation.sentence.format(x="the previous"),
            )


def _of_last(operation: Operation, n: int, x: int, *others: int) -> int | None:
    return operation.at(x) if x >= 0 else None


@rule(group="expressions", turn=26, prepare=_residues)
def expressions(terms: Terms, search: Search) -> Iterator[Fit]:
    """The terms as a mix of up to three expressions: functions of n, then of terms before."""
    n, size = len(terms), max(t.bit_length() for t in terms)
    if not MIN_TERMS <= n < LENGTH or size > MAX_BITS or len(set(terms)) < 3:
        return
    history = _History(terms)
    starts = range((MAX_START if n < LONG else LONG_START) + 1) if n > MIN_TERMS else ()
    if size <= MAX_BITS_OF_N:
        yield from _Mixings(history, [s for s in starts if s + n < LENGTH], 0, search).fits()
    for lag in range(1, MAX_LAG + 1) if n < SHORT else (1, MAX_LAG):
        starts = range(LAGGED_STARTS if lag == 1 and n < SHORT else 1)
        if lag < n:
            yield from _Mixings(history, starts, lag, search).fits()
        if lag == 2:
            yield from _Mixings(history, (0,), lag, search, begun=1).fits()


@rule(group="known", turn=36, prepare=_known)
def mixed(terms: Terms, search: Search) -> Iterator[Fit]:
    """The terms as weights times two known sequences, plus a constant; with time, times three."""
    n = len(terms)
    size = max(map(abs, terms))
    if not MIN_MIXED_TERMS <= n < LENGTH or len(set(terms)) < 5 or size >> MAX_MIXED_BITS:
        return
    mixings = _Mixings(_History(terms), (0,), 0, search)
    mixings.columns, mixings.table = _known_window(min(n, LOOK), n)
    mixings.starts = [0] * len(mixings.columns)
    mixings.blocks = np.zeros(len(mixings.columns), dtype=np.uint64)
    search.spend(1_500)
    thirds = [c.words for c in mixings.columns[1:THIRDS]] if search.deep else []
    for given in (("1",), *(("1", third) for third in thirds)):
        yield from mixings.spanned(given)


class _History:
    """The terms, what there is before each of them, and what columns make of that."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        before = [0] * MAX_LAG + list(terms)
        sums = [0, *accumulate(terms)]
        small = sum(t.bit_length() for t in terms) <= MAX_BITS
        wholes = [1, *accumulate(terms, mul)] if small else [None] * len(sums)
        self._rows: list[Row] = [
            (before[i + 2], before[i + 1], before[i], sums[i], wholes[i])
            for i in range(len(terms) + 1)
        ]
        self._last: dict[tuple[Column, int], list[int | None]] = {}

    def values(self, column: Column, start: int, first: int) -> Sequence[int] | None:
        """The values from a term up to that of the next one, where there are all."""
        if column.make is None:
            return column.values[start + first : start + len(self.terms) + 1]
        found = []
        for i in range(first, len(self.terms) + 1):
            value = column.make(start + i, *self._rows[i])
            if value is None:
                return None
            found.append(value)
        return found

    def last(self, column: Column, start: int) -> list[int | None]:
        """The values at the places that are compared and at the next; for all lags the same."""
        key = column, start if column.of_n else 0
        if key not in self._last:
            end = len(self.terms) + 1
            rows = range(max(1, end - 1 - LOOK), end)
            assert column.make is not None
            self._last[key] = [column.make(start + i, *self._rows[i]) for i in rows]
        return self._last[key]


class _Mixings:
    """The columns for one lag and some starts of n, and what the terms are a mix of."""

    def __init__(
        self, history: _History, starts: Sequence[int], lag: int, search: Search, begun: int = 0
    ) -> None:
        self.terms, self.history, self.lag, self.search = history.terms, history, lag, search
        self.seen: set[tuple[int, tuple[Column, ...]]] = set()
        self.best: dict[int, float] = {}  # bits by what is foretold
        self.begun = begun or lag  # the first term that is to be made
        self.target = list(self.terms[self.begun :])
        places = min(LOOK, len(self.target))
        self.wanted = residues(self.target[-places:], PRIME)
        self.columns: list[Column] = []
        self.starts: list[int] = []  # of each column
        tables = [np.zeros((0, places), dtype=np.int64)]
        for start in starts:
            functions, table = _window(start + self.begun, start + len(self.terms), places)
            search.spend(10 * places + len(self.terms) if lag else 0)
            made = [(c, history.last(c, start)[-places - 1 :]) for c in _made(lag)]
            whole = [(c, [v % PRIME for v in values if v is not None]) for c, values in made]
            used = [(c, values[:-1]) for c, values in whole if len(values) == places + 1]
            rows = np.array([values for _, values in used], dtype=np.int64)
            tables += [table, rows.reshape(len(used), places)]
            self.columns += [*functions, *(c for c, _ in used)]
            self.starts += [start] * (len(self.columns) - len(self.starts))
        self.table, self.blocks = np.concatenate(tables), np.array(self.starts, dtype=np.uint64)

    def fits(self) -> Iterator[Fit]:
        """Mixes of one or two columns, with a constant, with a third, and products of two."""
        groups: list[tuple[str, ...]] = [(), ("1",)]
        if len(self.wanted) >= MIN_PLACES_OF_THREE:
            groups += [("1", name) for name in ALONG[: self.lag + 1]]
        for i in np.flatnonzero((self.table == self.wanted).all(axis=1)).tolist():
            column, start = self.columns[i], self.starts[i]
            values = self.history.values(column, start, self.begun) if column.reach else None
            # As it is: no weight has to be read off the terms.
            if values is not None and list(values[:-1]) == self.target:
                yield from self._fit([(column, Fraction(1))], start, values[-1], len(self.target))
        for given in groups if self.columns else ():
            yield from self.spanned(given)
        if self.wanted.all():
            self.search.spend(100 + self.table.size // 8)
            for i, j in self._tried(products(self.table, self.wanted, self.blocks)):
                yield from self._product(self.columns[i], self.columns[j], self.starts[i])

    @cached_property
    def _order(self) -> dict[Column, int]:
        """Where each column stands, in the last block, which has them all."""
        return {column: i for i, column in enumerate(self.columns)}

    def _tried(self, found: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """The first few with each start."""
        tried = Counter[int]()
        for which in found:
            tried[self.starts[which[0]]] += 1
            if tried[self.starts[which[0]]] <= MAX_TRIED:
                yield which

    def _product(self, f: Column, g: Column, start: int) -> Iterator[Fit]:
        """c·f·g, c read off one term and tried on the others."""
        left, right = (self.history.values(c, start, self.begun) for c in (f, g))
        if left is not None and right is not None and "1" not in (f.words, g.words):
            names = [f"({c.words})" if " " in c.words else c.words for c in (f, g)]
            words = f"({f.words})²" if f is g else "·".join(names)
            bits, reach = f.bits + g.bits + ratio_bits(1, 1), max(f.reach, g.reach)
            both = Column(words=words, bits=bits, reach=reach, of_n=f.of_n or g.of_n)
            yield from self._weighed([both], start, [[*map(mul, left, right)]])

    def spanned(self, names: tuple[str, ...]) -> Iterator[Fit]:
        """Mixes of the columns of these names with one or two others, the cheapest first."""
        if len(self.wanted) <= len(names) + 1:
            return
        self.search.spend(100 + self.table.size // 8)
        given = [next(c for c in self.columns if c.words == name) for name in names]
        rows = [self.table[self._order[column]] for column in given]
        singles, pairs = in_span(self.table, self.wanted, rows, self.blocks)
        found: list[tuple[int, ...]] = [(i,) for i in singles if not self.columns[i].label]
        found += [p for p in pairs if not any(self.columns[i].mixed for i in p)]
        found.sort(key=lambda which: sum(self.columns[i].bits for i in which))
        for which in self._tried(found):
            start, whole = self.starts[which[0]], {*given, *(self.columns[i] for i in which)}
            chosen = sorted(whole, key=lambda c: (c.words == "1", self._order[c]))
            key = start, tuple(chosen)
            # A mix of a mix is another mix of the same.
            if key not in self.seen and (len(chosen) < 3 or not any(c.mixed for c in chosen)):
                self.seen.add(key)
                values = [self.history.values(c, start, self.begun) for c in chosen]
                whole_values = [v for v in values if v is not None]
                if len(whole_values) == len(chosen):
                    yield from self._weighed(chosen, start, whole_values)

    def _weighed(
        self, chosen: list[Column], start: int, values: list[Sequence[int]]
    ) -> Iterator[Fit]:
        """The fit of a mix of these columns, the weights read off some terms, tried on all."""
        found = relation([v[:-1] for v in values], self.target, [v[-1] for v in values])
        if found is None or max(w.denominator for w in found.weights) > DENOMINATORS:
            return
        used = [(c, w) for c, w in zip(chosen, found.weights, strict=True) if w]
        # A function of n that holds from somewhere on only would be no rule for all the terms.
        if any(c.reach if self.begun else c.words != "1" for c, _ in used):
            yield from self._fit(used, start, found.value, found.checked)

    def _fit(self, used: Used, start: int, value: int, checked: int) -> Iterator[Fit]:
        """Priced by its parts, their weights and its first terms; said where none is shorter."""
        of_n = any(c.of_n for c, _ in used)
        bits = sum(c.bits + ratio_bits(w.numerator, w.denominator) for c, w in used) - 2
        bits += sum(map(int_bits, self.terms[: self.begun]))
        if of_n:
            bits += (COST.formula_with_terms if self.begun else COST.formula) + int_bits(start)
        else:
            bits += COST.expression
        if bits < self.best.get(value, inf):
            self.best[value] = bits
            reach = max(c.reach for c, _ in used)
            late = f", from term {self.begun + 1} on" if 0 < reach < self.begun else ""
            why = _sentence(used) + (f", n from {start}" if of_n else "") + late
            kind, checked = (
                "expression" if self.begun else "formula",
                checked - (of_n and start > 1),
            )
            yield Fit(kind=kind, value=value, bits=bits, why=why, checked=checked)


def _sentence(used: Used) -> str:
    """The mix in words where it has a name, else as a formula."""
    (first, weight), *rest = used
    if first.alone and weight == 1 and all(c.words == "1" for c, _ in rest):
        return f"each term is {first.alone}{plus_in_words(sum(w for _, w in rest))}"
    names = ["" if c.words == "1" else c.words for c, _ in used]
    known = [f"{c.words.partition('(')[0]} is {c.label}" for c, _ in used if c.label]
    where = f", where {', and '.join(known)}" if known else ""
    return f"a(n) = {Mix(names, [w for _, w in used])}{where}"
