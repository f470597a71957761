"""Mixes, products and convolutions of two sequences of the corpus: 2·A000178 − A203227.

The first terms of all sequences, modulo a small prime, are one table of columns in which
`arithmetic.spans` finds the pairs; what it finds is solved and tried on all terms exactly. The same
is asked of a few transforms of the terms. It takes seconds, and is for questions with time.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.formulas import Mix
from int2vec.arithmetic.linear_algebra import relation
from int2vec.arithmetic.power_series import multiply
from int2vec.arithmetic.routes import ITSELF, ROUTES, Route, Terms
from int2vec.arithmetic.spans import PRIME, Spans
from int2vec.predict.complete.search.index import Index

PLACES = 10  # first terms by which sequences are found
_MOST_TERMS = 80
_LEAST_VARIED = 5  # different terms among them
_TRIED = 60
_MOST_WEIGHT = 24
_PRODUCT, _CONVOLUTION = "{}·{}", "(the convolution of {} and {})"
_REST = Route(
    words="the terms after the first stand", there=lambda a: a[1:], way_back=lambda a, b, x: x
)
_NOUNS = (
    "the differences", "the partial sums", "the inverse binomial transform",
    "the logarithmic derivative", "a(n) / n!",
)  # fmt: skip
_ROUTES = (ITSELF, _REST, *(route for route in ROUTES if route.noun in _NOUNS))


class Combination(NamedTuple):
    """What two sequences make together, which a transform of the terms is, and what follows."""

    route: Route
    words: str
    labels: list[str]
    size: float  # of the weights
    value: int


class _Pool(NamedTuple):
    spans: Spans  # a row of ones, and the first terms of the sequences
    sequences: NDArray[np.int64]  # of each row
    shifts: NDArray[np.int64]


@lru_cache(maxsize=1)
def _pool(index: Index) -> _Pool:
    """The sequences from their first and from their second term on."""
    parts = [index.openings(PLACES, shift, PRIME) for shift in (0, 1)]
    table = np.concatenate([np.ones((1, PLACES), np.int64), *(columns for _, columns in parts)])
    shifts = np.repeat((0, 0, 1), [1, *(len(sequences) for sequences, _ in parts)])
    sequences = np.concatenate([[0], *(sequences for sequences, _ in parts)])
    varied = (np.diff(np.sort(table, axis=1), axis=1) != 0).sum(axis=1) >= _LEAST_VARIED - 1
    varied[0] = True
    return _Pool(Spans(table[varied]), sequences[varied], shifts[varied])


def combinations(index: Index, terms: Terms) -> Iterator[Combination]:
    """What two sequences make up that is the terms, or a transform of them."""
    pool = _pool(index)
    for route in _ROUTES:
        made = route.there(terms) or []
        if not PLACES <= len(made) <= _MOST_TERMS or len(set(made)) < _LEAST_VARIED:
            continue
        target = np.array([t % PRIME for t in made[:PLACES]], np.int64)
        found = {"": pool.spans.mixes(target, given=(0,))[1]}
        if route in (ITSELF, _REST):
            found |= {_PRODUCT: pool.spans.products(target)}
            found |= {_CONVOLUTION: pool.spans.convolutions(target)}
        for form, pairs in found.items():
            for pair in pairs[:_TRIED]:
                chosen = [(pool.sequences[i], pool.shifts[i]) for i in pair]
                if (solved := _solved(index, made, chosen, form)) is None:
                    continue
                words, labels, size, following = solved
                if (value := route.back(terms, made, following)) is not None:
                    yield Combination(route, words, labels, size, value)


def _solved(
    index: Index, terms: Terms, chosen: list[tuple[int, int]], form: str
) -> tuple[str, list[str], float, int] | None:
    """How two sequences make up all the terms, with weights of moderate size, and the next."""
    named = [(*index.terms_of(int(i)), int(shift)) for i, shift in chosen]
    parts = [part[shift : shift + len(terms) + 1] for _, part, shift in named]
    if min(map(len, parts)) <= len(terms):
        return None
    names = [label + ("(n+1)" if shift else "(n)") for label, _, shift in named]
    if form:
        made = multiply(*parts) if form == _CONVOLUTION else [*map(mul, *parts)]
        columns, names = [made], [form.format(*names)]
    else:
        columns, names = [*parts, [1] * (len(terms) + 1)], [*names, ""]
    found = relation([c[:-1] for c in columns], terms, [c[-1] for c in columns])
    if found is None or any(_weight(w) > _MOST_WEIGHT for w in found.weights[:2]):
        return None
    labels = [label for label, _, _ in named]
    return str(Mix(names, found.weights)), labels, sum(map(_weight, found.weights)), found.value


def _weight(number: int | Fraction) -> int:
    return abs(number.numerator) + number.denominator
