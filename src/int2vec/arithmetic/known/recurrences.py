"""Linear recurrences and others that lead from the last terms to the next, and the known ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count

from int2vec.arithmetic.known.base import Known


def linear(start: Sequence[int], weights: Sequence[int], plus: int = 0) -> Iterator[int]:
    """A linear recurrence; weights[0] multiplies the latest term, `plus` is added each time.

    >>> terms = linear([0, 1], [1, 1])
    >>> [next(terms) for _ in range(8)]
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

    >>> terms = ratio(1, lambda k: 4 * k - 2, lambda k: k + 1)
    >>> [next(terms) for _ in range(6)]
    [1, 1, 2, 5, 14, 42]
    """
    term = first
    for k in count(1):
        yield term
        term = term * up(k) // down(k)


def one_term(first: int, step: Callable[[int, int], int]) -> Iterator[int]:
    """A recurrence a(n) = step(n, a(n-1)) from a(0).

    >>> terms = one_term(1, lambda n, last: n * last + 1)
    >>> [next(terms) for _ in range(5)]
    [1, 2, 5, 16, 65]
    """
    for n in count(1):
        yield first
        first = step(n, first)


def two_term(first: int, second: int, step: Callable[[int, int, int], int]) -> Iterator[int]:
    """A recurrence a(n) = step(n, a(n-1), a(n-2)) from a(0) and a(1).

    >>> terms = two_term(1, 1, lambda n, last, before: n * before)  # double factorials
    >>> [next(terms) for _ in range(7)]
    [1, 1, 2, 3, 8, 15, 48]
    """
    before, last = first, second
    for n in count(2):
        yield before
        before, last = last, step(n, last, before)


def _linear(
    a_number: int, name: str, start: Sequence[int], weights: Sequence[int], plus: int = 0
) -> Known:
    return Known(a_number, name, partial(linear, start, weights, plus))


SEQUENCES = (
    _linear(45, "Fibonacci numbers", (0, 1), (1, 1)),
    _linear(32, "Lucas numbers", (2, 1), (1, 1)),
    _linear(204, "Lucas numbers from 1", (1, 3), (1, 1)),
    _linear(285, "Each term is the sum of two before it, from 1 and 4", (1, 4), (1, 1)),
    _linear(22095, "Each term is the sum of two before it, from 1 and 5", (1, 5), (1, 1)),
    _linear(129, "Pell numbers", (0, 1), (2, 1)),
    _linear(2203, "Companion Pell numbers", (2, 2), (2, 1)),
    _linear(1333, "Numerators of the convergents of the square root of 2", (1, 1), (2, 1)),
    _linear(1045, "Jacobsthal numbers", (0, 1), (1, 2)),
    _linear(14551, "Jacobsthal-Lucas numbers", (2, 1), (1, 2)),
    _linear(2605, "Twice the sum of the two terms before, from 0 and 1", (0, 1), (2, 2)),
    _linear(6130, "The last term and three times the one before", (1, 1), (1, 3)),
    _linear(6190, "Three times the last term and the one before", (0, 1), (3, 1)),
    _linear(1076, "Four times the last term and the one before", (0, 1), (4, 1)),
    _linear(15518, "Twice the last term and three times the one before", (0, 1), (2, 3)),
    _linear(1906, "Every second Fibonacci number, from 0", (0, 1), (3, -1)),
    _linear(1519, "Every second Fibonacci number, from 1", (1, 1), (3, -1)),
    _linear(5248, "Every second Lucas number", (2, 3), (3, -1)),
    _linear(1353, "Four times the last term less the one before, from 0 and 1", (0, 1), (4, -1)),
    _linear(1075, "Four times the last term less the one before, from 1 and 2", (1, 2), (4, -1)),
    _linear(1835, "Four times the last term less the one before, from 1 and 1", (1, 1), (4, -1)),
    _linear(4187, "Seven times the last term less the one before", (0, 1), (7, -1)),
    _linear(1109, "Six times the last term less the one before, from 0 and 1", (0, 1), (6, -1)),
    _linear(1541, "Six times the last term less the one before, from 1 and 3", (1, 3), (6, -1)),
    _linear(1542, "Six times the last term less the one before, from 0 and 2", (0, 2), (6, -1)),
    _linear(1108, "Places of the triangular numbers that are squares", (0, 1), (6, -1), 2),
    _linear(1110, "Numbers both triangular and square", (0, 1), (34, -1), 2),
    _linear(71, "Fibonacci numbers less one", (0, 0), (1, 1), 1),
    _linear(1611, "Fibonacci numbers plus one", (1, 2), (1, 1), -1),
    _linear(
        1595, "Leonardo numbers: each is one more than the sum of two before", (1, 1), (1, 1), 1
    ),
    _linear(73, "Tribonacci numbers", (0, 0, 1), (1, 1, 1)),
    _linear(213, "Sums of the three terms before, from three ones", (1, 1, 1), (1, 1, 1)),
    _linear(78, "Tetranacci numbers", (0, 0, 0, 1), (1, 1, 1, 1)),
    _linear(1591, "Pentanacci numbers", (0, 0, 0, 0, 1), (1, 1, 1, 1, 1)),
    _linear(931, "Padovan numbers", (1, 0, 0), (0, 1, 1)),
    _linear(1608, "Perrin numbers", (3, 0, 2), (0, 1, 1)),
    _linear(930, "Narayana's cows: the last term and the third before", (1, 1, 1), (1, 0, 1)),
    _linear(975, "Binary numbers whose digits take turns", (0, 1), (1, 2), 1),
    _linear(5578, "2^n/3 rounded up", (1, 1), (1, 2), -1),
    _linear(78008, "The last term and twice the one before, from 1 and 0", (1, 0), (1, 2)),
    _linear(1654, "Products of neighbouring Fibonacci numbers", (0, 1, 2), (2, 2, -1)),
    _linear(7598, "Squares of the Fibonacci numbers", (0, 1, 1), (2, 2, -1)),
    _linear(337, "(n - 1) 2^n + 1", (0, 1, 5), (5, -8, 4)),
    _linear(45623, "Ones in the compositions of n + 1", (1, 2, 5), (4, -4, 0)),
    _linear(1788, "n(n + 1) 2^(n - 2), edges between the faces of a cube", (0, 1, 6), (6, -12, 8)),
)
