"""Well-known recurrences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from int2vec.corpus.catalog.known.elementary import Known
from int2vec.corpus.catalog.series import linear

# A-number, start, weights of the latest terms first, constant added, name.
_TABLE: tuple[tuple[int, tuple[int, ...], tuple[int, ...], int, str], ...] = (
    (45, (0, 1), (1, 1), 0, "Fibonacci numbers"),
    (32, (2, 1), (1, 1), 0, "Lucas numbers"),
    (204, (1, 3), (1, 1), 0, "Lucas numbers from 1"),
    (285, (1, 4), (1, 1), 0, "Each term is the sum of two before it, from 1 and 4"),
    (22095, (1, 5), (1, 1), 0, "Each term is the sum of two before it, from 1 and 5"),
    (129, (0, 1), (2, 1), 0, "Pell numbers"),
    (2203, (2, 2), (2, 1), 0, "Companion Pell numbers"),
    (1333, (1, 1), (2, 1), 0, "Numerators of the convergents of the square root of 2"),
    (1045, (0, 1), (1, 2), 0, "Jacobsthal numbers"),
    (14551, (2, 1), (1, 2), 0, "Jacobsthal-Lucas numbers"),
    (2605, (0, 1), (2, 2), 0, "Twice the sum of the two terms before, from 0 and 1"),
    (6130, (1, 1), (1, 3), 0, "The last term and three times the one before"),
    (6190, (0, 1), (3, 1), 0, "Three times the last term and the one before"),
    (1076, (0, 1), (4, 1), 0, "Four times the last term and the one before"),
    (15518, (0, 1), (2, 3), 0, "Twice the last term and three times the one before"),
    (1906, (0, 1), (3, -1), 0, "Every second Fibonacci number, from 0"),
    (1519, (1, 1), (3, -1), 0, "Every second Fibonacci number, from 1"),
    (5248, (2, 3), (3, -1), 0, "Every second Lucas number"),
    (1353, (0, 1), (4, -1), 0, "Four times the last term less the one before, from 0 and 1"),
    (1075, (1, 2), (4, -1), 0, "Four times the last term less the one before, from 1 and 2"),
    (1835, (1, 1), (4, -1), 0, "Four times the last term less the one before, from 1 and 1"),
    (4187, (0, 1), (7, -1), 0, "Seven times the last term less the one before"),
    (1109, (0, 1), (6, -1), 0, "Six times the last term less the one before, from 0 and 1"),
    (1541, (1, 3), (6, -1), 0, "Six times the last term less the one before, from 1 and 3"),
    (1542, (0, 2), (6, -1), 0, "Six times the last term less the one before, from 0 and 2"),
    (1108, (0, 1), (6, -1), 2, "Places of the triangular numbers that are squares"),
    (1110, (0, 1), (34, -1), 2, "Numbers both triangular and square"),
    (71, (0, 0), (1, 1), 1, "Fibonacci numbers less one"),
    (1611, (1, 2), (1, 1), -1, "Fibonacci numbers plus one"),
    (1595, (1, 1), (1, 1), 1, "Leonardo numbers: each is one more than the sum of two before"),
    (73, (0, 0, 1), (1, 1, 1), 0, "Tribonacci numbers"),
    (213, (1, 1, 1), (1, 1, 1), 0, "Sums of the three terms before, from three ones"),
    (78, (0, 0, 0, 1), (1, 1, 1, 1), 0, "Tetranacci numbers"),
    (1591, (0, 0, 0, 0, 1), (1, 1, 1, 1, 1), 0, "Pentanacci numbers"),
    (931, (1, 0, 0), (0, 1, 1), 0, "Padovan numbers"),
    (1608, (3, 0, 2), (0, 1, 1), 0, "Perrin numbers"),
    (930, (1, 1, 1), (1, 0, 1), 0, "Narayana's cows: the last term and the third before"),
    (975, (0, 1), (1, 2), 1, "Binary numbers whose digits take turns"),
    (5578, (1, 1), (1, 2), -1, "2^n/3 rounded up"),
    (78008, (1, 0), (1, 2), 0, "The last term and twice the one before, from 1 and 0"),
    (1654, (0, 1, 2), (2, 2, -1), 0, "Products of neighbouring Fibonacci numbers"),
    (7598, (0, 1, 1), (2, 2, -1), 0, "Squares of the Fibonacci numbers"),
    (337, (0, 1, 5), (5, -8, 4), 0, "(n - 1) 2^n + 1"),
    (45623, (1, 2, 5), (4, -4, 0), 0, "Ones in the compositions of n + 1"),
    (1788, (0, 1, 6), (6, -12, 8), 0, "n(n + 1) 2^(n - 2), edges between the faces of a cube"),
)  # fmt: skip


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    for a_number, start, weights, plus, name in _TABLE:
        of = "second-order recurrences" if len(weights) == 2 else "higher recurrences"
        yield a_number, of, name, partial(linear, start, weights, plus)
