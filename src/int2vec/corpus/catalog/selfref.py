"""Sequences that refer to themselves: Golomb, Hofstadter, Kolakoski, Recaman, Van Eck."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from int2vec.arithmetic.known.self_describing import (
    conway,
    golomb,
    hofstadter,
    hofstadter_q,
    kolakoski,
    look_and_say,
    nested,
    recaman,
    van_eck,
)
from int2vec.corpus.catalog.base import Entry, family


@family("Kolakoski sequences")
def _kolakoski() -> Iterator[Entry]:
    for a in range(1, 8):
        for b in range(1, 8):
            if a != b:
                yield f"The sequence of {a}s and {b}s that describes its own runs", kolakoski(a, b)


def _meta(shift: int) -> Callable[[list[int], int], int]:
    return lambda a, n: a[max(0, n - shift - a[-1])] + a[max(0, n - shift - a[-2])]


def _repeats(modulus: int) -> Callable[[list[int], int], int]:
    return lambda a, n: a.count(a[-1]) % modulus


@family("Hofstadter sequences")
def _hofstadter() -> Iterator[Entry]:
    for depth in range(1, 9):
        yield f"a(n) = n less a applied {depth} times to n - 1", hofstadter(depth)
    for first in range(1, 5):
        for second in range(1, 5):
            yield (
                f"Hofstadter's Q from {first} and {second}",
                hofstadter_q(first, second),
            )
    yield "Conway's ten-thousand-dollar sequence", conway()
    for shift in range(1, 7):
        start = [1] * (shift + 2)
        yield (
            f"a(n) = a(n - {shift} - a(n-1)) + a(n - {shift} - a(n-2))",
            nested(start, _meta(shift)),
        )
    for k in range(2, 8):
        yield (
            f"How many earlier terms equal the last one, modulo {k}",
            nested([1], _repeats(k)),
        )
    yield "How many terms so far equal the last one", nested([1], lambda a, n: a.count(a[-1]))
    yield "How many different terms there are so far", nested([1, 1], lambda a, n: len(set(a)))
    yield "Golomb's sequence: a(n) is how often n occurs", golomb()


@family("Recaman sequences")
def _recaman() -> Iterator[Entry]:
    for start in range(60):
        yield f"Recaman's walk from {start}: back by n if free, else forward", recaman(start)


@family("Van Eck sequences")
def _van_eck() -> Iterator[Entry]:
    for start in range(60):
        yield f"How long ago the last term was seen, from {start}", van_eck(start)


@family("look and say")
def _look_and_say() -> Iterator[Entry]:
    for start in (*range(0, 22), *range(23, 60, 3), 111, 112, 122, 123, 221, 312, 321, 333):
        yield f"Each term reads the last one aloud, from {start}", look_and_say(start)
