"""Families made from the known sequences: differences, sums, bisections, shifts, interleavings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise

from int2vec.arithmetic.known.base import Known
from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.power_series import multiply
from int2vec.arithmetic.sums import (
    binomial,
    differences,
    inverse_binomial,
    neighbor_sums,
    partial_sums,
)
from int2vec.corpus.catalog.base import Entry, Families, Row

Transform = Callable[[list[int]], list[int]]


def _seeds() -> list[Known]:
    """The known sequences that are neither constant nor 0s and 1s alone."""
    return [known for known in well_known() if len(set(known.terms)) > 3]


def _of_each(words: str, transform: Transform) -> Row:
    """A row of the transforms of all known sequences."""

    def row() -> Iterator[Entry]:
        return ((f"{words}: {seed.name}", transform(seed.terms)) for seed in _seeds())

    return row


def _of_pairs(words: str, combine: Callable[[int, int], list[int]], gap: int) -> Row:
    """A row of what is made of each known sequence and another one, term by term."""

    def row() -> Iterator[Entry]:
        seeds = _seeds()
        for one, other in zip(seeds, seeds[gap:] + seeds[:gap], strict=True):
            pairs = zip(one.terms, other.terms, strict=False)
            yield (
                f"{words}: {one.name}; {other.name}",
                chain.from_iterable(combine(x, y) for x, y in pairs),
            )

    return row


def _with_signs(a: list[int]) -> list[int]:
    return [(-1) ** n * t for n, t in enumerate(a)]


FAMILIES: Families = {
    "differences": (
        _of_each("Steps", differences),
        _of_each("Second differences", lambda a: differences(differences(a))),
        _of_each("Absolute steps", lambda a: [abs(d) for d in differences(a)]),
    ),
    "partial sums": (
        _of_each("Partial sums", partial_sums),
        _of_each("Partial sums twice", lambda a: partial_sums(partial_sums(a))),
        _of_each("Partial sums with signs in turn", lambda a: partial_sums(_with_signs(a))),
    ),
    "bisections": (
        _of_each("Every second term from the first", lambda a: a[::2]),
        _of_each("Every second term from the second", lambda a: a[1::2]),
        _of_each("Every third term from the first", lambda a: a[::3]),
        _of_each("Every third term from the second", lambda a: a[1::3]),
        _of_each("Every third term from the third", lambda a: a[2::3]),
    ),
    "shifts": (
        _of_each("Plus 1", lambda a: [t + 1 for t in a]),
        _of_each("Plus 2", lambda a: [t + 2 for t in a]),
        _of_each("Less 1", lambda a: [t - 1 for t in a]),
        _of_each("Less 2", lambda a: [t - 2 for t in a]),
        _of_each("Plus its place", lambda a: [t + n for n, t in enumerate(a, start=1)]),
        _of_each("Less its place", lambda a: [t - n for n, t in enumerate(a, start=1)]),
    ),
    "multiples": (
        _of_each("2 times", lambda a: [2 * t for t in a]),
        _of_each("3 times", lambda a: [3 * t for t in a]),
        _of_each("10 times", lambda a: [10 * t for t in a]),
        _of_each("Times its place", lambda a: [n * t for n, t in enumerate(a, start=1)]),
        _of_each("Twice plus one", lambda a: [2 * t + 1 for t in a]),
        _of_each("With signs in turn", _with_signs),
        _of_each("Squares", lambda a: [t * t for t in a]),
    ),
    "neighbours combined": (
        _of_each("Sums of neighbours", neighbor_sums),
        _of_each("Products of neighbours", lambda a: [x * y for x, y in pairwise(a)]),
        _of_each(
            "Sums of three neighbours", lambda a: [sum(a[i : i + 3]) for i in range(len(a) - 2)]
        ),
        _of_each("Each term twice", lambda a: [t for t in a for _ in range(2)]),
        _of_each("With zeros in between", lambda a: [u for t in a for u in (t, 0)]),
    ),
    "terms modulo m": (
        _of_each("Modulo 2", lambda a: [t % 2 for t in a]),
        _of_each("Modulo 3", lambda a: [t % 3 for t in a]),
        _of_each("Modulo 5", lambda a: [t % 5 for t in a]),
        _of_each("Last digits", lambda a: [abs(t) % 10 for t in a]),
        _of_each("How many digits", lambda a: [len(str(abs(t))) for t in a]),
        _of_each("Digit sums", lambda a: [sum(map(int, str(abs(t)))) for t in a]),
    ),
    "binomial transforms": (
        _of_each("Binomial transform", lambda a: binomial(a[:40])),
        _of_each("Leading differences", lambda a: inverse_binomial(a[:40])),
    ),
    "squares as series": (
        _of_each("Convolution with itself", lambda a: multiply(a[:45], a[:45])),
        _of_each("Convolution with the integers", lambda a: multiply(a[:45], range(1, 46))),
        _of_each(
            "Convolution with powers of 2", lambda a: multiply(a[:45], [2**n for n in range(45)])
        ),
    ),
    "interleavings": (*(_of_pairs("In turn", lambda x, y: [x, y], gap) for gap in (1, 7, 23)),),
    "two sequences combined": (
        _of_pairs("Sums", lambda x, y: [x + y], 3),
        _of_pairs("Products", lambda x, y: [x * y], 3),
        _of_pairs("Differences", lambda x, y: [x - y], 3),
    ),
}
