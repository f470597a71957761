"""Sequences that go on for ever: linear recurrences, quotients, triangles by rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice


def take(n: int, terms: Iterable[int]) -> list[int]:
    """The first n terms."""
    return list(islice(terms, n))


def linear(start: Sequence[int], weights: Sequence[int], plus: int = 0) -> Iterator[int]:
    """A linear recurrence; weights[0] multiplies the latest term, `plus` is added each time.

    >>> take(8, linear([0, 1], [1, 1]))
    [0, 1, 1, 2, 3, 5, 8, 13]
    """
    window = list(start)
    while True:
        yield window[0]
        window.append(plus + sum(w * t for w, t in zip(weights, reversed(window), strict=False)))
        window.pop(0)


def ratio(
    first: int, up: Callable[[int], int], down: Callable[[int], int] = lambda _: 1
) -> Iterator[int]:
    """First, then each term times up(k) over down(k) for k = 1, 2, ...

    >>> take(6, ratio(1, lambda k: 4 * k - 2, lambda k: k + 1))
    [1, 1, 2, 5, 14, 42]
    """
    term = first
    for k in count(1):
        yield term
        term = term * up(k) // down(k)


def flatten(row: Callable[[int], Iterable[int]], first: int = 0) -> Iterator[int]:
    """A triangle read by rows.

    >>> take(6, flatten(lambda n: range(n + 1)))
    [0, 0, 1, 0, 1, 2]
    """
    for n in count(first):
        yield from row(n)
