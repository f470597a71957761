"""Properties of the digits of an integer that are no formula over its facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.digits import digits
from int2vec.arithmetic.property import Many, Mask


def is_happy(n: int) -> bool:
    """Whether the sum of the squared digits, taken again and again, ends at 1.

    >>> [n for n in range(1, 32) if is_happy(n)]
    [1, 7, 10, 13, 19, 23, 28, 31]
    """
    if n < 1:
        return False
    return _happy_small(sum(d * d for d in digits(n)))


@lru_cache(maxsize=4096)
def _happy_small(n: int) -> bool:
    while n not in (1, 4):  # every other loop passes through 4
        n = sum(d * d for d in digits(n))
    return n == 1


def _distinct(n: int) -> bool:
    text = str(n)
    return len(set(text)) == len(text)


def _rising(n: int) -> bool:
    return all(a <= b for a, b in pairwise(digits(n)))


def _falling(n: int) -> bool:
    return all(a >= b for a, b in pairwise(digits(n)))


def _all_distinct(n: NDArray[np.int64]) -> Mask:
    fine, seen = np.ones(len(n), bool), 1 << n % 10
    for here, digit in _digits_from_the_right(n):
        fine &= ~here | (seen >> digit & 1 == 0)
        seen |= 1 << digit
    return fine


def _all_ordered(compare: np.ufunc, n: NDArray[np.int64]) -> Mask:
    fine, right = np.ones(len(n), bool), n % 10
    for here, digit in _digits_from_the_right(n):
        fine &= ~here | compare(digit, right)
        right = digit
    return fine


def _digits_from_the_right(n: NDArray[np.int64]) -> Iterator[tuple[Mask, NDArray[np.int64]]]:
    """From the second digit on: which integers have one, and what it is."""
    n = n // 10
    while n.any():
        yield n > 0, n % 10
        n = n // 10


def is_automorphic(n: int) -> bool:
    """Whether n ends its own square."""
    # n^2 - n is divisible by 4 and by 5 only for these last digits.
    return n % 10 in (0, 1, 5, 6) and (n * n - n) % 10 ** len(str(n)) == 0


def is_narcissistic(n: int) -> bool:
    """Whether n is the sum of its digits, each to their number."""
    places = digits(n)
    # Past 60 digits d * 9**d stays below 10**(d - 1), so there are no more.
    return len(places) <= 60 and sum(d ** len(places) for d in places) == n


def is_kaprekar(n: int) -> bool:
    """Whether n has a square that splits into parts that add up to it."""
    # Splitting n^2 = a * 10^k + b with a + b = n asks that n(n - 1) = a(10^k - 1), so 9 divides it.
    if n % 9 > 1 or n < 1:
        return False
    square, power = n * n, 10
    while power <= square:
        left, right = divmod(square, power)
        if right and left + right == n:
            return True
        power *= 10
    return n == 1


IN_CODE: dict[str, tuple[Callable[[int], bool], Many]] = {
    "distinct-digits": (_distinct, _all_distinct),
    "rising-digits": (_rising, partial(_all_ordered, np.less_equal)),
    "falling-digits": (_falling, partial(_all_ordered, np.greater_equal)),
}
"""Tests of one integer and of an array of them, by the name of the property."""
