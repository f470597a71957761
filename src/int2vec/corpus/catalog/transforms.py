"""Transforms of the well-known sequences: differences, sums, bisections, shifts, interleavings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise

from int2vec.arithmetic.known.base import Known
from int2vec.arithmetic.known.register import well_known
from int2vec.arithmetic.power_series import (
    binomial,
    differences,
    inverse_binomial,
    multiply,
    partial_sums,
)
from int2vec.corpus.catalog.base import Entry, family

Transform = Callable[[list[int]], list[int]]


def _seeds() -> list[Known]:
    """The well-known sequences that are neither constant nor 0s and 1s alone."""
    return [s for s in well_known() if len(set(s.terms)) > 3]


def _mapped(words: str, transform: Transform) -> Iterator[Entry]:
    for seed in _seeds():
        yield f"{words}: {seed.name}", transform(seed.terms)


def _every_third(first: int) -> Transform:
    return lambda a: a[first::3]


def _affine(factor: int, plus: int) -> Transform:
    return lambda a: [factor * t + plus for t in a]


def _remainders(m: int) -> Transform:
    return lambda a: [t % m for t in a]


@family("differences")
def _differences() -> Iterator[Entry]:
    yield from _mapped("Steps", differences)
    yield from _mapped("Second differences", lambda a: differences(differences(a)))
    yield from _mapped("Absolute steps", lambda a: [abs(d) for d in differences(a)])


@family("partial sums")
def _sums() -> Iterator[Entry]:
    yield from _mapped("Partial sums", partial_sums)
    yield from _mapped("Partial sums twice", lambda a: partial_sums(partial_sums(a)))
    yield from _mapped(
        "Partial sums with signs in turn",
        lambda a: partial_sums((-1) ** n * t for n, t in enumerate(a)),
    )


@family("bisections")
def _bisections() -> Iterator[Entry]:
    yield from _mapped("Every second term from the first", lambda a: a[::2])
    yield from _mapped("Every second term from the second", lambda a: a[1::2])
    for k in range(3):
        yield from _mapped(f"Every third term from number {k + 1}", _every_third(k))


@family("shifts")
def _shifts() -> Iterator[Entry]:
    for k in (1, 2):
        yield from _mapped(f"Plus {k}", _affine(1, k))
        yield from _mapped(f"Less {k}", _affine(1, -k))
    yield from _mapped("Plus its place", lambda a: [t + n for n, t in enumerate(a, start=1)])
    yield from _mapped("Less its place", lambda a: [t - n for n, t in enumerate(a, start=1)])


@family("multiples")
def _multiples() -> Iterator[Entry]:
    for k in (2, 3, 10):
        yield from _mapped(f"{k} times", _affine(k, 0))
    yield from _mapped("Times its place", lambda a: [n * t for n, t in enumerate(a, start=1)])
    yield from _mapped("Twice plus one", _affine(2, 1))
    yield from _mapped("With signs in turn", lambda a: [(-1) ** n * t for n, t in enumerate(a)])
    yield from _mapped("Squares", lambda a: [t * t for t in a])


@family("neighbours combined")
def _neighbours() -> Iterator[Entry]:
    yield from _mapped("Sums of neighbours", lambda a: [x + y for x, y in pairwise(a)])
    yield from _mapped("Products of neighbours", lambda a: [x * y for x, y in pairwise(a)])
    yield from _mapped(
        "Sums of three neighbours", lambda a: [sum(a[i : i + 3]) for i in range(len(a) - 2)]
    )
    yield from _mapped("Each term twice", lambda a: [t for t in a for _ in range(2)])
    yield from _mapped("With zeros in between", lambda a: [u for t in a for u in (t, 0)])


@family("terms modulo m")
def _modulo() -> Iterator[Entry]:
    for m in (2, 3, 5):
        yield from _mapped(f"Modulo {m}", _remainders(m))
    yield from _mapped("Last digits", lambda a: [abs(t) % 10 for t in a])
    yield from _mapped("How many digits", lambda a: [len(str(abs(t))) for t in a])
    yield from _mapped("Digit sums", lambda a: [sum(map(int, str(abs(t)))) for t in a])


@family("binomial transforms")
def _binomial() -> Iterator[Entry]:
    yield from _mapped("Binomial transform", lambda a: binomial(a[:40]))
    yield from _mapped("Leading differences", lambda a: inverse_binomial(a[:40]))


@family("squares as series")
def _convolutions() -> Iterator[Entry]:
    yield from _mapped("Convolution with itself", lambda a: multiply(a[:45], a[:45]))
    yield from _mapped(
        "Convolution with the integers", lambda a: multiply(a[:45], list(range(1, 46)))
    )
    yield from _mapped(
        "Convolution with powers of 2", lambda a: multiply(a[:45], [2**n for n in range(45)])
    )


@family("interleavings")
def _interleavings() -> Iterator[Entry]:
    seeds = [s for s in _seeds() if s.terms[7] < 2000]
    for gap in (1, 7, 23):
        for one, other in zip(seeds, seeds[gap:] + seeds[:gap], strict=True):
            yield (
                f"In turn: {one.name}; {other.name}",
                chain.from_iterable(zip(one.terms, other.terms, strict=False)),
            )


@family("two sequences combined")
def _combined() -> Iterator[Entry]:
    seeds = _seeds()
    for gap in (3,):
        for one, other in zip(seeds, seeds[gap:] + seeds[:gap], strict=True):
            pairs = list(zip(one.terms, other.terms, strict=False))
            yield f"Sums of {one.name} and {other.name}", [x + y for x, y in pairs]
            yield f"Products of {one.name} and {other.name}", [x * y for x, y in pairs]
            yield f"{one.name} less {other.name}", [x - y for x, y in pairs]
