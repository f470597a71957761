"""Formulas in n and in the terms before: sums of two or three expressions, or products of two.

One search for all: every expression is a column of numbers, and `arithmetic.spans` finds the
columns of which the terms are a mix, whatever the weights. What is found is solved and tried
exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate
from math import gcd
from operator import mul

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import Mix, plus_in_words
from int2vec.arithmetic.linear_algebra import Matrix, Relation, relation, residues
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

Row = tuple[int, int, int, int]
Make = Callable[[int, int, int, int], int | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """An expression: its words, its price and its values.

    A function of n has them from n = 0 on and is defined from `first` on; what is made of earlier
    terms is worked out by `make`, or stands as `values` from the first term that can be made.
    """

    words: str
    bits: float
    values: Sequence[int] = ()
    make: Make | None = None
    of_n: bool = True
    alone: bool = False  # a mix already: with others it would be another mix of theirs
    first: int = 0


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


@lru_cache(maxsize=512)
def _window(start: int, places: int) -> Matrix:
    """The residues of every function at places from a start on, (functions, places)."""
    return np.stack([residues(f.values[start : start + places], PRIME) for f in functions()])


def _floor(top: int, bottom: int) -> int | None:
    return top // bottom if bottom else None


def _of_last(of: Callable[[int], int | None], n: int, x: int, y: int, z: int) -> int | None:
    return of(x) if x >= 0 else None


def _on_terms() -> Iterator[tuple[Operation, float]]:
    """The operations on the term before: on its digits, its divisors, its roots."""
    for operation in OPERATIONS:
        uses = {"step", "plus", "minus", "times"} if operation.family != "factor" else {"quantity"}
        bits = [operation.bits[use] for use in uses if use in operation.bits]
        if bits and operation.words not in ("{x}²", "{x}³"):
            yield operation, min(bits)


# What is made of n and of the terms x, y, z before, the latest first: words, bits, how.
EXPRESSIONS: dict[int, tuple[tuple[str, float, Make], ...]] = {
    1: (
        ("a(n−1)", 1.0, lambda n, x, y, z: x),
        ("a(n−1)²", 3.0, lambda n, x, y, z: x * x),
        ("a(n−1)³", 4.0, lambda n, x, y, z: x**3),
        ("n·a(n−1)", 4.0, lambda n, x, y, z: n * x),
        ("n²·a(n−1)", 6.0, lambda n, x, y, z: n * n * x),
        ("(−1)^n·a(n−1)", 5.0, lambda n, x, y, z: -x if n % 2 else x),
        ("⌊a(n−1)/2⌋", 6.0, lambda n, x, y, z: x // 2),
        ("⌊a(n−1)/3⌋", 7.0, lambda n, x, y, z: x // 3),
        ("⌊a(n−1)/4⌋", 7.0, lambda n, x, y, z: x // 4),
        ("⌊−a(n−1)/2⌋", 6.0, lambda n, x, y, z: -x // 2),
        ("⌊a(n−1)/2⌋²", 6.0, lambda n, x, y, z: (x // 2) ** 2),
        ("⌊a(n−1)²/2⌋", 6.0, lambda n, x, y, z: x * x // 2),
        ("⌊a(n−1)/n⌋", 6.0, lambda n, x, y, z: _floor(x, n)),
        ("(a(n−1) mod n)", 6.0, lambda n, x, y, z: x % n if n else None),
        ("gcd(n, a(n−1))", 6.0, lambda n, x, y, z: gcd(n, x)),
        *(
            (operation.words.format(x="a(n−1)"), bits, partial(_of_last, operation.at))
            for operation, bits in _on_terms()
        ),
    ),
    2: (
        ("a(n−2)", 2.0, lambda n, x, y, z: y),
        ("(a(n−1) + a(n−2))", 1.0, lambda n, x, y, z: x + y),
        ("(a(n−1) − a(n−2))", 3.0, lambda n, x, y, z: x - y),
        ("a(n−1)·a(n−2)", 3.0, lambda n, x, y, z: x * y),
        ("a(n−2)²", 4.5, lambda n, x, y, z: y * y),
        ("a(n−2)³", 6.0, lambda n, x, y, z: y**3),
        ("n·a(n−2)", 5.0, lambda n, x, y, z: n * y),
        ("n²·a(n−2)", 7.0, lambda n, x, y, z: n * n * y),
        ("a(n−1)²·a(n−2)", 6.0, lambda n, x, y, z: x * x * y),
        ("a(n−1)·a(n−2)²", 6.0, lambda n, x, y, z: x * y * y),
        ("⌊a(n−2)/2⌋", 6.0, lambda n, x, y, z: y // 2),
        ("⌊(a(n−1)+a(n−2))/2⌋", 6.0, lambda n, x, y, z: (x + y) // 2),
        ("⌊a(n−1)/a(n−2)⌋", 4.0, lambda n, x, y, z: _floor(x, y)),
        ("⌊a(n−2)/a(n−1)⌋", 4.0, lambda n, x, y, z: _floor(y, x)),
        ("|a(n−1)−a(n−2)|", 5.0, lambda n, x, y, z: abs(x - y)),
        ("max(a(n−1), a(n−2))", 5.0, lambda n, x, y, z: max(x, y)),
        ("gcd(a(n−1), a(n−2))", 6.0, lambda n, x, y, z: gcd(x, y)),
    ),
    3: (
        ("a(n−3)", 3.0, lambda n, x, y, z: z),
        ("(a(n−1) + a(n−2) + a(n−3))", 2.0, lambda n, x, y, z: x + y + z),
        ("a(n−1)·a(n−3)", 5.0, lambda n, x, y, z: x * z),
        ("a(n−2)·a(n−3)", 5.0, lambda n, x, y, z: y * z),
        ("a(n−3)²", 6.0, lambda n, x, y, z: z * z),
        ("a(n−1)·a(n−2)·a(n−3)", 6.0, lambda n, x, y, z: x * y * z),
    ),
}
# One of these by itself, perhaps with a number added, is told in words.
SENTENCES = {
    "a(n−1)²": "the square of the previous",
    "a(n−1)³": "the cube of the previous",
    "a(n−1)·a(n−2)": "the product of the previous two",
    "(a(n−1) + a(n−2))": "the sum of the previous two",
    "(a(n−1) + a(n−2) + a(n−3))": "the sum of the previous three",
    "(a(n−1) − a(n−2))": "the previous minus the one before",
    **{
        operation.words.format(x="a(n−1)"): operation.sentence.format(x="the previous")
        for operation, _ in _on_terms()
    },
}
ALONG = ("n", "a(n−1)", "a(n−2)", "a(n−3)")  # one of these may stand beside any two others


@cache
def _made(lag: int) -> tuple[Column, ...]:
    """The expressions that reach back at most `lag`."""
    return tuple(
        Column(
            words=words,
            bits=bits,
            make=make,
            of_n=re.search(r"(?<!\()\bn\b(?!−)|\(n,", words) is not None,
            alone=words.startswith("(a(n−1) ") and "mod" not in words,
        )
        for reach in range(1, lag + 1)
        for words, bits, make in EXPRESSIONS[reach]
    )


@rule(group="expressions", turn=26, prepare=functions)
def expressions(terms: Terms, search: Search) -> Iterator[Fit]:
    """The terms as a mix of up to three expressions: functions of n, then of terms before."""
    n = len(terms)
    if n < MIN_TERMS or n >= LENGTH or max(t.bit_length() for t in terms) > MAX_BITS:
        return
    if len(set(terms)) < 3:
        return
    size = max(t.bit_length() for t in terms)
    for start in range((MAX_START if n < LONG else LONG_START) + 1) if n > MIN_TERMS else ():
        if start + n < LENGTH and size <= MAX_BITS_OF_N:
            yield from _Mixing(terms, start, 0, search).fits()
    for lag in range(1, MAX_LAG + 1) if n < SHORT else (1, MAX_LAG):
        for start in range(LAGGED_STARTS if lag == 1 and n < SHORT else 1):
            if lag < n:
                yield from _Mixing(terms, start, lag, search).fits()
        if lag == 2:
            yield from _Mixing(terms, 0, lag, search, begun=1).fits()


def _sentence(used: Used) -> str:
    """The mix in words where it has a name, else as a formula."""
    (first, weight), *rest = used
    if first.words in SENTENCES and weight == 1 and all(c.words == "1" for c, _ in rest):
        return f"each term is {SENTENCES[first.words]}{plus_in_words(sum(w for _, w in rest))}"
    names = ["" if c.words == "1" else c.words for c, _ in used]
    return f"a(n) = {Mix(names, [w for _, w in used])}"


class _Mixing:
    """The columns for one start and one lag, and what the terms from the lag on are a mix of."""

    def __init__(
        self, terms: Terms, start: int, lag: int, search: Search, begun: int | None = None
    ) -> None:
        self.terms, self.start, self.search = terms, start, search
        self.begun = lag if begun is None else begun  # the first term that is to be made
        self.target = list(terms[self.begun :])
        before = [0] * MAX_LAG + list(terms)
        self.rows = [
            (start + i, before[i + 2], before[i + 1], before[i])
            for i in range(self.begun, len(terms) + 1)
        ]
        places = min(LOOK, len(self.target))
        end = start + len(terms)
        used = [i for i, f in enumerate(functions()) if f.first <= start + self.begun]
        self.columns = [functions()[i] for i in used]
        self.of_n_alone = len(used)
        tables = [_window(end - places, places)[used]]
        if lag:
            search.spend(10 * places + len(terms))
            for column in (*_made(lag), *self._of_all_before()):
                values = self._values(column, self.rows[-places - 1 :])
                if values is not None:
                    self.columns.append(column)
                    tables.append(residues(values[-places - 1 : -1], PRIME)[None])
        self.table = np.concatenate(tables)
        self.wanted = residues(self.target[-places:], PRIME)

    def fits(self) -> Iterator[Fit]:
        """Mixes of one or two columns, with a constant, with a third, and products of two."""
        places = len(self.wanted)
        groups: list[tuple[int, ...]] = [(), (0,)]
        if places >= MIN_PLACES_OF_THREE:
            groups += [(0, i) for i, c in enumerate(self.columns) if c.words in ALONG]
        seen: set[tuple[int, ...]] = set()
        if self.begun:
            for i in np.flatnonzero((self.table == self.wanted).all(axis=1)).tolist():
                if i >= self.of_n_alone:
                    yield from self._same(self.columns[i])
        for given in groups:
            if places <= len(given) + 1:
                continue
            self.search.spend(100 + self.table.size // 8)
            singles, pairs = in_span(self.table, self.wanted, [self.table[i] for i in given])
            found: list[tuple[int, ...]] = [(i,) for i in singles]
            if places > len(given) + 2:
                found += [p for p in pairs if not any(self.columns[i].alone for i in p)]
            found.sort(key=lambda which: sum(self.columns[i].bits for i in which))
            for which in found[:MAX_TRIED]:
                whole = tuple(sorted({*which, *given}, key=lambda i: (i == 0, i)))
                if whole not in seen:
                    seen.add(whole)
                    yield from self._mix([self.columns[i] for i in whole])
        if self.wanted.all():
            self.search.spend(100 + self.table.size // 8)
            for i, j in products(self.table, self.wanted)[:MAX_TRIED]:
                yield from self._product(self.columns[i], self.columns[j])

    def _of_all_before(self) -> Iterator[Column]:
        totals = [*accumulate(self.terms)][self.begun - 1 :]
        yield Column(words="the sum of all terms before", bits=4.0, values=totals, of_n=False)
        if sum(t.bit_length() for t in self.terms) <= MAX_BITS:
            whole = [*accumulate(self.terms, mul)][self.begun - 1 :]
            words = "the product of all terms before"
            yield Column(words=words, bits=5.0, values=whole, of_n=False)

    def _values(self, column: Column, rows: Sequence[Row]) -> Sequence[int] | None:
        """The values at these rows, the last of which is that of the next term."""
        if column.make is None:
            end = self.start + len(self.terms) + 1 if column.of_n or column.words == "1" else None
            return column.values[:end][-len(rows) :]
        found = []
        for row in rows:
            value = column.make(*row)
            if value is None:
                return None
            found.append(value)
        return found

    def _same(self, column: Column) -> Iterator[Fit]:
        """One expression as it is: no weight has to be read off the terms."""
        values = self._values(column, self.rows)
        if values is not None and list(values[:-1]) == self.target:
            used = [(column, Fraction(1))]
            yield self._fit(used, values[-1], _sentence(used), len(self.target))

    def _mix(self, chosen: list[Column]) -> Iterator[Fit]:
        """The weights read off some terms and tried on the others."""
        found = self._relation([self._values(c, self.rows) for c in chosen])
        if found is None or (len(chosen) > 2 and any(c.alone for c in chosen)):
            return
        used = [(c, w) for c, w in zip(chosen, found.weights, strict=True) if w]
        # A function of n that holds from somewhere on only would be no rule for all the terms.
        parts = [c for c, _ in used if c.words != "1"]
        if parts and (not self.begun or any(c not in functions() for c in parts)):
            yield self._fit(used, found.value, _sentence(used), found.checked)

    def _product(self, f: Column, g: Column) -> Iterator[Fit]:
        """c·f·g, c read off one term and tried on the others."""
        left, right = self._values(f, self.rows), self._values(g, self.rows)
        parts = [c for c in (f, g) if c.words != "1"]
        holds = not self.begun or any(c not in functions() for c in parts)
        if left is None or right is None or len(parts) < 2 or not holds:
            return
        found = self._relation([[*map(mul, left, right)]])
        if found is not None and found.weights[0]:
            c = found.weights[0]
            square = f"({f.words})²" if f is g else f"({f.words})·({g.words})"
            why = f"a(n) = {'' if c == 1 else f'{c}·'}{square}"
            yield self._fit([(f, Fraction(1)), (g, c)], found.value, why, found.checked)

    def _relation(self, values: Sequence[Sequence[int] | None]) -> Relation | None:
        known = [v for v in values if v is not None]
        if len(known) < len(values):
            return None
        found = relation([v[:-1] for v in known], self.target, [v[-1] for v in known])
        if found is None or max(w.denominator for w in found.weights) > DENOMINATORS:
            return None
        return found

    def _fit(self, used: Used, value: int, why: str, checked: int) -> Fit:
        """Priced by its parts, their weights and the terms that it starts from."""
        of_n = any(c.of_n for c, _ in used)
        bits = sum(c.bits + ratio_bits(w.numerator, w.denominator) for c, w in used) - 2
        bits += sum(map(int_bits, self.terms[: self.begun]))
        if of_n:
            bits += COST.formula_with_terms if self.begun else COST.formula
            bits += int_bits(self.start)
        else:
            bits += COST.expression
        reach = max((back for back in range(1, self.begun + 1) if f"a(n−{back})" in why), default=0)
        late = f", from term {self.begun + 1} on" if 0 < reach < self.begun else ""
        return Fit(
            kind="expression" if self.begun else "formula",
            value=value,
            bits=bits,
            why=why + (f", n from {self.start}" if of_n else "") + late,
            checked=checked - (of_n and self.start > 1),
        )
