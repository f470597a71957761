"""Formulas in n and in the terms before: sums of two or three expressions, or products of two.

One search for all: every expression is a column of numbers (`columns`), and `arithmetic.spans`
finds the columns of which the terms are a mix, whatever the weights. What is found is solved and
tried exactly.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf
from operator import itemgetter, mul, sub

import numpy as np

from int2vec.arithmetic.costs import COST, int_bits, ratio_bits
from int2vec.arithmetic.formulas import Mix, plus_in_words
from int2vec.arithmetic.linear_algebra import relation, residues
from int2vec.arithmetic.spans import PRIME
from int2vec.predict.complete.rules import columns
from int2vec.predict.complete.rules.columns import LENGTH, LOOK, Column, History, Sheet
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MIN_TERMS = 3
MAX_BITS_OF_N = 1_000  # of a term that is a function of n alone
MAX_START = 10
LONG, LONG_START = 12, 2  # many terms rarely start late
LAGGED_STARTS = 5
SHORT = 10  # terms below which every lag is tried by itself
DENOMINATORS = 12
MAX_TRIED = 4
MIN_PLACES_OF_THREE = 6
MIN_MIXED_TERMS, MAX_MIXED_BITS = columns.SHOWN, 2_000  # of mixes of known sequences
THIRDS = 80  # known sequences that may stand beside any two others
ALONG = ("n", "a(n−1)", "a(n−2)", "a(n−3)")  # one of these may stand beside any two others

Used = list[tuple[Column, int | Fraction]]


@rule(group="expressions", turn=26, prepare=columns.residues_of_functions)
def expressions(terms: Terms, search: Search) -> Iterator[Fit]:
    """The terms as a mix of up to three expressions: functions of n, then of terms before."""
    n, size = len(terms), max(t.bit_length() for t in terms)
    if not MIN_TERMS <= n < LENGTH or size > columns.MAX_BITS or len(set(terms)) < 3:
        return
    history = History(terms)
    latest = min(MAX_START if n < LONG else LONG_START, LENGTH - 1 - n)
    if size <= MAX_BITS_OF_N and n > MIN_TERMS:
        sheet = columns.functions_sheet(n, range(latest + 1))
        yield from _Mixings(history, sheet, search).fits()
    for lag in range(1, columns.MAX_LAG + 1) if n < SHORT else (1, columns.MAX_LAG):
        starts = range(LAGGED_STARTS if lag == 1 and n < SHORT else 1)
        for begun in (lag, 1) if lag == 2 else (lag,):
            if begun < n:
                search.spend(len(starts) * (10 * min(LOOK, n - begun) + n))
                sheet = history.sheet(starts, lag, begun)
                yield from _Mixings(history, sheet, search, lag, begun).fits()


@rule(group="known", turn=36, prepare=columns.known_residues)
def mixed(terms: Terms, search: Search) -> Iterator[Fit]:
    """The terms as weights times two known sequences, plus a constant; with time, times three."""
    n = len(terms)
    size = max(map(abs, terms))
    if not MIN_MIXED_TERMS <= n < LENGTH or len(set(terms)) < 5 or size >> MAX_MIXED_BITS:
        return
    mixings = _Mixings(History(terms), columns.known_sheet(n), search)
    search.spend(1_500)
    thirds = [c.words for c in mixings.columns[1:THIRDS]] if search.deep else []
    for given in (("1",), *(("1", third) for third in thirds)):
        yield from mixings.spanned(given)


class _Mixings:
    """The columns for one lag and some starts of n, and what the terms are a mix of."""

    def __init__(
        self, history: History, sheet: Sheet, search: Search, lag: int = 0, begun: int = 0
    ) -> None:
        self.terms, self.history, self.search = history.terms, history, search
        self.sheet, self.columns, self.starts = sheet, sheet.columns, sheet.starts
        self.lag, self.begun = lag, begun  # the first term that is to be made
        self.seen: set[tuple[int, tuple[Column, ...]]] = set()
        self.best: dict[int, float] = {}  # bits by what is foretold
        self.begun_bits = sum(map(int_bits, self.terms[:begun]))
        self.target = list(self.terms[begun:])
        self.wanted = residues(self.target[-LOOK:], PRIME)

    def fits(self) -> Iterator[Fit]:
        """Mixes of one or two columns, with a constant, with a third, and products of two."""
        groups: list[tuple[str, ...]] = [(), ("1",)]
        if len(self.wanted) >= MIN_PLACES_OF_THREE - self.search.deep:
            groups += [("1", name) for name in ALONG[: self.lag + 1]]
        rest = (self.wanted - self.sheet.spans.table) % PRIME
        same = (rest == rest[:, :1]).all(axis=1)
        for i in np.flatnonzero(same).tolist() if self.begun else ():
            column, start = self.columns[i], self.starts[i]
            values = self.history.values(column, start, self.begun) if column.reach else None
            # As it is, or plus a constant: no weight has to be read off the terms.
            if values is not None and len(added := {*map(sub, self.target, values)}) == 1:
                plus = added.pop()
                used = [(column, 1), (columns.functions()[0], plus)][: 1 + bool(plus)]
                yield from self._fit(used, start, values[-1] + plus, len(self.target) - bool(plus))
        for given in groups:
            yield from self.spanned(given)
        if self.wanted.all():
            self.search.spend(100 + self.sheet.spans.table.size // 8)
            for i, j in self._tried(self.sheet.spans.products(self.wanted).tolist()):
                yield from self._product(self.columns[i], self.columns[j], self.starts[i])

    def _tried(self, found: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
        """The first few with each start."""
        tried = Counter[int]()
        for which in found:
            start = self.starts[which[0]]
            if tried[start] < MAX_TRIED:
                tried[start] += 1
                yield which

    def _product(self, f: Column, g: Column, start: int) -> Iterator[Fit]:
        """c·f·g, c read off one term and tried on the others."""
        left, right = (self.history.values(c, start, self.begun) for c in (f, g))
        if left is not None and right is not None and "1" not in (f.words, g.words):
            names = [
                f"({c.words})" if " " in c.words and c.words[0] != "(" else c.words for c in (f, g)
            ]
            words = f"({f.words})²" if f is g else "·".join(names)
            bits, reach = f.bits + g.bits + ratio_bits(1, 1), max(f.reach, g.reach)
            values = [0] * (start + self.begun) + [*map(mul, left, right)]
            both = Column(words=words, bits=bits, reach=reach, of_n=f.of_n or g.of_n, values=values)
            yield from self._weighed([both], start)

    def spanned(self, names: tuple[str, ...]) -> Iterator[Fit]:
        """Mixes of the columns of these names with one or two others, the cheapest first."""
        if len(self.wanted) <= len(names) + 1:
            return
        self.search.spend(100 + self.sheet.spans.table.size // 8)
        known, order = self.columns, self.sheet.order
        rows = tuple(order[name] for name in names)
        singles, pairs = self.sheet.spans.mixes(self.wanted, rows)
        found = [(known[i].bits, [i]) for i in singles.tolist() if not known[i].label]
        for i, j in pairs.tolist():
            if not (known[i].mixed or known[j].mixed):
                found.append((known[i].bits + known[j].bits, [i, j]))
        found.sort(key=itemgetter(0))
        for which in self._tried([which for _, which in found]):
            start, whole = self.starts[which[0]], {known[i] for i in (*rows, *which)}
            chosen = sorted(whole, key=lambda c: (c.words == "1", order[c.words]))
            key = start, tuple(chosen)
            # A mix of a mix is another mix of the same.
            if key not in self.seen and (len(chosen) < 3 or not any(c.mixed for c in chosen)):
                self.seen.add(key)
                yield from self._weighed(chosen, start)

    def _weighed(self, chosen: Sequence[Column], start: int) -> Iterator[Fit]:
        """The fit of a mix of these columns, the weights read off some terms, tried on all."""
        every = (self.history.values(c, start, self.begun) for c in chosen)
        values = [found for found in every if found is not None]
        # A function of n that holds from somewhere on only would be no rule for all the terms.
        if len(values) < len(chosen) or (self.begun and not any(c.reach for c in chosen)):
            return
        found = relation([v[:-1] for v in values], self.target, [v[-1] for v in values])
        if found is None or max(w.denominator for w in found.weights) > DENOMINATORS:
            return
        used = [(c, w) for c, w in zip(chosen, found.weights, strict=True) if w]
        if any(c.reach if self.begun else c.words != "1" for c, _ in used):
            yield from self._fit(used, start, found.value, found.checked)

    def _fit(self, used: Used, start: int, value: int, checked: int) -> Iterator[Fit]:
        """Priced by its parts, their weights and its first terms; said where none is shorter."""
        bits, of_n, reach = 0.0, False, 0
        for column, weight in used:
            bits += column.bits + ratio_bits(weight.numerator, weight.denominator)
            of_n, reach = of_n or column.of_n, max(reach, column.reach)
        bits = bits - 2 + self.begun_bits
        late = 0 < reach < self.begun
        if of_n:
            bits += (COST.formula_with_terms if self.begun else COST.formula) + int_bits(start)
            bits += COST.formula_late * late
        else:
            bits += COST.expression
        if bits < self.best.get(value, inf):
            self.best[value] = bits
            why = _sentence(used) + f", n from {start}" * of_n
            why += f", from term {self.begun + 1} on" * late
            kind = "expression" if self.begun else "formula"
            checked -= of_n and start > 1
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
